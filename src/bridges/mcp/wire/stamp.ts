/** What every result of the modern era carries beside its own fields: its type, who answers, and how long it may be kept. */
import type { WireObject } from '../dispatch/outcome.js';

/** The key in `_meta` under which the server names itself. */
const serverInfoKey = 'io.modelcontextprotocol/serverInfo';

/** Results that may be kept. */
const cacheable = new Set([
  'tools/list',
  'prompts/list',
  'resources/list',
  'resources/templates/list',
  'resources/read',
  'server/discover',
]);

export interface Stamp {
  readonly fields: WireObject;
  /** The fields as JSON text that continues an object: `,"resultType":…}`. */
  readonly text: string;
}

export interface StampOptions {
  serverInfo: object;
  ttlMs: number;
  cacheScope: 'public' | 'private';
}

/** The stamp of a complete result of the method. */
export function stampOf(method: string, { serverInfo, ttlMs, cacheScope }: StampOptions): Stamp {
  const kept = cacheable.has(method) ? { ttlMs, cacheScope } : {};
  const fields = { resultType: 'complete', ...kept, _meta: { [serverInfoKey]: serverInfo } };
  return { fields, text: `,${JSON.stringify(fields).slice(1)}` };
}
