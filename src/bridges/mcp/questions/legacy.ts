/** Questions of the 2025 eras: requests that the server sends to the client while a call runs. */
import { ToolError } from '../../../errors.js';
import type { RequestContext } from '../dispatch/request.js';
import { demandCapability, type QuestionMethod } from './capabilities.js';

/** Puts one question. */
export type Ask = (method: QuestionMethod, params: Record<string, unknown>) => Promise<unknown>;

export function legacyAsk({ wire, capabilities, signal }: RequestContext): Ask {
  return async (method, params) => {
    demandCapability(method, params, capabilities);
    if (!wire.ask) throw new ToolError('NOT_IMPLEMENTED', 'This connection has no way to ask the client.');
    try {
      return await wire.ask(method, params);
    } catch (error) {
      throw asToolError(error, method, signal);
    }
  };
}

/** Codes of the SDK for a request of ours that got no answer. */
const timedOut = -32001;

/** What the client said of why it gives no answer is its own, so it may read it again. */
function asToolError(error: unknown, method: string, signal: AbortSignal): ToolError {
  if (signal.aborted) return new ToolError('CANCELLED', 'The call was cancelled while it waited for an answer.', { cause: error });
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  if (code === timedOut) return new ToolError('TIMEOUT', `The client did not answer ${method} in time.`, { cause: error });
  const reason = typeof message === 'string' ? message.slice(0, 500) : 'no reason given';
  return new ToolError('EXECUTION_FAILED', `The client did not answer ${method}: ${reason}`, { cause: error });
}
