/** Ids for calls that came without, where they stand in the model's own messages. */
import { madeIdTurn, type ToolCalls } from './calls.js';

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

/** How many turns of a conversation ids were made for, so that those of the next ones are new. Nothing of media is looked at. */
export function turnsOfIds(messages: readonly unknown[]): number {
  const seen = new Set<unknown>(messages);
  let turns = 0;
  for (const value of seen) {
    if (typeof value === 'string') turns = Math.max(turns, (madeIdTurn(value) ?? -1) + 1);
    else if (typeof value === 'object' && value !== null && !ArrayBuffer.isView(value))
      for (const inner of Object.values(value)) seen.add(inner);
  }
  return turns;
}
