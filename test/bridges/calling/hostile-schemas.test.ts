/** Schemas of all makers through every bridge: what is declared is legal, can be compiled by anyone, and comes back as it was meant. */
import { deepEqual, equal, ok } from 'node:assert/strict';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { asDeclared } from '../../../src/bridges/calling/back.js';
import type { Declaration } from '../../../src/bridges/calling/bridge.js';
import { ToolCalls } from '../../../src/bridges/calling/calls.js';
import { declareTools } from '../../../src/bridges/calling/declare.js';
import { facts, type Provider, providers } from '../../../src/bridges/calling/facts.js';
import type { JsonSchema, ObjectSchema, ToolDefinition } from '../../../src/types.js';
import { oddPatterns, plainPatterns, schemas } from './hostile/schemas.js';
import { anthropicToolProblems } from './legal/index.js';
import { refusalsOf } from './support.js';

const toolOf = (inputSchema: object, name = 'probe'): ToolDefinition => ({
  name,
  description: 'Probes.',
  inputSchema: inputSchema as ObjectSchema,
});

const declared = (inputSchema: object, provider: Provider, strict = false): Declaration =>
  declareTools([toolOf(inputSchema)], provider, { strict }).declarations[0]!;

const ajv = new Ajv2020({ strict: false, validateFormats: false });
const compiled = (schema: object): ((value: unknown) => boolean) => ajv.compile(JSON.parse(JSON.stringify(schema)) as object);

/** What a tool gets when a model gives these arguments to the declaration. */
const received = (inputSchema: object, provider: Provider, args: object, strict = false): unknown => {
  const tool = toolOf(inputSchema);
  const { name } = declareTools([tool], provider, { strict }).declarations[0]!;
  return asDeclared(ToolCalls.fromRaw([{ name, args }]), [tool], facts[provider])[0]!.args;
};

const frameworks: readonly Provider[] = ['ai-sdk', 'langchain', 'mastra'];

describe('hostile schemas', () => {
  for (const [name, schema] of Object.entries(schemas))
    it(`${name}: legal everywhere, strict or not, and to be compiled by anyone`, () => {
      for (const provider of providers)
        for (const strict of [true, false]) {
          const made = declareTools([toolOf(schema)], provider, { strict });
          deepEqual(refusalsOf(provider, made), [], `${provider}, strict: ${strict}`);
          const [{ parameters }] = made.declarations as [Declaration];
          if (provider !== 'text') compiled(parameters);
          if (frameworks.includes(provider)) deepEqual(anthropicToolProblems([{ name, input_schema: parameters }]), [], provider);
        }
    });

  it('all of them in one request', () => {
    const tools = Object.entries(schemas).map(([name, schema]) => toolOf(schema, name));
    for (const provider of providers)
      for (const strict of [true, false]) deepEqual(refusalsOf(provider, declareTools(tools, provider, { strict })), [], provider);
  });
});

const keywords =
  'type title description enum default examples minimum exclusiveMaximum multipleOf minLength pattern format contentEncoding items prefixItems ' +
  'minItems uniqueItems contains minContains properties required patternProperties additionalProperties propertyNames maxProperties ' +
  'dependentRequired dependentSchemas dependencies anyOf oneOf allOf not if then deprecated unevaluatedProperties $ref $defs $id $schema nullable';
const values = [
  'abc',
  '',
  -1,
  1.5,
  null,
  true,
  false,
  [],
  [5],
  ['a', 'a'],
  {},
  { a: 5 },
  { a: ['x', 'x'] },
  { type: 'strange' },
  [{ type: 5 }],
  '#',
];

describe('malformed keywords', () => {
  for (const provider of ['openai-chat', 'anthropic', 'gemini', 'cohere'] as const)
    it(`${provider}: whatever stands there, the declaration is legal`, () => {
      for (const keyword of keywords.split(' '))
        for (const value of values)
          for (const about of [{ type: 'string' }, { type: 'object', properties: { q: {} } }, {}])
            for (const schema of [
              { type: 'object', properties: { a: { ...about, [keyword]: value } } },
              { ...about, [keyword]: value },
            ]) {
              const made = declareTools([toolOf(schema)], provider, { strict: value === null });
              deepEqual(refusalsOf(provider, made), [], JSON.stringify(schema));
            }
    });
});

describe('patterns', () => {
  const patternIn = (pattern: string, provider: Provider): unknown =>
    (declared({ type: 'object', properties: { a: { type: 'string', pattern } } }, provider).parameters.properties!['a'] as JsonSchema)
      .pattern;

  it('that not everyone can compile are told of instead', () => {
    for (const pattern of oddPatterns)
      for (const provider of providers.filter((one) => one !== 'text'))
        equal(patternIn(pattern, provider), undefined, `${provider} ${pattern}`);
  });

  it('that everyone can compile stay', () => {
    for (const pattern of plainPatterns)
      for (const provider of ['openai-chat', 'anthropic', 'mistral'] as const) equal(patternIn(pattern, provider), pattern);
  });

  it('of conditions and of names of keys count too', () => {
    const { parameters } = declared({ ...schemas['conditions']! }, 'openai-chat');
    ok(!JSON.stringify(parameters).includes('"pattern"'));
    const headers = declared(schemas['patternProperties']!, 'openai-chat').parameters.properties!['headers'] as JsonSchema;
    equal(headers.patternProperties, undefined);
    ok(headers.description?.includes('(?i)bad'));
  });
});

describe('names of properties', () => {
  const args = { $filter: 'f', 'filter[id]': 'i', '@odata.type': 't', 'x y': 'z' };

  for (const provider of ['anthropic', 'bedrock', ...frameworks] as const)
    for (const strict of [true, false])
      it(`${provider}, strict: ${strict}: what was renamed comes back`, () => {
        const { parameters } = declared(schemas['odata']!, provider, strict);
        const names = Object.keys(parameters.properties!);
        ok(names.every((name) => /^[a-zA-Z0-9_.-]{1,64}$/.test(name)));
        const given = Object.entries(args).map(([name, value]) => [
          names[Object.keys((schemas['odata'] as unknown as ObjectSchema).properties!).indexOf(name)]!,
          value,
        ]);
        deepEqual(received(schemas['odata']!, provider, Object.fromEntries(given) as object, strict), args);
      });

  it('are the same wherever they are demanded', () => {
    const o = {
      type: 'object',
      properties: { $x: { type: 'string' }, b: { type: 'string' } },
      anyOf: [{ required: ['$x'] }, { required: ['b'] }],
      dependentRequired: { $x: ['b'] },
      if: { required: ['$x'] },
      then: { required: ['b'] },
    };
    const { parameters } = declared({ type: 'object', properties: { o } }, 'anthropic');
    const { description: _description, ...rest } = parameters.properties!['o'] as JsonSchema;
    ok(!JSON.stringify(rest).includes('$x'));
    const [x] = Object.keys(rest.properties!);
    equal(compiled(parameters)({ o: { [x!]: 'a', b: 'c' } }), true);
    equal(compiled(parameters)({ o: { [x!]: 'a' } }), false);
  });

  it('within objects and lists too', () => {
    const { parameters } = declared(schemas['odataWithin']!, 'bedrock');
    ok(!/"r s":|"@odata.type":/.test(JSON.stringify(parameters)));
  });
});

describe('what is declared lets pass what the tool takes', () => {
  it('an intersection that is closed from outside stays open within', () => {
    const value = { both: { x: 'a', y: 'b' } };
    for (const provider of ['openai-chat', 'anthropic', 'mistral', 'ollama'] as const)
      for (const strict of [true, false]) {
        const nulls = Object.fromEntries(Object.keys(schemas['zod3']!['properties'] as object).map((name) => [name, null]));
        const { parameters, strict: isStrict } = declared(schemas['zod3']!, provider, strict);
        ok(compiled(parameters)(isStrict && facts[provider].strict?.allRequired ? { ...nulls, ...value } : value), provider);
      }
  });

  it('a value of any kind is not cut down to an object', () => {
    for (const provider of ['bedrock', 'ollama'] as const)
      ok(compiled(declared(schemas['json']!, provider).parameters)({ v: [['a'], 1] }), provider);
  });

  it('what nothing fits is no branch of a union', () => {
    for (const provider of ['openai-chat', 'anthropic', 'gemini'] as const) {
      const one = declared(
        { type: 'object', properties: { a: { anyOf: [{ not: {} }, { type: 'string' }] } }, required: ['a'] },
        provider,
        true,
      );
      ok(!JSON.stringify(one.parameters).includes('Not {}'), provider);
    }
  });

  it('texts in place of numbers and truth values are read back, within unions too', () => {
    const schema = {
      type: 'object',
      properties: {
        a: { type: ['string', 'number'], enum: ['x', 0] },
        b: { anyOf: [{ enum: [1, 2, null] }] },
        c: { enum: ['x', true, null] },
        d: { anyOf: [{ enum: [1] }, { type: 'string' }] },
      },
    };
    deepEqual(received(schema, 'gemini', { a: '0', b: '1', c: 'true', d: '1' }), { a: 0, b: 1, c: true, d: '1' });
    deepEqual(received(schema, 'gemini', { a: 'x', b: null, c: 'null' }), { a: 'x', b: null, c: null });
  });

  it('null that fits a union as it is stays', () => {
    const schema = {
      type: 'object',
      properties: {
        a: {
          oneOf: [
            { type: 'object', properties: { k: { type: 'string' } } },
            { type: 'object', required: ['k'] },
          ],
        },
      },
    };
    deepEqual(received(schema, 'openai-chat', { a: { k: null } }), { a: { k: null } });
  });
});

describe('Cohere, strict', () => {
  it('objects without a required property, unions and free keys are not strict', () => {
    const properties = { a: { type: 'string' } };
    const isStrict = (inner: object): boolean =>
      declared({ type: 'object', properties: { o: inner }, required: ['o'] }, 'cohere', true).strict;
    equal(isStrict({ type: 'object', properties, required: ['a'] }), true);
    equal(isStrict({ type: 'object', properties }), false);
    equal(isStrict({ anyOf: [{ type: 'string' }, { type: 'number' }] }), false);
    equal(isStrict({ type: 'object', properties, required: ['a'], additionalProperties: { type: 'string' } }), false);
  });
});
