/** Waiting that ends when a signal fires, whether or not the other side listens to it. */

/** Signals of polyfills have neither the method nor, some, a reason. */
export function throwIfAborted(signal: AbortSignal): void {
  if (signal.aborted) throw reasonOf(signal);
}

const reasonOf = ({ reason }: AbortSignal): Error =>
  (reason as Error | undefined) ?? new DOMException('This operation was aborted', 'AbortError');

/** The promise, or a rejection as soon as the signal fires. */
export async function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  // Its own failure, when nobody waits for it any more, must not end the process.
  promise.catch(() => {});
  throwIfAborted(signal);
  let stop: (() => void) | undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    stop = () => reject(reasonOf(signal));
    signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    if (stop) signal.removeEventListener('abort', stop);
  }
}

/** What the source gives until the signal fires; the source is told to stop, but not waited for. */
export async function* eachUntilAborted<T>(source: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T> {
  const iterator = source[Symbol.asyncIterator]();
  let isDone = false;
  try {
    for (;;) {
      const { done, value } = await untilAborted(Promise.resolve(iterator.next()), signal);
      if (done === true) {
        isDone = true;
        return;
      }
      yield value;
    }
  } finally {
    if (!isDone) void Promise.resolve(iterator.return?.()).catch(() => {});
  }
}
