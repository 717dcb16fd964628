/** The search for reasons along the short way: what it tells of refused arguments is what the long way tells, word for word and in its order. */
import assert from 'node:assert/strict';
import { runInNewContext } from 'node:vm';
import { isEmail } from 'class-validator';
import fc from 'fast-check';
import type { Issue, JsonSchema } from '../../src/index.js';
import { Preparation, type Prepared } from '../../src/runtime/arguments/preparation.js';
import { handlerSource } from '../../src/runtime/definition/handler-source.js';
import type { Limits } from '../../src/runtime/limits.js';
import type { Backend } from '../../src/runtime/reader/index.js';
import { settingsOf } from '../../src/runtime/settings.js';
import { formatCheck } from '../../src/schema/formats.js';
import { isUnusualEmail } from '../../src/schema/usual-email.js';

/** Whatever JSON can hold, and what only comes in process. */
type Value = unknown;

function waysOf(inputSchema: JsonSchema, limits: Partial<Limits> = {}): Record<Backend, (value: Value) => readonly Issue[] | undefined> {
  const source = handlerSource({ name: 'it', inputSchema });
  const settings = settingsOf({ limits });
  const of = (backend: Backend) => {
    const preparation = new Preparation(source, source.plan(), backend);
    return (value: Value) => (preparation.prepare(value, settings, false) as Prepared).issues;
  };
  return { source: of('source'), closures: of('closures'), none: of('none') };
}

/** @returns how many values were refused */
function assertSameWords(schema: JsonSchema, values: readonly Value[], limits?: Partial<Limits>): number {
  const ways = waysOf(schema, limits);
  let refused = 0;
  for (const value of values) {
    const told = ways.none(value);
    assert.deepStrictEqual(ways.source(value), told);
    assert.deepStrictEqual(ways.closures(value), told);
    refused += told === undefined ? 0 : 1;
  }
  return refused;
}

const names = ['name', 'code', 'a_b', 'items', 'next'] as const;

const scalars: fc.Arbitrary<JsonSchema> = fc.constantFrom<JsonSchema>(
  { type: 'string' },
  { type: 'string', minLength: 2, maxLength: 4 },
  { type: 'string', pattern: '^[a-z]+$', maxLength: 3 },
  { type: 'string', format: 'email' },
  { type: 'string', format: 'date-time' },
  { type: 'string', 'x-secret': true },
  { type: 'number', minimum: 1, exclusiveMaximum: 9 },
  { type: 'integer', multipleOf: 3 },
  { type: 'boolean' },
  { type: 'null' },
  { enum: ['one', 'two', 3] },
  { const: 'fixed' },
  { type: ['string', 'null'] },
  {},
  { not: { type: 'string' } },
);

const { schema: schemas } = fc.letrec<{ schema: JsonSchema }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    scalars,
    closed(tie('schema')),
    fc.record<JsonSchema>({ type: fc.constant('array'), items: tie('schema') }),
    fc.record<JsonSchema>({
      type: fc.constant('array'),
      items: scalars,
      minItems: fc.constant(2),
      maxItems: fc.constant(5),
      uniqueItems: fc.boolean(),
    }),
    fc.record<JsonSchema>({
      type: fc.constant('array'),
      prefixItems: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }),
      items: fc.constantFrom<JsonSchema | boolean>(false, {}),
    }),
    fc.record<JsonSchema>({ type: fc.constant('object'), additionalProperties: tie('schema') }),
    fc.record<JsonSchema>({ anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }) }),
    fc.constant<JsonSchema>({ $ref: '#/$defs/node' }),
  ),
}));

function closed(part: fc.Arbitrary<JsonSchema>): fc.Arbitrary<JsonSchema> {
  return fc
    .tuple(
      fc.dictionary(fc.constantFrom(...names), part, { maxKeys: 4, noNullPrototype: true }),
      fc.subarray([...names]),
      fc.integer({ min: 0, max: 4 }),
    )
    .map(([properties, wanted, open]) => ({
      type: 'object',
      properties,
      required: wanted.filter((name) => Object.hasOwn(properties, name)),
      ...(open > 0 && { additionalProperties: false }),
    }));
}

const node: JsonSchema = {
  type: 'object',
  properties: { name: { type: 'string' }, next: { $ref: '#/$defs/node' }, items: { type: 'array', items: { $ref: '#/$defs/node' } } },
  required: ['name'],
  additionalProperties: false,
};

const rooted = closed(schemas).map((schema): JsonSchema => ({ ...schema, $defs: { node } }));

class Odd {
  name = 'odd';
}

const leaves = fc.constantFrom<Value>(
  '', 'a', 'abc', 'Abcdef', 'one', 'fixed', 'ann@example.com', 'a@b', '"quoted"', '2024-01-01T00:00:00Z', '2024-02-30T00:00:00Z',
  0, 1, 3, 9, 1.5, -0, 1e21, true, false, null, undefined, Number.NaN, Infinity, 10n, new Date(0), new Odd(), new Map([['a', 1]]), Symbol.iterator,
); // prettier-ignore

const { value: values } = fc.letrec<{ value: Value }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    { weight: 3, arbitrary: leaves },
    { weight: 3, arbitrary: objects(tie('value')) },
    { weight: 2, arbitrary: fc.array(tie('value'), { maxLength: 6 }) },
  ),
}));

function objects(inner: fc.Arbitrary<Value>): fc.Arbitrary<Record<string, Value>> {
  const known = fc.dictionary(fc.constantFrom(...names), inner, { maxKeys: 5, noNullPrototype: true });
  const other = fc.dictionary(fc.constantFrom('nam', 'ab', 'colour', 'constructor', '__proto__', 'x'.repeat(90)), inner, {
    maxKeys: 2,
    noNullPrototype: true,
  });
  return fc.tuple(known, fc.option(other, { freq: 2, nil: {} })).map(([one, more]) => ({ ...one, ...more }));
}

describe('reasons for a refusal, looked for along the short way', () => {
  const runs = process.env['TOOLMARK_LONG'] ? 20 : 1;

  it('are those of the long way, in its words and its order', () => {
    let refused = 0;
    fc.assert(
      fc.property(rooted, fc.array(objects(values), { minLength: 40, maxLength: 40 }), (schema, list) => {
        refused += assertSameWords(schema, list);
      }),
      { numRuns: 60 * runs },
    );
    assert.ok(refused > 600 * runs, `only ${refused} were refused`);
  });

  it('are those of the long way where limits are near', () => {
    fc.assert(
      fc.property(
        rooted,
        fc.array(objects(values), { minLength: 20, maxLength: 20 }),
        fc.integer({ min: 1, max: 30 }),
        (schema, list, most) => {
          assertSameWords(schema, list, { argumentNodes: most + 7 });
          assertSameWords(schema, list, { argumentBytes: most * 4 });
          assertSameWords(schema, list, { argumentDepth: Math.ceil(most / 6) });
          assertSameWords(schema, list, { issues: Math.ceil(most / 10) });
        },
      ),
      { numRuns: 20 * runs },
    );
  });

  it('are those of the long way for what lies just below the limit, in objects of every kind', () => {
    const inner: JsonSchema[] = [
      { type: 'object' },
      { type: 'object', properties: {} },
      { type: 'object', required: [] },
      {},
      { type: 'array' },
    ];
    const values = ['a', {}, { a: 1 }, ['a'], { a: {} }, { a: { b: 1 } }, [[1]], [[]]].map((at) => ({ at }));
    for (const at of [...inner, ...inner.map((items): JsonSchema => ({ type: 'array', items }))])
      for (const argumentDepth of [1, 2, 3]) assertSameWords({ type: 'object', properties: { at } }, values, { argumentDepth });
  });

  it('are those of the long way for objects that are not what they seem', () => {
    const schema: JsonSchema = {
      type: 'object',
      properties: {
        name: { type: 'string' },
        list: { type: 'array', items: { type: 'number' } },
        at: { type: 'object', properties: { a: { type: 'string' } }, additionalProperties: false },
      },
      required: ['name'],
      additionalProperties: false,
    };
    const loop: Record<string, Value> = { name: 1 };
    loop['at'] = { a: loop };
    const nothing = Object.assign(Object.create(null) as object, { name: 1, more: 2 });
    const own = JSON.parse('{"name": 1, "__proto__": {"a": 1}}') as Value;
    const inherited = Object.create({ name: 1 }) as Value;
    const hidden = Object.defineProperty({ name: 1 }, 'more', { value: 1, enumerable: false });
    const getter = { name: 1, get more() { return 2; } }; // prettier-ignore
    const thrower = { name: 1, get at() { throw new Error('no'); } }; // prettier-ignore
    const sparse = { name: 'a', list: Object.assign([1], { 2: 'x' }) };
    const foreign = runInNewContext('({ name: 1, list: ["a"] })') as Value;
    const symbols = { name: 1, [Symbol('more')]: 1 };
    const proxies = [new Proxy({ name: 1, more: 1 }, {}), { name: 'a', list: new Proxy([1, 'x'], {}) }];
    const huge = { name: 'a', list: Array.from({ length: 99_990 }, () => 'x') };
    const list = [
      loop,
      nothing,
      own,
      inherited,
      hidden,
      getter,
      thrower,
      sparse,
      foreign,
      symbols,
      ...proxies,
      huge,
      [],
      Object.assign(new Odd(), { more: 1 }),
      { name: 'a', list: Object.assign([], { length: 5e6 }) },
    ];
    assert.equal(assertSameWords(schema, list), list.length);
  });

  it('stay as they are when the caller changes its object afterwards', () => {
    const ways = waysOf({
      type: 'object',
      properties: { list: { type: 'array', items: { type: 'number' } } },
      additionalProperties: false,
    });
    const value = { list: [1, 'x'], more: 1 };
    const issues = ways.source(value);
    const before = JSON.stringify(issues);
    value.list.length = 0;
    assert.equal(JSON.stringify(issues), before);
    assert.deepEqual(
      issues?.map(({ path }) => path),
      [['list', 1], ['more']],
    );
  });
});

describe('e-mail addresses of the usual form', () => {
  const part = fc.stringMatching(/^[a-zA-Z0-9_+.-]{1,12}$/);
  const texts = fc.oneof(
    fc.tuple(part, part).map(([name, host]) => `${name}@${host}.org`),
    fc.stringMatching(/^[a-z.@-]{1,20}$/),
    fc.emailAddress(),
    fc.tuple(fc.stringMatching(/^[a-z-]{1,70}$/), fc.stringMatching(/^[a-z-]{1,70}$/)).map(([name, host]) => `${name}@${host}.com`),
  );

  it('are taken by the rule and by the format', () => {
    const format = formatCheck('email');
    let usual = 0;
    fc.assert(
      fc.property(texts, (text) => {
        if (isUnusualEmail(text)) return;
        usual += 1;
        assert.ok(isEmail(text), text);
        assert.ok(format?.fits(text as never), text);
      }),
      { numRuns: 20_000 },
    );
    assert.ok(usual > 500, `only ${usual} were usual`);
  });
});
