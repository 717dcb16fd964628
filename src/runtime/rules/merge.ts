/** Adds keywords to a schema; of two bounds the tighter one wins, and what cannot be joined stands side by side in `allOf`. */
import { isDeepStrictEqual } from 'node:util';
import type { ContractSchema, JsonSchema } from '../../types.js';

type Join = (before: unknown, added: unknown) => unknown;

const larger: Join = (before, added) => Math.max(before as number, added as number);
const smaller: Join = (before, added) => Math.min(before as number, added as number);

/** Keyword -> how two values become one; undefined where they cannot. */
const joins: Readonly<Record<string, Join>> = {
  minimum: larger,
  exclusiveMinimum: larger,
  minLength: larger,
  minItems: larger,
  minProperties: larger,
  maximum: smaller,
  exclusiveMaximum: smaller,
  maxLength: smaller,
  maxItems: smaller,
  maxProperties: smaller,
  multipleOf: (before, added) =>
    [before, added].find((step) => isMultiple(step as number, before as number) && isMultiple(step as number, added as number)),
};

const isMultiple = (value: number, of: number): boolean => Number.isInteger(value) && Number.isInteger(of) && value % of === 0;

/** A copy of the schema with the keywords added. */
export function mergeKeywords(schema: ContractSchema, keywords: JsonSchema): ContractSchema {
  const merged: ContractSchema = { ...schema };
  for (const [keyword, added] of Object.entries(keywords)) {
    const before = merged[keyword];
    if (keyword === 'allOf') merged.allOf = [...(merged.allOf ?? []), ...(added as JsonSchema[])];
    else if (before === undefined) merged[keyword] = added;
    else if (!isDeepStrictEqual(before, added)) join(merged, keyword, before, added);
  }
  return withoutSlackBounds(merged);
}

function join(merged: ContractSchema, keyword: string, before: unknown, added: unknown): void {
  const joined = joins[keyword]?.(before, added);
  if (joined !== undefined) merged[keyword] = joined;
  else if (!(merged.allOf ?? []).some((part) => isDeepStrictEqual(part, { [keyword]: added })))
    merged.allOf = [...(merged.allOf ?? []), { [keyword]: added }];
}

/** Of `minimum` and `exclusiveMinimum` only the one that bites is kept; likewise above. */
function withoutSlackBounds(schema: ContractSchema): ContractSchema {
  const { minimum, exclusiveMinimum, maximum, exclusiveMaximum } = schema;
  if (minimum !== undefined && exclusiveMinimum !== undefined) delete schema[exclusiveMinimum >= minimum ? 'minimum' : 'exclusiveMinimum'];
  if (maximum !== undefined && exclusiveMaximum !== undefined) delete schema[exclusiveMaximum <= maximum ? 'maximum' : 'exclusiveMaximum'];
  if (schema.allOf?.length === 0) delete schema.allOf;
  return schema;
}
