/** Who calls: asked by the `auth` option, or found out by a framework in front. */
import { createHmac, randomBytes } from 'node:crypto';
import { authenticate, type AuthSettings, isChallenge } from '../../auth/index.js';
import { anonymousCaller, type Caller } from '../../dispatch/request.js';
import { isObject } from '../../wire/tools.js';
import type { HttpRequest, Reply } from '../exchange.js';

/** Asks for a token. */
export async function authenticated(request: HttpRequest, settings: AuthSettings): Promise<Caller | { refused: Reply }> {
  const { method, url, headers } = request;
  const view = {
    get: (name: string) => headers[name.toLowerCase()],
    getAll: (name: string) => request.every(name.toLowerCase()),
  };
  const outcome = await authenticate(view, settings, { method, url });
  if (!isChallenge(outcome)) return outcome;
  return { refused: { status: outcome.status, headers: { ...outcome.headers }, body: outcome.body } };
}

/** Lives as long as the process. */
const processKey = randomBytes(32);

/** Where frameworks and SDKs write who it is. */
const subjects = ['subject', 'sub', 'userId', 'id', 'user', 'username'] as const;

/**
 * The caller by what a framework found out (`request.auth`). Methods see it without token and password. Two callers are kept apart by
 * subject, issuer and client, and by the token where no subject is named.
 */
export function callerBefore(auth: unknown): Caller {
  if (auth === undefined) return anonymousCaller;
  if (!isObject(auth)) return { id: anonymousCaller.id, auth, scopes: [] };
  const { token, password: _password, ...shown } = auth as Record<string, unknown>;
  const subject = nameIn(shown) ?? nameIn(shown['extra']);
  const key =
    subject === undefined && typeof token === 'string' ? createHmac('sha256', processKey).update(token).digest('base64url') : null;
  const names = [shown['issuer'] ?? null, subject ?? null, shown['clientId'] ?? null, key];
  const scopes = Array.isArray(shown['scopes']) ? shown['scopes'].filter((scope): scope is string => typeof scope === 'string') : [];
  return { id: names.some((name) => name !== null) ? JSON.stringify(['framework', ...names]) : anonymousCaller.id, auth: shown, scopes };
}

function nameIn(facts: unknown): string | number | undefined {
  if (!isObject(facts)) return undefined;
  return subjects.map((name) => facts[name]).find((name) => typeof name === 'string' || typeof name === 'number');
}
