/** What is plain JSON among objects. */
import type { State } from './reading.js';

/** An object of another kind than JSON has, which may stand for one. */
export const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reading `__proto__` takes a third of the time of `getPrototypeOf`; a host may have taken it away. An own key of that name is no prototype. */
export const hasProto = ({} as { __proto__?: unknown }).__proto__ === Object.prototype;

/** A JSON object of this realm, without a class: its fields cannot come from elsewhere. Others go the long way. */
export function isJsonObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  return (hasProto ? (value as { __proto__?: unknown }).__proto__ : Object.getPrototypeOf(value)) === Object.prototype;
}

/** How many keys can be read; those of a polluted prototype count, so that they show. Once there are more than there may be values, it stops. */
export function countKeys(value: object, state: State): number {
  let count = 0;
  // eslint-disable-next-line guard-for-in -- inherited keys count on purpose
  for (const _key in value) {
    count += 1;
    state.isExcessive ||= count > state.limits.argumentNodes;
    if (state.isExcessive) return count;
  }
  return count;
}
