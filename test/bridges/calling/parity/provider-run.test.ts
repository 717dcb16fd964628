/** What a provider runs or hides itself: MCP servers (DPT-072, 089..096, 180), built-in tools (260..263), its tool search (183..186). */
import assert from 'node:assert/strict';
import { anthropic } from '../../../../src/bridges/anthropic.js';
import { bedrock } from '../../../../src/bridges/bedrock.js';
import { type DeclareOptions, extendModels, runTools } from '../../../../src/bridges/calling/index.js';
import { cohere } from '../../../../src/bridges/cohere.js';
import { gemini } from '../../../../src/bridges/gemini.js';
import { mistral } from '../../../../src/bridges/mistral.js';
import { ollama } from '../../../../src/bridges/ollama.js';
import { openai } from '../../../../src/bridges/openai.js';
import { openaiResponses } from '../../../../src/bridges/openai-responses.js';
import { Tool } from '../../../../src/index.js';
import { scriptedClient } from './clients.js';

interface Declarer {
  toTools(tools: readonly Tool[], options?: DeclareOptions): unknown[];
}
const own = [new Tool({ name: 'mine', handler: () => 'ok' }), new Tool({ name: 'other', handler: () => 'ok' })];
const url = 'https://mcp.example/mcp';
const toolset = (allowed: object) => anthropic.toTools([], { mcpServers: [{ name: 'docs', url, ...allowed }] });

describe('parity: MCP servers that the provider runs', () => {
  for (const allowed of [
    ['a', 'b'],
    [],
    { tool_names: ['a'], read_only: true },
    {},
    { read_only: false },
    { tool_names: [] },
    { misspelt: 1 },
  ])
    it(`[DPT-072] [DPT-089] [DPT-095] [DPT-096] [DPT-180] OpenAI gets ${JSON.stringify(allowed)} as it is given`, () => {
      const server = { server_label: 'docs', server_url: url, allowed_tools: allowed, require_approval: 'never', headers: { a: 'b' } };
      for (const options of [{ mcpServers: [server] }, { builtIn: [{ type: 'mcp', ...server }] }] as DeclareOptions[])
        assert.deepEqual(openaiResponses.toTools([], options), [{ type: 'mcp', ...server }]);
    });

  const translated: [string, object, object][] = [
    ['none said', {}, {}],
    ['a list', { allowed_tools: ['a'] }, { default_config: { enabled: false }, configs: { a: { enabled: true } } }],
    ['an empty list', { allowed_tools: [] }, { default_config: { enabled: false }, configs: {} }],
    [
      'beside what the user gave',
      {
        allowed_tools: ['a', 'b'],
        default_config: { enabled: true, defer_loading: true },
        configs: { a: { enabled: false, defer_loading: false }, c: { enabled: true, defer_loading: true } },
      },
      {
        default_config: { enabled: false, defer_loading: true },
        configs: { a: { enabled: true, defer_loading: false }, b: { enabled: true }, c: { enabled: false, defer_loading: true } },
      },
    ],
    ['what the user gave alone', { default_config: { enabled: false } }, { default_config: { enabled: false } }],
  ];
  for (const [title, given, expected] of translated)
    it(`[DPT-072] [DPT-090] [DPT-095] Anthropic: ${title}`, () => {
      assert.deepEqual(toolset(given), [{ type: 'mcp_toolset', mcp_server_name: 'docs', ...expected }]);
      assert.deepEqual(anthropic.toRequestFields([], { mcpServers: [{ name: 'docs', url, authorization_token: 't', ...given }] }), {
        mcp_servers: [{ type: 'url', name: 'docs', url, authorization_token: 't' }],
      });
    });

  it('[DPT-090] what the user gave is not changed', () => {
    const given = { name: 'docs', url, allowed_tools: ['a'], configs: { a: { enabled: false } }, default_config: { enabled: true } };
    const before = structuredClone(given);
    anthropic.toTools([], { mcpServers: [given] });
    assert.deepEqual(given, before);
  });

  const bad: unknown[] = ['a', 7, true, [1], ['a', null]];
  for (const allowed of [...bad, { tool_names: ['a'] }])
    it(`[DPT-093] [DPT-094] Anthropic refuses ${JSON.stringify(allowed)}, at both places`, () => {
      for (const options of [
        { mcpServers: [{ name: 'docs', url, allowed_tools: allowed as never }] },
        { builtIn: [{ type: 'mcp_toolset', mcp_server_name: 'docs', allowed_tools: allowed }] },
      ])
        assert.throws(() => anthropic.toTools([], options), TypeError);
    });
  for (const allowed of bad)
    it(`[DPT-093] [DPT-094] OpenAI refuses ${JSON.stringify(allowed)}, at both places`, () => {
      const server = { server_label: 'docs', server_url: url, allowed_tools: allowed as never };
      for (const options of [{ mcpServers: [server] }, { builtIn: [{ type: 'mcp', ...server }] }])
        assert.throws(() => openaiResponses.toTools([], options), TypeError);
    });

  it('[DPT-094] a run says so before any request', async () => {
    for (const provider of ['anthropic', 'openai-responses'] as const) {
      const { client, requests } = scriptedClient(provider, ['hi']);
      const mcpServers = [{ name: 'docs', server_label: 'docs', url, allowed_tools: 'a' as never }];
      await assert.rejects(runTools({ client, model: 'm', messages: [], tools: own, declare: { mcpServers } }), TypeError);
      assert.equal(requests.length, 0);
    }
  });

  for (const [name, bridge] of Object.entries({ openai, gemini, bedrock, mistral, cohere, ollama }) as [string, Declarer][])
    it(`[DPT-092] refused where the API runs none, with what to do instead: ${name}`, () => {
      assert.throws(() => bridge.toTools(own, { mcpServers: [{ name: 'docs', url }] }), {
        code: 'INVALID_DEFINITION',
        message: /runs no MCP servers: connect to the server here/,
      });
    });
});

describe('parity: MCP servers of a model whose provider runs none', () => {
  const server = { server_label: 'docs', server_url: url };
  for (const model of ['accounts/fireworks/models/llama-v4', 'gemini-3-pro-preview'])
    for (const options of [{ mcpServers: [server] }, { builtIn: [{ type: 'mcp', ...server }] }] as DeclareOptions[])
      for (const [name, bridge] of Object.entries({ openai, openaiResponses }) as [string, Declarer][])
        it(`[DPT-091] [DPT-092] [DPT-093] ${name}, ${model}, in ${Object.keys(options).join()}: refused, with what to do instead`, () => {
          assert.throws(() => bridge.toTools([], { ...options, model }), {
            code: 'INVALID_DEFINITION',
            message: /runs no MCP servers: connect to the server here/,
          });
        });

  it('[DPT-091] in a run, before any request', async () => {
    const { client, requests } = scriptedClient('openai-responses', ['hi']);
    const run = runTools({ client, model: 'accounts/fireworks/models/x', messages: [], tools: own, declare: { mcpServers: [server] } });
    await assert.rejects(run, { code: 'INVALID_DEFINITION' });
    assert.equal(requests.length, 0);
  });
});

describe('parity: built-in tools', () => {
  const builtIn: [string, Declarer, object][] = [
    ['anthropic', anthropic, { type: 'web_search_20250305', name: 'web_search', max_uses: 3 }],
    ['openaiResponses', openaiResponses, { type: 'web_search', search_context_size: 'low' }],
    ['gemini', gemini, { googleSearch: {} }],
  ];
  for (const [name, bridge, tool] of builtIn)
    it(`[DPT-260] [DPT-261] stand as they are after local ones: ${name}`, () => {
      const made = bridge.toTools(own, { builtIn: [tool] });
      assert.deepEqual(made.at(-1), tool);
      assert.match(JSON.stringify(made), /"mine"/);
      assert.deepEqual(bridge.toTools([], { builtIn: [tool] }), [tool]);
    });

  const models: [string, boolean][] = [
    ['claude-sonnet-5', true],
    ['gpt-5.5', true],
    ['gemini-3-pro-preview', true],
    ['gemini-3-flash-preview', true],
    ['gemini-3-pro-image-preview', false],
    ['gemini-2.5-pro', false],
    ['accounts/fireworks/models/llama-v4', false],
    ['nobody-knows', true],
  ];
  for (const [model, isBoth] of models)
    it(`[DPT-262] [DPT-263] both kinds at once with ${model}: ${isBoth ? 'sent' : 'refused before the request'}`, async () => {
      const tool = { type: 'anything' };
      const both = (): unknown => anthropic.toTools(own, { builtIn: [tool], model });
      if (isBoth) both();
      else assert.throws(both, { code: 'INVALID_DEFINITION', message: /built-in tools/ });
      anthropic.toTools([], { builtIn: [tool], model });
      anthropic.toTools(own, { model });
      const { client, requests } = scriptedClient('openai-chat', ['hi']);
      const run = runTools({ client, model, messages: [], tools: own, declare: { builtIn: [tool] } });
      if (isBoth) assert.equal((await run).outcome, 'done');
      else await assert.rejects(run, { code: 'INVALID_DEFINITION' });
      assert.equal(requests.length, isBoth ? 1 : 0);
    });

  it('[DPT-262] the fact is a row that users add', () => {
    const forget = extendModels([{ match: 'my-model', supportsConcurrentBuiltInAndCustomTools: false }]);
    try {
      assert.throws(() => openai.toTools(own, { builtIn: [{ type: 'x' }], model: 'my-model' }), { code: 'INVALID_DEFINITION' });
    } finally {
      forget();
    }
  });
});

describe('parity: tools behind the search of the provider', () => {
  const deferredOf = (tools: unknown[]): unknown[] =>
    (tools as { name?: string; defer_loading?: boolean }[]).flatMap(({ name, defer_loading }) => (defer_loading ? [name] : []));
  const byName = { defer: ['other'] };
  const byPredicate = { defer: ({ name }: { name: string }) => name === 'other' };

  for (const [name, bridge] of Object.entries({ anthropic, openaiResponses }) as [string, Declarer][])
    for (const defer of [byName, byPredicate])
      it(`[DPT-183] ${name}: ${JSON.stringify(defer)}`, () => {
        const warnings: string[] = [];
        const onWarning = (text: string): void => void warnings.push(text);
        const made = bridge.toTools(own, { ...defer, toolSearch: true, onWarning });
        assert.deepEqual(deferredOf(made), ['other']);
        assert.equal((made as { type?: string }[]).filter(({ type = '' }) => type.startsWith('tool_search')).length, 1);
        assert.deepEqual(warnings, []);
      });

  for (const [name, bridge] of Object.entries({ anthropic, openaiResponses, openai, gemini, bedrock, mistral, cohere, ollama }) as [
    string,
    Declarer,
  ][])
    it(`[DPT-184] without the search, all at once with one warning: ${name}`, () => {
      for (const toolSearch of name === 'anthropic' || name === 'openaiResponses' ? [false] : [false, true]) {
        const warnings: string[] = [];
        const made = bridge.toTools(own, { defer: ['mine', 'other'], toolSearch, onWarning: (text) => void warnings.push(text) });
        assert.doesNotMatch(JSON.stringify(made), /defer_loading|tool_search/);
        assert.equal(warnings.length, 1);
        assert.match(warnings[0] ?? '', /'mine', 'other'/);
      }
    });

  it('[DPT-185] a run lists what was deferred; nothing where all were loaded', async () => {
    const ran = async (provider: 'anthropic' | 'openai-chat' | 'openai-responses', toolSearch: boolean) => {
      const warnings: string[] = [];
      const { client } = scriptedClient(provider, ['hi']);
      const logger = { warn: (text: string) => void warnings.push(text), error: assert.fail };
      const options = { deferTools: ['other'], declare: { toolSearch }, logger };
      const { deferredTools } = await runTools({ client, model: 'm', messages: [], tools: own, ...options });
      return [deferredTools, warnings.length];
    };
    assert.deepEqual(await ran('anthropic', true), [['other'], 0]);
    assert.deepEqual(await ran('openai-responses', true), [['other'], 0]);
    assert.deepEqual(await ran('anthropic', false), [[], 1]);
    assert.deepEqual(await ran('openai-chat', true), [[], 1]);
  });
});
