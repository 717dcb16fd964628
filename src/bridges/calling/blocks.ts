/** What the APIs whose answers are lists of blocks or items share. */

/** What a stream brought, in the order of the answer. */
export const byIndex = <B>(blocks: Iterable<[index: number, block: B]>): [index: number, block: B][] =>
  [...blocks].toSorted(([one], [other]) => one - other);

/** Reasoning that leads to nothing is refused: an answer that broke off ends so. */
export const withoutLast = <B>(blocks: readonly B[], isReasoning: (block: B) => boolean): B[] =>
  blocks.slice(0, blocks.findLastIndex((block) => !isReasoning(block)) + 1);
