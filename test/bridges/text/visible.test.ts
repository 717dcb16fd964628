import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { RunEvent } from '../../../src/bridges/calling/loop/events.js';
import { runTools } from '../../../src/bridges/calling/loop/run.js';
import { readCalls, textBridge, textDriver } from '../../../src/bridges/text.js';
import { VisibleText } from '../../../src/bridges/text/visible.js';
import { Tool } from '../../../src/index.js';

const call = '{"name": "get_weather", "args": {"city": "Paris"}}';
const calls = `{"tool_calls": [${call}]}`;

/** Replies with calls, and the text beside them. */
const withCalls: Record<string, [reply: string, text: string]> = {
  'a part': [`Let me look.\n\n[[ ## tool_calls ## ]]\n${calls}`, 'Let me look.'],
  'a part, after white space': [`\n [[ ## tool_calls ## ]]\n${calls}\n[[ ## completed ## ]]`, ''],
  'tags, with text around them': [`So:\n<tool_calls>${calls}</tool_calls>\nWait.`, 'So:\n\nWait.'],
  'a tag for each call': [`<tool_call>${call}</tool_call>\n<tool_call>${call}</tool_call>`, ''],
  'bare JSON': [calls, ''],
  'a list': [`Two: [${call}, ${call}]`, 'Two:'],
  'a fence': ['I call it.\n```json\n' + call + '\n```', 'I call it.'],
  'a fence without a language': ['```\n' + calls + '\n```', ''],
  'a call that was cut off': [`Hm. {"tool_calls": [{"name": "get_weather", "args": {"ci`, 'Hm.'],
};

/** Replies that only look like it. */
const withoutCalls = [
  'Plain words.\n\nAnd more.  ',
  'if (a < b) { return [1, 2]; } else { x[[0]] = `y`; }',
  'See [[1]], <b>bold</b> and <tools>.',
  '```js\nconst a = { b: 1 };\n```\nThat is all.',
  'The answer is {"count": 3}.',
  '[{"title": "one"}, {"title": "two"}]',
  'It ends with a bracket {',
  '``',
  '',
];

const tools = [
  new Tool({ name: 'get_weather', inputSchema: { type: 'object', properties: { city: { type: 'string' } } }, handler: () => 'sunny' }),
];

async function run(replies: readonly string[], { stream, size = 1, most = 5 }: { stream: boolean; size?: number; most?: number }) {
  let turn = 0;
  const next = (): string => replies[Math.min(turn++, replies.length - 1)] ?? '';
  const client = textDriver(async () => next(), {
    async *stream() {
      const reply = next();
      for (let at = 0; at < reply.length; at += size) yield reply.slice(at, at + size);
    },
  });
  const events: RunEvent[] = [];
  const messages = [{ role: 'user', content: 'Go.' } as const];
  const outcome = await runTools({
    client,
    model: 'm',
    messages,
    tools,
    stream,
    maxToolIterations: most,
    onEvent: (one) => events.push(one),
  });
  const told = (of: number): string => events.flatMap((one) => (one.type === 'text' && one.turn === of ? [one.text] : [])).join('');
  return { ...outcome, told };
}

describe('Text bridge: what is shown of a reply', () => {
  for (const [name, [reply, text]] of Object.entries(withCalls)) {
    it(`calls are none of the text: ${name}`, async () => {
      for (const size of [1, 2, 7, 1000]) {
        const { told, turns, outcome } = await run([reply, 'Done.'], { stream: true, size });
        assert.deepEqual([told(0).trim(), told(1), turns, outcome], [text.trim(), 'Done.', 2, 'done'], `in pieces of ${size}`);
      }
      assert.equal((await run([reply, 'Done.'], { stream: false })).told(0).trim(), text.trim());
    });

    it(`nor at the bound: ${name}`, async () => {
      for (const stream of [false, true]) {
        const ran = await run([reply], { stream, most: 1 });
        assert.deepEqual([ran.outcome, ran.text.trim(), ran.told(1).trim()], ['iterations', text.trim(), text.trim()]);
        const said = ran.messages.filter((message) => (message as { role: string }).role === 'assistant');
        assert.deepEqual(
          said,
          [reply, reply].map((content) => ({ role: 'assistant', content })),
        );
      }
    });
  }

  for (const reply of withoutCalls)
    it(`what is no call is shown, all of it: ${JSON.stringify(reply)}`, async () => {
      for (const size of [1, 3, 1000]) {
        const ran = await run([reply], { stream: true, size });
        assert.deepEqual([ran.told(0), ran.text, ran.outcome], [reply, reply, 'done'], `in pieces of ${size}`);
      }
    });

  it('words are shown as they come', () => {
    const visible = new VisibleText();
    assert.deepEqual(
      ['Let ', 'me <b', '>look</b> ', '[1] ', 'a[', '0] ', '{ x', ' }', '\n[', '[ ##'].map((piece) => visible.push(piece)),
      ['Let', ' me <b', '>look</b>', ' [1]', ' a', '[0]', ' { x', ' }', '', ''],
    );
    assert.equal(visible.shown, 'Let me <b>look</b> [1] a[0] { x }');
  });

  it('by hand, the text is there without the end being told', () => {
    for (const [reply, text] of [...Object.values(withCalls), ...withoutCalls.map((one) => [one, one] as const)]) {
      const accumulation = textBridge().accumulate();
      accumulation.push(reply);
      assert.equal(accumulation.text.trim(), text.trim());
    }
  });

  it('a stream that breaks off leaves the words, and no call', async () => {
    const client = textDriver(async () => '', {
      async *stream() {
        yield 'Let me look. {"tool_calls": [{"na';
        throw new Error('gone');
      },
    });
    const { outcome, text } = await runTools({ client, model: 'm', messages: [], tools, stream: true });
    assert.deepEqual([outcome, text], ['error', 'Let me look.']);
  });

  it('any text in any pieces: nothing is lost, nothing is shown twice, and no call is shown', () => {
    const part = fc.constantFrom(
      call,
      calls,
      'words ',
      '\n',
      '[[ ## tool_calls ## ]]\n',
      '<tool_call>',
      '</tool_call>',
      '```',
      '```json\n',
      '{',
      '[',
      '"',
      '<t',
      '`',
      ' ',
    );
    fc.assert(
      fc.property(
        fc.array(part, { maxLength: 8 }),
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 20 }),
        (parts, sizes) => {
          const reply = parts.join('');
          const accumulation = textBridge().accumulate();
          let told = '';
          const hear = (events: readonly { type: string }[]): void => {
            for (const event of events) told += (event as { text?: string }).text ?? '';
          };
          for (let at = 0, index = 0; at < reply.length; index += 1) {
            const size = sizes[index % sizes.length] ?? 1;
            hear(accumulation.push(reply.slice(at, at + size)));
            at += size;
          }
          hear(accumulation.end?.() ?? []);
          const read = readCalls(reply);
          assert.equal(accumulation.text, read.calls.length > 0 ? read.text : reply);
          if (read.calls.length === 0) assert.equal(told, reply);
          else assert.ok(!told.includes('get_weather') || read.text.includes('get_weather'), told);
        },
      ),
      { numRuns: 2000 },
    );
  });
});
