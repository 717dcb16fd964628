/** A registry as a server publishes it, before any SDK is loaded: what all connections, eras and transports of one server share. */
import { Calls } from '../dispatch/calls.js';
import { hasCompletions } from '../dispatch/completable.js';
import { createDispatcher, type Dispatch } from '../dispatch/dispatcher.js';
import type { PublishedRegistry } from '../dispatch/request.js';
import type { CacheOptions, ServerInfo } from '../dispatch/setup.js';
import { versionsOf } from '../dispatch/versions.js';
import { Gate, RateLimit, resolveLimits, type ServerLimits } from '../limits/index.js';
import { programIdentity } from '../identity.js';
import { logToStandardError, type McpServerOptions } from '../options.js';
import { RequestState } from '../questions/request-state.js';

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
  /** What the server offers, by what the registry has now. @param isAlone for a request without session or stream: nothing can be told later */
  capabilities(isAlone?: boolean): ServerCapabilities;
}

/** MCP's `ServerCapabilities`, as far as we have them. */
export interface ServerCapabilities {
  tools: { listChanged?: true };
  resources?: { listChanged?: true; subscribe?: true };
  prompts?: { listChanged?: true };
  completions?: Record<string, never>;
  logging: Record<string, never>;
}

/** @param options checked by the entry point @throws ToolError INVALID_DEFINITION for limits that are none */
export function publish(registry: PublishedRegistry, options: McpServerOptions = {}): Publication {
  const { title, icons, websiteUrl, instructions, log = logToStandardError, cache = {} } = options;
  const { name, version } = namedOf(options);
  const serverInfo: ServerInfo = { name, version, ...(title && { title }), ...(icons && { icons }), ...(websiteUrl && { websiteUrl }) };
  const limits = resolveLimits({ ...options.limits, ...(options.answerTimeout !== undefined && { answerTimeout: options.answerTimeout }) });
  const gate = new Gate(limits);
  const offer = new Offer(registry);
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
    capabilities: (isAlone = false) => offer.now(isAlone),
  };
}

/** What the author did not say, the package of the program does. */
function namedOf({ name, version }: McpServerOptions): { name: string; version: string } {
  if (name !== undefined && version !== undefined) return { name, version };
  const program = programIdentity();
  return { name: name ?? program.name ?? 'toolmark', version: version ?? program.version ?? '0.0.0' };
}

/** Computed once for each state of the registry: servers are made for every request. */
class Offer {
  readonly #registry: PublishedRegistry;
  #made: { versions: string; lasting: ServerCapabilities; alone: ServerCapabilities } | undefined;

  constructor(registry: PublishedRegistry) {
    this.#registry = registry;
  }

  now(isAlone: boolean): ServerCapabilities {
    const { resources, prompts } = versionsOf(this.#registry);
    const versions = `${resources} ${prompts}`;
    if (this.#made?.versions !== versions) this.#made = { versions, lasting: this.#capabilities(false), alone: this.#capabilities(true) };
    return isAlone ? this.#made.alone : this.#made.lasting;
  }

  #capabilities(isAlone: boolean): ServerCapabilities {
    const { resources, prompts } = this.#registry;
    const hasResources = resources !== undefined && (resources.list().length > 0 || resources.templates().length > 0);
    const hasPrompts = prompts !== undefined && prompts.list().length > 0;
    const changing = isAlone ? {} : ({ listChanged: true } as const);
    return {
      tools: changing,
      ...(hasResources && { resources: isAlone ? {} : { ...changing, subscribe: true } }),
      ...(hasPrompts && { prompts: changing }),
      ...(hasCompletions(this.#registry) && { completions: {} }),
      logging: {},
    };
  }
}
