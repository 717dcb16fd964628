/** What is legal with a provider, or usual with who writes the program, passes every check: a false refusal would hinder more than a slip. */
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import OpenAI from 'openai';
import { anthropic } from '../../../src/bridges/anthropic.js';
import { bedrock } from '../../../src/bridges/bedrock.js';
import { type Provider, type RunOptions, runTools } from '../../../src/bridges/calling/index.js';
import { cohere } from '../../../src/bridges/cohere.js';
import { gemini } from '../../../src/bridges/gemini.js';
import { mistral } from '../../../src/bridges/mistral.js';
import { ollama } from '../../../src/bridges/ollama.js';
import { openaiResponses } from '../../../src/bridges/openai-responses.js';
import { openai } from '../../../src/bridges/openai.js';
import { Tool, ToolRegistry } from '../../../src/index.js';
import { eventText, streaming } from './answers.js';
import { scriptedClient } from './parity/clients.js';

const require = createRequire(import.meta.url);
const quiet = { warn: () => {}, error: () => {} };
const add = new Tool({ name: 'add', inputSchema: { type: 'object', properties: { a: { type: 'number' } } }, handler: () => 'ok' });
const registry = new ToolRegistry().register(add);

/** A run as whoever looks away from types may start it. */
async function run(options: object): Promise<{ text: string; uses: number }> {
  const given = { model: 'm', messages: [], logger: quiet, ...('registry' in options ? {} : { tools: [add] }), ...options };
  const outcome = await runTools(given as unknown as RunOptions);
  assert.equal(outcome.outcome, 'done', String(outcome.error));
  return { text: outcome.text, uses: outcome.toolsUsed.filter(({ result }) => !result.isError).length };
}

const clientOf = (provider: Provider, script: Parameters<typeof scriptedClient>[1] = ['Hi']): object => ({
  client: scriptedClient(provider, script).client,
  ...(provider === 'openai-responses' && { provider }),
});

const chatCall = { id: 'x', type: 'function', function: { name: 'add', arguments: '{}' } };
const data = 'aGk=';

const conversations: Readonly<Record<string, readonly (readonly unknown[])[]>> = {
  'openai-chat': [
    [{ role: 'developer', content: 'x' }],
    [{ role: 'system', content: [{ type: 'text', text: 'x' }] }],
    [
      {
        role: 'user',
        name: 'n',
        content: [
          { type: 'text', text: 'x', cache_control: { type: 'ephemeral' } },
          { type: 'image_url', image_url: { url: 'x' } },
          { type: 'input_audio', input_audio: { data, format: 'wav' } },
          { type: 'file', file: { file_id: 'x' } },
          { type: 'video_url', video_url: { url: 'x' } },
        ],
      },
    ],
    [
      { role: 'assistant', content: null, tool_calls: [chatCall] },
      { role: 'tool', tool_call_id: 'x', content: [{ type: 'text', text: 'x' }] },
    ],
    [
      { role: 'assistant', content: null, function_call: { name: 'add', arguments: '{}' } },
      { role: 'function', name: 'add', content: 'x' },
    ],
    [{ role: 'assistant', content: [{ type: 'refusal', refusal: 'no' }] }],
    [{ role: 'assistant', audio: { id: 'x' } }],
    [{ role: 'assistant', content: 'x', reasoning_content: 'y', reasoning_details: [{ type: 'reasoning.text' }], prefix: true }],
    [{ role: 'user', content: 'x', parts: undefined }],
  ],
  'openai-responses': [
    [
      { role: 'user', content: 'x' },
      { type: 'message', role: 'developer', content: [{ type: 'input_text', text: 'x' }] },
    ],
    [
      { type: 'reasoning', id: 'rs', summary: [], encrypted_content: 'x' },
      { type: 'message', id: 'm', role: 'assistant', content: [{ type: 'output_text', text: 'x', annotations: [] }] },
    ],
    [{ id: 'msg_1' }, { type: 'item_reference', id: 'x' }, { type: null, id: 'x' }],
    [
      { type: 'function_call', call_id: 'x', name: 'add', arguments: '{}' },
      { type: 'function_call_output', call_id: 'x', output: [{ type: 'input_text', text: 'x' }] },
    ],
    [
      { type: 'compaction', encrypted_content: 'x' },
      { type: 'mcp_approval_response', approval_request_id: 'x', approve: true },
      { type: 'computer_call_output', call_id: 'x', output: { type: 'computer_screenshot' } },
      { type: 'image_generation_call', id: 'x', result: data, status: 'completed' },
      { type: 'custom_tool_call_output', call_id: 'x', output: 'x' },
    ],
  ],
  anthropic: [
    [
      { role: 'user', content: 'x' },
      { role: 'assistant', content: 'prefill' },
    ],
    [
      {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: 'x', content: [{ type: 'document', source: { type: 'text', data } }] }],
      },
    ],
    [
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'x', signature: 's' },
          { type: 'redacted_thinking', data },
          { type: 'server_tool_use', id: 's', name: 'web_search', input: {} },
          { type: 'web_search_tool_result', tool_use_id: 's', content: [] },
          { type: 'mcp_tool_use', id: 'm', name: 'x', server_name: 's', input: {} },
          { type: 'mcp_tool_result', tool_use_id: 'm', content: [] },
          { type: 'container_upload', file_id: 'f' },
        ],
      },
    ],
    [{ id: 'msg', type: 'message', role: 'assistant', model: 'm', content: [{ type: 'text', text: 'x' }], stop_reason: 'end_turn' }],
  ],
  gemini: [
    ['Hi'],
    ['Hi', { text: 'you' }, { inlineData: { mimeType: 'image/png', data } }],
    [{ parts: [{ text: 'Hi' }] }],
    [{ role: 'user', parts: [{ fileData: { fileUri: 'x', mimeType: 'x' } }] }],
    [{ role: 'model', parts: [{ executableCode: { code: 'x' } }, { text: 't', thought: true, thoughtSignature: 's' }] }],
    [{ role: 'function', parts: [{ functionResponse: { name: 'add', response: {}, parts: [{ inlineData: {} }] } }] }],
  ],
  bedrock: [
    [{ role: 'user', content: [{ text: 'x' }, { cachePoint: { type: 'default' } }, { guardContent: { text: { text: 'x' } } }] }],
    [
      {
        role: 'assistant',
        content: [
          { reasoningContent: { reasoningText: { text: 'x', signature: 's' } } },
          { toolUse: { toolUseId: 'x', name: 'add', input: {}, type: 'server_tool_use' } },
          { citationsContent: { content: [] } },
        ],
      },
      { role: 'user', content: [{ toolResult: { toolUseId: 'x', content: [{ json: {} }], status: 'success' } }] },
    ],
  ],
  mistral: [
    [
      { role: 'user', content: [{ type: 'image_url', imageUrl: 'x' }] },
      { role: 'assistant', content: 'x', prefix: true },
    ],
    [{ role: 'assistant', content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'x' }] }] }],
  ],
  cohere: [
    [
      { role: 'assistant', toolPlan: 'x', toolCalls: [chatCall] },
      { role: 'tool', toolCallId: 'x', content: [{ type: 'document', document: { data: { a: 1 }, id: 'd' } }] },
    ],
    [{ role: 'assistant', content: [{ type: 'thinking', thinking: 'x' }], citations: [] }],
  ],
  ollama: [
    [{ role: 'user', content: 'x', images: [data] }],
    [
      { role: 'assistant', content: '', thinking: 'x', tool_calls: [{ function: { name: 'add', arguments: {} } }] },
      { role: 'tool', tool_name: 'add', content: 'x' },
    ],
  ],
  text: [[{ role: 'user', content: [{ type: 'image_url', image_url: { url: 'x' } }] }], [{ role: 'developer', content: 'x' }]],
};

const call = [{ id: 'x', name: 'add', args: {} }];
const { AbortController: PolyfilledController } = require('abort-controller') as typeof globalThis;

/** Settings of one's own, with more in them. */
class Settings {
  readonly model = 'm';
  readonly messages: unknown[] = [];
  readonly tools = [add];
  readonly note = 'of this program';
  constructor(readonly client: unknown) {}
}

class Scoped {
  list = (): Tool[] => registry.list();
  get = (name: string): Tool | undefined => registry.get(name);
  call = registry.call.bind(registry);
}

const options: Readonly<Record<string, object>> = {
  'values that are undefined': { stream: undefined, signal: undefined, declare: { builtIn: undefined }, request: { tools: undefined } },
  'a polyfilled signal': { signal: new PolyfilledController().signal },
  'a signal of any': { signal: AbortSignal.any([new AbortController().signal]) },
  'no bound': { maxToolIterations: Infinity },
  'a set of tools': { tools: new Set([add]) },
  'a generator of tools': {
    tools: (function* () {
      yield add;
    })(),
  },
  'values of a map': { tools: new Map([['add', add]]).values() },
  'a subclass of the registry': { registry: new (class extends ToolRegistry {})().register(add) },
  'an object before a registry': { registry: { list: () => registry.list(), call: registry.call.bind(registry) } },
  'a class before a registry': { registry: new Scoped() },
  'an instance as auth, no timeout': { context: { auth: new Settings(undefined), timeout: Infinity } },
  'an object without a prototype': { request: Object.assign(Object.create(null) as object, { temperature: 1 }) },
};

const said = { choices: [{ message: { role: 'assistant', content: 'Hi' }, finish_reason: 'stop' }] };
const create = async (): Promise<object> => said;
const toolMessage = async (): Promise<object> => ({ message: { role: 'assistant', content: [{ type: 'text', text: 'Hi' }] } });
const inChunks = (...chunks: object[]) =>
  async function (): Promise<AsyncIterable<object>> {
    return (async function* () {
      yield* chunks;
    })();
  };
const chat = (create: unknown): object => ({ chat: { completions: { create } } });
const proxied = (of: object): object =>
  new Proxy(of, {
    get: (target, key) => {
      const value: unknown = Reflect.get(target, key);
      return typeof value === 'object' && value !== null ? proxied(value) : value;
    },
  });

class Hidden {
  readonly #said = said;
  readonly chat = { completions: { create: async () => this.#said } };
}

const whole = { index: 0, delta: { content: 'Hi' }, finish_reason: 'stop' };
const clients: Readonly<Record<string, object>> = {
  'private fields': { client: new Hidden() },
  'a proxy': { client: proxied(chat(create)) },
  'a function with methods': { client: Object.assign(() => {}, chat(create)) },
  'a deployment of Azure': { client: { ...chat(create), deploymentName: 'd' }, model: '' },
  'only what Ollama needs': { client: { chat: toolMessage }, provider: 'ollama' },
  'only what Mistral needs': { client: { chat: { complete: create } }, provider: 'mistral' },
  'only what Cohere needs': { client: { chat: toolMessage }, provider: 'cohere' },
  'only what is needed of Cohere v2': { client: { v2: { chat: toolMessage } }, provider: 'cohere' },
  'only what Bedrock needs': {
    client: { send: async () => ({ output: { message: { content: [{ text: 'Hi' }] } } }) },
    provider: 'bedrock',
  },
  'a promise that looks official': {
    client: chat(() => ({ withResponse: async () => ({ data: await inChunks({ choices: [whole] })(), response: {} }) })),
    stream: true,
  },
};

const piece = (delta: object | null, end: string | null = null): object => ({ choices: [{ index: 0, delta, finish_reason: end }] });
const spent = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
const event = (type: string, more: object = {}): object => ({ type, ...more });
const camelPiece = (choice: object): object => ({ data: { choices: [{ index: 0, ...choice }] } });
const message = { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Hi' }] };

/** Chunks of servers that are not quite like the provider's own. */
const streams: Readonly<Record<string, { client(ask: unknown): object; chunks: readonly object[] }>> = {
  'no delta at the end': {
    client: chat,
    chunks: [piece({ role: 'assistant', content: null }), piece({ content: 'Hi' }), piece(null, 'stop')],
  },
  'no choices': {
    client: chat,
    chunks: [{ id: 'ping' }, piece({ content: 'Hi' }), piece({}, 'stop'), { choices: null, usage: spent }, {}],
  },
  'reasoning and words of a gateway': {
    client: chat,
    chunks: [{ choices: [] }, piece({ reasoning_content: 'x', reasoning_details: [] }), piece({ content: 'Hi' }, ''), piece({}, 'eos')],
  },
  'null in place of calls': { client: chat, chunks: [piece({ content: 'Hi', tool_calls: null, function_call: null }), piece({}, 'stop')] },
  'Responses without output at the end': {
    client: (create) => ({ responses: { create } }),
    chunks: [
      event('response.output_text.delta', { delta: 'Hi', item_id: 'm', output_index: 0 }),
      event('keepalive'),
      event('response.output_item.done', { output_index: 0, item: message }),
      event('response.completed', { response: { status: 'completed', output: null } }),
    ],
  },
  'Anthropic without usage': {
    client: (create) => ({ messages: { create } }),
    chunks: [
      event('ping'),
      event('message_start', { message: { content: [] } }),
      event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
      event('content_block_delta', { index: 0, delta: { type: 'text_delta', text: 'Hi' } }),
      event('content_block_delta', { index: 0, delta: { type: 'of_tomorrow' } }),
      event('message_delta', { delta: { stop_reason: 'end_turn' }, usage: null }),
    ],
  },
  'Gemini with nothing at the end': {
    client: (ask) => ({ models: { generateContent: ask, generateContentStream: ask } }),
    chunks: [{ candidates: [{ content: { parts: [{ text: 'Hi' }] } }] }, { candidates: [{ finishReason: 'STOP' }] }, { candidates: null }],
  },
  'Mistral without a delta at the end': {
    client: (ask) => ({ chat: { complete: ask, stream: ask } }),
    chunks: [camelPiece({ delta: { content: 'Hi' } }), camelPiece({ finishReason: 'stop' }), { data: { choices: [], usage: {} } }],
  },
};

const answers: Readonly<Record<string, { client(ask: unknown): object; answer: object; text: string }>> = {
  'calls that are null': {
    client: chat,
    answer: { choices: [{ message: { role: 'assistant', content: 'Hi', tool_calls: null, function_call: null } }], usage: null },
    text: 'Hi',
  },
  'Mistral without usage': { client: (ask) => ({ chat: { complete: ask, stream: ask } }), answer: said, text: 'Hi' },
  'Ollama without content': {
    client: (ask) => ({ chat: ask, generate: ask, pull: ask }),
    answer: { message: { role: 'assistant', thinking: 'x' }, done: true },
    text: '',
  },
  'Cohere with null': {
    client: (ask) => ({ chat: ask, chatStream: ask }),
    answer: { message: { role: 'assistant', content: null, toolCalls: null } },
    text: '',
  },
  'Gemini at its limit': {
    client: (generateContent) => ({ models: { generateContent } }),
    answer: { candidates: [{ content: { role: 'model' }, finishReason: 'MAX_TOKENS' }] },
    text: '',
  },
  'Responses in the background': { client: (create) => ({ responses: { create } }), answer: { output: [], status: 'queued' }, text: '' },
};

/** Answers without a call, which must not be taken for those of another API. */
const withoutCalls: readonly [bridge: { parseCalls(answer: never): { length: number } }, answer: object][] = [
  [openai, { choices: [] }],
  [openai, { choices: [{ message: { content: 'x', tool_calls: null, toolCalls: [] } }] }],
  [mistral, { choices: [{ message: { content: 'x', tool_calls: [] } }] }],
  [cohere, { message: { role: 'assistant', tool_calls: [] } }],
  [ollama, { message: { content: '', toolCalls: [] } }],
  [anthropic, { content: [] }],
  [gemini, { usageMetadata: {} }],
  [bedrock, { output: { message: { content: [] } } }],
  [openaiResponses, { output: [] }],
];

/** Choices in the provider's own words, and what is sent. */
const choices: readonly [bridge: object, choice: unknown, sent: object][] = [
  [gemini, { functionCallingConfig: {} }, { toolConfig: { functionCallingConfig: { mode: 'AUTO' } } }],
  [mistral, { function: { name: 'add' } }, { toolChoice: { type: 'function', function: { name: 'add' } } }],
  [cohere, 'REQUIRED', { toolChoice: 'REQUIRED' }],
  [cohere, 'NONE', { toolChoice: 'NONE' }],
  [
    openaiResponses,
    { type: 'allowed_tools', mode: 'auto', tools: [{ type: 'function', name: 'add' }, { type: 'image_generation' }] },
    { tool_choice: { type: 'allowed_tools', mode: 'auto', tools: [{ type: 'function', name: 'add' }, { type: 'image_generation' }] } },
  ],
  [
    openai,
    { type: 'allowed_tools', allowed_tools: { mode: 'auto', tools: [{ type: 'custom', custom: { name: 'add' } }] } },
    {
      tool_choice: { type: 'allowed_tools', allowed_tools: { mode: 'auto', tools: [{ type: 'function', function: { name: 'add' } }] } },
    },
  ],
];

const bare = (fields: object): object => Object.assign(Object.create(null) as object, fields);
const objects = { type: 'object', properties: { a: { type: 'string' } } };

/** Odd, but JSON Schema. */
const schemas: Readonly<Record<string, object>> = {
  nothing: {},
  'properties with names of keywords': {
    properties: Object.fromEntries(
      ['type', 'properties', '~standard', '$ref', 'required', 'enum', 'items', 'if', 'not'].map((name) => [name, { type: 'string' }]),
    ),
  },
  'a reference at the root': { $ref: '#/$defs/A', $defs: { A: objects } },
  'a union without a type': { anyOf: [objects, { type: 'object', properties: { b: { type: 'string' } } }] },
  'a list of types': { ...objects, type: ['object', 'null'] },
  'values that are undefined': { ...objects, required: undefined, properties: { a: { type: 'string', description: undefined } } },
  'words of MongoDB': { bsonType: 'object', anyOf: [objects] },
  'words of other programs': { type: 'object', tsType: 'object', kind: 'object', errorMessage: { type: 'object' } },
  'words of OpenAPI': { type: 'object', properties: { a: { type: 'string', nullable: true, example: 'x' } }, example: { a: 'x' } },
  'own words': { ...objects, $comment: 'x', 'x-own': { type: 'object' } },
  frozen: Object.freeze({ type: 'object', properties: Object.freeze({ a: Object.freeze({ type: 'string' }) }) }),
  'objects without a prototype': bare({ type: 'object', properties: bare({ a: bare({ type: 'string' }) }) }),
  'symbols of TypeBox': { ...objects, [Symbol.for('TypeBox.Kind')]: 'Object' },
  'an instance of a class': new (class {
    type = 'object';
    properties = { a: { type: 'string' } };
  })(),
};

/** A case each. */
const each = <C>(cases: Readonly<Record<string, C>>, check: (one: C) => unknown): void => {
  for (const [what, one] of Object.entries(cases))
    it(what, async () => {
      await check(one);
    });
};

describe('what is legitimate passes', () => {
  for (const [provider, list] of Object.entries(conversations))
    for (const messages of list)
      it(`messages of ${provider}: ${JSON.stringify(messages).slice(0, 80)}`, async () => {
        assert.equal((await run({ ...clientOf(provider as Provider), messages: Object.freeze(messages) })).text, 'Hi');
      });

  describe('options', () => {
    for (const provider of ['openai-chat', 'anthropic', 'gemini'] as const)
      for (const [what, given] of Object.entries(options))
        it(`${what}: ${provider}`, async () => {
          // A generator gives its tools once.
          const again = what === 'a generator of tools' || what === 'values of a map' ? { tools: new Set([add]).values() } : given;
          assert.deepEqual(await run({ ...clientOf(provider, [call, 'Hi']), ...again }), { text: 'Hi', uses: 1 });
        });

    it('an instance of a class, and an object without a prototype', async () => {
      const { client } = scriptedClient('openai-chat', ['Hi']);
      for (const given of [new Settings(client), bare({ client, model: 'm', messages: [], tools: [add] })])
        assert.equal((await runTools(given as RunOptions)).outcome, 'done');
    });

    it('texts and parts for Gemini are the messages of the user; its own tools keep what they need', async () => {
      const { client, requests } = scriptedClient('gemini', [call, 'Hi']);
      const request = { config: { toolConfig: { retrievalConfig: { languageCode: 'de' } } } };
      await run({ client: withoutSignal(client), messages: ['a', { text: 'b' }], request });
      for (const { contents, config } of requests) {
        assert.deepEqual((contents as unknown[])[0], { role: 'user', parts: [{ text: 'a' }, { text: 'b' }] });
        assert.deepEqual((config as { toolConfig: object }).toolConfig, {
          retrievalConfig: { languageCode: 'de' },
          functionCallingConfig: { mode: 'AUTO' },
        });
      }
    });
  });

  describe('clients', () => each(clients, async (given) => assert.equal((await run(given)).text, 'Hi')));
  describe('streams', () =>
    each(streams, async ({ client, chunks }) =>
      assert.equal((await run({ client: client(inChunks(...chunks)), stream: true })).text, 'Hi'),
    ));
  describe('answers', () =>
    each(answers, async ({ client, answer, text }) => assert.equal((await run({ client: client(async () => answer) })).text, text)));

  it('a stream that says [DONE] and nothing else of its end is whole; without it the stream broke off', async () => {
    for (const [end, outcome] of [
      ['data: [DONE]\n\n', 'done'],
      ['data:[DONE]\r\n\r\n', 'done'],
      ['', 'error'],
    ] as const)
      for (const size of [1, 1 << 20]) {
        const text = `: OPENROUTER PROCESSING\n\n${eventText([piece({ content: 'Hi' })], end)}`;
        const client = new OpenAI({ apiKey: 'none', fetch: streaming(text, size) });
        const ran = await runTools({ client, model: 'm', messages: [], tools: [add], logger: quiet, stream: true });
        assert.deepEqual([ran.outcome, ran.text], [outcome, 'Hi'], JSON.stringify(end));
      }
  });

  it('answers without calls', () => {
    for (const [bridge, answer] of withoutCalls) assert.equal(bridge.parseCalls(answer as never).length, 0, JSON.stringify(answer));
  });

  it('choices in the words of the provider', () => {
    for (const [bridge, choice, sent] of choices)
      assert.deepEqual((bridge as typeof openai).toToolChoice(choice as never, [add]), sent, JSON.stringify(choice));
  });

  it('tools of a bridge: sets, what stands before a registry, definitions with more in them', () => {
    const [definition] = JSON.parse(JSON.stringify(registry.list())) as object[];
    const more = { ...definition, _meta: {}, annotations: {}, execution: { taskSupport: 'optional' }, icons: [] };
    for (const tools of [new Set([add]), new Scoped(), definition, [more]]) assert.equal(openai.toTools(tools as never).length, 1);
    assert.equal(new Tool({ ...(more as unknown as { name: string }), handler: () => 1 }).name, 'add');
  });

  describe('schemas', () =>
    each(schemas, async (inputSchema) => {
      const tool = new Tool({ name: 'odd', inputSchema: inputSchema as never, outputSchema: inputSchema as never, handler: () => ({}) });
      assert.equal(tool.definition.inputSchema.type, 'object');
      for (const bridge of [openai, anthropic, gemini]) assert.equal(bridge.toTools([tool]).length, 1);
    }));
});

/** The scripted client copies what it is sent, and signals cannot be copied. */
function withoutSignal(client: unknown): object {
  const { models } = client as { models: { generateContent(request: object): Promise<unknown> } };
  return {
    models: {
      generateContent: ({ config, ...request }: { config: object }) =>
        models.generateContent({ ...request, config: { ...config, abortSignal: undefined } }),
    },
  };
}
