import assert from 'node:assert/strict';
import { GoogleGenAI } from '@google/genai';
import { Ajv2020 } from 'ajv/dist/2020.js';
import OpenAI from 'openai';
import { runTools } from '../../../src/bridges/calling/loop/run.js';
import { gemini } from '../../../src/bridges/gemini.js';
import { openaiResponses } from '../../../src/bridges/openai-responses.js';
import { type JsonSchema, Tool, ToolRegistry } from '../../../src/index.js';
import { geminiToolProblems } from './legal/index.js';
import type { Json } from './legal/schema.js';
import { listOf } from './matrix/chat-wire.js';

const city: JsonSchema = { type: 'object', properties: { name: { type: 'string' }, size: { type: 'integer' } }, required: ['name'] };
const tool = (name: string, outputSchema: JsonSchema | undefined, value: unknown): Tool =>
  new Tool({ name, ...(outputSchema && { outputSchema }), handler: () => value });

const tools = [
  tool('object', city, { name: 'Paris', size: 2 }),
  tool('list', { type: 'array', items: city }, [{ name: 'Paris' }]),
  tool('number', { type: 'number' }, 3.5),
  tool('text', { type: 'string' }, 'so'),
  tool('plain', undefined, 'so'),
];

describe("Schemas of what tools give, to the provider's model", () => {
  it('are sent only when that is asked for', () => {
    assert.doesNotMatch(JSON.stringify(gemini.toTools(tools)), /responseJsonSchema/);
    assert.doesNotMatch(JSON.stringify(openaiResponses.toTools(tools)), /output_schema/);
    // The other way about, too: what was kept of the first request is not taken for the second.
    assert.match(JSON.stringify(gemini.toTools(tools, { outputSchemas: true })), /responseJsonSchema/);
    assert.doesNotMatch(JSON.stringify(gemini.toTools(tools)), /responseJsonSchema/);
  });

  it('Gemini: through the official client, and the output of each call fits', async () => {
    const bodies: Json[] = [];
    const fetch: typeof globalThis.fetch = async (_url, init) => {
      bodies.push(JSON.parse(init?.body as string) as Json);
      const parts = bodies.length === 1 ? tools.map(({ name }) => ({ functionCall: { name, args: {} } })) : [{ text: 'Done.' }];
      return Response.json({ candidates: [{ content: { role: 'model', parts } }] });
    };
    const client = new GoogleGenAI({ apiKey: 'none', httpOptions: { baseUrl: 'http://localhost', apiVersion: 'v1beta', fetch } });
    const messages = [{ role: 'user', parts: [{ text: 'Go.' }] }];
    const ran = await runTools({ client, model: 'gemini-3-pro-preview', messages, tools, declare: { outputSchemas: true } });
    assert.deepEqual([ran.outcome, ran.error], ['done', undefined]);
    const functions = listOf(bodies[1]?.['tools']).flatMap((one) => listOf(one['functionDeclarations']));
    assert.deepEqual(
      functions.map((one) => 'responseJsonSchema' in one),
      [true, true, true, true, false],
    );
    const asParameters = functions.flatMap(({ name, responseJsonSchema: schema }) =>
      schema ? [{ name, parametersJsonSchema: schema }] : [],
    );
    assert.deepEqual(geminiToolProblems(asParameters as Json[]), []);
    const answers = listOf((listOf(bodies[1]?.['contents']).at(-1) as Json)['parts']).map((part) => part['functionResponse'] as Json);
    for (const [index, { responseJsonSchema: schema }] of functions.entries())
      if (schema) assert.ok(fits(schema, (answers[index] as { response: Json }).response['output']), String(functions[index]?.['name']));
  });

  it('OpenAI Responses: of the JSON that the output is, and none for a text', async () => {
    const bodies: Json[] = [];
    const fetch: typeof globalThis.fetch = async (_url, init) => {
      bodies.push(JSON.parse(init?.body as string) as Json);
      const calls = tools.map(({ name }) => ({ type: 'function_call', call_id: name, name, arguments: '{}' }));
      return Response.json({ status: 'completed', output: bodies.length === 1 ? calls : [] });
    };
    const client = new OpenAI({ apiKey: 'none', baseURL: 'http://localhost/v1', fetch, maxRetries: 0 });
    const messages = [{ role: 'user' as const, content: 'Go.' }];
    const declare = { outputSchemas: true };
    const ran = await runTools({ client, provider: 'openai-responses', model: 'gpt-5.4', messages, tools, declare });
    assert.deepEqual([ran.outcome, ran.error], ['done', undefined]);
    const functions = listOf(bodies[1]?.['tools']);
    assert.deepEqual(
      functions.map((one) => 'output_schema' in one),
      [true, true, true, false, false],
    );
    const outputs = listOf(bodies[1]?.['input']).flatMap(({ type, output }) => (type === 'function_call_output' ? [output] : []));
    for (const [index, { output_schema: schema, name }] of functions.entries())
      if (schema) assert.ok(fits(schema, JSON.parse(String(outputs[index]))), String(name));
  });

  it('what the provider does not take is not in it', () => {
    const node: JsonSchema = {
      type: 'object',
      $defs: { N: { type: 'object', properties: { n: { $ref: '#/$defs/N' } } } },
      properties: { n: { $ref: '#/$defs/N' } },
    };
    const odd = tool('odd', { ...node, not: { required: ['x'] } }, {});
    const [sent] = gemini.toTools([odd], { outputSchemas: true });
    const [declared] = sent?.functionDeclarations ?? [];
    assert.deepEqual(geminiToolProblems([{ name: 'odd', parametersJsonSchema: declared?.responseJsonSchema }] as Json[]), []);
    assert.equal(new ToolRegistry().register(odd).list().length, 1);
  });
});

const fits = (schema: unknown, value: unknown): boolean => new Ajv2020({ strict: false }).compile(schema as object)(value);
