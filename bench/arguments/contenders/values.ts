/** The values that every contender gets: pools of values of one shape, so that none can be learnt by heart. */
import type { CaseName, Kind } from '../results.js';

/** Numbers from 0 up to 1, the same in every run. */
function sequence(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

const random = sequence(3);
const whole = (below: number): number => Math.floor(random() * below);
const one = <T>(list: readonly T[]): T => list[whole(list.length)] as T;
const digits = (count: number): string => Array.from({ length: count }, () => whole(10)).join('');
const capitals = (count: number): string => Array.from({ length: count }, () => String.fromCharCode(65 + whole(26))).join('');
const word = (): string => one(['amber', 'birch', 'cedar', 'delta', 'ember', 'fjord', 'grove', 'heath', 'inlet', 'jetty']);
const price = (): number => whole(100_000) / 100;

type Value = Record<string, unknown>;

const flat = (index: number): Value => ({
  name: `${word()} ${word()}`,
  code: `${capitals(3)}-${digits(4)}`,
  age: 18 + whole(100),
  subscribed: random() < 0.5,
  plan: one(['free', 'team', 'enterprise']),
  ...(index % 2 === 0 ? { note: `${word()} ${word()} ${digits(6)}` } : {}),
});

const email = (index: number): Value => {
  const { code: _, ...rest } = flat(index);
  return { email: `${word()}.${word()}${digits(2)}@${word()}.example.com`, ...rest };
};

const line = (): Value => ({ sku: `${capitals(2)}-${digits(5)}`, quantity: 1 + whole(999), price: price() });

const order = (index: number): Value => ({
  id: `ord-${digits(8)}`,
  customer: {
    name: `${word()} ${word()}`,
    phone: `+${digits(11)}`,
    address: { street: `${word()} ${digits(2)}`, city: word(), postcode: digits(5), country: capitals(2) },
  },
  currency: one(['EUR', 'USD', 'GBP']),
  ...(index % 2 === 0 ? { placed: new Date(1.7e12 + whole(1e9) * 60).toISOString() } : {}),
  lines: Array.from({ length: 10 }, line),
});

const item = (_: unknown, index: number): Value => ({
  id: index + 1 + whole(1000),
  name: `${word()} ${word()}`,
  price: price(),
  active: random() < 0.5,
});

const items = (): Value => ({ items: Array.from({ length: 1000 }, item) });

/** How many values a pool has; a power of two. */
const makers: Record<CaseName, { size: number; make: (index: number) => Value; last: (value: Value) => Value }> = {
  flat: { size: 64, make: flat, last: (value) => value },
  email: { size: 64, make: email, last: (value) => value },
  order: { size: 64, make: order, last: ({ lines }) => (lines as Value[]).at(-1) as Value },
  items: { size: 16, make: items, last: ({ items: all }) => (all as Value[]).at(-1) as Value },
};

/** One fault in the last object of the value: text where no text fits, a number out of its bounds, an unknown key. */
const faults: Record<CaseName, Record<Exclude<Kind, 'accepted'>, Value>> = {
  flat: { type: { subscribed: 'perhaps' }, rule: { age: 200 }, key: { colour: 'red' } },
  email: { type: { subscribed: 'perhaps' }, rule: { email: 'nobody at example.com' }, key: { colour: 'red' } },
  order: { type: { quantity: 'many' }, rule: { price: -1 }, key: { colour: 'red' } },
  items: { type: { price: 'dear' }, rule: { price: -1 }, key: { colour: 'red' } },
};

export const cases: readonly CaseName[] = ['flat', 'email', 'order', 'items'];
export const kinds: readonly Kind[] = ['accepted', 'type', 'rule', 'key'];

/** A pool of values; its length is a power of two. */
export function valuesOf(name: CaseName, kind: Kind): Value[] {
  const { size, make, last } = makers[name];
  return Array.from({ length: size }, (_, index) => {
    const value = make(index);
    if (kind !== 'accepted') Object.assign(last(value), faults[name][kind]);
    return value;
  });
}
