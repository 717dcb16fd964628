/** Asks class-validator and the compiled rules for their verdicts on one object, and holds them equal. */
import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { getMetadataStorage, validate, type ValidationError, ValidationTypes, validateSync } from 'class-validator';
import type { CompiledRules } from '../../../src/runtime/rules/validate.js';
import type { RuleOptions } from '../../../src/runtime/rules/metadata.js';
import { type Call, record } from './custom-rules.js';
import { givesPromise, someValue } from './values.js';

/** What one side says. Places are paths to what was refused. */
export interface Verdict {
  refused: boolean;
  places: string[][];
  calls: Call[];
  /** Only of the real library: what it threw. */
  crash?: { thrown: unknown };
}

/** class-validator's own verdict; what it throws is its verdict too. */
export async function realVerdict(instance: object, options: RuleOptions): Promise<Verdict> {
  const calls = record('real');
  try {
    const errors = await validate(instance, { ...options });
    return { refused: errors.length > 0, places: placesOf(errors, []), calls };
  } catch (thrown) {
    return { refused: true, places: [], calls, crash: { thrown } };
  }
}

/** The compiled rules' verdict. They never throw. */
export async function compiledVerdict(rules: CompiledRules, instance: object): Promise<Verdict> {
  const calls = record('ours');
  const issues = await rules.validate(instance);
  for (const { message } of issues) assert.ok(typeof message === 'string' && message !== '', 'an issue without a message');
  return { refused: issues.length > 0, places: issues.map(({ path }) => (path ?? []).map(String)), calls };
}

function placesOf(errors: readonly ValidationError[], above: readonly string[]): string[][] {
  return errors.flatMap(({ property, constraints, children }) => {
    const place = (property as unknown) === undefined ? [...above] : [...above, property];
    return [...(constraints ? [place] : []), ...placesOf(children ?? [], place)];
  });
}

/** Where the compiled rules differ on purpose: which objects are such a case, and what must hold there instead of equality. */
interface Deviation {
  reason: string;
  concerns(instance: object, options: RuleOptions): boolean;
  holds(ours: Verdict, real: Verdict): boolean;
}

/** An object of a class that has the decorator twice on a property, for example by its parents. */
function isNestedTwice(value: unknown, { groups, always = false, strictGroups = false }: RuleOptions): boolean {
  if (typeof value !== 'object' || value === null || typeof value.constructor !== 'function') return false;
  const nested = getMetadataStorage()
    .getTargetValidationMetadatas(value.constructor, '', always, strictGroups, groups)
    .filter(({ type }) => type === ValidationTypes.NESTED_VALIDATION);
  return new Set(nested.map(({ propertyName }) => propertyName)).size < nested.length;
}

const deviations: readonly Deviation[] = [
  {
    reason:
      'class-validator looks an object with an own key `constructor` up by that key; ours go by the prototype, which no caller can set',
    concerns: (instance) =>
      someValue(instance, (value) => typeof value === 'object' && value !== null && Object.hasOwn(value, 'constructor')),
    holds: () => true,
  },
  {
    reason: 'class-validator does not wait for asynchronous rules of what a promise gives (`@ValidatePromise`); ours do',
    concerns: (instance) => someValue(instance, (value) => value instanceof Promise),
    holds: (ours) => ours.refused && ours.calls.some(({ isLate }) => isLate),
  },
  {
    reason: 'nor for a promise inside of what a promise gives',
    concerns: (instance) => someValue(instance, givesPromise),
    holds: (ours, real) => ours.refused || !real.refused,
  },
  {
    reason:
      'class-validator looks into a value once for each `@ValidateNested` of its property, two for four times at the next level; ours once',
    concerns: (instance, options) => someValue(instance, (value) => isNestedTwice(value, options)),
    holds: (ours, real) => ours.refused === real.refused && real.calls.every((call) => ours.calls.some((other) => isSameCall(call, other))),
  },
  {
    reason:
      'class-validator skips the holes of an array, but takes them for refusals when a rule answers later; ours skip them. JSON has none',
    concerns: (instance) => someValue(instance, (value) => Array.isArray(value) && Object.keys(value).length < value.length),
    holds: (ours, real) => real.refused && ours.calls.some(({ isLate }) => isLate),
  },
];

/** Whether a deviation explains the difference. */
const isExplained = (instance: object, options: RuleOptions, ours: Verdict, real: Verdict): boolean =>
  deviations.some((deviation) => deviation.concerns(instance, options) && deviation.holds(ours, real));

/** Fails unless both say the same: accepted or refused, where, and which code of users ran. */
export async function assertSameVerdict(rules: CompiledRules, instance: object, options: RuleOptions): Promise<Verdict> {
  const real = await realVerdict(instance, options);
  const ours = await compiledVerdict(rules, instance);
  const difference = differenceBetween(ours, real);
  if (difference === undefined || isExplained(instance, options, ours, real)) return real;
  const about = [instance, real, ours].map((value) => inspect(value, { depth: 6 }));
  return assert.fail(`${difference}\nobject: ${about[0]}\nreal: ${about[1]}\nours: ${about[2]}`);
}

function differenceBetween(ours: Verdict, real: Verdict): string | undefined {
  if (ours.refused !== real.refused) return 'other verdict';
  // Where the real library broke off, it found no places and asked nobody further.
  if (real.crash) return undefined;
  if (topOf(ours).join() !== topOf(real).join()) return 'other properties';
  if (!isBelow(ours.places, real.places) || !isAbove(real.places, ours.places)) return 'other places';
  return differenceOfCalls(ours.calls, real.calls);
}

const topOf = ({ places }: Verdict): (string | undefined)[] => [...new Set(places.map(([first]) => first))].sort();

const startsWith = (place: readonly string[], start: readonly string[]): boolean => start.every((key, index) => place[index] === key);

/** Ours may name the element where class-validator names the list. */
const isBelow = (ours: readonly string[][], real: readonly string[][]): boolean =>
  ours.every((place) => real.some((start) => startsWith(place, start)));
const isAbove = (real: readonly string[][], ours: readonly string[][]): boolean =>
  real.every((start) => ours.some((place) => startsWith(place, start)));

/** Each call of users' code once, with the same arguments; the order is free. */
function differenceOfCalls(ours: readonly Call[], real: readonly Call[]): string | undefined {
  const left = [...real];
  for (const call of ours) {
    const index = left.findIndex((other) => isSameCall(call, other));
    if (index < 0) return `a call too many, or with other arguments: ${inspect(call, { depth: 1 })}`;
    left.splice(index, 1);
  }
  return left.length === 0 ? undefined : `a call too few: ${inspect(left[0], { depth: 1 })}`;
}

const callKeys = ['tag', 'value', 'object', 'property', 'targetName', 'whole', 'constraints'] as const satisfies readonly (keyof Call)[];

const isSameCall = (a: Call, b: Call): boolean => callKeys.every((key) => Object.is(a[key], b[key]));

/** Where nothing is asynchronous, the verdict is there at once, and as `validateSync` has it. */
export function assertSameAtOnce(rules: CompiledRules, instance: object, options: RuleOptions): void {
  record('real');
  const real: Verdict = { refused: true, places: [], calls: [] };
  try {
    real.refused = validateSync(instance, { ...options }).length > 0;
  } catch {
    // A crash is a refusal.
  }
  record('ours');
  const issues = rules.validate(instance);
  assert.ok(Array.isArray(issues), `a promise without need for ${inspect(instance)}`);
  const ours: Verdict = { refused: issues.length > 0, places: [], calls: [] };
  if (ours.refused !== real.refused && !isExplained(instance, options, ours, real))
    assert.fail(`other verdict at once on ${inspect(instance, { depth: 6 })}`);
}
