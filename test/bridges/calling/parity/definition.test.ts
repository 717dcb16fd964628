/** What a tool is, as the GLLM rows and DPT-150..154 say it, where function calling shows it. */
import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { ToolSchema } from '@modelcontextprotocol/sdk/types.js';
import { aiSdk } from '../../../../src/bridges/ai-sdk.js';
import { anthropic } from '../../../../src/bridges/anthropic.js';
import { bedrock } from '../../../../src/bridges/bedrock.js';
import { declareTools, type Provider, providers, runTools } from '../../../../src/bridges/calling/index.js';
import { cohere } from '../../../../src/bridges/cohere.js';
import { gemini } from '../../../../src/bridges/gemini.js';
import { mistral } from '../../../../src/bridges/mistral.js';
import { ollama } from '../../../../src/bridges/ollama.js';
import { openai } from '../../../../src/bridges/openai.js';
import { openaiResponses } from '../../../../src/bridges/openai-responses.js';
import { renderTool } from '../../../../src/bridges/text.js';
import { type JsonSchema, type ObjectSchema, Tool, type ToolAnnotations, ToolRegistry } from '../../../../src/index.js';
import { scriptedClient, scriptedProviders } from './clients.js';

const input: ObjectSchema = {
  type: 'object',
  properties: { location: { type: 'string' }, units: { type: 'string', default: 'metric' } },
  required: ['location'],
};
const bridges = { openai, openaiResponses, anthropic, gemini, bedrock, mistral, cohere, ollama };

describe('parity: a definition', () => {
  const full = new Tool({
    name: 'fetch_weather',
    title: 'Weather',
    description: 'Fetch the weather.',
    inputSchema: input,
    outputSchema: { type: 'object', properties: { c: { type: 'number' } }, required: ['c'] },
    annotations: { title: 'From the annotations', readOnlyHint: true },
    meta: { secret: 'do-not-show', owner: 'team' },
    tags: ['tagged'],
    scopes: ['scoped'],
    handler: ({ location, units }) => ({ c: `${String(location)}${String(units)}`.length }),
  });

  it('[GLLM-01] [GLLM-06] [GLLM-14] [GLLM-59] out of two schemas: what MCP takes, and no more', () => {
    const published = JSON.parse(JSON.stringify(full)) as Record<string, unknown>;
    assert.deepEqual(Object.keys(published).sort(), ['annotations', 'description', 'inputSchema', 'name', 'outputSchema', 'title']);
    assert.ok(ToolSchema.safeParse(published).success);
    const only = new Tool({ name: 'only', inputSchema: input });
    assert.ok(ToolSchema.safeParse(JSON.parse(JSON.stringify(only))).success);
  });

  it('[GLLM-13] meta never leaves: not to any API, not in a prompt, not in a request, not in a log', async () => {
    const seen: unknown[] = [full, inspect(full, { depth: 5 }), renderTool(full), full.signature];
    for (const bridge of Object.values(bridges)) seen.push(bridge.toTools([full]), bridge.toRequestFields([full]));
    for (const provider of providers) seen.push(declareTools([full], provider).losses, declareTools([full], provider).warnings);
    seen.push(Object.entries(aiSdk.toTools([full])).map(([name, one]) => [name, { ...(one as object) }]));
    for (const provider of scriptedProviders) {
      const { client, requests } = scriptedClient(provider, [[{ id: 'call00001', name: 'fetch_weather', args: {} }], 'done']);
      const told: string[] = [];
      const logger = { warn: (text: string) => void told.push(text), error: (text: string) => void told.push(text) };
      await runTools({ client, model: 'm', messages: [], registry: new ToolRegistry({ logger }).register(full), logger });
      seen.push(requests, told);
    }
    assert.doesNotMatch(JSON.stringify(seen), /do-not-show|"owner"/);
    assert.deepEqual(full.meta, { secret: 'do-not-show', owner: 'team' });
  });

  const names: [string, { title?: string; annotations?: ToolAnnotations }, string][] = [
    ['the title', { title: 'A', annotations: { title: 'B' } }, 'A'],
    ["the annotations' title", { annotations: { title: 'B' } }, 'B'],
    ['the name', {}, 'n'],
    ['an empty title gives way', { title: '', annotations: { title: 'B' } }, 'B'],
    ['both empty', { title: '', annotations: { title: '' } }, 'n'],
    ['annotations without a title', { annotations: { readOnlyHint: true } }, 'n'],
  ];
  for (const [title, given, expected] of names)
    it(`[GLLM-12] the name to show: ${title}`, () => assert.equal(new Tool({ name: 'n', ...given }).displayName, expected));

  for (const bad of [null, 'x', 7, [], true, { type: 'array' }])
    it(`[GLLM-30] an input schema that is none is refused when the tool is made: ${JSON.stringify(bad)}`, () =>
      assert.throws(() => new Tool({ name: 'n', inputSchema: bad as JsonSchema }), { code: 'INVALID_DEFINITION' }));
  for (const bad of ['x', 7, [], true])
    it(`[GLLM-32] an output schema that is none is, too: ${JSON.stringify(bad)}`, () =>
      assert.throws(() => new Tool({ name: 'n', outputSchema: bad as unknown as JsonSchema }), { code: 'INVALID_DEFINITION' }));

  it('[GLLM-33] the schemas cannot be changed afterwards', () => {
    const schema = structuredClone(input);
    const tool = new Tool({ name: 'n', inputSchema: schema });
    const before = JSON.stringify(tool.inputSchema);
    assert.throws(() => ((tool.inputSchema.properties as Record<string, unknown>)['location'] = {}), TypeError);
    assert.equal(JSON.stringify(tool.inputSchema), before);
  });

  it('[GLLM-20] [GLLM-25] without an implementation: never thrown at once where a promise is given', async () => {
    const only = new Tool({ name: 'only', inputSchema: input });
    const promise = only.invoke({ location: 'x' });
    await assert.rejects(promise, { code: 'NOT_IMPLEMENTED' });
    const [result] = [
      await new ToolRegistry({ logger: { warn() {}, error() {} } }).register(only).call({ name: 'only', args: { location: 'x' } }),
    ];
    assert.equal(result?.isError, true);
  });

  it('[GLLM-21] [GLLM-22] [GLLM-24] [GLLM-51] by name, of either kind, and unchanged', async () => {
    const value = { same: {} };
    for (const handler of [() => value, async () => value])
      assert.equal(await new Tool({ name: 'n', inputSchema: input, handler }).invoke({ location: 'x' }), value);
  });
});

describe('parity: what is declared', () => {
  const shared: ObjectSchema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Root',
    type: 'object',
    properties: {
      a: { $ref: '#/$defs/P', description: 'the first' },
      b: { type: 'object', title: 'B', properties: { x: { type: 'integer' } } },
    },
    required: ['a'],
    $defs: { P: { title: 'P', type: 'object', properties: { n: { type: 'number' } }, required: ['n'] } },
  };
  const tool = new Tool({ name: 't', inputSchema: shared, handler: () => 'ok' });
  /** Where a definition stays in `$defs`. */
  const keeps: ReadonlySet<Provider> = new Set(['anthropic']);

  for (const provider of providers)
    it(`[DPT-151] [DPT-152] without what no provider needs, definitions written out: ${provider}`, () => {
      for (const strict of [true, false]) {
        const [declaration] = declareTools([tool], provider, { strict }).declarations;
        const told = JSON.stringify(declaration?.parameters);
        assert.doesNotMatch(told, /\$schema|"title"/);
        if (!keeps.has(provider)) assert.doesNotMatch(told, /\$ref|\$defs/);
        assert.match(told, /the first/);
        if (declaration?.strict)
          assert.equal(told.split('"additionalProperties":false').length - 1, told.split('"type":"object"').length - 1);
      }
    });

  for (const bridge of [openai, openaiResponses, mistral])
    it(`[DPT-153] [DPT-154] strict: every property is required, and null of one that was optional is none: ${bridge.provider}`, () => {
      const { declarations } = declareTools([tool], bridge.provider, { strict: true });
      const { properties = {}, required } = declarations[0]?.parameters ?? {};
      assert.deepEqual([declarations[0]?.strict, required], [true, Object.keys(properties)]);
      const calls = (args: object) => ({
        choices: [{ message: { tool_calls: [call(args)], toolCalls: [call(args)] } }],
        output: [{ type: 'function_call', call_id: 'c', name: 't', arguments: JSON.stringify(args) }],
      });
      const call = (args: object) => ({ id: 'c', type: 'function', function: { name: 't', arguments: JSON.stringify(args) } });
      const [read] = bridge.parseCalls(calls({ a: { n: 1 }, b: null }) as never, [tool]);
      assert.deepEqual(read?.args, { a: { n: 1 } });
      // Placeholders are the author's business.
      const [zero] = bridge.parseCalls(calls({ a: { n: 0 }, b: { x: 0 } }) as never, [tool]);
      assert.deepEqual(zero?.args, { a: { n: 0 }, b: { x: 0 } });
    });

  it('[DPT-154] so the default of a tool comes in, in a run', async () => {
    const got: unknown[] = [];
    const weather = new Tool({ name: 'w', inputSchema: input, handler: (args) => void got.push(args) });
    const { client } = scriptedClient('openai-chat', [[{ id: 'c', name: 'w', args: { location: 'x', units: null } }], 'done']);
    await runTools({ client, model: 'm', messages: [], tools: [weather] });
    assert.deepEqual(got, [{ location: 'x', units: 'metric' }]);
  });
});
