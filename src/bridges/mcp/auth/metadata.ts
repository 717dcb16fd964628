/** Serves the protected resource metadata document (RFC 9728), a public one. */
import { isMetadataPath } from './resource.js';
import type { AuthSettings } from './settings.js';

export interface MetadataReply {
  readonly status: 200 | 204 | 405;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** Any page may read it; what the document says is no secret. */
const open = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': 'GET, HEAD, OPTIONS',
  'Access-Control-Allow-Headers': '*',
};

/**
 * The answer to a request for the document: at `/.well-known/oauth-protected-resource`, with the resource's path behind it or not.
 * It needs no token. Undefined when another path is asked, or when there are no authorization servers to tell of.
 */
export function metadataReply(settings: AuthSettings, path: string, method = 'GET'): MetadataReply | undefined {
  const { resource, metadataUrl, metadata } = settings;
  if (resource === undefined || metadataUrl === undefined || !isMetadataPath(path, resource)) return undefined;
  if (method === 'OPTIONS') return { status: 204, headers: { ...open, 'Access-Control-Max-Age': '86400' }, body: null };
  if (method !== 'GET' && method !== 'HEAD') return { status: 405, headers: { ...open, Allow: 'GET, HEAD, OPTIONS' }, body: null };
  const headers = { ...open, 'Content-Type': 'application/json', 'Cache-Control': 'public, max-age=300' };
  return { status: 200, headers, body: method === 'HEAD' ? null : metadata };
}
