/** `auth.*` as the option `auth` of a handler: keys that were given out, tokens of an issuer, or a function of one's own. */
import type { AuthInfo, AuthOptions, Verify } from '../../bridges/mcp/auth/index.js';
import { UsageError } from '../io.js';

/** A key as the configuration file gives it; read by now. */
export interface KeyEntry {
  subject: string;
  key: string;
  scopes?: string[];
}

/** The settings, without those that nobody gave. */
export interface AuthValues extends Partial<Omit<AuthOptions, 'verify'>> {
  verify?: Verify;
  key?: string;
  keyScopes?: string[];
  keys?: KeyEntry[];
  issuer?: string;
  jwks?: string;
  audience?: string[];
  scopeClaim?: string;
  algorithms?: string[];
}

/** Settings that make the verifier, and that `auth` itself does not take. */
const ofVerifiers = new Set(['key', 'keyScopes', 'keys', 'issuer', 'jwks', 'audience', 'scopeClaim', 'algorithms']);

/** Undefined when nobody has to say who he is. @throws UsageError for settings that make no sense alone */
export async function authOptions(values: AuthValues | undefined): Promise<AuthOptions | undefined> {
  if (values === undefined) return undefined;
  const rest = Object.fromEntries(Object.entries(values).filter(([name]) => !ofVerifiers.has(name))) as Partial<AuthOptions>;
  const { issuer, resource } = values;
  const authorizationServers = values.authorizationServers ?? (issuer !== undefined && resource !== undefined ? [issuer] : undefined);
  return { ...rest, ...(authorizationServers && { authorizationServers }), verify: await verifierOf(values) };
}

/** Each way that was asked for, in this order; a token is good when one of them says so. */
async function verifierOf(values: AuthValues): Promise<Verify> {
  const ways = [values.verify, await byKey(values), await byIssuer(values)].filter((way): way is Verify => way !== undefined);
  if (ways.length === 0) throw new UsageError('auth: say how callers are known: auth.key, auth.keys, auth.issuer or auth.verify.');
  return ways.length === 1 ? (ways[0] as Verify) : inTurn(ways);
}

async function byKey({ key, keyScopes, keys = [], requiredScopes }: AuthValues): Promise<Verify | undefined> {
  const all: KeyEntry[] = [
    ...(key === undefined ? [] : [{ subject: 'key', key, scopes: keyScopes ?? [...(requiredScopes ?? [])] }]),
    ...keys,
  ];
  if (all.length === 0) {
    if (keyScopes) throw new UsageError('auth.keyScopes goes with auth.key.');
    return undefined;
  }
  if (new Set(all.map((one) => one.key)).size < all.length) throw new UsageError('auth.keys: two callers have the same key.');
  const { staticKeyVerifier } = await import('../../bridges/mcp/auth/index.js');
  return staticKeyVerifier({ keys: Object.fromEntries(all.map(({ key: text, subject, scopes }) => [text, { subject, scopes }])) });
}

async function byIssuer({ issuer, jwks, audience, resource, scopeClaim, algorithms }: AuthValues): Promise<Verify | undefined> {
  if (issuer === undefined) {
    if (jwks !== undefined) throw new UsageError('auth.jwks goes with auth.issuer: say who must have issued the tokens.');
    return undefined;
  }
  const meant = audience ?? (resource === undefined ? undefined : [resource]);
  if (meant === undefined)
    throw new UsageError('auth.issuer goes with auth.audience or auth.resource: say whom the tokens must be meant for.');
  const { jwksVerifier } = await import('../../bridges/mcp/auth/index.js');
  return jwksVerifier({ issuer, audience: meant, jwksUri: jwks, scopeClaim, algorithms });
}

/** What one way throws, for example because an issuer cannot be reached, is thrown only when no other knows the token. */
function inTurn(ways: readonly Verify[]): Verify {
  return async (token, request): Promise<AuthInfo | undefined> => {
    let fault: { error: unknown } | undefined;
    for (const way of ways) {
      try {
        const info = await way(token, request);
        if (info) return info;
      } catch (error) {
        fault ??= { error };
      }
    }
    if (fault) throw fault.error;
    return undefined;
  };
}
