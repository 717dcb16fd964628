import assert from 'node:assert/strict';
import { convertToModelMessages, generateText, type ModelMessage, stepCountIs, streamText, type ToolSet } from 'ai';
import { convertArrayToReadableStream, MockLanguageModelV3 } from 'ai/test';
import { aiSdk } from '../../src/bridges/ai-sdk.js';
import { Tool, ToolRegistry } from '../../src/index.js';
import { kit, png } from './frameworks/tools.js';

type Generated = Awaited<ReturnType<MockLanguageModelV3['doGenerate']>>;
type Part = Generated['content'][number];
type StreamPart = Awaited<ReturnType<MockLanguageModelV3['doStream']>>['stream'] extends ReadableStream<infer P> ? P : never;

const usage: Generated['usage'] = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};
const call = (id: string, name: string, args: object | string): Part => ({
  type: 'tool-call',
  toolCallId: id,
  toolName: name,
  input: typeof args === 'string' ? args : JSON.stringify(args),
});

/** A model that calls once, then ends. */
function scripted(...calls: Part[]): MockLanguageModelV3 {
  let turn = 0;
  return new MockLanguageModelV3({
    doGenerate: async ({ abortSignal }) => {
      abortSignal?.throwIfAborted();
      const isFirst = turn++ === 0;
      return {
        content: isFirst ? calls : [{ type: 'text', text: 'done' }],
        finishReason: { unified: isFirst ? 'tool-calls' : 'stop', raw: undefined },
        usage,
        warnings: [],
      };
    },
  });
}

interface Told {
  toolCallId: string;
  output: { type: string; value?: unknown };
}

/** What the model reads of each call in its second turn. */
function toldTo(model: MockLanguageModelV3, turn = 1): Told[] {
  const prompt = model.doGenerateCalls[turn]?.prompt ?? [];
  return prompt.flatMap((message) => (message.role === 'tool' ? (message.content as unknown as Told[]) : []));
}

const run = (model: MockLanguageModelV3, tools: ToolSet, more: object = {}) =>
  generateText({ model, tools, prompt: 'go', stopWhen: stepCountIs(3), ...more });

describe('AI SDK', () => {
  it('runs parallel calls at once, and gives structured content', async () => {
    const { registry, seen } = kit();
    const tools = aiSdk.toTools(registry);
    const model = scripted(call('a', 'weather', { city: 'Oslo' }), call('b', 'weather', { city: 'Rome', days: 2 }));
    const { text, steps } = await run(model, tools);
    assert.equal(text, 'done');
    assert.deepEqual(
      toldTo(model).map(({ toolCallId, output }) => [toolCallId, output]),
      [
        ['a', { type: 'json', value: { city: 'Oslo', degrees: 21.5 } }],
        ['b', { type: 'json', value: { city: 'Rome', degrees: 21.5 } }],
      ],
    );
    assert.deepEqual(new Set(seen.map(({ callId }) => callId)), new Set(['a', 'b']));
    assert.equal(steps[0]?.toolResults.length, 2);
  });

  it('runs them side by side', async () => {
    const tried = kit();
    await run(scripted(call('a', 'weather', { city: 'Oslo' }), call('b', 'weather', { city: 'Rome' })), aiSdk.toTools(tried.registry));
    assert.equal(tried.mostAtOnce, 2);
  });

  it('declares tools with legal names, schemas as they are, and examples', async () => {
    const model = scripted();
    await run(model, aiSdk.toTools(kit().registry, { examples: true }));
    const declared = model.doGenerateCalls[0]?.tools ?? [];
    const weather = declared.find(({ name }) => name === 'weather') as unknown as Record<string, unknown>;
    assert.equal('strict' in weather, false);
    assert.equal(typeof weather['description'], 'string');
    assert.deepEqual(weather['inputExamples'], [{ input: { city: 'Oslo' } }]);
    assert.deepEqual((weather['inputSchema'] as { properties: object }).properties, {
      city: { type: 'string' },
      days: { type: 'integer', minimum: 1 },
    });
    assert.ok(declared.some(({ name }) => name === 'list_all'));
  });

  it('[B27] maps names back, and unwraps what the protocol wants wrapped', async () => {
    const model = scripted(call('a', 'list_all', {}));
    await run(model, aiSdk.toTools(kit().registry));
    assert.deepEqual(toldTo(model)[0]?.output, { type: 'json', value: ['a', 'b'] });
  });

  it('never closes a map', async () => {
    const map = new Tool({
      name: 'map',
      inputSchema: {
        type: 'object',
        properties: { m: { type: 'object', additionalProperties: { type: 'number' } }, any: { type: 'object' } },
      },
      handler: () => '',
    });
    const model = scripted();
    await run(model, aiSdk.toTools([map]));
    const [declared] = (model.doGenerateCalls[0]?.tools ?? []) as unknown as { inputSchema: { properties: Record<string, object> } }[];
    assert.deepEqual(declared?.inputSchema.properties['m'], { type: 'object', additionalProperties: { type: 'number' } });
    assert.deepEqual(declared?.inputSchema.properties['any'], { type: 'object' });
  });

  it('tells the model of failures, of unknown tools and of refused arguments', async () => {
    const model = scripted(
      call('a', 'fail', {}),
      call('b', 'nothing', {}),
      call('c', 'weather', { city: 'Oslo', days: 'many' }),
      call('d', 'constructor', {}),
      call('e', 'weather', '[1]'),
    );
    await run(model, aiSdk.toTools(kit().registry));
    const told = new Map(toldTo(model).map(({ toolCallId, output }) => [toolCallId, output]));
    assert.deepEqual(told.get('a'), { type: 'error-text', value: 'The river is "closed".' });
    assert.match(String(told.get('b')?.value), /unavailable tool 'nothing'/);
    assert.match(String(told.get('c')?.value), /Invalid arguments for tool 'weather': \/days: /);
    assert.match(String(told.get('d')?.value), /unavailable tool 'constructor'/);
    assert.match(String(told.get('e')?.value), /one JSON object/);
    for (const output of told.values()) assert.match(output.type, /^error-/);
  });

  it('[B18] [B19] mends arguments, and takes out the null of strict mode', async () => {
    const { registry, seen } = kit();
    const tools = aiSdk.toTools(registry, { strict: true });
    const model = scripted(call('a', 'weather', { city: 'Oslo', days: null }), call('b', 'weather', { city: 'Rome', days: '2' }));
    await run(model, tools);
    assert.deepEqual(
      seen.map(({ args }) => args),
      [
        { city: 'Oslo', days: undefined },
        { city: 'Rome', days: 2 },
      ],
    );
    const declared = model.doGenerateCalls[0]?.tools?.find(({ name }) => name === 'weather') as unknown as Record<string, unknown>;
    assert.equal(declared['strict'], true);
    assert.deepEqual((declared['inputSchema'] as { required: string[] }).required, ['city', 'days']);
  });

  it('gives images as images, also out of a stored conversation', async () => {
    const tools = aiSdk.toTools(kit().registry);
    const model = scripted(call('a', 'picture', {}));
    const { steps } = await run(model, tools);
    const output = {
      type: 'content',
      value: [
        { type: 'text', text: 'a map' },
        { type: 'image-data', data: png, mediaType: 'image/png' },
      ],
    };
    assert.deepEqual(toldTo(model)[0]?.output, output);
    const stored = JSON.parse(JSON.stringify(steps[0]?.toolResults[0]?.output)) as unknown;
    const messages: ModelMessage[] = await convertToModelMessages(
      [{ role: 'assistant', parts: [{ type: 'tool-picture', toolCallId: 'a', state: 'output-available', input: {}, output: stored }] }],
      { tools },
    );
    const [, told] = messages as [unknown, { content: Told[] }];
    assert.deepEqual(told.content[0]?.output, output);
  });

  it('tells of bytes in words where they are not wanted', async () => {
    const model = scripted(call('a', 'picture', {}));
    await run(model, aiSdk.toTools(kit().registry, { media: false }));
    const { output } = toldTo(model)[0] as Told;
    assert.equal(output.type, 'text');
    assert.match(String(output.value), /^a map\n\[image: image\/png, \d+ bytes\]$/);
  });

  it('stops the tool with the run', async () => {
    const tried = kit();
    const controller = new AbortController();
    const reason = new Error('enough');
    const running = run(scripted(call('a', 'wait', {})), aiSdk.toTools(tried.registry), { abortSignal: controller.signal });
    const signal = await tried.waiting;
    controller.abort(reason);
    await assert.rejects(running, (error: unknown) => error === reason);
    assert.equal(signal.aborted, true);
  });

  it('streams', async () => {
    const stream = (...parts: StreamPart[]): { stream: ReadableStream<StreamPart> } => ({
      stream: convertArrayToReadableStream([...parts]),
    });
    let turn = 0;
    const finish = (unified: 'stop' | 'tool-calls'): StreamPart => ({ type: 'finish', finishReason: { unified, raw: undefined }, usage });
    const model = new MockLanguageModelV3({
      doStream: async () =>
        turn++ === 0
          ? stream(
              { type: 'tool-input-start', id: 'a', toolName: 'weather' },
              { type: 'tool-input-delta', id: 'a', delta: '{"city":' },
              { type: 'tool-input-delta', id: 'a', delta: '"Oslo"}' },
              { type: 'tool-input-end', id: 'a' },
              call('a', 'weather', { city: 'Oslo' }) as StreamPart,
              call('b', 'picture', '') as StreamPart,
              finish('tool-calls'),
            )
          : stream(
              { type: 'text-start', id: '0' },
              { type: 'text-delta', id: '0', delta: 'done' },
              { type: 'text-end', id: '0' },
              finish('stop'),
            ),
    });
    const { fullStream, text } = streamText({ model, tools: aiSdk.toTools(kit().registry), prompt: 'go', stopWhen: stepCountIs(3) });
    const outputs = new Map<string, unknown>();
    for await (const part of fullStream) if (part.type === 'tool-result') outputs.set(part.toolCallId, part.output);
    assert.equal(await text, 'done');
    assert.deepEqual(outputs.get('a'), { city: 'Oslo', degrees: 21.5 });
    assert.equal((outputs.get('b') as { type: string }).type, 'content');
  });

  it('gives each call its context, by what the SDK tells of it', async () => {
    const { registry } = kit();
    const tools = aiSdk.toTools(registry, {
      context: ({ experimental_context }) => ({ scopes: ['me'], headers: { tenant: String(experimental_context) } }),
    });
    const model = scripted(call('a', 'whoami', {}));
    await run(model, tools, { experimental_context: 'acme' });
    assert.deepEqual(toldTo(model)[0]?.output, { type: 'text', value: 'acme' });
  });

  it('gives only the tools that the scopes allow; a context that fails fails the call', async () => {
    const { registry } = kit();
    assert.equal('whoami' in aiSdk.toTools(registry, { context: { scopes: [] } }), false);
    const model = scripted(call('a', 'whoami', {}));
    const tools = aiSdk.toTools(registry, {
      context: () => {
        throw new Error('no session');
      },
    });
    await run(model, tools);
    assert.match(String(toldTo(model)[0]?.output.value), /no session/);
  });

  it('[DPT-190] [DPT-210] cuts results to size, and serves what was cut', async () => {
    const results: unknown[] = [];
    const tools = aiSdk.toTools(kit().registry, {
      maxToolResultChars: 50,
      truncatedResultReadChars: 100,
      onResult: (result) => results.push(result),
    });
    const model = scripted(call('a', 'long', {}));
    await run(model, tools);
    assert.match(String(toldTo(model)[0]?.output.value), /^(0123456789){5}… \[truncated: 50 of 200 characters shown/);
    assert.equal((results[0] as { value: string }).value.length, 200);
    const again = scripted(call('b', 'read_truncated_result', { tool_call_id: 'a', offset: 50 }));
    await run(again, tools);
    assert.match(String(toldTo(again)[0]?.output.value), /^(0123456789){5}… \[characters 50 to 100 of 200/);
  });

  it('leaves arguments to the call where it is told to', async () => {
    const model = scripted(call('c', 'weather', { city: 'Oslo', days: 'many' }));
    const { steps } = await run(model, aiSdk.toTools(kit().registry, { validate: false }));
    assert.match(String(toldTo(model)[0]?.output.value), /^Invalid arguments for tool 'weather'/);
    assert.equal(
      steps[0]?.content.some((part) => part.type === 'tool-call' && part.invalid),
      false,
    );
  });

  it('keeps further fields of the SDK', () => {
    const tools = aiSdk.toTools(kit().registry, { extra: ({ name }) => ({ needsApproval: name === 'fail', execute: 'mine' }) });
    assert.equal(tools['fail']?.needsApproval, true);
    assert.equal(typeof tools['fail'].execute, 'function');
  });

  it('gives nothing of an empty registry', () => {
    assert.deepEqual(Object.keys(aiSdk.toTools(new ToolRegistry())), []);
  });
});
