/** The reply to a call that was answered without the SDK. */
import { OverloadedError } from '../../limits/index.js';
import { protocolCodes } from '../../wire/errors.js';
import { jsonReply, type Reply, silentReply } from '../exchange.js';
import type { Ending } from './call.js';
import type { PlainRequest } from './plain.js';

/** As both SDKs tell an error: its own code and message, when it has a code. */
function errorBody(error: unknown): { code: number; message: string; data?: unknown } {
  const { code, message, data } = error as { code?: unknown; message?: string; data?: unknown };
  return {
    code: Number.isSafeInteger(code) ? (code as number) : -32603,
    message: message ?? 'Internal error',
    ...(data !== undefined && { data }),
  };
}

/** @param ending of a call that did not need the wire */
export function replyTo({ id }: PlainRequest, ending: Exclude<Ending, 'needs the wire'>): Reply {
  if (ending === 'nobody waits') return silentReply();
  if ('outcome' in ending) return jsonReply(`{"result":${ending.outcome.json()},"jsonrpc":"2.0","id":${JSON.stringify(id)}}`);
  const { error } = ending;
  const told = errorBody(error);
  const text = JSON.stringify({ jsonrpc: '2.0', id, error: told });
  // The one error of a handler that has a status of its own.
  if (told.code === protocolCodes.missingCapability) return jsonReply(text, 400);
  if (!(error instanceof OverloadedError)) return jsonReply(text);
  return jsonReply(text, error.status, { 'retry-after': String(error.retryAfter) });
}
