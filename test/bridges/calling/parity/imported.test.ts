/** Tools out of declarations of the ADK and out of tools of LangChain, as rows GLLM-52..58 and DSPY-105..106 say it. */
import assert from 'node:assert/strict';
import { StructuredTool, tool as lcTool } from '@langchain/core/tools';
import { z } from 'zod';
import { type AdkToolLike, googleAdk } from '../../../../src/bridges/google-adk.js';
import { langchain } from '../../../../src/bridges/langchain.js';
import { Tool, ToolError, ToolRegistry } from '../../../../src/index.js';

/** Declarations as JSON has them: the SDK's types want its enumerations. */
const fromTool = (source: unknown, handler?: (args: Record<string, unknown>) => unknown): Tool =>
  googleAdk.fromTool(source as never, handler);

describe('parity: tools out of declarations', () => {
  const declaration = {
    name: 'fetch_weather',
    description: 'Fetch the weather.',
    parameters: {
      type: 'OBJECT',
      properties: {
        location: { type: 'STRING', description: 'where', minLength: '1', maxLength: '20' },
        units: { type: 'STRING', format: 'enum', enum: ['metric', 'imperial'], nullable: true },
        days: { type: 'ARRAY', items: { type: 'INTEGER', format: 'int32', minimum: 1 }, minItems: '1', maxItems: '3' },
        floor: { type: 'INTEGER', format: 'enum', enum: ['101', '201'] },
        place: { anyOf: [{ type: 'STRING' }, { type: 'OBJECT', properties: { id: { type: 'NUMBER' } } }], nullable: true },
        anything: { type: 'TYPE_UNSPECIFIED', example: 7 },
      },
      required: ['location'],
      propertyOrdering: ['units', 'location'],
    },
    response: { type: 'OBJECT', properties: { c: { type: 'NUMBER' } }, required: ['c'] },
  };

  it('[GLLM-52] [GLLM-53] [GLLM-55] a declaration becomes a tool like any other', async () => {
    const tool = fromTool(declaration, ({ location }) => ({ c: String(location).length }));
    assert.ok(tool instanceof Tool);
    assert.deepEqual(JSON.parse(JSON.stringify(tool)), {
      name: 'fetch_weather',
      description: 'Fetch the weather.',
      inputSchema: {
        type: 'object',
        properties: {
          location: { type: 'string', description: 'where', minLength: 1, maxLength: 20 },
          units: { type: ['string', 'null'], enum: ['metric', 'imperial', null] },
          days: { type: 'array', items: { type: 'integer', format: 'int32', minimum: 1 }, minItems: 1, maxItems: 3 },
          floor: { type: 'integer', enum: [101, 201] },
          place: { anyOf: [{ type: 'string' }, { type: 'object', properties: { id: { type: 'number' } } }, { type: 'null' }] },
          anything: { examples: [7] },
        },
        required: ['location'],
      },
      outputSchema: { type: 'object', properties: { c: { type: 'number' } }, required: ['c'] },
    });
    assert.deepEqual(await tool.invoke({ location: 'Lima', units: null, place: null, floor: 101 }), { c: 4 });
    for (const bad of [
      {},
      { location: '' },
      { location: 'x', days: [0] },
      { location: 'x', floor: 102 },
      { location: 'x', units: 'other' },
    ])
      await assert.rejects(tool.invoke(bad), { code: 'INVALID_ARGUMENTS' });
    const { structuredContent } = await new ToolRegistry().register(tool).call({ name: 'fetch_weather', args: { location: 'Lima' } });
    assert.deepEqual(structuredContent, { c: 4 });
  });

  it('[GLLM-53] JSON Schema is taken as it is, and none is none', () => {
    const parametersJsonSchema = {
      type: 'object',
      properties: { a: { type: ['string', 'null'], minLength: 1 } },
      additionalProperties: false,
    };
    assert.deepEqual(fromTool({ name: 'a', parametersJsonSchema }).inputSchema, parametersJsonSchema);
    const bare = fromTool({ name: 'a' });
    assert.deepEqual([bare.inputSchema.properties, bare.outputSchema, bare.description], [{}, undefined, undefined]);
  });

  it('[GLLM-56] without a function there is the definition alone', async () => {
    await assert.rejects(fromTool(declaration).invoke({ location: 'x' }), { code: 'NOT_IMPLEMENTED' });
  });

  const refused: [string, unknown, RegExp][] = [
    ['none', null, /declaration is an object/],
    ['nothing', undefined, /declaration is an object/],
    ['a text', 'x', /declaration is an object/],
    ['no name', {}, /has no name/],
    ['an empty name', { name: '' }, /has no name/],
    ['a name that is none', { name: 7 }, /name must be a text/],
    ['a description that is none', { name: 'a', description: 7 }, /description of 'a' must be a text/],
    ['parameters that are none', { name: 'a', parameters: 'x' }, /schema of 'a' must be an object/],
    ['a response that is none', { name: 'a', response: [] }, /schema of 'a' must be an object/],
    ['parameters of no object', { name: 'a', parameters: { type: 'STRING' } }, /object/],
  ];
  for (const [title, source, message] of refused)
    it(`[GLLM-54] ${title}: refused`, () => assert.throws(() => fromTool(source), { code: 'INVALID_DEFINITION', message }));

  it('[GLLM-54] a schema that contains itself is refused, without an end to it', () => {
    const parameters: Record<string, unknown> = { type: 'OBJECT' };
    parameters['properties'] = { self: parameters };
    assert.throws(() => fromTool({ name: 'a', parameters }), { code: 'UNSUPPORTED_SCHEMA' });
  });

  it('[GLLM-52] a tool of the ADK is asked for its declaration, and run', async () => {
    const requests: unknown[] = [];
    const given: AdkToolLike = {
      _getDeclaration: () => declaration as never,
      runAsync: async (request) => {
        requests.push(request.args, request.toolContext.functionCallId);
        return { c: 1 };
      },
    };
    const tool = fromTool(given);
    const result = await new ToolRegistry().register(tool).call({ id: 'c1', name: 'fetch_weather', args: { location: 'Lima' } });
    assert.deepEqual([result.isError, requests], [false, [{ location: 'Lima' }, 'c1']]);
    assert.throws(() => fromTool({ ...given, _getDeclaration: () => undefined }), { code: 'INVALID_DEFINITION' });
  });
});

describe('parity: tools out of tools of LangChain', () => {
  const shapes: [string, unknown][] = [
    ['zod', z.object({ a: z.number().int().describe('the first'), b: z.number().int().default(2) })],
    [
      'JSON Schema',
      {
        type: 'object',
        properties: { a: { type: 'integer', description: 'the first' }, b: { type: 'integer', default: 2 } },
        required: ['a'],
      },
    ],
  ];
  for (const [title, schema] of shapes)
    it(`[GLLM-57] [DSPY-105] [DSPY-106] [L-01] made by tool(), of ${title}`, async () => {
      const add = lcTool(({ a, b }: { a: number; b?: number }) => a + (b ?? 2), {
        name: 'add',
        description: 'Add two numbers.',
        schema: schema as never,
      });
      const tool = await langchain.fromTool(add);
      assert.deepEqual([tool.name, tool.description, tool.isAsync], ['add', 'Add two numbers.', true]);
      const { properties, required } = tool.inputSchema;
      assert.deepEqual(
        [properties?.['a']?.type, properties?.['a']?.description, properties?.['b']?.default, required],
        ['integer', 'the first', 2, ['a']],
      );
      // A number stays a number.
      assert.equal(await tool.invoke({ a: 1, b: 2 }), 3);
      assert.equal(await tool.invoke({ a: 1 }), 3);
      await assert.rejects(tool.invoke({ a: 'x' }), { code: 'INVALID_ARGUMENTS' });
      await assert.rejects(tool.invoke({}), { code: 'INVALID_ARGUMENTS' });
    });

  it("[GLLM-58] [DSPY-105] of a class of one's own", async () => {
    class Age extends StructuredTool {
      name = 'get_age';
      description = 'The age.';
      schema = z.object({ profile: z.object({ name: z.string(), age: z.number() }) });
      protected async _call({ profile }: { profile: { age: number } }): Promise<number> {
        return profile.age;
      }
    }
    const tool = await langchain.fromTool(new Age());
    assert.equal(await tool.invoke({ profile: { name: 'a', age: 20 } }), 20);
    assert.deepEqual(tool.inputSchema.properties?.['profile']?.required, ['name', 'age']);
  });

  it('[DSPY-106] a failure, in these words, with its cause', async () => {
    const cause = new Error('no luck');
    const failing = { name: 'bad', schema: { type: 'object' }, invoke: () => Promise.reject(cause) };
    await assert.rejects((await langchain.fromTool(failing)).invoke({}), (error) => {
      assert.ok(error instanceof ToolError);
      assert.deepEqual([error.message, error.cause], ['Failed to call LangChain tool bad: no luck', cause]);
      return true;
    });
  });

  for (const bad of [null, {}, 'x', { name: 'a' }, { name: 'a', invoke() {} }, { name: 7, invoke() {}, schema: {} }])
    it(`[GLLM-58] what is no tool is refused: ${JSON.stringify(bad)}`, async () =>
      assert.rejects(langchain.fromTool(bad as never), { code: 'INVALID_DEFINITION' }));
});
