/** Promises in what `@Transform` gave: nothing waits for them, and the failure of one that nobody waits for ends the process. */
import { types } from 'node:util';
import { isRecord } from './copy.js';

/** Whether a promise is in a value, in its lists, maps, sets and plain objects. Their failures are taken; an instance of a class keeps its own. */
export function holdsPromise(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const seen = new Set<object>();
  const open: unknown[] = [value];
  let found = false;
  while (open.length > 0) {
    const inner = open.pop();
    if (typeof inner !== 'object' || inner === null || seen.has(inner)) continue;
    seen.add(inner);
    if (types.isPromise(inner)) {
      found = true;
      inner.then(undefined, () => undefined);
    } else for (const item of itemsOf(inner)) open.push(item);
  }
  return found;
}

function itemsOf(value: object): Iterable<unknown> {
  if (Array.isArray(value) || types.isSet(value)) return value as Iterable<unknown>;
  if (types.isMap(value)) return [...value.keys(), ...value.values()];
  if (types.isProxy(value) || !isRecord(value)) return [];
  // A getter is not run.
  return Object.values(Object.getOwnPropertyDescriptors(value)).map((descriptor) => descriptor.value as unknown);
}
