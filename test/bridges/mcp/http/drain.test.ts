/** A server that is told to stop. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Server } from 'node:http';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { serveHttp } from '../../../../src/bridges/mcp/index.js';
import { ToolRegistry } from '../../../../src/runtime/registry.js';
import { Tool } from '../../../../src/runtime/tool.js';
import { makeRegistry, object, type Seen, until } from '../support.js';
import { accept, calling, messages, modernCall, openSession, post, servers, socket } from './support.js';

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
/** @param seen counts what has begun @param released when it may end, whatever time was asked for */
const slow = (seen: Seen = { aborted: 0, started: 0 }, released?: Promise<void>) =>
  new Tool({
    name: 'slow',
    description: 'Takes a while.',
    inputSchema: object({ milliseconds: { type: 'number' }, tell: { type: 'boolean' } }, ['milliseconds']),
    handler: async ({ milliseconds, tell }, { progress, signal }) => {
      if (tell) progress(1, 2);
      seen.started += 1;
      if (released) await released;
      else
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, Number(milliseconds));
          signal.addEventListener('abort', () => {
            clearTimeout(timer);
            resolve();
          });
        });
      return 'finished';
    },
  });

interface Answer {
  result?: { isError?: boolean; content: { text: string }[] };
  error?: { code: number; message: string };
}
const last = async (response: Response) => (await messages(response)).at(-1) as Answer;

/** Tells whether a process said that so many calls have begun. */
function begun(stdout: Readable, wanted: number): () => boolean {
  let heard = '';
  stdout.on('data', (piece: Buffer) => void (heard += piece.toString()));
  return () => heard.split('begun').length > wanted;
}

/** With sessions or not, and with the direct path or not. */
const modes = [
  [false, true],
  [true, true],
  [false, false],
  [true, false],
] as const;

describe('mcp over HTTP: the end', () => {
  const { start, end } = servers();
  after(end);

  it('lets running calls finish, plain and streamed, in every mode', async () => {
    for (const [sessions, direct] of modes) {
      const seen: Seen = { aborted: 0, started: 0 };
      let release = (): void => undefined;
      const released = new Promise<void>((resolve) => (release = resolve));
      const server = await start({ sessions, direct }, makeRegistry().register(slow(seen, released)));
      const session: Record<string, string> = sessions ? { 'mcp-session-id': await openSession(server.url) } : {};
      const { body, headers } = modernCall('slow', { milliseconds: 0 });
      const running = [
        post(server.url, calling('slow', { milliseconds: 0 }), session),
        post(server.url, calling('slow', { milliseconds: 0, tell: true }, 2, { progressToken: 1 }), session),
        post(server.url, body, headers),
      ];
      await until(() => seen.started === 3);
      const closed = server.close();
      release();
      for (const one of running) assert.equal((await last(await one)).result?.content[0]?.text, 'finished');
      await closed;
      await assert.rejects(post(server.url, calling('echo', { text: 'a' })));
    }
  });

  it('answers what takes longer, and aborts it', async () => {
    for (const [sessions, direct] of modes) {
      const seen: Seen = { aborted: 0, started: 0 };
      const server = await start({ sessions, direct }, makeRegistry(seen).register(slow(seen)));
      const session: Record<string, string> = sessions ? { 'mcp-session-id': await openSession(server.url) } : {};
      const { body, headers } = modernCall('wait');
      const running = [
        post(server.url, calling('wait'), session),
        post(server.url, calling('slow', { milliseconds: 5000, tell: true }, 2, { progressToken: 1 }), session),
        post(server.url, [calling('wait', {}, 3)], { ...session, 'mcp-protocol-version': '2025-03-26' }),
        post(server.url, body, headers),
      ];
      await until(() => seen.started === 4);
      await server.close(100);
      for (const one of running) {
        const { error, result } = await last(await one);
        assert.ok(error ? error.code === -32000 && /shutting down/.test(error.message) : result?.isError);
      }
      await until(() => seen.aborted === 3);
      assert.equal(seen.aborted, 3);
    }
  });

  it('refuses new requests on connections that are still open, with when to try again', async () => {
    let release = (): void => undefined;
    const seen: Seen = { aborted: 0, started: 0 };
    const server = await start({}, makeRegistry().register(slow(seen, new Promise((resolve) => (release = resolve)))));
    const running = post(server.url, calling('slow', { milliseconds: 0 }));
    await until(() => seen.started === 1);
    const kept = await socket(server.url);
    // A request that is on its way when the server is told to stop.
    const body = JSON.stringify(calling('echo', { text: 'a' }));
    kept.write(`POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nAccept: ${accept}\r\n`);
    await pause(50);
    const closed = server.close();
    kept.write(`Content-Length: ${body.length}\r\n\r\n${body}`);
    await until(() => kept.heard().includes('\r\n\r\n'));
    assert.match(kept.heard(), /^HTTP\/1\.1 503/);
    assert.match(kept.heard(), /retry-after: \d+/i);
    assert.match(kept.heard(), /connection: close/i);
    release();
    await closed;
    assert.equal((await last(await running)).result?.content[0]?.text, 'finished');
  });

  it('ends streams of notices in order', async () => {
    const server = await start({ sessions: true });
    const id = await openSession(server.url);
    const listening = await fetch(server.url, { headers: { accept, 'mcp-session-id': id } });
    const text = listening.text();
    await server.close();
    // Not torn: fetch would reject.
    await text;
  });

  it('waits for nothing of a session that has ended', async () => {
    for (const direct of [true, false]) {
      const seen: Seen = { aborted: 0, started: 0 };
      const server = await start({ sessions: true, direct }, makeRegistry(seen).register(slow(seen)));
      const session = { 'mcp-session-id': await openSession(server.url) };
      const running = [
        post(server.url, calling('wait', {}, 2), session),
        post(server.url, calling('slow', { milliseconds: 20_000, tell: true }, 3, { progressToken: 1 }), session),
      ].map((one) => one.then((response) => response.text()).catch(() => undefined));
      await until(() => seen.started === 2);
      assert.equal((await fetch(server.url, { method: 'DELETE', headers: session })).status, 200);
      await Promise.all(running);
      await until(() => seen.aborted === 1);
      assert.equal(seen.aborted, 1);
      // Longer than this test may take.
      await server.close(120_000);
    }
  });

  it('does not wait for connections that were opened in advance', async () => {
    const server = await start();
    // fetch opens another one when a request of it is aborted.
    const unused = await socket(server.url);
    const { closeAllConnections } = Server.prototype;
    let isForced = false;
    Server.prototype.closeAllConnections = () => (isForced = true);
    const closed = once(unused, 'close');
    try {
      await server.close();
      await closed;
    } finally {
      Server.prototype.closeAllConnections = closeAllConnections;
      unused.destroy();
    }
    assert.equal(isForced, false);
  });

  it('closes once, whoever asks how often', async () => {
    const server = await start();
    await Promise.all([server.close(), server.close()]);
    await server.close();
  });

  it('any number of servers listens to a signal once, and none when they are closed', async () => {
    const before = process.listenerCount('SIGTERM');
    const servers = await Promise.all(Array.from({ length: 12 }, () => serveHttp(new ToolRegistry(), { port: 0 })));
    assert.equal(process.listenerCount('SIGTERM'), before + 1);
    await Promise.all(servers.map((server) => server.close()));
    assert.equal(process.listenerCount('SIGTERM'), before);
  });

  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    it(`on ${signal} a process answers what runs, refuses connections and ends`, async () => {
      const program = fileURLToPath(new URL('./fixtures/server.ts', import.meta.url));
      const child = spawn(process.execPath, ['--import', 'tsx', program], { stdio: ['ignore', 'pipe', 'inherit'] });
      const [line] = (await once(child.stdout, 'data')) as [Buffer];
      const url = line.toString().trim();
      const running = [post(url, calling('slow', { milliseconds: 300 })), post(url, calling('slow', { milliseconds: 60_000 }))];
      await until(begun(child.stdout, 2));
      const exit = once(child, 'exit');
      child.kill(signal);
      const [finished, cut] = await Promise.all(running.map(async (one) => last(await one)));
      assert.equal(finished?.result?.content[0]?.text, 'finished');
      assert.equal(cut?.error?.code, -32000);
      assert.deepEqual(await exit, [null, signal]);
    });

  it('two servers in one process end it when both have stopped; a second signal ends it at once', async () => {
    const program = fileURLToPath(new URL('./fixtures/server.ts', import.meta.url));
    for (const signals of [1, 2]) {
      const child = spawn(process.execPath, ['--import', 'tsx', program, 'two'], { stdio: ['ignore', 'pipe', 'inherit'] });
      const [line] = (await once(child.stdout, 'data')) as [Buffer];
      const running = post(line.toString().trim(), calling('slow', { milliseconds: 60_000 })).then(last, () => 'cut off');
      await until(begun(child.stdout, 1));
      const exit = once(child, 'exit');
      child.kill('SIGTERM');
      await pause(100);
      if (signals === 2) child.kill('SIGTERM');
      const told = await running;
      if (signals === 2) assert.equal(told, 'cut off');
      else assert.equal((told as Answer).error?.code, -32000);
      assert.deepEqual(await exit, [null, 'SIGTERM']);
    }
  });
});
