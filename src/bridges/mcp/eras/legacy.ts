/** Binds the dispatcher to the low-level `Server` of MCP's SDK v1, which is loaded only when a server is made. */
import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js' with { 'resolution-mode': 'import' };
import type {
  CreateMessageRequestParamsBase,
  ElicitRequestFormParams,
  JSONRPCRequest,
  ServerNotification,
  ServerRequest,
} from '@modelcontextprotocol/sdk/types.js' with { 'resolution-mode': 'import' };
import type { CallOptions, LogLevel } from '../../../types.js';
import { createDispatcher } from '../dispatch/dispatcher.js';
import type { PublishedRegistry, RequestContext } from '../dispatch/request.js';
import { logToStandardError, type McpServerOptions } from '../options.js';
import { loadServer, loadValidator, type SdkServer } from './load.js';

/** Makes servers of one registry: one a connection, all of one table of handlers. */
export interface ServerFactory {
  /** A server that is not yet connected. */
  create(): SdkServer;
  /** Requests being answered now, over all servers. */
  pending(): number;
}

type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>;

const tenMinutes = 600_000;

/**
 * A server of MCP's SDK that publishes the registry's tools; `await server.connect(transport)` starts it.
 * One server serves one connection: make another for each.
 */
export async function createServer(registry: PublishedRegistry, options: McpServerOptions = {}): Promise<SdkServer> {
  return (await createFactory(registry, options)).create();
}

/** Loads the SDK and prepares what all servers share. */
export async function createFactory(registry: PublishedRegistry, options: McpServerOptions = {}): Promise<ServerFactory> {
  const [{ Server }, { AjvJsonSchemaValidator }] = await Promise.all([loadServer(), loadValidator()]);
  const { name = 'toolmark', version = '0.0.0', title, icons, websiteUrl, instructions, log = logToStandardError } = options;
  const dispatch = createDispatcher(registry, { errorDetail: options.errorDetail ?? 'message', log });
  // A validator of its own would cost every server 0.8 ms.
  const jsonSchemaValidator = new AjvJsonSchemaValidator();
  const capabilities = { tools: { listChanged: true }, logging: {} };
  let pending = 0;

  const create = (): SdkServer => {
    const server = new Server({ name, version, title, icons, websiteUrl }, { capabilities, instructions, jsonSchemaValidator });
    const level: { value?: LogLevel } = {};
    server.removeRequestHandler('logging/setLevel');
    // The fallback gets requests as they came: the typed handlers would answer a malformed one as an internal error.
    server.fallbackRequestHandler = async (request: JSONRPCRequest, extra: Extra) => {
      pending += 1;
      try {
        return await dispatch(request.method, request.params, requestContext(server, extra, level, options));
      } finally {
        pending -= 1;
      }
    };
    announceChanges(server, registry);
    server.onerror = (error) => log(error.message.slice(0, 500));
    return server;
  };
  return { create, pending: () => pending };
}

function requestContext(server: SdkServer, extra: Extra, level: { value?: LogLevel }, options: McpServerOptions): RequestContext {
  return {
    id: extra.requestId,
    era: 'legacy',
    caller: { id: 'local', auth: extra.authInfo },
    signal: extra.signal,
    meta: extra._meta,
    headers: headersOf(extra),
    logLevel: level.value,
    setLogLevel: (value) => void (level.value = value),
    // A client that has gone needs no notice.
    notify: (method, params) => void extra.sendNotification({ method, params } as ServerNotification).catch(() => undefined),
    ...questions(server, extra, options),
  };
}

/** What can be asked of this client; what it did not declare stays absent. */
function questions(
  server: SdkServer,
  { requestId, signal }: Extra,
  { answerTimeout = tenMinutes }: McpServerOptions,
): Pick<CallOptions, 'elicit' | 'sample'> {
  const client = server.getClientCapabilities();
  const how = { relatedRequestId: requestId, signal, timeout: answerTimeout };
  return {
    ...(client?.elicitation && {
      elicit: async (request) => server.elicitInput(request as unknown as ElicitRequestFormParams, how),
    }),
    ...(client?.sampling && { sample: async (request) => server.createMessage(request as unknown as CreateMessageRequestParamsBase, how) }),
  };
}

function headersOf({ requestInfo }: Extra): Record<string, string | undefined> | undefined {
  if (!requestInfo) return undefined;
  return Object.fromEntries(
    Object.entries(requestInfo.headers).map(([name, value]) => [name.toLowerCase(), Array.isArray(value) ? value.join(', ') : value]),
  );
}

/** Tells the client of added and removed tools, once a turn, while it is connected. */
function announceChanges(server: SdkServer, registry: PublishedRegistry): void {
  let stop: (() => void) | undefined;
  let scheduled = false;
  const announce = (): void => {
    if (scheduled) return;
    scheduled = true;
    queueMicrotask(() => {
      scheduled = false;
      if (stop) server.sendToolListChanged().catch(() => undefined);
    });
  };
  server.oninitialized = () => {
    stop ??= registry.on('change', announce);
  };
  server.onclose = () => {
    stop?.();
    stop = undefined;
  };
}
