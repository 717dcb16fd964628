/** Two engines, one verdict: the interpreter, and Ajv where it is used. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { inspect } from 'node:util';
import { type Schema, Validator } from '@cfworker/json-schema';
import fc from 'fast-check';
import { compileWithAjv, isForAjv } from '../../src/schema/ajv.js';
import { type Dialect, dialectOf } from '../../src/schema/dialect.js';
import { Interpreter } from '../../src/schema/engine/interpreter.js';
import { partsOf } from '../../src/schema/parts.js';
import { readExpression } from '../../src/schema/pattern.js';
import { compileSchema } from '../../src/schema/validator.js';
import { verdictOf } from '../../src/schema/verdict.js';
import type { JsonSchema } from '../../src/types.js';

const names = fc.constantFrom('a', 'b', 'kind', 'constructor', 'toString');
const scalar = fc.oneof(
  fc.integer({ min: -3, max: 12 }),
  fc.constantFrom(0.1, 0.3, 1.5, -0, 1e21),
  fc.constantFrom('', 'a', 'ab', '1', '2025-01-31', 'x@example.com', '👍'),
  fc.boolean(),
  fc.constant(null),
);
const { value: values } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof({ maxDepth: 3 }, scalar, fc.array(tie('value'), { maxLength: 4 }), fc.dictionary(names, tie('value'), { maxKeys: 4 })),
}));
const count = fc.integer({ min: 0, max: 3 });
const type = fc.constantFrom('string', 'number', 'integer', 'boolean', 'null', 'array', 'object');

type Keywords = Record<string, fc.Arbitrary<unknown>>;

/** Schemas of every keyword that Ajv is trusted with, and of more. */
const schemasOf = (more: (sub: fc.Arbitrary<JsonSchema>) => Keywords): fc.Arbitrary<JsonSchema> =>
  fc.letrec<{ schema: JsonSchema }>((tie) => {
    const sub = tie('schema');
    const list = fc.array(sub, { minLength: 1, maxLength: 3 });
    const map = fc.dictionary(names, sub, { maxKeys: 3 });
    const branch = fc.tuple(fc.constantFrom('x', 'y', 1), map).map(([kind, properties]): JsonSchema => ({
      type: 'object',
      properties: { ...properties, kind: { const: kind } },
      required: ['kind'],
    }));
    const keywords: Keywords = {
      type: fc.oneof(type, fc.uniqueArray(type, { minLength: 1, maxLength: 3 })),
      enum: fc.uniqueArray(scalar, { minLength: 1, maxLength: 4 }),
      const: scalar,
      minimum: count,
      maximum: count,
      exclusiveMinimum: count,
      exclusiveMaximum: count,
      multipleOf: fc.constantFrom(1, 2, 0.1, 0.01, 1e-7),
      minLength: count,
      maxLength: count,
      pattern: fc.constantFrom('^a', 'b$', '^\\d+$', '.'),
      format: fc.constantFrom('date', 'email', 'unknown', 'uuid', 'int32'),
      items: sub,
      prefixItems: list,
      minContains: count,
      maxContains: count,
      minItems: count,
      maxItems: count,
      uniqueItems: fc.boolean(),
      properties: map,
      patternProperties: fc.dictionary(fc.constantFrom('^a', 'o'), sub, { maxKeys: 2 }),
      additionalProperties: fc.oneof(fc.boolean(), sub),
      propertyNames: sub,
      required: fc.uniqueArray(names, { maxLength: 2 }),
      dependentRequired: fc.dictionary(names, fc.uniqueArray(names, { maxLength: 2 }), { maxKeys: 2 }),
      dependentSchemas: map,
      minProperties: count,
      maxProperties: count,
      allOf: list,
      anyOf: fc.oneof(list, fc.array(branch, { minLength: 1, maxLength: 3 })),
      oneOf: fc.oneof(list, fc.array(branch, { minLength: 1, maxLength: 3 })),
      not: sub,
      if: sub,
      // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
      then: sub,
      else: sub,
      $ref: fc.constantFrom('#/$defs/one', '#/$defs/two'),
      ...more(sub),
    };
    const one = fc
      .constantFrom(...Object.keys(keywords))
      .chain((name) => (keywords[name] as fc.Arbitrary<unknown>).map((value) => ({ [name]: value })));
    return {
      schema: fc.oneof(
        { maxDepth: 3, depthIdentifier: 'schema' },
        type.map((name): JsonSchema => ({ type: name })),
        fc.array(one, { minLength: 1, maxLength: 3 }).map((parts): JsonSchema => Object.assign({}, ...parts)),
      ),
    };
  }).schema;

const whole = (schema: JsonSchema): JsonSchema => ({
  ...schema,
  $defs: {
    one: { type: ['string', 'object'], properties: { a: { $ref: '#/$defs/two' } } },
    two: { anyOf: [{ type: 'number' }, { $ref: '#/$defs/one' }] },
  },
});

function engines(schema: JsonSchema): [Interpreter, ((value: unknown) => boolean) | undefined] {
  const dialect: Dialect = dialectOf(schema);
  const ajv = isForAjv(schema, dialect) ? compileWithAjv(schema, dialect, readExpression) : undefined;
  return [new Interpreter(schema, dialect, readExpression), ajv];
}

describe('engines', () => {
  it('[B38] agree on schemas of all keywords, and give a reason for every refusal', () => {
    let compared = 0;
    fc.assert(
      fc.property(schemasOf(() => ({})).map(whole), fc.array(values, { minLength: 5, maxLength: 10 }), (schema, many) => {
        const [interpreter, ajv] = engines(schema);
        assert.ok(ajv, 'Ajv takes every schema of this kind');
        for (const value of many) {
          const verdict = ajv(value);
          const { count } = interpreter.explain(value, 20);
          assert.equal(interpreter.accepts(value), verdict, JSON.stringify({ schema, value }));
          assert.equal(count === 0, verdict, JSON.stringify({ schema, value, count }));
          compared += 1;
        }
      }),
      { numRuns: 1500 },
    );
    assert.ok(compared > 5000);
  });

  it('agree on odd names, on keywords of other tools, and where branches look at keys', () => {
    const odd = fc.constantFrom('', 'a', '__proto__', 'constructor', "it's", 'a"b', 'a\\b', 'a\nb', '\u2028', 'a/b', 'a~b', '0', 'length');
    const oddValue = fc.uniqueArray(fc.tuple(odd, scalar), { maxLength: 4, selector: ([key]) => key }).map((entries) => {
      const object = {};
      for (const [key, value] of entries)
        Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
      return object;
    });
    const more = (sub: fc.Arbitrary<JsonSchema>): Keywords => ({
      required: fc.uniqueArray(odd, { maxLength: 2 }),
      dependentRequired: fc.dictionary(odd, fc.uniqueArray(odd, { maxLength: 2 }), { maxKeys: 2 }),
      properties: fc.dictionary(odd, sub, { maxKeys: 2 }),
      patternProperties: fc.dictionary(fc.constantFrom('', '^a', "'", '.'), sub, { maxKeys: 2 }),
      // Not of JSON Schema, but of Ajv or of those before it.
      formatMinimum: scalar,
      optionalProperties: fc.dictionary(odd, sub, { maxKeys: 1 }),
      elements: sub,
      instanceof: fc.constant('Date'),
      typeof: fc.constant('string'),
      default: values,
    });
    let compared = 0;
    fc.assert(
      fc.property(schemasOf(more).map(whole), fc.array(fc.oneof(values, oddValue), { minLength: 5, maxLength: 10 }), (schema, many) => {
        const [interpreter, ajv] = engines(schema);
        for (const value of ajv ? many : []) {
          assert.equal(interpreter.accepts(value), ajv?.(value), JSON.stringify({ schema, value }));
          compared += 1;
        }
      }),
      { numRuns: 1500 },
    );
    assert.ok(compared > 5000, `${compared} compared`);
  });

  it('what Ajv got wrong once stays right after it took over', () => {
    const schemas: [JsonSchema, unknown, boolean][] = [
      [{ type: 'object', patternProperties: { '^a': {} }, anyOf: [{ required: ['b'], additionalProperties: {} }, {}] }, { a: false }, true],
      [{ required: [''] }, {}, false],
      [{ dependentRequired: { a: [''] } }, { a: 1 }, false],
    ];
    for (const [schema, value, isFine] of schemas) {
      const check = compileSchema(schema, 'the schema');
      for (let call = 0; call < 2100; call += 1)
        assert.equal(check(value).length === 0, isFine, `${JSON.stringify(schema)} at call ${call}`);
    }
  });

  it('code that throws where the interpreter does not is given up for good', () => {
    const schema: JsonSchema = { type: 'object', properties: { a: { type: 'number' } } };
    const interpreter = new Interpreter(schema, '2020-12', readExpression);
    const verdict = verdictOf(schema, '2020-12', interpreter);
    for (let call = 0; call < 2001; call += 1) verdict({ a: 1 });
    let asked = 0;
    const { accepts } = interpreter;
    interpreter.accepts = (value) => {
      asked += 1;
      return accepts.call(interpreter, value);
    };
    const throwing = (times: number): object => {
      let reads = 0;
      return {
        get a(): number {
          reads += 1;
          if (reads <= times) throw new TypeError('odd code');
          return 1;
        },
      };
    };
    assert.throws(() => verdict(throwing(Infinity)), TypeError);
    assert.equal(verdict({ a: 1 }), true);
    assert.equal(asked, 1, 'a value that cannot be read is no fault of the code');
    assert.equal(verdict(throwing(1)), true);
    for (let call = 0; call < 3000; call += 1) verdict({ a: 1 });
    assert.equal(asked, 3002);
  });

  it('agree with another validator on what Ajv is not trusted with', () => {
    const more = (sub: fc.Arbitrary<JsonSchema>): Keywords => ({
      contains: sub,
      unevaluatedItems: fc.oneof(fc.boolean(), sub),
      unevaluatedProperties: fc.oneof(fc.boolean(), sub),
      const: values,
      // Its formats are not ours.
      format: fc.constant('unknown'),
    });
    let accepted = 0;
    let refused = 0;
    fc.assert(
      fc.property(schemasOf(more).map(whole), fc.array(values, { minLength: 5, maxLength: 10 }), (schema, many) => {
        const interpreter = new Interpreter(schema, '2020-12', readExpression);
        const other = new Validator(structuredClone(schema) as Schema, '2020-12');
        for (const value of many) {
          const verdict = other.validate(value).valid;
          assert.equal(interpreter.accepts(value), verdict, JSON.stringify({ schema, value }));
          assert.equal(interpreter.explain(value, 20).count === 0, verdict, JSON.stringify({ schema, value }));
          if (verdict) accepted += 1;
          else refused += 1;
        }
      }),
      { numRuns: 1500 },
    );
    assert.ok(accepted > 1000 && refused > 1000, `${accepted} accepted, ${refused} refused`);
  });

  it('agree on what no JSON is', () => {
    const schema: JsonSchema = { type: 'object', properties: { a: { type: 'number' } }, required: ['a'], additionalProperties: false };
    const [interpreter, ajv] = engines(schema);
    for (const value of [
      { a: NaN },
      { a: Infinity },
      { a: undefined },
      { a: 1n },
      { a: 1, b: undefined },
      undefined,
      () => 1,
      Symbol('a'),
      new Date(0),
    ])
      assert.equal(interpreter.accepts(value), ajv?.(value), inspect(value));
  });

  it('the second takes over what is asked for often, and not before', () => {
    const schema: JsonSchema = { type: 'object', properties: { a: { type: 'number' } } };
    const interpreter = new Interpreter(schema, '2020-12', readExpression);
    let asked = 0;
    const { accepts } = interpreter;
    interpreter.accepts = (value) => {
      asked += 1;
      return accepts.call(interpreter, value);
    };
    const verdict = verdictOf(schema, '2020-12', interpreter);
    for (let call = 0; call < 5000; call += 1) assert.equal(verdict({ a: call % 2 ? 'x' : 1 }), call % 2 === 0);
    assert.equal(asked, 2000);
  });

  it('code generation is not needed', () => {
    const script = fileURLToPath(new URL('without-code.ts', import.meta.url));
    const { stdout, stderr, status } = spawnSync(process.execPath, ['--disallow-code-generation-from-strings', '--import', 'tsx', script], {
      encoding: 'utf8',
    });
    assert.equal(status, 0, stderr);
    const slow = [{ message: 'a text takes too long to check against the pattern ^(?=a)(a+)+$; send a shorter one', path: [] }];
    assert.deepEqual(JSON.parse(stdout), {
      isForbidden: true,
      isForAjv: false,
      accepted: [],
      refused: [
        { message: 'must match the pattern ^[A-Z]\\w+$, got string "paris"', path: ['city'] },
        { message: 'expected a string of format email such as name@example.com, got string "a"', path: ['email'] },
        { message: "unknown argument 'extra' (known: city, email)", path: ['extra'] },
      ],
      slow,
    });
  });

  it('an unevaluated key is told once, with what was expected of the others', () => {
    const schema: JsonSchema = { allOf: [{ properties: { a: { type: 'string' } } }], properties: { b: {} }, unevaluatedProperties: false };
    assert.deepEqual(compileSchema(schema, 'the schema')({ a: 1, b: 2, c: 3 }), [
      { message: 'expected string, got number 1', path: ['a'] },
      { message: "unknown argument 'c' (known: b)", path: ['c'] },
    ]);
  });
});

describe('parts of a schema', () => {
  const leaf: JsonSchema = { $ref: '#/$defs/word' };
  const tree: JsonSchema = { type: 'object', properties: { next: { $ref: '#' } }, required: ['next'] };
  const root: JsonSchema = {
    anyOf: [leaf, tree, { $ref: '#/properties/length' }],
    properties: { length: { type: 'number' } },
    $defs: { word: { type: 'string', 'x-as': 'Date' } },
  };
  const [, , length] = root.anyOf ?? [];

  it('refer into the whole schema, by name and by shape', () => {
    const fits = partsOf(root, 'a union');
    assert.deepEqual([fits(leaf, 'a'), fits(leaf, 1)], [true, false]);
    assert.deepEqual([fits(tree, { next: 'a' }), fits(tree, { next: { next: 1 } }), fits(tree, { next: true })], [true, true, false]);
    assert.deepEqual([fits(length ?? true, 1), fits(length ?? true, 'a'), fits(true, 1), fits(false, 1)], [true, false, true, false]);
    assert.deepEqual([fits(root, 'a'), fits(root, true)], [true, false]);
  });

  it('are no schema when the whole is none, told at the first use', () => {
    const fits = partsOf({ type: 'foo' }, 'a union');
    assert.throws(() => fits({}, 1), { code: 'UNSUPPORTED_SCHEMA' });
  });
});
