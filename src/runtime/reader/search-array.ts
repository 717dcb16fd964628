/** Looks arrays through: each item, then the array as a whole. */
import type { ContractSchema } from '../../types.js';
import type { ArrayRules } from './array.js';
import { doubt } from './reading.js';
import { explained, type Part, type Search, type SearchContext, searchOf, within } from './search.js';

export function searchArray({ prefix, items }: ArrayRules, part: ContractSchema, context: SearchContext): Search {
  const { prefixItems = [], items: itemPart, ...own } = part;
  const explain = explained(part, context);
  const first = prefix.map((reading, index) => searchOf(reading, (prefixItems as Part[])[index] ?? true, context));
  const rest = items && searchOf(items, itemPart ?? true, context);
  const ownReasons = context.reasons(own);
  return (value, state, run) => {
    if (!Array.isArray(value)) return explain(value, state, run);
    state.nodes += value.length;
    // One message tells of all items after the last.
    if (state.nodes > state.limits.argumentNodes || (!rest && value.length > first.length)) return void doubt(state);
    for (let index = 0; index < value.length && !state.isUnsure; index += 1) {
      const search = first[index] ?? rest;
      const item: unknown = value[index];
      // What is undefined becomes null before the schema is asked.
      if (search && item !== undefined) within(index, item, search, state, run);
      else doubt(state);
    }
    if (!state.isUnsure) ownReasons(value, run);
  };
}
