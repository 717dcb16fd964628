/** How a request is refused: status, `WWW-Authenticate` (RFC 6750, RFC 9728), and a body for people. */
import type { AuthSettings } from './settings.js';
import { isScope } from './scopes.js';

/** The answer to a request that does not say well enough who calls. */
export interface Challenge {
  readonly status: 400 | 401 | 403 | 503;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON. */
  readonly body: string;
}

/** Tells a challenge from a caller. */
export const isChallenge = (outcome: object): outcome is Challenge => 'status' in outcome && 'body' in outcome;

/** The error codes of RFC 6750. */
type BearerError = 'invalid_request' | 'invalid_token' | 'insufficient_scope';

/** Header lines longer than this are refused by some clients. */
const mostScopeText = 4096;

/** What may stand between quotes in this header; nothing else comes in, so no value can end the line or the quote. */
const quoted = (value: string): string => `"${value.replace(/[^\x20\x21\x23-\x5B\x5D-\x7E]/g, '?')}"`;

function bearer({ metadataUrl }: AuthSettings, scopes: readonly string[], error?: BearerError, description?: string): string {
  const parameters = {
    resource_metadata: metadataUrl,
    scope: scopes.length > 0 ? scopes.join(' ') : undefined,
    error,
    error_description: description,
  };
  const told = Object.entries(parameters).flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${quoted(value)}`]));
  return told.length > 0 ? `Bearer ${told.join(', ')}` : 'Bearer realm="mcp"';
}

const common = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' };

const bodyOf = (message: string): string => JSON.stringify({ jsonrpc: '2.0', error: { code: -32000, message }, id: null });

/** No token: the client learns where to get one, and nothing of an error, for it made none. */
export const missingToken = (settings: AuthSettings): Challenge => ({
  status: 401,
  headers: { ...common, 'WWW-Authenticate': bearer(settings, settings.requiredScopes) },
  body: bodyOf('Unauthorized: send a bearer token in the Authorization header.'),
});

/** A token that does not open this door. */
export const invalidToken = (settings: AuthSettings, description: string): Challenge => ({
  status: 401,
  headers: { ...common, 'WWW-Authenticate': bearer(settings, settings.requiredScopes, 'invalid_token', description) },
  body: bodyOf(`Unauthorized: ${description}`),
});

/** More than one token. */
export const invalidRequest = (settings: AuthSettings, description: string): Challenge => ({
  status: 400,
  headers: { ...common, 'WWW-Authenticate': bearer(settings, settings.requiredScopes, 'invalid_request', description) },
  body: bodyOf(`Bad request: ${description}`),
});

/**
 * A good token that was granted too little. Names all scopes a new token needs at once: those of the server,
 * those of the operation, and those it has, so that a client that asks for just these loses nothing.
 */
export function insufficientScope(settings: AuthSettings, granted: readonly string[], needed: readonly string[]): Challenge {
  const wanted = [...new Set([...settings.requiredScopes, ...needed])].filter(isScope);
  const withGranted = [...new Set([...wanted, ...granted.filter(isScope)])];
  const scopes = withGranted.join(' ').length > mostScopeText ? wanted : withGranted;
  const description = 'This operation needs more scopes than the access token has.';
  return {
    status: 403,
    headers: { ...common, 'WWW-Authenticate': bearer(settings, scopes, 'insufficient_scope', description) },
    body: bodyOf(`Forbidden: ${description}`),
  };
}

/** Whoever knows is not there; the client's token may be good. */
export const unavailable = (retryAfter: number): Challenge => ({
  status: 503,
  headers: { ...common, 'Retry-After': String(retryAfter) },
  body: bodyOf('Service unavailable: tokens cannot be verified now; try again later.'),
});
