/** Serves a registry over Streamable HTTP, as a handler for `node:http`, express and their like. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { PublishedRegistry } from '../dispatch/request.js';
import { type GuardOptions, readBody, type Refusal, refusalOf } from './guard.js';
import { createFactory, type ServerFactory } from '../eras/legacy.js';
import { loadHttp } from '../eras/load.js';
import { logToStandardError, type McpServerOptions } from '../options.js';
import { type SessionOptions, Sessions } from './sessions.js';

export interface HttpOptions extends McpServerOptions, GuardOptions {
  /** Answer with one JSON document instead of an event stream; progress, logs and questions to the client are lost then. Only without sessions. */
  jsonResponse?: boolean;
  /** Keep a session per client, so that `elicit`, `sample` and notices of changed tools work. Off by default: each request stands alone. */
  sessions?: boolean | SessionOptions;
}

/** Takes one request; never rejects. `close` ends all sessions. */
export interface HttpHandler {
  (request: IncomingMessage & { body?: unknown; auth?: unknown }, response: ServerResponse): Promise<void>;
  close(): Promise<void>;
}

type Request = Parameters<HttpHandler>[0];

/**
 * A handler to mount where MCP is to be served, for example `app.all('/mcp', httpHandler(registry))`.
 * Refuses foreign hosts and origins, bodies over 1 MiB, and by default keeps the messages of unexpected errors to the log.
 */
export function httpHandler(registry: PublishedRegistry, options: HttpOptions = {}): HttpHandler {
  const given: HttpOptions = { ...options, errorDetail: options.errorDetail ?? 'masked' };
  const log = options.log ?? logToStandardError;
  const sessions = options.sessions ? new Sessions(options.sessions === true ? {} : options.sessions) : undefined;
  let factory: Promise<ServerFactory> | undefined;

  const handle = async (request: Request, response: ServerResponse): Promise<void> => {
    try {
      const refusal = refusalOf(request, given) ?? methodRefusal(request, response, sessions);
      if (refusal) return refuse(request, response, refusal);
      const body = request.method === 'POST' ? await readBody(request, given) : { value: undefined };
      if (!('value' in body)) return refuse(request, response, body);
      factory ??= createFactory(registry, given);
      const outcome = sessions
        ? await sessions.handle(await factory, request, response, body.value)
        : await handleAlone(await factory, request, response, body.value, given);
      if (outcome) refuse(request, response, outcome);
    } catch (error) {
      // A client that hung up is no fault.
      if (!request.destroyed || request.complete)
        log(`HTTP request failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
      refuse(request, response, { status: 500, code: -32603, message: 'Internal error.' });
    }
  };
  return Object.assign(handle, { close: async () => sessions?.close() });
}

function methodRefusal({ method, headers }: Request, response: ServerResponse, sessions: Sessions | undefined): Refusal | undefined {
  const allowed = sessions ? ['POST', 'GET', 'DELETE'] : ['POST'];
  if (!allowed.includes(method ?? '')) {
    response.setHeader('Allow', allowed.join(', '));
    return { status: 405, code: -32000, message: `Method not allowed: this MCP endpoint takes ${allowed.join(', ')}.` };
  }
  const json = /^application\/json\s*(?:;|$)/i.test(headers['content-type'] ?? '');
  return method === 'POST' && !json
    ? { status: 415, code: -32000, message: 'Unsupported media type: Content-Type must be application/json.' }
    : undefined;
}

/** Each request has a server and a transport of its own, so that nothing of one client can reach another. */
async function handleAlone(
  factory: ServerFactory,
  request: Request,
  response: ServerResponse,
  body: unknown,
  { jsonResponse }: HttpOptions,
): Promise<Refusal | undefined> {
  const { StreamableHTTPServerTransport } = await loadHttp();
  // The client may have gone while its request was read.
  if (response.destroyed) return undefined;
  const server = factory.create();
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined, enableJsonResponse: jsonResponse ?? false });
  // Also when the connection drops: closing the server aborts the call's signal.
  response.once('close', () => void server.close());
  await server.connect(transport);
  await transport.handleRequest(request as Parameters<typeof transport.handleRequest>[0], response, body);
  return undefined;
}

function refuse(request: Request, response: ServerResponse, { status, code, message }: Refusal): void {
  if (response.headersSent) return void response.end();
  // What was not read would hold up the next request of the connection.
  if (!request.complete) response.setHeader('Connection', 'close');
  response.writeHead(status, { 'Content-Type': 'application/json' });
  response.end(JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id: null }));
}
