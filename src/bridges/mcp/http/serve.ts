/** A small HTTP server of its own around the handler, safe by default. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ToolError } from '../../../errors.js';
import type { PublishedRegistry } from '../dispatch/request.js';
import { type HttpHandler, httpHandler, type HttpOptions } from './handler.js';

export interface ServeHttpOptions extends HttpOptions {
  /** 0 takes any free port. */
  port: number;
  /** The address to listen on; `127.0.0.1` by default, so that only this machine can call. */
  host?: string;
  /** `/mcp` by default. */
  path?: string;
}

/** A running server. */
export interface HttpServer {
  /** Where clients connect. */
  readonly url: string;
  readonly port: number;
  /** Aborts running calls and stops listening. */
  close(): Promise<void>;
}

/** Publishes the registry's tools over Streamable HTTP. @throws ToolError CONNECTION_FAILED when the port cannot be had */
export async function serveHttp(registry: PublishedRegistry, options: ServeHttpOptions): Promise<HttpServer> {
  const { port, host = '127.0.0.1', path = '/mcp' } = options;
  const handler = httpHandler(registry, options);
  const server = createServer((request, response) => route(request, response, path, handler));
  // Slow senders hold a connection for so long, milliseconds.
  server.headersTimeout = 10_000;
  server.requestTimeout = 30_000;
  await listen(server, port, host);
  const bound = (server.address() as AddressInfo).port;
  const name = host.includes(':') ? `[${host}]` : host;
  return { url: `http://${name}:${bound}${path}`, port: bound, close: () => close(server, handler) };
}

function route(request: IncomingMessage, response: ServerResponse, path: string, handler: HttpHandler): void {
  const asked = (request.url ?? '/').split('?', 1)[0];
  if (asked === path) return void handler(request, response);
  response.writeHead(404, { 'Content-Type': 'text/plain; charset=utf-8', Connection: 'close' });
  response.end(`An MCP server of toolmark; its endpoint is ${path} (Streamable HTTP).\n`);
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(new ToolError('CONNECTION_FAILED', explain(error, port, host), { cause: error })),
    );
    server.listen(port, host, resolve);
  });
}

const causes: Record<string, string> = {
  EADDRINUSE: 'another program listens there; choose another port',
  EACCES: 'this user may not use the port; choose one above 1023',
  EADDRNOTAVAIL: 'this machine has no such address',
  ENOTFOUND: 'there is no such host name',
};

function explain({ code = '', message }: NodeJS.ErrnoException, port: number, host: string): string {
  return `Cannot listen on ${host}:${port}: ${causes[code] ?? message}.`;
}

async function close(server: Server, handler: HttpHandler): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  await handler.close();
  server.closeAllConnections();
  await closed;
}
