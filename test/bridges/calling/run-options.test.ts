/** What a run refuses before anything is sent, and with which words; what bridges refuse of their options. */
import assert from 'node:assert/strict';
import Anthropic from '@anthropic-ai/sdk';
import { GoogleGenAI } from '@google/genai';
import OpenAI from 'openai';
import { aiSdk } from '../../../src/bridges/ai-sdk.js';
import { anthropic } from '../../../src/bridges/anthropic.js';
import { declareTools, extendModels, type McpServer, modelFacts, type RunOptions, runTools } from '../../../src/bridges/calling/index.js';
import { googleAdk } from '../../../src/bridges/google-adk.js';
import { langchain } from '../../../src/bridges/langchain.js';
import { mastra } from '../../../src/bridges/mastra.js';
import { openaiAgents } from '../../../src/bridges/openai-agents.js';
import { openaiResponses } from '../../../src/bridges/openai-responses.js';
import { openai } from '../../../src/bridges/openai.js';
import { textBridge, textDriver } from '../../../src/bridges/text.js';
import { type Logger, Tool, ToolError, ToolRegistry } from '../../../src/index.js';
import { scriptedClient } from './parity/clients.js';

const tools = [new Tool({ name: 'history', handler: () => 'ok' })];
const quiet = { warn: () => {}, error: () => {} };
const unasked = (): never => assert.fail('a request was sent');
const oai = new OpenAI({ apiKey: 'none', fetch: unasked });
const claude = new Anthropic({ apiKey: 'none', fetch: unasked });
const gem = new GoogleGenAI({ apiKey: 'none', httpOptions: { fetch: unasked } });

/** The message of the refusal. */
async function refusal(what: () => unknown): Promise<string> {
  try {
    await what();
  } catch (error) {
    assert.ok(error instanceof ToolError, String(error));
    assert.equal(error.code, 'INVALID_DEFINITION');
    return error.message;
  }
  return assert.fail('nothing was refused');
}

const run = (options: object): Promise<unknown> => runTools({ client: oai, model: 'm', messages: [], tools, logger: quiet, ...options });

describe('options of a run', () => {
  const unknown: [given: object, expected: RegExp][] = [
    [{ maxToolIteration: 3 }, /^runTools: there is no option 'maxToolIteration'\. Did you mean 'maxToolIterations'\? Known are client, /],
    [{ onEvents: () => {} }, /no option 'onEvents'\. Did you mean 'onEvent'\?/],
    [{ maxIterations: 3 }, /no option 'maxIterations'\. The bound is 'maxToolIterations'\.$/],
    [{ maxSteps: 3 }, /The bound is 'maxToolIterations'/],
    [{ maxTurns: 3 }, /The bound is 'maxToolIterations'/],
    [{ system: 'Be brief.' }, /no option 'system'\. A system prompt is a message, or a field of 'request'/],
    [{ temperature: 0 }, /no option 'temperature'\. Put it into 'request', .*: request: \{ temperature \}\.$/],
    [{ tool_choice: 'any' }, /no option 'tool_choice'\. The choice is the option 'toolChoice'/],
    [{ declare: { toolsearch: true } }, /no option 'declare\.toolsearch'\. Did you mean 'declare\.toolSearch'\?/],
    [{ declare: { strict: true } }, /no option 'declare\.strict'\. It is an option of the run itself: 'strict'\./],
    [{ context: { scope: ['a'] } }, /no option 'context\.scope'\. Did you mean 'context\.scopes'\?/],
    [{ context: { signal: new AbortController().signal } }, /no option 'context\.signal'\. It is an option of the run itself: 'signal'\./],
  ];
  for (const [given, expected] of unknown)
    it(`unknown: ${JSON.stringify(given)}`, async () => assert.match(await refusal(() => run(given)), expected));

  const wrong: [given: object, expected: RegExp][] = [
    [{ request: 'be brief' }, /'request' must be an object of further fields .*, not string "be brief"/],
    [{ deferTools: true }, /'deferTools' must be a list of names/],
    [{ deferTools: ['a', 1] }, /'deferTools' must be .*; entry 2 is number 1/],
    [{ signal: new AbortController() }, /'signal' must be an AbortSignal \(of an AbortController, its 'signal'\)/],
    [{ declare: { mcpServers: 'https://mcp.example' } }, /'declare\.mcpServers' must be a list of servers/],
    [{ declare: { builtIn: { type: 'web_search' } } }, /'declare\.builtIn' must be a list of the provider's own tools/],
    [{ declare: { toolSearch: 'yes' } }, /'declare\.toolSearch' must be true, false, 'regex' or 'bm25', not string "yes"/],
    [{ mcpServers: [] }, /no option 'mcpServers'\. Put it into declare/],
    [{ tools: undefined, registry: { add: () => 1 } }, /'registry' must be a ToolRegistry \(instances .* as 'tools'\)/],
    [{ tools: new ToolRegistry() }, /'tools' must be .*; a registry is given as 'registry'|a registry is given as 'registry'/],
    [{ contextWindow: 'big' }, /'contextWindow' must be tokens, an integer of 1 or more, not string "big"/],
    [{ contextWindow: -5 }, /'contextWindow' must be .*, not number -5/],
    [{ messages: 'Hi.' }, /'messages' must be a list in the provider's form, such as/],
    [{ stream: 'yes' }, /'stream' must be true or false/],
    [{ onEvent: {} }, /'onEvent' must be a function/],
    [{ logger: console.warn }, /'logger' must be a logger, \{ error\(message\), warn\(message\) \}/],
    [
      { toolChoice: { name: 'history' } },
      /toolChoice \{"name":"history"\} is none of .*To force one tool, pass \{ type: 'tool', name: "history" \}/,
    ],
  ];
  for (const [given, expected] of wrong)
    it(`of a wrong type: ${Object.keys(given).join(', ')} ${expected.source.slice(0, 30)}`, async () =>
      assert.match(await refusal(() => run(given)), expected));

  const ofClients: [given: object, expected: RegExp][] = [
    [{ provider: 'openia' }, /there is no client of a provider 'openia'\. Did you mean 'openai-chat'\? There are: openai-chat, /],
    [{ provider: 'openai' }, /there is no client of a provider 'openai'\. Did you mean 'openai-chat'\?/],
    [{ provider: 'antropic' }, /Did you mean 'anthropic'\?/],
    [{ provider: 'anthropic' }, /the client does not have what a client of anthropic has; it is one of openai-chat;/],
    [{ client: oai.chat }, /'client' is only a part of a client, as client\.chat is: pass the client itself\.$/],
    [{ client: oai.responses }, /pass the client itself/],
    [{ client: claude.messages }, /pass the client itself/],
    [{ client: gem.models }, /as client\.models is: pass the client itself/],
    [{ client: {} }, /the client is none that is known \(openai-chat, /],
  ];
  for (const [given, expected] of ofClients)
    it(`clients: ${expected.source.slice(0, 50)}`, async () => assert.match(await refusal(() => run(given)), expected));

  it('what is undefined is not given', async () => {
    const { client } = scriptedClient('openai-chat', ['hi']);
    const none = { signal: undefined, request: undefined, contextWindow: undefined, declare: undefined, deferTools: undefined };
    assert.equal((await runTools({ client, model: 'm', messages: [], tools, logger: undefined, ...none })).outcome, 'done');
  });
});

describe('fields of a request that the run fills in', () => {
  const managed: [client: object, request: object, expected: RegExp][] = [
    [oai, { tools: [] }, /'request\.tools' is filled in by the run\. .*declare: \{ builtIn \}/],
    [oai, { tool_choice: 'auto' }, /'request\.tool_choice' .* option 'toolChoice'/],
    [oai, { model: 'other' }, /'request\.model' .* option 'model'/],
    [oai, { stream: true }, /'request\.stream' .* option 'stream'/],
    [claude, { messages: [] }, /'request\.messages' .* option 'messages'/],
    [gem, { config: { tools: [] } }, /'request\.config\.tools' is filled in/],
    [gem, { config: { toolConfig: {} } }, /'request\.config\.toolConfig' .* option 'toolChoice'/],
  ];
  for (const [client, request, expected] of managed)
    it(JSON.stringify(request), async () => assert.match(await refusal(() => run({ client, request })), expected));
});

describe('messages of another API', () => {
  const chat = { role: 'user', content: 'Hi.' };
  const called = { role: 'assistant', tool_calls: [{ id: 'a', type: 'function', function: { name: 'history', arguments: '{}' } }] };
  const use = { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'history', input: {} }] };
  const foreign: [provider: Parameters<typeof scriptedClient>[0], message: unknown, expected: RegExp][] = [
    [
      'gemini',
      chat,
      /^runTools: message 1 is none of Gemini: it has no list 'parts'\. One looks so: \{ role: 'user', parts: \[\{ text: 'Hi\.' \}\] \}\.$/,
    ],
    ['gemini', { role: 'system', content: 'Be brief.' }, /A system prompt is given as request: \{ config: \{ systemInstruction/],
    ['gemini', { role: 'assistant', parts: [{ text: 'Hi.' }] }, /has the role string "assistant", and there are 'user' and 'model'/],
    ['anthropic', { role: 'user', parts: [{ text: 'Hi.' }] }, /is none of Anthropic Messages: it has no 'content'/],
    ['anthropic', { role: 'developer', content: 'Be brief.' }, /A system prompt is given as request: \{ system: '…' \}/],
    ['anthropic', called, /has the form of Chat Completions/],
    ['anthropic', { role: 'user', content: [{ text: 'Hi.' }] }, /has blocks without a 'type'/],
    ['bedrock', chat, /is none of Bedrock Converse: it has no list 'content'. One looks so: \{ role: 'user', content: \[\{ text/],
    ['bedrock', use, /has blocks with a 'type', as messages of Anthropic have/],
    ['openai-responses', called, /has the form of Chat Completions, .*here each is an item/],
    ['openai-responses', { role: 'tool', tool_call_id: 'a', content: '1' }, /has the form of Chat Completions/],
    ['openai-responses', use, /as messages of Anthropic have/],
    ['openai-chat', { role: 'user', parts: [] }, /has 'parts', as messages of Gemini have/],
    ['openai-chat', { role: 'user', content: [{ text: 'Hi.' }] }, /has parts without a 'type', as messages of Bedrock have/],
    ['openai-chat', use, /as messages of Anthropic have/],
    ['mistral', { content: 'Hi.' }, /has no 'role'/],
    ['cohere', 'Hi.', /is no object, but string/],
  ];
  for (const [provider, message, expected] of foreign)
    it(`${provider}: ${JSON.stringify(message)}`, async () => {
      const { client, requests } = scriptedClient(provider, ['hi']);
      const messages = [message];
      assert.match(await refusal(() => run({ client, messages })), expected);
      assert.equal(requests.length, 0);
    });

  it('the transcript of a run goes into the next one, with every API', async () => {
    for (const provider of ['openai-chat', 'openai-responses', 'anthropic', 'gemini', 'bedrock', 'mistral', 'cohere', 'ollama'] as const) {
      const { client } = scriptedClient(provider, [[{ id: 'call00001', name: 'history', args: {} }], 'done']);
      const { messages } = await runTools({ client, model: 'm', messages: [], tools, logger: quiet });
      assert.ok(messages.length >= 3);
      assert.equal((await runTools({ client, model: 'm', messages, tools, logger: quiet })).outcome, 'done', provider);
    }
  });

  it('a system prompt at the head of messages for Anthropic is warned of', async () => {
    const warnings: string[] = [];
    const { client } = scriptedClient('anthropic', ['hi']);
    const logger = { ...quiet, warn: (text: string) => void warnings.push(text) };
    await run({ client, logger, messages: [{ role: 'system', content: 'Be brief.' }, chat] });
    assert.deepEqual(warnings, ["The first message is a system prompt, which Anthropic Messages wants as request: { system: '…' }."]);
  });
});

describe('options of bridges', () => {
  it('unknown ones are refused, with what was meant', async () => {
    const given: [() => unknown, RegExp][] = [
      [
        () => openai.toTools(tools, { stict: true } as object),
        /^OpenAI Chat Completions: toTools\(\): there is no option 'stict'\. Did you mean 'strict'\?/,
      ],
      [() => openai.toTools(tools, { strict: 'yes' } as object), /'strict' must be true, false or 'auto', not string "yes"/],
      [() => anthropic.toRequestFields(tools, { mcpServer: [] } as object), /Did you mean 'mcpServers'\?/],
      [
        () => openai.toToolChoice('auto', tools, { paralel: true } as object),
        /toToolChoice\(\): there is no option 'paralel'\. Did you mean 'parallel'\?/,
      ],
      [
        () => aiSdk.toTools(tools, { strikt: true } as object),
        /^Vercel AI SDK: toTools\(\): there is no option 'strikt'\. Did you mean 'strict'\?/,
      ],
      [() => aiSdk.toTools(tools, { validate: 1 } as object), /'validate' must be true or false/],
      [() => langchain.toTools(tools, { onError: 'return' } as object), /'onError' must be 'message' or 'throw'/],
      [() => langchain.toTools(tools, { strikt: true } as object), /Did you mean 'strict'\?/],
      [() => openaiAgents.toTools(tools, { errorFunktion: null } as object), /Did you mean 'errorFunction'\?/],
      [() => googleAdk.toTools(tools, { adkk: {} } as object), /Did you mean 'adk'\?/],
      [() => mastra.toTools(tools, { onErr: 'throw' } as object), /there is no option 'onErr'/],
      [
        () => declareTools(tools, 'openai-chat', { strick: true } as object),
        /^declareTools: there is no option 'strick'\. Did you mean 'strict'\?/,
      ],
      [
        () => textDriver(() => Promise.resolve(''), { forms: 'json' } as object),
        /^textDriver: there is no option 'forms'\. Did you mean 'form'\?/,
      ],
      [() => textBridge({ form: 'yaml' as never }), /'form' must be 'chat', 'json' or 'xml', not string "yaml"/],
      [() => mastra.toTools(tools, { scopes: [] } as object), /Put it into context: context: \{ scopes \}/],
    ];
    for (const [make, expected] of given) assert.match(await refusal(make), expected);
  });

  it('their own are taken', async () => {
    assert.ok(aiSdk.toTools(tools, { validate: false, context: () => ({}) }));
    assert.ok(await langchain.toTools(tools, { onError: 'throw', returnDirect: true }));
    assert.ok(await openaiAgents.toTools(tools, { errorFunction: null }));
    assert.ok(mastra.toTools(tools, { onError: 'throw', maxToolResultChars: null }));
  });
});

describe('MCP servers that a provider runs', () => {
  const url = 'https://mcp.example';
  const given: [make: (servers: readonly McpServer[]) => unknown, server: object, expected: RegExp][] = [
    [
      (mcpServers) => openaiResponses.toTools([], { mcpServers }),
      { name: 'docs', url },
      /that OpenAI runs has no field 'name'; OpenAI calls it 'server_label'/,
    ],
    [
      (mcpServers) => openaiResponses.toTools([], { mcpServers }),
      { server_label: 'docs' },
      /needs one of 'server_url', 'connector_id', 'tunnel_id'/,
    ],
    [(mcpServers) => openaiResponses.toTools([], { mcpServers }), { server_url: url }, /needs 'server_label'/],
    [
      (mcpServers) => openaiResponses.toTools([], { mcpServers }),
      { server_label: 'docs', server_url: url, allowed_tool: ['a'] },
      /no field 'allowed_tool': 'allowed_tools' may be meant/,
    ],
    [(mcpServers) => anthropic.toTools([], { mcpServers }), { nam: 'x' }, /that Anthropic runs has no field 'nam': 'name' may be meant/],
    [(mcpServers) => anthropic.toTools([], { mcpServers }), { name: 'docs' }, /needs 'url', where it is/],
    [(mcpServers) => anthropic.toTools([], { mcpServers }), { server_label: 'docs', server_url: url }, /Anthropic calls it 'name'/],
    [(mcpServers) => anthropic.toTools([], { mcpServers }), { type: 'mcp_toolset' }, /needs 'mcp_server_name'/],
  ];
  for (const [make, server, expected] of given)
    it(JSON.stringify(server), async () => assert.match(await refusal(() => make([server as McpServer])), expected));

  it('what is new at the provider passes', () => {
    const server = { server_label: 'docs', connector_id: 'connector_x', future_field: 1 };
    assert.deepEqual(openaiResponses.toTools([], { mcpServers: [server as McpServer] }), [{ type: 'mcp', ...server }]);
    const toolset = { type: 'mcp_toolset', mcp_server_name: 'docs', tools: [{ name: 'a' }] } as const;
    assert.deepEqual(anthropic.toTools([], { mcpServers: [toolset] }), [toolset]);
  });
});

describe('rows about models', () => {
  const row = { match: 'run-options-model' };
  const bad: [given: unknown, expected: RegExp][] = [
    [{ ...row, contextWindow: 32_000 }, /^extendModels: the rows must be a list/],
    [[{ ...row, contextWindow: '32k' }], /^extendModels, row 1: 'contextWindow' must be tokens, an integer of 1 or more, not string "32k"/],
    [[row, { ...row, contextWindow: -3 }], /row 2: 'contextWindow' must be .*, not number -3/],
    [[{ ...row, contextWindow: Number.NaN }], /'contextWindow' must be/],
    [[{ ...row, contextWindw: 32_000 }], /row 1: there is no option 'contextWindw'\. Did you mean 'contextWindow'\?/],
    [[{ ...row, supportsFunctionCalling: 'no' }], /'supportsFunctionCalling' must be true or false/],
    [[{ contextWindow: 32_000 }], /row 1 has no 'match'/],
    [[{ match: 7 }], /'match' must be the name of a model, or an expression/],
    [['gpt'], /row 1: options must be an object/],
  ];
  for (const [given, expected] of bad)
    it(expected.source, async () => {
      assert.match(await refusal(() => extendModels(given as never)), expected);
      assert.equal(modelFacts('run-options-model').contextWindow, undefined);
    });

  it('facts about vendors', async () => {
    assert.match(await refusal(() => extendModels([], { mine: {} as never })), /the vendor 'mine' has no 'unsupportedForcedChoice'/);
    assert.match(await refusal(() => extendModels([], { mine: { unsupportedForcedChoice: 'no' as never } })), /'forward' or 'downgrade'/);
    assert.match(await refusal(() => extendModels([], [] as never)), /the vendors must be an object/);
  });
});

describe('warnings', () => {
  const run2 = async (owner: object, logger: Logger): Promise<number> => {
    let heard = 0;
    const { client } = scriptedClient('openai-chat', ['hi']);
    const onEvent = ({ type }: { type: string }): void => void (heard += Number(type === 'warning'));
    await runTools({ client, model: 'm', messages: [], logger, onEvent, deferTools: ['history'], ...owner } as unknown as RunOptions);
    return heard;
  };

  it('what holds in every run is logged once for the same tools, and told to every listener', async () => {
    const warnings: string[] = [];
    const logger = { ...quiet, warn: (text: string) => void warnings.push(text) };
    const registry = new ToolRegistry().register(tools);
    assert.deepEqual([await run2({ registry }, logger), await run2({ registry }, logger), warnings.length], [1, 1, 1]);
    assert.deepEqual([await run2({ tools }, logger), await run2({ tools: [...tools] }, logger), warnings.length], [1, 1, 2]);
    await run2({ registry: new ToolRegistry().register(tools) }, logger);
    assert.equal(warnings.length, 3);
  });

  it('a result that is cut tells where the cap comes from, in the words of the options', async () => {
    const big = new Tool({ name: 'big', handler: () => 'x'.repeat(200_000) });
    const told = async (options: object, model = 'unheard-of'): Promise<string> => {
      const warnings: string[] = [];
      const { client } = scriptedClient('openai-chat', [[{ id: 'a', name: 'big', args: {} }], 'done']);
      const logger = { ...quiet, warn: (text: string) => void warnings.push(text) };
      await run({ client, logger, model, tools: big, ...options });
      return warnings[0] ?? '';
    };
    assert.match(await told({ maxToolResultChars: 20 }), /20 of 200000 characters are shown \(maxToolResultChars is 20\)/);
    assert.match(
      await told({ contextWindow: 10 }),
      /\(a quarter of 10 tokens, the option 'contextWindow'; maxToolResultChars sets another cap\)/,
    );
    assert.match(await told({}), /a quarter of 128000 tokens, which are assumed where the window of a model is not known/);
    assert.match(await told({}, 'gpt-4o'), /a quarter of 128000 tokens, the context window of 'gpt-4o' in the table of models/);
  });

  it('a model that cannot be forced: the words are about the choice that was made', async () => {
    const warnings: string[] = [];
    const { client } = scriptedClient('anthropic', ['hi']);
    const logger = { ...quiet, warn: (text: string) => void warnings.push(text) };
    await run({ client, logger, model: 'claude-opus-5-5', toolChoice: 'required' });
    assert.deepEqual(warnings, [
      "The model 'claude-opus-5-5' cannot be forced to call a tool: toolChoice wants some tool to be called, and 'auto' is sent instead.",
    ]);
  });
});
