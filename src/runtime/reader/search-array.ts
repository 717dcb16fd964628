/** Looks arrays through: each item, then the array as a whole. */
import type { Run } from '../../schema/engine/run.js';
import type { ContractSchema } from '../../types.js';
import type { ArrayRules } from './array.js';
import { doubt, type Read, type Reading, refused, type State } from './reading.js';
import { explained, type Part, type Search, type SearchContext, searchOf, within } from './search.js';

/** Among so many items, those that fit are told apart by the fastest reader. */
const manyItems = 4;

export function searchArray({ prefix, items }: ArrayRules, part: ContractSchema, context: SearchContext): Search {
  const { prefixItems = [], items: itemPart, ...own } = part;
  const explain = explained(part, context);
  const first = prefix.map((reading, index) => searchOf(reading, (prefixItems as Part[])[index] ?? true, context));
  const rest = items && restSearch(items, itemPart ?? true, context);
  const ownReasons = context.reasons(own);
  return (value, state, run) => {
    if (!Array.isArray(value)) return explain(value, state, run);
    state.nodes += value.length;
    // One message tells of all items after the last.
    if (state.nodes > state.limits.argumentNodes || (!rest && value.length > first.length)) return void doubt(state);
    for (const [index, search] of first.entries()) if (index < value.length) searchItem(index, value[index], search, state, run);
    rest?.(value, first.length, state, run);
    if (!state.isUnsure) ownReasons(value, run);
  };
}

function searchItem(index: number, item: unknown, search: Search, state: State, run: Run): void {
  // It becomes null before the schema is asked.
  if (item === undefined) doubt(state);
  else within(index, item, search, state, run);
}

type RestSearch = (items: readonly unknown[], start: number, state: State, run: Run) => void;

function restSearch(reading: Reading, part: Part, context: SearchContext): RestSearch {
  const search = searchOf(reading, part, context);
  let read: Read | undefined;
  return (items, start, state, run) => {
    const quick = items.length < manyItems ? undefined : (read ??= context.compile(reading));
    for (let index = start; index < items.length && !state.isUnsure; index += 1) {
      const item = items[index];
      if (quick !== undefined && quick(item, state) !== refused) continue;
      // What the reader doubts the search may be sure of.
      state.isUnsure = false;
      searchItem(index, item, search, state, run);
    }
  };
}
