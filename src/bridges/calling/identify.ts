/** Ids for calls that came without, where they stand in the model's own messages. */
import type { ToolCalls } from './calls.js';

/** The id of the next call in a message; undefined for one that keeps its own. */
export type NextId = () => string | undefined;

/**
 * The messages with the ids of the calls, which are the last ones in them: what was said before keeps its ids.
 * @param identify gives a message whose calls have asked for their ids, one after the other
 */
export function identified<M>(messages: readonly M[], calls: ToolCalls, identify: (message: M, nextId: NextId) => M): M[] {
  let there = 0;
  const count: NextId = () => void (there += 1);
  for (const message of messages) identify(message, count);
  let index = Math.min(0, calls.length - there);
  return messages.map((message) => identify(message, () => calls[index++]?.id));
}
