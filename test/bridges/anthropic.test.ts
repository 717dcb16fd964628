import assert from 'node:assert/strict';
import Anthropic from '@anthropic-ai/sdk';
import fc from 'fast-check';
import { anthropic, anthropicDriver, mcpBeta } from '../../src/bridges/anthropic.js';
import type { DeclareOptions } from '../../src/bridges/calling/bridge.js';
import type { McpServer } from '../../src/bridges/calling/mcp-servers.js';
import { ToolCalls } from '../../src/bridges/calling/calls.js';
import { runTools } from '../../src/bridges/calling/loop/run.js';
import { ToolCallResults } from '../../src/bridges/calling/results.js';
import { type JsonSchema, type ObjectSchema, Tool, type ToolDefinition, ToolError, ToolRegistry } from '../../src/index.js';
import { answering, cutAt, eventText, streaming } from './calling/answers.js';
import { anthropicToolProblems } from './calling/legal/index.js';
import { listProblems } from './calling/matrix/subjects/anthropic.js';
import { png } from './calling/matrix/tools.js';

type Json = Record<string, unknown>;

const clientWith = (fetch: typeof globalThis.fetch): Anthropic =>
  new Anthropic({ apiKey: 'none', baseURL: 'http://localhost', fetch, maxRetries: 0 });

const definition = (name: string, more: Partial<ToolDefinition> = {}): ToolDefinition => ({
  name,
  description: `Does ${name}.`,
  inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'], additionalProperties: false },
  ...more,
});

const toTools = (tools: readonly (Tool | ToolDefinition)[], options?: DeclareOptions): Json[] =>
  JSON.parse(JSON.stringify(anthropic.toTools(tools, options))) as Json[];

const start = (index: number, block: object): object => ({ type: 'content_block_start', index, content_block: block });
const grow = (index: number, delta: object): object => ({ type: 'content_block_delta', index, delta });
const stop = (index: number): object => ({ type: 'content_block_stop', index });
const input = (index: number, text: string): object => grow(index, { type: 'input_json_delta', partial_json: text });
const use = (id: string, name: string): object => ({ type: 'tool_use', id, name, input: {} });

const answerOf = (...events: object[]): string =>
  eventText(
    [
      {
        type: 'message_start',
        message: { id: 'm', type: 'message', role: 'assistant', content: [], model: 'm', usage: { input_tokens: 7, output_tokens: 1 } },
      },
      ...events,
      { type: 'message_delta', delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 9, input_tokens: null } },
      { type: 'message_stop' },
    ],
    '',
  );

async function accumulated(fetch: typeof globalThis.fetch) {
  const accumulation = anthropic.accumulate();
  for await (const event of await clientWith(fetch).messages.create({ model: 'm', max_tokens: 1, messages: [], stream: true }))
    accumulation.push(event);
  return accumulation;
}

const contentOf = (message: Anthropic.MessageParam | undefined): Json[] => (message?.content ?? []) as unknown as Json[];

const told = (calls: ToolCalls) => Array.from(calls, ({ id, name, args }) => [id, name, args]);

describe('Anthropic Messages', () => {
  describe('declarations', () => {
    it('[B22] unions at the root are never sent; the original holds at the call', async () => {
      const schema: ObjectSchema = {
        type: 'object',
        properties: { route: { type: 'string' }, file: { type: 'string' } },
        anyOf: [{ required: ['route'] }, { required: ['file'] }],
      };
      const tool = new Tool({ name: 'open', inputSchema: schema, handler: () => 'opened' });
      for (const strict of [true, false, 'auto'] as const) {
        const [sent] = toTools([tool], { strict });
        const root = sent?.['input_schema'] as JsonSchema;
        assert.deepEqual([root.anyOf, root.oneOf, root.allOf, root.type], [undefined, undefined, undefined, 'object']);
        assert.deepEqual(Object.keys(root.properties ?? {}), ['route', 'file']);
      }
      const registry = new ToolRegistry().register(tool);
      assert.equal((await registry.call({ name: 'open', args: {} })).isError, true);
      assert.equal((await registry.call({ name: 'open', args: { file: 'a' } })).isError, false);
    });

    it('[B23] keywords that strict refuses are in the description, and hold at the call', async () => {
      const tool = new Tool({
        name: 'wait',
        inputSchema: {
          type: 'object',
          properties: { timeoutMs: { type: 'integer', minimum: 1, maximum: 300_000 } },
          required: ['timeoutMs'],
          additionalProperties: false,
        },
        handler: () => 'waited',
      });
      const [sent] = toTools([tool]);
      assert.equal(sent?.['strict'], true);
      const { timeoutMs } = (sent['input_schema'] as JsonSchema).properties ?? {};
      assert.deepEqual([timeoutMs?.minimum, timeoutMs?.maximum], [undefined, undefined]);
      assert.match(timeoutMs?.description ?? '', /300000|300,000/);
      const registry = new ToolRegistry().register(tool);
      assert.equal((await registry.call({ name: 'wait', args: { timeoutMs: 0 } })).isError, true);
    });

    it('[DPT-155] [DPT-169] strict by default, and not at all when told so', () => {
      assert.deepEqual(
        toTools([definition('a'), definition('b')]).map(({ strict }) => strict),
        [true, true],
      );
      assert.deepEqual(
        toTools([definition('a')], { strict: false }).map((tool) => 'strict' in tool),
        [false],
      );
    });

    it('[DPT-156] [DPT-165] the twenty-first is offered without strict, with one warning that names it', () => {
      const names = Array.from({ length: 22 }, (_, index) => `t${String(index).padStart(2, '0')}`);
      const warnings: string[] = [];
      const sent = toTools(names.map((name) => definition(name)).reverse(), { onWarning: (warning) => void warnings.push(warning) });
      assert.equal(sent.length, 22);
      const lenient = sent.filter(({ strict }) => strict !== true).map(({ name }) => name);
      assert.deepEqual(lenient.sort(), ['t20', 't21']);
      assert.equal(warnings.length, 1);
      assert.match(warnings[0] ?? '', /'t20', 't21'/);
    });

    it('[DPT-170] no request of any set of tools is over a budget', () => {
      const property = fc.constantFrom<JsonSchema>(
        { type: 'string' },
        { type: ['string', 'null'] },
        { anyOf: [{ type: 'string' }, { type: 'integer' }] },
        { type: 'object', properties: { a: { type: 'string' }, b: { type: ['integer', 'null'] } }, additionalProperties: false },
        { type: 'array', items: { anyOf: [{ type: 'null' }, { type: 'number' }] } },
        { type: 'object', additionalProperties: { type: 'string' } },
      );
      const schema = fc
        .dictionary(fc.stringMatching(/^[a-z]{1,3}$/), fc.tuple(property, fc.boolean()), { maxKeys: 9 })
        .map((properties): ObjectSchema => ({
          type: 'object',
          properties: Object.fromEntries(Object.entries(properties).map(([name, [one]]) => [name, one])),
          required: Object.entries(properties).flatMap(([name, [, isRequired]]) => (isRequired ? [name] : [])),
          additionalProperties: false,
        }));
      fc.assert(
        fc.property(
          fc.array(fc.tuple(schema, fc.boolean()), { maxLength: 40 }),
          fc.option(schema, { nil: undefined }),
          fc.boolean(),
          (sets, responseSchema, toolSearch) => {
            const tools = sets.map(
              ([inputSchema, defer], index) => new Tool({ name: `t${index}`, inputSchema, defer, handler: () => 'x' }),
            );
            const sent = toTools(tools, { toolSearch, ...(responseSchema && { responseSchema }) });
            assert.deepEqual(anthropicToolProblems(sent, responseSchema), []);
            assert.deepEqual(listProblems(sent), []);
          },
        ),
        { numRuns: 150 },
      );
    });

    it('[DPT-183] [DPT-185] deferred tools, behind the search', () => {
      const tools = [definition('a'), definition('b')];
      const regex = toTools(tools, { defer: ['b'], toolSearch: 'regex' });
      assert.deepEqual(
        regex.map(({ name, defer_loading }) => [name, defer_loading]),
        [
          ['a', undefined],
          ['b', true],
          ['tool_search_tool_regex', undefined],
        ],
      );
      assert.equal(toTools(tools, { defer: ['b'], toolSearch: true }).at(-1)?.['type'], 'tool_search_tool_bm25_20251119');
    });

    it('[DPT-184] without the search all are loaded, with one warning', () => {
      const warnings: string[] = [];
      const sent = toTools([definition('a')], { defer: ['a'], onWarning: (warning) => void warnings.push(warning) });
      assert.deepEqual([sent.length, 'defer_loading' in (sent[0] ?? {})], [1, false]);
      assert.equal(warnings.length, 1);
    });

    it('a search that the caller brings along is not sent twice', () => {
      const search = { type: 'tool_search_tool_bm25_20251119', name: 'tool_search_tool_bm25' };
      const sent = toTools([definition('a'), definition('b')], { defer: ['b'], toolSearch: true, builtIn: [search] });
      assert.equal(sent.filter(({ type }) => type === search.type).length, 1);
    });

    it('all deferred: the search is not, so the request is legal; examples are left out then', () => {
      const tool = new Tool({
        name: 'a',
        examples: [{ args: { text: 'x' } }],
        inputSchema: definition('a').inputSchema,
        handler: () => 'x',
      });
      const other = new Tool({
        name: 'b',
        examples: [{ args: { text: 'y' } }],
        inputSchema: definition('b').inputSchema,
        handler: () => 'x',
      });
      assert.deepEqual(toTools([tool], { examples: true })[0]?.['input_examples'], [{ text: 'x' }]);
      for (const defer of [['a'], ['a', 'b']]) {
        const sent = toTools([tool, other], { examples: true, defer, toolSearch: true });
        assert.deepEqual(listProblems(sent), []);
        assert.ok(sent.every((one) => !('input_examples' in one)));
      }
    });

    it('cache control on the last tool that is not deferred', () => {
      const tools = [definition('a'), definition('b'), definition('c')];
      assert.deepEqual(
        toTools(tools, { cache: true }).map(({ cache_control }) => cache_control),
        [undefined, undefined, { type: 'ephemeral' }],
      );
      const sent = toTools(tools, { cache: '1h', defer: ['c'], toolSearch: true });
      assert.deepEqual(
        sent.map(({ cache_control }) => cache_control),
        [undefined, { type: 'ephemeral', ttl: '1h' }, undefined, undefined],
      );
      assert.deepEqual(listProblems(sent), []);
    });

    it('[DSPY-87] [R-13] further fields go along, and never take the place of ours', () => {
      const [sent] = toTools([definition('a')], {
        extra: () => ({ eager_input_streaming: true, name: 'other', input_schema: { type: 'string' }, strict: false }),
      });
      assert.equal(sent?.['eager_input_streaming'], true);
      assert.deepEqual([sent['name'], sent['strict'], (sent['input_schema'] as JsonSchema).type], ['a', true, 'object']);
    });

    it('[DPT-260] [DPT-261] built-in tools stand beside local ones, as they are', () => {
      const webSearch = { type: 'web_search_20250305', name: 'web_search', max_uses: 3 };
      assert.deepEqual(toTools([definition('a')], { builtIn: [webSearch] })[1], webSearch);
    });
  });

  describe('MCP servers that Anthropic runs', () => {
    const server = { name: 'docs', url: 'https://docs.example/mcp', authorization_token: 'secret' };
    const given = (mcpServers: unknown[]): Json[] => toTools([definition('a')], { mcpServers: mcpServers as McpServer[] }).slice(1);

    it('[DPT-072] [DPT-180] a server and its toolset', () => {
      assert.deepEqual(given([server]), [{ type: 'mcp_toolset', mcp_server_name: 'docs' }]);
      assert.deepEqual(anthropic.toRequestFields([], { mcpServers: [server] }), { mcp_servers: [{ ...server, type: 'url' }] });
      assert.deepEqual(anthropic.toRequestFields([definition('a')]), {});
    });

    it('[DPT-090] allowed tools become the allow-list; what the user gave stays', () => {
      const entry = {
        ...server,
        allowed_tools: ['read'],
        default_config: { defer_loading: true, enabled: true },
        configs: { read: { defer_loading: false, enabled: false }, write: { enabled: true } },
      };
      assert.deepEqual(given([entry]), [
        {
          type: 'mcp_toolset',
          mcp_server_name: 'docs',
          default_config: { defer_loading: true, enabled: false },
          configs: { read: { defer_loading: false, enabled: true }, write: { enabled: false } },
        },
      ]);
      assert.deepEqual(anthropic.toRequestFields([], { mcpServers: [entry] }), { mcp_servers: [{ ...server, type: 'url' }] });
    });

    it('[DPT-095] an empty list allows none', () => {
      assert.deepEqual(given([{ ...server, allowed_tools: [] }]), [
        { type: 'mcp_toolset', mcp_server_name: 'docs', default_config: { enabled: false }, configs: {} },
      ]);
    });

    it('[DPT-093] [DPT-094] anything but a list is refused, among the servers and among the tools', () => {
      for (const allowed_tools of ['read', { tool_names: ['read'] }, 3, [1]]) {
        assert.throws(() => given([{ ...server, allowed_tools }]), TypeError);
        const toolset = { type: 'mcp_toolset', mcp_server_name: 'docs', allowed_tools };
        assert.throws(() => toTools([], { builtIn: [toolset] }), TypeError);
      }
    });

    it('[DPT-093] a toolset among the tools is translated too', () => {
      const [sent] = toTools([], { builtIn: [{ type: 'mcp_toolset', mcp_server_name: 'docs', allowed_tools: ['read'] }] });
      assert.deepEqual(sent, {
        type: 'mcp_toolset',
        mcp_server_name: 'docs',
        default_config: { enabled: false },
        configs: { read: { enabled: true } },
      });
    });

    it('runTools sends them to the beta API', async () => {
      const seen: { beta: string | null; body: Json }[] = [];
      const fetch: typeof globalThis.fetch = async (_url, init) => {
        const headers = new Headers(init?.headers);
        seen.push({ beta: headers.get('anthropic-beta'), body: JSON.parse(init?.body as string) as Json });
        return answering({ role: 'assistant', content: [{ type: 'text', text: 'Hi.' }], usage: { input_tokens: 1, output_tokens: 1 } })('');
      };
      const ran = await runTools({
        client: clientWith(fetch),
        model: 'claude-sonnet-5',
        messages: [{ role: 'user', content: 'Go.' }],
        tools: [new Tool({ name: 'a', handler: () => 'x' })],
        declare: { mcpServers: [server] },
      });
      assert.deepEqual([ran.outcome, ran.error], ['done', undefined]);
      assert.equal(seen[0]?.beta, mcpBeta);
      assert.deepEqual(seen[0]?.body['mcp_servers'], [{ ...server, type: 'url' }]);
    });
  });

  describe('choice', () => {
    const tools = [definition('a'), definition('b')];

    it('[DPT-248] a model that cannot be forced gets auto, with a warning', () => {
      for (const choice of ['any', { type: 'tool', name: 'a' }] as const) {
        const warnings: string[] = [];
        const fields = anthropic.toToolChoice(choice, tools, { model: 'claude-opus-5-5', onWarning: (one) => void warnings.push(one) });
        assert.deepEqual(fields, { tool_choice: { type: 'auto' } });
        assert.equal(warnings.length, 1);
      }
    });

    it('[DPT-245] a list is refused, never its first element', () => {
      assert.throws(() => anthropic.toToolChoice(['a', 'b'], tools), ToolError);
    });

    it('parallel calls are switched off within the choice; none has no such switch', () => {
      assert.deepEqual(anthropic.toToolChoice('any', tools, { parallel: false }), {
        tool_choice: { type: 'any', disable_parallel_tool_use: true },
      });
      assert.deepEqual(anthropic.toToolChoice('none', tools, { parallel: false }), { tool_choice: { type: 'none' } });
    });

    it('[DPT-254] its own form is read', () => {
      assert.deepEqual(anthropic.toToolChoice({ type: 'any', disable_parallel_tool_use: true }, tools), {
        tool_choice: { type: 'any', disable_parallel_tool_use: true },
      });
    });
  });

  describe('results', () => {
    const calls = ToolCalls.from([{ id: 'c1', name: 'a', args: {} }]);
    const blockOf = (content: unknown, isError = false): Json => {
      const [message] = anthropic.toMessages(calls, ToolCallResults.from([{ callId: 'c1', name: 'a', value: null, content, isError }]));
      assert.equal(message?.role, 'user');
      return (message.content as unknown as Json[])[0] as Json;
    };

    it('text, nothing, and a failure', () => {
      assert.deepEqual(blockOf([{ type: 'text', text: 'ok' }]), { type: 'tool_result', tool_use_id: 'c1', content: 'ok' });
      assert.deepEqual(blockOf([]), { type: 'tool_result', tool_use_id: 'c1' });
      assert.deepEqual(blockOf([{ type: 'text', text: 'broken' }], true), {
        type: 'tool_result',
        tool_use_id: 'c1',
        content: 'broken',
        is_error: true,
      });
    });

    it('[R-10] images and documents in order; sounds in words', () => {
      const pdf = { type: 'resource', resource: { uri: 'file:///a/report.pdf', mimeType: 'application/pdf', blob: 'JVBERi0=' } };
      const { content } = blockOf([
        { type: 'text', text: 'See:' },
        { type: 'image', data: png, mimeType: 'image/png' },
        pdf,
        { type: 'audio', data: 'AAAA', mimeType: 'audio/wav' },
      ]);
      assert.deepEqual(content, [
        { type: 'text', text: 'See:' },
        { type: 'image', source: { type: 'base64', media_type: 'image/png', data: png } },
        { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: 'JVBERi0=' }, title: 'report.pdf' },
        { type: 'text', text: '[audio: audio/wav, 3 bytes]' },
      ]);
    });

    it('several results stand in one message', () => {
      const two = ToolCalls.from([
        { id: 'x', name: 'a', args: {} },
        { id: 'y', name: 'b', args: {} },
      ]);
      const messages = anthropic.toMessages(two, ToolCallResults.fromCallsAndValues(two, ['one', 'two']));
      assert.equal(messages.length, 1);
      assert.deepEqual(
        contentOf(messages[0]).map(({ tool_use_id, content }) => [tool_use_id, content]),
        [
          ['x', 'one'],
          ['y', 'two'],
        ],
      );
    });

    it('[DSPY-79] a foreign turn: ids are made legal, the same on both sides', () => {
      const foreign = ToolCalls.from([{ id: 'call:1/é', name: 'a', args: { text: 'x' } }]);
      const [said, answered] = anthropic.replay(foreign, ToolCallResults.fromCallsAndValues(foreign, ['ok']), 'Let me see.');
      const [text, block] = contentOf(said);
      const [result] = contentOf(answered);
      assert.deepEqual(text, { type: 'text', text: 'Let me see.' });
      assert.match(String(block?.['id']), /^[a-zA-Z0-9_-]+$/);
      assert.equal(block?.['id'], result?.['tool_use_id']);
      assert.deepEqual(anthropic.replay(foreign, [], 'Only this.'), [
        { role: 'assistant', content: [{ type: 'text', text: 'Only this.' }] },
      ]);
    });
  });

  describe('streams of the official client', () => {
    const interleaved = answerOf(
      start(0, { type: 'thinking', thinking: '', signature: '' }),
      grow(0, { type: 'thinking_delta', thinking: 'Hm.' }),
      grow(0, { type: 'signature_delta', signature: 'sig' }),
      stop(0),
      start(1, { type: 'text', text: '' }),
      grow(1, { type: 'text_delta', text: 'Let me ☂.' }),
      stop(1),
      start(2, use('a', 'one')),
      start(3, use('b', 'two')),
      input(3, '{"y"'),
      input(2, '{"x":"Zü'),
      input(3, ':2}'),
      input(2, 'rich ☂"}'),
      stop(3),
      stop(2),
      start(4, use('c', 'three')),
      input(4, ''),
      stop(4),
    );
    const expected = [
      ['a', 'one', { x: 'Zürich ☂' }],
      ['b', 'two', { y: 2 }],
      ['c', 'three', {}],
    ];

    it('interleaved calls, one without arguments; the message goes back with all its blocks', async () => {
      const accumulation = await accumulated(streaming(interleaved));
      assert.deepEqual(told(accumulation.calls()), expected);
      assert.equal(accumulation.text, 'Let me ☂.');
      assert.deepEqual(accumulation.usage, { inputTokens: 7, outputTokens: 9, totalTokens: 16 });
      assert.deepEqual(accumulation.message().content, [
        { type: 'thinking', thinking: 'Hm.', signature: 'sig' },
        { type: 'text', text: 'Let me ☂.' },
        { type: 'tool_use', id: 'a', name: 'one', input: { x: 'Zürich ☂' } },
        { type: 'tool_use', id: 'b', name: 'two', input: { y: 2 } },
        { type: 'tool_use', id: 'c', name: 'three', input: {} },
      ]);
    });

    it('cut in two at every byte, the answer is the same', async function everyByte() {
      this.timeout(60_000);
      const bytes = new TextEncoder().encode(interleaved);
      for (let at = 1; at < bytes.length; at += 1)
        assert.deepEqual(told((await accumulated(cutAt(interleaved, at))).calls()), expected, `cut at ${at}`);
    });

    it('[R-16] what was cut off is refused, and goes back as an empty object', async () => {
      const accumulation = await accumulated(streaming(answerOf(start(0, use('a', 'one')), input(0, '{"x": "Zü'))));
      assert.match(accumulation.incomplete()[0]?.message ?? '', /tool-call arguments/);
      assert.equal(typeof accumulation.calls()[0]?.args, 'string');
      assert.deepEqual(accumulation.message().content, [{ type: 'tool_use', id: 'a', name: 'one', input: {} }]);
    });

    it('tools that Anthropic runs are no calls of ours, and go back with their input', async () => {
      const search = { type: 'server_tool_use', id: 's', name: 'web_search', input: {} };
      const accumulation = await accumulated(streaming(answerOf(start(0, search), input(0, '{"query":'), input(0, '"x"}'), stop(0))));
      assert.equal(accumulation.calls().length, 0);
      assert.deepEqual(accumulation.message().content, [{ ...search, input: { query: 'x' } }]);
    });
  });

  it('[DSPY-84] [R-02] calls without ids get some, in the message and in the results', async () => {
    const requests: { messages: Anthropic.MessageParam[] }[] = [];
    const blocks = [
      { type: 'text', text: 'So:' },
      { type: 'tool_use', name: 'a', input: {} },
      { type: 'tool_use', name: 'a', input: {} },
    ];
    const fetch: typeof globalThis.fetch = async (_url, init) => {
      requests.push(JSON.parse(init?.body as string) as (typeof requests)[number]);
      const usage = { input_tokens: 1, output_tokens: 1 };
      return Response.json({ role: 'assistant', content: requests.length === 1 ? blocks : [{ type: 'text', text: 'Done.' }], usage });
    };
    const ran = await runTools({
      client: clientWith(fetch),
      model: 'claude-sonnet-5',
      messages: [{ role: 'user', content: 'Go.' }],
      tools: [new Tool({ name: 'a', handler: () => 'x' })],
    });
    assert.deepEqual([ran.outcome, ran.error], ['done', undefined]);
    const [, said, answered] = requests[1]?.messages ?? [];
    const ids = ['call_0_0', 'call_0_1'];
    assert.deepEqual(
      contentOf(said).map(({ id }) => id),
      [undefined, ...ids],
    );
    assert.deepEqual(
      contentOf(answered).map(({ tool_use_id }) => tool_use_id),
      ids,
    );
  });

  it('the driver puts in what is required, and the caller wins', () => {
    const driver = anthropicDriver(clientWith(answering({})));
    const parts = { model: 'm', messages: [], tools: [], choice: {}, isStreaming: false };
    assert.deepEqual(driver.request({ ...parts, more: {} }), { max_tokens: 4096, model: 'm', messages: [] });
    assert.deepEqual(driver.request({ ...parts, more: { max_tokens: 9, system: 'Be brief.' } }), {
      max_tokens: 9,
      system: 'Be brief.',
      model: 'm',
      messages: [],
    });
  });
});
