/** Strict mode: optional properties as nullable ones and back, limits of one tool, budgets of a request. */
import { deepEqual, doesNotThrow, equal, ok } from 'node:assert/strict';
import fc from 'fast-check';
import { declareTools } from '../../../src/bridges/calling/declare.js';
import { facts, type StrictFacts } from '../../../src/bridges/calling/facts.js';
import { strictForm } from '../../../src/bridges/calling/strict/index.js';
import { undo, undoStrict } from '../../../src/bridges/calling/strict/undo.js';
import { compileSchema } from '../../../src/schema/validator.js';
import type { JsonSchema, ObjectSchema, ToolDefinition } from '../../../src/types.js';
import { budgetProblems } from './legal/index.js';
import { bfclBatches, bfclCases, hasData, refusalsOf, serverTools } from './support.js';

const toolOf = (inputSchema: object, name = 'probe'): ToolDefinition => ({ name, inputSchema: inputSchema as ObjectSchema });
const openai = facts['openai-chat'].strict as StrictFacts;

const strictOf = (schema: object): ObjectSchema => {
  const declared = declareTools([toolOf(schema)], 'openai-chat');
  deepEqual(declared.warnings, []);
  deepEqual(refusalsOf('openai-chat', declared), []);
  return declared.declarations[0]!.parameters;
};

const fits = (schema: object, value: unknown): boolean => compileSchema(schema as JsonSchema, 'the schema')(value).length === 0;

const shell = {
  type: 'object',
  properties: { cmd: { type: 'array', items: { type: 'string' } }, workdir: { type: 'string' } },
  required: ['cmd'],
  additionalProperties: false,
};

describe('calling: strict mode of OpenAI', () => {
  it('[B19] [DPT-153] requires every property; one that was optional may be null', () => {
    deepEqual(strictOf(shell), {
      type: 'object',
      properties: { cmd: { type: 'array', items: { type: 'string' } }, workdir: { type: ['string', 'null'] } },
      required: ['cmd', 'workdir'],
      additionalProperties: false,
    });
  });

  it('[B19] [DPT-154] takes that null out again', () => {
    deepEqual(undoStrict({ cmd: ['ls'], workdir: null }, shell), { cmd: ['ls'] });
  });

  it('writes null once where a property could be null already', () => {
    const maybe = {
      a: { type: ['string', 'null'] },
      b: { enum: ['x', null] },
      c: { anyOf: [{ type: 'string' }, { type: 'null' }] },
      d: { $ref: '#/$defs/D' },
    };
    const { properties } = strictOf({ type: 'object', properties: maybe, $defs: { D: { type: ['integer', 'null'] } } });
    deepEqual(properties, {
      a: { type: ['string', 'null'] },
      b: { enum: ['x', null], type: ['string', 'null'] },
      c: { anyOf: [{ type: 'string' }, { type: 'null' }] },
      d: { type: ['integer', 'null'] },
    });
  });

  it('makes values, objects, lists, unions and references nullable', () => {
    const node = { type: 'object', properties: { next: { $ref: '#/$defs/N' } }, additionalProperties: false };
    const { properties, $defs } = strictOf({
      type: 'object',
      properties: {
        a: { enum: ['x', 'y'], description: 'Which.' },
        b: { type: 'object', properties: { c: { type: 'string' } }, required: ['c'] },
        d: { anyOf: [{ type: 'string' }, { type: 'number' }] },
        e: { const: 3 },
        n: { $ref: '#/$defs/N' },
      },
      $defs: { N: node },
    });
    deepEqual(properties!['a'], { description: 'Which.', enum: ['x', 'y', null], type: ['string', 'null'] });
    deepEqual(properties!['b'], {
      anyOf: [{ type: 'object', properties: { c: { type: 'string' } }, required: ['c'], additionalProperties: false }, { type: 'null' }],
    });
    deepEqual(properties!['d'], { anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'null' }] });
    deepEqual(properties!['e'], { type: ['integer', 'null'], enum: [3, null] });
    deepEqual(properties!['n'], { anyOf: [{ $ref: '#/$defs/N' }, { type: 'null' }] });
    deepEqual($defs!['N']!.required, ['next']);
  });

  const over: Record<string, object> = {
    '5001 properties': { properties: Object.fromEntries(Array.from({ length: 5001 }, (_, index) => [`p${index}`, { type: 'string' }])) },
    '11 levels': {
      properties: {
        a: Array.from({ length: 10 }).reduce<object>((inner) => ({ type: 'object', properties: { a: inner } }), { type: 'string' }),
      },
    },
    '1001 values': { properties: { a: { enum: Array.from({ length: 1001 }, (_, index) => `v${index}`) } } },
    '120,001 characters': {
      properties: Object.fromEntries(Array.from({ length: 1201 }, (_, index) => [`${index}`.padEnd(100, 'x'), { type: 'string' }])),
    },
    'an enumeration of 251 long values': {
      properties: { a: { enum: Array.from({ length: 251 }, (_, index) => `${index}`.padEnd(60, 'x')) } },
    },
    'a map': { properties: { a: { type: 'object', additionalProperties: { type: 'string' } } } },
    'an object of which nothing is said': { properties: { a: { type: 'object' } } },
    'any value': { properties: { a: {} } },
  };
  for (const [name, schema] of Object.entries(over))
    it(`is not for a tool with ${name}: it is declared all the same, with one warning`, () => {
      const declared = declareTools([toolOf({ type: 'object', ...schema }), toolOf(shell, 'shell')], 'openai-chat');
      deepEqual([declared.strict, declared.lenient], [['shell'], ['probe']]);
      equal(declared.warnings.length, 1);
      ok(declared.warnings[0]!.includes("'probe'"));
      deepEqual(refusalsOf('openai-chat', declared), []);
    });
});

describe('calling: undoing strict mode', () => {
  const cases: [string, object, unknown, unknown][] = [
    [
      'in lists',
      { properties: { a: { type: 'array', items: { type: 'object', properties: { b: { type: 'string' } } } } } },
      { a: [{ b: null }, { b: 'x' }] },
      { a: [{}, { b: 'x' }] },
    ],
    [
      'deep down',
      { properties: { a: { type: 'object', properties: { b: { type: 'object', properties: { c: { type: 'number' } } } } } } },
      { a: { b: { c: null } } },
      { a: { b: {} } },
    ],
    [
      'not where null is allowed',
      {
        properties: {
          a: { type: ['string', 'null'] },
          b: { enum: [null, 1] },
          c: {},
          d: { anyOf: [{ type: 'null' }, { type: 'string' }] },
        },
      },
      { a: null, b: null, c: null, d: null },
      { a: null, b: null, c: null, d: null },
    ],
    ['not what is required', { properties: { a: { type: 'string' } }, required: ['a'] }, { a: null }, { a: null }],
    ['not unknown keys', { properties: { a: { type: 'string' } } }, { z: null }, { z: null }],
    [
      'behind references',
      {
        properties: { a: { $ref: '#/$defs/A' } },
        $defs: { A: { type: 'object', properties: { a: { $ref: '#/$defs/A' }, n: { $ref: '#/$defs/N' } } }, N: { type: 'number' } },
      },
      { a: { a: { a: null, n: null }, n: null } },
      { a: { a: {} } },
    ],
    [
      'in the branch of a union that fits',
      {
        properties: {
          u: {
            anyOf: [
              { type: 'object', properties: { k: { const: 1 }, n: { type: ['string', 'null'] } }, required: ['k'] },
              { type: 'object', properties: { k: { const: 2 }, n: { type: 'string' } }, required: ['k'] },
            ],
          },
        },
      },
      { u: { k: 2, n: null } },
      { u: { k: 2 } },
    ],
    [
      'not in the branch that allows it',
      {
        properties: {
          u: {
            anyOf: [
              { type: 'object', properties: { k: { const: 1 }, n: { type: ['string', 'null'] } }, required: ['k'] },
              { type: 'object', properties: { k: { const: 2 }, n: { type: 'string' } }, required: ['k'] },
            ],
          },
        },
      },
      { u: { k: 1, n: null } },
      { u: { k: 1, n: null } },
    ],
    [
      'of properties of other branches of a folded union',
      {
        anyOf: [
          { properties: { k: { const: 'a' }, x: { type: 'string' } }, required: ['k', 'x'], additionalProperties: false },
          { properties: { k: { const: 'b' }, y: { type: 'string' } }, required: ['k', 'y'], additionalProperties: false },
        ],
      },
      { k: 'b', x: null, y: 'z' },
      { k: 'b', y: 'z' },
    ],
    [
      'in allOf',
      { allOf: [{ properties: { a: { type: 'string' } } }, { properties: { b: { type: 'string' } }, required: ['b'] }] },
      { a: null, b: 'x' },
      { b: 'x' },
    ],
    [
      'in tuples',
      { properties: { t: { type: 'array', prefixItems: [{ type: 'object', properties: { a: { type: 'string' } } }] } } },
      { t: [{ a: null }] },
      { t: [{}] },
    ],
  ];
  for (const [name, schema, args, wanted] of cases)
    it(`takes out nulls ${name}`, () => {
      const copy = structuredClone(args);
      deepEqual(undoStrict(args, { type: 'object', ...schema }), wanted);
      deepEqual(args, copy);
    });

  it('gives the same object where there is nothing to take out', () => {
    const args = { cmd: ['ls'], workdir: '/' };
    equal(undoStrict(args, shell), args);
  });

  it('[B24] reads numbers back that were declared as texts, and only those', () => {
    const schema = { type: 'object', properties: { dims: { enum: [256, 512] }, s: { enum: ['256', 256] }, t: { type: 'string' } } };
    deepEqual(undo({ dims: '512', s: '256', t: '512' }, schema, facts.gemini.schema), { dims: 512, s: '256', t: '512' });
  });

  it('gives properties their own names back', () => {
    const schema = { type: 'object', properties: { 'user name': { type: 'string' } }, required: ['user name'] };
    const [name] = declareTools([toolOf(schema)], 'anthropic').declarations[0]!.parameters.required!;
    deepEqual(undo({ [name!]: 'x' }, schema, facts.anthropic.schema), { 'user name': 'x' });
  });

  it('comes to an end whatever the schema and the arguments are', () => {
    const schema: JsonSchema = {
      $ref: '#/$defs/A',
      $defs: { A: { anyOf: [{ $ref: '#/$defs/A' }, { $ref: '#/$defs/A' }], allOf: [{ $ref: '#/$defs/A' }] } },
    };
    let args: unknown = { a: null };
    for (let level = 0; level < 5000; level += 1) args = { a: args };
    doesNotThrow(() => undoStrict(args, schema));
    doesNotThrow(() => undoStrict(args, { type: 'object', properties: { a: { $ref: '#' } } }));
  });
});

// ---- properties ----------------------------------------------------------------------------------------------------

const leaf: fc.Arbitrary<JsonSchema> = fc.constantFrom<JsonSchema>(
  { type: 'string' },
  { type: 'integer' },
  { type: ['string', 'null'] },
  { type: 'boolean' },
  { enum: ['a', 'b'] },
  { enum: ['a', null] },
  { const: 7 },
);

const { schema: anySchema } = fc.letrec<{ schema: JsonSchema; object: JsonSchema }>((tie) => ({
  schema: fc.oneof(
    // Deeper than ten levels nothing is strict.
    { depthSize: 'small', maxDepth: 7, withCrossShrink: true },
    leaf,
    tie('object'),
    tie('schema').map((items): JsonSchema => ({ type: 'array', items })),
    fc.uniqueArray(leaf, { minLength: 2, maxLength: 3, selector: (one) => JSON.stringify(one) }).map((anyOf): JsonSchema => ({ anyOf })),
  ),
  object: fc
    .dictionary(fc.constantFrom('p', 'q', 'r', 's'), fc.tuple(tie('schema'), fc.boolean()), { minKeys: 1 })
    .map((fields): JsonSchema => {
      const required = Object.keys(fields).filter((name) => fields[name]![1]);
      const properties = Object.fromEntries(Object.entries(fields).map(([name, [schema]]) => [name, schema]));
      return { type: 'object', properties, ...(required.length > 0 && { required }), additionalProperties: false };
    }),
}));

const objectSchema = fc
  .dictionary(fc.constantFrom('a', 'b', 'c', 'd', 'e'), fc.tuple(anySchema, fc.boolean()))
  .map((fields): ObjectSchema => ({
    type: 'object',
    properties: Object.fromEntries(Object.entries(fields).map(([name, [schema]]) => [name, schema])),
    required: Object.keys(fields).filter((name) => fields[name]![1]),
    additionalProperties: false,
  }));

/** A value that fits; optional properties come and go with the bits. */
function sample(schema: JsonSchema, bits: () => boolean): unknown {
  if ('const' in schema) return schema.const;
  if (schema.enum) return schema.enum[bits() ? 0 : schema.enum.length - 1];
  if (schema.anyOf) return sample(schema.anyOf[bits() ? 0 : schema.anyOf.length - 1]!, bits);
  if (Array.isArray(schema.type)) return bits() ? null : 'text';
  if (schema.type === 'array') return Array.from({ length: bits() ? 2 : 0 }, () => sample(schema.items as JsonSchema, bits));
  if (schema.type !== 'object') return { string: 'text', integer: 4, boolean: true }[schema.type as 'string'];
  const names = Object.keys(schema.properties ?? {}).filter((name) => schema.required?.includes(name) || bits());
  return Object.fromEntries(names.map((name) => [name, sample(schema.properties![name]!, bits)]));
}

/** As a model answers in strict mode: null for what is absent. */
function strictly(value: unknown, schema: JsonSchema): unknown {
  if (Array.isArray(value)) return value.map((item) => strictly(item, schema.items as JsonSchema));
  if (typeof value !== 'object' || value === null || !schema.properties) return value;
  return Object.fromEntries(
    Object.entries(schema.properties).map(([name, sub]) => [
      name,
      Object.hasOwn(value, name) ? strictly((value as Record<string, unknown>)[name], sub) : null,
    ]),
  );
}

/** Absent and null are the same in strict mode where null was allowed all along. */
function withNulls(value: unknown, schema: JsonSchema): unknown {
  if (Array.isArray(value)) return value.map((item) => withNulls(item, schema.items as JsonSchema));
  if (typeof value !== 'object' || value === null || !schema.properties) return value;
  const entries = Object.entries(schema.properties).flatMap(([name, sub]): [string, unknown][] => {
    if (Object.hasOwn(value, name)) return [[name, withNulls((value as Record<string, unknown>)[name], sub)]];
    return fits(sub, null) ? [[name, null]] : [];
  });
  return Object.fromEntries(entries);
}

describe('calling: strict mode and back', () => {
  it('[B19] is legal, and what fits comes back as it was', () => {
    fc.assert(
      fc.property(objectSchema, fc.infiniteStream(fc.boolean()), (schema, stream) => {
        const form = strictForm(schema, openai);
        ok(typeof form === 'object', JSON.stringify(form));
        const args = sample(schema, () => stream.next().value as boolean);
        ok(fits(schema, args));
        const sent = strictly(args, schema);
        ok(fits(form.schema, sent), JSON.stringify([form.schema, sent]));
        deepEqual(undoStrict(sent, schema), withNulls(args, schema));
      }),
      { numRuns: 300 },
    );
  });

  it('answers of BFCL come back as they were from every strict tool', function () {
    if (!hasData) this.skip();
    let count = 0;
    for (const { tools, answers } of bfclCases())
      for (const answer of answers)
        for (const [name, choices] of Object.entries(answer)) {
          const { inputSchema: schema } = tools.find((tool) => tool.name === name)!;
          const args = Object.fromEntries(Object.entries(choices).flatMap(([key, [first]]) => (first === '' ? [] : [[key, first]])));
          const form = strictForm(schema, openai);
          if (typeof form !== 'object' || !fits(schema, args)) continue;
          count += 1;
          deepEqual(undoStrict(strictly(args, schema), schema), args, name);
        }
    ok(count > 200, String(count));
  });
});

describe("calling: Anthropic's budgets", () => {
  const withOptional = (count: number, name: string, unions = 0): ToolDefinition => ({
    name,
    inputSchema: {
      type: 'object',
      properties: Object.fromEntries(
        Array.from({ length: Math.max(count, unions) }, (_, index) => [
          `p${index}`,
          { type: index < unions ? ['string', 'number'] : 'string' },
        ]),
      ),
      required: Array.from({ length: Math.max(0, unions - count) }, (_, index) => `p${index + count}`),
    },
  });
  const strictIn = (tools: ToolDefinition[], options = {}): string[] => [...declareTools(tools, 'anthropic', options).strict];
  const many = (count: number, optional = 0): ToolDefinition[] =>
    Array.from({ length: count }, (_, index) => withOptional(optional, `t${String(index).padStart(2, '0')}`));

  it('[DPT-155] strict is the default, and optional properties stay optional', () => {
    const { declarations } = declareTools([withOptional(2, 'a')], 'anthropic');
    equal(declarations[0]!.strict, true);
    equal(declarations[0]!.parameters.required, undefined);
  });

  it('[DPT-156] [DPT-186] 20 tools, deferred ones too', () => {
    equal(strictIn(many(20)).length, 20);
    equal(strictIn(many(25)).length, 20);
    equal(strictIn(many(25), { toolSearch: true, defer: () => true }).length, 20);
  });

  it('[DPT-157] 24 optional properties, nested ones too', () => {
    equal(strictIn(many(4, 6)).length, 4);
    equal(strictIn(many(5, 6)).length, 4);
    const nested = toolOf({
      type: 'object',
      properties: { a: { type: 'array', items: withOptional(24, '').inputSchema } },
      required: ['a'],
    });
    deepEqual(strictIn([nested, withOptional(1, 'b')]), ['b']);
    deepEqual(strictIn([nested]), ['probe']);
  });

  it('[DPT-158] 16 unions', () => {
    deepEqual(strictIn([withOptional(0, 'a', 16), withOptional(0, 'b', 1)]), ['b']);
    deepEqual(strictIn([withOptional(0, 'a', 15), withOptional(0, 'b', 1)]), ['a', 'b']);
  });

  it('[DPT-159] [DPT-160] [DPT-161] [DPT-171] counts what is sent: definitions once, a union of one branch too', () => {
    const shared = {
      type: 'object',
      properties: Object.fromEntries(Array.from({ length: 10 }, (_, index) => [`p${index}`, { type: 'string' }])),
    };
    const thrice = (sub: object): object => ({ type: 'object', properties: { a: sub, b: sub, c: sub }, required: ['a', 'b', 'c'] });
    deepEqual(strictIn([toolOf({ ...thrice({ $ref: '#/$defs/S' }), $defs: { S: shared } })]), ['probe']);
    deepEqual(strictIn([toolOf(thrice(shared))]), []);
    deepEqual(
      budgetProblems([
        {
          type: 'object',
          properties: Object.fromEntries(Array.from({ length: 17 }, (_, index) => [`p${index}`, { anyOf: [{}] }])),
          required: Array.from({ length: 17 }, (_, index) => `p${index}`),
        },
      ]),
      ['Too many union types (17). The maximum is 16.'],
    );
  });

  it('[DPT-162] [DPT-164] the share of the response schema is taken first', () => {
    const responseSchema = withOptional(20, '').inputSchema;
    deepEqual(strictIn([withOptional(4, 'a'), withOptional(5, 'b')], { responseSchema }), ['a']);
    deepEqual(strictIn([withOptional(4, 'a'), withOptional(5, 'b')]), ['a', 'b']);
  });

  it('[DPT-163] fewest optional properties, then fewest unions, then by name; order of arrival does not matter', () => {
    const tools = [withOptional(10, 'c'), withOptional(10, 'B'), withOptional(10, 'a'), withOptional(3, 'z', 3), withOptional(3, 'y')];
    deepEqual(strictIn(tools).sort(), ['B', 'y', 'z']);
    deepEqual(strictIn([...tools].reverse()).sort(), ['B', 'y', 'z']);
    deepEqual(strictIn([...many(19), withOptional(1, 'u', 1), withOptional(1, 'v')]).at(-1), 'v');
  });

  it('[DPT-165] [DPT-167] what does not fit is offered all the same, with one warning that names all', () => {
    const heard: string[] = [];
    const { declarations, warnings } = declareTools(many(6, 6), 'anthropic', { onWarning: (warning) => heard.push(warning) });
    equal(declarations.length, 6);
    deepEqual(warnings, [
      "Not strict for Anthropic Messages: 't04', 't05' (over the budget of a request: 20 strict tools, 24 optional properties, 16 unions).",
    ]);
    deepEqual(heard, warnings);
  });

  it('[DPT-166] [DPT-168] a tool over a budget on its own is never strict; without budgets the rest is', () => {
    deepEqual(strictIn([withOptional(25, 'a')]), []);
    deepEqual(strictIn([withOptional(25, 'a'), withOptional(20, 'b'), withOptional(20, 'c')], { strictBudget: 'off' }), ['b', 'c']);
  });

  it('[DPT-169] none is strict where strict is off, without a word', () => {
    const { strict, warnings } = declareTools(many(30, 6), 'anthropic', { strict: false });
    deepEqual([strict, warnings], [[], []]);
  });

  it('[DPT-170] no request is ever over a budget', () => {
    const tool = fc.tuple(fc.nat(30), fc.nat(20), objectSchema);
    fc.assert(
      fc.property(fc.array(tool, { maxLength: 40 }), fc.option(objectSchema, { nil: undefined }), (given, responseSchema) => {
        const tools = given.map(([optional, unions, extra], index): ToolDefinition => {
          const plain = withOptional(optional, `t${index}`, unions);
          return { ...plain, inputSchema: { ...plain.inputSchema, properties: { ...plain.inputSchema.properties, ...extra.properties } } };
        });
        const declared = declareTools(tools, 'anthropic', responseSchema ? { responseSchema } : {});
        // A response schema over a budget leaves nothing for tools.
        if (responseSchema && budgetProblems([], responseSchema).length > 0) deepEqual(declared.strict, []);
        else deepEqual(refusalsOf('anthropic', declared, responseSchema), []);
      }),
      { numRuns: 100 },
    );
  });

  it('[DPT-170] nor with the tools of known servers together', function () {
    if (!hasData) this.skip();
    const tools = serverTools().flatMap(([file, some]) => some.map((one) => ({ ...one, name: `${file}.${one.name}` })));
    deepEqual(refusalsOf('anthropic', declareTools(tools, 'anthropic')), []);
  });
});

describe('calling: strict mode of others', () => {
  it('Cohere: all tools or none, at least one required property, 200 fields', () => {
    const one = toolOf({ type: 'object', properties: { a: { type: 'string' } }, required: ['a'] }, 'one');
    const free = toolOf({ type: 'object', properties: { a: { type: 'string' } } }, 'free');
    const large = toolOf(
      {
        type: 'object',
        properties: Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`p${index}`, { type: 'string' }])),
        required: ['p0'],
      },
      'large',
    );
    const strictIn = (...tools: ToolDefinition[]): readonly string[] => declareTools(tools, 'cohere', { strict: true }).strict;
    deepEqual(strictIn(one), ['one']);
    deepEqual(strictIn(one, free), []);
    deepEqual(strictIn(large), ['large']);
    deepEqual(strictIn(one, large), []);
    deepEqual(declareTools([one, free], 'cohere', { strict: true }).warnings.length, 1);
  });

  it('only on request for Bedrock, Mistral and Cohere; never for Gemini and Ollama', () => {
    for (const provider of ['bedrock', 'mistral', 'cohere'] as const) {
      deepEqual(declareTools([toolOf(shell)], provider).strict, []);
      deepEqual(declareTools([toolOf(shell)], provider, { strict: true }).strict, ['probe']);
    }
    for (const provider of ['gemini', 'ollama'] as const) deepEqual(declareTools([toolOf(shell)], provider, { strict: true }).strict, []);
  });
});

// ---- the official helpers --------------------------------------------------------------------------------------------

type Transform = (schema: object) => unknown;

/** Absent unless the SDKs are installed. */
async function official(specifier: string, name: string): Promise<Transform | undefined> {
  try {
    return ((await import(specifier)) as Record<string, Transform>)[name];
  } catch {
    return undefined;
  }
}

describe('calling: the official helpers', () => {
  before(function () {
    if (!hasData) this.skip();
  });

  const strictForms = (provider: 'openai-chat' | 'anthropic'): ObjectSchema[] =>
    [...serverTools(), ...bfclBatches()].flatMap(([, tools]) =>
      tools.flatMap((tool) => {
        const form = strictForm(tool.inputSchema, facts[provider].strict as StrictFacts);
        return typeof form === 'object' ? [form.schema] : [];
      }),
    );

  it("OpenAI's finds nothing to change in our strict schemas", async function () {
    const toStrict = await official('openai/lib/transform', 'toStrictJsonSchema');
    if (!toStrict) this.skip();
    else for (const schema of strictForms('openai-chat')) deepEqual(toStrict(structuredClone(schema)), schema);
  });

  /** As Anthropic's has it: no type beside values; defaults are said. */
  const withoutTypes = (schema: unknown): unknown => {
    if (Array.isArray(schema)) return schema.map(withoutTypes);
    if (typeof schema !== 'object' || schema === null) return schema;
    const dropped = new Set(['default', ...('enum' in schema || 'const' in schema ? ['type'] : [])]);
    return Object.fromEntries(
      Object.entries(schema)
        .filter(([key, value]) => !dropped.has(key) || typeof value === 'object')
        .map(([key, value]) => [key, withoutTypes(value)]),
    );
  };

  it("Anthropic's finds nothing to move in our strict schemas", async function () {
    const transform = await official('@anthropic-ai/sdk/lib/transform-json-schema', 'transformJSONSchema');
    if (!transform) this.skip();
    else
      for (const schema of strictForms('anthropic').filter((one) => !/"(type|default)":\[/.test(JSON.stringify(one)))) {
        const plain = withoutTypes(schema) as object;
        deepEqual(transform(plain), plain);
      }
  });
});
