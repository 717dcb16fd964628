/** What a schema has that JSON does not: whoever reads its keys passes over it, and the schema lets pass what it should not. */
import { className, vendorOf } from '../../schema/foreign.js';
import { isKeyword } from '../../schema/well-formed.js';

/** What instances of built-in classes are given as. */
const mends: Readonly<Record<string, string>> = {
  Map: 'Object.fromEntries(map)',
  Set: 'Array.from(set)',
  Date: 'its text, toISOString()',
  RegExp: 'its text, source',
};

/**
 * Looks through all that a schema holds.
 * @returns what is wrong, with where it stands and what to give instead; undefined for one that is JSON through and through
 */
export function notPlain(schema: object): string | undefined {
  const queue: [value: object, place: string][] = [[schema, '']];
  const seen = new Set<object>([schema]);
  for (const [value, place] of queue) {
    const fault = faultOf(value);
    if (fault !== undefined) return place === '' ? fault : `at ${place} ${fault}`;
    for (const [key, inner] of Object.entries(value) as [string, unknown][]) {
      if (typeof inner === 'bigint') return `at ${place}/${key} is a bigint, which JSON does not have; give a number or a text`;
      // A schema of a library is told of by whoever meets it in place of JSON Schema.
      if (typeof inner !== 'object' || inner === null || seen.has(inner) || vendorOf(inner) !== undefined) continue;
      seen.add(inner);
      queue.push([inner, `${place}/${key}`]);
    }
  }
  return undefined;
}

function faultOf(value: object): string | undefined {
  // As null it would stand for a value, or for a name that nobody can give.
  if (Array.isArray(value)) return value.includes(undefined) ? 'is a list with undefined in it, which JSON does not have' : undefined;
  const made = className(value);
  if (made !== undefined && Object.keys(value).length === 0)
    return `is an instance of ${made}, in which JSON sees nothing; give ${mends[made] ?? 'a plain object'}`;
  if (typeof (value as { toJSON?: unknown }).toJSON === 'function') return 'has a method toJSON(); give what it returns';
  const inherited = inheritedIn(value);
  return inherited && `inherits '${inherited}', which JSON does not see; give the object what it inherits as properties of its own`;
}

/** The name of something that is no method, and stands in a prototype. */
function inheritedIn(value: object): string | undefined {
  for (let prototype = parentOf(value); prototype !== null && parentOf(prototype) !== null; prototype = parentOf(prototype)) {
    const names = Object.entries(Object.getOwnPropertyDescriptors(prototype));
    const found = names.find(([name, { enumerable, get, value: held }]) =>
      get ? isKeyword(name) : enumerable && typeof held !== 'function',
    );
    if (found) return found[0];
  }
  return undefined;
}

const parentOf = (value: object): object | null => Object.getPrototypeOf(value) as object | null;
