/** What a repair did to one part of a value. */
import type { Repair, RepairKind } from '../../types.js';
import { cut } from '../words.js';

/** A new value in place of another, and the repairs that led to it, with paths from this part; undefined when nothing was mended. */
export type Change = { value: unknown; repairs: readonly Repair[] } | undefined;

const longest = 200;

export function repairOf(kind: RepairKind, before: unknown, after: unknown): Repair {
  return { path: [], kind, before: told(before), after: told(after) };
}

/** The same repair, seen from the object or array around the part. */
export const under = (key: string | number, repair: Repair): Repair => ({ ...repair, path: [key, ...repair.path] });

/** The same repair, with nothing of the value told. */
export const hidden = (repair: Repair): Repair => ({ ...repair, before: secret, after: secret });

const secret = '(secret)';

/** Never a whole object or array, nor a long text. */
function told(value: unknown): unknown {
  if (typeof value === 'string') return cut(value, longest);
  if (typeof value === 'bigint') return cut(String(value), longest);
  if (Array.isArray(value)) return `array of ${value.length}`;
  if (typeof value === 'object' && value !== null) return `object of ${Object.keys(value).length}`;
  return value;
}
