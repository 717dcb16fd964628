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
    lifted.meta = ownMeta(given);
    lifted.capabilities = capabilitiesOf(given[envelopeKeys.clientCapabilities]);
    const level = given[envelopeKeys.logLevel];
    if (level !== undefined) lifted.logLevel = levels.find((known) => known === level);
  }
  if (inputResponses !== undefined || requestState !== undefined) lifted.retry = { inputResponses, requestState };
  return lifted;
}

function ownMeta(given: Readonly<Record<string, unknown>>): Record<string, unknown> | undefined {
  let own: [string, unknown][] | undefined;
  for (const key of Object.keys(given)) if (!reserved.has(key)) (own ??= []).push([key, given[key]]);
  return own && Object.fromEntries(own);
}

/** Only what is an object counts as declared. */
export function capabilitiesOf(given: unknown): ClientCapabilities | undefined {
  return isObject(given) ? given : undefined;
}
