import assert from 'node:assert/strict';
import { Agent } from '@mastra/core/agent';
import { RuntimeContext } from '@mastra/core/runtime-context';
import { createTool } from '@mastra/core/tools';
import { mastra } from 'toolmark/mastra';
import { kit } from '../bridges/frameworks/tools.js';

type Call = { toolCallId: string; toolName: string; input: string };
type Request = { prompt: { role: string; content: { toolCallId: string; output: unknown }[] }[]; tools?: Record<string, unknown>[] };

const usage = { inputTokens: 1, outputTokens: 1, totalTokens: 2 };

/** A model that calls once, then ends; of the provider interface that Mastra 0.24 takes. */
function scripted(calls: Call[]) {
  const requests: Request[] = [];
  const stream = (request: Request): ReadableStream => {
    requests.push(request);
    const isFirst = requests.length === 1 && calls.length > 0;
    const parts = isFirst
      ? calls.map((call) => ({ type: 'tool-call', ...call }))
      : [
          { type: 'text-start', id: '0' },
          { type: 'text-delta', id: '0', delta: 'done' },
          { type: 'text-end', id: '0' },
        ];
    const all = [
      { type: 'stream-start', warnings: [] },
      ...parts,
      { type: 'finish', finishReason: isFirst ? 'tool-calls' : 'stop', usage },
    ];
    return new ReadableStream({
      start(controller) {
        for (const part of all) controller.enqueue(part);
        controller.close();
      },
    });
  };
  const model = {
    specificationVersion: 'v2',
    provider: 'scripted',
    modelId: 'scripted',
    supportedUrls: {},
    doStream: async (request: Request) => ({ stream: stream(request) }),
    doGenerate: async () => {
      throw new Error('not here');
    },
  };
  return { model, requests };
}

const call = (toolCallId: string, toolName: string, input: object): Call => ({ toolCallId, toolName, input: JSON.stringify(input) });

async function run(tools: object, calls: Call[], more: object = {}) {
  const { model, requests } = scripted(calls);
  const agent = new Agent({ name: 'tester', instructions: 'test', model: model as never, tools: tools as never });
  const stream = await agent.stream('go', { maxSteps: 3, ...more });
  const text = await stream.text;
  const told = requests.at(-1)?.prompt.flatMap(({ role, content }) => (role === 'tool' ? content : [])) ?? [];
  return { text, requests, told: new Map(told.map(({ toolCallId, output }) => [toolCallId, (output as { value: unknown }).value])) };
}

describe('Mastra', () => {
  it('runs the calls of a turn', async () => {
    const tried = kit();
    const { text, told } = await run(mastra.toTools(tried.registry as never), [
      call('a', 'weather', { city: 'Oslo' }),
      call('b', 'weather', { city: 'Rome', days: 2 }),
      call('c', 'list_all', {}),
    ]);
    assert.equal(text, 'done');
    assert.deepEqual(told.get('a'), { city: 'Oslo', degrees: 21.5 });
    assert.deepEqual(told.get('b'), { city: 'Rome', degrees: 21.5 });
    assert.deepEqual(told.get('c'), ['a', 'b']);
    assert.deepEqual(new Set(tried.seen.map(({ callId }) => callId)), new Set(['a', 'b']));
  });

  it('declares tools with their JSON Schema', async () => {
    const { requests } = await run(mastra.toTools(kit().registry as never), []);
    const weather = requests[0]?.tools?.find(({ name }) => name === 'weather') as {
      inputSchema: { properties: Record<string, object> };
      description: string;
    };
    assert.equal(weather.description, 'The weather of a city.');
    assert.deepEqual(Object.keys(weather.inputSchema.properties), ['city', 'days']);
  });

  it('takes them as what its own createTool gives', () => {
    const { weather } = mastra.toTools(kit().registry as never);
    assert.deepEqual(Object.keys(createTool(weather as never)).includes('execute'), true);
  });

  it('tells the model of failures, and of bytes in words', async () => {
    const { told } = await run(mastra.toTools(kit().registry as never), [call('a', 'fail', {}), call('c', 'picture', {})]);
    assert.deepEqual(told.get('a'), { error: true, message: 'The river is "closed".' });
    assert.match(String(told.get('c')), /^a map\n\[image: image\/png, \d+ bytes\]$/);
  });

  it('stops the tool with the run', async () => {
    const tried = kit();
    const controller = new AbortController();
    const running = run(mastra.toTools(tried.registry as never), [call('a', 'wait', {})], { abortSignal: controller.signal });
    const signal = await tried.waiting;
    controller.abort();
    await running.catch(() => {});
    assert.equal(signal.aborted, true);
  });

  it("gives each call its context, by the request's own", async () => {
    const tools = mastra.toTools(kit().registry as never, {
      context: ({ requestContext }) => ({ scopes: ['me'], headers: { tenant: String(requestContext?.get('tenant')) } }),
    });
    const runtimeContext = new RuntimeContext();
    runtimeContext.set('tenant', 'acme');
    const { told } = await run(tools, [call('a', 'whoami', {})], { runtimeContext });
    assert.equal(told.get('a'), 'acme');
  });

  it('takes the calls of Mastra 1, arguments first', async () => {
    const tried = kit();
    const { weather } = mastra.toTools(tried.registry as never);
    assert.deepEqual(await weather?.execute({ city: 'Oslo' }, { agent: { toolCallId: 'a' } }), { city: 'Oslo', degrees: 21.5 });
    assert.equal(tried.seen[0]?.callId, 'a');
  });
});
