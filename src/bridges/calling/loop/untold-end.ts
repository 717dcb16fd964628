/**
 * Streams that end, and nothing has told why: of servers that leave it out, and of mocks. Whether such an answer is whole can be told by
 * itself alone. Not for APIs with an event for the end: there its absence tells that the stream broke off.
 */
import type { NativeTypes } from '../bridge.js';
import { isFields } from '../shapes.js';
import type { Accumulation } from './driver.js';
import { brokenOff, type Finish } from './finish.js';

/** How it ended, as far as is known. */
export const untold: Finish = { reason: 'other', isUntold: true };

/** Where it says nothing, or a call is not whole, the stream broke off. */
export function settled(
  finish: Finish | undefined,
  answer: Pick<Accumulation<NativeTypes>, 'text' | 'calls' | 'incomplete'>,
): Finish | undefined {
  if (!finish?.isUntold) return finish;
  const saysNothing = answer.text.trim() === '' && answer.calls().length === 0;
  return saysNothing || answer.incomplete().length > 0 ? brokenOff(true) : finish;
}

/** The stream with `end` behind it, where anything came. */
export function withUntoldEnd<C>(chunks: AsyncIterable<C>, end: C): AsyncIterable<C> {
  // What is no stream is refused by whoever reads it.
  if (!isFields(chunks) || !(Symbol.asyncIterator in chunks)) return chunks;
  return {
    [Symbol.asyncIterator]: () => {
      const iterator = chunks[Symbol.asyncIterator]();
      let isDue = false;
      return {
        next: async () => {
          const next = await iterator.next();
          if (next.done === true && isDue) {
            isDue = false;
            return { done: false, value: end };
          }
          isDue = next.done !== true;
          return next;
        },
        // At once: a generator here would wait for what hangs.
        return: async () => (await iterator.return?.()) ?? { done: true, value: undefined },
      };
    },
  };
}
