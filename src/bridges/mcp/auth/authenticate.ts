/** Finds out who calls, or how to refuse. */
import { ToolError } from '../../../errors.js';
import type { Caller } from '../dispatch/request.js';
import { readBearer } from './bearer.js';
import { callerOf, checkInfo } from './caller.js';
import { type Challenge, insufficientScope, invalidRequest, invalidToken, missingToken, unavailable } from './challenge.js';
import type { AuthInfo, HeadersView, VerifyRequest } from './options.js';
import { isSameResource } from './resource.js';
import { missingOf } from './scopes.js';
import type { AuthSettings } from './settings.js';

/** Verifications at once: slow ones must not pile up. */
const mostPending = 1000;
const tooLate = Symbol('too late');
const retryAfter = 5;

/**
 * The caller of a request, or the answer to refuse it with; never rejects.
 * The caller's id is made of issuer, subject and client; its `auth` is what the verifier said, without the token.
 */
export async function authenticate(
  headers: HeadersView,
  settings: AuthSettings,
  request: Pick<VerifyRequest, 'method' | 'url'> = {},
): Promise<Caller | Challenge> {
  const presented = readBearer(headers);
  if (presented === 'none') return missingToken(settings);
  if (presented === 'several') return invalidRequest(settings, 'Send one access token, once.');
  if (presented === 'malformed') return invalidToken(settings, 'The access token is malformed.');
  const { token } = presented;
  if (settings.pending.count >= mostPending) return unavailable(retryAfter);
  try {
    const info = await verified(token, settings, { ...request, headers });
    if (info === tooLate) {
      settings.reports.tell(`auth: verify took longer than ${settings.verifyTimeout} ms`);
      return unavailable(retryAfter);
    }
    return accepted(info, token, settings);
  } catch (error) {
    return failed(error, token, settings);
  }
}

/** The answer to a call that needs scopes which the caller was not granted. */
export function stepUp(settings: AuthSettings, caller: Caller, needed: readonly string[]): Challenge {
  const { scopes } = (caller.auth ?? caller) as { scopes?: readonly string[] };
  return insufficientScope(settings, scopes ?? [], needed);
}

async function verified(
  token: string,
  settings: AuthSettings,
  request: Omit<VerifyRequest, 'signal'>,
): Promise<AuthInfo | undefined | typeof tooLate> {
  const abandoned = new AbortController();
  const answer = settings.verify(token, { ...request, signal: abandoned.signal });
  if (!isPromise(answer)) return answer;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<typeof tooLate>((resolve) => {
    timer = setTimeout(resolve, settings.verifyTimeout, tooLate);
  });
  settings.pending.count += 1;
  try {
    return await Promise.race([answer, late]);
  } finally {
    settings.pending.count -= 1;
    clearTimeout(timer);
    abandoned.abort();
  }
}

const isPromise = <T>(value: Promise<T> | T): value is Promise<T> => typeof (value as { then?: unknown } | undefined)?.then === 'function';

function accepted(info: AuthInfo | undefined, token: string, settings: AuthSettings): Caller | Challenge {
  if (info === undefined || info === null) return invalidToken(settings, 'The access token is not valid.');
  checkInfo(info);
  if (info.expiresAt !== undefined && info.expiresAt <= Date.now() / 1000) return expired(settings);
  if (!isForUs(info, settings)) return wrongAudience(settings);
  const caller = callerOf(info, token, settings);
  const isEnough = missingOf(settings.requiredScopes, caller.scopes ?? []).length === 0;
  return isEnough ? caller : insufficientScope(settings, caller.auth.scopes, []);
}

function isForUs({ audience }: AuthInfo, { resource, audienceChecked }: AuthSettings): boolean {
  if (audience === undefined || audienceChecked) return true;
  const audiences = typeof audience === 'string' ? [audience] : audience;
  return resource !== undefined && audiences.some((one) => isSameResource(one, resource));
}

function wrongAudience(settings: AuthSettings): Challenge {
  const id = settings.reports.tell(
    `auth: a token for another audience was refused; this server is '${settings.resource ?? 'not named by auth.resource'}'`,
  );
  return invalidToken(settings, withId('The access token was not issued for this server', id));
}

/** What went wrong is the operator's to know. */
function failed(error: unknown, token: string, settings: AuthSettings): Challenge {
  if (isExpiry(error)) return expired(settings);
  const reason = wordsOf(error).replaceAll(token, '[token]').replace(unprintable, ' ').slice(0, 1000);
  if (error instanceof ToolError && error.code === 'CONNECTION_FAILED') {
    settings.reports.tell(`auth: tokens cannot be verified: ${reason}`);
    return unavailable(retryAfter);
  }
  const id = settings.reports.tell(`auth: token refused: ${reason}`);
  return invalidToken(settings, withId('The access token is not valid', id));
}

const expired = (settings: AuthSettings): Challenge => invalidToken(settings, 'The access token has expired.');

/** The code that `jose` gives when all else is right. */
const isExpiry = (error: unknown): boolean => (error as { code?: unknown } | null | undefined)?.code === 'ERR_JWT_EXPIRED';

/** Letters that end a line of the log, or move a terminal's cursor. */
// oxlint-disable-next-line no-control-regex
const unprintable = /[\s\0-\x1f\x7f-\x9f]+/g;

/** Whatever was thrown. */
function wordsOf(error: unknown): string {
  try {
    return error instanceof Error ? `${error.name}: ${error.message}${causeOf(error)}` : String(error);
  } catch {
    return 'something that cannot be told';
  }
}

const causeOf = ({ cause }: Error): string => (cause instanceof Error ? ` (${cause.message})` : '');

const withId = (words: string, id: string | undefined): string => (id === undefined ? `${words}.` : `${words} (${id}).`);
