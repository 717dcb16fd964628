/** A stream that has no end of its own ends with the token that opened it: its client comes back with a new one. */
import type { Caller } from '../dispatch/request.js';
import type { Reply } from './exchange.js';

/** Timers of JavaScript take no more. */
const longestTime = 2 ** 31 - 1;

/** @param caller whose `auth` may say when the token ends, in seconds since 1970 */
export function endingWithToken(reply: Reply, { auth }: Caller): Reply {
  const { expiresAt } = (auth ?? {}) as { expiresAt?: unknown };
  const left = Number(expiresAt ?? Infinity) * 1000 - Date.now();
  return reply.body instanceof ReadableStream && left <= longestTime ? { ...reply, body: endingIn(reply.body, Math.max(left, 0)) } : reply;
}

function endingIn(body: ReadableStream<Uint8Array>, milliseconds: number): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  const leave = (reason?: unknown): Promise<void> => reader.cancel(reason).catch(() => undefined);
  // Who waits for more reads the end.
  const timer = setTimeout(() => void leave(), milliseconds);
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        const { done, value } = await reader.read();
        if (!done) return controller.enqueue(value);
        clearTimeout(timer);
        controller.close();
      },
      cancel: (reason) => {
        clearTimeout(timer);
        return leave(reason);
      },
    },
    { highWaterMark: 0 },
  );
}
