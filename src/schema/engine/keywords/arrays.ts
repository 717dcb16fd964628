/** Keywords of arrays. */
import { firstPair } from '../../unique.js';
import type { Schema } from '../document.js';
import type { Keyword, Making, Vocabulary } from '../keyword.js';
import type { Check, Run, Seen } from '../run.js';

const isSchema = (value: unknown): value is Schema => typeof value === 'boolean' || (typeof value === 'object' && value !== null);

/** Where reasons are looked for among this many items, those that fit are told apart quickly. */
const manyItems = 4;

/** Checks items from `start` on; those before are another keyword's. */
function rest(check: Check, start: number, sub: Schema): Check {
  return (value, run, seen) => {
    const items = value as unknown[];
    const surelyFits = run.sink !== undefined && items.length >= manyItems ? run.surelyFits : undefined;
    let fits = true;
    for (let index = start; index < items.length; index += 1) {
      if (surelyFits?.(sub, items[index])) continue;
      if (run.into(index, items[index], check)) continue;
      if (run.sink === undefined) return false;
      fits = false;
    }
    if (seen) seen.items = Math.max(seen.items, items.length);
    return fits;
  };
}

function each(checks: readonly Check[]): Check {
  return (value, run, seen) => {
    const items = value as unknown[];
    let fits = true;
    for (const [index, check] of checks.entries()) {
      if (index >= items.length) break;
      if (run.into(index, items[index], check)) continue;
      if (run.sink === undefined) return false;
      fits = false;
    }
    if (seen) seen.items = Math.max(seen.items, Math.min(checks.length, items.length));
    return fits;
  };
}

/** No more items than those in the list: told once, not for each. */
function nothingAfter(count: number, { schema }: Making): Check {
  return (value, run, seen) => {
    if (seen) seen.items = Infinity;
    return (value as unknown[]).length <= count || run.fail('items', value, schema, { detail: count });
  };
}

function restOf(sub: Schema, count: number, making: Making): Check {
  return sub === false ? nothingAfter(count, making) : rest(making.compile(sub), count, sub);
}

const tuple = (keyword: 'prefixItems' | 'items', making: Making): Check =>
  each((making.schema[keyword] as unknown as Schema[]).map((sub) => making.compile(sub)));

const items: Keyword = (making) => {
  const { schema, document } = making;
  if (Array.isArray(schema.items)) return tuple('items', making);
  const before = document.dialect === '2020-12' && Array.isArray(schema.prefixItems) ? schema.prefixItems.length : 0;
  return isSchema(schema.items) ? restOf(schema.items, before, making) : undefined;
};

const prefixItems: Keyword = (making) => (making.document.dialect === '2020-12' ? tuple('prefixItems', making) : undefined);

const additionalItems: Keyword = (making) => {
  const { schema, document } = making;
  const { additionalItems: sub, items: before } = schema as { additionalItems?: unknown; items?: unknown };
  return document.dialect !== '2020-12' && Array.isArray(before) && isSchema(sub) ? restOf(sub, before.length, making) : undefined;
};

const size =
  (keyword: 'minItems' | 'maxItems', fits: (length: number, wanted: number) => boolean): Keyword =>
  ({ schema }) => {
    const wanted = schema[keyword] as number;
    return (value, run) => fits((value as unknown[]).length, wanted) || run.fail(keyword, value, schema);
  };

const uniqueItems: Keyword = ({ schema }) => {
  if (schema.uniqueItems !== true) return undefined;
  return (value, run) => {
    const pair = firstPair(value as unknown[]);
    if (pair === undefined) return true;
    // That two secrets are equal is told by nobody.
    const isTold = !pair.some((index) => run.isSecret?.([...run.path, index]));
    return run.fail('uniqueItems', value, schema, isTold ? { detail: pair } : undefined);
  };
};

/** `contains` with its two limits; without it they mean nothing, and draft-07 does not know them. */
const contains: Keyword = ({ schema, document, compile }) => {
  const check = compile(schema['contains'] as Schema);
  const isOld = document.dialect === 'draft-07';
  const { minContains, maxContains } = schema as { minContains?: number; maxContains?: number };
  const least = isOld ? 1 : (minContains ?? 1);
  const most = isOld ? Infinity : (maxContains ?? Infinity);
  const marks = document.dialect === '2020-12';
  return (value, run, seen) => {
    const count = countFitting(value as unknown[], check, run, marks ? seen : undefined, most === Infinity ? least : Infinity);
    return (count >= least && count <= most) || run.fail('contains', value, schema, { detail: { count, least, most } });
  };
};

function countFitting(items: readonly unknown[], check: Check, run: Run, seen: Seen | undefined, enough: number): number {
  let count = 0;
  for (const [index, item] of items.entries()) {
    if (!seen && count >= enough) break;
    if (!run.quietly(item, check, undefined)) continue;
    count += 1;
    seen?.indexes.add(index);
  }
  return count;
}

export const arrays: Vocabulary = {
  array: {
    prefixItems,
    items,
    additionalItems,
    contains,
    minItems: size('minItems', (length, least) => length >= least),
    maxItems: size('maxItems', (length, most) => length <= most),
    uniqueItems,
  },
};
