/** Resources, prompts and completion. */
import assert from 'node:assert/strict';
import { until } from '../support.js';
import { object, Prompt, Resource, silent, ToolRegistry } from './build.js';
import type { Case } from './case.js';
import type { RawClient } from './raw-client.js';
import type { Json } from './way.js';

const registry = (): ToolRegistry =>
  new ToolRegistry({ logger: silent }).register([
    new Resource({
      uri: 'test://text',
      name: 'text',
      title: 'Text',
      description: 'A text.',
      mimeType: 'text/plain',
      size: 5,
      annotations: { audience: ['user'], priority: 0.5 },
      icons: [{ src: 'https://example.com/i.png' }],
      meta: { hidden: 'secret-meta' },
      tags: ['secret-tag'],
      _meta: { shown: 1 },
      read: () => 'hello',
    }),
    new Resource({ uri: 'test://bytes', name: 'bytes', mimeType: 'image/png', read: () => new Uint8Array([0, 0, 0]) }),
    new Resource({ uri: 'test://data', name: 'data', read: () => ({ a: 1 }) }),
    new Resource({
      uri: 'test://item/{id}',
      name: 'item',
      inputSchema: object({ id: { type: 'integer' } }),
      complete: { id: (value) => ['1', '12', '2'].filter((one) => one.startsWith(value)) },
      read: ({ id }) => `item ${Number(id) + 1}`,
    }),
    new Resource({ uri: 'test://fails', name: 'fails', read: () => Promise.reject(new Error('hunter2')) }),
    new Resource({ uri: 'test://long', name: 'long', read: () => 'x'.repeat(6000) }),
    new Prompt({
      name: 'greet',
      title: 'Greet',
      description: 'Greets.',
      arguments: [
        { name: 'who', description: 'whom', required: true },
        { name: 'style', title: 'Style' },
      ],
      complete: {
        style: (value, others) => (others['who'] === 'Ada' ? ['formal', 'friendly'].filter((one) => one.startsWith(value)) : []),
      },
      icons: [{ src: 'https://example.com/p.png' }],
      meta: { hidden: 'secret-meta' },
      _meta: { shown: 2 },
      render: ({ who, style }) => `Greet ${[who as string, ...(style === undefined ? [] : [style as string])].join(', ')}`,
    }),
    new Prompt({
      name: 'talk',
      render: () => ({
        description: 'A talk.',
        messages: [
          { role: 'user', content: { type: 'image', data: 'AAAA', mimeType: 'image/png' } },
          { role: 'assistant', content: { type: 'resource', resource: { uri: 'test://text', text: 'hello' } } },
        ],
      }),
    }),
  ]);

const read = (client: RawClient, uri: unknown) => client.request('resources/read', { uri });
const complete = (client: RawClient, ref: Json, name: string, value: string, context?: Json) =>
  client.request('completion/complete', { ref, argument: { name, value }, ...(context && { context }) });

const resources: Case[] = [
  {
    title: 'the server offers what the registry has',
    registry,
    needs: ['session'],
    async run(client) {
      assert.deepEqual(client.server['capabilities'], {
        tools: { listChanged: true },
        resources: { listChanged: true, subscribe: true },
        prompts: { listChanged: true },
        completions: {},
        logging: {},
      });
    },
  },
  {
    title: 'resources and templates are listed with every published field, and no private one',
    registry,
    async run(client) {
      const { resources } = (await client.request('resources/list')) as { resources: Json[] };
      assert.deepEqual(resources[0], {
        uri: 'test://text',
        name: 'text',
        title: 'Text',
        description: 'A text.',
        mimeType: 'text/plain',
        size: 5,
        annotations: { audience: ['user'], priority: 0.5 },
        icons: [{ src: 'https://example.com/i.png' }],
        _meta: { shown: 1 },
      });
      assert.equal(resources.length, 5);
      assert.doesNotMatch(JSON.stringify(resources), /secret/);
      assert.deepEqual(await client.request('resources/templates/list'), {
        resourceTemplates: [{ uriTemplate: 'test://item/{id}', name: 'item' }],
      });
    },
  },
  {
    title: 'resources are read as text, bytes, JSON, and through a template',
    registry,
    async run(client) {
      assert.deepEqual(await read(client, 'test://text'), { contents: [{ uri: 'test://text', mimeType: 'text/plain', text: 'hello' }] });
      assert.deepEqual(await read(client, 'test://bytes'), { contents: [{ uri: 'test://bytes', mimeType: 'image/png', blob: 'AAAA' }] });
      assert.deepEqual(await read(client, 'test://data'), {
        contents: [{ uri: 'test://data', mimeType: 'application/json', text: '{"a":1}' }],
      });
      assert.deepEqual(await read(client, 'test://item/41'), { contents: [{ uri: 'test://item/41', text: 'item 42' }] });
    },
  },
  {
    title: 'an unknown resource is -32002 in the 2025 eras and -32602 in the modern one, with its URI',
    registry,
    async run(client) {
      const code = client.era === 'legacy' ? -32002 : -32602;
      await assert.rejects(read(client, 'test://nowhere'), { code, data: { uri: 'test://nowhere' } });
    },
  },
  {
    title: 'variables that do not fit, malformed requests, failures and results over the limit',
    registry,
    options: { errorDetail: 'masked', limits: { resultBytes: 4000 } },
    varies: true,
    async run(client) {
      await assert.rejects(read(client, 'test://item/x'), { code: -32602 });
      await assert.rejects(read(client, 5), { code: -32602 });
      await assert.rejects(read(client, 'test://fails'), (error: Error) => !error.message.includes('hunter2'));
      await assert.rejects(read(client, 'test://fails'), { code: -32603 });
      await assert.rejects(read(client, 'test://long'), { code: -32603, message: /6\d{3} bytes.*4000/ });
    },
  },
  {
    title: 'who subscribed hears of updates, and no one of others',
    registry,
    needs: ['session'],
    async run(client, made) {
      if (client.era === 'legacy') {
        assert.deepEqual(await client.request('resources/subscribe', { uri: 'test://text' }), {});
      } else {
        client.send('subscriptions/listen', { notifications: { resourceSubscriptions: ['test://text'], resourcesListChanged: true } });
        await until(() => client.notices.length > 0);
      }
      const before = client.notices.length;
      made.resources.updated('test://bytes');
      made.resources.updated('test://text');
      await until(() => client.notices.length > before);
      assert.deepEqual(
        client.notices.slice(before).map(({ method, params }) => [method, params['uri']]),
        [['notifications/resources/updated', 'test://text']],
      );
      if (client.era === 'modern') return;
      assert.deepEqual(await client.request('resources/unsubscribe', { uri: 'test://text' }), {});
      made.resources.updated('test://text');
      await client.request('resources/list');
      assert.equal(client.notices.length, before + 1);
    },
  },
  {
    title: 'added and removed resources and prompts are announced',
    registry,
    needs: ['session'],
    async run(client, made) {
      if (client.era === 'modern') {
        client.send('subscriptions/listen', { notifications: { resourcesListChanged: true, promptsListChanged: true } });
        await until(() => client.notices.length > 0);
      }
      await client.request('prompts/list');
      const before = client.notices.length;
      made.register(new Resource({ uri: 'test://late', name: 'late', read: () => '' }));
      made.prompts.unregister('talk');
      await until(() => client.notices.length === before + 2);
      assert.deepEqual(
        client.notices.slice(before).map(({ method }) => method),
        ['notifications/resources/list_changed', 'notifications/prompts/list_changed'],
      );
      const { prompts } = (await client.request('prompts/list')) as { prompts: Json[] };
      assert.deepEqual(
        prompts.map(({ name }) => name),
        ['greet'],
      );
    },
  },
];

const prompts: Case[] = [
  {
    title: 'prompts are listed with every published field, and no private one',
    registry,
    async run(client) {
      const { prompts: listed } = (await client.request('prompts/list')) as { prompts: Json[] };
      assert.deepEqual(listed, [
        {
          name: 'greet',
          title: 'Greet',
          description: 'Greets.',
          arguments: [
            { name: 'who', description: 'whom', required: true },
            { name: 'style', title: 'Style', required: false },
          ],
          icons: [{ src: 'https://example.com/p.png' }],
          _meta: { shown: 2 },
        },
        { name: 'talk' },
      ]);
    },
  },
  {
    title: 'prompts are filled in',
    registry,
    async run(client) {
      const greeting = await client.request('prompts/get', { name: 'greet', arguments: { who: 'Ada', style: 'formal' } });
      assert.deepEqual(greeting['messages'], [{ role: 'user', content: { type: 'text', text: 'Greet Ada, formal' } }]);
      assert.deepEqual(await client.request('prompts/get', { name: 'talk' }), {
        description: 'A talk.',
        messages: [
          { role: 'user', content: { type: 'image', data: 'AAAA', mimeType: 'image/png' } },
          { role: 'assistant', content: { type: 'resource', resource: { uri: 'test://text', text: 'hello' } } },
        ],
      });
    },
  },
  {
    title: 'unknown prompts, missing arguments and malformed requests are -32602',
    registry,
    async run(client) {
      await assert.rejects(client.request('prompts/get', { name: 'greeet' }), { code: -32602, message: /greeet.*'greet'/ });
      for (const params of [{ name: 'greet' }, { name: 'greet', arguments: { who: 5 } }, { name: 'greet', arguments: [] }, { name: 5 }, {}])
        await assert.rejects(client.request('prompts/get', params), { code: -32602 }, JSON.stringify(params));
    },
  },
  {
    title: 'arguments of prompts and variables of templates are completed',
    registry,
    async run(client) {
      const greet = { type: 'ref/prompt', name: 'greet' };
      const values = async (asked: Promise<Json>) => ((await asked)['completion'] as { values: string[] }).values;
      assert.deepEqual(await values(complete(client, greet, 'style', 'f', { arguments: { who: 'Ada' } })), ['formal', 'friendly']);
      assert.deepEqual(await values(complete(client, greet, 'style', 'f')), []);
      assert.deepEqual(await values(complete(client, { type: 'ref/resource', uri: 'test://item/{id}' }, 'id', '1')), ['1', '12']);
    },
  },
  {
    title: 'completions of what is not there, and malformed requests, are -32602',
    registry,
    async run(client) {
      await assert.rejects(complete(client, { type: 'ref/prompt', name: 'nobody' }, 'a', ''), { code: -32602 });
      await assert.rejects(complete(client, { type: 'ref/tool', name: 'x' }, 'a', ''), { code: -32602 });
      for (const argument of [undefined, {}, { name: 'a' }, { name: 'a', value: 5 }])
        await assert.rejects(client.request('completion/complete', { ref: { type: 'ref/prompt', name: 'greet' }, argument }), {
          code: -32602,
        });
    },
  },
];

export const resourceCases: readonly Case[] = [...resources, ...prompts];
