/** Ids for calls that came without, where they stand among other blocks of a message. */
import type { ToolCalls } from './calls.js';

/**
 * The blocks with the ids of the calls.
 * @param withId gives a block that is a call with this id; undefined for any other block
 */
export function identified<B>(blocks: readonly B[], calls: ToolCalls, withId: (block: B, id: string) => B | undefined): B[] {
  let index = 0;
  return blocks.map((block) => {
    const id = calls[index]?.id;
    const made = id === undefined ? undefined : withId(block, id);
    if (made !== undefined) index += 1;
    return made ?? block;
  });
}
