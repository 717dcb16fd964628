/** A ready verifier for access tokens that are JWTs signed with keys the issuer publishes. */
import type { JWTPayload, JWTVerifyOptions } from 'jose' with { 'resolution-mode': 'import' };
import { ToolError } from '../../../errors.js';
import { preview } from '../../../schema/words.js';
import { refuseUnknown } from '../../../runtime/known-names.js';
import { isSafe } from './fetch-json.js';
import { KeySource, type KeySourceOptions } from './key-source.js';
import { type Jose, loadJose } from './load.js';
import type { AuthInfo } from './options.js';

export interface JwksOptions extends KeySourceOptions {
  /** The `aud` that a token must have, one of these: what the issuer calls this server, often its `resource`. */
  audience: string | readonly string[];
  /** Signatures that are accepted; all asymmetric ones by default. */
  algorithms?: readonly string[];
  /** Seconds that clocks may differ; 5 by default. */
  clockTolerance?: number;
  /** The claim that has the scopes, as a list or parted by spaces; `scope`, else `scp`, by default. */
  scopeClaim?: string;
  /** What the token's `typ` must be, such as `at+jwt`; anything by default. */
  tokenType?: string;
}

/** One entry an option, so that a new one cannot be forgotten. */
const ofOptions: Readonly<Record<keyof JwksOptions, true>> = {
  issuer: true,
  audience: true,
  jwksUri: true,
  algorithms: true,
  clockTolerance: true,
  scopeClaim: true,
  tokenType: true,
  timeout: true,
  cooldown: true,
  allowHttp: true,
};

/** Those whose verifier holds no secret. */
const asymmetric = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'];

/**
 * Accepts the issuer's tokens for this audience, for `auth.verify`. Checks signature, issuer, audience, `nbf` and `exp`, which a token must have.
 * Keys are fetched when first needed and again when a token names an unknown one.
 * @throws ToolError INVALID_DEFINITION for options that would accept what cannot be trusted, and a name that is no option
 */
export function jwksVerifier(options: JwksOptions): (token: string) => Promise<AuthInfo | undefined> {
  if (typeof options !== 'object' || options === null)
    throw new ToolError('INVALID_DEFINITION', `jwksVerifier: options must be an object, not ${preview(options)}.`);
  refuseUnknown(options, Object.keys(ofOptions), { place: 'jwksVerifier' });
  check(options);
  const keys = new KeySource(options);
  const tolerance = options.clockTolerance ?? 5;
  const wanted: JWTVerifyOptions = {
    issuer: options.issuer,
    audience: typeof options.audience === 'string' ? options.audience : [...options.audience],
    algorithms: [...(options.algorithms ?? asymmetric)],
    clockTolerance: tolerance,
    requiredClaims: ['exp'],
    ...(options.tokenType === undefined ? {} : { typ: options.tokenType }),
  };
  return async (token) => {
    const jose = await loadJose();
    return infoOf(await payloadOf(token, jose, keys, wanted), tolerance, options.scopeClaim);
  };
}

async function payloadOf(token: string, jose: Jose, keys: KeySource, wanted: JWTVerifyOptions): Promise<JWTPayload> {
  try {
    const { payload } = await jose.jwtVerify(token, await keys.get(jose), wanted);
    return payload;
  } catch (error) {
    throw keys.explain(error, jose);
  }
}

/** The audience is not reported: it was checked here, and need not be the resource. */
function infoOf(payload: JWTPayload, tolerance: number, scopeClaim?: string): AuthInfo {
  const { iss, sub, exp, client_id: clientId, azp, cid } = payload;
  return {
    issuer: iss,
    subject: textOf(sub),
    clientId: textOf(clientId) ?? textOf(azp) ?? textOf(cid),
    scopes: scopesOf(scopeClaim === undefined ? (payload['scope'] ?? payload['scp']) : payload[scopeClaim]),
    // What was good within the tolerance is good for those who compare with their clock.
    expiresAt: exp === undefined ? undefined : exp + tolerance,
    claims: payload,
  };
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

function scopesOf(claim: unknown): string[] {
  if (typeof claim === 'string') return claim.split(' ').filter((scope) => scope !== '');
  return Array.isArray(claim) ? claim.filter((scope): scope is string => typeof scope === 'string') : [];
}

function check({ issuer, audience, jwksUri, algorithms, clockTolerance = 0, allowHttp = false }: JwksOptions): void {
  const audiences = typeof audience === 'string' ? [audience] : audience;
  const faults: [boolean, string][] = [
    [!isSafe(issuer, allowHttp), 'issuer must be an https URL (http on this machine, or with allowHttp)'],
    [jwksUri !== undefined && !isSafe(jwksUri, allowHttp), 'jwksUri must be an https URL (http on this machine, or with allowHttp)'],
    [!Array.isArray(audiences) || audiences.length === 0 || audiences.includes(''), 'audience must name this server'],
    [algorithms?.length === 0, 'algorithms must not be empty'],
    [!Number.isFinite(clockTolerance) || clockTolerance < 0, 'clockTolerance must be seconds, 0 or more'],
  ];
  const [fault] = faults.filter(([isFault]) => isFault);
  if (fault) throw new ToolError('INVALID_DEFINITION', `jwksVerifier: ${fault[1]}.`);
  const unsafe = algorithms?.find((one) => !asymmetric.includes(one));
  if (unsafe !== undefined)
    throw new ToolError('INVALID_DEFINITION', `jwksVerifier: '${unsafe}' is not accepted; there are ${asymmetric.join(', ')}.`);
}
