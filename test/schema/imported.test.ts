/** Schemas from elsewhere: bounded, never code, and never a reason to wait or to crash. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { ToolError } from '../../src/errors.js';
import { Tool } from '../../src/runtime/tool.js';
import { compileSchema, type ShapeCheck } from '../../src/schema/validator.js';
import type { Issue, JsonSchema } from '../../src/types.js';
import { leastTime, takesLess } from '../least-time.js';

const compile = (schema: unknown): ShapeCheck => compileSchema(schema as JsonSchema, 'the input schema of tool x', { isImported: true });
const judge = (schema: unknown, value: unknown): Issue[] => compile(schema)(value);

/** The message of the refusal of a schema. */
function unsupported(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof ToolError && error.code === 'UNSUPPORTED_SCHEMA') return error.message;
    throw error;
  }
  return assert.fail('the schema was taken');
}

function deep(levels: number): JsonSchema {
  let schema: JsonSchema = { type: 'string' };
  for (let level = 0; level < levels; level += 1) schema = { items: schema };
  return schema;
}

const many = (count: number): JsonSchema => ({
  properties: Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, {}])),
});

describe('bounds of imported schemas', () => {
  it('may have limits of draft-04 and OpenAPI 3.0, wherever a schema stands; what is data stays', async () => {
    const old = { type: 'number', minimum: 0, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: false };
    const data = { exclusiveMinimum: true };
    const inputSchema = {
      type: 'object',
      properties: {
        exclusiveMinimum: old,
        list: { type: 'array', items: { anyOf: [old, { const: data }] } },
        alone: { type: 'number', exclusiveMaximum: true },
      },
      default: { list: [data] },
    } as unknown as JsonSchema;
    const given = structuredClone(inputSchema);
    const tool = new Tool({ name: 'it', imported: true, inputSchema, handler: (args) => args });
    const made = { type: 'number', exclusiveMinimum: 0, maximum: 9 };
    assert.deepEqual(tool.inputSchema, {
      type: 'object',
      properties: {
        exclusiveMinimum: made,
        list: { type: 'array', items: { anyOf: [made, { const: data }] } },
        alone: { type: 'number' },
      },
      default: { list: [data] },
    });
    assert.deepEqual(inputSchema, given);
    for (const args of [{ exclusiveMinimum: 1, list: [9, data], alone: 5 }, { exclusiveMinimum: 9 }])
      assert.deepEqual(await tool.invoke(args), args);
    for (const args of [{ exclusiveMinimum: 0 }, { exclusiveMinimum: 10 }, { list: [0] }])
      await assert.rejects(tool.invoke(args), { code: 'INVALID_ARGUMENTS' });
  });

  it('may say within a property that it must be there, as draft-03 does', async () => {
    const inner = { type: 'object', properties: { a: { type: 'string', required: true }, b: { required: false } }, required: true };
    const inputSchema = {
      type: 'object',
      properties: { required: { type: 'boolean', required: true }, inner, list: { items: { type: 'number', required: true } }, free: {} },
      required: ['inner'],
      default: { required: true },
    } as unknown as JsonSchema;
    const tool = new Tool({ name: 'it', imported: true, inputSchema, handler: (args) => args });
    assert.deepEqual(tool.inputSchema, {
      type: 'object',
      properties: {
        required: { type: 'boolean' },
        inner: { type: 'object', properties: { a: { type: 'string' }, b: {} }, required: ['a'] },
        list: { items: { type: 'number' } },
        free: {},
      },
      required: ['inner', 'required'],
      default: { required: true },
    });
    const args = { required: true, inner: { a: 'x' } };
    assert.deepEqual(await tool.invoke(args), args);
    for (const refused of [{ inner: { a: 'x' } }, { required: true, inner: {} }])
      await assert.rejects(tool.invoke(refused), { code: 'INVALID_ARGUMENTS' });
    const broken = { type: 'object', properties: { a: { required: true } }, required: 'a' } as unknown as JsonSchema;
    assert.throws(() => new Tool({ name: 'it', imported: true, inputSchema: broken }), { code: 'UNSUPPORTED_SCHEMA', message: /required/ });
  });

  it('are told with what passes them, and by how much', () => {
    assert.match(
      unsupported(() => compile(many(501))),
      /out of bounds: 501 properties in all \(at most 500\)/,
    );
    assert.match(
      unsupported(() => compile(deep(32))),
      /33 levels of nesting \(at most 32\)/,
    );
    assert.match(
      unsupported(() => compile({ description: 'x'.repeat(70_000) })),
      /70\d\d\d bytes of JSON \(at most 65536\)/,
    );
    assert.match(
      unsupported(() => compile({ description: '€'.repeat(30_000) })),
      /90\d\d\d bytes of JSON/,
    );
    const both = { allOf: [many(300), { properties: { a: many(300) } }] };
    assert.match(
      unsupported(() => compile(both)),
      /601 properties/,
    );
  });

  it('let pass what is within them, and count bytes as JSON does', () => {
    assert.deepEqual(judge(many(500), {}), []);
    assert.deepEqual(judge(deep(31), [[]]), []);
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 3 }), fc.integer({ min: 65_500, max: 65_570 }), (value, size) => {
        const schema = { enum: [value], description: '' };
        schema.description = 'x'.repeat(Math.max(0, size - JSON.stringify(schema).length));
        const bytes = Buffer.byteLength(JSON.stringify(schema));
        if (bytes > 65_536)
          assert.match(
            unsupported(() => compile(schema)),
            new RegExp(`: ${bytes} bytes of JSON`),
          );
        else assert.doesNotThrow(() => compile(schema));
      }),
    );
    assert.match(
      unsupported(() => compile({ description: 'x'.repeat(65_536) })),
      /bytes/,
    );
  });

  it('end for schemas that contain themselves, that are endless, or that resist', async () => {
    const self: JsonSchema = { type: 'object' };
    self.properties = { self };
    assert.match(
      unsupported(() => compile(self)),
      /at least \d+ levels/,
    );
    const wide: unknown[] = [];
    for (let index = 0; index < 40; index += 1) wide.push(wide);
    assert.match(
      unsupported(() => compile({ enum: wide })),
      /out of bounds/,
    );
    const throwing = {
      get type(): string {
        throw new Error('secret');
      },
    };
    assert.doesNotMatch(
      unsupported(() => compile(throwing)),
      /secret/,
    );
    const proxy = new Proxy({}, { ownKeys: () => assert.fail('trap') });
    assert.match(
      unsupported(() => compile(proxy)),
      /cannot be read/,
    );
    assert.match(
      unsupported(() => compile({ default: () => 1 })),
      /no JSON but a function/,
    );
    let reads = 0;
    const turning = {
      get type(): string {
        reads += 1;
        return reads === 1 ? 'string' : 'number';
      },
    };
    const check = compile(turning);
    assert.deepEqual([check('a').length, check(1).length], [0, 1], 'what was looked at is what is used');
    await takesLess(200, () => unsupported(() => compile({ enum: Array.from({ length: 1_000_000 }, () => 1) })));
  });

  it('a check is compiled at its first use, but what is no schema is told at once', async () => {
    await takesLess(50, () => compile(many(500)));
    const wrong: unknown[] = [
      { properties: 5 },
      { required: 'a' },
      { required: [1] },
      { type: 'foo' },
      { type: [] },
      { items: null },
      { items: [{}], $schema: 'https://json-schema.org/draft/2020-12/schema' },
      { enum: 'a' },
      { minLength: -1 },
      { maxItems: 1.5 },
      { multipleOf: 0 },
      { pattern: '(' },
      { pattern: 5 },
      { patternProperties: { '[': {} } },
      { anyOf: {} },
      { anyOf: [] },
      { allOf: [1] },
      { not: 'x' },
      { $ref: 5 },
      { $ref: '#/$defs/none' },
      { $ref: 'https://example.com/schema' },
      { properties: { a: { properties: { b: [] } } } },
      { additionalProperties: 'no' },
      { uniqueItems: 'yes' },
      { dependentRequired: { a: 'b' } },
      { $defs: { a: 5 } },
      { minimum: '1' },
    ];
    for (const schema of wrong)
      assert.match(
        unsupported(() => compile(schema)),
        /^the input schema of tool x cannot be compiled/i,
        JSON.stringify(schema),
      );
    assert.match(
      unsupported(() => compile({ properties: { a: { type: 'foo' } } })),
      /\/properties\/a\/type must be string, number/,
    );
  });
});

describe('hostile imported schemas', () => {
  it('extreme numbers are judged, and quickly', async () => {
    assert.equal(judge({ minLength: 1e9 }, 'a'.repeat(1000)).length, 1);
    assert.equal(judge({ minItems: 1e15, maxItems: 1e300 }, []).length, 1);
    assert.equal(judge({ multipleOf: 1e-300 }, 1e300).length, 0);
    assert.equal(judge({ multipleOf: 1e300 }, 1e-300).length, 1);
    assert.equal(judge({ multipleOf: 5e-324 }, 1.7e308).length, 0);
    await takesLess(50, () =>
      judge(
        { items: { multipleOf: 1e-300 } },
        Array.from({ length: 1000 }, () => 1e300),
      ),
    );
  });

  it('references that lead back to themselves are a fault of the schema', () => {
    for (const schema of [
      { $ref: '#' },
      { allOf: [{ $ref: '#' }] },
      { $ref: '#/$defs/a', $defs: { a: { anyOf: [{ $ref: '#/$defs/b' }] }, b: { not: { $ref: '#/$defs/a' } } } },
      { $dynamicRef: '#a', $dynamicAnchor: 'a' },
    ])
      assert.match(
        unsupported(() => judge(schema, 1)),
        /lead back to themselves/,
      );
  });

  for (const keyword of ['allOf', 'anyOf', 'oneOf'] as const)
    it(`${keyword} that doubles at each of 25 levels costs no more than its size`, async () => {
      const $defs: Record<string, JsonSchema> = { d25: { type: 'object', required: ['x'] } };
      for (let level = 24; level >= 0; level -= 1)
        $defs[`d${level}`] = { [keyword]: [{ $ref: `#/$defs/d${level + 1}` }, { $ref: `#/$defs/d${level + 1}` }] };
      const schema = { $ref: '#/$defs/d0', properties: { y: { type: 'string' } }, $defs };
      const check = compile(schema);
      for (const value of [{ x: 1 }, {}, { x: 1, y: 1 }, 5]) await takesLess(250, () => check(value));
    });

  it('nesting of thousands of levels is refused, or judged', () => {
    for (const keyword of ['allOf', 'anyOf', 'not', 'items', 'properties'] as const) {
      let schema: JsonSchema = { type: 'number' };
      for (let level = 0; level < 20_000; level += 1)
        schema = { [keyword]: keyword === 'not' || keyword === 'items' ? schema : keyword === 'properties' ? { a: schema } : [schema] };
      assert.match(
        unsupported(() => compile(schema)),
        /levels of nesting/,
      );
      assert.match(
        unsupported(() => compileSchema(schema, 'an own schema')(1)),
        /nested too deeply/,
      );
    }
  });

  it('a value that is deep or resists is refused, and is no fault of the schema', () => {
    let deepValue: unknown = 1;
    for (let level = 0; level < 100_000; level += 1) deepValue = [deepValue];
    assert.deepEqual(judge({ items: { $ref: '#' }, type: 'array' }, deepValue), [{ message: 'the value is nested too deeply', path: [] }]);
    const resisting = {
      get a(): string {
        throw new Error('a secret');
      },
    };
    assert.deepEqual(judge({ properties: { a: { type: 'string' } } }, resisting), [{ message: 'the value cannot be read', path: [] }]);
  });

  it('what cannot be remembered ends all the same', async () => {
    const $defs: Record<string, JsonSchema> = { d25: { type: 'object' } };
    for (let level = 24; level >= 0; level -= 1)
      $defs[`d${level}`] = { allOf: [{ $ref: `#/$defs/d${level + 1}` }, { $ref: `#/$defs/d${level + 1}` }] };
    const check = compile({ $ref: '#/$defs/d0', unevaluatedProperties: false, $defs });
    await takesLess(3000, () => check({ x: 1 }));
    assert.match(check({ x: 1 })[0]?.message ?? '', /too long to check/);
  });

  it('a union that recurs without tags is bounded, accepted and refused', async () => {
    const node = (key: string): JsonSchema => ({
      type: 'object',
      properties: { left: { $ref: '#' }, right: { $ref: '#' } },
      required: [key],
    });
    const check = compile({ anyOf: [node('a'), node('b'), node('c'), { type: 'null' }] });
    let value: unknown = null;
    for (let level = 0; level < 12; level += 1) value = { left: value, right: structuredClone(value), c: 1 };
    await takesLess(500, () => check(value));
    let bad: unknown = 'x';
    for (let level = 0; level < 30; level += 1) bad = { left: bad, c: 1 };
    await takesLess(250, () => check(bad));
    assert.ok(check(bad).length > 0);
  });

  it('thousands of alternatives for thousands of items end', async () => {
    const items = Array.from({ length: 100_000 }, () => 'z');
    const anyOf = Array.from({ length: 4000 }, (_, index) => ({ const: index === 3999 ? 'z' : index }));
    const check = compile({ items: { anyOf } });
    await takesLess(2000, () => check(items));
    const objects = Array.from({ length: 20_000 }, () => ({ z: 1 }));
    const members = compile({ items: { enum: Array.from({ length: 3000 }, (_, index) => ({ z: 3000 - index })) } });
    assert.deepEqual(members(objects), []);
    await takesLess(500, () => members(objects));
  });

  it('a value that is large costs by its size', async () => {
    const keys = Object.fromEntries(Array.from({ length: 200_000 }, (_, index) => [`k${index}`, index]));
    const closed = compile({ type: 'object', properties: { a: {} }, additionalProperties: false });
    assert.equal(closed(keys).length, 21);
    // To list 200,000 keys takes V8 alone 25 to 50 ms, by the machine; that must happen once at most.
    assert.ok((await leastTime(() => closed(keys))) < 50 + (await leastTime(() => Object.keys(keys))));
    const texts = Array.from({ length: 50_000 }, (_, index) => `text ${index}`);
    const unique = compile({ uniqueItems: true });
    assert.deepEqual(unique(texts), []);
    await takesLess(50, () => unique(texts));
    assert.equal(unique([...texts, 'text 7']).length, 1);
    for (const isImported of [true, false]) {
      const check = compileSchema({ pattern: '^(a+)+$' }, 'the schema', { isImported });
      assert.equal(check(`${'a'.repeat(100)}!`).length, 1);
      assert.deepEqual(check('a'.repeat(100)), []);
      await takesLess(50, () => check(`${'a'.repeat(100)}!`));
    }
  });
});

/** Text that ends literals, comments and templates, names that objects have, and sources of patterns. */
const hostile = fc.constantFrom(
  "'",
  '"',
  '`',
  '\\',
  '\u2028',
  '\u2029',
  '\n',
  '${globalThis.hacked=1}',
  '*/globalThis.hacked=1/*',
  '//',
  '"];globalThis.hacked=1;["',
  "');globalThis.hacked=1;('",
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'valueOf',
  'hasOwnProperty',
  '<!--',
  '\\u0022',
  '\0',
  '](globalThis.hacked=1)[',
  'a',
  '#/$defs/x',
  '~1',
  '/',
  '%',
);
const hostileName = fc.array(hostile, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(''));

describe('strings of imported schemas', () => {
  it('are data: hostile names and values are judged, and touch nothing', () => {
    const globals = JSON.stringify(Object.getOwnPropertyNames(globalThis).sort());
    const prototype = JSON.stringify(Object.getOwnPropertyNames(Object.prototype).sort());
    const own = (entries: [string, unknown][]): Record<string, unknown> => {
      const object = {};
      for (const [key, value] of entries)
        Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
      return object;
    };
    for (const isImported of [true, false])
      fc.assert(
        fc.property(hostileName, hostileName, hostileName, (name, member, format) => {
          const schema = {
            type: 'object',
            title: name,
            properties: own([[name, { enum: [member], format, description: member }]]),
            patternProperties: own([[`^${escaped(name)}!$`, { const: member }]]),
            dependentRequired: own([[name, [name]]]),
            required: [name],
            additionalProperties: false,
            $defs: own([[name, { const: member }]]),
            'x-unknown': { [format]: member },
          } as JsonSchema;
          const check = compileSchema(schema, 'the schema', { isImported });
          for (let call = 0; call < (isImported ? 1 : 2001); call += 1) check(own([[name, member]]));
          assert.deepEqual(check(own([[name, member]])), []);
          assert.deepEqual(
            check(
              own([
                [name, member],
                [`${name}!`, member],
              ]),
            ),
            [],
          );
          assert.equal(check(own([[name, `${member}x`]])).length, 1);
          assert.equal(check(own([[`${name}?`, member]])).length, 2);
          assert.equal(check({}).length, 1);
        }),
        { numRuns: isImported ? 300 : 60 },
      );
    assert.equal(JSON.stringify(Object.getOwnPropertyNames(globalThis).sort()), globals);
    assert.equal(JSON.stringify(Object.getOwnPropertyNames(Object.prototype).sort()), prototype);
    assert.equal('hacked' in globalThis, false);
  });

  const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
});
