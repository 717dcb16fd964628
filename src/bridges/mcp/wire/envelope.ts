/** What a request of the modern era carries about itself: the reserved keys of `_meta`. */
import type { ClientCapabilities } from '../dispatch/request.js';
import { isObject } from './tools.js';

export const envelopeKeys = {
  protocolVersion: 'io.modelcontextprotocol/protocolVersion',
  clientInfo: 'io.modelcontextprotocol/clientInfo',
  clientCapabilities: 'io.modelcontextprotocol/clientCapabilities',
  logLevel: 'io.modelcontextprotocol/logLevel',
} as const;

/** The revision of the modern era that is served. */
export const modernRevision = '2026-07-28';

/** Only what is an object counts as declared. */
export function capabilitiesOf(given: unknown): ClientCapabilities | undefined {
  return isObject(given) ? given : undefined;
}
