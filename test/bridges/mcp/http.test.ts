/** Streamable HTTP over real sockets: the SDK's client, express, raw requests. */
import assert from 'node:assert/strict';
import { request as rawRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { CallToolResultSchema, ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { httpHandler, type HttpServer, serveHttp, type ServeHttpOptions } from '../../../src/bridges/mcp/index.js';
import { makeRegistry, type Seen, until } from './support.js';

const accept = 'application/json, text/event-stream';
const headers = { 'content-type': 'application/json', accept };
const post = (url: string, body: unknown, more: Record<string, string> = {}) =>
  fetch(url, { method: 'POST', headers: { ...headers, ...more }, body: typeof body === 'string' ? body : JSON.stringify(body) });
const callMessage = (name: string, args: unknown = {}, id = 1) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: args },
});
const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
};

/** fetch does not let a test choose its Host. */
function statusFor(url: string, more: Record<string, string>, body = ''): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = rawRequest(url, { method: 'POST', headers: { ...headers, ...more } }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    request.once('error', reject);
    request.end(body);
  });
}

async function connect(url: string, client = new Client({ name: 'test', version: '1' }), requestInit: RequestInit = {}): Promise<Client> {
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
  return client;
}

const textOf = ({ content }: { content: { type: string; text?: string }[] }) => content.map(({ text }) => text).join('\n');
const call = (client: Client, name: string, args: Record<string, unknown> = {}) =>
  client.request({ method: 'tools/call', params: { name, arguments: args } }, CallToolResultSchema);

describe('mcp over HTTP', () => {
  const logged: string[] = [];
  const seen: Seen = { aborted: 0, started: 0 };
  const servers: HttpServer[] = [];
  let url = '';

  const start = async (options: Partial<ServeHttpOptions> = {}): Promise<string> => {
    const server = await serveHttp(makeRegistry(seen), { port: 0, log: (message) => void logged.push(message), ...options });
    servers.push(server);
    return server.url;
  };
  before(async () => void (url = await start()));
  after(() => Promise.all(servers.map((server) => server.close())));

  it('serves the SDK client, with progress and the request headers', async () => {
    const client = await connect(url, undefined, { headers: { 'X-Agent': 'tester' } });
    const steps: unknown[] = [];
    await client.request({ method: 'tools/call', params: { name: 'work' } }, CallToolResultSchema, {
      onprogress: (step) => void steps.push(step),
    });
    assert.equal(steps.length, 1);
    assert.equal((JSON.parse(textOf(await call(client, 'seen'))) as { agent: string }).agent, 'tester');
    await client.close();
  });

  it('without sessions, a question of a client before 2026-07-28 fails with what the operator can do', async () => {
    for (const [direct, jsonResponse] of [
      [true, false],
      [false, false],
      [true, true],
      [false, true],
    ] as const) {
      const able = new Client({ name: 'test', version: '1' }, { capabilities: { elicitation: {} } });
      await connect(await start({ direct, jsonResponse, signals: false }), able);
      const refused = await call(able, 'ask');
      assert.equal(refused.isError, true);
      assert.match(textOf(refused), /keeps no session .*`sessions: true` mends it/);
      assert.doesNotMatch(textOf(refused), /did not declare/);
      await able.close();
    }
    // Where there is a session, it is the client that lacks something.
    const unable = await connect(await start({ sessions: true, signals: false }));
    assert.match(textOf(await call(unable, 'ask')), /did not declare the capability/);
    await unable.close();
  });

  it('serves under express, with the body parsed or not, and passes auth on', async () => {
    const app = express();
    const handler = httpHandler(makeRegistry(), { log: () => undefined, jsonResponse: true });
    app.use('/parsed', express.json());
    app.all(['/parsed', '/raw'], (request, response) => handler(Object.assign(request, { auth: { clientId: 'me' } }), response));
    const server = app.listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    for (const path of ['/parsed', '/raw']) {
      const response = await post(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, callMessage('seen'));
      assert.match(String(response.headers.get('content-type')), /^application\/json/);
      const { result } = (await response.json()) as { result: { content: { type: string; text: string }[] } };
      assert.deepEqual((JSON.parse(textOf(result)) as { auth: unknown }).auth, { clientId: 'me' });
    }
    server.closeAllConnections();
    server.close();
  });

  it('[EXP-05] masks unexpected errors and logs them with the id', async () => {
    const written: string[] = [];
    const before = process.stderr.write.bind(process.stderr);
    process.stderr.write = (chunk: unknown) => (written.push(String(chunk)), true);
    const text = await (await post(url, callMessage('fail'))).text().finally(() => void (process.stderr.write = before));
    assert.ok(!text.includes('hunter2'), text);
    assert.ok(written.join('').includes('hunter2'));
  });

  it('refuses foreign hosts and origins before anything else', async () => {
    assert.equal(await statusFor(url, { host: 'evil.example' }, '{'), 403);
    assert.equal(await statusFor(url, { host: '127.0.0.1.evil.example' }), 403);
    assert.equal(await statusFor(url, { origin: 'https://evil.example' }, '{'), 403);
    assert.equal(await statusFor(url, { origin: 'null' }), 403);
    assert.equal(await statusFor(url, { host: 'localhost:1', origin: 'http://localhost:5173' }, JSON.stringify(initialize)), 200);
  });

  it('serves the hosts and origins it is told to', async () => {
    const open = await start({ allowedHosts: ['tools.example'], allowedOrigins: ['https://app.example'] });
    assert.equal(await statusFor(open, { host: 'tools.example', origin: 'https://app.example' }, JSON.stringify(initialize)), 200);
    assert.equal(await statusFor(open, { host: 'localhost' }), 403);
    assert.equal(await statusFor(open, { host: 'tools.example', origin: 'http://localhost' }), 403);
  });

  it('limits bodies, declared or chunked', async () => {
    const huge = JSON.stringify(callMessage('echo', { text: 'x'.repeat(1024 * 1024) }));
    assert.equal((await post(url, huge)).status, 413);
    const stream = new Blob([huge]).stream();
    const chunked = await fetch(url, { method: 'POST', headers, body: stream, duplex: 'half' }).then(
      ({ status }) => status,
      () => 413,
    );
    assert.equal(chunked, 413);
  });

  it('answers malformed requests by their kind', async () => {
    assert.equal((await post(url, '{')).status, 400);
    assert.equal((await post(url, { no: 'jsonrpc' })).status, 400);
    assert.equal((await post(url, initialize, { 'content-type': 'text/plain' })).status, 415);
    assert.equal((await post(url, initialize, { accept: 'text/html' })).status, 406);
    assert.equal((await post(url, initialize, { 'content-encoding': 'gzip' })).status, 415);
    for (const method of ['GET', 'DELETE', 'PUT']) {
      const response = await fetch(url, { method, headers: { accept } });
      assert.equal(response.status, 405);
      assert.equal(response.headers.get('allow'), 'POST');
    }
    const lost = await fetch(new URL('/', url));
    assert.equal(lost.status, 404);
    assert.match(await lost.text(), /endpoint is \/mcp/);
  });

  it("a dropped connection aborts the call's signal", async () => {
    const [started, aborted] = [seen.started, seen.aborted];
    const controller = new AbortController();
    const running = fetch(url, { method: 'POST', headers, body: JSON.stringify(callMessage('wait')), signal: controller.signal }).then(
      (response) => response.text(),
    );
    await until(() => seen.started > started);
    controller.abort();
    await assert.rejects(running);
    await until(() => seen.aborted > aborted);
    assert.equal(seen.aborted, aborted + 1);
  });

  it('tells why it cannot listen', async () => {
    await assert.rejects(serveHttp(makeRegistry(), { port: Number(new URL(url).port) }), {
      code: 'CONNECTION_FAILED',
      message: /another program listens there/,
    });
  });

  describe('with sessions', () => {
    let stateful = '';
    before(async () => void (stateful = await start({ sessions: true })));

    it('[B34] 404 for an unknown session, 400 for a missing one', async () => {
      assert.equal((await post(stateful, callMessage('echo', { text: 'a' }), { 'mcp-session-id': 'nope' })).status, 404);
      assert.equal((await post(stateful, callMessage('echo', { text: 'a' }))).status, 400);
      assert.equal((await fetch(stateful, { headers: { accept, 'mcp-session-id': 'nope' } })).status, 404);
    });

    it('[B35] two clients, 50 interleaved calls each: every reply reaches its caller', async () => {
      const clients = await Promise.all([connect(stateful), connect(stateful)]);
      const texts = await Promise.all(
        Array.from({ length: 100 }, async (_, index) =>
          textOf(await call(clients[index % 2] as Client, 'echo', { text: `call ${index}` })),
        ),
      );
      assert.deepEqual(
        texts,
        Array.from({ length: 100 }, (_, index) => `call ${index}`),
      );
      await clients[0].close();
      assert.equal(textOf(await call(clients[1], 'echo', { text: 'still' })), 'still');
      await clients[1].close();
    });

    it('many initialize requests at once do not pass the limit together', async () => {
      const narrow = await start({ sessions: { limit: 3 } });
      const opened = await Promise.all(Array.from({ length: 12 }, () => post(narrow, initialize)));
      const statuses = opened.map(({ status }) => status);
      await Promise.all(opened.map((response) => response.text()));
      assert.equal(statuses.filter((status) => status === 200).length, 3);
      assert.equal(statuses.filter((status) => status === 503).length, 9);
    });

    it('asks the client, ends a session by DELETE and an idle one by itself', async () => {
      const able = new Client({ name: 'test', version: '1' }, { capabilities: { elicitation: {} } });
      able.setRequestHandler(ElicitRequestSchema, () => ({ action: 'accept', content: { name: 'Ada' } }));
      await connect(stateful, able);
      assert.equal(textOf(await call(able, 'ask')), 'Ada');
      await able.close();
      const open = async (server: string) => {
        const opened = await post(server, initialize);
        await opened.text();
        return { status: opened.status, id: opened.headers.get('mcp-session-id') as string };
      };
      const single = await start({ sessions: { limit: 1 } });
      const { id } = await open(single);
      assert.equal((await open(single)).status, 503);
      assert.equal((await fetch(single, { method: 'DELETE', headers: { 'mcp-session-id': id } })).status, 200);
      assert.equal((await post(single, callMessage('echo', { text: 'a' }), { 'mcp-session-id': id })).status, 404);
      const brief = await start({ sessions: { idle: 20, limit: 1 } });
      const first = await open(brief);
      // There is room again once the first has ended; asking for room does not use it.
      while ((await open(brief)).status === 503) await new Promise((resolve) => setTimeout(resolve, 5));
      assert.equal((await post(brief, callMessage('echo', { text: 'a' }), { 'mcp-session-id': first.id })).status, 404);
    });
  });
});
