/** Pairs the calls of a turn with their results. Providers refuse a request in which a call has none, or a result has no call. */
import { ToolError } from '../../errors.js';
import { type ParsedCall, ToolCalls } from './calls.js';
import type { Pair } from './replay.js';
import { type CallResult, ToolCallResults } from './results.js';

/**
 * A pair for each call, in the order of the calls. Ids pair; results without one take the place of theirs among the calls.
 * @returns undefined unless each call has one result and each result a call
 */
export function tryPairs(calls: Iterable<ParsedCall>, results: Iterable<CallResult>): Pair[] | undefined {
  const named = new ToolCalls(calls).withIds();
  const list = Array.from(ToolCallResults.from(Array.from(results)));
  const byId = new Map(list.flatMap((result) => (result.callId === undefined ? [] : [[result.callId, result] as const])));
  if (named.length !== list.length || new Set(named.map(({ id }) => id)).size !== named.length) return undefined;
  const used = new Set<CallResult>();
  const pairs = named.map((call, index) => {
    const atPlace = list[index];
    const result = byId.get(call.id ?? '') ?? (atPlace?.callId === undefined ? atPlace : undefined);
    if (result) used.add(result);
    return { call, result };
  });
  return used.size === named.length && pairs.every(isPair) ? pairs : undefined;
}

function isPair(pair: { call: ParsedCall; result: CallResult | undefined }): pair is Pair {
  return pair.call.id !== undefined && pair.result !== undefined;
}

/** The same. @throws ToolError INVALID_ARGUMENTS where they do not pair */
export function pairsOf(calls: Iterable<ParsedCall>, results: Iterable<CallResult>): Pair[] {
  const [all, given] = [Array.from(calls), Array.from(results)];
  const pairs = tryPairs(all, given);
  if (pairs) return pairs;
  const told = (ids: (string | undefined)[]): string => (ids.length === 0 ? 'none' : ids.map((id) => id ?? 'without an id').join(', '));
  throw new ToolError(
    'INVALID_ARGUMENTS',
    `Each call needs exactly one result. Calls: ${told(all.map(({ id }) => id))}; results: ${told(given.map(({ callId }) => callId))}.`,
  );
}
