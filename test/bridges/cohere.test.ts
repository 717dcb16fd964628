import assert from 'node:assert/strict';
import { CohereClient, CohereClientV2 } from 'cohere-ai';
import { ToolCalls } from '../../src/bridges/calling/calls.js';
import { runTools } from '../../src/bridges/calling/loop/run.js';
import { cohere, cohereDriver } from '../../src/bridges/cohere.js';
import { Tool } from '../../src/index.js';
import { answering, cutAt, eventText, streaming } from './calling/answers.js';
import { png } from './calling/matrix/tools.js';

const options = (fetch: typeof globalThis.fetch) => ({ token: 'none', environment: 'http://localhost', fetch, maxRetries: 0 });
const clientWith = (fetch: typeof globalThis.fetch): CohereClientV2 => new CohereClientV2(options(fetch));

async function accumulated(fetch: typeof globalThis.fetch) {
  const accumulation = cohere.accumulate();
  for await (const event of await clientWith(fetch).chatStream({ model: 'm', messages: [] })) accumulation.push(event);
  return accumulation;
}

const told = (calls: ToolCalls) => Array.from(calls, ({ id, name, args }) => [id, name, args]);

const start = (index: number, id: string, name: string, args = '') => ({
  type: 'tool-call-start',
  index,
  delta: { message: { tool_calls: { id, type: 'function', function: { name, arguments: args } } } },
});
const delta = (index: number, args: string) => ({
  type: 'tool-call-delta',
  index,
  delta: { message: { tool_calls: { function: { arguments: args } } } },
});
const end = (index: number) => ({ type: 'tool-call-end', index });

const events = [
  { type: 'message-start', id: 'x', delta: { message: { role: 'assistant' } } },
  { type: 'tool-plan-delta', delta: { message: { tool_plan: 'I will ' } } },
  { type: 'tool-plan-delta', delta: { message: { tool_plan: 'look.' } } },
  start(0, 'a', 'one'),
  delta(0, '{"x":"Zü'),
  start(1, 'b', 'two'),
  delta(1, '{"y":'),
  delta(0, 'rich ☂"}'),
  delta(1, '2}'),
  end(0),
  end(1),
  start(2, 'c', 'two'),
  end(2),
  {
    type: 'message-end',
    delta: { finish_reason: 'TOOL_CALL', usage: { tokens: { input_tokens: 5, output_tokens: 2 }, cached_tokens: 1 } },
  },
];
const calls = [
  ['a', 'one', { x: 'Zürich ☂' }],
  ['b', 'two', { y: 2 }],
  ['c', 'two', {}],
];

describe('Cohere', () => {
  describe('streams of the official client', () => {
    it('interleaved calls, one without arguments; the plan goes back with them', async () => {
      const accumulation = await accumulated(streaming(eventText(events, '')));
      assert.deepEqual(told(accumulation.calls()), calls);
      assert.deepEqual(accumulation.message(), {
        role: 'assistant',
        toolPlan: 'I will look.',
        toolCalls: [
          { id: 'a', type: 'function', function: { name: 'one', arguments: '{"x":"Zürich ☂"}' } },
          { id: 'b', type: 'function', function: { name: 'two', arguments: '{"y":2}' } },
          { id: 'c', type: 'function', function: { name: 'two', arguments: '{}' } },
        ],
      });
      assert.deepEqual(accumulation.usage, { inputTokens: 5, outputTokens: 2, cacheReadTokens: 1 });
    });

    it('cut in two at every byte, the answer is the same', async function everyByte() {
      this.timeout(60_000);
      const text = eventText(events, '');
      const { length } = new TextEncoder().encode(text);
      for (let at = 1; at < length; at += 1) assert.deepEqual(told((await accumulated(cutAt(text, at))).calls()), calls, `cut at ${at}`);
    });
  });

  it('both clients are driven', async () => {
    const answer = answering({
      id: 'x',
      finish_reason: 'COMPLETE',
      message: { role: 'assistant', content: [{ type: 'text', text: 'Hello.' }] },
    });
    for (const client of [clientWith(answer), new CohereClient(options(answer))]) {
      const { outcome, text } = await runTools({
        client,
        provider: 'cohere',
        model: 'm',
        messages: [],
        tools: new Tool({ name: 'one', handler: () => '' }),
      });
      assert.deepEqual([outcome, text], ['done', 'Hello.']);
    }
  });

  it('strict is a field of the request, and said of all tools or of none', () => {
    const strict = new Tool({
      name: 'strict',
      inputSchema: { type: 'object', properties: { q: { type: 'string' } }, required: ['q'] },
      handler: () => '',
    });
    const open = new Tool({ name: 'open', inputSchema: { type: 'object' }, handler: () => '' });
    assert.deepEqual(cohere.toRequestFields([strict]), {});
    assert.deepEqual(cohere.toRequestFields([strict], { strict: true }), { strictTools: true });
    assert.deepEqual(cohere.toRequestFields([strict, open], { strict: true }), {});
    assert.equal(JSON.stringify(cohere.toTools([strict], { strict: true })).includes('"strict":'), false);
    assert.deepEqual(
      cohereDriver(clientWith(answering({}))).request({
        model: 'm',
        messages: [],
        tools: cohere.toTools([strict], { strict: true }),
        choice: { toolChoice: 'REQUIRED' },
        isStreaming: false,
        more: cohere.toRequestFields([strict], { strict: true }),
      }).strictTools,
      true,
    );
  });

  it('a named tool is sent as any, with a warning; a list is refused', () => {
    const tools = ['a', 'b'].map((name) => new Tool({ name, handler: () => '' }));
    const warnings: string[] = [];
    const choice = cohere.toToolChoice({ type: 'tool', name: 'a' }, tools, { onWarning: (text) => warnings.push(text) });
    assert.deepEqual(choice, { toolChoice: 'REQUIRED' });
    assert.match(warnings.join('\n'), /'a'/);
    assert.throws(() => cohere.toToolChoice(['a', 'b'], tools), /Cohere v2 takes no list/);
  });

  it('images are told of in words', () => {
    const [message] = cohere.toMessages(ToolCalls.from([{ id: 'a', name: 'picture', args: {} }]), [
      { callId: 'a', name: 'picture', isError: false, content: [{ type: 'image', data: png, mimeType: 'image/png' }] },
    ]);
    assert.deepEqual(message, { role: 'tool', toolCallId: 'a', content: '[image: image/png, 70 bytes]' });
  });
});
