/** Results that stream (generators, streams) end as an array; each item is a step of progress. */
import { ToolError } from '../../errors.js';
import type { ToolContext } from '../../types.js';
import type { Limits } from '../limits.js';

export function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return (
    typeof value === 'object' && value !== null && typeof (value as Partial<AsyncIterable<unknown>>)[Symbol.asyncIterator] === 'function'
  );
}

/** A running generator, not a collection: collections are data. */
export function isIterator(value: unknown): value is Iterable<unknown> {
  return (
    typeof value === 'object' && value !== null && Symbol.iterator in value && typeof (value as { next?: unknown }).next === 'function'
  );
}

/** Reads until the end, the abort, or the limit; the source is closed in each case. */
export async function collect(source: AsyncIterable<unknown>, context: ToolContext, limits: Limits): Promise<unknown[]> {
  const items: unknown[] = [];
  const iterator = source[Symbol.asyncIterator]();
  const close = (): void => void closeQuietly(iterator);
  // A source that waits for its next item notices the abort only when it is closed from outside.
  context.signal.addEventListener('abort', close, { once: true });
  try {
    for await (const item of { [Symbol.asyncIterator]: () => iterator }) {
      if (context.signal.aborted) break;
      add(items, item, limits);
      context.progress(items.length, undefined, typeof item === 'string' ? item.slice(0, 200) : undefined);
    }
  } finally {
    context.signal.removeEventListener('abort', close);
  }
  return items;
}

async function closeQuietly(iterator: AsyncIterator<unknown>): Promise<void> {
  try {
    await iterator.return?.();
  } catch {
    // The call has ended already: nobody waits for this.
  }
}

export function collectSync(source: Iterable<unknown>, limits: Limits): unknown[] {
  const items: unknown[] = [];
  for (const item of source) add(items, item, limits);
  return items;
}

function add(items: unknown[], item: unknown, { resultItems }: Limits): void {
  if (items.length >= resultItems) throw new ToolError('INVALID_RESULT', `The result streams more than ${resultItems} items.`);
  items.push(item);
}
