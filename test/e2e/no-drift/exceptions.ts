/** Where our verdict and the schema's may differ, and why. Nothing else may. In all of them we refuse, and the schema accepts. */
import type { Issue, JsonSchema } from '../../../src/types.js';
import { schemasAt, valueAt } from './at.js';
import { objectOf } from './nasty.js';
import type { DrawnRule } from './rule-classes.js';

/** One issue of a refusal, and the arguments and schema it is about. */
export interface Refusal extends Issue {
  args: Record<string, unknown>;
  schema: JsonSchema;
}

export interface Exception {
  reason: string;
  holds(refusal: Refusal): boolean;
  /** A field, and a value of it on which the verdicts differ. */
  example: { kind: string; rules: readonly DrawnRule[]; value: unknown };
}

const on =
  (fits: (value: unknown, schemas: readonly JsonSchema[]) => boolean) =>
  ({ path, args, schema }: Refusal): boolean =>
    fits(valueAt(args, path), schemasAt(schema, path));

const matches = (pattern: RegExp, value: unknown): boolean => typeof value === 'string' && pattern.test(value);
const says = (schemas: readonly JsonSchema[], keyword: string): boolean => schemas.some((schema) => keyword in schema);

/** Something on the way to the place tells of a rule that no keyword says. */
function isTold({ path, schema }: Refusal): boolean {
  const tells = ({ description }: JsonSchema): boolean => /\bmust\b/i.test(description ?? '');
  return path.some((_key, index) => schemasAt(schema, path.slice(0, index + 1)).some(tells));
}

const rule = (name: string, ...args: unknown[]): DrawnRule[] => [{ name, args, each: false }];

function deeplyNested(): unknown {
  let value: unknown = 1;
  for (let level = 0; level < 300; level += 1) value = [value];
  return value;
}

export const exceptions: Readonly<Record<string, Exception>> = {
  format: {
    reason: 'to a validator a format is an annotation unless it is told to assert it; we assert it',
    holds: on((value, schemas) => typeof value === 'string' && says(schemas, 'format')),
    example: { kind: 'Date', rules: [], value: '2020-02-30T00:00:00Z' },
  },
  limits: {
    reason: 'arguments are bounded in depth and size, and no schema says so',
    holds: ({ message }) => /nested deeper than \d+ levels/.test(message),
    example: { kind: 'unknown', rules: [], value: deeplyNested() },
  },
  told: {
    reason: 'a rule that JSON Schema cannot say (not exact, custom, asynchronous, conditional) is told in the description and enforced',
    holds: isTold,
    example: { kind: 'text', rules: rule('IsCreditCard'), value: '1' },
  },
  'variation selectors': {
    reason: 'class-validator does not count them as characters, so its MinLength may refuse what minLength accepts',
    holds: on((value, schemas) => matches(/[\uFE0E\uFE0F]/, value) && says(schemas, 'minLength')),
    example: { kind: 'text', rules: rule('MinLength', 2), value: 'a\uFE0F' },
  },
  'two code units': {
    reason: 'to an expression without the flag u, a character beyond U+FFFF is two',
    holds: on((value, schemas) => matches(/[\uD800-\uDFFF]/, value) && says(schemas, 'pattern')),
    example: { kind: 'text', rules: rule('Matches', /^.$/), value: '😀' },
  },
  multiples: {
    reason: 'the independent validator takes what is within 1e-7 of a multiple for one, and rounds beyond 2^53',
    holds: on((value, schemas) => typeof value === 'number' && !Number.isSafeInteger(value) && says(schemas, 'multipleOf')),
    example: { kind: 'number', rules: rule('IsDivisibleBy', 3), value: 1e-8 },
  },
  'unsafe keys': {
    reason: 'keys such as constructor never reach what a method gets, so a record of nothing else is empty there',
    holds: on((value, schemas) => typeof value === 'object' && says(schemas, 'minProperties')),
    example: { kind: 'record', rules: rule('IsNotEmptyObject'), value: objectOf([['constructor', 1]]) },
  },
};
