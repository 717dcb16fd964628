/** Schemas for property tests: such as most authors write, and such as nobody should. */
import fc from 'fast-check';
import type { JsonSchema } from '../../src/types.js';

const texts = fc.constantFrom('id', 'name', 'a b', 'x.y', '1st', '日本', 'constructor', '', 'q'.repeat(70));
const counts = fc.nat({ max: 20 });

/** Some of the keywords, each with a value that fits. */
const some = (model: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<Record<string, unknown>> =>
  fc.record(model, { requiredKeys: [], noNullPrototype: true });

const about = { title: texts, description: texts, default: fc.constantFrom('a', 1, null, true) };

const leaf = fc.oneof(
  some({
    ...about,
    minLength: counts,
    maxLength: counts,
    pattern: fc.constantFrom('^a+$', '\\d{2}', '(?=x)', '\\p{L}'),
    format: fc.constantFrom('date', 'uri', 'int32'),
  }).map((rest) => ({ type: 'string', ...rest })),
  some({ ...about, minimum: fc.integer(), maximum: fc.integer(), exclusiveMinimum: fc.integer() }).map((rest) => ({
    type: 'number',
    ...rest,
  })),
  some({ ...about, enum: fc.array(fc.constantFrom<unknown>('a', 'b', '', 1, null), { maxLength: 4 }) }).map((rest) => ({
    type: 'string',
    ...rest,
  })),
  some({ ...about, type: fc.constantFrom('boolean', 'integer', 'null', 'string', 'array', 'object') }),
);

const { node } = fc.letrec<{ node: Record<string, unknown> }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    leaf,
    some({ ...about, items: fc.oneof(tie('node'), fc.boolean()), minItems: counts, uniqueItems: fc.boolean() }).map((rest) => ({
      type: 'array',
      ...rest,
    })),
    objectOf(tie('node')),
  ),
}));

function objectOf(sub: fc.Arbitrary<Record<string, unknown>>): fc.Arbitrary<Record<string, unknown>> {
  return some({
    ...about,
    properties: fc.dictionary(texts, sub, { maxKeys: 4, noNullPrototype: true }),
    required: fc.uniqueArray(
      texts.filter((name) => name !== ''),
      { maxLength: 3 },
    ),
    additionalProperties: fc.oneof(fc.boolean(), sub),
  }).map((rest) => ({ type: 'object', ...rest }));
}

/** An object of nothing but usual keywords, well-formed. */
export const usualSchema = (): fc.Arbitrary<JsonSchema> => objectOf(node);

const anything = fc.oneof(
  fc.integer({ min: -3, max: 3 }),
  fc.double(),
  texts,
  fc.boolean(),
  fc.constant(null),
  fc.constant([]),
  fc.constant(['a', 'a']),
  fc.constant({}),
  fc.constant([1]),
);

/** The same with one keyword that holds anything. */
export const anySchema = (): fc.Arbitrary<JsonSchema> =>
  fc
    .tuple(
      usualSchema(),
      fc.constantFrom(
        'type',
        'properties',
        'required',
        'items',
        'enum',
        'minLength',
        'maximum',
        'pattern',
        'format',
        'title',
        'uniqueItems',
        'additionalProperties',
        'default',
        'minItems',
        'exclusiveMinimum',
        'const',
      ),
      anything,
      fc.boolean(),
    )
    .map(([schema, keyword, value, isBelow]) =>
      isBelow ? { ...schema, properties: { ...schema.properties, below: { [keyword]: value } } } : { ...schema, [keyword]: value },
    );
