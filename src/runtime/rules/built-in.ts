/** Tells class-validator's own rules from custom ones that bear the same name. */
import * as classValidator from 'class-validator';
import { constraintsOf, type RuleRecord } from './metadata.js';
import { type RuleEntry, ruleTable } from './table/index.js';
import { trialsOf } from './trials.js';

type Predicate = (value: unknown, ...args: readonly unknown[]) => unknown;

/** `isEmail` -> `IsEmail`: rules and decorators differ in letter case alone. */
const decorators = new Map(Object.keys(ruleTable).map((name) => [name.toLowerCase(), name]));

/** The exported functions that decide, by decorator name in lower case. */
const predicates = new Map<string, Predicate>(
  Object.entries(classValidator as unknown as Record<string, unknown>).flatMap(([name, value]) =>
    typeof value === 'function' && /^[a-z]/.test(name) ? [[name.toLowerCase(), value as Predicate] as const] : [],
  ),
);

/** Values on which a custom rule of a built-in name gives itself away. */
const probes: readonly unknown[] = [
  undefined,
  null,
  true,
  0,
  1,
  -1.5,
  '',
  'a',
  '12',
  'a@b.co',
  [],
  ['a', 'A'],
  [1, 2, 1],
  [{}, {}],
  // `@ArrayUnique` maps only by a function of the author, which it keeps to itself.
  Object.assign([1, 2], { map: () => [1, 1] }),
  {},
  { a: null },
  new Date(0),
];

/** Asked again and again of the same records, which never change. */
const entries = new WeakMap<RuleRecord, RuleEntry | 'custom'>();

/** The table's entry of a built-in rule; undefined for a custom one. */
export function entryOf(rule: RuleRecord): RuleEntry | undefined {
  let entry = entries.get(rule);
  if (entry === undefined) {
    const decorator = decoratorOf(rule);
    const isBuiltIn = decorator !== undefined && speaksAsBuiltIn(rule, decorator) && behavesAsBuiltIn(rule, decorator);
    entry = (isBuiltIn ? ruleTable[decorator] : undefined) ?? 'custom';
    entries.set(rule, entry);
  }
  return entry === 'custom' ? undefined : entry;
}

/** Words of a message that are compared: what follows may be made of the rule's arguments. */
const comparedWords = 5;

/** Its default message begins as that of class-validator's decorator. Asked first, so that custom code does not run on probes. */
export function speaksAsBuiltIn(rule: RuleRecord, decorator: string): boolean {
  const source = String((classValidator as unknown as Record<string, unknown>)[decorator]);
  const part = (defaultMessage(rule) ?? '').split(/\$\w+|each value in /).find((text) => text.length > 3);
  const words = part?.split(' ').slice(0, comparedWords).join(' ');
  return words !== undefined && [words, JSON.stringify(words).slice(1, -1)].some((text) => source.includes(text));
}

/** The rule's own message, before there is a value; undefined when it gives none, or no text. */
export function defaultMessage(rule: RuleRecord): string | undefined {
  try {
    return textOf(constraintsOf(rule)[0]?.instance.defaultMessage?.(validationArguments(rule, {}, undefined)));
  } catch {
    return undefined;
  }
}

/** `@Length` alone records a name of another form: `isLength`. */
function decoratorOf({ name = '' }: RuleRecord): string | undefined {
  const key = name.toLowerCase();
  return decorators.get(key) ?? (key === 'islength' ? 'Length' : undefined);
}

/** A rule's arguments, as its decorator was given them. */
export const argumentsOf = (rule: RuleRecord): readonly unknown[] => (rule.constraints as unknown[] | undefined) ?? [];

/** class-validator wraps both kinds alike, so only behaviour tells them apart. */
function behavesAsBuiltIn(rule: RuleRecord, decorator: string, values: Iterable<unknown> = probes): boolean {
  const predicate = predicates.get(decorator.toLowerCase());
  const [constraint] = constraintsOf(rule);
  if (!predicate || !constraint || constraint.async) return false;
  const args = argumentsOf(rule);
  const { instance } = constraint;
  for (const value of values) {
    const given = validationArguments(rule, {}, value);
    if (outcome(() => predicate(value, ...args)) !== outcome(() => instance.validate(value, given))) return false;
  }
  return true;
}

/** Asked once for each rule that may rest on the schema's word: whether it behaves as the built-in one on many more values, those around its limits among them. */
export function isSurelyBuiltIn(rule: RuleRecord): boolean {
  const decorator = decoratorOf(rule);
  return (
    decorator !== undefined && entryOf(rule) !== undefined && behavesAsBuiltIn(rule, decorator, trialsOf(decorator, argumentsOf(rule)))
  );
}

/** What class-validator hands to a rule beside the value. */
export function validationArguments(rule: RuleRecord, object: object, value: unknown): classValidator.ValidationArguments {
  const prototype = Object.getPrototypeOf(object) as { constructor?: { name?: string } } | null;
  return {
    targetName: prototype?.constructor?.name ?? '',
    property: rule.propertyName,
    object,
    value,
    constraints: rule.constraints as unknown[],
  };
}

function outcome(judge: () => unknown): string {
  try {
    const verdict = judge();
    return takeFailure(verdict) ? 'promise' : String(Boolean(verdict));
  } catch {
    return 'error';
  }
}

/** Anything that can be awaited. */
export function isPromise(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function';
}

/** Nobody waits for this value: should it be a promise, its failure must not end the process. @returns whether it is one */
export function takeFailure(value: unknown): boolean {
  if (!isPromise(value)) return false;
  Promise.resolve(value).then(undefined, () => undefined);
  return true;
}

/** What was given in place of a text, when it is one. */
export function textOf(given: unknown): string | undefined {
  if (typeof given === 'string') return given;
  takeFailure(given);
  return undefined;
}
