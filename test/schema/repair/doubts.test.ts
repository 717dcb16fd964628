/** Where a mistake may mean two things, nothing is mended; and what a repair may cost and tell. */
import assert from 'node:assert/strict';
import { partsOf } from '../../../src/schema/parts.js';
import { repairerOf } from '../../../src/schema/repair/index.js';
import { readLenient } from '../../../src/schema/repair/text/lenient.js';
import type { JsonSchema } from '../../../src/types.js';
import { objectOf, take, Taker } from './support.js';

const ofOne = (schema: unknown, value: unknown): unknown => {
  const outcome = take(objectOf({ it: schema as JsonSchema }, ['it']), { it: value });
  return outcome.issues ? 'refused' : outcome.value['it'];
};

describe('repair, in doubt', () => {
  const phone = { type: 'string', minLength: 11 };
  const number = { type: 'number' };
  const $defs = { word: phone, either: { anyOf: [{ $ref: '#/$defs/word' }, { type: 'null' }] } };
  for (const [what, schema, value, wanted] of [
    ['text that is too short is no number', { anyOf: [phone, number] }, '5551234', 'refused'],
    ['nor where the branches stand otherwise', { oneOf: [number, phone] }, '5551234', 'refused'],
    ['nor is it a boolean', { anyOf: [phone, { type: 'boolean' }] }, 'true', 'refused'],
    ['nor null', { anyOf: [phone, { type: 'null' }] }, 'null', 'refused'],
    ['nor an array of one', { anyOf: [phone, { type: 'array', items: { type: 'string' } }] }, '5551234', 'refused'],
    [
      'a number that is too large is no array',
      {
        anyOf: [
          { type: 'integer', maximum: 9 },
          { type: 'array', items: number },
        ],
      },
      10,
      'refused',
    ],
    ['the same within a union in a union', { anyOf: [{ anyOf: [phone, { type: 'null' }] }, number] }, '5551234', 'refused'],
    ['the same in parts of allOf', { anyOf: [{ allOf: [{ type: 'string' }, { minLength: 11 }] }, number] }, '5551234', 'refused'],
    ['text for an enum or a number is a number', { anyOf: [{ enum: ['auto'] }, number] }, '5', 5],
    ['text in an enum or a number, both within references', { anyOf: [{ anyOf: [{ enum: ['auto'] }] }, { allOf: [number] }] }, '5', 5],
    [
      'JSON text for text that is too long or an object is the object',
      { anyOf: [{ type: 'string', maxLength: 2 }, { type: 'object' }] },
      '{"a":1}',
      { a: 1 },
    ],
    ['{} is no item where nothing says what items are', { type: 'array' }, {}, 'refused'],
    ['nor is an object that looks like the array', { type: 'array', items: {} }, { 0: 'a', 1: 'b' }, 'refused'],
    ['nor one that holds the array', { type: 'array' }, { items: ['a'] }, 'refused'],
    ['a scalar is one item', { type: 'array' }, 'tea', ['tea']],
    ['an object is one item of objects', { type: 'array', items: { type: 'object' } }, { a: 1 }, [{ a: 1 }]],
  ] as const)
    it(`${what}: ${JSON.stringify(value)}`, () => assert.deepEqual(ofOne(schema, value), wanted));

  it('references to text count as text', () => {
    const schema = { ...objectOf({ it: { anyOf: [{ $ref: '#/$defs/either' }, number] } }), $defs };
    assert.ok(take(schema, { it: '5551234' }).issues);
    assert.ok(!take(schema, { it: '55512345678' }).issues);
  });

  it('a straight quote in curly ones that may end them is malformed, and nothing vanishes', () => {
    for (const text of ['{"a": “x", "b": "y”}', "{'a': ‘x', 'b': 'y’}", '{"a": “x" , "b": “y”}', '[“a, “b”]', '{“a": 1, "b”: 2}'])
      assert.equal(readLenient(text).problem?.kind, 'malformed', text);
    for (const [text, value] of [
      ['{“a”: “it’s "so"”}', { a: 'it’s "so"' }],
      ['{“a”: “x\\", b”}', { a: 'x", b' }],
      ["{“a”: “it's, really”}", { a: "it's, really" }],
    ] as const) {
      const reading = readLenient(text);
      assert.ok(reading.problem === undefined, text);
      assert.deepEqual(JSON.parse(reading.text), value);
    }
  });

  it('heeds the keywords of the draft alone', () => {
    const old = (schema: unknown): JsonSchema => ({
      $schema: 'http://json-schema.org/draft-07/schema#',
      definitions: { any: {} },
      ...objectOf({ it: schema as JsonSchema, n: number }),
    });
    for (const schema of [
      { prefixItems: [number] },
      { $ref: '#/definitions/any', type: 'array', items: number },
      { $ref: '#/definitions/any', type: 'number' },
    ]) {
      const outcome = take(old(schema), { it: ['5'], n: '1' });
      assert.deepEqual(!outcome.issues && outcome.value, { it: ['5'], n: 1 }, JSON.stringify(schema));
    }
    const none = take(old({ $ref: '#/definitions/any', type: 'number' }), { it: null, n: '1' });
    assert.deepEqual(!none.issues && none.value, { it: null, n: 1 });
    const tuple = take(old({ items: [number, { type: 'boolean' }], additionalItems: { type: 'null' } }), { it: ['5', 'true', 'null'] });
    assert.deepEqual(!tuple.issues && tuple.value, { it: [5, true, null] });
  });
});

describe('repair, at its bounds', () => {
  it('tells a hundred repairs at most, and makes all', () => {
    const outcome = take(objectOf({ it: { items: { type: 'integer' } } }), {
      it: Array.from({ length: 5000 }, (_, index) => String(index)),
    });
    assert.ok(!outcome.issues);
    assert.equal(outcome.repairs.length, 100);
    assert.deepEqual(
      outcome.value['it'],
      Array.from({ length: 5000 }, (_, index) => index),
    );
  });

  it('thousands of values are held against thousands of members by an index', () => {
    let reads = 0;
    const members = new Proxy(
      Array.from({ length: 8000 }, (_, index) => `member ${index}`),
      {
        get(target, key, receiver): unknown {
          reads += 1;
          return Reflect.get(target, key, receiver);
        },
      },
    );
    const outcome = take(objectOf({ it: { items: { enum: members } } }), {
      it: Array.from({ length: 20_000 }, (_, index) => ` MEMBER ${index % 8000}`),
    });
    assert.deepEqual(!outcome.issues && (outcome.value['it'] as string[]).slice(-1), ['member 3999']);
    assert.ok(reads < 200_000, `${reads} reads`);
    assert.equal(ofOne({ enum: ['a', 'A ', 'b'] }, 'A'), 'refused');
    assert.equal(ofOne({ enum: ['a', 'A ', 'a  ', 'b'] }, 'A'), 'refused');
  });

  it('chains of thousands of references and alternatives, and deep values, throw nothing raw', () => {
    for (const link of [(target: JsonSchema): JsonSchema => ({ anyOf: [target] }), (target: JsonSchema): JsonSchema => target]) {
      const $defs: Record<string, JsonSchema> = { d20000: { type: 'number' } };
      for (let index = 0; index < 20_000; index += 1) $defs[`d${index}`] = link({ $ref: `#/$defs/d${index + 1}` });
      const schema: JsonSchema = { ...objectOf({ it: { $ref: '#/$defs/d0' } }), $defs };
      assert.throws(() => new Taker(schema).take({ it: '1' }), { code: 'UNSUPPORTED_SCHEMA' });
      assert.deepEqual(repairerOf(schema, partsOf(schema, 'a part'))({ it: '1' }), { value: { it: '1' }, repairs: [] });
    }
    const tree: JsonSchema = { type: 'object', properties: { a: { $ref: '#' }, n: { type: 'number' } } };
    let value: Record<string, unknown> = { n: '1' };
    for (let level = 0; level < 50_000; level += 1) value = { a: value };
    assert.equal(repairerOf(tree, partsOf(tree, 'a part'))(value).value, value);
  });
});
