/** Streams of servers and proxies that speak a provider's language with an accent: nothing of an answer vanishes, and what goes back is legal. */
import assert from 'node:assert/strict';
import { anthropic } from '../../src/bridges/anthropic.js';
import { openaiResponses } from '../../src/bridges/openai-responses.js';

type Events = readonly object[];

function readBy<B extends typeof anthropic | typeof openaiResponses>(bridge: B, events: Events) {
  const answer = bridge.accumulate();
  for (const event of events) answer.push(event as never);
  return { text: answer.text, calls: answer.calls(), message: answer.message(), incomplete: answer.incomplete() };
}

describe('OpenAI Responses: what only the end of a stream tells', () => {
  const said = { type: 'message', id: 'm', role: 'assistant', content: [{ type: 'output_text', text: 'I search.' }] };
  const call = (id: string, more: object = {}): object => ({
    type: 'function_call',
    call_id: id,
    name: 'search',
    arguments: '{"q":1}',
    ...more,
  });
  const end = (output: Events, status = 'completed'): object => ({ type: `response.${status}`, response: { status, output } });
  const ids = (events: Events): unknown[] => readBy(openaiResponses, events).calls.map(({ id }) => id);

  it('is the answer', () => {
    const { text, calls, message } = readBy(openaiResponses, [end([said, call('a', { id: 'f' }), call('b')])]);
    assert.deepEqual(
      [text, calls.map(({ id, args }) => [id, args])],
      [
        'I search.',
        [
          ['a', { q: 1 }],
          ['b', { q: 1 }],
        ],
      ],
    );
    assert.deepEqual(message, [said, call('a', { id: 'f' }), call('b')]);
  });

  it('is not told twice', () => {
    const items = [said, call('a', { id: 'f' })];
    const events = items.map((item, index) => ({ type: 'response.output_item.done', output_index: index, item }));
    const delta = { type: 'response.output_text.delta', item_id: 'm', output_index: 0, delta: 'I search.' };
    const { text, calls } = readBy(openaiResponses, [delta, ...events, end(items)]);
    assert.deepEqual([text, calls.length], ['I search.', 1]);
    assert.deepEqual([readBy(openaiResponses, [...events, end([])]).text, ids([...events, end([])])], ['I search.', ['a']]);
    // With an id in one place only.
    assert.deepEqual(ids([{ type: 'response.output_item.done', output_index: 5, item: call('a') }, end([call('a', { id: 'f' })])]), ['a']);
  });

  it('a call at which the answer was cut off is not run', () => {
    const { calls, incomplete } = readBy(openaiResponses, [end([call('a'), call('b', { arguments: '' })], 'incomplete')]);
    assert.deepEqual(
      calls.map(({ refusal }) => refusal !== undefined),
      [false, true],
    );
    assert.equal(incomplete.length, 1);
  });
});

describe('Anthropic: blocks with one index', () => {
  const block = (content_block: object): object => ({ type: 'content_block_start', index: 0, content_block });
  const piece = (delta: object): object => ({ type: 'content_block_delta', index: 0, delta });
  const call = (id: string, json: string): Events => [
    block({ type: 'tool_use', id, name: 'search', input: {} }),
    piece({ type: 'input_json_delta', partial_json: json }),
    { type: 'content_block_stop', index: 0 },
  ];

  it('are blocks of their own, in the order in which they came', () => {
    const { text, calls, message } = readBy(anthropic, [
      block({ type: 'text', text: '' }),
      piece({ type: 'text_delta', text: 'I search.' }),
      ...call('a', '{"q":1}'),
      ...call('b', '{"q":2}'),
      { type: 'message_delta', delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 1 } },
    ]);
    const uses = [1, 2].map((q, index) => ({ type: 'tool_use', id: ['a', 'b'][index], name: 'search', input: { q } }));
    assert.deepEqual([text, calls.map(({ id }) => id)], ['I search.', ['a', 'b']]);
    assert.deepEqual(message, { role: 'assistant', content: [{ type: 'text', text: 'I search.' }, ...uses] });
  });
});
