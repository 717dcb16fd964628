/** Binds the dispatcher to the low-level `Server` of MCP's SDK v2, for the revision 2026-07-28; loaded when the first such request comes. */
import type { ServerContext } from '@modelcontextprotocol/server' with { 'resolution-mode': 'import' };
import type { Outcome } from '../dispatch/outcome.js';
import { type Caller, localCaller, type PublishedRegistry, type RequestContext, type Running } from '../dispatch/request.js';
import { mayRead } from '../dispatch/resources.js';
import { capabilitiesOf, envelopeKeys } from '../wire/envelope.js';
import { levels } from '../wire/levels.js';
import { isObject } from '../wire/tools.js';
import { announce } from './changes.js';
import { loadModern, type ModernServer } from './load.js';
import type { Publication } from './publication.js';

/** What a transport knows of one request, and the SDK does not. */
export interface ModernRequest {
  caller: Caller;
  /** The body as JSON. */
  body?: unknown;
  /** The call that was begun without the SDK for this request. */
  running?: Running<Outcome>;
}

/** Answers requests of the modern era over HTTP; what is of another era it refuses. */
export interface ModernHandler {
  /** @param request aborts when the client goes away */
  handle(request: Request, given: ModernRequest): Promise<Response>;
  /** Ends all streams. */
  close(): Promise<void>;
}

/** Loads the SDK. Tells streams (`subscriptions/listen`) of changes until it is closed. */
export async function modernHandler(publication: Publication): Promise<ModernHandler> {
  const { createMcpHandler } = await loadModern();
  const create = await modernServers(publication);
  const known = new WeakMap<Request, ModernRequest>();
  const { log, limits, registry } = publication;
  const handler = createMcpHandler(({ requestInfo }) => create(requestInfo && known.get(requestInfo)), {
    legacy: 'reject',
    maxSubscriptions: limits.sessions,
    maxRequestBodySize: Number.isFinite(limits.bodyBytes) ? limits.bodyBytes : Number.MAX_SAFE_INTEGER,
    onerror: (error) => log(error.message.slice(0, 500)),
  });
  const stop = announce(registry, {
    tools: () => handler.notify.toolsChanged(),
    resources: () => handler.notify.resourcesChanged(),
    prompts: () => handler.notify.promptsChanged(),
    updated: (uri) => handler.notify.resourceUpdated(uri),
  });
  return {
    handle: (request, given) => {
      known.set(request, given);
      return handler.fetch(request, { parsedBody: withoutForeign(given, registry) });
    },
    close: () => {
      stop();
      return handler.close();
    },
  };
}

/** Of what a caller may not read it does not hear either. */
function withoutForeign({ body, caller }: ModernRequest, { resources }: PublishedRegistry): unknown {
  if (!isObject(body) || body['method'] !== 'subscriptions/listen' || !isObject(body['params'])) return body;
  const { notifications } = body['params'];
  const wanted = isObject(notifications) ? notifications['resourceSubscriptions'] : undefined;
  if (!Array.isArray(wanted) || !resources) return body;
  const allowed = wanted.filter((uri) => typeof uri !== 'string' || mayRead(resources, uri, caller));
  if (allowed.length === wanted.length) return body;
  return { ...body, params: { ...body['params'], notifications: { ...(notifications as object), resourceSubscriptions: allowed } } };
}

/** @returns what makes a server: one for each request over HTTP, one for a connection on stdio */
export async function modernServers(publication: Publication): Promise<(given?: ModernRequest) => ModernServer> {
  const { Server } = await loadModern();
  const { serverInfo, instructions, cache, dispatch } = publication;
  const cacheHints = { 'server/discover': cache };
  // Answers are checked in the runtime, in both eras alike.
  const jsonSchemaValidator = { getValidator: unused };
  return (given) => {
    const server = new Server(serverInfo, { capabilities: publication.capabilities(), instructions, cacheHints, jsonSchemaValidator });
    server.removeRequestHandler('logging/setLevel');
    const method = isObject(given?.body) ? given.body['method'] : undefined;
    // A method that nobody handles is refused by the SDK itself, with its own status.
    if (typeof method === 'string' && !dispatch.handles(method, 'modern')) return server;
    server.fallbackRequestHandler = async ({ method, params }, context) =>
      (await answer(publication, given, method, params, context)).result;
    return server;
  };
}

const unused = (): never => {
  throw new Error('The SDK checks no answers here.');
};

async function answer(
  { calls, dispatch }: Publication,
  given: ModernRequest | undefined,
  method: string,
  params: unknown,
  context: ServerContext,
): Promise<Outcome> {
  const { running, caller = localCaller } = given ?? {};
  const { signal: client } = context.mcpReq;
  if (running) return join(running, context);
  const answering = calls.begin(client);
  try {
    const { signal, abort } = answering;
    return await dispatch(method, params, { ...contextOf(context, signal), caller, signal, abort });
  } finally {
    answering.done();
  }
}

function join(running: Running<Outcome>, context: ServerContext): Promise<Outcome> {
  const { signal } = context.mcpReq;
  const abort = (): void => running.abort(new Error('The client cancelled or went away.'));
  if (signal.aborted) abort();
  else signal.addEventListener('abort', abort, { once: true });
  running.wire.attach(wireOf(context, signal));
  return running.answer;
}

type Facts = Omit<RequestContext, 'caller' | 'signal' | 'abort'>;

function contextOf(context: ServerContext, signal: AbortSignal): Facts {
  const { id, _meta: meta, envelope, inputResponses, requestState } = context.mcpReq;
  const state: unknown = requestState();
  const declared = (envelope ?? {}) as Record<string, unknown>;
  return {
    id,
    era: 'modern',
    meta,
    headers: context.http?.req && Object.fromEntries(context.http.req.headers.entries()),
    wire: wireOf(context, signal),
    capabilities: capabilitiesOf(declared[envelopeKeys.clientCapabilities]),
    logLevel: levels.find((level) => level === declared[envelopeKeys.logLevel]),
    ...((inputResponses !== undefined || state !== undefined) && { retry: { inputResponses, requestState: state } }),
  };
}

function wireOf({ mcpReq }: ServerContext, signal: AbortSignal): RequestContext['wire'] {
  return {
    notify: (method, params) => {
      if (!signal.aborted) void mcpReq.notify({ method, params }).catch(() => undefined);
    },
  };
}
