/** Requests, small clients and servers that the tests of HTTP share. */
import { createServer, request as nodeRequest, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import { type AddressInfo, connect as openSocket, type Socket } from 'node:net';
import { type HttpServer, serveHttp, type ServeHttpOptions } from '../../../../src/bridges/mcp/index.js';
import type { PublishedRegistry } from '../../../../src/bridges/mcp/dispatch/request.js';
import { makeRegistry, until } from '../support.js';

export const accept = 'application/json, text/event-stream';
export const jsonHeaders = { 'content-type': 'application/json', accept };

export const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
};
export const calling = (name: string, args: unknown = {}, id: string | number = 1, meta?: object) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: args, ...(meta && { _meta: meta }) },
});

/** The same call as a client of 2026-07-28 sends it, with its headers. */
export function modernCall(name: string, args: unknown = {}, id: string | number = 1, meta: object = {}) {
  const envelope = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
    ...meta,
  };
  return {
    body: calling(name, args, id, envelope),
    headers: { ...jsonHeaders, 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': name },
  };
}

export const post = (url: string, body: unknown, headers: Record<string, string> = {}, signal?: AbortSignal): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: { ...jsonHeaders, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
    ...(signal && { signal }),
  });

/** What was answered: of a document the document, of a stream its messages. */
export async function messages(response: Response): Promise<Record<string, unknown>[]> {
  const text = await response.text();
  if (!(response.headers.get('content-type') ?? '').startsWith('text/event-stream')) return [JSON.parse(text) as Record<string, unknown>];
  return events(text).flatMap(({ data }) => (data ? [JSON.parse(data) as Record<string, unknown>] : []));
}

/** The events of a stream. */
export function events(text: string): { id?: string; data: string }[] {
  return text
    .split('\n\n')
    .filter((block) => /^(?:id|data|event):/m.test(block))
    .map((block) => {
      const field = (name: string) => new RegExp(`^${name}: ?(.*)$`, 'm').exec(block)?.[1];
      const id = field('id');
      return { ...(id !== undefined && { id }), data: field('data') ?? '' };
    });
}

/** fetch does not let a test choose its Host. */
export function raw(
  url: string,
  { method = 'POST', headers = {}, body = '' }: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<{ status: number; headers: IncomingHttpHeaders; text: string }> {
  return new Promise((resolve, reject) => {
    const request = nodeRequest(url, { method, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
    });
    request.once('error', reject);
    request.end(body);
  });
}

/** A socket that is written by hand. */
export async function socket(url: string): Promise<Socket & { heard(): string }> {
  const { hostname, port } = new URL(url);
  const one = openSocket(Number(port), hostname);
  let heard = '';
  one.setEncoding('utf8').on('data', (chunk: string) => (heard += chunk));
  one.on('error', () => undefined);
  await new Promise((resolve) => one.once('connect', resolve));
  return Object.assign(one, { heard: () => heard });
}

/** A request as its bytes. */
export const wire = (body: string | Buffer, head: string[] = ['Host: localhost'], target = '/mcp'): Buffer =>
  Buffer.concat([
    Buffer.from(
      [
        `POST ${target} HTTP/1.1`,
        ...head,
        'Content-Type: application/json',
        `Accept: ${accept}`,
        `Content-Length: ${Buffer.byteLength(body)}`,
        '',
        '',
      ].join('\r\n'),
    ),
    Buffer.from(body),
  ]);

/** How these bytes are answered. */
export async function statusFor(url: string, bytes: Buffer): Promise<number> {
  const one = await socket(url);
  one.write(bytes);
  await until(() => one.heard().includes('\r\n\r\n'));
  one.destroy();
  return Number(/HTTP\/1\.1 (\d{3})/.exec(one.heard())?.[1]);
}

/** Somebody else's server around a handler. */
export async function foreign(listener: RequestListener): Promise<{ url: string; stop: () => void }> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const stop = (): void => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`, stop };
}

/** Starts servers, and ends them all. */
export function servers() {
  const started: HttpServer[] = [];
  return {
    start: async (options: Partial<ServeHttpOptions> = {}, registry: PublishedRegistry = makeRegistry()): Promise<HttpServer> => {
      const server = await serveHttp(registry, { port: 0, log: () => undefined, signals: false, ...options });
      started.push(server);
      return server;
    },
    end: () => Promise.all(started.splice(0).map((server) => server.close(0))),
  };
}

/** Opens a session. @returns its id */
export async function openSession(url: string, headers: Record<string, string> = {}, params: object = {}): Promise<string> {
  const opened = await post(url, { ...initialize, params: { ...initialize.params, ...params } }, headers);
  await opened.text();
  const id = opened.headers.get('mcp-session-id');
  if (!id) throw new Error(`no session: ${opened.status}`);
  await post(url, { jsonrpc: '2.0', method: 'notifications/initialized' }, { ...headers, 'mcp-session-id': id });
  return id;
}
