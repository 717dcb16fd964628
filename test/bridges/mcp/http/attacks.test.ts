/** What attackers and careless clients send, found by attacking a server from outside. */
import assert from 'node:assert/strict';
import { createServer, type RequestListener } from 'node:http';
import { connect as connectHttp2, createServer as createHttp2 } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { fetchHandler, httpHandler, type ServeHttpOptions } from '../../../../src/bridges/mcp/index.js';
import { ToolError } from '../../../../src/errors.js';
import { Tool } from '../../../../src/runtime/tool.js';
import { makeRegistry, object, type Seen, until } from '../support.js';
import { calling, initialize, jsonHeaders, messages, modernCall, openSession, post, raw, servers, socket } from './support.js';

const wire = (body: string | Buffer, head: string[] = ['Host: localhost'], target = '/mcp') =>
  Buffer.concat([
    Buffer.from(
      [
        `POST ${target} HTTP/1.1`,
        ...head,
        'Content-Type: application/json',
        'Accept: application/json, text/event-stream',
        `Content-Length: ${Buffer.byteLength(body)}`,
        '',
        '',
      ].join('\r\n'),
    ),
    Buffer.from(body),
  ]);
const echo = JSON.stringify(calling('echo', { text: 'a' }));
const statusOf = (heard: string) => Number(/HTTP\/1\.1 (\d{3})/.exec(heard)?.[1]);

async function statusFor(url: string, bytes: Buffer): Promise<number> {
  const one = await socket(url);
  one.write(bytes);
  await until(() => one.heard().includes('\r\n\r\n'));
  one.destroy();
  return statusOf(one.heard());
}

describe('mcp over HTTP: attacks', () => {
  const { start, end } = servers();
  after(end);

  async function foreign(listener: RequestListener): Promise<{ url: string; stop: () => void }> {
    const server = createServer(listener).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const stop = (): void => {
      server.closeAllConnections();
      server.close();
    };
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`, stop };
  }

  describe('names', () => {
    it('a Host is a name and a port, and nothing that a URL could hold beside', async () => {
      const { url } = await start();
      for (const host of ['localhost', 'LOCALHOST:1', '127.1', '[::1]', '[0:0:0:0:0:0:0:1]:80'])
        assert.equal(await statusFor(url, wire(echo, [`Host: ${host}`])), 200, host);
      for (const host of [
        'evil.example@localhost',
        'evil.example:80@127.0.0.1',
        'localhost/evil.example',
        'localhost?x',
        'localhost#x',
        'localhost\\evil.example',
        'localhost.',
        'loc\talhost',
        'localhost.evil.example',
        '',
      ])
        assert.equal(await statusFor(url, wire(echo, [`Host: ${host}`])), 403, host);
    });

    it('an Origin of this machine is one of a web page', async () => {
      const { url } = await start();
      const from = (origin: string) => statusFor(url, wire(echo, ['Host: localhost', `Origin: ${origin}`]));
      for (const origin of ['http://localhost:3', 'HTTPS://127.0.0.1', 'http://[::1]']) assert.equal(await from(origin), 200, origin);
      for (const origin of ['http://evil.example@localhost', 'foo://localhost', 'http://localhost/x', 'null', 'localhost', ''])
        assert.equal(await from(origin), 403, origin);
    });

    it('lists match what is meant, however it is written', async () => {
      const { url } = await start({
        allowedHosts: ['Api.Example:80', '[0:0::1]', 'bücher.example', 'x.example:443', 'y.example:8080'],
        allowedOrigins: ['https://App.Example/', 'http://b.example:80', 'vscode-webview://abc'],
      });
      const host = (name: string) => statusFor(url, wire(echo, [`Host: ${name}`]));
      const origin = (name: string) => statusFor(url, wire(echo, ['Host: [::1]', `Origin: ${name}`]));
      for (const name of ['api.example:80', 'api.example', '[::1]:5', 'xn--bcher-kva.example', 'x.example', 'y.example:8080'])
        assert.equal(await host(name), 200, name);
      for (const name of ['y.example:8081', 'y.example', 'evil@api.example', 'api.example:81']) assert.equal(await host(name), 403, name);
      for (const name of ['https://app.example', 'http://b.example', 'vscode-webview://abc']) assert.equal(await origin(name), 200, name);
      assert.equal(await origin('https://app.example:1'), 403);
    });

    it('what could match no request is refused when the server is made', async () => {
      for (const options of [
        { allowedHosts: ['https://a.example'] },
        { allowedHosts: 'localhost' },
        { allowedHosts: ['a.example/mcp'] },
        { allowedHosts: ['ü@x'] },
        { allowedOrigins: ['a.example'] },
        { allowedOrigins: ['https://a.example/app'] },
        { cors: { origins: '*' } },
        { cors: { origins: ['a.example'] } },
        { keepAlive: -1 },
        { keepAlive: NaN },
        { keepAlive: 2 ** 31 },
        { bodyLimit: 0 },
        { sessions: { idle: 0 } },
        { sessions: { limit: NaN } },
        { sessions: { resumeWait: 1e12 } },
        { eras: [] },
        { eras: ['future'] },
        { jsonResponse: 'no' },
      ])
        assert.throws(
          () => httpHandler(makeRegistry(), options as unknown as ServeHttpOptions),
          (error) => error instanceof ToolError && error.code === 'INVALID_DEFINITION',
          JSON.stringify(options),
        );
    });

    it('a target that is no path, or looks like another host, is no fault of the server', async () => {
      const logged: string[] = [];
      const { url, stop } = await foreign(httpHandler(makeRegistry(), { log: (message) => logged.push(message) }));
      const streaming = JSON.stringify(calling('work', {}, 1, { progressToken: 1 }));
      for (const target of ['//', '//[', '*', 'http://[/mcp', 'http://evil.example:99999/mcp', '//a:b@c/mcp'])
        assert.equal(await statusFor(url, wire(streaming, undefined, target)), 200, target);
      assert.deepEqual(logged, []);
      stop();
    });
  });

  describe('bodies', () => {
    const { body } = modernCall('echo');
    const deep = '['.repeat(100_000) + ']'.repeat(100_000);

    it('UTF-8 with or without its mark, and nothing else, under both kinds of server', async () => {
      const { url } = await start();
      const handle = fetchHandler(makeRegistry(), { log: () => undefined });
      const [left, right] = JSON.stringify(calling('echo', { text: '|' })).split('|') as [string, string];
      const cases: [bytes: Buffer, status: number, type?: string][] = [
        [Buffer.from(`\ufeff${echo}`), 200],
        [Buffer.from(`\ufeff\ufeff${echo}`), 400],
        [Buffer.concat([Buffer.from(left), Buffer.from([0xff, 0xfe]), Buffer.from(right)]), 400],
        [Buffer.concat([Buffer.from(left), Buffer.from([0xe2, 0x82])]), 400],
        [Buffer.from(`\ufeff${echo}`, 'utf16le'), 400],
        [Buffer.from(`\ufeff${echo}`, 'utf16le'), 415, 'application/json; charset=utf-16'],
        [Buffer.from(echo), 200, 'Application/JSON ; charset="UTF-8"'],
        [Buffer.from(echo), 200, 'application/json;charset=utf8;x=y'],
        [Buffer.from(echo), 415, 'application/json; charset=utf-8859'],
      ];
      for (const [bytes, status, type = 'application/json'] of cases) {
        const init = { method: 'POST', headers: { ...jsonHeaders, 'content-type': type }, body: bytes };
        assert.equal((await fetch(url, init)).status, status, `${type} ${bytes.toString('latin1')}`);
        assert.equal((await handle(new Request('http://localhost/mcp', init))).status, status, `fetch ${type}`);
      }
    });

    it('100 000 levels, wherever they are, are answered', async () => {
      for (const options of [{}, { direct: false }, { sessions: true }]) {
        const { url } = await start(options);
        const session: Record<string, string> = 'sessions' in options ? { 'mcp-session-id': await openSession(url) } : {};
        for (const text of [
          deep,
          `{"jsonrpc":"2.0","id":${deep},"method":"ping"}`,
          echo.replace('"a"', deep),
          echo.replace('"params":{', `"params":{"_meta":{"x":${deep}},`),
          JSON.stringify(body).replace('"_meta":{', `"_meta":{"x":${deep},`),
        ]) {
          const { status } = await post(url, text, text.includes('protocolVersion') ? modernCall('echo').headers : session);
          assert.ok(status === 200 || status === 400, `${status}`);
        }
      }
    });

    it('a body that something in front took is told at once, not waited for', async () => {
      const handle = httpHandler(makeRegistry(), { log: () => undefined });
      const { url, stop } = await foreign((request, response) => {
        request.resume().once('end', () => setImmediate(() => void handle(request, response)));
      });
      const answer = await post(url, echo);
      assert.equal(answer.status, 500);
      assert.match(await answer.text(), /request\.body/);
      stop();
      const used = new Request('http://localhost/mcp', { method: 'POST', headers: jsonHeaders, body: echo });
      await used.text();
      const reply = await fetchHandler(makeRegistry(), { log: () => undefined })(used);
      assert.equal(reply.status, 500);
      assert.match(await reply.text(), /second argument/);
    });

    it('a Fetch handler takes no foreign arguments for who calls', async () => {
      const handle = fetchHandler(makeRegistry(), { log: () => undefined }) as (...given: unknown[]) => Promise<Response>;
      const ask = () =>
        new Request('http://localhost/mcp', { method: 'POST', headers: jsonHeaders, body: JSON.stringify(calling('seen')) });
      for (const more of [[null], [undefined], ['x'], [{ auth: { sub: 'env' } }, { waitUntil: () => undefined }]]) {
        const text = await (await handle(ask(), ...more)).text();
        assert.ok(text.includes('callId') && !text.includes('env'), text);
      }
    });
  });

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
      const limits = { stallTimeout: 300, resultBytes: Infinity };
      const { url } = await start({ limits }, makeRegistry().register(big));
      for (const reads of [false, true]) {
        const one = await socket(url);
        one.pause();
        let closed = false;
        one.once('close', () => (closed = true));
        one.write(wire(JSON.stringify(calling('large'))));
        if (!reads) {
          // Only who reads hears of the end.
          await new Promise((resolve) => setTimeout(resolve, 1500));
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
      assert.equal(await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, 1500, 'waits'))]), 'closed');
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
        const signal = AbortSignal.timeout(1500);
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
    for (const thrown of [odd, Object.assign(new Error('m'), { name: Object.create(null) as string }), null, new Error('a\n\u001b[31mb')]) {
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
});
