/** What a running call has: signal, progress, log, ids. */
import assert from 'node:assert/strict';
import { until } from '../support.js';
import { toolsOf } from './build.js';
import type { Case } from './case.js';
import type { RawClient } from './raw-client.js';

const ofMethod = ({ notices }: RawClient, method: string) =>
  notices.filter((notice) => notice.method === method).map(({ params }) => params);

function waiting() {
  const seen = { started: 0, aborted: 0 };
  const registry = toolsOf({
    wait: (_args, { signal }) =>
      new Promise((_resolve, reject) => {
        seen.started += 1;
        signal.addEventListener('abort', () => {
          seen.aborted += 1;
          reject(new Error('aborted'));
        });
      }),
    quick: () => 'quick',
  });
  return Object.assign(registry, { seen });
}

export const contextCases: readonly Case[] = [
  {
    title: 'progress goes to who asked for it, and only grows',
    registry: () =>
      toolsOf({
        work: (_args, { progress }) => {
          progress(1, 4, 'begun');
          progress(1, 4);
          progress(0.5);
          progress(3, 4);
          return 'done';
        },
      }),
    async run(client) {
      await client.request('tools/call', { name: 'work' });
      assert.deepEqual(client.notices, []);
      await client.send('tools/call', { name: 'work' }, { progressToken: 'p' }).answer;
      await until(() => client.notices.length === 2);
      assert.deepEqual(ofMethod(client, 'notifications/progress'), [
        { progressToken: 'p', progress: 1, total: 4, message: 'begun' },
        { progressToken: 'p', progress: 3, total: 4 },
      ]);
    },
  },
  {
    title: 'logs come from the level that was set',
    registry: () =>
      toolsOf({
        log: (_args, { log }) => {
          log('info', 'left out');
          log('error', { n: 1n });
          log('nonsense' as 'info', 'left out');
        },
      }),
    client: { logLevel: 'warning' },
    needs: ['session'],
    async run(client) {
      if (client.era === 'legacy') assert.deepEqual(await client.request('logging/setLevel', { level: 'warning' }), {});
      await client.request('tools/call', { name: 'log' });
      assert.deepEqual(ofMethod(client, 'notifications/message'), [{ level: 'error', data: { n: '1' } }]);
    },
  },
  {
    title: 'without a level all logs come in the 2025 eras, and none in the modern one',
    registry: () => toolsOf({ log: (_args, { log }) => log('debug', 'x') }),
    async run(client) {
      await client.request('tools/call', { name: 'log' });
      assert.equal(client.notices.length, client.era === 'legacy' ? 1 : 0);
    },
  },
  {
    title: 'a level that is none is refused',
    registry: () => toolsOf({}),
    era: 'legacy',
    async run(client) {
      await assert.rejects(client.request('logging/setLevel', { level: 'loud' }), { code: -32602 });
    },
  },
  {
    title: "a cancelled call's signal fires, and nothing is answered",
    registry: waiting,
    needs: ['session'],
    async run(client, registry) {
      const { seen } = registry as ReturnType<typeof waiting>;
      const { id, cancel } = client.send('tools/call', { name: 'wait' });
      await until(() => seen.started === 1);
      cancel();
      await until(() => seen.aborted === 1);
      assert.equal(seen.aborted, 1);
      await client.request('tools/call', { name: 'quick' });
      assert.ok(client.answers.every((answer) => answer['id'] !== id));
    },
  },
  {
    title: 'a method sees the id of the call and the metadata that the client sent, and no more',
    registry: () => toolsOf({ seen: (_args, { callId, meta, auth }) => ({ callId, meta, auth: auth ?? null }) }),
    async run(client) {
      const { id, answer } = client.send('tools/call', { name: 'seen', _meta: { hint: 'h' } });
      const { content } = (await answer) as { content: { text: string }[] };
      assert.deepEqual(JSON.parse(content[0]?.text ?? ''), { callId: String(id), meta: { hint: 'h' }, auth: null });
    },
  },
];
