/** What a request of the modern era carries about itself: the reserved keys of `_meta`, and the fields of another try. */
import type { ClientCapabilities, Retry } from '../dispatch/request.js';
import type { LogLevel } from '../../../types.js';
import { levels } from './levels.js';
import { isObject } from './tools.js';

export const envelopeKeys = {
  protocolVersion: 'io.modelcontextprotocol/protocolVersion',
  clientInfo: 'io.modelcontextprotocol/clientInfo',
  clientCapabilities: 'io.modelcontextprotocol/clientCapabilities',
  logLevel: 'io.modelcontextprotocol/logLevel',
} as const;

/** Revisions of the modern era that are served. */
export const modernRevisions: readonly string[] = ['2026-07-28'];

const reserved = new Set<string>(Object.values(envelopeKeys));

/** The parts of a request, told apart. */
export interface Lifted {
  /** The client's own `_meta`; absent when nothing is left. */
  meta?: Record<string, unknown>;
  capabilities?: ClientCapabilities;
  logLevel?: LogLevel;
  retry?: Retry;
}

/** Takes apart the params of a request of the modern era; checks nothing. */
export function liftEnvelope(params: Readonly<Record<string, unknown>>): Lifted {
  const { _meta: given, inputResponses, requestState } = params;
  const lifted: Lifted = {};
  if (isObject(given)) {
    const own = Object.entries(given).filter(([key]) => !reserved.has(key));
    if (own.length > 0) lifted.meta = Object.fromEntries(own);
    lifted.capabilities = capabilitiesOf(given[envelopeKeys.clientCapabilities]);
    lifted.logLevel = levels.find((level) => level === given[envelopeKeys.logLevel]);
  }
  if (inputResponses !== undefined || requestState !== undefined) lifted.retry = { inputResponses, requestState };
  return lifted;
}

/** Only what is an object counts as declared. */
export function capabilitiesOf(given: unknown): ClientCapabilities | undefined {
  return isObject(given) ? given : undefined;
}
