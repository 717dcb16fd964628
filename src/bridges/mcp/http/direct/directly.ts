/** Answers a plain request without the SDK, as far as that goes. */
import { stepUp, type AuthSettings } from '../../auth/index.js';
import type { Caller } from '../../dispatch/request.js';
import { replyTo } from './answers.js';
import type { Dispatch } from '../../dispatch/dispatcher.js';
import type { DirectCall } from './call.js';
import type { HttpRequest, Reply } from '../exchange.js';
import type { PlainRequest } from './plain.js';
import type { Work } from '../work.js';

/** What all requests of an era share. */
export interface Directly {
  dispatch: Dispatch;
  work: Work;
  auth: AuthSettings | undefined;
  /** Scopes that a request needs. */
  scopesOf(method: string, params: Record<string, unknown>): readonly string[] | undefined;
  /** The refusal of a request of the modern era whose head and arguments disagree. */
  paramRefusal(request: HttpRequest, body: unknown): Reply | undefined;
}

/** @param handOver lets the SDK answer; told when the call turns out to need the wire */
export async function answerDirectly(
  request: HttpRequest,
  plain: PlainRequest,
  call: DirectCall,
  { dispatch, work }: Directly,
  handOver: () => Promise<Reply>,
): Promise<Reply> {
  work.add(call);
  request.whenGone(() => void (call.isJoined || call.cancel()));
  const ending = await call.run(dispatch);
  if (ending !== 'needs the wire') {
    work.done(call);
    return replyTo(plain, ending);
  }
  call.whenOver(() => work.done(call));
  const reply = await handOver();
  // What did not join by now, never will.
  if (reply.status !== 200) call.cancel();
  return reply;
}

/** The 403 that tells a client which scopes to ask for; undefined when it has them. */
export function scopeChallenge({ auth, scopesOf }: Directly, caller: Caller, { method, params }: PlainRequest): Reply | undefined {
  if (!auth || !caller.scopes) return undefined;
  const needed = scopesOf(method, params) ?? [];
  if (needed.every((scope) => caller.scopes?.includes(scope))) return undefined;
  const { status, headers, body } = stepUp(auth, caller, needed);
  return { status, headers: { ...headers }, body };
}
