/** Tools: lists, results, failures. */
import assert from 'node:assert/strict';
import { ToolError } from '../../../../src/index.js';
import { until } from '../support.js';
import { object, silent, Tool, ToolRegistry, toolsOf } from './build.js';
import type { Case } from './case.js';
import type { RawClient } from './raw-client.js';
import type { Json } from './way.js';

const call = (client: RawClient, name: string, args?: Json) => client.request('tools/call', { name, ...(args && { arguments: args }) });
const text = (value: string) => [{ type: 'text', text: value }];
const names = ({ tools }: Json) => (tools as { name: string }[]).map(({ name }) => name);
const many = (...all: string[]) => toolsOf(Object.fromEntries(all.map((name) => [name, () => name])));
const pageOf = (client: RawClient, cursor?: unknown) => client.request('tools/list', cursor === undefined ? {} : { cursor });

const full = new Tool({
  name: 'full',
  title: 'Full',
  description: 'All fields.',
  inputSchema: object(),
  outputSchema: object({ n: { type: 'number' } }),
  annotations: { readOnlyHint: true },
  icons: [{ src: 'https://example.com/i.png' }],
  meta: { hidden: 'secret-meta' },
  tags: ['secret-tag'],
  _meta: { shown: 1 },
  handler: () => ({ n: 1 }),
});

const listOf = new Tool({
  name: 'list_of',
  inputSchema: object(),
  outputSchema: { type: 'array', items: { type: 'number' } },
  handler: () => [1, 2],
});

const contents: Json[] = [
  { type: 'text', text: 'hello', annotations: { audience: ['user'], priority: 0.5 } },
  { type: 'image', data: 'AAAA', mimeType: 'image/png' },
  { type: 'audio', data: 'AAAA', mimeType: 'audio/wav' },
  { type: 'resource', resource: { uri: 'test://a', mimeType: 'text/plain', text: 'embedded' } },
  { type: 'resource', resource: { uri: 'test://b', blob: 'AAAA' } },
  { type: 'resource_link', uri: 'test://c', name: 'c', mimeType: 'text/plain' },
];

const refusable: Json[] = [
  { type: 'image', data: 'not base64!', mimeType: 'image/png' },
  { type: 'resource', resource: { uri: 'test://b', blob: 'a-_b' } },
  { type: 'text', text: 'x', annotations: { audience: ['everyone'] } },
  { type: 'text', text: 'x', annotations: { priority: 7 } },
  { type: 'text', text: 'x', annotations: { lastModified: 'yesterday' } },
];

const lists: Case[] = [
  {
    title: '[EXP-01] [EXP-02] [GLLM-13] [GLLM-59] tools/list has every published field, and no private one',
    registry: () => new ToolRegistry().register(full),
    async run(client) {
      const { tools } = await client.request('tools/list');
      assert.deepEqual(tools, [
        {
          name: 'full',
          title: 'Full',
          description: 'All fields.',
          inputSchema: object(),
          outputSchema: object({ n: { type: 'number' } }),
          annotations: { readOnlyHint: true },
          icons: [{ src: 'https://example.com/i.png' }],
          _meta: { shown: 1 },
        },
      ]);
      assert.doesNotMatch(JSON.stringify(tools), /secret/);
    },
  },
  {
    title: 'pages of tools come in one order, and all of them come',
    registry: () => many('a', 'b', 'c', 'd', 'e'),
    options: { pageSize: 2 },
    async run(client) {
      const first = await pageOf(client);
      const second = await pageOf(client, first['nextCursor']);
      const third = await pageOf(client, second['nextCursor']);
      assert.deepEqual([first, second, third].map(names), [['a', 'b'], ['c', 'd'], ['e']]);
      assert.equal(third['nextCursor'], undefined);
    },
  },
  {
    title: 'a cursor still holds when the list has changed in between: nothing is left out, nothing comes twice',
    registry: () => many('a', 'b', 'c', 'd', 'e'),
    options: { pageSize: 2 },
    async run(client, registry) {
      const { nextCursor } = await pageOf(client);
      for (const gone of ['a', 'b', 'd']) registry.unregister(gone);
      registry.register(new Tool({ name: 'b', inputSchema: object(), handler: () => 1 }));
      const second = await pageOf(client, nextCursor);
      assert.deepEqual(names(second), ['c', 'e']);
      assert.deepEqual(names(await pageOf(client, second['nextCursor'])), ['b']);
    },
  },
  {
    title: 'a cursor that no list gave, or another one, is refused',
    registry: () => many('a', 'b', 'c'),
    options: { pageSize: 1 },
    async run(client) {
      const forged = Buffer.from(JSON.stringify(['prompts/list', 1, 'a'])).toString('base64url');
      for (const cursor of ['nonsense', '', forged, 5, null])
        await assert.rejects(client.request('tools/list', { cursor }), { code: -32602 }, String(cursor));
    },
  },
];

const results: Case[] = [
  {
    title: '[B30] [EXP-06] results: text, nothing, bigint, objects, and cycles, which are none',
    registry: () =>
      toolsOf({
        text: () => 'hi',
        nothing: () => undefined,
        big: () => 10n ** 20n,
        data: () => ({ a: [1] }),
        cycle: () => {
          const around: Json = {};
          return Object.assign(around, { around });
        },
      }),
    async run(client) {
      assert.deepEqual(await call(client, 'text'), { content: text('hi'), isError: false });
      assert.deepEqual(await call(client, 'nothing'), { content: text(''), isError: false });
      assert.deepEqual(await call(client, 'big'), { content: text('100000000000000000000'), isError: false });
      assert.deepEqual(await call(client, 'data'), { content: text('{"a":[1]}'), isError: false });
      assert.equal((await call(client, 'cycle'))['isError'], true);
    },
  },
  {
    title: 'structured content is an object in the 2025 eras, any JSON in the modern one; the schema likewise',
    registry: () => new ToolRegistry().register([full, listOf]),
    async run(client) {
      assert.deepEqual((await call(client, 'full'))['structuredContent'], { n: 1 });
      const { tools } = (await client.request('tools/list')) as { tools: { outputSchema: Json }[] };
      const { structuredContent } = await call(client, 'list_of');
      const natural = { type: 'array', items: { type: 'number' } };
      if (client.era === 'modern') {
        assert.deepEqual(structuredContent, [1, 2]);
        assert.deepEqual(tools[1]?.outputSchema, natural);
      } else {
        assert.deepEqual(structuredContent, { result: [1, 2] });
        assert.deepEqual(tools[1]?.outputSchema['properties'], { result: natural });
      }
    },
  },
  {
    title: '[EXP-07] links, embedded resources, images and audio come as content',
    registry: () => toolsOf({ all: () => contents }),
    async run(client) {
      assert.deepEqual(await call(client, 'all'), { content: contents, isError: false });
    },
  },
  {
    title: 'content that a client would refuse is a fault of the tool',
    registry: () => toolsOf({ wrong: (_args, { meta }) => refusable[Number(meta?.['which'])] }),
    async run(client) {
      for (const which of refusable.keys()) {
        const result = await client.request('tools/call', { name: 'wrong', _meta: { which } });
        assert.equal(result['isError'], true, String(which));
        assert.match(JSON.stringify(result), /could not be sent: content 0/);
      }
    },
  },
  {
    title: 'a result over the limit is refused with advice, one at the limit is not',
    registry: () => toolsOf({ long: (_args, { meta }) => 'ä'.repeat(Number(meta?.['letters'])) }),
    options: { limits: { resultBytes: 4000 } },
    async run(client) {
      const ask = (letters: number) => client.request('tools/call', { name: 'long', _meta: { letters } });
      assert.equal((await ask(1800))['isError'], false);
      const refused = await ask(2000);
      assert.equal(refused['isError'], true);
      assert.match(JSON.stringify(refused), /4\d{3} bytes, and this server sends 4000 at most\. Ask for less/);
    },
  },
];

const failures: Case[] = [
  {
    title: '[EXP-03] [B38] arguments that do not fit are a result that names them',
    registry: () =>
      new ToolRegistry().register(new Tool({ name: 'echo', inputSchema: object({ n: { type: 'number' } }), handler: ({ n }) => n })),
    async run(client) {
      const result = await call(client, 'echo', { n: 'x', bogus: 1 });
      assert.equal(result['isError'], true);
      assert.match(JSON.stringify(result), /bogus/);
      assert.deepEqual((await call(client, 'echo', { n: 1 }))['content'], text('1'));
    },
  },
  {
    title: 'an unknown tool, malformed parameters and an unknown method are errors of the protocol',
    registry: () => many('echo'),
    async run(client) {
      await assert.rejects(call(client, 'echoo'), { code: -32602, message: /echoo.*'echo'/ });
      for (const params of [{}, { name: 5 }, { name: 'echo', arguments: [1] }, { name: 'echo', arguments: 'x' }])
        await assert.rejects(client.request('tools/call', params), { code: -32602 });
      await assert.rejects(client.request('nothing/here'), { code: -32601 });
    },
  },
  {
    title: 'a result that does not fit its schema is an error of the tool',
    registry: () =>
      new ToolRegistry({ logger: silent }).register(
        new Tool({ name: 'liar', inputSchema: object(), outputSchema: object({ n: { type: 'number' } }), handler: () => ({ n: 'one' }) }),
      ),
    async run(client) {
      const result = await call(client, 'liar');
      assert.equal(result['isError'], true);
      assert.equal(result['structuredContent'], undefined);
      assert.match(JSON.stringify(result), /fault of the tool/);
    },
  },
  {
    title: "[EXP-05] the message of any error is told, and masked when it is to be; a ToolError's always is",
    registry: () =>
      toolsOf({
        fail: () => Promise.reject(new Error('hunter2')),
        refuse: () => Promise.reject(new ToolError('DENIED', 'only on Mondays')),
      }),
    options: { errorDetail: 'masked' },
    varies: true,
    async run(client) {
      const failed = await call(client, 'fail');
      assert.equal(failed['isError'], true);
      assert.doesNotMatch(JSON.stringify(failed), /hunter2/);
      assert.match(JSON.stringify(await call(client, 'refuse')), /only on Mondays/);
    },
  },
  {
    title: 'a tool that takes too long ends as a result; one with a limit of its own keeps it',
    registry: () =>
      toolsOf({ slow: () => new Promise(() => undefined) }).register(
        new Tool({
          name: 'own',
          inputSchema: object(),
          timeout: 2000,
          handler: () => new Promise((resolve) => setTimeout(resolve, 60, 'done')),
        }),
      ),
    options: { limits: { toolTimeout: 20 } },
    async run(client) {
      const result = await call(client, 'slow');
      assert.equal(result['isError'], true);
      assert.match(JSON.stringify(result), /longer than 20 ms/);
      assert.deepEqual((await call(client, 'own'))['content'], text('done'));
    },
  },
  {
    title: 'a call that there is no room for is refused as overloaded',
    registry: () => toolsOf({ wait: (_args, { signal }) => new Promise((resolve) => signal.addEventListener('abort', resolve)) }),
    options: { limits: { calls: 1, queue: 0 } },
    varies: true,
    async run(client) {
      const first = client.send('tools/call', { name: 'wait' });
      await assert.rejects(client.request('tools/call', { name: 'wait' }), { code: -32000, message: /Overloaded/ });
      first.cancel();
    },
  },
];

const changes: Case[] = [
  {
    title: 'added and removed tools are announced once a turn',
    registry: () => many('a'),
    needs: ['session'],
    async run(client, registry) {
      const listening =
        client.era === 'modern' ? client.send('subscriptions/listen', { notifications: { toolsListChanged: true } }) : undefined;
      if (listening) await until(() => client.notices.length > 0);
      await client.request('tools/list');
      const before = client.notices.length;
      registry.register(new Tool({ name: 'late', inputSchema: object(), handler: () => 1 }));
      registry.unregister('a');
      await until(() => client.notices.length > before);
      assert.deepEqual(
        client.notices.slice(before).map(({ method }) => method),
        ['notifications/tools/list_changed'],
      );
      assert.deepEqual(names(await client.request('tools/list')), ['late']);
    },
  },
];

export const toolCases: readonly Case[] = [...lists, ...results, ...failures, ...changes];
