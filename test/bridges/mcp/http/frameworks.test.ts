/** The same handler under frameworks, with the clients of both SDK lines. */
import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Client as ClientV2, StreamableHTTPClientTransport as TransportV2 } from '@modelcontextprotocol/client';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js';
import express from 'express';
import fastify from 'fastify';
import { Hono } from 'hono';
import { fastifyHandler, fetchHandler, type HttpOptions, httpHandler } from '../../../../src/bridges/mcp/index.js';
import { makeRegistry, until, type Seen } from '../support.js';
import { accept, calling, messages, modernCall, openSession, post } from './support.js';

type Answer = { result: { content: { text: string }[] } };
const textOf = (answer: unknown) => (answer as Answer['result']).content[0]?.text;

interface Mounted {
  url: string;
  end(): Promise<void>;
}
const listening = async (server: ReturnType<typeof createServer>, end: () => Promise<unknown>): Promise<Mounted> => {
  if (!server.listening) await new Promise((resolve) => server.once('listening', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    end: async () => {
      await end();
      server.closeAllConnections();
      server.close();
    },
  };
};

/** Gives every request to a Fetch handler, as adapters of frameworks do. */
function served(handle: (request: Request) => Response | Promise<Response>, close: () => Promise<void>): Promise<Mounted> {
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const controller = new AbortController();
    response.once('close', () => void (response.writableFinished || controller.abort()));
    const body = ['GET', 'HEAD'].includes(request.method ?? '') ? {} : { body: request as unknown as ReadableStream, duplex: 'half' };
    const reply = await handle(
      new Request(`http://${request.headers.host}${request.url}`, {
        method: request.method,
        headers: request.headers as Record<string, string>,
        signal: controller.signal,
        ...body,
      } as RequestInit),
    );
    response.writeHead(reply.status, Object.fromEntries(reply.headers));
    for await (const chunk of (reply.body ?? []) as AsyncIterable<Uint8Array>) response.write(chunk);
    response.end();
  };
  const server = createServer((request, response) => void answer(request, response)).listen(0, '127.0.0.1');
  return listening(server, close);
}

const mounts: Record<string, (options: HttpOptions, seen: Seen) => Promise<Mounted>> = {
  'node:http': (options, seen) => {
    const handler = httpHandler(makeRegistry(seen), options);
    return listening(createServer((request, response) => void handler(request, response)).listen(0, '127.0.0.1'), () => handler.close(0));
  },
  express: (options, seen) => {
    const handler = httpHandler(makeRegistry(seen), options);
    const app = express().all('/mcp', (request, response) => handler(request, response));
    return listening(app.listen(0, '127.0.0.1'), () => handler.close(0));
  },
  'express with parsed bodies': (options, seen) => {
    const handler = httpHandler(makeRegistry(seen), options);
    const app = express()
      .use(express.json())
      .all('/mcp', (request, response) => handler(request, response));
    return listening(app.listen(0, '127.0.0.1'), () => handler.close(0));
  },
  fastify: async (options, seen) => {
    const handler = httpHandler(makeRegistry(seen), options);
    const app = fastify();
    app.all('/mcp', fastifyHandler(handler));
    await app.listen({ port: 0, host: '127.0.0.1' });
    return listening(app.server, async () => {
      await handler.close(0);
      app.server.closeAllConnections();
      await app.close();
    });
  },
  hono: (options, seen) => {
    const handler = fetchHandler(makeRegistry(seen), options);
    const app = new Hono().all('/mcp', (context) => handler(context.req.raw));
    return served(
      (request) => app.fetch(request),
      () => handler.close(0),
    );
  },
  'Request -> Response': (options, seen) => {
    const handler = fetchHandler(makeRegistry(seen), options);
    return served(handler, () => handler.close(0));
  },
};

describe('mcp over HTTP: frameworks and clients', () => {
  for (const [name, mount] of Object.entries(mounts))
    for (const sessions of [false, true])
      describe(`${name}, ${sessions ? 'with' : 'without'} sessions`, () => {
        const seen: Seen = { aborted: 0, started: 0 };
        let mounted: Mounted;
        before(async () => void (mounted = await mount({ sessions, log: () => undefined }, seen)));
        after(() => mounted.end());

        it('serves a client of SDK v1, with progress', async () => {
          const client = new Client({ name: 'test', version: '1' });
          await client.connect(new StreamableHTTPClientTransport(new URL(mounted.url)));
          const steps: unknown[] = [];
          const result = await client.request({ method: 'tools/call', params: { name: 'work' } }, CallToolResultSchema, {
            onprogress: (step) => void steps.push(step),
          });
          assert.equal(textOf(result), 'done');
          assert.equal(steps.length, 1);
          await client.close();
        });

        for (const mode of ['auto', 'pinned', 'default'] as const)
          it(`serves a client of SDK v2 (${mode}), with progress`, async () => {
            const versionNegotiation = mode === 'auto' ? { mode } : { mode: { pin: '2026-07-28' } };
            const client = new ClientV2({ name: 'test', version: '1' }, mode === 'default' ? {} : { versionNegotiation });
            await client.connect(new TransportV2(new URL(mounted.url)));
            const steps: unknown[] = [];
            const result = await client.callTool({ name: 'work', arguments: {} }, { onprogress: (step) => void steps.push(step) });
            assert.equal(textOf(result), 'done');
            assert.equal(steps.length, 1);
            assert.ok((await client.listTools()).tools.some((tool) => tool.name === 'echo'));
            await client.close();
          });

        it('200 calls at once, of both eras: every reply reaches its caller', async () => {
          const session: Record<string, string> = sessions ? { 'mcp-session-id': await openSession(mounted.url) } : {};
          const answers = await Promise.all(
            Array.from({ length: 200 }, async (_, n) => {
              const { body, headers } = modernCall('echo', { text: `call ${n}` }, n + 2);
              const legacy = calling(n % 4 === 1 ? 'work' : 'echo', n % 4 === 1 ? {} : { text: `call ${n}` }, n + 2, { progressToken: n });
              const response = n % 2 === 0 ? await post(mounted.url, body, headers) : await post(mounted.url, legacy, session);
              const answer = (await messages(response)).at(-1) as Answer & { id: number };
              assert.equal(answer.id, n + 2);
              return textOf(answer.result);
            }),
          );
          assert.deepEqual(
            answers,
            Array.from({ length: 200 }, (_, n) => (n % 4 === 1 ? 'done' : `call ${n}`)),
          );
        });

        it("a dropped connection aborts the call's signal", async () => {
          const session: Record<string, string> = sessions ? { 'mcp-session-id': await openSession(mounted.url) } : {};
          const { body, headers } = modernCall('wait');
          for (const send of [
            (signal: AbortSignal) => post(mounted.url, calling('wait', {}, 3), session, signal),
            (signal: AbortSignal) => post(mounted.url, body, headers, signal),
          ]) {
            const [started, aborted] = [seen.started, seen.aborted];
            const controller = new AbortController();
            const running = send(controller.signal);
            await until(() => seen.started > started);
            controller.abort();
            await assert.rejects(running);
            await until(() => seen.aborted > aborted);
            assert.equal(seen.aborted, aborted + 1);
          }
        });

        it('refuses foreign origins, and bodies that are too large', async () => {
          assert.equal((await post(mounted.url, calling('echo', { text: 'a' }), { origin: 'https://evil.example' })).status, 403);
          const huge = await post(mounted.url, calling('echo', { text: 'x'.repeat(2 ** 20) })).then(
            ({ status }) => status,
            () => 413,
          );
          assert.equal(huge, 413);
          const listen = await fetch(mounted.url, { headers: { accept } });
          assert.equal(listen.status, sessions ? 400 : 405);
        });
      });

  it('a Fetch handler takes no foreign second argument for who calls', async () => {
    const handler = fetchHandler(makeRegistry());
    const request = () =>
      new Request('http://localhost/mcp', {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept },
        body: JSON.stringify(calling('seen')),
      });
    const whose = async (context: object) =>
      JSON.parse(textOf(((await (await handler(request(), context)).json()) as Answer).result) as string) as { auth?: unknown };
    assert.equal((await whose({ auth: { clientId: 'env' }, waitUntil: () => undefined })).auth, undefined);
    assert.deepEqual((await whose({ auth: { clientId: 'me', token: 'secret' } })).auth, { clientId: 'me' });
  });

  it('behind a public name the Host is checked only when it is said which', async () => {
    const request = (host: string) =>
      new Request(`https://${host}/mcp`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept },
        body: JSON.stringify(calling('echo', { text: 'a' })),
      });
    assert.equal((await fetchHandler(makeRegistry())(request('any.example'))).status, 200);
    const named = fetchHandler(makeRegistry(), { allowedHosts: ['tools.example'] });
    assert.equal((await named(request('any.example'))).status, 403);
    assert.equal((await named(request('tools.example'))).status, 200);
  });
});
