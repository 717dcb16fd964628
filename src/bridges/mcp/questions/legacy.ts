/** Questions of the 2025 eras: requests that the server sends to the client while a call runs. */
import { ToolError } from '../../../errors.js';
import type { CallSignal } from '../../../types.js';
import type { RequestContext } from '../dispatch/request.js';
import { isObject } from '../wire/tools.js';
import { demandCapability, type QuestionMethod, withoutSession } from './capabilities.js';

/** Puts one question. @param key the author's name of it */
export type Ask = (method: QuestionMethod, params: Record<string, unknown>, key?: string) => Promise<unknown>;

/** The questions of one call. */
export interface LegacyQuestions {
  ask: Ask;
  /** Tells the client that the pages it opened for this call have done their work, because the call succeeded. */
  succeeded(): void;
}

export function legacyQuestions({ wire, capabilities, signal, isAlone }: RequestContext): LegacyQuestions {
  const pages: unknown[] = [];
  const ask: Ask = async (method, params) => {
    if (isAlone) throw new ToolError('NOT_IMPLEMENTED', withoutSession);
    demandCapability(method, params, capabilities);
    if (!wire.ask) throw new ToolError('NOT_IMPLEMENTED', 'This connection has no way to ask the client.');
    try {
      const answer = await wire.ask(method, params);
      if (params['mode'] === 'url' && isObject(answer) && answer['action'] === 'accept') pages.push(params['elicitationId']);
      return answer;
    } catch (error) {
      throw asToolError(error, method, signal);
    }
  };
  const succeeded = (): void => {
    for (const elicitationId of pages) wire.notify('notifications/elicitation/complete', { elicitationId });
  };
  return { ask, succeeded };
}

/** Codes of the SDK for a request of ours that got no answer. */
const timedOut = -32001;

/** What the client said of why it gives no answer is its own, so it may read it again. */
function asToolError(error: unknown, method: string, signal: CallSignal): ToolError {
  if (signal.aborted) return new ToolError('CANCELLED', 'The call was cancelled while it waited for an answer.', { cause: error });
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  if (code === timedOut) return new ToolError('TIMEOUT', `The client did not answer ${method} in time.`, { cause: error });
  const reason = typeof message === 'string' ? message.slice(0, 500) : 'no reason given';
  return new ToolError('EXECUTION_FAILED', `The client did not answer ${method}: ${reason}`, { cause: error });
}
