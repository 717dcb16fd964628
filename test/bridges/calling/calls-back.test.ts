/** Calls as they go back with the next request: each with an id of its own, in a form that every server takes. */
import assert from 'node:assert/strict';
import { ToolCalls } from '../../../src/bridges/calling/calls.js';
import { runTools } from '../../../src/bridges/calling/loop/run.js';
import { openai } from '../../../src/bridges/openai.js';
import { Tool } from '../../../src/index.js';

const inputSchema = { type: 'object', properties: { query: { type: 'string' } } };

it('what goes back of a call is text, whatever the server wrote', async () => {
  const cases: [sent: object, back: object][] = [
    [
      { id: 'a', function: { name: 'search', arguments: { query: 'x' } } },
      { id: 'a', function: { name: 'search', arguments: '{"query":"x"}' } },
    ],
    [
      { id: 5, function: { name: 'search', arguments: null } },
      { id: '5', function: { name: 'search', arguments: '{}' } },
    ],
    [{ function: { name: 'search', arguments: '' } }, { id: 'call_0_0', function: { name: 'search', arguments: '{}' } }],
    [
      { id: 'a', function: { name: null, arguments: '{}' } },
      { id: 'a', function: { name: 'tool_calls', arguments: '{}' } },
    ],
    [
      { id: 'a', function: { name: 'search', arguments: '{"q' }, more: 1 },
      { id: 'a', function: { name: 'search', arguments: '{"q' }, more: 1 },
    ],
  ];
  for (const [sent, back] of cases) {
    const message = { role: 'assistant', content: null, tool_calls: [{ type: 'function', ...sent }] };
    const answers = [
      { choices: [{ message, finish_reason: 'tool_calls' }] },
      { choices: [{ message: { role: 'assistant', content: 'Done.' }, finish_reason: 'stop' }] },
    ];
    const before = structuredClone(message);
    const client = { chat: { completions: { create: () => Promise.resolve(answers.shift()) } } };
    const { messages } = await runTools({ client, model: 'm', messages: [], tools: [new Tool({ name: 'search', inputSchema })] });
    const [said, told] = messages as unknown as [{ tool_calls: object[] }, { tool_call_id: string }];
    assert.deepEqual([said.tool_calls, told.tool_call_id], [[{ type: 'function', ...back }], (back as { id: string }).id]);
    assert.deepEqual(message, before);
  }
});

it('ids that are made are new in a conversation that goes on, and leave those of others alone', async () => {
  const search = new Tool({ name: 'search', handler: () => 'found' });
  const call = (id?: string): object => ({ ...(id && { id }), type: 'function', function: { name: 'search', arguments: '{}' } });
  const answer = (calls?: object[]): object => ({
    choices: [{ message: { role: 'assistant', content: calls ? null : 'Done.', tool_calls: calls }, finish_reason: 'stop' }],
  });
  let messages: unknown[] = [{ role: 'user', content: 'Go: call_7_0 is only a text in here.' }];
  for (let time = 0; time < 2; time += 1) {
    const answers = [answer([call()]), answer([call(), call('own')]), answer()];
    const client = { chat: { completions: { create: () => Promise.resolve(answers.shift()) } } };
    const ran = await runTools({ client, model: 'm', messages, tools: [search] });
    assert.deepEqual([ran.outcome, ran.error], ['done', undefined]);
    messages = [...ran.messages, { role: 'user', content: 'Again.' }];
  }
  const ids = (key: string): string[] =>
    Array.from(JSON.stringify(messages).matchAll(new RegExp(`"${key}":"([^"]*)"`, 'g')), ([, id = '']) => id);
  const made = ['call_0_0', 'call_1_0', 'own', 'call_2_0', 'call_3_0', 'own'];
  assert.deepEqual([ids('id'), ids('tool_call_id')], [made, made]);
});

it('a call as it was written before there were tools becomes one with an id, by hand too', () => {
  const message = { role: 'assistant' as const, content: null, function_call: { name: 'search', arguments: '{}' } };
  const answer = { choices: [{ message, finish_reason: 'function_call' }] } as unknown as Parameters<typeof openai.parseCalls>[0];
  const calls = openai.parseCalls(answer).withIds(2);
  const call = { id: 'call_2_0', type: 'function', function: { name: 'search', arguments: '{}' } };
  assert.deepEqual(openai.withIds([message], calls), [{ role: 'assistant', content: null, tool_calls: [call] }]);
  assert.deepEqual(openai.withIds([{ role: 'assistant', content: 'Well.', tool_calls: [] }], new ToolCalls()), [
    { role: 'assistant', content: 'Well.' },
  ]);
});
