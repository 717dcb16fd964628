/** Where an issuer keeps its keys, from its metadata (RFC 8414, OpenID Connect Discovery). */
import { ToolError } from '../../../errors.js';
import { fetchJson, type FetchSettings, isSafe } from './fetch-json.js';

/** The places where the document can lie, in the order in which MCP clients look too. */
export function discoveryUrls(issuer: string): string[] {
  const { origin, pathname } = new URL(issuer);
  const path = pathname.replace(/\/$/, '');
  const inserted = ['oauth-authorization-server', 'openid-configuration'].map((name) => `${origin}/.well-known/${name}${path}`);
  return path === '' ? inserted : [...inserted, `${origin}${path}/.well-known/openid-configuration`];
}

/** @throws ToolError CONNECTION_FAILED when no document of this issuer names its keys */
export async function discoverKeys(issuer: string, settings: FetchSettings): Promise<string> {
  let failure: Error | undefined;
  for (const url of discoveryUrls(issuer)) {
    try {
      const found = keysOf(await fetchJson(url, settings), issuer, settings.allowHttp);
      if (found !== undefined) return found;
    } catch (error) {
      failure ??= error as Error;
    }
  }
  throw failure ?? new ToolError('CONNECTION_FAILED', `The issuer ${issuer} has no metadata that names its keys; say jwksUri.`);
}

function keysOf(document: unknown, issuer: string, allowHttp: boolean): string | undefined {
  const { issuer: named, jwks_uri: uri } = (document ?? {}) as { issuer?: unknown; jwks_uri?: unknown };
  if (typeof uri !== 'string') return undefined;
  // Else one issuer could speak for another.
  if (named !== issuer) throw new ToolError('CONNECTION_FAILED', `The metadata of ${issuer} names another issuer.`);
  if (!isSafe(uri, allowHttp)) throw new ToolError('CONNECTION_FAILED', `The metadata of ${issuer} names keys that are not on https.`);
  return uri;
}
