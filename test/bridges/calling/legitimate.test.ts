/** What is legal with a provider, or usual with who writes the program, passes every check: a false refusal would hinder more than a slip. */
import assert from 'node:assert/strict';
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
import { conversations } from './legitimate/conversations.js';
import { answers, clients, inChunks, piece, streams } from './legitimate/servers.js';
import { scriptedClient } from './parity/clients.js';

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

const call = [{ id: 'x', name: 'add', args: {} }];
/** As polyfills make it: newer methods are missing. */
class PolyfilledSignal extends EventTarget {
  readonly aborted = false;
}

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

const options: Readonly<Record<string, object | (() => object)>> = {
  'values that are undefined': { stream: undefined, signal: undefined, declare: { builtIn: undefined }, request: { tools: undefined } },
  'a polyfilled signal': { signal: new PolyfilledSignal() },
  'a signal of any': { signal: AbortSignal.any([new AbortController().signal]) },
  'no bound': { maxToolIterations: Infinity },
  'a set of tools': { tools: new Set([add]) },
  'a generator of tools': () => ({
    tools: (function* () {
      yield add;
    })(),
  }),
  'values of a map': () => ({ tools: new Map([['add', add]]).values() }),
  'a subclass of the registry': { registry: new (class extends ToolRegistry {})().register(add) },
  'an object before a registry': { registry: { list: () => registry.list(), call: registry.call.bind(registry) } },
  'a class before a registry': { registry: new Scoped() },
  'an instance as auth, no timeout': { context: { auth: new Settings(undefined), timeout: Infinity } },
  'an object without a prototype': { request: Object.assign(Object.create(null) as object, { temperature: 1 }) },
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
  'words of forms': {
    type: 'object',
    properties: { a: { type: 'array', multiple: true, container: 'card', requiredIf: 'b', definition: 'x' } },
  },
  'own words': { ...objects, $comment: 'x', 'x-own': { type: 'object' } },
  frozen: Object.freeze({ type: 'object', properties: Object.freeze({ a: Object.freeze({ type: 'string' }) }) }),
  'objects without a prototype': bare({ type: 'object', properties: bare({ a: bare({ type: 'string' }) }) }),
  'symbols of TypeBox': { ...objects, [Symbol.for('TypeBox.Kind')]: 'Object' },
  'an instance of a class': new (class {
    type = 'object';
    properties = { a: { type: 'string' } };
  })(),
};

/** What LangSmith makes of a promise: only `then` knows the promise itself. */
const traced = (promise: object): object =>
  new Proxy(promise, {
    get: (target, key, receiver) => {
      const value: unknown = Reflect.get(target, key, receiver);
      return key === 'then' ? (value as () => void).bind(target) : value;
    },
  });

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
          assert.deepEqual(
            await run({ ...clientOf(provider, [call, 'Hi']), ...(typeof given === 'function' ? (given as () => object)() : given) }),
            { text: 'Hi', uses: 1 },
          );
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

  describe('clients that are traced', () => {
    const output = [{ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Hi' }] }];
    const events = {
      'openai-chat': [piece({ content: 'Hi' }), piece({}, 'stop')],
      'openai-responses': [{ type: 'response.completed', response: { status: 'completed', output } }],
    };
    for (const [provider, list] of Object.entries(events))
      it(`streams of ${provider}`, async () => {
        const { chat, responses } = new OpenAI({ apiKey: 'none', fetch: streaming(eventText(list)) });
        const client = {
          chat: { completions: { create: (request: never) => traced(chat.completions.create(request)) } },
          responses: { create: (request: never) => traced(responses.create(request)) },
        };
        await run({ client, provider, stream: true });
      });
  });

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
