/** Connections, notices and sessions of clients that attack, or take no care. */
import assert from 'node:assert/strict';
import { connect as connectHttp2, createServer as createHttp2 } from 'node:http2';
import { type AddressInfo } from 'node:net';
import { httpHandler } from '../../../../src/bridges/mcp/index.js';
import { Tool } from '../../../../src/runtime/tool.js';
import { makeRegistry, object, type Seen, until } from '../support.js';
import {
  calling,
  foreign,
  initialize,
  jsonHeaders,
  messages,
  modernCall,
  openSession,
  post,
  raw,
  servers,
  socket,
  wire,
} from './support.js';

const echo = JSON.stringify(calling('echo', { text: 'a' }));

describe('mcp over HTTP: abuse', () => {
  const { start, end } = servers();
  after(end);

  describe('connections', () => {
    it('when a connection breaks, calls that came behind another on it are aborted too', async () => {
      const seen: Seen = { aborted: 0, started: 0 };
      const { url } = await start({}, makeRegistry(seen));
      const one = await socket(url);
      one.write(Buffer.concat([1, 2, 3].map((id) => wire(JSON.stringify(calling('wait', {}, id))))));
      await until(() => seen.started === 3);
      one.destroy();
      await until(() => seen.aborted === 3);
      assert.equal(seen.aborted, 3);
    });

    it('a client that reads nothing of its answer loses the connection, one that reads slowly does not', async () => {
      const big = new Tool({ name: 'large', description: 'Much.', inputSchema: object(), handler: () => 'x'.repeat(2 ** 25) });
      const limits = { stallTimeout: 1000, resultBytes: Infinity };
      const { url } = await start({ limits }, makeRegistry().register(big));
      for (const reads of [false, true]) {
        const one = await socket(url);
        one.pause();
        let closed = false;
        one.once('close', () => (closed = true));
        one.write(wire(JSON.stringify(calling('large'))));
        if (!reads) {
          // Only who reads hears of the end.
          await new Promise((resolve) => setTimeout(resolve, 3000));
          one.resume();
          await until(() => closed);
          assert.ok(one.heard().length < 2 ** 25, `${one.heard().length}`);
          continue;
        }
        const step = setInterval(() => {
          one.resume();
          setTimeout(() => one.pause(), 20);
        }, 60);
        await until(() => one.heard().length > 2 ** 25);
        clearInterval(step);
        assert.ok(one.heard().length > 2 ** 25, `${one.heard().length}`);
        one.destroy();
      }
    });

    it('has so many connections at once, and closes further ones', async () => {
      const { url } = await start({ limits: { connections: 1 } });
      const one = await socket(url);
      const other = await socket(url);
      await until(() => other.destroyed);
      assert.ok(other.destroyed && !one.destroyed);
      one.destroy();
    });

    it('HTTP/2 without TLS names its host in a field of its own', async () => {
      const handle = httpHandler(makeRegistry(), { log: () => undefined });
      const server = createHttp2((request, response) => void handle(request as never, response as never)).listen(0, '127.0.0.1');
      await new Promise((resolve) => server.once('listening', resolve));
      const client = connectHttp2(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
      for (const [authority, name, status] of [
        ['localhost', 'echo', 200],
        ['localhost', 'work', 200],
        ['evil.example', 'echo', 403],
      ] as const) {
        const stream = client.request({ ':method': 'POST', ':path': '/mcp', ':authority': authority, ...jsonHeaders });
        const answered = new Promise<number>((resolve) => stream.once('response', (headers) => resolve(Number(headers[':status']))));
        stream.end(JSON.stringify(calling(name, name === 'echo' ? { text: 'a' } : {}, 1, { progressToken: 1 })));
        assert.equal(await answered, status);
        stream.resume();
        await new Promise((resolve) => stream.once('close', resolve));
      }
      client.destroy();
      server.close();
    });
  });

  describe('notices', () => {
    it('a notice of the modern era keeps nothing: the server stops at once', async () => {
      const server = await start();
      const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'notifications/cancelled' };
      const notice = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } };
      assert.equal((await post(server.url, notice, headers)).status, 202);
      const closed = server.close(Infinity).then(() => 'closed');
      assert.equal(await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, 10_000, 'waits'))]), 'closed');
    });

    const call = (name: string, id: number) => calling(name, name === 'echo' ? { text: 'a' } : {}, id);
    const cancel = (requestId: unknown) => ({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } });

    for (const [name, options] of Object.entries({
      alone: {},
      'alone, one document': { jsonResponse: true },
      'in a session': { sessions: true },
      'in a session, one document': { sessions: true, jsonResponse: true },
    }))
      it(`a batch that cancels what it asks for ends, and the rest of it is answered (${name})`, async () => {
        const seen: Seen = { aborted: 0, started: 0 };
        const { url } = await start(options, makeRegistry(seen));
        const session: Record<string, string> = 'sessions' in options ? { 'mcp-session-id': await openSession(url) } : {};
        const signal = AbortSignal.timeout(15_000);
        await (await post(url, [call('wait', 71), cancel(71)], session, signal)).text();
        const told = await (await post(url, [call('wait', 72), call('echo', 73), cancel(72)], session, signal)).text();
        assert.match(told, /"id":73|"id": 73/);
        assert.equal(seen.aborted, seen.started);
      });

    it('a cancellation among other notices reaches a call that runs already, and none of another session', async () => {
      const seen: Seen = { aborted: 0, started: 0 };
      const { url } = await start({ sessions: true }, makeRegistry(seen));
      const [one, other] = [{ 'mcp-session-id': await openSession(url) }, { 'mcp-session-id': await openSession(url) }];
      const running = post(url, call('wait', 5), one);
      await until(() => seen.started === 1);
      const notice = { jsonrpc: '2.0', method: 'notifications/initialized' };
      for (const [session, id] of [
        [other, 5],
        [one, '5'],
        [one, null],
      ] as const)
        await post(url, [notice, cancel(id)], session);
      assert.equal(seen.aborted, 0);
      assert.equal((await post(url, [notice, cancel(5)], one)).status, 202);
      await until(() => seen.aborted === 1);
      assert.equal(seen.aborted, 1);
      await (await running).text();
    });

    it('bad requests do not flood the log, nor write lines of their own', async () => {
      const logged: string[] = [];
      const { url } = await start({ log: (message) => logged.push(message) });
      for (let i = 0; i < 60; i++) await post(url, '{"jsonrpc":"1.0"}');
      await post(url, { jsonrpc: '2.0', id: 1, result: { text: '\n[fake] line' } });
      assert.ok(logged.length > 0 && logged.length <= 20, `${logged.length}`);
      assert.ok(logged.every((line) => !line.includes('\n')));
    });
  });

  describe('sessions of one principal', () => {
    const verify = (token: string) => ({ subject: token, scopes: [] });
    const as = (token: string) => ({ authorization: `Bearer ${token}` });

    it('are so many at once: the one that was not used for longest goes; another principal has its own', async () => {
      const { url } = await start({ sessions: true, auth: { verify }, limits: { sessionsPerCaller: 2 } });
      const ask = async (id: string, token: string) =>
        (await post(url, calling('echo', { text: 'a' }), { ...as(token), 'mcp-session-id': id })).status;
      const [first, second, others] = [
        await openSession(url, as('ada')),
        await openSession(url, as('ada')),
        await openSession(url, as('eve')),
      ];
      assert.equal(await ask(first, 'ada'), 200);
      const third = await openSession(url, as('ada'));
      assert.deepEqual(
        [await ask(first, 'ada'), await ask(second, 'ada'), await ask(third, 'ada'), await ask(others, 'eve')],
        [200, 404, 200, 200],
      );
    });

    it('none is taken away that is in use: initialize is 429 then', async () => {
      const seen: Seen = { aborted: 0, started: 0 };
      const { url } = await start({ sessions: true, auth: { verify }, limits: { sessionsPerCaller: 1 } }, makeRegistry(seen));
      const id = await openSession(url, as('ada'));
      const controller = new AbortController();
      const running = post(url, calling('wait'), { ...as('ada'), 'mcp-session-id': id }, controller.signal);
      await until(() => seen.started === 1);
      const refused = await post(url, initialize, as('ada'));
      assert.equal(refused.status, 429);
      assert.ok(Number(refused.headers.get('retry-after')) > 0);
      await openSession(url, as('eve'));
      controller.abort();
      await assert.rejects(running);
      await until(() => seen.aborted === 1);
      await openSession(url, as('ada'));
    });

    it('who was not asked who it is, is not one principal', async () => {
      const { url } = await start({ sessions: true, limits: { sessionsPerCaller: 1 } });
      const ids = [await openSession(url), await openSession(url)];
      for (const id of ids) assert.equal((await post(url, calling('echo', { text: 'a' }), { 'mcp-session-id': id })).status, 200);
    });
  });

  it('users that a framework found by a password are kept apart, and methods do not see it', async () => {
    const handler = httpHandler(makeRegistry(), { sessions: true, log: () => undefined });
    const { url, stop } = await foreign((request, response) => {
      const user = String(request.headers['x-user']);
      void handler(Object.assign(request, { auth: { user, password: 'hunter2' } }), response);
    });
    const id = await openSession(url, { 'x-user': 'ada' });
    assert.equal((await post(url, calling('seen'), { 'x-user': 'eve', 'mcp-session-id': id })).status, 404);
    const [seen] = await messages(await post(url, calling('seen'), { 'x-user': 'ada', 'mcp-session-id': id }));
    assert.ok(JSON.stringify(seen).includes('ada') && !JSON.stringify(seen).includes('hunter2'));
    await handler.close(0);
    stop();
  });

  it('a verifier that throws what cannot be told refuses all the same, in one line of the log', async () => {
    const odd = Object.assign(new Error('m'), { message: Symbol('x') });
    for (const thrown of [odd, Object.assign(new Error('m'), { name: Object.create(null) as string }), new Error('a\n\u001b[31mb')]) {
      const logged: string[] = [];
      const verify = () => {
        throw thrown;
      };
      const { url } = await start({ auth: { verify }, log: (message) => logged.push(message) });
      assert.equal((await raw(url, { headers: { ...jsonHeaders, authorization: 'Bearer abc' }, body: echo })).status, 401);
      assert.equal(logged.length, 1);
      // oxlint-disable-next-line no-control-regex
      assert.ok(!/[\0-\x1f]/.test(logged[0] ?? ''), logged[0]);
    }
  });

  describe('a token that ends', () => {
    const grant = { until: 0 };
    const verify = (token: string) => ({ subject: token, scopes: [], expiresAt: grant.until });
    const authorization = 'Bearer ada';
    const isOver = async (response: Response): Promise<boolean> => {
      const over = response.text().then(
        () => true,
        () => true,
      );
      return Promise.race([over, new Promise<boolean>((resolve) => setTimeout(resolve, 10_000, false))]);
    };

    it('ends the stream of notices that it opened, in a session; what it called is answered', async () => {
      grant.until = Date.now() / 1000 + 3600;
      const { url } = await start({ sessions: true, auth: { verify } });
      const session = { authorization, 'mcp-session-id': await openSession(url, { authorization }) };
      grant.until = Date.now() / 1000 + 1.5;
      const stream = await fetch(url, { headers: { ...session, accept: 'text/event-stream' } });
      assert.equal(stream.status, 200);
      assert.ok(await isOver(stream));
      grant.until = Date.now() / 1000 + 3600;
      const again = await fetch(url, { headers: { ...session, accept: 'text/event-stream' } });
      // The place of the old stream is free.
      assert.equal(again.status, 200);
      await again.body?.cancel();
    });

    it('ends the stream of notices that it opened, in the modern era', async () => {
      const { url } = await start({ auth: { verify } });
      grant.until = Date.now() / 1000 + 1.5;
      const { body, headers } = modernCall('echo');
      const listen = {
        ...body,
        method: 'subscriptions/listen',
        params: { _meta: body.params._meta, notifications: { toolsListChanged: true } },
      };
      const { 'mcp-name': _name, ...others } = { ...headers, authorization, 'mcp-method': 'subscriptions/listen' };
      const stream = await post(url, listen, others);
      assert.equal(stream.status, 200);
      assert.match(String(stream.headers.get('content-type')), /event-stream/);
      assert.ok(await isOver(stream));
    });
  });
});
