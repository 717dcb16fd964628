/** What comes over a raw socket: slow, broken, oversized and foreign requests. */
import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { httpHandler } from '../../../../src/bridges/mcp/index.js';
import { Tool } from '../../../../src/runtime/tool.js';
import { makeRegistry, object, type Seen, until } from '../support.js';
import { calling, initialize, jsonHeaders, modernCall, post, raw, servers, socket } from './support.js';

const head = (more: string[] = [], path = '/mcp') =>
  [
    `POST ${path} HTTP/1.1`,
    'Host: localhost',
    'Content-Type: application/json',
    'Accept: application/json, text/event-stream',
    ...more,
    '',
    '',
  ].join('\r\n');
const request = (body: string, more: string[] = []) => head([`Content-Length: ${Buffer.byteLength(body)}`, ...more]) + body;
const statuses = (heard: string) => [...heard.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));

describe('mcp over HTTP: the network', () => {
  const { start, end } = servers();
  const seen: Seen = { aborted: 0, started: 0 };
  let url = '';
  before(async () => void ({ url } = await start({}, makeRegistry(seen))));
  after(end);

  it('refuses foreign Host and Origin with 403 while the body has not come', async () => {
    for (const field of ['Host: evil.example', 'Origin: https://evil.example', 'Origin: null']) {
      const one = await socket(url);
      const name = field.split(':')[0] as string;
      one.write(
        head(['Content-Length: 1000', ...(name === 'Host' ? [] : [field])]).replace(
          'Host: localhost',
          name === 'Host' ? field : 'Host: localhost',
        ),
      );
      await until(() => one.heard().includes('\r\n\r\n'));
      assert.deepEqual(statuses(one.heard()), [403], field);
      assert.match(one.heard(), /connection: close/i);
      one.destroy();
    }
  });

  it('ends a connection whose head does not come, and one whose body does not', async () => {
    const hasty = await start({ limits: { headersTimeout: 200, requestTimeout: 300 } });
    const slow = await socket(hasty.url);
    slow.write('POST /mcp HTTP/1.1\r\nHost: localhost\r\n');
    const late = await socket(hasty.url);
    late.write(`${head(['Content-Length: 100'])}{"jsonrpc"`);
    await until(() => slow.destroyed && late.destroyed);
    assert.deepEqual(statuses(slow.heard()), [408]);
    assert.deepEqual(statuses(late.heard()), [408]);
    assert.ok(slow.destroyed && late.destroyed);
  });

  it('answers 408 under a foreign server too, where the body does not come', async () => {
    const handler = httpHandler(makeRegistry(), { limits: { requestTimeout: 100 } });
    const app = express().all('/mcp', (one, response) => handler(one, response));
    for (const listener of [app, (one: IncomingMessage, response: ServerResponse) => void handler(one, response)]) {
      const foreign = createServer(listener).listen(0, '127.0.0.1');
      await new Promise((resolve) => foreign.once('listening', resolve));
      const one = await socket(`http://127.0.0.1:${(foreign.address() as AddressInfo).port}`);
      one.write(`${head(['Content-Length: 100'])}{`);
      await until(() => one.heard().includes('\r\n\r\n'));
      assert.deepEqual(statuses(one.heard()), [408]);
      foreign.closeAllConnections();
      foreign.close();
    }
  });

  it('limits bodies that are declared, chunked, or longer than they say', async () => {
    const narrow = await start({ limits: { bodyBytes: 1000 } });
    const huge = JSON.stringify(calling('echo', { text: 'x'.repeat(2000) }));
    assert.equal((await post(narrow.url, huge)).status, 413);
    const one = await socket(narrow.url);
    one.write(head(['Transfer-Encoding: chunked']));
    for (let sent = 0; sent < 3; sent += 1) one.write(`190\r\n${'x'.repeat(400)}\r\n`);
    await until(() => one.heard().includes('\r\n\r\n'));
    assert.deepEqual(statuses(one.heard()), [413]);
    one.destroy();
    const exact = JSON.stringify(calling('echo', { text: '' }));
    const filled = JSON.stringify(calling('echo', { text: 'x'.repeat(1000 - exact.length) }));
    assert.equal(filled.length, 1000);
    assert.equal((await post(narrow.url, filled)).status, 200);
  });

  it('takes pipelined requests one after the other', async () => {
    const one = await socket(url);
    one.write([1, 2, 3].map((id) => request(JSON.stringify(calling('echo', { text: `pipe ${id}` }, id)))).join(''));
    await until(() => statuses(one.heard()).length === 3);
    assert.deepEqual(statuses(one.heard()), [200, 200, 200]);
    assert.deepEqual(
      [...one.heard().matchAll(/pipe (\d)/g)].map(([, n]) => n),
      ['1', '2', '3'],
    );
    one.destroy();
  });

  it('refuses what could smuggle a second request: two lengths, length and chunks, bad numbers', async () => {
    for (const fields of [
      ['Content-Length: 2', 'Content-Length: 3'],
      ['Content-Length: 2', 'Transfer-Encoding: chunked'],
      ['Content-Length: -1'],
      ['Content-Length: 0x10'],
    ]) {
      const one = await socket(url);
      one.write(`${head(fields)}{}`);
      await until(() => statuses(one.heard()).length > 0);
      assert.deepEqual(statuses(one.heard()), [400], fields.join());
      one.destroy();
    }
  });

  it('refuses huge heads', async () => {
    const one = await socket(url);
    one.write(head([`X-Long: ${'x'.repeat(100_000)}`]));
    await until(() => statuses(one.heard()).length > 0);
    assert.deepEqual(statuses(one.heard()), [431]);
    one.destroy();
  });

  it('answers malformed JSON and malformed messages by their kind', async () => {
    for (const text of ['{', '', 'nul', '{"a":1}}', '﻿{}']) {
      const response = await post(url, text);
      assert.equal(response.status, 400, JSON.stringify(text));
      assert.equal(((await response.json()) as { error: { code: number } }).error.code, -32700);
    }
    for (const message of [null, 1, 'x', {}, [1], { jsonrpc: '1.0', id: 1, method: 'tools/list' }, { jsonrpc: '2.0', id: {}, method: 'a' }])
      assert.equal((await post(url, JSON.stringify(message))).status, 400, JSON.stringify(message));
  });

  it("typescript-sdk#611: a connection that is reset during a call aborts the call's signal", async () => {
    for (const leave of ['destroy', 'resetAndDestroy', 'end'] as const) {
      const [started, aborted] = [seen.started, seen.aborted];
      const one = await socket(url);
      one.write(request(JSON.stringify(calling('wait'))));
      await until(() => seen.started > started);
      one[leave]();
      await until(() => seen.aborted > aborted);
      assert.equal(seen.aborted, aborted + 1, leave);
      one.destroy();
    }
  });

  it('a stream that nobody reads breaks, and its call is aborted', async () => {
    for (const modern of [false, true]) {
      let aborted = 0;
      const chatty = new Tool({
        name: 'chatty',
        description: 'Talks until it is stopped.',
        inputSchema: object(),
        handler: async (_args, { log, signal }) => {
          while (!signal.aborted) {
            // One message is cut off at some length: it takes many.
            for (let i = 0; i < 1000; i++) log('info', 'x'.repeat(2 ** 12));
            await new Promise((resolve) => setTimeout(resolve, 2));
          }
          aborted += 1;
        },
      });
      const server = await start({}, makeRegistry().register(chatty));
      const { body, headers } = modernCall('chatty', {}, 1, { 'io.modelcontextprotocol/logLevel': 'debug' });
      const one = await socket(server.url);
      one.pause();
      const more = modern
        ? Object.entries(headers)
            .filter(([name]) => name.startsWith('mcp-'))
            .map((field) => field.join(': '))
        : [];
      one.write(request(JSON.stringify(modern ? body : calling('chatty')), more));
      await until(() => aborted > 0);
      assert.equal(aborted, 1);
      one.destroy();
    }
  });

  it('a client that goes before its body has come costs nothing', async () => {
    const logged: string[] = [];
    const quiet = await start({ log: (message) => void logged.push(message) });
    const one = await socket(quiet.url);
    one.write(`${head(['Content-Length: 1000'])}{"json`);
    await new Promise((resolve) => setTimeout(resolve, 20));
    one.resetAndDestroy();
    await new Promise((resolve) => setTimeout(resolve, 50));
    assert.equal((await post(quiet.url, calling('echo', { text: 'next' }))).status, 200);
    assert.deepEqual(logged, []);
  });

  it('tells where the endpoint is, and whether it takes requests', async () => {
    const healthy = await start({ healthPath: '/healthz' });
    const base = new URL('/', healthy.url).href;
    assert.equal((await raw(`${base}healthz`, { method: 'GET' })).status, 200);
    const lost = await raw(`${base}other`, { method: 'GET' });
    assert.equal(lost.status, 404);
    assert.match(lost.text, /endpoint is \/mcp/);
  });

  describe('pages of other origins', () => {
    it('may not call, nor ask whether they may, unless they are named', async () => {
      const preflight = { origin: 'https://app.example', 'access-control-request-method': 'POST' };
      const refused = await raw(url, { method: 'OPTIONS', headers: preflight });
      assert.equal(refused.status, 403);
      assert.equal(refused.headers['access-control-allow-origin'], undefined);
      const local = await raw(url, { method: 'OPTIONS', headers: { ...preflight, origin: 'http://localhost:5173' } });
      assert.equal(local.status, 405);
    });

    it('may call and read what they need when they are named', async () => {
      const open = await start({ cors: { origins: ['https://app.example'] } });
      const asked = {
        origin: 'https://app.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type,mcp-method',
      };
      const preflight = await raw(open.url, { method: 'OPTIONS', headers: asked });
      assert.equal(preflight.status, 204);
      assert.equal(preflight.headers['access-control-allow-origin'], 'https://app.example');
      assert.equal(preflight.headers['access-control-allow-headers'], 'content-type,mcp-method');
      assert.equal(preflight.headers['vary'], 'Origin');
      const called = await raw(open.url, { headers: { ...jsonHeaders, origin: 'https://app.example' }, body: JSON.stringify(initialize) });
      assert.equal(called.status, 200);
      assert.equal(called.headers['access-control-allow-origin'], 'https://app.example');
      assert.match(String(called.headers['access-control-expose-headers']), /Mcp-Session-Id/);
      assert.equal((await raw(open.url, { headers: { ...jsonHeaders, origin: 'https://other.example' }, body: '{}' })).status, 403);
      // An error is readable too.
      const refused = await raw(open.url, { headers: { ...jsonHeaders, origin: 'https://app.example', 'content-type': 'text/plain' } });
      assert.equal(refused.status, 415);
      assert.equal(refused.headers['access-control-allow-origin'], 'https://app.example');
    });

    it('cannot be all of them with cookies', async () => {
      assert.throws(() => httpHandler(makeRegistry(), { cors: { origins: ['*'], credentials: true } }), /credentials/);
      const open = await start({ cors: { origins: ['*'] } });
      const called = await raw(open.url, { headers: { ...jsonHeaders, origin: 'https://any.example' }, body: JSON.stringify(initialize) });
      assert.equal(called.headers['access-control-allow-origin'], '*');
    });
  });
});
