/** The check of one schema: hostile schemas and values cost little, and the verdict stays JSON Schema's own. */
import assert from 'node:assert/strict';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { ToolError } from '../../src/errors.js';
import { compileSchema } from '../../src/schema/validator.js';
import type { JsonSchema } from '../../src/types.js';

const messages = (schema: JsonSchema, value: unknown): string[] =>
  compileSchema(schema, 'the schema')(value).map(({ message, path }) => `/${path.join('/')} ${message}`);

function quickly<T>(most: number, work: () => T): T {
  const start = performance.now();
  const result = work();
  const took = performance.now() - start;
  assert.ok(took < most, `took ${Math.round(took)} ms, allowed are ${most}`);
  return result;
}

const node = (op: string, tagFirst: boolean): JsonSchema => {
  const tag = { op: { const: op } };
  const child = { left: { $ref: '#/$defs/Node' } };
  return {
    type: 'object',
    properties: tagFirst ? { ...tag, ...child } : { ...child, ...tag },
    required: ['op', 'left'],
    additionalProperties: false,
  };
};

const tree = (tagFirst: boolean): JsonSchema => ({
  $ref: '#/$defs/Node',
  $defs: {
    Node: { anyOf: [{ $ref: '#/$defs/Add' }, { $ref: '#/$defs/Mul' }, { type: 'number' }] },
    Add: node('add', tagFirst),
    Mul: node('mul', tagFirst),
  },
});

function nested(levels: number, leaf: unknown): unknown {
  let value = leaf;
  for (let level = 0; level < levels; level += 1) value = { op: 'mul', left: value };
  return value;
}

describe('schema validator', () => {
  it('a pattern that backtracks without end is given up within its budget', () => {
    const schema: JsonSchema = { type: 'array', items: { type: 'string', pattern: '^(?=a)(a+)+$' } };
    const issues = quickly(1000, () =>
      messages(
        schema,
        Array.from({ length: 500 }, () => `${'a'.repeat(40)}!`),
      ),
    );
    assert.equal(issues.length, 1);
    assert.match(issues[0] ?? '', /takes too long to check against the pattern \^\(\?=a\)\(a\+\)\+\$/);
    assert.deepEqual(messages(schema, ['a'.repeat(40)]), [], 'a long text that fits is accepted');
    quickly(1000, () => messages({ type: 'string', pattern: '\\s+$' }, `${' '.repeat(500_000)}x`));
    quickly(1000, () => messages({ patternProperties: { '^(?:a|a)*$': {} } }, { [`${'a'.repeat(60)}!`]: 1 }));
  });

  it('patterns judge as JavaScript does, whatever their form', () => {
    const atoms = fc.constantFrom('a', 'b', '[ab]', '.', '(?:a|b)', '(a+)', '(?:(?:ab)*)', '(a?)', '\\w', '(?=a)');
    const counts = fc.constantFrom('', '', '*', '+', '?', '{2}', '{1,}', '+?');
    const patterns = fc
      .array(fc.tuple(atoms, counts), { minLength: 1, maxLength: 4 })
      .map((parts) => parts.map(([atom, count]) => (atom === '(?=a)' ? atom : atom + count)).join(''));
    fc.assert(
      fc.property(patterns, fc.boolean(), fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 24 }), (source, whole, text) => {
        const pattern = whole ? `^${source}$` : source;
        assert.equal(messages({ pattern }, text).length === 0, new RegExp(pattern, 'u').test(text));
      }),
      { numRuns: 300 },
    );
  });

  it('uniqueItems takes linear time and judges as Ajv does', () => {
    const schema: JsonSchema = { type: 'array', uniqueItems: true };
    const many = Array.from({ length: 40_000 }, (_, index) => ({ index }));
    assert.deepEqual(
      quickly(3000, () => messages(schema, many)),
      [],
    );
    assert.deepEqual(messages(schema, [{ a: 1, b: [2] }, 1, '1', { b: [2], a: 1 }]), ['/ items must differ, but items 0 and 3 are equal']);
    const validate = new Ajv2020().compile(schema);
    // Comparing objects, Ajv asks them for their own `valueOf` and `toString`: it is given other names.
    const renamed = (value: unknown): unknown =>
      Array.isArray(value)
        ? value.map(renamed)
        : typeof value === 'object' && value !== null
          ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [`_${name}`, renamed(inner)]))
          : value;
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.constantFrom(0, -0, 1, '1', true, null, 'null'), fc.jsonValue({ maxDepth: 2 })), { maxLength: 6 }),
        (items) => {
          assert.equal(messages(schema, items).length === 0, validate(renamed(items)), JSON.stringify(items));
        },
      ),
      { examples: [[[{}, { toString: false }]], [[{ valueOf: 1 }, { valueOf: 1 }]]] },
    );
  });

  it('a recursive union takes time by its size, not two to the power of its depth', () => {
    for (const tagFirst of [true, false]) {
      const schema = tree(tagFirst);
      assert.deepEqual(
        quickly(1000, () => messages(schema, nested(60, 1))),
        [],
      );
      const issues = quickly(1000, () => messages(schema, nested(60, 'x')));
      assert.equal(issues.length, 1);
      assert.match(issues[0] ?? '', /left expected object or number, got string "x"$/);
    }
  });

  it('a discriminator that names no branch is told with all that it may be', () => {
    assert.deepEqual(messages(tree(true), { op: 'div', left: 1 }), ['/op must be one of "add", "mul", got string "div"']);
    assert.deepEqual(messages(tree(true), { op: 'mul', left: { op: 'add' } }), ["/left/left missing required property 'left'"]);
  });

  it('tags change no verdict', () => {
    const branch = (kind: string, more: JsonSchema): JsonSchema => ({
      type: 'object',
      properties: { kind: { const: kind }, ...more.properties },
      required: ['kind'],
      additionalProperties: false,
    });
    for (const keyword of ['anyOf', 'oneOf'] as const) {
      const schema: JsonSchema = {
        [keyword]: [
          branch('a', { properties: { x: { type: 'number' } } }),
          branch('b', { properties: { x: { type: 'string' } } }),
          branch('a', { properties: { y: { type: 'string' } } }),
          { type: 'null' },
        ],
      };
      const validate = new Ajv2020().compile(schema);
      const check = compileSchema(schema, 'the schema');
      const values = fc.oneof(
        fc.constant(null),
        fc.record(
          { kind: fc.constantFrom('a', 'b', 'c', 1), x: fc.oneof(fc.integer(), fc.string()), y: fc.string() },
          { requiredKeys: [] },
        ),
      );
      fc.assert(fc.property(values, (value) => assert.equal(check(value).length === 0, validate(value), JSON.stringify(value))));
    }
  });

  it("Ajv's $async does not switch the check off", () => {
    assert.deepEqual(messages({ $async: true, properties: { a: { type: 'string' } } }, { a: 5 }), ['/a expected string, got number 5']);
  });

  it('references that never end are a fault of the schema', () => {
    const unsupported = (error: unknown): boolean =>
      error instanceof ToolError && error.code === 'UNSUPPORTED_SCHEMA' && /lead back to themselves/.test(error.message);
    assert.throws(() => messages({ $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } }, 1), unsupported);
    assert.throws(() => messages({ $ref: '#/$defs/a', $defs: { a: { allOf: [{ $ref: '#/$defs/a' }] } } }, 1), unsupported);
    assert.deepEqual(messages({ properties: { child: { $ref: '#' } }, type: 'object' }, { child: { child: {} } }), []);
  });

  it('a schema may be compiled again and again, also under one $id', () => {
    for (const type of ['string', 'number']) {
      assert.equal(
        messages({ $id: 'https://example.com/s', properties: { a: { $id: 'https://example.com/a', type } } }, { a: 'x' }).length,
        type === 'string' ? 0 : 1,
      );
    }
  });
});
