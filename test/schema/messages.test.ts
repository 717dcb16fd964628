/** What a model reads when a value is refused: enough to mend it, never too much, and nothing of a secret. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { compileSchema } from '../../src/schema/validator.js';
import type { Issue, JsonSchema } from '../../src/types.js';
import { takesLess } from '../least-time.js';

const issues = (schema: JsonSchema, value: unknown): Issue[] => compileSchema(schema, 'the schema')(value);
const messages = (schema: JsonSchema, value: unknown): string[] =>
  issues(schema, value).map(({ message, path }) => (path.length === 0 ? message : `${path.join('/')}: ${message}`));

/** One keyword, a value it refuses, and what is said. */
const rows: [JsonSchema, unknown, ...string[]][] = [
  [{ type: 'string' }, 5, 'expected string, got number 5'],
  [{ type: 'string' }, { a: 1 }, 'expected string, got object; send the text as one string'],
  [{ type: ['string', 'null'] }, [1], 'expected string or null, got array'],
  [{ type: 'integer' }, 1.5, 'expected integer, got number 1.5 (no fraction allowed)'],
  [{ type: 'number' }, NaN, 'expected number, got number NaN'],
  [{ type: 'number' }, 'x'.repeat(100_000), `expected number, got string "${'x'.repeat(38)}…`],
  [{ enum: ['red', 'green'] }, 'rde', 'must be one of "red", "green", got string "rde"'],
  // The members show the type.
  [{ type: 'integer', enum: [1, 2] }, 'z', 'must be one of 1, 2, got string "z"'],
  [{ type: 'integer', const: 1 }, 'z', 'must be 1, got string "z"'],
  [{ enum: ['red'] }, null, 'must be "red", got null'],
  [
    { enum: Array.from({ length: 40 }, (_, index) => `member-${index}`) },
    'membr-17',
    'must be one of 40 values; did you mean "member-17"?, got string "membr-17"',
  ],
  [{ enum: Array.from({ length: 40 }, (_, index) => index) }, 'zzz', 'must be one of 40 values, such as 0, 1, 2, got string "zzz"'],
  [{ const: { a: [1] } }, {}, 'must be {"a":[1]}, got object'],
  [{ minLength: 2 }, 'a', 'must have at least 2 characters, got string "a"'],
  [{ maxLength: 2 }, '👍👍👍', 'must have at most 2 characters, got 3'],
  [{ pattern: '^a+$' }, 'b', 'must match the pattern ^a+$, got string "b"'],
  [{ format: 'date', type: 'string' }, 'now', 'expected a string of format date such as 2025-01-31, got string "now"'],
  [{ minimum: 1 }, 0, 'must be at least 1, got number 0'],
  [{ maximum: 1 }, 2, 'must be at most 1, got number 2'],
  [{ exclusiveMinimum: 1 }, 1, 'must be above 1, got number 1'],
  [{ exclusiveMaximum: 1 }, 1, 'must be below 1, got number 1'],
  [{ multipleOf: 0.1 }, 0.25, 'must be a multiple of 0.1, got number 0.25'],
  [{ minItems: 1 }, [], 'must have at least 1 item, got 0'],
  [{ maxItems: 1 }, [1, 2], 'must have at most 1 item, got 2'],
  [{ prefixItems: [{}, {}], items: false }, [1, 2, 3], 'must have at most 2 items, got 3'],
  [{ uniqueItems: true }, [1, 2, 1], 'items must differ, but items 0 and 2 are equal'],
  [{ contains: { type: 'string' } }, [1], 'must have at least 1 item of a certain form'],
  [{ contains: { type: 'string' }, maxContains: 1 }, ['a', 'b'], 'must have at most 1 item of a certain form'],
  [{ minProperties: 2 }, { a: 1 }, 'must have at least 2 keys, got 1'],
  [{ maxProperties: 1 }, { a: 1, b: 2 }, 'must have at most 1 key, got 2'],
  [{ required: ['city'] }, {}, "city: missing required argument 'city'"],
  [{ properties: { a: { required: ['city'] } } }, { a: {} }, "a/city: missing required property 'city'"],
  [
    { properties: { maxResults: {}, city: {} }, additionalProperties: false },
    { max_results: 1 },
    "max_results: unknown argument 'max_results'; did you mean 'maxResults'? (known: maxResults, city)",
  ],
  [{ additionalProperties: false }, { a: 1 }, "a: unknown argument 'a' (no arguments are expected)"],
  [{ properties: { a: {} }, unevaluatedProperties: false }, { b: 1 }, "b: unknown argument 'b' (known: a)"],
  [{ propertyNames: { maxLength: 1 } }, { ab: 1 }, "ab: the key 'ab' is not allowed: must have at most 1 character, got 2"],
  [{ dependentRequired: { a: ['b'] } }, { a: 1 }, "b: 'b' is required when 'a' is given"],
  [{ not: { type: 'string' } }, 'a', 'must not fit {"type":"string"}'],
  [{ properties: { a: false as unknown as JsonSchema } }, { a: 1 }, 'a: is not allowed here'],
  [
    { anyOf: [{ type: 'string' }, { type: 'number' }, { enum: ['x', 'y'] }] },
    true,
    'expected string or number, or must be one of "x", "y", got boolean true',
  ],
  [{ oneOf: [{ minimum: 1 }, { minimum: 2 }] }, 3, 'fits more than one alternative; it must fit exactly one'],
  [{ anyOf: [{ type: 'object', required: ['a'] }, { type: 'string' }] }, {}, "a: missing required argument 'a'"],
  [{ if: { type: 'number' }, then: { minimum: 1 } }, 0, 'must be at least 1, got number 0'],
  [{ allOf: [{ minimum: 1 }, { minimum: 1 }] }, 0, 'must be at least 1, got number 0'],
];

describe('messages of the validator', () => {
  for (const [schema, value, ...expected] of rows) {
    it(`${JSON.stringify(schema).slice(0, 60)}: ${expected[0]?.slice(0, 80)}`, () => assert.deepEqual(messages(schema, value), expected));
  }

  it('tells every keyword that can refuse', () => {
    const told = new Set(rows.flatMap(([schema]) => JSON.stringify(schema).match(/[a-z]+(?=":)/gi) ?? []));
    const { not, ...others } = Object.fromEntries(
      'type enum const minLength maxLength pattern format minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minItems maxItems items uniqueItems contains maxContains minProperties maxProperties required additionalProperties unevaluatedProperties propertyNames dependentRequired not anyOf oneOf'
        .split(' ')
        .map((keyword) => [keyword, told.has(keyword)]),
    );
    assert.ok(not);
    assert.deepEqual(
      Object.entries(others).filter(([, isTold]) => !isTold),
      [],
    );
  });

  it('tells 20 issues and counts the rest', () => {
    const schema: JsonSchema = { type: 'array', items: { type: 'string' } };
    const list = issues(
      schema,
      Array.from({ length: 57 }, (_, index) => index),
    );
    assert.equal(list.length, 21);
    assert.deepEqual(list.at(-1), { message: 'and 37 more', path: [] });
    assert.deepEqual(list[19], { message: 'expected string, got number 19', path: [19] });
    const many = issues(
      schema,
      Array.from({ length: 50_000 }, () => 1),
    );
    assert.equal(many.length, 21);
    assert.match(many.at(-1)?.message ?? '', /^and at least \d+ more$/);
  });
});

const bytes = (list: readonly Issue[]): number =>
  Buffer.byteLength(list.map(({ message, path }) => `/${path.join('/')}: ${message}; `).join(''));

describe('the size of messages', () => {
  const long = '€'.repeat(100_000);
  const hostile: [string, JsonSchema, unknown][] = [
    [
      'long unknown keys',
      { additionalProperties: false },
      Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`${index}${long}`, 1])),
    ],
    ['long known keys', { properties: { [long]: {}, [`${long}b`]: {} }, additionalProperties: false }, { a: 1 }],
    ['long required keys', { required: [long, `${long}b`] }, {}],
    ['long enum members', { enum: [long, `${long}b`, `${long}c`] }, `${long}d`],
    ['a long constant', { const: { [long]: long } }, long],
    ['a long pattern', { pattern: `^${long}$` }, 'a'],
    ['a long format', { type: 'string', format: 'date' }, long],
    ['a long not', { not: { properties: { [long]: { const: long } } } }, {}],
    ['long names of keys', { propertyNames: { maxLength: 2 } }, { [long]: 1 }],
    ['long dependencies', { dependentRequired: { a: [long] } }, { a: 1 }],
    ['long alternatives', { anyOf: [{ const: long }, { enum: [`${long}b`] }, { type: 'number' }] }, `${long}c`],
    ['a long way', { properties: { a: { $ref: '#' } }, additionalProperties: false, type: 'object' }, nestedKeys(60)],
    ['long keys on a long way', { additionalProperties: { $ref: '#' }, type: 'object' }, nestedKeys(60, long)],
    ['control characters', { type: 'number' }, '\u0000'.repeat(100)],
    [
      'many members',
      { items: { enum: Array.from({ length: 12 }, (_, index) => `${index}${long}`) } },
      Array.from({ length: 100 }, () => long),
    ],
  ];
  for (const [name, schema, value] of hostile)
    it(`is bounded for ${name}`, () => {
      const list = issues(schema, value);
      assert.ok(list.length > 0);
      assert.ok(bytes(list) <= 4096, `${bytes(list)} bytes`);
    });

  function nestedKeys(levels: number, key = 'a'): unknown {
    let value: unknown = 5;
    for (let level = 0; level < levels; level += 1) value = { [key]: value };
    return value;
  }

  it('never cuts a character in half', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 45 }), (length) => {
        const [told] = issues({ type: 'number' }, `${'a'.repeat(length)}👍👍👍`);
        assert.doesNotMatch(told?.message ?? '', /[\uD800-\uDBFF](?![\uDC00-\uDFFF])/);
      }),
    );
  });
});

describe('secrets in messages', () => {
  const secret = 'hunter2-XYZZY';
  const parts: JsonSchema[] = [
    { type: 'number' },
    { enum: Array.from({ length: 40 }, (_, index) => `hunter${39 - index}-XYZZ`) },
    { const: 'x' },
    { anyOf: [{ type: 'number' }, { const: 'y' }] },
    { oneOf: [{ type: 'number' }, { type: 'string', maxLength: 3 }] },
    { not: { type: ['string', 'object', 'array'] } },
    { maxLength: 3, type: 'string' },
    { pattern: '^z' },
    { format: 'date' },
    { type: 'object', additionalProperties: false },
    { type: 'object', properties: { 'huntre2-XYZZ': {} }, additionalProperties: false },
    { type: 'object', propertyNames: { maxLength: 3 } },
    { type: 'object', additionalProperties: { type: 'number' } },
    { type: 'object', maxProperties: 0 },
    { type: 'array', maxItems: 0 },
    { type: 'array', items: { type: 'number' } },
    { type: 'array', uniqueItems: true, contains: { const: 4 } },
    { allOf: [{ type: 'number' }, { minimum: 5 }] },
    { if: { type: 'string' }, then: { maxLength: 2 }, else: false },
  ];
  const values = [secret, { [secret]: secret }, { a: { b: secret } }, [secret, secret], [secret, { a: secret }]];
  const isSecret = (path: readonly (string | number)[]): boolean => path.length === 1 && path[0] === 'token';

  it('show nothing that is made of the value, in any keyword', () => {
    for (const part of parts) {
      const wrappings: JsonSchema[] = [
        { properties: { token: part } },
        { anyOf: [{ properties: { token: part }, required: ['token'] }, { type: 'string' }] },
        { oneOf: [{ type: 'object', properties: { token: part, kind: { const: 'a' } }, required: ['kind'] }, { type: 'number' }] },
        { patternProperties: { '^t': part } },
        { additionalProperties: part },
        { properties: { token: part }, allOf: [{ required: ['other'] }] },
      ];
      for (const schema of wrappings)
        for (const value of values) {
          const given = { kind: 'a', token: value };
          const list = compileSchema(schema, 'the schema', { isSecret })(given);
          const text = JSON.stringify(list);
          assert.doesNotMatch(text, /hunter2/, `${JSON.stringify(schema)} ${text}`);
          for (const { path } of list) assert.ok(path[0] !== 'token' || path.length === 1, text);
        }
    }
  });

  it('are refused with one message, whatever they hold', () => {
    const check = compileSchema({ properties: { token: { type: 'array', items: { type: 'number' } } } }, 'the schema', { isSecret });
    const expected = [{ message: 'expected number', path: ['token'] }];
    assert.deepEqual(check({ token: ['a'] }), expected);
    assert.deepEqual(check({ token: Array.from({ length: 500 }, () => 'a') }), expected);
  });

  it('are not compared aloud', () => {
    const list: JsonSchema = { properties: { keys: { type: 'array', uniqueItems: true } } };
    const check = compileSchema(list, 'the schema', { isSecret: ([name, index]) => name === 'keys' && index === 2 });
    assert.deepEqual(check({ keys: [1, 2, 1] }), [{ message: 'items must differ', path: ['keys'] }]);
    assert.deepEqual(check({ keys: [1, 1, 3] }), [{ message: 'items must differ, but items 0 and 1 are equal', path: ['keys'] }]);
  });

  it('still say what was expected, and others are told in full', () => {
    const schema: JsonSchema = { properties: { token: { type: 'string' }, age: { type: 'number' } }, required: ['token'] };
    const check = compileSchema(schema, 'the schema', { isSecret });
    assert.deepEqual(check({ token: 5, age: 'x' }), [
      { message: 'expected string', path: ['token'] },
      { message: 'expected number, got string "x"', path: ['age'] },
    ]);
    assert.deepEqual(check({}), [{ message: "missing required argument 'token'", path: ['token'] }]);
  });
});

describe('the cost of a refusal', () => {
  const flat: JsonSchema = {
    type: 'object',
    properties: {
      name: { type: 'string', minLength: 1 },
      age: { type: 'integer', minimum: 0 },
      email: { type: 'string', format: 'email' },
      role: { enum: ['admin', 'user'] },
      active: { type: 'boolean' },
      tags: { type: 'array', items: { type: 'string' } },
    },
    required: ['name', 'age'],
    additionalProperties: false,
  };
  it('is below 50 ms for 100,000 bad items, and bounded in memory', async () => {
    const check = compileSchema({ type: 'array', items: flat }, 'the schema');
    const items = Array.from({ length: 100_000 }, () => ({ name: 1, age: 'x', zzz: 1 }));
    check(items);
    const before = process.memoryUsage().heapUsed;
    const list = check(items);
    const grown = process.memoryUsage().heapUsed - before;
    assert.equal(list.length, 21);
    await takesLess(50, () => check(items));
    assert.ok(grown < 20e6, `grew by ${grown} bytes`);
  });
});
