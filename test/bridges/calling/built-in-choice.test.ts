import assert from 'node:assert/strict';
import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import { anthropic } from '../../../src/bridges/anthropic.js';
import { bedrock } from '../../../src/bridges/bedrock.js';
import type { ToolChoice } from '../../../src/bridges/calling/choice.js';
import type { ToolLike } from '../../../src/bridges/calling/bridge.js';
import type { RunClient } from '../../../src/bridges/calling/loop/clients.js';
import { runTools } from '../../../src/bridges/calling/loop/run.js';
import { gemini } from '../../../src/bridges/gemini.js';
import { openaiResponses } from '../../../src/bridges/openai-responses.js';
import { openai } from '../../../src/bridges/openai.js';
import { Tool } from '../../../src/index.js';

const search = new Tool({ name: 'search', handler: () => 'found' });
const own = [search];

const hosted = [
  { type: 'web_search_preview' },
  { type: 'mcp', server_label: 'docs', server_url: 'https://example.org/mcp' },
  { type: 'custom', name: 'shell' },
];
const server = [
  { type: 'web_search_20250305', name: 'web_search' },
  { type: 'mcp_toolset', mcp_server_name: 'docs' },
];

interface Bridge {
  toToolChoice(
    choice: ToolChoice,
    tools: readonly ToolLike[],
    options?: object,
  ): { readonly tool_choice?: unknown; readonly toolConfig?: unknown };
}

/** The choice on the wire, and what was warned of. */
function choose(
  bridge: Bridge,
  choice: ToolChoice,
  builtIn: readonly object[],
  tools: readonly ToolLike[] = own,
  more: object = {},
): [unknown, string[]] {
  const warnings: string[] = [];
  const onWarning = (warning: string): void => void warnings.push(warning);
  const fields = bridge.toToolChoice(choice, tools, { builtIn, onWarning, ...more });
  return [fields.tool_choice ?? fields.toolConfig, warnings];
}

const byName = (name: string): ToolChoice => ({ type: 'tool', name });

describe("The choice of one of the provider's own tools", () => {
  it('[DPT-244] [DPT-260] OpenAI Responses: by its type, label or name', () => {
    const expected: [ToolChoice, object][] = [
      [byName('web_search_preview'), { type: 'web_search_preview' }],
      [byName('docs'), { type: 'mcp', server_label: 'docs' }],
      [byName('shell'), { type: 'custom', name: 'shell' }],
      [{ type: 'web_search_preview' }, { type: 'web_search_preview' }],
      [byName('search'), { type: 'function', name: 'search' }],
    ];
    for (const [choice, wire] of expected) assert.deepEqual(choose(openaiResponses, choice, hosted), [wire, []]);
  });

  it('[DPT-245] OpenAI Responses: in a list, beside ours', () => {
    const [choice, warnings] = choose(openaiResponses, ['search', 'web_search_preview', 'docs'], hosted);
    const tools = [{ type: 'function', name: 'search' }, { type: 'web_search_preview' }, { type: 'mcp', server_label: 'docs' }];
    assert.deepEqual([choice, warnings], [{ type: 'allowed_tools', mode: 'required', tools }, []]);
  });

  it('Anthropic: by its name, or by its type; a toolset cannot be chosen', () => {
    const wire = { type: 'tool', name: 'web_search' };
    for (const choice of [byName('web_search'), byName('web_search_20250305'), { type: 'web_search_20250305' }])
      assert.deepEqual(choose(anthropic, choice, server), [wire, []]);
    assert.deepEqual(choose(anthropic, byName('web_search'), server, own, { parallel: false })[0], {
      ...wire,
      disable_parallel_tool_use: true,
    });
    const [choice, warnings] = choose(anthropic, byName('mcp_toolset'), server);
    assert.deepEqual([choice, warnings.length], [{ type: 'auto' }, 1]);
  });

  it('OpenAI Chat Completions: custom tools', () => {
    const shell = { type: 'custom', custom: { name: 'shell', description: 'Runs.' } };
    const named = { type: 'custom', custom: { name: 'shell' } };
    assert.deepEqual(choose(openai, byName('shell'), [shell]), [named, []]);
    const [choice] = choose(openai, ['search', 'shell'], [shell]);
    assert.deepEqual((choice as { allowed_tools: { tools: unknown[] } }).allowed_tools.tools, [
      { type: 'function', function: { name: 'search' } },
      named,
    ]);
  });

  it('[DPT-252] where none can be chosen: auto, with a warning that says so', () => {
    for (const [bridge, builtIn, name] of [
      [gemini, [{ googleSearch: {} }], 'googleSearch'],
      [bedrock, [{ systemTool: { name: 'nova_grounding' } }], 'systemTool'],
    ] as const) {
      const [choice, warnings] = choose(bridge as Bridge, byName(name), builtIn);
      assert.deepEqual(choice, choose(bridge as Bridge, 'auto', [])[0]);
      assert.equal(warnings.length, 1);
      assert.match(warnings[0] ?? '', new RegExp(`cannot be told to call '${name}'`));
    }
    const [choice, warnings] = choose(gemini, ['search', 'googleSearch'], [{ googleSearch: {} }]);
    assert.deepEqual([choice, warnings.length], [{ functionCallingConfig: { mode: 'ANY', allowedFunctionNames: ['search'] } }, 1]);
  });

  it('[DPT-252] OpenAI Responses: what is no tool itself cannot be chosen', () => {
    for (const tool of [{ type: 'tool_search' }, { type: 'namespace', name: 'crm', description: '', tools: [] }]) {
      const [choice, warnings] = choose(openaiResponses, byName(tool.type), [tool]);
      assert.deepEqual([choice, warnings.length], ['auto', 1]);
      const [list] = choose(openaiResponses, ['search', tool.type], [tool]);
      assert.deepEqual((list as { tools: unknown[] }).tools, [{ type: 'function', name: 'search' }]);
    }
  });

  it('[DPT-252] a name that nobody has is still warned of', () => {
    const [choice, warnings] = choose(openaiResponses, byName('file_search'), hosted);
    assert.equal(choice, 'auto');
    assert.match(warnings[0] ?? '', /'file_search', which is no tool of this request/);
  });

  it('[DPT-244] an MCP server that stands among `mcpServers`: by its label, where the provider can', async () => {
    const mcpServers = [{ server_label: 'docs', server_url: 'https://example.org/mcp' }];
    const wire = { type: 'mcp', server_label: 'docs' };
    assert.deepEqual(choose(openaiResponses, byName('docs'), [], own, { mcpServers }), [wire, []]);
    const urls = [{ type: 'url', name: 'docs', url: 'https://example.org/mcp' }];
    for (const [builtIn, more] of [
      [[], { mcpServers: urls }],
      [server, {}],
    ] as const) {
      const [choice, warnings] = choose(anthropic, byName('docs'), builtIn, own, more);
      assert.deepEqual([choice, warnings.length], [{ type: 'auto' }, 1]);
      assert.match(warnings[0] ?? '', /cannot be told to call 'docs'/);
    }
    const choices: unknown[] = [];
    const ran = await runTools({
      client: new OpenAI({
        apiKey: 'none',
        baseURL: 'http://localhost/v1',
        maxRetries: 0,
        fetch: async (_url, init) => {
          choices.push((JSON.parse(init?.body as string) as { tool_choice?: unknown }).tool_choice);
          return Response.json({ status: 'completed', output: [] });
        },
      }),
      provider: 'openai-responses',
      model: 'm',
      messages: [{ role: 'user', content: 'Go.' }],
      tools: own,
      toolChoice: byName('docs'),
      declare: { mcpServers: [{ server_label: 'docs', server_url: 'https://example.org/mcp' }] },
    });
    assert.deepEqual([ran.outcome, choices], ['done', [wire]]);
  });

  it("a tool of ours goes before one of the provider's of the same name", () => {
    const shell = new Tool({ name: 'shell', handler: () => '' });
    assert.deepEqual(choose(openaiResponses, byName('shell'), hosted, [shell])[0], { type: 'function', name: 'shell' });
  });

  it("without tools of ours a choice among the provider's is sent where it has one", () => {
    assert.deepEqual(choose(openaiResponses, byName('web_search_preview'), hosted, []), [{ type: 'web_search_preview' }, []]);
    assert.deepEqual(choose(openaiResponses, 'any', hosted, []), ['required', []]);
    assert.deepEqual(choose(anthropic, 'any', server, []), [{ type: 'any' }, []]);
    assert.deepEqual(choose(gemini as Bridge, 'auto', [{ googleSearch: {} }], []), [undefined, []]);
    assert.deepEqual(choose(openaiResponses, 'auto', [], []), [undefined, []]);
  });

  it('[DPT-248] a model that cannot be forced gets auto, with a warning', () => {
    const [choice, warnings] = choose(anthropic, byName('web_search'), server, own, { model: 'claude-opus-5-5' });
    assert.deepEqual([choice, warnings.length], [{ type: 'auto' }, 1]);
  });

  it('runTools sends it with the first request only', async () => {
    const runs: [object, object][] = [
      [
        { type: 'web_search_preview' },
        {
          provider: 'openai-responses',
          client: (fetch: typeof globalThis.fetch) => new OpenAI({ apiKey: 'none', baseURL: 'http://localhost/v1', fetch, maxRetries: 0 }),
          answer: { status: 'completed', output: [{ type: 'function_call', call_id: 'a', id: 'i', name: 'search', arguments: '{}' }] },
          end: { status: 'completed', output: [] },
          builtIn: hosted,
          name: 'web_search_preview',
        },
      ],
      [
        { type: 'tool', name: 'web_search' },
        {
          provider: 'anthropic',
          client: (fetch: typeof globalThis.fetch) => new Anthropic({ apiKey: 'none', baseURL: 'http://localhost', fetch, maxRetries: 0 }),
          answer: { content: [{ type: 'tool_use', id: 'a', name: 'search', input: {} }] },
          end: { content: [{ type: 'text', text: 'Done.' }] },
          builtIn: server,
          name: 'web_search',
        },
      ],
    ];
    for (const [wire, given] of runs) {
      const { provider, client, answer, end, builtIn, name } = given as {
        provider: 'anthropic' | 'openai-responses';
        client(fetch: typeof globalThis.fetch): RunClient;
        answer: object;
        end: object;
        builtIn: object[];
        name: string;
      };
      const choices: unknown[] = [];
      const warnings: string[] = [];
      const ran = await runTools({
        client: client(async (_url, init) => {
          choices.push((JSON.parse(init?.body as string) as { tool_choice?: unknown }).tool_choice);
          return Response.json(choices.length === 1 ? answer : end);
        }),
        provider,
        model: 'm',
        messages: [{ role: 'user', content: 'Go.' }],
        tools: own,
        toolChoice: byName(name),
        declare: { builtIn },
        logger: { error: () => {}, warn: (warning) => void warnings.push(warning) },
      });
      assert.deepEqual([ran.outcome, ran.error, warnings], ['done', undefined, []]);
      assert.deepEqual(choices, [wire, provider === 'anthropic' ? { type: 'auto' } : 'auto']);
    }
  });
});
