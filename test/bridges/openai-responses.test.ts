import assert from 'node:assert/strict';
import OpenAI from 'openai';
import type { Tool as NativeTool } from 'openai/resources/responses/responses.js';
import { runTools } from '../../src/bridges/calling/loop/run.js';
import { ToolCalls } from '../../src/bridges/calling/calls.js';
import type { ToolCallResults } from '../../src/bridges/calling/results.js';
import { openaiResponses } from '../../src/bridges/openai-responses.js';
import { Tool, ToolError } from '../../src/index.js';
import { answering, cutAt, eventText, streaming } from './calling/answers.js';
import { png } from './calling/matrix/tools.js';

const clientWith = (fetch: typeof globalThis.fetch): OpenAI =>
  new OpenAI({ apiKey: 'none', baseURL: 'http://localhost/v1', fetch, maxRetries: 0 });

async function accumulated(fetch: typeof globalThis.fetch) {
  const accumulation = openaiResponses.accumulate();
  for await (const event of await clientWith(fetch).responses.create({ model: 'm', input: [], stream: true })) accumulation.push(event);
  return accumulation;
}

const told = (calls: ToolCalls) => Array.from(calls, ({ id, name, args }) => [id, name, args]);

const item = (id: string | undefined, call_id: string, name: string, args = '') => ({
  type: 'function_call',
  ...(id !== undefined && { id }),
  call_id,
  name,
  arguments: args,
});
const added = (output_index: number, of: object) => ({ type: 'response.output_item.added', output_index, item: of });
const ended = (output_index: number, of: object) => ({ type: 'response.output_item.done', output_index, item: of });
const delta = (output_index: number, item_id: string | undefined, text: string) => ({
  type: 'response.function_call_arguments.delta',
  output_index,
  ...(item_id !== undefined && { item_id }),
  delta: text,
});
const completed = (output: object[], more: object = {}) => ({
  type: 'response.completed',
  response: { status: 'completed', output, usage: { input_tokens: 5, output_tokens: 2, total_tokens: 7 }, ...more },
});

const search = new Tool({
  name: 'search',
  description: 'Searches.',
  inputSchema: { type: 'object', properties: { q: { type: 'string' } } },
  handler: () => 'found',
});
const deferred = new Tool({ name: 'rare', defer: true, handler: () => '' });

describe('OpenAI Responses', () => {
  describe('streams of the official client', () => {
    const reasoning = { type: 'reasoning', id: 'r', summary: [] };
    const interleaved = [
      added(0, reasoning),
      ended(0, reasoning),
      added(1, item('fc_1', 'a', 'one')),
      added(2, item('fc_2', 'b', 'two')),
      delta(2, 'fc_2', '{"y":'),
      delta(1, 'fc_1', '{"x":"Zü'),
      delta(1, 'fc_1', 'rich ☂"}'),
      delta(2, 'fc_2', '2}'),
      { type: 'response.function_call_arguments.done', output_index: 1, item_id: 'fc_1', arguments: '{"x":"Zürich ☂"}' },
      ended(1, item('fc_1', 'a', 'one', '{"x":"Zürich ☂"}')),
      ended(2, item('fc_2', 'b', 'two', '{"y":2}')),
    ];
    const both = [
      ['a', 'one', { x: 'Zürich ☂' }],
      ['b', 'two', { y: 2 }],
    ];

    it('parallel calls, interleaved; the id is that of the call, not of the item', async () => {
      assert.deepEqual(told((await accumulated(streaming(eventText(interleaved)))).calls()), both);
    });

    it('ids of items missing: the index tells calls apart', async () => {
      const events = [
        added(0, item(undefined, 'a', 'one')),
        added(1, item(undefined, 'b', 'one')),
        delta(1, undefined, '{"x":2}'),
        delta(0, undefined, '{"x":1}'),
      ];
      assert.deepEqual(told((await accumulated(streaming(eventText(events)))).calls()), [
        ['a', 'one', { x: 1 }],
        ['b', 'one', { x: 2 }],
      ]);
    });

    it('calls without arguments are not dropped', async () => {
      const events = [
        added(0, item('fc_1', 'a', 'one')),
        ended(0, item('fc_1', 'a', 'one')),
        added(1, item('fc_2', 'b', 'one')),
        ended(1, item('fc_2', 'b', 'one', '{}')),
      ];
      assert.deepEqual(told((await accumulated(streaming(eventText(events)))).calls()), [
        ['a', 'one', {}],
        ['b', 'one', {}],
      ]);
    });

    it('cut in two at every byte, the answer is the same', async function everyByte() {
      this.timeout(60_000);
      const text = eventText(interleaved);
      const { length } = new TextEncoder().encode(text);
      for (let at = 1; at < length; at += 1) assert.deepEqual(told((await accumulated(cutAt(text, at))).calls()), both, `cut at ${at}`);
    });

    it('all items go back, with what the model thought; usage is told', async () => {
      const output = [{ ...reasoning, status: 'completed' }, item('fc_1', 'a', 'one', '{}'), item('fc_2', 'b', 'two', '{}')];
      const accumulation = await accumulated(streaming(eventText([...interleaved, completed(output)])));
      assert.deepEqual(accumulation.message(), output);
      assert.deepEqual(accumulation.usage, { inputTokens: 5, outputTokens: 2, totalTokens: 7 });
    });

    it('without an end, the items that came; a call whose item did not come whole goes back too', async () => {
      const accumulation = await accumulated(streaming(eventText(interleaved.slice(0, -1))));
      assert.deepEqual(accumulation.message(), [
        reasoning,
        item('fc_1', 'a', 'one', '{"x":"Zürich ☂"}'),
        item(undefined, 'b', 'two', '{"y":2}'),
      ]);
    });
  });

  it('a failed response is an outcome, whole or streamed', async () => {
    const failed = { status: 'failed', output: [], error: { code: 'server_error', message: 'out of order' } };
    for (const [stream, fetch] of [
      [false, answering(failed)],
      [true, streaming(eventText([{ type: 'response.failed', response: failed }]))],
    ] as const) {
      const client = clientWith(fetch);
      const { outcome, error } = await runTools({ client, provider: 'openai-responses', model: 'm', messages: [], tools: search, stream });
      assert.equal(outcome, 'error');
      assert.match(String(error), /out of order/);
    }
  });

  it('calls among other items; text of all messages', async () => {
    const output = [
      { type: 'reasoning', id: 'r', summary: [] },
      { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'So.' }] },
      item('fc_1', 'a', 'one', '{"x":1}'),
      { type: 'mcp_call', id: 'm', name: 'other', arguments: '{}', server_label: 'x' },
    ];
    const response = await clientWith(answering({ status: 'completed', output })).responses.create({ model: 'm', input: [] });
    assert.deepEqual(told(openaiResponses.parseCalls(response)), [['a', 'one', { x: 1 }]]);
  });

  describe('declarations', () => {
    it('strict is always said: silence would be taken for strict, and optional texts filled with empty ones', () => {
      for (const strict of ['auto', true, false] as const) {
        const tools = openaiResponses.toTools([search, deferred], { strict });
        assert.deepEqual(
          tools.map((tool) => tool.type === 'function' && tool.strict),
          [strict !== false, strict !== false],
        );
      }
      const open = new Tool({
        name: 'open',
        inputSchema: { type: 'object', properties: { m: { type: 'object', additionalProperties: { type: 'string' } } } },
        handler: () => '',
      });
      const [tool] = openaiResponses.toTools([open]);
      assert.equal(tool?.type === 'function' && tool.strict, false);
    });

    it('[DPT-183] deferred tools are hidden behind the search, which is added once', () => {
      const tools = openaiResponses.toTools([search, deferred], { toolSearch: true });
      assert.deepEqual(
        tools.map((tool) => [tool.type, 'defer_loading' in tool && tool.defer_loading]),
        [
          ['function', false],
          ['function', true],
          ['tool_search', false],
        ],
      );
      const own = openaiResponses.toTools([search, deferred], {
        toolSearch: true,
        builtIn: [{ type: 'tool_search', execution: 'server' }],
      });
      assert.deepEqual(
        own.filter(({ type }) => type === 'tool_search'),
        [{ type: 'tool_search', execution: 'server' }],
      );
    });

    it('[DPT-184] [DPT-185] without the search all are loaded at once, with one warning', async () => {
      const warnings: string[] = [];
      const tools = openaiResponses.toTools([search, deferred], { onWarning: (text) => warnings.push(text) });
      assert.equal(
        tools.some((tool) => 'defer_loading' in tool),
        false,
      );
      assert.equal(warnings.length, 1);
      const client = clientWith(answering({ status: 'completed', output: [] }));
      const run = { client, provider: 'openai-responses', model: 'm', messages: [], tools: [search, deferred] } as const;
      const logger = { error: () => {}, warn: () => {} };
      assert.deepEqual((await runTools({ ...run, logger })).deferredTools, []);
      assert.deepEqual((await runTools({ ...run, logger, declare: { toolSearch: true } })).deferredTools, ['rare']);
    });

    it('[DPT-260] [DPT-262] built-in tools stand beside ours, as they are', () => {
      const web = { type: 'web_search' };
      assert.deepEqual(openaiResponses.toTools([search], { builtIn: [web], model: 'gpt-5.4' }).at(-1), web);
    });
  });

  describe('MCP servers that OpenAI runs', () => {
    const server = (more: object) => ({ server_label: 'docs', server_url: 'https://example.org/mcp', ...more });
    const sent = (more: object): NativeTool | undefined => openaiResponses.toTools([], { mcpServers: [server(more)] })[0];

    it('[DPT-180] are entries among the tools', () => {
      assert.deepEqual(sent({ require_approval: 'never', authorization: 'token' }), {
        type: 'mcp',
        ...server({ require_approval: 'never', authorization: 'token' }),
      });
    });

    for (const allowed of [['a', 'b'], [], {}, { read_only: true }, { tool_names: ['a'] }, { tool_names: [] }])
      it(`[DPT-089] [DPT-095] [DPT-096] allowed_tools ${JSON.stringify(allowed)} goes as it is given`, () =>
        assert.deepEqual(sent({ allowed_tools: allowed }), { type: 'mcp', ...server({ allowed_tools: allowed }) }));

    for (const allowed of ['search', [1], 7, true])
      it(`[DPT-093] [DPT-094] allowed_tools ${JSON.stringify(allowed)} is refused, wherever the server stands`, () => {
        assert.throws(() => sent({ allowed_tools: allowed }), TypeError);
        const builtIn = [{ type: 'mcp', ...server({ allowed_tools: allowed }) }];
        assert.throws(() => openaiResponses.toTools([search], { builtIn }), TypeError);
      });

    it('can be chosen', () => {
      const choice = { type: 'mcp', server_label: 'docs' };
      assert.deepEqual(openaiResponses.toToolChoice(choice, [search]), { tool_choice: choice });
    });
  });

  describe('results', () => {
    const calls = ToolCalls.from([{ id: 'a', name: 'search', args: {} }]);
    const output = (result: Partial<ToolCallResults[0]>): unknown => {
      const [message] = openaiResponses.toMessages(calls, [{ callId: 'a', name: 'search', isError: false, content: [], ...result }]);
      assert.deepEqual({ ...message, output: 0 }, { type: 'function_call_output', call_id: 'a', output: 0 });
      return message && 'output' in message && message.output;
    };

    it('text is text', () => {
      assert.equal(
        output({
          content: [
            { type: 'text', text: 'one' },
            { type: 'text', text: 'two' },
          ],
        }),
        'one\ntwo',
      );
      assert.equal(output({}), '');
    });

    it('images and files are parts', () => {
      const content: ToolCallResults[0]['content'] = [
        { type: 'text', text: 'Look:' },
        { type: 'image', data: png, mimeType: 'image/png' },
        { type: 'resource', resource: { uri: 'file:///a/b.pdf', mimeType: 'application/pdf', blob: 'AAAA' } },
        { type: 'audio', data: 'AAAA', mimeType: 'audio/wav' },
      ];
      assert.deepEqual(output({ content }), [
        { type: 'input_text', text: 'Look:' },
        { type: 'input_image', image_url: `data:image/png;base64,${png}`, detail: 'auto' },
        { type: 'input_file', file_data: 'data:application/pdf;base64,AAAA', filename: 'b.pdf' },
        { type: 'input_text', text: '[audio: audio/wav, 3 bytes]' },
      ]);
    });

    it('a failure is marked, as there is no flag', () => {
      assert.equal(output({ isError: true, content: [{ type: 'text', text: 'no' }] }), '{"error":"no"}');
    });

    it('replay has the calls as items', () => {
      const made = openaiResponses.replay(calls, [{ callId: 'a', name: 'search', isError: false, content: [] }], 'So.');
      assert.deepEqual(made, [
        { role: 'assistant', content: 'So.' },
        { type: 'function_call', call_id: 'a', name: 'search', arguments: '{}' },
        { type: 'function_call_output', call_id: 'a', output: '' },
      ]);
    });
  });

  it('errors of definitions are ours', () => {
    assert.throws(() => openaiResponses.toToolChoice('sometimes' as never, [search]), ToolError);
  });
});
