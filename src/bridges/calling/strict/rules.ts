/** What strict mode demands of objects: closed, and for some providers with every property required. */
import type { JsonSchema } from '../../../types.js';
import { type Draft, isSchema, type Rule, type Spot, typesOf } from '../portable/rule.js';
import { acceptsNull } from './null.js';

/** An object has the properties it lists and no others. What takes free keys cannot be strict: closed, it could hold nothing. */
export const closed: Rule = {
  before(draft, spot) {
    if (!spot.strict || !(typesOf(draft).includes('object') || draft.properties)) return;
    if (draft.additionalProperties === undefined) {
      const isMap = Object.keys(draft.properties ?? {}).length === 0 && !spot.isRoot;
      if (isMap) spot.refuseStrict('an object with free keys');
    } else if (draft.additionalProperties !== false) spot.refuseStrict('an object with free keys');
    if (spot.takes('additionalProperties')) draft.additionalProperties = false;
    draft.properties ??= {};
  },
};

/** Every property is required; one that was not may be null, which is taken out again before the arguments are checked. */
export const allRequired: Rule = {
  after(draft, spot) {
    if (!spot.strict || !draft.properties) return;
    leastRequired(draft, spot);
    if (!spot.strict.allRequired) return;
    const required = new Set(draft.required);
    draft.properties = Object.fromEntries(
      Object.entries(draft.properties).map(([name, schema]) => [name, required.has(name) ? schema : nullable(schema, spot)]),
    );
    draft.required = Object.keys(draft.properties);
  },
};

function leastRequired(draft: Draft, spot: Spot): void {
  const least = spot.strict?.leastRequired ?? 0;
  if ((draft.required ?? []).length < least) spot.refuseStrict(`fewer than ${least} required properties`);
}

/** The schema, and null. Null is never listed twice. */
function nullable(schema: JsonSchema, spot: Spot): JsonSchema {
  const nowAccepts = acceptsNull(
    schema,
    (reference) => spot.defined(reference),
    (reference) => spot.target(reference),
  );
  if (nowAccepts) return schema;
  const { description, ...rest } = schema;
  const about = description === undefined ? {} : { description };
  if (schema.anyOf) return { ...schema, anyOf: [...schema.anyOf, { type: 'null' }] };
  const types = typesOf(schema);
  const isScalar = types.length > 0 && !types.includes('object') && !types.includes('array') && schema.$ref === undefined;
  if (!isScalar) return { ...about, anyOf: [rest, { type: 'null' }] };
  const { const: constant, ...others } = schema;
  const values = 'const' in schema ? [constant] : schema.enum;
  return { ...others, type: withNull(types, 'null'), ...(isSchema(values) ? {} : values && { enum: withNull(values, null) }) };
}

/** A schema that nothing fits may say null already. */
const withNull = <T>(values: readonly T[], none: T): T[] => [...new Set([...values, none])];
