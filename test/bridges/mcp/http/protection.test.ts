/** Who may call, how much at once, and what a client is told when it may not. */
import assert from 'node:assert/strict';
import express from 'express';
import type { AddressInfo } from 'node:net';
import { fetchHandler, httpHandler } from '../../../../src/bridges/mcp/index.js';
import { Resource } from '../../../../src/runtime/resources/resource.js';
import { Tool } from '../../../../src/runtime/tool.js';
import { makeRegistry, object, secret, type Seen, until } from '../support.js';
import { calling, messages, modernCall, openSession, post, raw, servers, socket } from './support.js';

const grants: Record<string, string[]> = { reader: ['read'], writer: ['read', 'write'] };
const auth = {
  verify: (token: string) => (grants[token] ? { subject: token, scopes: grants[token], claims: { team: 'red' } } : undefined),
  resource: 'https://tools.example/mcp',
  authorizationServers: ['https://issuer.example'],
  requiredScopes: ['read'],
};
const as = (token: string) => ({ authorization: `Bearer ${token}` });

const scoped = () =>
  new Tool({ name: 'write', description: 'Needs more.', inputSchema: object(), scopes: ['write'], handler: () => 'written' });

interface Answer {
  result?: { isError?: boolean; content: { text: string }[] };
  error?: { code: number; message: string };
}
const first = async (response: Response) => (await messages(response)).at(-1) as Answer;

describe('mcp over HTTP: protection', () => {
  const { start, end } = servers();
  after(end);

  describe('who may call', () => {
    it('asks for a token before it reads a body, and says where to get one', async () => {
      const { url } = await start({ auth });
      const one = await socket(url);
      one.write('POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n');
      await until(() => one.heard().includes('\r\n\r\n'));
      assert.match(one.heard(), /^HTTP\/1\.1 401/);
      assert.match(
        one.heard(),
        /www-authenticate: Bearer .*resource_metadata="https:\/\/tools\.example\/\.well-known\/oauth-protected-resource\/mcp"/i,
      );
      one.destroy();
      assert.equal((await post(url, calling('echo', { text: 'a' }), as('nobody'))).status, 401);
      assert.equal((await post(url, calling('echo', { text: 'a' }), as('reader'))).status, 200);
    });

    it('serves the metadata document without a token', async () => {
      const { url } = await start({ auth });
      const answer = await raw(new URL('/.well-known/oauth-protected-resource/mcp', url).href, { method: 'GET' });
      assert.equal(answer.status, 200);
      assert.deepEqual((JSON.parse(answer.text) as { authorization_servers: string[] }).authorization_servers, ['https://issuer.example']);
      const fetched = await fetchHandler(makeRegistry(), { auth })(
        new Request('https://tools.example/.well-known/oauth-protected-resource/mcp'),
      );
      assert.equal(await fetched.text(), answer.text);
    });

    for (const [name, options] of Object.entries({
      'without sessions': {},
      'with sessions': { sessions: true },
      'by the SDK alone': { direct: false },
    }))
      it(`a tool that needs more scopes: hidden, then 403 with what to ask for (${name})`, async () => {
        const { url } = await start({ auth, ...options }, makeRegistry().register(scoped()));
        for (const [token, status] of [
          ['reader', 403],
          ['writer', 200],
        ] as const) {
          const session: Record<string, string> = 'sessions' in options ? { 'mcp-session-id': await openSession(url, as(token)) } : {};
          const headers = { ...as(token), ...session };
          const listed = await first(await post(url, { jsonrpc: '2.0', id: 1, method: 'tools/list' }, headers));
          const names = (listed.result as unknown as { tools: { name: string }[] }).tools.map((tool) => tool.name);
          assert.equal(names.includes('write'), status === 200);
          const modern = modernCall('write');
          for (const response of [
            await post(url, calling('write'), headers),
            await post(url, modern.body, { ...modern.headers, ...as(token) }),
          ]) {
            assert.equal(response.status, status);
            const challenge = String(response.headers.get('www-authenticate'));
            if (status === 403)
              assert.ok(challenge.includes('error="insufficient_scope"') && /scope="[^"]*\bwrite\b/.test(challenge), challenge);
            else assert.equal((await first(response)).result?.content[0]?.text, 'written');
          }
        }
      });

    it('a resource that needs more scopes: 403 with what to ask for, by its URI and by a template', async () => {
      const registry = makeRegistry().register([
        new Resource({ uri: 'ledger://all', name: 'all', scopes: ['write'], read: () => 'all' }),
        new Resource({ uri: 'ledger://{year}', name: 'year', scopes: ['write'], read: ({ year }) => String(year) }),
      ]);
      for (const options of [{}, { direct: false }]) {
        const { url } = await start({ auth, ...options }, registry);
        for (const uri of ['ledger://all', 'ledger://2026']) {
          const reading = { jsonrpc: '2.0', id: 1, method: 'resources/read', params: { uri } };
          const refused = await post(url, reading, as('reader'));
          assert.equal(refused.status, 403, uri);
          assert.match(
            String(refused.headers.get('www-authenticate')),
            /error="insufficient_scope".*scope="[^"]*\bwrite\b|scope="[^"]*\bwrite\b.*error="insufficient_scope"/,
          );
          assert.equal((await post(url, reading, as('writer'))).status, 200, uri);
        }
        assert.equal(
          (await post(url, { jsonrpc: '2.0', id: 1, method: 'resources/read', params: { uri: 'ledger:none' } }, as('reader'))).status,
          200,
        );
      }
    });

    it('a tool with scopes is not for who was never asked', async () => {
      const { url } = await start({}, makeRegistry().register(scoped()));
      const answer = await first(await post(url, calling('write')));
      assert.ok(answer.error ?? answer.result?.isError);
    });

    it('methods see who calls, and neither token nor cookies, on every path', async () => {
      for (const options of [{}, { direct: false }]) {
        const registry = makeRegistry().register(
          new Tool({
            name: 'who',
            description: 'Who calls.',
            inputSchema: object(),
            handler: (_args, { auth: caller, headers }) => JSON.stringify({ caller, headers }),
          }),
        );
        const { url } = await start({ auth, ...options }, registry);
        const modern = modernCall('who');
        const headers = { ...as('reader'), cookie: 'session=reader-cookie' };
        for (const response of [
          await post(url, calling('who'), headers),
          await post(url, modern.body, { ...modern.headers, ...headers }),
        ]) {
          const text = String((await first(response)).result?.content[0]?.text);
          assert.match(text, /"subject":"reader"/);
          assert.ok(!/Bearer|cookie/i.test(text), text);
        }
      }
    });

    it('what express found out counts as who calls, for sessions too', async () => {
      const handler = httpHandler(makeRegistry(), { sessions: true, log: () => undefined });
      const app = express().all('/mcp', (request, response) => {
        const user = request.headers['x-user'];
        return handler(Object.assign(request, { auth: { extra: { sub: user }, token: 'secret', clientId: 'app' } }), response);
      });
      const server = app.listen(0, '127.0.0.1');
      await new Promise((resolve) => server.once('listening', resolve));
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
      const id = await openSession(url, { 'x-user': 'ada' });
      assert.equal((await post(url, calling('seen'), { 'x-user': 'eve', 'mcp-session-id': id })).status, 404);
      const text = String(
        (await first(await post(url, calling('seen'), { 'x-user': 'ada', 'mcp-session-id': id }))).result?.content[0]?.text,
      );
      assert.match(text, /"clientId":"app"/);
      assert.ok(!text.includes('secret'), text);
      await handler.close(0);
      server.closeAllConnections();
      server.close();
    });

    it('what nobody expected is told as an id, whose rest is in the log', async () => {
      const { url } = await start({});
      const text = await (await post(url, calling('fail'))).text();
      assert.ok(!text.includes(secret), text);
    });
  });

  describe('how much', () => {
    it('a session may run so many calls at once, another session as many', async () => {
      const seen: Seen = { aborted: 0, started: 0 };
      const { url } = await start({ sessions: true, limits: { callsPerCaller: 1, queue: 0 } }, makeRegistry(seen));
      const [one, other] = [{ 'mcp-session-id': await openSession(url) }, { 'mcp-session-id': await openSession(url) }];
      const controller = new AbortController();
      const running = post(url, calling('wait', {}, 1), one, controller.signal);
      await until(() => seen.started === 1);
      assert.equal((await post(url, calling('echo', { text: 'a' }, 2), one)).status, 503);
      assert.equal((await post(url, calling('echo', { text: 'a' }, 2), other)).status, 200);
      controller.abort();
      await assert.rejects(running);
    });

    it('limits that are lifted are no limits of nothing', async () => {
      const lifted = { requestTimeout: Infinity, headersTimeout: Infinity, bodyBytes: Infinity, sessionIdle: Infinity, drain: Infinity };
      const { url } = await start({ sessions: { resumeWait: Infinity }, limits: lifted });
      const id = await openSession(url);
      assert.equal((await post(url, calling('echo', { text: 'x'.repeat(2 ** 19) }), { 'mcp-session-id': id })).status, 200);
    });

    it('too many calls at once: 503 with when to try again, before anything is sent', async () => {
      for (const options of [{}, { sessions: true }]) {
        const seen: Seen = { aborted: 0, started: 0 };
        const { url } = await start({ ...options, limits: { calls: 1, queue: 0 } }, makeRegistry(seen));
        const session: Record<string, string> = 'sessions' in options ? { 'mcp-session-id': await openSession(url) } : {};
        const controller = new AbortController();
        const running = post(url, calling('wait', {}, 1), session, controller.signal);
        await until(() => seen.started === 1);
        const modern = modernCall('echo', { text: 'a' });
        for (const response of [
          await post(url, calling('echo', { text: 'a' }, 2), session),
          await post(url, modern.body, modern.headers),
        ]) {
          assert.equal(response.status, 503);
          assert.ok(Number(response.headers.get('retry-after')) >= 1);
          assert.equal((await first(response)).error?.code, -32000);
        }
        controller.abort();
        await assert.rejects(running);
        await until(() => seen.aborted === 1);
        assert.equal((await post(url, calling('echo', { text: 'a' }, 3), session)).status, 200);
      }
    });

    it('a call that waits for its turn leaves the queue when its client goes', async () => {
      const seen: Seen = { aborted: 0, started: 0 };
      const { url } = await start({ limits: { calls: 1, queue: 1 } }, makeRegistry(seen));
      const [holding, waiting] = [new AbortController(), new AbortController()];
      const held = post(url, calling('wait', {}, 1), {}, holding.signal);
      await until(() => seen.started === 1);
      const queued = post(url, calling('wait', {}, 2), {}, waiting.signal);
      await new Promise((resolve) => setTimeout(resolve, 50));
      waiting.abort();
      await assert.rejects(queued);
      await new Promise((resolve) => setTimeout(resolve, 50));
      // Its place is free again: this one waits, and is let in.
      const next = post(url, calling('echo', { text: 'next' }, 3));
      await new Promise((resolve) => setTimeout(resolve, 50));
      holding.abort();
      await assert.rejects(held);
      assert.equal((await next).status, 200);
      assert.equal(seen.started, 1);
    });

    it('too many calls in a while: 429 for that caller only', async () => {
      const { url } = await start({ auth, limits: { rate: { calls: 2, per: 60 } } });
      const statuses = [];
      for (const token of ['reader', 'reader', 'reader', 'writer'])
        statuses.push((await post(url, calling('echo', { text: 'a' }), as(token))).status);
      assert.deepEqual(statuses, [200, 200, 429, 200]);
    });
  });
});
