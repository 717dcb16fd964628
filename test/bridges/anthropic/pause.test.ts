import assert from 'node:assert/strict';
import Anthropic from '@anthropic-ai/sdk';
import type { RunEvent } from '../../../src/bridges/calling/loop/events.js';
import { runTools } from '../../../src/bridges/calling/loop/run.js';
import { Tool } from '../../../src/index.js';
import { eventText } from '../calling/answers.js';

type Block = Record<string, unknown>;
interface Said {
  content: Block[];
  stop: string;
}

const usage = { input_tokens: 2, output_tokens: 1 };
const text = (words: string): Block => ({ type: 'text', text: words });
const searching: Block = { type: 'server_tool_use', id: 's', name: 'web_search', input: { query: 'x' } };

function streamed({ content, stop }: Said): string {
  const blocks = content.flatMap((block, index) => [
    { type: 'content_block_start', index, content_block: block['type'] === 'text' ? { ...block, text: '' } : block },
    ...(block['type'] === 'text' ? [{ type: 'content_block_delta', index, delta: { type: 'text_delta', text: block['text'] } }] : []),
    { type: 'content_block_stop', index },
  ]);
  const start = { type: 'message_start', message: { id: 'm', type: 'message', role: 'assistant', content: [], model: 'm', usage } };
  return eventText([start, ...blocks, { type: 'message_delta', delta: { stop_reason: stop }, usage }, { type: 'message_stop' }], '');
}

/** Plays the script through the official client; the last line over and over. */
async function play(script: readonly Said[], { stream, most = 10 }: { stream: boolean; most?: number }) {
  const requests: { messages: Anthropic.MessageParam[]; tool_choice?: unknown }[] = [];
  const fetch: typeof globalThis.fetch = async (_url, init) => {
    const line = script[Math.min(requests.length, script.length - 1)];
    assert.ok(line);
    requests.push(JSON.parse(init?.body as string) as (typeof requests)[number]);
    if (stream) return new Response(streamed(line), { headers: { 'content-type': 'text/event-stream' } });
    return Response.json({ role: 'assistant', content: line.content, stop_reason: line.stop, usage });
  };
  const events: RunEvent[] = [];
  const outcome = await runTools({
    client: new Anthropic({ apiKey: 'none', baseURL: 'http://localhost', fetch, maxRetries: 0 }),
    model: 'claude-sonnet-5',
    messages: [{ role: 'user', content: 'Go.' }],
    tools: [new Tool({ name: 'add', handler: () => 'sum' })],
    declare: { builtIn: [{ type: 'web_search_20250305', name: 'web_search' }] },
    maxToolIterations: most,
    stream,
    onEvent: (event) => events.push(event),
  });
  return { ...outcome, requests, events };
}

for (const stream of [false, true])
  describe(`Anthropic pause_turn, ${stream ? 'streaming' : 'whole answers'}`, () => {
    it('the run goes on with the same transcript', async () => {
      const first = [text('Let me look.'), searching];
      const {
        outcome,
        error,
        turns,
        requests,
        messages,
        text: said,
        usage: total,
      } = await play(
        [
          { content: first, stop: 'pause_turn' },
          { content: [text(' Found.')], stop: 'end_turn' },
        ],
        { stream },
      );
      assert.deepEqual([outcome, error, turns], ['done', undefined, 2]);
      assert.deepEqual(requests[1]?.messages, [
        { role: 'user', content: 'Go.' },
        { role: 'assistant', content: first },
      ]);
      assert.deepEqual(messages, [...(requests[1]?.messages ?? []), { role: 'assistant', content: [text(' Found.')] }]);
      assert.equal(said, 'Let me look. Found.');
      assert.deepEqual(total, { inputTokens: 4, outputTokens: 2, totalTokens: 6 });
    });

    it('our calls after a pause run as always, and text before it is not told again', async () => {
      const {
        outcome,
        toolsUsed,
        text: said,
        requests,
      } = await play(
        [
          { content: [text('One.')], stop: 'pause_turn' },
          { content: [text('Two.'), { type: 'tool_use', id: 'a', name: 'add', input: {} }], stop: 'tool_use' },
          { content: [text('Three.')], stop: 'end_turn' },
        ],
        { stream },
      );
      assert.deepEqual([outcome, toolsUsed.length, said], ['done', 1, 'Three.']);
      assert.equal(requests[2]?.messages.length, 4);
    });

    it('[DPT-181] pauses without end stop at the bound', async () => {
      const ran = await play([{ content: [searching], stop: 'pause_turn' }], { stream, most: 3 });
      assert.deepEqual([ran.outcome, ran.turns, ran.requests.length], ['iterations', 4, 4]);
      assert.equal((ran.messages.at(-1) as Anthropic.MessageParam).role, 'assistant');
    });
  });
