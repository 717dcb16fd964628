import assert from 'node:assert/strict';
import { type Content, FinishReason, GoogleGenAI } from '@google/genai';
import { runTools } from '../../../src/bridges/calling/loop/run.js';
import { geminiDriver } from '../../../src/bridges/gemini.js';
import { Tool } from '../../../src/index.js';
import { eventText } from '../calling/answers.js';

const question: Content = { role: 'user', parts: [{ text: 'Go.' }] };
const malformed = { finishReason: 'MALFORMED_FUNCTION_CALL' };
const calling = { content: { role: 'model', parts: [{ functionCall: { name: 'search', args: { query: 'x' } } }] }, finishReason: 'STOP' };
const done = { content: { role: 'model', parts: [{ text: 'Done.' }] }, finishReason: 'STOP' };

/** Plays the script through the official client; the last line over and over. */
async function play(script: readonly object[], stream: boolean, most = 5) {
  const requests: { contents: Content[] }[] = [];
  const fetch: typeof globalThis.fetch = async (_url, init) => {
    const candidate = script[Math.min(requests.length, script.length - 1)];
    requests.push(JSON.parse(init?.body as string) as { contents: Content[] });
    if (!stream) return Response.json({ candidates: [candidate] });
    return new Response(eventText([{ candidates: [candidate] }], ''), { headers: { 'content-type': 'text/event-stream' } });
  };
  const inputSchema = { type: 'object', properties: { query: { type: 'string' } } } as const;
  const outcome = await runTools({
    client: new GoogleGenAI({ apiKey: 'none', httpOptions: { baseUrl: 'http://localhost', apiVersion: 'v1beta', fetch } }),
    model: 'gemini-3-pro-preview',
    messages: [question],
    tools: [new Tool({ name: 'search', inputSchema, handler: ({ query }) => `found ${String(query)}` })],
    maxToolIterations: most,
    stream,
  });
  return { ...outcome, requests };
}

for (const stream of [false, true])
  describe(`Gemini: calls that the API cannot read, ${stream ? 'streaming' : 'whole answers'}`, () => {
    it('[DSPY-82] [R-19] the model is told, with what the API says of it, and the run goes on', async () => {
      const ran = await play([malformed, calling, done], stream);
      assert.deepEqual([ran.outcome, ran.error, ran.text, ran.toolsUsed.length], ['done', undefined, 'Done.', 1]);
      const [first, told, ...rest] = ran.requests[1]?.contents ?? [];
      assert.deepEqual([first, told?.role, rest], [question, 'user', []]);
      assert.match(told?.parts?.[0]?.text ?? '', /could not be read, and nothing was run\.\nCall a function again/);
    });

    it('[DSPY-82] so it is with a function that is not declared', async () => {
      const ran = await play([{ finishReason: 'UNEXPECTED_TOOL_CALL' }, done], stream);
      assert.deepEqual([ran.outcome, ran.error, ran.text], ['done', undefined, 'Done.']);
      assert.match(JSON.stringify(ran.requests[1]?.contents.at(-1)), /a function that is not declared here, and nothing was run/);
    });

    it('what the model said before stays, and no content is empty', async () => {
      const said = { role: 'model', parts: [{ text: 'Let me look.' }] };
      const ran = await play([{ content: said, ...malformed }, done], stream);
      assert.deepEqual([ran.outcome, ran.text], ['done', 'Done.']);
      const { contents = [] } = ran.requests[1] ?? {};
      assert.deepEqual(
        contents.map(({ role }) => role),
        ['user', 'model', 'user'],
      );
      assert.deepEqual(contents[1], said);
    });

    it('[DPT-181] one after the other stops at the bound', async () => {
      const ran = await play([malformed], stream, 2);
      assert.deepEqual([ran.outcome, ran.requests.length, ran.toolsUsed.length], ['iterations', 3, 0]);
      assert.ok(ran.messages.every(({ parts = [] }) => parts.length > 0));
    });

    it('an answer without content leaves none in the conversation', async () => {
      const ran = await play([{ finishReason: 'SAFETY' }], stream);
      assert.deepEqual([ran.outcome, ran.text, ran.messages], ['done', '', [question]]);
    });
  });

describe('Gemini on Vertex: calls that the API cannot read', () => {
  it('the model is told what the API says of it', () => {
    const finishMessage = "Malformed function call: print(default_api.search(query='x'";
    const driver = geminiDriver(new GoogleGenAI({ apiKey: 'none' }));
    const answer = { candidates: [{ finishReason: FinishReason.MALFORMED_FUNCTION_CALL, finishMessage }] };
    assert.match(
      JSON.stringify(driver.goesOn?.(answer)),
      /nothing was run: Malformed function call: print\(default_api\.search\(query='x'\\nCall/,
    );
    assert.equal(driver.goesOn?.({ candidates: [{ finishReason: FinishReason.STOP }] }), undefined);
  });
});
