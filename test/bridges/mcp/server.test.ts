/** The server itself, with the SDK's client in memory: what the cases (cases/), which speak for every way, do not. */
import assert from 'node:assert/strict';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { CallToolResultSchema, ElicitRequestSchema, ListToolsResultSchema } from '@modelcontextprotocol/sdk/types.js';
import { createServer } from '../../../src/bridges/mcp/eras/legacy.js';
import type { McpServerOptions } from '../../../src/bridges/mcp/options.js';
import type { ToolRegistry } from '../../../src/runtime/registry.js';
import { makeRegistry, object, secret } from './support.js';

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
  before(async () => void (client = await connect(makeRegistry())));
  after(() => client.close());

  it('[B28] a union of arguments keeps its branches under an object root', async () => {
    const mutate = (await list(client)).find(({ name }) => name === 'mutate');
    assert.equal(mutate?.inputSchema.type, 'object');
    assert.equal((mutate?.inputSchema['anyOf'] as unknown[] | undefined)?.length, 2);
    assert.equal(textOf(await call(client, 'mutate', { kind: 'delete', id: 1 })), 'delete');
    assert.equal((await call(client, 'mutate', { kind: 'delete', name: 'x' })).isError, true);
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
