/** Deep equality as the differential tests need it: `deepStrictEqual`, but invalid dates are alike, and so are promises. */
import { inspect } from 'node:util';

/** Where two values differ first; undefined when they do not. Prototypes and the order of keys count. */
export function differenceAt(a: unknown, b: unknown, path = 'value', seen = new Map<unknown, unknown>()): string | undefined {
  if (Object.is(a, b)) return undefined;
  if (!isObject(a) || !isObject(b)) return `${path}: ${inspect(a)} and ${inspect(b)}`;
  if (seen.get(a) === b) return undefined;
  seen.set(a, b);
  if (Object.getPrototypeOf(a) !== Object.getPrototypeOf(b)) return `${path}: other prototypes of ${inspect(a)} and ${inspect(b)}`;
  if (isNow(a) && isNow(b)) return undefined;
  if (!Object.is(contentOf(a), contentOf(b))) return `${path}: ${inspect(a)} and ${inspect(b)}`;
  return differenceInside(partsOf(a), partsOf(b), path, seen);
}

/** A date that was made just now, by `new Date()`: the two sides make theirs one after the other. */
const isNow = (value: object): boolean => value instanceof Date && Math.abs(Date.now() - value.getTime()) < 10_000;

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** What `Object.entries` does not show. */
function contentOf(value: object): unknown {
  if (value instanceof Date) return value.getTime();
  if (value instanceof RegExp) return String(value);
  if (value instanceof Number || value instanceof String || value instanceof Boolean) return value.valueOf();
  if (value instanceof Error) return value.message;
  return undefined;
}

function partsOf(value: object): [unknown, unknown][] {
  // Node hangs the ids of its asynchronous hooks on promises, once somebody uses those.
  const own = Reflect.ownKeys(value).filter((key) => key !== 'stack' && !(value instanceof Promise && typeof key === 'symbol'));
  const fields = own.map((key): [unknown, unknown] => [key, Object.getOwnPropertyDescriptor(value, key)?.value]);
  if (value instanceof Map) return [...fields, ...value];
  return value instanceof Set ? [...fields, ...[...value].map((item, index): [unknown, unknown] => [index, item])] : fields;
}

function differenceInside(a: [unknown, unknown][], b: [unknown, unknown][], path: string, seen: Map<unknown, unknown>): string | undefined {
  if (a.length !== b.length) return `${path}: other keys, ${inspect(a.map(([key]) => key))} and ${inspect(b.map(([key]) => key))}`;
  for (const [index, [key, value]] of a.entries()) {
    const [otherKey, other] = b[index]!;
    const difference =
      differenceAt(key, otherKey, `${path} key ${index}`, seen) ??
      differenceAt(value, other, `${path}.${String(isObject(key) ? index : key)}`, seen);
    if (difference) return difference;
  }
  return undefined;
}
