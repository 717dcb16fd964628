/** A registry as a server publishes it, before any SDK is loaded: what all connections, eras and transports of one server share. */
import { Calls } from '../dispatch/calls.js';
import { createDispatcher, type Dispatch } from '../dispatch/dispatcher.js';
import type { PublishedRegistry } from '../dispatch/request.js';
import type { CacheOptions, ServerInfo } from '../dispatch/setup.js';
import { Gate, RateLimit, resolveLimits, type ServerLimits } from '../limits/index.js';
import { logToStandardError, type McpServerOptions } from '../options.js';
import { RequestState } from '../questions/request-state.js';
import { hasCompletions } from '../dispatch/completable.js';

export interface Publication {
  readonly registry: PublishedRegistry;
  readonly serverInfo: ServerInfo;
  readonly instructions?: string;
  readonly cache: CacheOptions;
  readonly limits: Readonly<ServerLimits>;
  readonly gate: Gate;
  /** Requests being answered now. Each transport or binder begins and ends its own. */
  readonly calls: Calls;
  readonly dispatch: Dispatch;
  readonly log: (message: string) => void;
  /** What the server offers, by what the registry has now. `subscribe` holds for clients that have a session or a stream. */
  capabilities(): ServerCapabilities;
}

/** MCP's `ServerCapabilities`, as far as we have them. */
export interface ServerCapabilities {
  tools: { listChanged: true };
  resources?: { listChanged: true; subscribe: true };
  prompts?: { listChanged: true };
  completions?: Record<string, never>;
  logging: Record<string, never>;
}

/** @throws ToolError INVALID_DEFINITION for limits that are none */
export function publish(registry: PublishedRegistry, options: McpServerOptions = {}): Publication {
  const { name = 'toolmark', version = '0.0.0', title, icons, websiteUrl, instructions, log = logToStandardError, cache = {} } = options;
  const serverInfo: ServerInfo = { name, version, ...(title && { title }), ...(icons && { icons }), ...(websiteUrl && { websiteUrl }) };
  const limits = resolveLimits({ ...options.limits, ...(options.answerTimeout !== undefined && { answerTimeout: options.answerTimeout }) });
  const gate = new Gate(limits);
  const dispatch = createDispatcher(registry, {
    errorDetail: options.errorDetail ?? 'message',
    log,
    serverInfo,
    cache,
    gate,
    pageSize: options.pageSize,
    // The registry has a limit of its own, of the same length.
    toolTimeout: options.limits?.toolTimeout,
    resultBytes: limits.resultBytes,
    answerTimeout: limits.answerTimeout,
    ...(limits.rate && { rate: new RateLimit(limits.rate) }),
    requestState: new RequestState(options.requestStateKey, limits.answerTimeout),
  });
  return {
    registry,
    serverInfo,
    instructions,
    cache,
    limits,
    gate,
    calls: new Calls(),
    dispatch,
    log,
    capabilities: () => capabilitiesOf(registry),
  };
}

function capabilitiesOf(registry: PublishedRegistry): ServerCapabilities {
  const { resources, prompts } = registry;
  const hasResources = resources !== undefined && (resources.list().length > 0 || resources.templates().length > 0);
  const hasPrompts = prompts !== undefined && prompts.list().length > 0;
  return {
    tools: { listChanged: true },
    ...(hasResources && { resources: { listChanged: true, subscribe: true } }),
    ...(hasPrompts && { prompts: { listChanged: true } }),
    ...(hasCompletions(registry) && { completions: {} }),
    logging: {},
  };
}
