/** What an MCP server with tools answers, method by method; knows neither an SDK nor a transport. */
import { randomUUID } from 'node:crypto';
import type { CallOptions, LogLevel, ToolResult } from '../../../types.js';
import { ProtocolError, protocolCodes } from '../wire/errors.js';
import { errorResult, isObject, toLogData, toWireResult, toWireTool, type WireResult, type WireTool } from '../wire/tools.js';
import type { PublishedRegistry, RequestContext } from './request.js';

export interface DispatchOptions {
  /** `message` lets a client read the message of any error, `masked` of a ToolError only. */
  errorDetail: 'message' | 'masked';
  /** Where the operator reads what a client must not; standard error by default. */
  log: (message: string) => void;
}

/** From the least to the most severe. */
const levels: readonly LogLevel[] = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'];

type Handler = (params: Record<string, unknown>, request: RequestContext) => Promise<Record<string, unknown>>;
type Dispatch = (method: string, params: unknown, request: RequestContext) => Promise<Record<string, unknown>>;

/** Builds the table of handlers once; it serves any number of connections. Throws only ProtocolError. */
export function createDispatcher(registry: PublishedRegistry, options: DispatchOptions): Dispatch {
  const handlers = new Map<string, Handler>([
    ['tools/list', async () => ({ tools: listTools(registry, options) })],
    ['tools/call', (params, request) => callTool(registry, params, request, options)],
    ['logging/setLevel', async (params, request) => setLevel(params, request)],
  ]);
  return async (method, params, request) => {
    const handler = handlers.get(method);
    if (!handler) throw new ProtocolError(protocolCodes.methodNotFound, 'Method not found');
    try {
      return await handler(isObject(params) ? params : {}, request);
    } catch (error) {
      throw error instanceof ProtocolError ? error : concealed(error, method, options);
    }
  };
}

/** One unpublishable tool does not hide the others. */
function listTools(registry: PublishedRegistry, options: DispatchOptions): WireTool[] {
  return registry.list().flatMap((tool) => {
    try {
      return [toWireTool(tool.definition)];
    } catch (error) {
      options.log(`tool '${tool.name}' is not published: ${error instanceof Error ? error.message : String(error)}`);
      return [];
    }
  });
}

async function callTool(
  registry: PublishedRegistry,
  params: Record<string, unknown>,
  request: RequestContext,
  options: DispatchOptions,
): Promise<WireResult> {
  const { name, arguments: args } = params;
  if (typeof name !== 'string') throw new ProtocolError(protocolCodes.invalidParams, "Invalid params: 'name' must be a string.");
  if (args !== undefined && args !== null && !isObject(args))
    throw new ProtocolError(protocolCodes.invalidParams, "Invalid params: 'arguments' must be an object.");
  const result = await registry.call({ id: String(request.id), name, args: args ?? {} }, callOptions(request, options));
  if (isUnknownTool(registry, result))
    throw new ProtocolError(protocolCodes.invalidParams, result.error?.message ?? `Unknown tool: '${name}'.`);
  return carried(result, options);
}

/** A tool's own ToolError of that code does not count: the tool was found. */
function isUnknownTool(registry: PublishedRegistry, { isError, name, error }: ToolResult): boolean {
  return isError && (error as { code?: unknown } | undefined)?.code === 'UNKNOWN_TOOL' && registry.get(name) === undefined;
}

/** What the wire cannot carry is the tool's fault and told as such. */
function carried(result: ToolResult, options: DispatchOptions): WireResult {
  try {
    const wire = toWireResult(result);
    JSON.stringify(wire);
    return wire;
  } catch (error) {
    options.log(`the result of tool '${result.name}' has no JSON form: ${String(error)}`);
    return errorResult(`Tool '${result.name}' gave a result that has no JSON form.`);
  }
}

function callOptions(request: RequestContext, { errorDetail }: DispatchOptions): CallOptions {
  const token = request.meta?.['progressToken'];
  return {
    signal: request.signal,
    errorDetail,
    meta: request.meta,
    auth: request.caller.auth,
    headers: request.headers,
    elicit: request.elicit,
    sample: request.sample,
    progress:
      token === undefined
        ? undefined
        : (progress, total, message) =>
            request.notify('notifications/progress', present({ progressToken: token, progress, total, message })),
    log: (level, data) => {
      // A level that MCP does not know would end the client's connection.
      if (!levels.includes(level)) return;
      if (request.logLevel === undefined || levels.indexOf(level) >= levels.indexOf(request.logLevel))
        request.notify('notifications/message', { level, data: toLogData(data) });
    },
  };
}

function setLevel({ level }: Record<string, unknown>, request: RequestContext): Record<string, never> {
  const known = levels.find((one) => one === level);
  if (!known) throw new ProtocolError(protocolCodes.invalidParams, `Invalid params: 'level' must be one of ${levels.join(', ')}.`);
  request.setLogLevel(known);
  return {};
}

/** A fault of our own: the client gets an id, the operator the rest. */
function concealed(error: unknown, method: string, { log }: DispatchOptions): ProtocolError {
  const id = randomUUID().slice(0, 8);
  log(`[${id}] ${method}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  return new ProtocolError(protocolCodes.internal, `Internal error (${id}).`);
}

function present(params: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined));
}
