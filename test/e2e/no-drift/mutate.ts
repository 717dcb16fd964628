/** Small harm done to a value: what a model gets wrong, and what an attacker tries. */
import fc from 'fast-check';
import { nastyKeys, nastyNumbers, nastyText, nastyValue, objectOf } from './nasty.js';

type Change = (value: unknown) => fc.Arbitrary<unknown>;

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

const withEntry = (value: object, key: string, inner: unknown): Record<string, unknown> =>
  objectOf([...Object.entries(value), [key, inner]]);

/** Kind of value -> what may be done to it. */
const changes: Readonly<Record<string, readonly Change[]>> = {
  object: [
    (value) => fc.constantFrom(...Object.keys(value as object), 'none').map((key) => without(value as object, key)),
    (value) =>
      fc
        .tuple(fc.constantFrom(...nastyKeys, '__proto__', 'bogus'), nastyValue)
        .map(([key, inner]) => withEntry(value as object, key, inner)),
    (value) => fc.constant(Object.entries(value as object)),
    (value) => fc.constantFrom(...Object.keys(value as object), 'none').map((key) => renamed(value as object, key)),
  ],
  array: [
    (value) => fc.constant((value as unknown[]).slice(1)),
    (value) => fc.constant([...(value as unknown[]), ...(value as unknown[])]),
    (value) =>
      fc
        .tuple(nastyValue, fc.integer({ min: 1, max: 6 }))
        .map(([item, times]) => [...(value as unknown[]), ...Array.from({ length: times }, () => item)]),
    (value) => fc.constant([value]),
    (value) => fc.constantFrom<unknown>(...(value as unknown[]), null),
    (value) => fc.constant(objectOf((value as unknown[]).map((item, index) => [String(index), item] as const))),
  ],
  string: [
    (value) =>
      fc.constantFrom((value as string).toUpperCase(), (value as string).toLowerCase(), `${value as string} `, `${value as string}\n`),
    (value) => nastyText(1, 4).map((more) => `${value as string}${more}`),
    (value) => fc.constant((value as string).slice(1)),
    (value) => fc.constantFrom<unknown>(Number(value), [value], [...(value as string)]).map((other) => (Number.isNaN(other) ? 0 : other)),
  ],
  number: [
    () => fc.constantFrom(...nastyNumbers),
    (value) =>
      fc
        .constantFrom(-(value as number), (value as number) + 0.5, (value as number) + 1, (value as number) - 1)
        .map((result) => (Number.isFinite(result) ? result : 0)),
    (value) => fc.constantFrom<unknown>(String(value), [value], Boolean(value)),
  ],
  boolean: [(value) => fc.constantFrom<unknown>(!value, String(value), Number(value))],
  null: [() => fc.constantFrom<unknown>('null', 0, false, {}, [])],
};

function without(value: object, key: string): Record<string, unknown> {
  return objectOf(Object.entries(value).filter(([name]) => name !== key));
}

function renamed(value: object, key: string): Record<string, unknown> {
  return objectOf(Object.entries(value).map(([name, inner]) => [name === key ? name.toUpperCase() : name, inner] as const));
}

const kindOf = (value: unknown): string => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value);

/** Levels that the guard lets through, and more than it does. */
const nested = (depth: number): unknown => {
  let value: unknown = 1;
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { a: value };
  return value;
};

const replaced: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: nastyValue },
  { weight: 3, arbitrary: fc.constant(null) },
  { weight: 1, arbitrary: fc.constantFrom(3, 20, 300).map(nested) },
);

/** The value with one change, at itself or somewhere inside. */
export function mutated(value: unknown): fc.Arbitrary<unknown> {
  const here = fc.oneof(replaced, ...(changes[kindOf(value)] ?? []).map((change) => change(value)));
  if (Array.isArray(value) && value.length > 0) {
    const inside = fc.nat(value.length - 1).chain((index) => mutated(value[index]).map((item) => value.with(index, item)));
    return fc.oneof(here, inside, inside);
  }
  if (!isObject(value) || Object.keys(value).length === 0) return here;
  const inside = fc
    .constantFrom(...Object.keys(value))
    .chain((key) =>
      mutated(value[key]).map((inner) => objectOf(Object.entries(value).map(([name, old]) => [name, name === key ? inner : old] as const))),
    );
  return fc.oneof(here, inside, inside);
}

/** Arguments: an object, harmed now and then, also twice. */
export function argumentsFrom(valid: fc.Arbitrary<unknown>): fc.Arbitrary<Record<string, unknown>> {
  const once = valid.chain(mutated);
  return fc
    .oneof({ weight: 2, arbitrary: valid }, { weight: 4, arbitrary: once }, { weight: 1, arbitrary: once.chain(mutated) })
    .filter(isObject);
}
