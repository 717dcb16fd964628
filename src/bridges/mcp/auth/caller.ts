/** Who calls, from what a verifier says. */
import { createHmac, randomBytes } from 'node:crypto';
import type { Caller } from '../dispatch/request.js';
import type { AuthInfo } from './options.js';
import type { AuthSettings } from './settings.js';

/** Lives as long as the process. */
const processKey = randomBytes(32);

/** @throws TypeError when the verifier's answer is not of the form it should have */
export function checkInfo(info: AuthInfo): void {
  const wrong = Object.entries(forms).find(([name, fits]) => !fits((info as unknown as Record<string, unknown>)[name]));
  if (wrong) throw new TypeError(`verify gave something of the wrong kind as '${wrong[0]}'`);
}

const isOptionalText = (value: unknown): boolean => value === undefined || typeof value === 'string';
const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every((one) => typeof one === 'string');

const forms: Readonly<Record<keyof AuthInfo, (value: unknown) => boolean>> = {
  subject: isOptionalText,
  clientId: isOptionalText,
  issuer: isOptionalText,
  scopes: isTexts,
  expiresAt: (value) => value === undefined || Number.isFinite(value),
  audience: (value) => isOptionalText(value) || isTexts(value),
  claims: (value) => value === undefined || (typeof value === 'object' && value !== null),
};

/** Takes only what is known, so that a verifier that hands the token back does not hand it on. */
export function callerOf(info: AuthInfo, token: string, settings: AuthSettings): Caller & { auth: AuthInfo } {
  const { subject, clientId, issuer, scopes, expiresAt, audience, claims } = info;
  const known = Object.entries({ subject, clientId, issuer, scopes: Object.freeze([...scopes]), expiresAt, audience, claims });
  const auth = Object.freeze(Object.fromEntries(known.filter(([, value]) => value !== undefined))) as unknown as AuthInfo;
  return { id: idOf(info, token), auth, scopes: settings.expand(auth.scopes) };
}

/** Two principals never share an id. JSON keeps the parts apart, whatever is in them. */
function idOf({ issuer, subject, clientId }: AuthInfo, token: string): string {
  if (subject !== undefined || clientId !== undefined) return JSON.stringify([issuer ?? null, subject ?? null, clientId ?? null]);
  // Who has no name is known by the token, of which nobody can learn anything from this.
  return JSON.stringify(['token', createHmac('sha256', processKey).update(token).digest('base64url')]);
}
