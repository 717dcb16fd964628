/** What an MCP server answers, method by method; knows neither an SDK nor a transport. */
import { randomUUID } from 'node:crypto';
import { ToolError } from '../../../errors.js';
import { ProtocolError, protocolCodes } from '../wire/errors.js';
import { stampOf, type Stamp } from '../wire/stamp.js';
import { isObject } from '../wire/tools.js';
import { completionHandlers } from './complete.js';
import { Lists, listHandlers } from './lists.js';
import { loggingHandlers } from './logging.js';
import { Outcome, type WireObject } from './outcome.js';
import { promptHandlers } from './prompts.js';
import type { Era, PublishedRegistry, RequestContext } from './request.js';
import { resourceHandlers } from './resources.js';
import type { DispatchOptions, HandlerTable, Setup } from './setup.js';
import { toolHandlers } from './tools.js';

/** Answers requests. */
export interface Dispatch {
  /** Rejects with a ProtocolError only. `params` is what came over the wire, unchecked. */
  (method: string, params: unknown, request: RequestContext): Promise<Outcome>;
  /** Whether the era has the method. */
  handles(method: string, era: Era): boolean;
}

/** Builds the table of handlers once; it serves any number of connections. */
export function createDispatcher(registry: PublishedRegistry, options: DispatchOptions): Dispatch {
  const stamps = new Stamps(options);
  const answer: Setup['answer'] = (method, request, body) =>
    request.era === 'legacy' ? new Outcome(body) : stamps.put(method, request, body);
  const setup: Setup = {
    registry,
    options,
    answer,
    inputRequired: (body) => stamps.inputRequired(body),
    lists: new Lists(registry, options, answer),
  };
  const table: HandlerTable = {
    ...listHandlers(setup),
    ...toolHandlers(setup),
    ...resourceHandlers(setup),
    ...promptHandlers(setup),
    ...completionHandlers(setup),
    ...loggingHandlers(setup),
  };
  const handlers = new Map(Object.entries(table));
  const dispatch = async (method: string, params: unknown, request: RequestContext): Promise<Outcome> => {
    const entry = handlers.get(method);
    if (!entry?.eras.includes(request.era)) throw new ProtocolError(protocolCodes.methodNotFound, 'Method not found');
    try {
      return await entry.handle(isObject(params) ? params : {}, request);
    } catch (error) {
      throw error instanceof ProtocolError ? error : concealed(error, method, options);
    }
  };
  return Object.assign(dispatch, { handles: (method: string, era: Era) => handlers.get(method)?.eras.includes(era) === true });
}

/** Results of the modern era, marked as such. */
class Stamps {
  readonly #options: DispatchOptions;
  readonly #made = new Map<string, Stamp>();

  constructor(options: DispatchOptions) {
    this.#options = options;
  }

  put(method: string, request: RequestContext, body: WireObject): Outcome {
    return new Outcome(body, this.#stamp(method, request.caller.auth !== undefined));
  }

  inputRequired(body: WireObject): Outcome {
    const { _meta } = this.#stamp('', false).fields;
    return new Outcome({ resultType: 'input_required', ...body, _meta });
  }

  /** What may depend on who asks, nobody else may keep. */
  #stamp(method: string, isPersonal: boolean): Stamp {
    const key = isPersonal ? `${method} private` : method;
    let stamp = this.#made.get(key);
    if (stamp) return stamp;
    const { serverInfo, cache: { ttlMs = 0, cacheScope = 'private' } = {} } = this.#options;
    stamp = stampOf(method, { serverInfo, ttlMs, cacheScope: isPersonal ? 'private' : cacheScope });
    this.#made.set(key, stamp);
    return stamp;
  }
}

/** A fault of our own: the client gets an id, the operator the rest. */
function concealed(error: unknown, method: string, { log }: DispatchOptions): ProtocolError {
  if (error instanceof ToolError && error.code === 'CANCELLED') return new ProtocolError(protocolCodes.internal, error.message);
  const id = randomUUID().slice(0, 8);
  log(`[${id}] ${method}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  return new ProtocolError(protocolCodes.internal, `Internal error (${id}).`);
}
