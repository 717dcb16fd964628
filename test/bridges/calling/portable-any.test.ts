/** Whatever schema an imported tool has: its declaration is legal at every provider, strict or not. */
import { deepEqual, equal } from 'node:assert/strict';
import fc from 'fast-check';
import { declareTools } from '../../../src/bridges/calling/declare.js';
import { providers } from '../../../src/bridges/calling/facts.js';
import type { ObjectSchema } from '../../../src/types.js';
import { refusalsOf } from './support.js';

const scalar = fc.oneof(fc.constantFrom<unknown>(null, '', 'a', 'b', 0, 1, 2.5, true, false), fc.constantFrom<unknown>({ a: 1 }, [1]));
const typeName = fc.constantFrom('string', 'number', 'integer', 'boolean', 'object', 'array', 'null');
const name = fc.constantFrom('a', 'b', 'c d', '$ref', 'type', '__proto__', 'é');
const reference = fc.constantFrom('#', '#/$defs/x', '#/definitions/y', '#/$defs/gone', '#/properties/a', 'other.json', '#/$defs/x/items');

const { schema } = fc.letrec<{ schema: unknown }>((tie) => {
  const sub = tie('schema');
  const subs = fc.array(sub, { maxLength: 3 });
  const named = fc.dictionary(name, sub, { maxKeys: 3 });
  const keywords: Record<string, fc.Arbitrary<unknown>> = {
    type: fc.oneof(typeName, fc.uniqueArray(typeName, { maxLength: 3 })),
    title: fc.constantFrom('Title', 'a'),
    description: fc.constantFrom('About this', ''),
    enum: fc.array(scalar, { maxLength: 4 }),
    const: scalar,
    default: scalar,
    examples: fc.array(scalar, { maxLength: 2 }),
    minimum: fc.integer({ min: -3, max: 3 }),
    exclusiveMaximum: fc.oneof(fc.boolean(), fc.integer({ min: 0, max: 9 })),
    minLength: fc.nat(3),
    pattern: fc.constantFrom('^a$', '(?=a)b', '\\bword'),
    format: fc.constantFrom('date', 'date-time', 'uri', 'color', 'int64'),
    minItems: fc.nat(3),
    uniqueItems: fc.boolean(),
    items: fc.oneof(sub, subs, fc.boolean()),
    prefixItems: subs,
    additionalItems: fc.oneof(sub, fc.boolean()),
    contains: sub,
    properties: named,
    patternProperties: fc.dictionary(fc.constantFrom('^x', '^y'), sub, { maxKeys: 2 }),
    required: fc.oneof(fc.uniqueArray(name, { maxLength: 3 }), fc.boolean()),
    additionalProperties: fc.oneof(sub, fc.boolean()),
    propertyNames: sub,
    dependencies: fc.dictionary(name, fc.oneof(sub, fc.uniqueArray(name, { maxLength: 2 })), { maxKeys: 2 }),
    anyOf: subs,
    oneOf: subs,
    allOf: subs,
    not: sub,
    if: sub,
    then: sub,
    nullable: fc.boolean(),
    $ref: reference,
    $comment: fc.constant('why'),
    'x-mark': scalar,
  };
  // Values are made of the chosen keywords only: of one schema with all of them, thousands hang.
  const some = (most: number): fc.Arbitrary<object> =>
    fc
      .uniqueArray(fc.constantFrom(...Object.keys(keywords)), { maxLength: most })
      .chain((chosen) => fc.record(Object.fromEntries(chosen.map((keyword) => [keyword, keywords[keyword]!]))));
  return {
    schema: fc.oneof({ depthSize: 'small', withCrossShrink: true }, fc.record({ type: typeName }), fc.boolean(), some(4), some(12)),
  };
});

const root = fc
  .record({ type: fc.constant('object'), properties: fc.dictionary(name, schema, { maxKeys: 4 }), x: schema, y: schema, rest: schema })
  .map(({ x, y, rest, ...fields }) => ({ ...(typeof rest === 'object' ? rest : {}), ...fields, $defs: { x }, definitions: { y } }));

/** Many more with TOOLMARK_LONG. */
const numRuns = process.env['TOOLMARK_LONG'] ? 5000 : 300;

/** What was refused once. */
const once: [object, boolean][] = [
  [{ type: 'object', properties: {}, minItems: 2 }, true],
  [{ type: 'object', properties: { a: { type: 'null', const: 1 } } }, true],
  [{ type: 'object', properties: { a: { allOf: [{ enum: [null] }, { anyOf: [{ type: 'string' }] }] } } }, true],
];

/** The same with a remark in each schema, which no provider takes: then none is declared as it stands. */
function remarked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(remarked);
  if (typeof value !== 'object' || value === null) return value;
  const made = Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, remarked(inner)]));
  return typeof made['type'] === 'string' ? { ...made, $comment: 'a remark' } : made;
}

const simple = fc.record(
  {
    type: fc.constantFrom('string', 'number', 'integer', 'boolean'),
    description: fc.constantFrom('', 'About this.', ' About'),
    enum: fc.array(fc.constantFrom<unknown>('a', 'b', '', 1), { maxLength: 3 }),
    minimum: fc.integer({ min: -3, max: 3 }),
    maxLength: fc.nat(9),
    pattern: fc.constantFrom('^a$', '(?=a)b', '\\p{L}'),
    format: fc.constantFrom('date', 'uri', 'color'),
  },
  { requiredKeys: ['type'] },
);

describe('calling: any schema', () => {
  it('is declared alike, whether its simple values go through the rules or not', () => {
    const properties = fc.dictionary(fc.constantFrom('a', 'b', 'c'), simple, { minKeys: 1 });
    fc.assert(
      fc.property(properties, fc.constantFrom(...providers), fc.boolean(), (fields, provider, strict) => {
        const declared = (inner: unknown): unknown => {
          const inputSchema = { type: 'object', properties: inner, required: ['a'] } as unknown as ObjectSchema;
          const { declarations, losses } = declareTools([{ name: 'probe', inputSchema }], provider, { strict });
          return JSON.stringify([declarations[0]?.parameters, declarations[0]?.strict, losses]);
        };
        equal(declared(fields), declared(remarked(fields)));
      }),
      { numRuns: numRuns * 5 },
    );
  });

  for (const provider of providers)
    it(`is declared legally to ${provider}`, function () {
      this.timeout(600_000);
      fc.assert(
        fc.property(root, fc.constantFrom(true, false), (inputSchema, strict) => {
          const tool = { name: 'probe', description: 'Probes.', inputSchema: inputSchema as unknown as ObjectSchema };
          deepEqual(refusalsOf(provider, declareTools([tool], provider, { strict })), []);
        }),
        { numRuns, examples: once as [never, boolean][] },
      );
    });
});
