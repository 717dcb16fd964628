/** What holds of repair for every schema and every value. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { JsonSchema } from '../../../src/types.js';
import { partsOf } from '../../../src/schema/parts.js';
import { repairerOf } from '../../../src/schema/repair/index.js';
import { frozen, objectOf, Taker } from './support.js';

const names = ['a', 'b', 'c', 'kind'];
const text = fc.constantFrom('', 'x', 'Ab', '007', '10', 'true', 'null', '{"a":1}', '["1"]', '[object Object]', ' B ', '1e3', '-0');

const leaf: fc.Arbitrary<JsonSchema> = fc.constantFrom<JsonSchema>(
  { type: 'integer' },
  { type: 'number', minimum: 0 },
  { type: 'boolean' },
  { type: 'string' },
  { type: 'string', minLength: 1 },
  { type: 'string', enum: ['x', 'ab', 'b'] },
  { enum: [1, 10, 'auto', null] },
  { const: 'x' },
  { type: ['integer', 'null'] },
  { type: ['string', 'number'] },
  { type: ['boolean', 'array'], items: { type: 'integer' } },
  { type: 'string', pattern: '^-?\\d+$', 'x-as': 'bigint' },
  {},
);

const { schema } = fc.letrec<{ schema: JsonSchema }>((tie) => {
  const properties = fc.dictionary(fc.constantFrom(...names), tie('schema'), { maxKeys: 3, noNullPrototype: true });
  const required = fc.subarray(names);
  return {
    schema: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      { arbitrary: leaf, weight: 3 },
      fc.tuple(properties, required).map(([of, all]) =>
        objectOf(
          of,
          all.filter((name) => name in of),
        ),
      ),
      properties.map((of): JsonSchema => ({ type: 'object', properties: of })),
      tie('schema').map((items): JsonSchema => ({ type: 'array', items })),
      fc
        .array(tie('schema'), { minLength: 1, maxLength: 2 })
        .map((prefixItems): JsonSchema => ({ type: 'array', prefixItems, items: false })),
      tie('schema').map((additionalProperties): JsonSchema => ({ type: 'object', additionalProperties })),
      fc.array(tie('schema'), { minLength: 1, maxLength: 3 }).map((anyOf): JsonSchema => ({ anyOf })),
      fc.array(tie('schema'), { minLength: 1, maxLength: 2 }).map((oneOf): JsonSchema => ({ oneOf })),
      fc.array(tie('schema'), { minLength: 1, maxLength: 2 }).map((allOf): JsonSchema => ({ allOf })),
    ),
  };
});

const root = fc
  .tuple(fc.dictionary(fc.constantFrom(...names), schema, { minKeys: 1, maxKeys: 4, noNullPrototype: true }), fc.subarray(names))
  .map(([of, all]) =>
    objectOf(
      of,
      all.filter((name) => name in of),
    ),
  );

const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom<unknown>(null, true, false, 0, 1, -2.5, 2 ** 53, 10),
    text,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...names, '__proto__'), tie('value'), { maxKeys: 3, noNullPrototype: true }),
    tie('value').map((inner) => JSON.stringify(inner)),
  ),
}));

/** What a model makes of a value: text of it, a list of it, the only item of it. */
const mangles: ((value: unknown) => unknown)[] = [
  (value) => (typeof value === 'string' ? value.toUpperCase() : JSON.stringify(value)),
  (value) => (typeof value === 'string' ? ` ${value} ` : String(value)),
  (value) => (Array.isArray(value) && value.length === 1 ? (value[0] as unknown) : value),
  () => null,
  () => '',
];

/** Values that fit a schema, or nearly. */
function near(part: JsonSchema | boolean): fc.Arbitrary<unknown> {
  const right = typeof part === 'boolean' ? value : rightFor(part);
  const mangled = fc.tuple(right, fc.constantFrom(...mangles)).map(([of, mangle]) => mangle(of));
  return fc.oneof({ arbitrary: right, weight: 12 }, { arbitrary: mangled, weight: 3 }, value);
}

const byType: Record<string, fc.Arbitrary<unknown>> = {
  integer: fc.constantFrom(0, 1, 10),
  number: fc.constantFrom(0, 1, 2.5),
  boolean: fc.boolean(),
  string: text,
  null: fc.constant(null),
};

function rightFor(part: JsonSchema): fc.Arbitrary<unknown> {
  const { type, properties, additionalProperties, items, prefixItems, anyOf, oneOf, allOf, required = [] } = part;
  const branches = anyOf ?? oneOf ?? allOf;
  if (branches) return fc.oneof(...branches.map(near));
  if (part.enum) return fc.constantFrom(...part.enum);
  if ('const' in part) return fc.constant(part.const);
  if (part['x-as'] === 'bigint') return fc.constantFrom<unknown>('10', '-7', 10);
  if (prefixItems) return fc.tuple(...prefixItems.map(near));
  if (items !== undefined) return fc.array(near(items), { maxLength: 2 });
  if (properties)
    return fc.record(Object.fromEntries(Object.entries(properties).map(([key, sub]) => [key, near(sub)])), {
      requiredKeys: required,
      noNullPrototype: true,
    });
  if (typeof additionalProperties === 'object')
    return fc.dictionary(fc.constantFrom(...names), near(additionalProperties), { maxKeys: 2, noNullPrototype: true });
  return byType[[type].flat()[0] ?? ''] ?? value;
}

const call = root.chain((whole) => fc.tuple(fc.constant(whole), rightFor(whole) as fc.Arbitrary<Record<string, unknown>>));

describe('repair, for every schema and value', () => {
  const runs = { numRuns: Number(process.env['TOOLMARK_REPAIR_RUNS'] ?? 4000) };

  it('[M05] [M12] what fits is never changed, neither the whole nor an argument of it', () => {
    let fitting = 0;
    fc.assert(
      fc.property(call, ([whole, args]) => {
        const taker = new Taker(whole);
        const mended = taker.repair(frozen(args)).value as Record<string, unknown>;
        if (taker.check(args).length === 0) {
          fitting += 1;
          assert.equal(mended, args);
        }
        for (const [key, part] of Object.entries(whole.properties ?? {})) {
          if (!Object.hasOwn(args, key) || new Taker(objectOf({ [key]: part })).check({ [key]: args[key] }).length > 0) continue;
          assert.equal(mended[key], args[key], key);
        }
      }),
      runs,
    );
    assert.ok(fitting > runs.numRuns / 10, `only ${fitting} values fit`);
  });

  it('to spare items that fit changes nothing', () => {
    const list = schema.chain((items) => fc.tuple(fc.constant(items), fc.array(near(items), { minLength: 4, maxLength: 8 })));
    let [mended, spared] = [0, 0];
    fc.assert(
      fc.property(list, ([items, a]) => {
        const whole = objectOf({ a: { type: 'array', items } });
        const fits = partsOf(whole, 'a part');
        const sparing = repairerOf(whole, fits, (part, item) => {
          const isFitting = fits(part, item);
          spared += Number(isFitting);
          return isFitting;
        });
        const expected = repairerOf(whole, fits)({ a });
        assert.deepEqual(sparing({ a }, false), expected);
        mended += Number(expected.repairs.length > 0);
      }),
      runs,
    );
    assert.ok(mended > runs.numRuns / 10 && spared > runs.numRuns / 2, `${mended} mended, ${spared} spared`);
  });

  it('what is mended fits, or the original is refused, and nothing that was given is touched', () => {
    const counts = { mended: 0, refused: 0 };
    fc.assert(
      fc.property(call, ([whole, args]) => {
        const taker = new Taker(whole);
        const before = JSON.stringify(args);
        const outcome = taker.take(frozen(args));
        assert.equal(JSON.stringify(args), before);
        const strict = taker.take(args, false);
        if (outcome.issues) {
          counts.refused += 1;
          assert.deepEqual(outcome.issues, strict.issues);
        } else {
          assert.deepEqual(taker.check(outcome.value), []);
          assert.equal(outcome.repairs.length > 0, strict.issues !== undefined);
          if (outcome.repairs.length > 0) counts.mended += 1;
        }
      }),
      runs,
    );
    assert.ok(counts.mended > runs.numRuns / 50 && counts.refused > runs.numRuns / 10, JSON.stringify(counts));
  });

  it('mending what was mended changes nothing', () => {
    fc.assert(
      fc.property(call, ([whole, args]) => {
        const taker = new Taker(whole);
        const once = taker.repair(args).value;
        if (taker.check(once).length === 0) assert.equal(taker.repair(once).value, once);
      }),
      runs,
    );
  });

  it('each repair tells what stood at its path, and no path is told of that was not given', () => {
    fc.assert(
      fc.property(call, ([whole, args]) => {
        const outcome = new Taker(whole).take(args);
        for (const { path, before } of outcome.issues ? [] : outcome.repairs) {
          assert.ok(Object.hasOwn(args, path[0] ?? ''));
          if (path.length === 1 && typeof before !== 'string') assert.deepEqual(args[path[0] as string], before);
        }
      }),
      runs,
    );
  });

  describe('without unions', () => {
    /** A schema and a value that fits it, of the kinds that a model encodes once too often. */
    const { pair } = fc.letrec<{ pair: { schema: JsonSchema; value: unknown } }>((tie) => ({
      pair: fc.oneof<fc.Arbitrary<{ schema: JsonSchema; value: unknown }>[]>(
        { maxDepth: 4 },
        fc.maxSafeInteger().map((number) => ({ schema: { type: 'integer' }, value: number === 0 ? 0 : number })),
        fc
          .double({ noNaN: true, noDefaultInfinity: true, min: -1e15, max: 1e15 })
          .map((number) => ({ schema: { type: 'number' }, value: number === 0 ? 0 : number })),
        fc.boolean().map((truth) => ({ schema: { type: 'boolean' }, value: truth })),
        fc.constantFrom('red', 'green').map((colour) => ({ schema: { type: 'string', enum: ['red', 'green'] }, value: colour })),
        fc.constant({ schema: { type: ['integer', 'null'] }, value: null }),
        fc.stringMatching(/^[a-z0-9 ]{1,8}$/).map((word) => ({ schema: { type: 'string' }, value: word })),
        tie('pair').map(({ schema, value }) => ({ schema: { type: 'array', items: schema }, value: [value] })),
        fc.dictionary(fc.constantFrom(...names), tie('pair'), { maxKeys: 4, noNullPrototype: true }).map((of) => ({
          schema: objectOf(Object.fromEntries(Object.entries(of).map(([key, { schema }]) => [key, schema])), Object.keys(of)),
          value: Object.fromEntries(Object.entries(of).map(([key, { value }]) => [key, value])),
        })),
      ),
    }));

    /** Encodes parts once too often, as `choose` says. */
    function spoil(part: JsonSchema, value: unknown, choose: () => boolean, isItem = false): unknown {
      const isSpoiled = choose();
      if (part.type === 'string') return part.enum && isSpoiled ? String(value).toUpperCase() : value;
      if (typeof value !== 'object' || value === null) return isSpoiled ? String(value) : value;
      if (!Array.isArray(value)) {
        const inner = Object.entries(value).map(([key, of]) => [key, spoil(part.properties?.[key] ?? {}, of, choose)]);
        const spoiled: unknown = Object.fromEntries(inner);
        return isSpoiled ? JSON.stringify(spoiled) : spoiled;
      }
      const items = value.map((item) => spoil(part.items as JsonSchema, item, choose, true));
      const canUnwrap = !isItem && !Array.isArray(value[0]) && value[0] !== null && items[0] !== null;
      if (isSpoiled && canUnwrap && choose()) return items[0];
      return isSpoiled ? JSON.stringify(items) : items;
    }

    it('what was encoded once too often comes back as it was', () => {
      fc.assert(
        fc.property(pair, fc.infiniteStream(fc.boolean()), ({ schema, value }, choices) => {
          const choose = (): boolean => choices.next().value as boolean;
          const whole = objectOf({ it: schema }, ['it']);
          const outcome = new Taker(whole).take({ it: spoil(schema, value, choose) });
          assert.deepStrictEqual(outcome.issues ?? outcome.value, { it: value });
        }),
        runs,
      );
    });
  });
});
