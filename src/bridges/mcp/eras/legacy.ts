/** Binds the dispatcher to the low-level `Server` of MCP's SDK v1, which is loaded only when a server is made. */
import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js' with { 'resolution-mode': 'import' };
import type { JSONRPCRequest, ServerNotification, ServerRequest } from '@modelcontextprotocol/sdk/types.js' with {
  'resolution-mode': 'import',
};
import type { CallSignal, LogLevel } from '../../../types.js';
import type { Answering } from '../dispatch/calls.js';
import type { Outcome } from '../dispatch/outcome.js';
import {
  type Caller,
  localCaller,
  type PublishedRegistry,
  type RequestContext,
  type Running,
  type Subscriptions,
} from '../dispatch/request.js';
import type { Wire } from '../dispatch/wire.js';
import { checkEntry } from '../entry.js';
import type { McpServerOptions } from '../options.js';
import { serverTable } from '../options-check.js';
import { capabilitiesOf } from '../wire/envelope.js';
import { invalidParams, ProtocolError } from '../wire/errors.js';
import { announce } from './changes.js';
import { loadServer, loadTypes, loadValidator, type SdkServer } from './load.js';
import { type Publication, publish } from './publication.js';

/** What a transport knows of one connection, and the SDK does not. */
export interface Binding {
  /** Who sends a request; by default the process at the other end, with the SDK's `authInfo` as `auth`. */
  caller?(authInfo: unknown): Caller;
  /** The call that was begun without the SDK under this id, if there is one. */
  join?(id: string | number): Running<Outcome> | undefined;
  /** Where is kept what the client set and which revision was agreed on. A binding without it is for one request that stands alone. */
  session?: SessionState;
}

/** What a connection knows of its client. */
export interface SessionState {
  logLevel?: LogLevel | undefined;
  revision?: string | undefined;
}

/** Makes servers of one publication: one a connection, all of one table of handlers. */
export interface ServerFactory {
  readonly publication: Publication;
  /** A server that is not yet connected. */
  create(binding?: Binding): SdkServer;
  /** Requests being answered now, over all servers. */
  pending(): number;
}

type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>;
type Types = Awaited<ReturnType<typeof loadTypes>>;

/** Node's longest timer, milliseconds: one that is longer is due at once. */
const longestTimer = 2 ** 31 - 1;

/** Resources that one session may subscribe to. */
const mostSubscriptions = 1000;

/**
 * A server of MCP's SDK v1 that publishes the registry; `await server.connect(transport)` starts it.
 * One server serves one connection: make another for each.
 * @throws ToolError INVALID_DEFINITION for what is no registry, and an option that there is not or that cannot be
 */
export async function createServer(registry: PublishedRegistry, options: McpServerOptions = {}): Promise<SdkServer> {
  checkEntry('createServer', registry, options, serverTable);
  return (await createFactory(registry, options)).create();
}

/** Loads the SDK and prepares what all servers share. */
export async function createFactory(registry: PublishedRegistry, options: McpServerOptions = {}): Promise<ServerFactory> {
  return legacyFactory(publish(registry, options));
}

/** The same for what is published already. */
export async function legacyFactory(publication: Publication): Promise<ServerFactory> {
  const [{ Server }, types, { AjvJsonSchemaValidator }] = await Promise.all([loadServer(), loadTypes(), loadValidator()]);
  const { serverInfo, instructions, calls, log } = publication;
  // A validator of its own would cost every server 0.8 ms.
  const jsonSchemaValidator = new AjvJsonSchemaValidator();

  const create = (binding: Binding = { session: {} }): SdkServer => {
    const capabilities = publication.capabilities(!binding.session);
    const server = new Server(serverInfo, { capabilities, instructions, jsonSchemaValidator });
    new Connection(server, types, publication, binding).open();
    server.onerror = (error) => log(error.message.slice(0, 500));
    return server;
  };
  return { publication, create, pending: () => calls.size };
}

/** One server and its client. */
class Connection {
  readonly #subscribed = new Set<string>();
  #stop: (() => void) | undefined;

  constructor(
    private readonly server: SdkServer,
    private readonly types: Types,
    private readonly publication: Publication,
    private readonly binding: Binding,
  ) {}

  open(): void {
    const { server } = this;
    // A server without tasks leaves the wish for one aside (2025-11-25, "Tasks"); the SDK would refuse the request.
    server['assertTaskHandlerCapability'] = () => undefined;
    // The fallback gets requests as they came: the typed handlers would answer a malformed one as an internal error.
    for (const method of ['initialize', 'logging/setLevel', 'ping']) server.removeRequestHandler(method);
    server.fallbackRequestHandler = (request: JSONRPCRequest, extra: Extra) =>
      request.method === 'initialize' ? this.#initialize(request) : this.#answer(request, extra);
    server.oninitialized = () => this.#announce();
    server.onclose = () => {
      this.#stop?.();
      this.#stop = undefined;
    };
  }

  /** The SDK's own answer, to what it can read. */
  async #initialize(request: JSONRPCRequest): Promise<Record<string, unknown>> {
    const parsed = this.types.InitializeRequestSchema.safeParse(request);
    if (!parsed.success) {
      const fields = [...new Set(parsed.error.issues.map(({ path }) => path.slice(1).join('.') || 'params'))];
      throw invalidParams(`initialize needs protocolVersion, capabilities and clientInfo; wrong or missing: ${fields.join(', ')}.`);
    }
    const answer = await this.server['_oninitialize'](parsed.data);
    if (this.binding.session) this.binding.session.revision = answer.protocolVersion;
    return answer;
  }

  async #answer({ method, params }: JSONRPCRequest, extra: Extra): Promise<Record<string, unknown>> {
    const running = this.binding.join?.(extra.requestId);
    if (running) return (await this.#join(running, extra)).result;
    const answering = this.publication.calls.begin(extra.signal);
    try {
      const { signal, abort } = answering;
      return (await this.publication.dispatch(method, params, this.#context(extra, { signal, abort }))).result;
    } finally {
      answering.done();
    }
  }

  #join(running: Running<Outcome>, extra: Extra): Promise<Outcome> {
    const abort = (): void => running.abort(new Error('The client cancelled or went away.'));
    if (extra.signal.aborted) abort();
    else extra.signal.addEventListener('abort', abort, { once: true });
    running.wire.attach(this.#wire(extra, extra.signal));
    return running.answer;
  }

  #context(extra: Extra, ending: Pick<Answering, 'signal' | 'abort'>): RequestContext {
    const { caller, session } = this.binding;
    const headers = headersOf(extra);
    return {
      ...ending,
      id: extra.requestId,
      era: 'legacy',
      caller: caller ? caller(extra.authInfo) : { ...localCaller, auth: extra.authInfo },
      meta: extra._meta,
      headers,
      revision: session ? session.revision : headers?.['mcp-protocol-version'],
      wire: this.#wire(extra, ending.signal),
      capabilities: capabilitiesOf(this.server.getClientCapabilities()),
      isAlone: !session,
      logLevel: session?.logLevel,
      setLogLevel: (level) => void (session && (session.logLevel = level)),
      ...(session && { subscriptions: this.#subscriptions() }),
    };
  }

  /** What is asked of the client goes out with this request, so that it comes on this request's stream. */
  #wire({ requestId, sendNotification, closeSSEStream }: Extra, signal: CallSignal): Wire {
    // One listener for all questions of the request: the SDK adds one for each, and never takes it back.
    const open = new Set<AbortController>();
    const abortAll = (): void => {
      for (const controller of open) controller.abort(signal.reason);
    };
    let isFollowing = false;
    return {
      ...(closeSSEStream && { closeStream: closeSSEStream }),
      notify: (method, params) => {
        if (!signal.aborted) void sendNotification({ method, params } as ServerNotification).catch(() => undefined);
      },
      ask: async (method, params) => {
        const timeout = Math.min(this.publication.limits.answerTimeout, longestTimer);
        const controller = new AbortController();
        if (signal.aborted) controller.abort(signal.reason);
        else if (!isFollowing) signal.addEventListener('abort', abortAll, { once: true });
        isFollowing = true;
        open.add(controller);
        const how = { relatedRequestId: requestId, signal: controller.signal, timeout };
        try {
          // What the answer must be, the runtime checks, in both eras alike.
          return await this.server.request({ method, params }, this.types.ResultSchema, how);
        } finally {
          open.delete(controller);
        }
      },
    };
  }

  #subscriptions(): Subscriptions {
    const subscribed = this.#subscribed;
    return {
      add(uri) {
        if (subscribed.size >= mostSubscriptions && !subscribed.has(uri))
          throw new ProtocolError(-32000, `Too many subscriptions: a session may have ${mostSubscriptions}.`);
        subscribed.add(uri);
      },
      delete: (uri) => void subscribed.delete(uri),
    };
  }

  #announce(): void {
    const { server } = this;
    const quietly = (sent: Promise<void>): void => void sent.catch(() => undefined);
    const offered = server['getCapabilities']() as Partial<ReturnType<Publication['capabilities']>>;
    this.#stop ??= announce(this.publication.registry, {
      tools: () => quietly(server.sendToolListChanged()),
      resources: () => offered.resources && quietly(server.sendResourceListChanged()),
      prompts: () => offered.prompts && quietly(server.sendPromptListChanged()),
      updated: (uri) => {
        if (this.#subscribed.has(uri)) quietly(server.sendResourceUpdated({ uri }));
      },
    });
  }
}

function headersOf({ requestInfo }: Extra): Record<string, string | undefined> | undefined {
  if (!requestInfo) return undefined;
  return Object.fromEntries(
    Object.entries(requestInfo.headers).map(([name, value]) => [name.toLowerCase(), Array.isArray(value) ? value.join(', ') : value]),
  );
}
