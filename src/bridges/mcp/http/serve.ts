/** A small HTTP server of its own around the handler, safe by default. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { ToolError } from '../../../errors.js';
import type { PublishedRegistry } from '../dispatch/request.js';
import type { ServerLimits } from '../limits/index.js';
import { checkEntry } from '../entry.js';
import { flag, type TableOf, text, type Wanted } from '../../../runtime/option-table.js';
import { type HttpHandler, httpHandler } from './handler.js';
import { send } from './adapters/node.js';
import type { HttpOptions } from './options.js';
import { httpTable } from './options-check.js';
import { onSignals } from './adapters/signals.js';

export interface ServeHttpOptions extends HttpOptions {
  /** 0 takes any free port. */
  port: number;
  /** The address to listen on; `127.0.0.1` by default, so that only this machine can call. */
  host?: string;
  /** `/mcp` by default. */
  path?: string;
  /** A path that is answered 200 while the server takes requests and 503 while it stops, for whoever balances load; none by default. */
  healthPath?: string;
  /** Stop as `close` does on SIGTERM and SIGINT, and end the process then, unless it has listeners of its own for the signal; true by default. */
  signals?: boolean;
}

/** A wrong path would be found by nobody. */
const place: Wanted = {
  is: "a path that begins with '/' and has no query",
  fits: (value) => typeof value === 'string' && /^\/[^?#\s]*$/.test(value),
};

/** One entry an option. */
const serveTable: TableOf<ServeHttpOptions> = {
  port: {
    // A wrong one would become the name of a pipe.
    is: 'a whole number from 0 to 65535',
    fits: (value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 65_535,
  },
  host: text,
  path: place,
  healthPath: place,
  signals: flag,
  ...httpTable,
};

/** A running server. */
export interface HttpServer {
  /** Where clients connect. */
  readonly url: string;
  readonly port: number;
  /**
   * Takes no new requests, lets running calls finish, answers those that take longer with an error, and stops listening.
   * @param drain milliseconds for running calls; `limits.drain` (10 seconds) by default
   */
  close(drain?: number): Promise<void>;
}

/**
 * Publishes the registry over Streamable HTTP.
 * @throws ToolError CONNECTION_FAILED when the port cannot be had, INVALID_DEFINITION for what is no registry, and an option that there is not or
 * that cannot be
 */
export async function serveHttp(registry: PublishedRegistry, options: ServeHttpOptions): Promise<HttpServer> {
  checkEntry('serveHttp', registry, options, serveTable);
  const { port, host = '127.0.0.1', path = '/mcp', healthPath, signals = true, ...rest } = options;
  if (port === undefined) throw new ToolError('INVALID_DEFINITION', `serveHttp: 'port' is missing: give ${serveTable.port.is}.`);
  const handler = httpHandler(registry, rest);
  const server = createServer(serverOptions(handler.endpoint.limits), (request, response) => {
    route(request, response, { path, healthPath, handler }).catch(() => response.destroy());
  });
  const { connections: most } = handler.endpoint.limits;
  if (Number.isFinite(most)) server.maxConnections = most;
  const connections = connectionsOf(server);
  await listen(server, port, host);
  const bound = (server.address() as AddressInfo).port;
  const name = host.includes(':') ? `[${host}]` : host;
  let closing: Promise<void> | undefined;
  const close = (drain?: number): Promise<void> => (closing ??= stop(server, connections, handler, drain).finally(forget));
  const forget = signals ? onSignals(close) : () => undefined;
  return { url: `http://${name}:${bound}${path}`, port: bound, close };
}

/** Node's own clocks; it looks at them only so often. */
function serverOptions({ headersTimeout, requestTimeout }: Readonly<ServerLimits>): Record<string, number> {
  const [head, whole] = [headersTimeout, requestTimeout].map((limit) => (Number.isFinite(limit) ? limit : 0)) as [number, number];
  const shortest = Math.min(head || Infinity, whole || Infinity);
  return {
    headersTimeout: whole > 0 && head > whole ? whole : head,
    requestTimeout: whole,
    connectionsCheckingInterval: Math.min(Math.max(shortest / 2, 100), 5000),
  };
}

interface Routes {
  path: string;
  healthPath: string | undefined;
  handler: HttpHandler;
}

async function route(request: IncomingMessage, response: ServerResponse, { path, healthPath, handler }: Routes): Promise<void> {
  const asked = (request.url ?? '/').split('?', 1)[0] as string;
  if (asked === path) return handler(request, response);
  const { endpoint } = handler;
  const reply = endpoint.metadata({ method: request.method ?? 'GET', url: asked }) ?? {
    headers: { 'content-type': 'text/plain; charset=utf-8' },
    ...(asked === healthPath
      ? { status: endpoint.isClosing ? 503 : 200, body: endpoint.isClosing ? 'stopping\n' : 'ok\n' }
      : { status: 404, body: `An MCP server of toolmark; its endpoint is ${path} (Streamable HTTP).\n` }),
  };
  await send(request, response, reply, { isLast: reply.status === 404 || endpoint.isClosing, stall: endpoint.limits.stallTimeout });
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

/** Milliseconds that the last answers get to be read. */
const flush = 1000;

/** The open connections. */
function connectionsOf(server: Server): ReadonlySet<Socket> {
  const open = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  return open;
}

/** Clients open connections in advance; Node does not count one as idle on which nothing was ever asked. */
function closeIdle(server: Server, connections: ReadonlySet<Socket>): void {
  server.closeIdleConnections();
  for (const socket of connections) if (socket.bytesRead === 0) socket.destroy();
}

async function stop(server: Server, connections: ReadonlySet<Socket>, handler: HttpHandler, drain: number | undefined): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  await handler.close(drain);
  // A connection is idle once its last answer is written, not when it is decided.
  closeIdle(server, connections);
  const sweep = setInterval(() => closeIdle(server, connections), 20);
  const enough = setTimeout(() => server.closeAllConnections(), flush);
  await closed;
  clearInterval(sweep);
  clearTimeout(enough);
}
