/** The client of SDK v2 against the server on streams: what it asks, what it is asked, what it is told. */
import assert from 'node:assert/strict';
import { Client } from '@modelcontextprotocol/client';
import type { ToolRegistry } from '../../../src/runtime/registry.js';
import { object, Prompt, Resource, Tool, toolsOf } from './cases/build.js';
import { localWays } from './cases/ways.js';
import { until } from './support.js';

const streams = localWays.find(({ era }) => era === 'modern')!;
type Transport = Parameters<Client['connect']>[0];

async function connect(registry: ToolRegistry, mode: 'auto' | 'legacy'): Promise<Client> {
  const pipe = await streams.open(registry, { log: () => undefined });
  const capabilities = { elicitation: { form: {}, url: {} }, sampling: { tools: {} }, roots: {} };
  const client = new Client({ name: 'test', version: '1' }, { capabilities, versionNegotiation: { mode } });
  client.setRequestHandler('elicitation/create', ({ params }) =>
    params.mode === 'url' ? { action: 'accept' } : { action: 'accept', content: { name: params.message } },
  );
  client.setRequestHandler('sampling/createMessage', () => ({ role: 'assistant', content: { type: 'text', text: 'sampled' }, model: 'm' }));
  client.setRequestHandler('roots/list', () => ({ roots: [{ uri: 'file:///home' }] }));
  const transport: Transport = {
    start: async () => undefined,
    send: async (message) => pipe.send(message),
    close: () => pipe.close(),
  };
  pipe.onmessage = (message) => transport.onmessage?.(message as never);
  await client.connect(transport);
  return client;
}

const registry = (): ToolRegistry =>
  toolsOf({
    ask: async (_args, { elicit, sample, roots }) => {
      const requestedSchema = object({ name: { type: 'string' } });
      const first = await elicit({ message: 'first', requestedSchema });
      const [second, page, { content }, [root]] = await Promise.all([
        elicit({ message: 'second', requestedSchema }),
        elicit({ message: 'page', url: 'https://example.com/' }),
        sample({ messages: [{ role: 'user', content: { type: 'text', text: 'hi' } }], maxTokens: 5 }),
        roots(),
      ]);
      const names = [first, second].map((answer) => answer.content?.['name'] as string);
      return [...names, page.action, (content as { text: string }).text, root?.uri].join();
    },
  }).register([
    new Tool({ name: 'list_of', inputSchema: object(), outputSchema: { type: 'array', items: { type: 'number' } }, handler: () => [1, 2] }),
    new Resource({ uri: 'test://a', name: 'a', read: () => 'text' }),
    new Prompt({ name: 'p', arguments: [{ name: 'x' }], render: ({ x }) => `x is ${JSON.stringify(x)}` }),
  ]);

for (const mode of ['auto', 'legacy'] as const)
  describe(`mcp and the client of SDK v2, ${mode}`, () => {
    let client: Client;
    let served: ToolRegistry;
    before(async () => {
      served = registry();
      client = await connect(served, mode);
    });
    after(() => client.close());

    it('is asked in turn and at once, and answers', async () => {
      const { content } = await client.callTool({ name: 'ask' });
      assert.deepEqual(content, [{ type: 'text', text: 'first,second,accept,sampled,file:///home' }]);
    });

    it('checks structured content against the schema that it was shown', async () => {
      await client.listTools();
      const { structuredContent } = await client.callTool({ name: 'list_of' });
      assert.deepEqual(structuredContent, mode === 'auto' ? [1, 2] : { result: [1, 2] });
    });

    it('reads resources and prompts', async () => {
      assert.equal((await client.listResources()).resources[0]?.name, 'a');
      assert.deepEqual((await client.readResource({ uri: 'test://a' })).contents, [{ uri: 'test://a', text: 'text' }]);
      const { messages } = await client.getPrompt({ name: 'p', arguments: { x: '1' } });
      assert.deepEqual(messages[0]?.content, { type: 'text', text: 'x is "1"' });
      // This client knows both codes, and tells one.
      await assert.rejects(client.readResource({ uri: 'test://b' }), { code: -32602, data: { uri: 'test://b' } });
    });

    it('hears of changes', async () => {
      let told = 0;
      client.setNotificationHandler('notifications/tools/list_changed', () => void (told += 1));
      const listening = mode === 'auto' ? await client.listen({ toolsListChanged: true }) : undefined;
      served.register(new Tool({ name: 'late', inputSchema: object(), handler: () => 1 }));
      await until(() => told > 0);
      assert.equal(told, 1);
      await listening?.close();
    });

    it('cancels a call, whose signal fires', async () => {
      let aborted = false;
      served.register(
        new Tool({
          name: 'wait',
          inputSchema: object(),
          handler: (_args, { signal }) => new Promise(() => signal.addEventListener('abort', () => (aborted = true))),
        }),
      );
      const controller = new AbortController();
      const running = client.callTool({ name: 'wait' }, { signal: controller.signal });
      setTimeout(() => controller.abort(), 30);
      await assert.rejects(running);
      await until(() => aborted);
      assert.ok(aborted);
    });
  });
