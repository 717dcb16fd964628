import assert from 'node:assert/strict';
import { Ollama } from 'ollama';
import { ToolCalls } from '../../src/bridges/calling/calls.js';
import { runTools } from '../../src/bridges/calling/loop/run.js';
import { ollama } from '../../src/bridges/ollama.js';
import { Tool } from '../../src/index.js';
import { cutAt, streaming } from './calling/answers.js';
import { png } from './calling/matrix/tools.js';

const clientWith = (fetch: typeof globalThis.fetch): Ollama => new Ollama({ host: 'http://localhost', fetch });

const lines = (...chunks: object[]): string => chunks.map((chunk) => `${JSON.stringify(chunk)}\n`).join('');
const said = (message: object, more: object = {}): object => ({
  model: 'm',
  done: false,
  message: { role: 'assistant', content: '', ...message },
  ...more,
});
const call = (name: string, args: object = {}) => ({ function: { name, arguments: args } });

async function accumulated(fetch: typeof globalThis.fetch) {
  const accumulation = ollama.accumulate();
  for await (const chunk of await clientWith(fetch).chat({ model: 'm', messages: [], stream: true })) accumulation.push(chunk);
  return accumulation;
}

const told = (calls: ToolCalls) => Array.from(calls, ({ name, args }) => [name, args]);

const answer = lines(
  said({ thinking: 'Hm, ' }),
  said({ thinking: 'well.' }),
  said({ content: 'So.' }),
  said({ tool_calls: [call('one', { x: 'Zürich ☂' }), call('one', { x: 2 })] }),
  said({ tool_calls: [call('two')] }),
  said({ tool_calls: [call('two')] }),
  said({}, { done: true, prompt_eval_count: 5, eval_count: 2 }),
);
const calls = [
  ['one', { x: 'Zürich ☂' }],
  ['one', { x: 2 }],
  ['two', {}],
  ['two', {}],
];

describe('Ollama', () => {
  describe('streams of the official client', () => {
    it('whole calls, several in a piece or one each, without ids; what the model thought goes back', async () => {
      const accumulation = await accumulated(streaming(answer));
      assert.deepEqual(told(accumulation.calls()), calls);
      assert.deepEqual(accumulation.message(), {
        role: 'assistant',
        content: 'So.',
        thinking: 'Hm, well.',
        tool_calls: [call('one', { x: 'Zürich ☂' }), call('one', { x: 2 }), call('two'), call('two')],
      });
      assert.deepEqual(accumulation.usage, { inputTokens: 5, outputTokens: 2 });
    });

    it('cut in two at every byte, the answer is the same', async function everyByte() {
      this.timeout(60_000);
      const { length } = new TextEncoder().encode(answer);
      for (let at = 1; at < length; at += 1) assert.deepEqual(told((await accumulated(cutAt(answer, at))).calls()), calls, `cut at ${at}`);
    });

    it('are stopped by the signal', async () => {
      const controller = new AbortController();
      let isStopped = false;
      const fetch: typeof globalThis.fetch = async (_input, init) => {
        const stream = new ReadableStream<Uint8Array>({
          start(body) {
            body.enqueue(new TextEncoder().encode(lines(said({ content: 'So.' }))));
            init?.signal?.addEventListener('abort', () => {
              isStopped = true;
              body.error(new DOMException('aborted', 'AbortError'));
            });
          },
        });
        return new Response(stream);
      };
      const { outcome, text } = await runTools({
        client: clientWith(fetch),
        model: 'm',
        messages: [],
        tools: new Tool({ name: 'one', handler: () => '' }),
        stream: true,
        signal: controller.signal,
        onEvent: ({ type }) => type === 'text' && controller.abort(),
      });
      assert.deepEqual([outcome, text, isStopped], ['cancelled', 'So.', true]);
    });
  });

  it('results go back in the order of the calls, with the name of the tool; images stand in them', () => {
    const asked = ToolCalls.from([
      { name: 'picture', args: {} },
      { name: 'two', args: {} },
    ]);
    const messages = ollama.toMessages(asked, [
      {
        name: 'picture',
        isError: false,
        content: [
          { type: 'text', text: 'Look:' },
          { type: 'image', data: png, mimeType: 'image/png' },
        ],
      },
      { name: 'two', isError: true, content: [{ type: 'text', text: 'no' }] },
    ]);
    assert.deepEqual(messages, [
      { role: 'tool', tool_name: 'picture', content: 'Look:\n[an image]', images: [png] },
      { role: 'tool', tool_name: 'two', content: '{"error":"no"}' },
    ]);
  });

  it('no call can be forced: the model decides, with a warning; for none, no tools are sent', () => {
    const tools = [new Tool({ name: 'a', handler: () => '' })];
    const warnings: string[] = [];
    const onWarning = (text: string): void => void warnings.push(text);
    assert.deepEqual(ollama.toToolChoice('any', tools, { onWarning }), {});
    assert.deepEqual(ollama.toToolChoice({ type: 'tool', name: 'a' }, tools, { onWarning }), {});
    assert.equal(warnings.length, 2);
    assert.deepEqual(ollama.toToolChoice('none', tools), { tools: [] });
  });
});
