/** Values for drawn classes: near their shape, so that many pass, and far from it. */
import { getMetadataStorage, type ValidationArguments } from 'class-validator';
import type { Constructor } from '../../../src/types.js';
import { probes, samples } from '../rules/samples.js';
import { builtInDecorator } from './classes.js';
import { propertiesOf, type PropertyPlan, type RulePlan, targetOf, type WorldPlan } from './plans.js';
import type { Random } from './random.js';

const throwing = (): never => {
  throw new TypeError('this value cannot be read as text');
};

/** Made afresh each time: some hold state, and a tool may be tempted to change them. */
const nastyMakers: readonly (() => unknown)[] = [
  () => undefined,
  () => null,
  () => NaN,
  () => -0,
  () => Infinity,
  () => 1e-7,
  () => '',
  () => '0',
  () => [],
  () => [[[]]],
  () => [undefined, null],
  () => Array.from<unknown>({ length: 3 }),
  () => {
    const holed: unknown[] = [];
    holed[2] = 'a';
    return holed;
  },
  () => ({}),
  () =>
    new Map<unknown, unknown>([
      ['a', 1],
      [2, 'b'],
    ]),
  () => new Map([[{}, {}]]),
  () => new Map([[null, 1]]),
  () => new Set<unknown>(['a', 1]),
  () => new Set(),
  () => new Map(),
  () => new Date('2024-05-17T10:30:00Z'),
  () => new Date(NaN),
  () => new Date(0),
  () => 12n,
  () => aFunction,
  () => AClass,
  () => Symbol.iterator,
  // eslint-disable-next-line no-new-wrappers
  () => new Number(3),
  // eslint-disable-next-line no-new-wrappers
  () => new String('abc'),
  () => Object.freeze({ a: 1 }),
  () => Object.freeze(['a', 'b']),
  () => Object.create(null) as object,
  () => Object.assign(Object.create(null) as object, { a: 1 }),
  () => ({ constructor: 1 }),
  () => ({ constructor: null }),
  () => ({ constructor: Date }),
  () => JSON.parse('{"__proto__": {"a": 1}, "b": 2}') as unknown,
  () => JSON.parse('{"constructor": {"prototype": {"a": 1}}}') as unknown,
  () => ({ valueOf: 1, toString: 2 }),
  () => ({ toString: throwing, valueOf: throwing }),
  () => ({ then: 1 }),
  () => ({ then: resolveLate }),
  () => new AClass(),
  () => new AList(),
  () => Buffer.from('abc'),
  () => new Uint8Array([1, 2]),
  () => /a/,
  () => new Error('an error'),
  () => ({ length: 2, 0: 'a', 1: 'b' }),
  () => ({ a: { b: { c: [{ d: null }] } } }),
  () => ({ kind: 'one', a: 1 }),
  () => [{ kind: 'two', a: 'x' }, { kind: 'none' }, { a: 2 }],
  () => [null, { kind: 'one' }],
  () => [{ a: 1 }, { b: '2' }, 3],
];

function aFunction(): string {
  return 'a';
}

class AClass {
  a = 1;
}

class AList extends Array<unknown> {}

const resolveLate = (resolve: (value: unknown) => void): void => resolve('late');

/** Anything at all. */
export const nasty = (random: Random): unknown => random.pick(nastyMakers)();

/** Makes one value, a fresh one each time: an object at two places at once is another matter. */
type Make = () => unknown;

const everyMaker: readonly Make[] = [
  ...probes.map((probe): Make => (typeof probe === 'object' && probe !== null ? () => structuredClone(probe) : () => probe)),
  ...nastyMakers,
];

const probe = (random: Random): unknown => everyMaker[random.below(probes.length)]!();

const anything = (random: Random): unknown => (random.chance(0.6) ? probe(random) : nasty(random));

/** What the promises made here give. */
const promised = new WeakMap<object, unknown>();

function promiseOf(value: unknown): Promise<unknown> {
  const promise = Promise.resolve(value);
  promised.set(promise, value);
  return promise;
}

/** Whether what a promise gives holds a further promise. */
export const givesPromise = (value: unknown): boolean =>
  value instanceof Promise && someValue(promised.get(value), (inside) => inside instanceof Promise);

/** Whether a value, or one inside it, passes the test. Getters are not called. */
export function someValue(root: unknown, test: (value: unknown) => boolean, seen = new Set<unknown>()): boolean {
  if (test(root)) return true;
  if (typeof root !== 'object' || root === null || seen.has(root)) return false;
  seen.add(root);
  if (promised.has(root)) return someValue(promised.get(root), test, seen);
  const inside =
    root instanceof Map || root instanceof Set
      ? [...root.values()]
      : Object.values(Object.getOwnPropertyDescriptors(root)).map(({ value }) => value as unknown);
  return inside.some((value) => someValue(value, test, seen));
}

/** Every value to try a rule on. */
export const everyValue = (): unknown[] => everyMaker.map((make) => make());

const passing = new Map<string, readonly Make[]>();

/** Values a built-in rule accepts. */
function valuesFor(decorator: string, use: number): readonly Make[] {
  const key = `${decorator} ${use}`;
  const known = passing.get(key);
  if (known) return known;
  class Owner {}
  builtInDecorator(decorator, samples[decorator]![use]!.args)(Owner.prototype, 'value');
  const found = everyMaker.filter((make) => passes(Owner, make()));
  (getMetadataStorage() as unknown as { validationMetadatas: Map<unknown, unknown> }).validationMetadatas.delete(Owner);
  passing.set(key, found);
  return found;
}

function passes(owner: Constructor, value: unknown): boolean {
  const [rule] = getMetadataStorage().getTargetValidationMetadatas(owner, '', true, false);
  const [constraint] = getMetadataStorage().getTargetValidatorConstraints(rule!.constraintCls);
  try {
    const args = {
      constraints: rule!.constraints as unknown[],
      value,
      object: {},
      property: 'value',
      targetName: '',
    } satisfies ValidationArguments;
    return constraint!.instance.validate(value, args) === true;
  } catch {
    return false;
  }
}

/** One value that the rules are likely to accept. */
function fitting(random: Random, rules: readonly RulePlan[]): unknown {
  let accepted: readonly Make[] | undefined;
  for (const rule of rules) {
    if (rule.kind !== 'built-in') continue;
    const alone = valuesFor(rule.decorator, rule.use);
    const both: readonly Make[] | undefined = accepted?.filter((make) => alone.includes(make));
    // Rules that exclude each other: one of them at least.
    accepted = both === undefined || both.length === 0 ? alone : both;
  }
  const isCustom = rules.some(({ kind }) => kind === 'custom');
  if (!accepted || accepted.length === 0) return isCustom ? random.pick(['string', 'a', 'ab']) : anything(random);
  const texts = isCustom ? accepted.filter((make) => typeof make() === 'string') : [];
  return random.pick(texts.length > 0 ? texts : accepted)();
}

const many = <T>(random: Random, make: (part: Random, index: number) => T): T[] =>
  Array.from({ length: random.below(4) }, (_item, index) => make(random.part(`item ${index}`), index));

function collection(random: Random, items: unknown[]): unknown {
  return random.weighted<unknown>([
    [6, () => items],
    [1, () => new Set(items)],
    [1, () => new Map(items.map((item, index) => [`key ${index}`, item]))],
    [1, () => new Map(items.map((item, index) => [index % 2 === 0 ? index : { index }, item]))],
  ]);
}

/** Makes objects of drawn classes with what their rules may like in their fields. */
export class InstanceMaker {
  constructor(
    private readonly world: WorldPlan,
    private readonly classes: readonly Constructor[],
  ) {}

  /** @param depth levels of nested objects still to be made */
  make(random: Random, index: number, depth = 2): object {
    const instance = new (this.classes[index] as unknown as new () => Record<string, unknown>)();
    const isTame = random.chance(0.6);
    for (const property of propertiesOf(this.world, index)) {
      const part = random.part(property.name);
      if (property.accessor === 'getter' || (!isTame && part.chance(0.06))) continue;
      Reflect.set(instance, property.name, this.value(part, property, depth, isTame));
    }
    if (random.chance(0.01)) Object.defineProperty(instance, 'constructor', { value: nasty(random), enumerable: true });
    return random.chance(0.02) ? Object.freeze(instance) : instance;
  }

  private value(random: Random, property: PropertyPlan, depth: number, isTame: boolean): unknown {
    if (!isTame && random.chance(0.15)) return random.chance(0.4) ? random.pick([undefined, null]) : anything(random);
    const value = property.rules.some(({ kind }) => kind === 'ValidateNested')
      ? this.nested(random, property, depth, isTame)
      : this.plain(random, property, isTame);
    const isPromised = property.rules.some(({ kind }) => kind === 'ValidatePromise');
    return isPromised && random.chance(0.7) ? promiseOf(value) : value;
  }

  private plain(random: Random, { rules }: PropertyPlan, isTame: boolean): unknown {
    if (!rules.some(({ options }) => options?.each) || (!isTame && random.chance(0.15))) return fitting(random, rules);
    return collection(
      random,
      many(random, (part) => (isTame || part.chance(0.9) ? fitting(part, rules) : anything(part))),
    );
  }

  private nested(random: Random, property: PropertyPlan, depth: number, isTame: boolean): unknown {
    if (depth === 0) return undefined;
    const one = (part: Random): unknown =>
      part.weighted<unknown>([
        [20, () => this.make(part, this.near(part, property), depth - 1)],
        [isTame ? 0 : 1, () => ({ a: 1 })],
        [isTame ? 0 : 1, () => anything(part)],
      ]);
    const items = (): unknown[] => many(random, (part) => one(part));
    return random.weighted<unknown>([
      [6, () => (property.shape === 'single' ? one(random) : collection(random, items()))],
      [1, () => one(random)],
      [1, () => collection(random, items())],
      [isTame ? 0 : 1, () => [[items()], items()]],
    ]);
  }

  /** Mostly the class meant, at times a relation of it or a stranger: the object's own class decides. */
  private near(random: Random, property: PropertyPlan): number {
    return random.chance(0.8) ? targetOf(this.world, property) : random.below(this.world.length);
  }
}

/** Makes plain objects, as from JSON and worse. */
export class PlainMaker {
  constructor(private readonly world: WorldPlan) {}

  make(random: Random, index: number, depth = 2): Record<string, unknown> {
    const plain: Record<string, unknown> = random.chance(0.02) ? (Object.create(null) as Record<string, unknown>) : {};
    const properties = propertiesOf(this.world, index);
    for (const property of properties) {
      const part = random.part(property.name);
      if (part.chance(0.15)) continue;
      for (const key of new Set([property.name, ...renamed(property)])) plain[key] = this.value(part.part(key), property, depth);
    }
    if (random.chance(0.2)) plain[random.pick(['x', 'z', 'then', 'valueOf', 'kind', 'toString', '_a', '_b'])] = anything(random);
    if (random.chance(0.05)) Object.defineProperty(plain, random.pick(['__proto__', 'constructor', 'prototype']), own(nasty(random)));
    if (random.chance(0.2)) plain['kind'] = random.pick(['one', 'two', 'three', null]);
    return random.chance(0.02) ? Object.freeze(plain) : plain;
  }

  private value(random: Random, property: PropertyPlan, depth: number): unknown {
    const isNested = property.transforms.some((plan) => plan.kind === 'type');
    return random.weighted<unknown>([
      [isNested ? 6 : 1, () => (depth === 0 ? null : this.below(random, property, depth))],
      [isNested ? 1 : 3, () => probe(random)],
      [1, () => nasty(random)],
    ]);
  }

  private below(random: Random, property: PropertyPlan, depth: number): unknown {
    const one = (part: Random): unknown =>
      part.chance(0.93) ? this.make(part, targetOf(this.world, property), depth - 1) : anything(part);
    if (property.shape === 'single' ? random.chance(0.85) : random.chance(0.1)) return one(random);
    const items = many(random, (part) => one(part));
    if (property.shape === 'record') return Object.fromEntries(items.map((item, index) => [`key ${index}`, item]));
    if (property.shape === 'set' && random.chance(0.4)) return new Set(items);
    if (property.shape === 'map' && random.chance(0.5)) return new Map(items.map((item, index) => [`key ${index}`, item]));
    return random.chance(0.05) ? [items] : items;
  }
}

const own = (value: unknown): PropertyDescriptor => ({ value, enumerable: true, configurable: true, writable: true });

const renamed = ({ transforms }: PropertyPlan): string[] =>
  transforms.flatMap((plan) => (plan.kind === 'expose' && plan.name !== undefined ? [plan.name] : []));
