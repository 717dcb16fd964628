import assert from 'node:assert/strict';
import { runTools } from '../../../src/bridges/calling/loop/run.js';
import { ToolCalls } from '../../../src/bridges/calling/calls.js';
import { text, textDriver, type TextMessage } from '../../../src/bridges/text.js';
import { Tool } from '../../../src/index.js';

/** What a model wrote, and what it is to be told. `at`: the character that is named is this one of the call. */
const replies: Record<string, { reply: string; told: RegExp; at?: string }> = {
  'no JSON at all': { reply: '[[ ## tool_calls ## ]]\nadd(a=1)', told: /it is no JSON/ },
  'a name alone': { reply: '<tool_call>add</tool_call>', told: /it is no JSON/ },
  'a comma that is missing': {
    reply: '[[ ## tool_calls ## ]]\n{"tool_calls": [{"name": "add", "args": {"a": 1 "s": 2}}]}',
    told: /no valid JSON, near character (\d+) of 58/,
    at: '"s"',
  },
  'the same without a mark': {
    reply: 'I add them.\n{"tool_calls": [{"name": "add", "args": {"a": 1 "s": 2}}]}',
    told: /no valid JSON, near character (\d+) of 58/,
    at: '"s"',
  },
  'a call between tags': {
    reply: '<tool_call>{"name": "add", "arguments": {"a": oops()}}</tool_call>',
    told: /no valid JSON, near character \d+/,
  },
  'other keys': {
    reply: '<tool_calls>{"tool_calls": [{"tool": "add", "with": {"a": 1}}]}</tool_calls>',
    told: /has not the name of a tool/,
  },
  'the same as the whole reply': { reply: '{"tool_calls": [{"tool": "add", "with": {"a": 1}}]}', told: /has not the name of a tool/ },
  'the name of a tool in place of calls': { reply: '{"tool_calls": "add"}', told: /has not the name of a tool/ },
  'a reply that ends before the name': { reply: '{"tool_calls": [{"na', told: /ended within a call, after \d+ characters/ },
  'a reply that ends within the arguments': {
    reply: '{"tool_calls": [{"name": "add", "args": {"a": 1',
    told: /truncated at \d+ characters/,
  },
  'arguments that are a list': { reply: '<tool_call>{"name": "add", "arguments": [1]}</tool_call>', told: /one JSON object/ },
  'arguments that are other text': { reply: '<tool_call>{"name": "add", "arguments": "a=1"}</tool_call>', told: /not JSON/ },
};

describe('Text bridge: calls that cannot be read', () => {
  const add = new Tool({
    name: 'add',
    inputSchema: { type: 'object', properties: { a: { type: 'integer' }, s: { type: 'integer' } } },
    handler: () => assert.fail('it ran'),
  });

  for (const [name, { reply, told, at }] of Object.entries(replies))
    for (const stream of [false, true])
      it(`[DSPY-69] [DSPY-82] [R-19] the model is told why and where, and nothing runs: ${name}${stream ? ', streaming' : ''}`, async () => {
        const seen: TextMessage[][] = [];
        const next = (messages: readonly TextMessage[]): string => (seen.push([...messages]) === 1 ? reply : 'I see.');
        const client = textDriver(async ({ messages }) => next(messages), {
          async *stream({ messages }) {
            yield* next(messages);
          },
        });
        const ran = await runTools({ client, model: 'm', messages: [{ role: 'user', content: 'Go.' }], tools: [add], stream });
        assert.deepEqual([ran.outcome, ran.turns, ran.text, ran.toolsUsed.length], ['done', 2, 'I see.', 1]);
        assert.equal(ran.toolsUsed[0]?.result.error?.code, 'INVALID_ARGUMENTS');
        const answer = seen[1]?.at(-1)?.content ?? '';
        assert.match(answer, told);
        assert.doesNotMatch(answer, /Unknown tool/);
        if (at === undefined) return;
        const from = reply.indexOf('{') + Number(told.exec(answer)?.[1]) - 1;
        assert.ok(reply.slice(from - 1, from + 3).includes(at), reply.slice(from - 1));
      });

  it('listeners hear of it like of any call, and the guard is not asked', async () => {
    const heard: string[] = [];
    let turn = 0;
    await runTools({
      client: textDriver(async () => (turn++ === 0 ? '<tool_call>add</tool_call>' : 'I see.')),
      model: 'm',
      messages: [{ role: 'user', content: 'Go.' }],
      tools: [add],
      guard: () => assert.fail('asked'),
      onEvent: ({ type }) => heard.push(type),
    });
    assert.deepEqual(heard, ['turn', 'tool_call', 'tool_call_result', 'turn', 'text']);
  });

  it('how calls are to look is told too', () => {
    const [call] = text.parseCalls('[[ ## tool_calls ## ]]\nadd(a=1)');
    assert.ok(call?.refusal?.includes(ToolCalls.description()));
  });

  it('what is no call stays text', () => {
    for (const reply of [
      'Use {"name": "x", "size": oops} here.',
      '{"tool_calls": null, "answer": "x"}',
      '{"tool_calls": "", "answer": "x"}',
      '[{"title": 1 2}]',
    ])
      assert.equal(text.parseCalls(reply).length, 0, reply);
  });
});
