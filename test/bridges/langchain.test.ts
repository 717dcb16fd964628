import assert from 'node:assert/strict';
import { AIMessageChunk, isToolMessage, type ToolMessage } from '@langchain/core/messages';
import { FakeStreamingChatModel } from '@langchain/core/utils/testing';
import { isLangChainTool } from '@langchain/core/utils/function_calling';
import type { DynamicStructuredTool } from '@langchain/core/tools';
import { langchain } from '../../src/bridges/langchain.js';
import { ToolError } from '../../src/index.js';
import { kit, png } from './frameworks/tools.js';

type ModelCall = { id: string; name: string; args: Record<string, unknown> };

/** What a ToolNode does with the calls of a message. */
async function answers(tools: DynamicStructuredTool[], calls: ModelCall[], config: object = {}): Promise<ToolMessage[]> {
  // The model's own calls come out of its chunks.
  const chunk = new AIMessageChunk({ content: '', tool_calls: calls.map((call) => ({ ...call, type: 'tool_call' })) });
  const model = new FakeStreamingChatModel({ chunks: [chunk] });
  const { tool_calls = [] } = await model.bindTools(tools).invoke('go');
  assert.equal(tool_calls.length, calls.length);
  return Promise.all(
    tool_calls.map(async (call) => {
      const tool = tools.find(({ name }) => name === call.name);
      return (await tool?.invoke({ ...call, type: 'tool_call' }, config)) as ToolMessage;
    }),
  );
}

const textIn = (message: ToolMessage | undefined): string =>
  typeof message?.content === 'string' ? message.content : JSON.stringify(message?.content);

const told = (message: ToolMessage | undefined) => [message?.tool_call_id, message?.status, message?.content, message?.artifact];

describe('LangChain', () => {
  it('runs parallel calls at once; the artifact is the structured content', async () => {
    const tried = kit();
    const tools = await langchain.toTools(tried.registry);
    const messages = await answers(tools, [
      { id: 'a', name: 'weather', args: { city: 'Oslo' } },
      { id: 'b', name: 'weather', args: { city: 'Rome', days: 2 } },
    ]);
    assert.equal(tried.mostAtOnce, 2);
    assert.deepEqual(messages.map(told), [
      ['a', 'success', '{"city":"Oslo","degrees":21.5}', { city: 'Oslo', degrees: 21.5 }],
      ['b', 'success', '{"city":"Rome","degrees":21.5}', { city: 'Rome', degrees: 21.5 }],
    ]);
    assert.deepEqual(new Set(tried.seen.map(({ callId }) => callId)), new Set(['a', 'b']));
  });

  it('[B27] declares tools with legal names and their JSON Schema', async () => {
    const tools = await langchain.toTools(kit().registry);
    assert.ok(tools.every((tool) => isLangChainTool(tool)));
    const weather = tools.find(({ name }) => name === 'weather');
    assert.deepEqual((weather?.schema as { properties: object } | undefined)?.properties, {
      city: { type: 'string' },
      days: { type: 'integer', minimum: 1 },
    });
    const [listed] = await answers(tools, [{ id: 'a', name: 'list_all', args: {} }]);
    assert.deepEqual(told(listed), ['a', 'success', '["a","b"]', { result: ['a', 'b'] }]);
  });

  it('[B18] [B19] mends arguments, and takes out the null of strict mode', async () => {
    const { registry, seen } = kit();
    await answers(await langchain.toTools(registry, { strict: true }), [
      { id: 'a', name: 'weather', args: { city: 'Oslo', days: null } },
      { id: 'b', name: 'weather', args: { city: 'Rome', days: '2' } },
    ]);
    assert.deepEqual(
      seen.map(({ args }) => args),
      [
        { city: 'Oslo', days: undefined },
        { city: 'Rome', days: 2 },
      ],
    );
  });

  it('tells of failures and of refused arguments with the status and in the content', async () => {
    const messages = await answers(await langchain.toTools(kit().registry), [
      { id: 'a', name: 'fail', args: {} },
      { id: 'b', name: 'weather', args: { city: 'Oslo', days: 'many' } },
    ]);
    assert.ok(messages.every((message) => isToolMessage(message)));
    assert.deepEqual(told(messages[0]), ['a', 'error', '{"error":"The river is \\"closed\\"."}', undefined]);
    assert.equal(messages[0]?.name, 'fail');
    assert.equal(messages[1]?.status, 'error');
    assert.match(textIn(messages[1]), /^\{"error":"Invalid arguments for tool 'weather': \/days/);
  });

  it('throws failures where no model asked, or where it is told to', async () => {
    const { registry } = kit();
    const fail = (await langchain.toTools(registry)).find(({ name }) => name === 'fail');
    await assert.rejects(async () => fail?.invoke({}), ToolError);
    const throwing = (await langchain.toTools(registry, { onError: 'throw' })).find(({ name }) => name === 'fail');
    await assert.rejects(async () => throwing?.invoke({ id: 'a', name: 'fail', args: {}, type: 'tool_call' }), /closed/);
    const direct = (await langchain.toTools(registry)).find(({ name }) => name === 'weather');
    assert.equal(await direct?.invoke({ city: 'Oslo' }), '{"city":"Oslo","degrees":21.5}');
  });

  it('gives images as images, never as text', async () => {
    const tools = await langchain.toTools(kit().registry);
    const [message] = await answers(tools, [{ id: 'a', name: 'picture', args: {} }]);
    assert.deepEqual(message?.content, [
      { type: 'text', text: 'a map' },
      { type: 'image_url', image_url: { url: `data:image/png;base64,${png}` } },
    ]);
    const [plain] = await answers(await langchain.toTools(kit().registry, { media: false }), [{ id: 'a', name: 'picture', args: {} }]);
    assert.match(textIn(plain), /^a map\n\[image: image\/png, \d+ bytes\]$/);
  });

  it('stops the tool with the run', async () => {
    const tried = kit();
    const tools = await langchain.toTools(tried.registry);
    const controller = new AbortController();
    const reason = new Error('enough');
    const running = answers(tools, [{ id: 'a', name: 'wait', args: {} }], { signal: controller.signal });
    const signal = await tried.waiting;
    controller.abort(reason);
    await assert.rejects(running, (error: unknown) => error === reason);
    assert.equal(signal.aborted, true);
  });

  it('answers calls that came in pieces', async () => {
    const { registry } = kit();
    const tools = await langchain.toTools(registry);
    const piece = (args: string, more: object = {}): AIMessageChunk =>
      new AIMessageChunk({ content: '', tool_call_chunks: [{ type: 'tool_call_chunk', index: 0, args, ...more }] });
    const whole = piece('{"ci', { id: 'a', name: 'weather' }).concat(piece('ty":"Os')).concat(piece('lo"}'));
    const [message] = await answers(tools, (whole.tool_calls ?? []) as ModelCall[]);
    assert.deepEqual(told(message), ['a', 'success', '{"city":"Oslo","degrees":21.5}', { city: 'Oslo', degrees: 21.5 }]);
  });

  it('streams events of its tools', async () => {
    const weather = (await langchain.toTools(kit().registry)).find(({ name }) => name === 'weather');
    const events: string[] = [];
    const call = { id: 'a', name: 'weather', args: { city: 'Oslo', days: '2' }, type: 'tool_call' as const };
    for await (const event of weather?.streamEvents(call, { version: 'v2' }) ?? []) events.push(`${event.event} ${event.name}`);
    assert.deepEqual(events, ['on_tool_start weather', 'on_tool_end weather']);
  });

  it('gives each call its context, by the config of the run', async () => {
    const tools = await langchain.toTools(kit().registry, {
      context: ({ configurable }) => ({ scopes: ['me'], headers: { tenant: String(configurable?.['tenant']) } }),
    });
    const calls = [{ id: 'a', name: 'whoami', args: {} }];
    const [message] = await answers(tools, calls, { configurable: { tenant: 'acme' } });
    assert.equal(message?.content, 'acme');
    const [refused] = await answers(await langchain.toTools(kit().registry, { context: () => ({ scopes: [] }) }), calls);
    assert.equal(refused?.status, 'error');
  });

  it('gives the extras that chat models read, and ends agents where it is told to', async () => {
    const [tool] = await langchain.toTools(kit().registry, { extra: () => ({ cache_control: { type: 'ephemeral' } }), returnDirect: true });
    assert.deepEqual(tool?.extras, { cache_control: { type: 'ephemeral' } });
    assert.equal(tool?.returnDirect, true);
  });

  it('[DPT-190] cuts results to size', async () => {
    const tools = await langchain.toTools(kit().registry, { maxToolResultChars: 50 });
    const [message] = await answers(tools, [{ id: 'a', name: 'long', args: {} }]);
    assert.match(textIn(message), /^(0123456789){5}… \[truncated: 50 of 200/);
  });
});
