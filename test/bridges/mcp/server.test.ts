/** The server itself, with the SDK's client in memory. */
import assert from 'node:assert/strict';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import {
  CallToolResultSchema,
  ElicitRequestSchema,
  ListToolsResultSchema,
  LoggingMessageNotificationSchema,
  ToolListChangedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { createServer } from '../../../src/bridges/mcp/eras/legacy.js';
import type { McpServerOptions } from '../../../src/bridges/mcp/options.js';
import type { ToolRegistry } from '../../../src/runtime/registry.js';
import { Tool } from '../../../src/runtime/tool.js';
import { makeRegistry, object, secret, type Seen, until } from './support.js';

async function connect(
  registry: ToolRegistry,
  options: McpServerOptions = {},
  client = new Client({ name: 'test', version: '1' }),
): Promise<Client> {
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await (await createServer(registry, { log: () => undefined, ...options })).connect(ours);
  await client.connect(theirs);
  return client;
}

const call = (client: Client, name: string, args: Record<string, unknown> = {}) =>
  client.request({ method: 'tools/call', params: { name, arguments: args } }, CallToolResultSchema);
const list = async (client: Client) => (await client.request({ method: 'tools/list' }, ListToolsResultSchema)).tools;
const textOf = ({ content }: { content: { type: string; text?: string }[] }) => content.map(({ text }) => text).join('\n');

describe('mcp server', () => {
  let client: Client;
  const seen: Seen = { aborted: 0, started: 0 };
  before(async () => void (client = await connect(makeRegistry(seen))));
  after(() => client.close());

  it('[EXP-01] [GLLM-59] publishes every field of a definition', async () => {
    const full = (await list(client)).find(({ name }) => name === 'full');
    assert.deepEqual(full, {
      name: 'full',
      title: 'Full',
      description: 'All fields.',
      inputSchema: object(),
      outputSchema: object({ n: { type: 'number' } }),
      annotations: { readOnlyHint: true },
      icons: [{ src: 'https://example.com/i.png' }],
      _meta: { shown: 1 },
    });
  });

  it('[EXP-02] [GLLM-13] publishes no meta, tags or scopes', async () => {
    const text = JSON.stringify(await list(client));
    for (const hidden of [secret, 'hidden-tag', 'hidden-scope']) assert.ok(!text.includes(hidden), hidden);
  });

  it('lists in the order of registration, each time the same', async () => {
    const first = await list(client);
    assert.deepEqual(await list(client), first);
    assert.deepEqual(first.map(({ name }) => name).slice(0, 3), ['echo', 'nothing', 'big']);
  });

  it('[B28] a union of arguments keeps its branches under an object root', async () => {
    const mutate = (await list(client)).find(({ name }) => name === 'mutate');
    assert.equal(mutate?.inputSchema.type, 'object');
    assert.equal((mutate?.inputSchema['anyOf'] as unknown[] | undefined)?.length, 2);
    assert.equal(textOf(await call(client, 'mutate', { kind: 'delete', id: 1 })), 'delete');
    assert.equal((await call(client, 'mutate', { kind: 'delete', name: 'x' })).isError, true);
  });

  it('[B30] void, bigint and cyclic results are valid', async () => {
    const nothing = await call(client, 'nothing');
    assert.equal(nothing.isError, false);
    assert.equal(textOf(await call(client, 'big')), '1');
    assert.equal((await call(client, 'cycle')).isError, true);
  });

  it('[EXP-03] [B38] invalid arguments are a result that names them', async () => {
    const result = await call(client, 'echo', { text: 'a', bogus: 1 });
    assert.equal(result.isError, true);
    assert.match(textOf(result), /bogus/);
  });

  it('[EXP-06] [EXP-07] gives structured content, and content objects as content', async () => {
    assert.deepEqual((await call(client, 'full')).structuredContent, { n: 1 });
    assert.deepEqual((await call(client, 'image')).content, [{ type: 'image', data: 'AAAA', mimeType: 'image/png' }]);
  });

  it('an unknown tool and malformed parameters are protocol errors -32602', async () => {
    await assert.rejects(call(client, 'echoo'), { code: -32602, message: /echoo.*'echo'/ });
    for (const params of [{}, { name: 5 }, { name: 'echo', arguments: [1] }, { name: 'echo', arguments: 'x' }]) {
      await assert.rejects(client.request({ method: 'tools/call', params }, CallToolResultSchema), { code: -32602 });
    }
    await assert.rejects(client.request({ method: 'nothing/here' }, CallToolResultSchema), { code: -32601 });
  });

  it("[EXP-05] tells an error's message or masks it, as asked; a ToolError's always", async () => {
    assert.match(textOf(await call(client, 'fail')), /hunter2/);
    const masked = await connect(makeRegistry(), { errorDetail: 'masked' });
    assert.ok(!textOf(await call(masked, 'fail')).includes('hunter2'));
    assert.match(textOf(await call(masked, 'refuse')), /only on Mondays/);
    await masked.close();
  });

  it('passes the call id and _meta to the method', async () => {
    const result = await client.request({ method: 'tools/call', params: { name: 'seen', _meta: { hint: 'h' } } }, CallToolResultSchema);
    const { callId, hint } = JSON.parse(textOf(result)) as Record<string, unknown>;
    assert.match(String(callId), /^\d+$/);
    assert.equal(hint, 'h');
  });

  it('sends progress to who asked, and logs from the level that was set', async () => {
    const logs: unknown[] = [];
    const steps: unknown[] = [];
    client.setNotificationHandler(LoggingMessageNotificationSchema, ({ params }) => void logs.push(params));
    await client.setLoggingLevel('warning');
    await client.request({ method: 'tools/call', params: { name: 'work' } }, CallToolResultSchema, {
      onprogress: (step) => void steps.push(step),
    });
    assert.deepEqual(steps, [{ progress: 1, total: 2, message: 'half' }]);
    assert.deepEqual(logs, [{ level: 'error', data: { n: '1' } }]);
  });

  it("a cancelled request aborts the call's signal", async () => {
    const controller = new AbortController();
    const running = client.request({ method: 'tools/call', params: { name: 'wait' } }, CallToolResultSchema, { signal: controller.signal });
    await until(() => seen.started === 1);
    controller.abort();
    await assert.rejects(running);
    await until(() => seen.aborted === 1);
    assert.equal(seen.aborted, 1);
  });

  it('asks a client that can answer, and tells the tool when it cannot', async () => {
    const refused = await call(client, 'ask');
    assert.equal(refused.isError, true);
    assert.match(textOf(refused), /does not support elicitation/);
    const able = new Client({ name: 'test', version: '1' }, { capabilities: { elicitation: {} } });
    able.setRequestHandler(ElicitRequestSchema, () => ({ action: 'accept', content: { name: 'Ada' } }));
    await connect(makeRegistry(), {}, able);
    assert.equal(textOf(await call(able, 'ask')), 'Ada');
    await able.close();
  });

  it('announces changed tools once a turn', async () => {
    const registry = makeRegistry();
    const listening = await connect(registry);
    let told = 0;
    listening.setNotificationHandler(ToolListChangedNotificationSchema, () => void (told += 1));
    await list(listening);
    registry.register(new Tool({ name: 'late', inputSchema: object(), handler: () => 1 }));
    registry.unregister('echo');
    await until(() => told > 0);
    assert.equal(told, 1);
    assert.ok((await list(listening)).some(({ name }) => name === 'late'));
    await listening.close();
  });

  it('one tool that cannot be published does not hide the others, and no inner message gets out', async () => {
    const logged: string[] = [];
    const good = { name: 'good', definition: { name: 'good', inputSchema: object() } };
    const bad = {
      name: 'bad',
      get definition(): never {
        throw new Error(secret);
      },
    };
    const broken = { list: () => [bad, good], get: () => good, call: () => Promise.reject(new Error(secret)), on: () => () => undefined };
    const other = await connect(broken as unknown as ToolRegistry, { log: (message) => void logged.push(message) });
    assert.deepEqual(
      (await list(other)).map(({ name }) => name),
      ['good'],
    );
    await assert.rejects(
      call(other, 'good'),
      (error: Error & { code: number }) => error.code === -32603 && !error.message.includes('hunter2'),
    );
    assert.ok(logged.some((line) => line.includes('hunter2')));
    await other.close();
  });
});
