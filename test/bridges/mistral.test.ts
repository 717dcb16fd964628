import assert from 'node:assert/strict';
import { HTTPClient, Mistral } from '@mistralai/mistralai';
import { ToolCalls } from '../../src/bridges/calling/calls.js';
import { runTools } from '../../src/bridges/calling/loop/run.js';
import { mistral, mistralDriver } from '../../src/bridges/mistral.js';
import { Tool } from '../../src/index.js';
import { answering, cutAt, eventText, streaming } from './calling/answers.js';
import { png } from './calling/matrix/tools.js';

const clientWith = (fetch: typeof globalThis.fetch): Mistral =>
  new Mistral({
    apiKey: 'none',
    serverURL: 'http://localhost',
    httpClient: new HTTPClient({ fetcher: (input, init) => fetch(input as Request, init) }),
  });

const chunk = (delta: object): object => ({ id: 'x', model: 'm', choices: [{ index: 0, delta, finish_reason: null }] });
const whole = (message: object): object => ({
  id: 'x',
  object: 'chat.completion',
  model: 'm',
  created: 0,
  usage: { prompt_tokens: 5, completion_tokens: 2, total_tokens: 7 },
  choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: '', ...message } }],
});

async function accumulated(fetch: typeof globalThis.fetch) {
  const accumulation = mistral.accumulate();
  for await (const event of await clientWith(fetch).chat.stream({ model: 'm', messages: [] })) accumulation.push(event);
  return accumulation;
}

const told = (calls: ToolCalls) => Array.from(calls, ({ id, name, args }) => [id, name, args]);
const call = (name: string, args: object | string, more: object = {}) => ({ function: { name, arguments: args }, ...more });

describe('Mistral', () => {
  describe('streams of the official client', () => {
    it('whole calls in one piece; arguments as text or as an object', async () => {
      const events = [
        chunk({ content: 'So.' }),
        chunk({
          tool_calls: [
            call('one', '{"x":"Zürich ☂"}', { id: 'aaaaaaaaa', index: 0 }),
            call('two', { y: 2 }, { id: 'bbbbbbbbb', index: 1 }),
          ],
        }),
      ];
      const accumulation = await accumulated(streaming(eventText(events)));
      assert.deepEqual(told(accumulation.calls()), [
        ['aaaaaaaaa', 'one', { x: 'Zürich ☂' }],
        ['bbbbbbbbb', 'two', { y: 2 }],
      ]);
      assert.equal(accumulation.text, 'So.');
    });

    it("the SDK's `id: 'null', index: 0` for what the server left out tells nothing", async () => {
      const events = [
        chunk({ tool_calls: [call('one', '{}'), call('one', '{"x":1}')] }),
        chunk({ tool_calls: [call('one', '{"x":1}')] }),
        chunk({ tool_calls: [call('two', '')] }),
        chunk({ tool_calls: [call('two', '')] }),
      ];
      const calls = (await accumulated(streaming(eventText(events)))).calls();
      assert.deepEqual(
        told(calls),
        [
          ['one', {}],
          ['one', { x: 1 }],
          ['one', { x: 1 }],
          ['two', {}],
          ['two', {}],
        ].map(([name, args]) => [undefined, name, args]),
      );
    });

    it('pieces of calls, interleaved by index', async () => {
      const events = [
        chunk({ tool_calls: [call('one', '{"x":', { id: 'aaaaaaaaa', index: 0 })] }),
        chunk({ tool_calls: [call('two', '{"y":', { id: 'bbbbbbbbb', index: 1 })] }),
        chunk({ tool_calls: [call('', '1}', { index: 0 }), call('', '2}', { index: 1 })] }),
      ];
      assert.deepEqual(told((await accumulated(streaming(eventText(events)))).calls()), [
        ['aaaaaaaaa', 'one', { x: 1 }],
        ['bbbbbbbbb', 'two', { y: 2 }],
      ]);
    });

    it('cut in two at every byte, the answer is the same', async function everyByte() {
      this.timeout(60_000);
      const text = eventText([chunk({ tool_calls: [call('one', '{"x":"Zürich ☂"}', { id: 'aaaaaaaaa', index: 0 })] })]);
      const { length } = new TextEncoder().encode(text);
      for (let at = 1; at < length; at += 1)
        assert.deepEqual(told((await accumulated(cutAt(text, at))).calls()), [['aaaaaaaaa', 'one', { x: 'Zürich ☂' }]], `cut at ${at}`);
    });
  });

  it('a whole answer whose calls have no ids: they get legal ones, and their results the same', async () => {
    const bodies: { messages: { role: string; tool_calls?: { id: string }[]; tool_call_id?: string }[] }[] = [];
    const answers = [whole({ tool_calls: [call('one', '{}'), call('one', {})] }), whole({ content: 'Done.' })];
    const fetch: typeof globalThis.fetch = async (request) => {
      bodies.push((await (request as Request).clone().json()) as (typeof bodies)[0]);
      return Response.json(answers[bodies.length - 1]);
    };
    const { outcome, text, usage } = await runTools({
      client: clientWith(fetch),
      model: 'm',
      messages: [{ role: 'user', content: 'Go.' }],
      tools: new Tool({ name: 'one', handler: () => 'done' }),
    });
    assert.deepEqual([outcome, text], ['done', 'Done.']);
    assert.deepEqual(usage, { inputTokens: 10, outputTokens: 4, totalTokens: 14 });
    const [, assistant, ...results] = bodies[1]?.messages ?? [];
    const ids = assistant?.tool_calls?.map(({ id }) => id) ?? [];
    assert.deepEqual(
      results.map((result) => result.tool_call_id),
      ids,
    );
    assert.equal(new Set(ids).size, 2);
    for (const id of ids) assert.match(id, /^[a-zA-Z0-9]{9}$/);
  });

  it('ids of a history that began elsewhere become nine characters, in both places the same', () => {
    const calls = ToolCalls.from([
      { id: 'call_1', name: 'one', args: {} },
      { id: 'toolu_01AbCdEf', name: 'one', args: {} },
      { id: 'aB3dEfGh9', name: 'one', args: {} },
    ]);
    const results = calls.map(({ id = '', name }) => ({ callId: id, name, isError: false, content: [] }));
    const [assistant, ...tools] = mistral.replay(calls, results, 'So.');
    const ids = assistant?.role === 'assistant' ? (assistant.toolCalls ?? []).map(({ id }) => id) : [];
    assert.deepEqual(
      tools.map((message) => message.role === 'tool' && message.toolCallId),
      ids,
    );
    assert.equal(ids[2], 'aB3dEfGh9');
    assert.equal(new Set(ids).size, 3);
    for (const id of ids) assert.match(id ?? '', /^[a-zA-Z0-9]{9}$/);

    const foreign = [
      { role: 'assistant' as const, toolCalls: [{ id: 'call_1', function: { name: 'one', arguments: '{}' } }] },
      { role: 'tool' as const, toolCallId: 'call_1', content: 'ok' },
    ];
    const { messages } = mistralDriver(clientWith(answering({}))).request({
      model: 'm',
      messages: foreign,
      tools: [],
      choice: {},
      isStreaming: false,
      more: {},
    });
    const [first, second] = messages;
    assert.equal(first?.role === 'assistant' && first.toolCalls?.[0]?.id, ids[0]);
    assert.equal(second?.role === 'tool' && second.toolCallId, ids[0]);
  });

  it('images follow the results of all calls in one message of the user, with a word of the assistant before it', () => {
    const calls = ToolCalls.from(['call_of_another', 'bbbbbbbbb'].map((id) => ({ id, name: 'picture', args: {} })));
    const content = [
      { type: 'text' as const, text: 'Look:' },
      { type: 'image' as const, data: png, mimeType: 'image/png' },
    ];
    const messages = mistral.toMessages(calls, [
      { callId: 'call_of_another', name: 'picture', isError: false, content },
      { callId: 'bbbbbbbbb', name: 'picture', isError: false, content: [{ type: 'text', text: 'none' }] },
    ]);
    const id = messages[0]?.role === 'tool' ? messages[0].toolCallId : undefined;
    assert.match(id ?? '', /^[a-zA-Z0-9]{9}$/);
    assert.deepEqual(messages, [
      { role: 'tool', toolCallId: id, name: 'picture', content: 'Look:\n[an image, which follows]' },
      { role: 'tool', toolCallId: 'bbbbbbbbb', name: 'picture', content: 'none' },
      { role: 'assistant', content: '(images follow)' },
      {
        role: 'user',
        content: [
          { type: 'text', text: `Images from the result of picture (${id}):` },
          { type: 'image_url', imageUrl: `data:image/png;base64,${png}` },
        ],
      },
    ]);
  });

  it('[DPT-245] a list of tools is refused: there is no such choice', () => {
    const tools = ['a', 'b'].map((name) => new Tool({ name, handler: () => '' }));
    assert.throws(() => mistral.toToolChoice(['a', 'b'], tools), /Mistral takes no list/);
  });
});
