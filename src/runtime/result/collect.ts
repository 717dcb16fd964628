/** Results that stream (generators, streams) end as an array; each item is a step of progress. */
import { ToolError } from '../../errors.js';
import type { ToolContext } from '../../types.js';
import type { Limits } from '../limits.js';

export function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && typeof (value as Partial<AsyncIterable<unknown>>)[Symbol.asyncIterator] === 'function';
}

/** A running generator, not a collection: collections are data. */
export function isIterator(value: unknown): value is Iterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.iterator in value && typeof (value as { next?: unknown }).next === 'function';
}

/** Reads until the end, the abort, or the limit; the source is closed in each case. */
export async function collect(source: AsyncIterable<unknown>, context: ToolContext, limits: Limits): Promise<unknown[]> {
  const items: unknown[] = [];
  for await (const item of source) {
    if (context.signal.aborted) break;
    add(items, item, limits);
    context.progress(items.length, undefined, typeof item === 'string' ? item.slice(0, 200) : undefined);
  }
  return items;
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
