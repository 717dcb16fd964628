/**
 * Enforces the rules on the instances made for a call. Each rule's own code decides, called as class-validator calls it;
 * walking by ourselves gives paths down to the element, checks each instance once, and keeps values out of the errors.
 */
import type { Constructor, Issue } from '../../types.js';
import { entryOf, isPromise, validationArguments } from './built-in.js';
import { messageOf } from './message.js';
import { constraintsOf, type PropertyRules, type RuleConstraint, type RuleOptions, type RuleRecord, rulesOf } from './metadata.js';
import { wireForms } from './wire-form.js';

/** A class instance made for a call, and where in the arguments it lies. */
export interface MadeInstance {
  instance: object;
  path: readonly (string | number)[];
}

type Path = readonly (string | number)[];
type Outcome = Issue | undefined | Promise<Issue | undefined>;

/** One call's check: what was found, and the places whose rules a condition switched off. */
interface Check {
  readonly options: RuleOptions;
  readonly outcomes: Outcome[];
  readonly switchedOff: Set<string>;
  readonly rules: Map<Constructor, PropertyRules[]>;
}

/**
 * Issues with paths from the arguments' root; at once unless a rule gives a promise (then a Promise). Never throws:
 * a rule that throws is an issue that says so. An instance below a property that `@IsOptional` or `@ValidateIf` switches off is not checked.
 */
export function checkRules(made: readonly MadeInstance[], options: RuleOptions): Issue[] | Promise<Issue[]> {
  const check: Check = { options, outcomes: [], switchedOff: new Set(), rules: new Map() };
  // Parents first: their conditions decide whether their children are looked at.
  for (const { instance, path } of [...made].sort((a, b) => a.path.length - b.path.length)) {
    if (!isSwitchedOff(check, path)) checkInstance(check, instance, path);
  }
  return check.outcomes.some(isPromise)
    ? Promise.all(check.outcomes.map(async (outcome) => outcome)).then(distinct)
    : distinct(check.outcomes as (Issue | undefined)[]);
}

/** Looks its prefixes up, because there may be as many places as instances. */
const isSwitchedOff = ({ switchedOff }: Check, path: Path): boolean =>
  switchedOff.size > 0 && path.some((_key, index) => switchedOff.has(JSON.stringify(path.slice(0, index + 1))));

function checkInstance(check: Check, instance: object, path: Path): void {
  const owner = (Object.getPrototypeOf(instance) as { constructor?: Constructor } | null)?.constructor;
  if (typeof owner !== 'function') return;
  const known = check.rules.get(owner) ?? rulesOf(owner, check.options);
  check.rules.set(owner, known);
  for (const rules of known) checkProperty(check, instance, [...path, rules.property], rules);
}

function checkProperty(check: Check, instance: object, path: Path, { property, conditions, rules, nested }: PropertyRules): void {
  let applies: boolean;
  let value: unknown;
  try {
    value = (instance as Record<string, unknown>)[property];
    // All of them run, as in class-validator.
    applies = conditions.map((condition) => holds(condition, instance, value)).every(Boolean);
  } catch {
    check.outcomes.push(failed(path, property));
    return;
  }
  if (!applies) {
    if (typeof value === 'object' && value !== null) check.switchedOff.add(JSON.stringify(path));
    return;
  }
  for (const rule of rules)
    for (const constraint of constraintsOf(rule)) check.outcomes.push(...judge(instance, value, path, rule, constraint));
  for (const rule of nested)
    for (const place of nonObjects(value, path)) check.outcomes.push({ message: messageOf(rule, undefined, instance, value), path: place });
}

function holds(condition: RuleRecord, instance: object, value: unknown): boolean {
  const [decide] = (condition.constraints ?? []) as ((object: object, value: unknown) => unknown)[];
  return Boolean(decide?.(instance, value));
}

/** Where `@ValidateNested` finds no object: it looks into arrays, sets and maps, and lets an absent value pass. */
function nonObjects(value: unknown, path: Path): Path[] {
  const elements = elementsOf(value);
  if (elements) return elements.flatMap(([key, element]) => nonObjects(element, [...path, key]));
  return value === undefined || (typeof value === 'object' && value !== null) ? [] : [path];
}

function judge(instance: object, value: unknown, path: Path, rule: RuleRecord, constraint: RuleConstraint): Outcome[] {
  try {
    if (rule.validateIf && !rule.validateIf(instance, value)) return [];
  } catch {
    return [failed(path, rule.propertyName)];
  }
  const elements = rule.each ? elementsOf(value) : undefined;
  if (!elements) return [judgeValue(instance, value, value, path, rule, constraint)];
  return elements.map(([key, element]) => judgeValue(instance, value, element, [...path, key], rule, constraint));
}

/** What `each: true` looks into, with the keys JSON has for it; undefined for a value that is judged as a whole. */
function elementsOf(value: unknown): [string | number, unknown][] | undefined {
  if (value instanceof Map) return [...value].map(([key, element]) => [typeof key === 'number' ? key : String(key), element]);
  if (value instanceof Set || Array.isArray(value)) return [...value].map((element, index) => [index, element]);
  return undefined;
}

function judgeValue(instance: object, value: unknown, judged: unknown, path: Path, rule: RuleRecord, constraint: RuleConstraint): Outcome {
  const conclude = (passed: unknown): Issue | undefined => {
    if (passed || wireFormPasses(instance, judged, rule, constraint)) return undefined;
    return { message: messageOf(rule, constraint, instance, value), path };
  };
  try {
    const verdict: unknown = quickVerdict(rule, judged) ?? constraint.instance.validate(judged, validationArguments(rule, instance, value));
    return isPromise(verdict) ? Promise.resolve(verdict).then(conclude, () => failed(path, rule.propertyName)) : conclude(verdict);
  } catch {
    return failed(path, rule.propertyName);
  }
}

/** Items of an array above which class-validator's own comparison of every pair takes too long. */
const longArray = 500;

/** `@ArrayUnique` by a set; undefined for any other rule. */
function quickVerdict(rule: RuleRecord, value: unknown): boolean | undefined {
  if (rule.name !== 'arrayUnique' || !Array.isArray(value) || value.length <= longArray || entryOf(rule) === undefined) return undefined;
  const [identify] = (rule.constraints ?? []) as [((item: unknown) => unknown)?];
  const items = identify ? value.map((item: unknown) => (item === undefined || item === null ? item : identify(item))) : value;
  return new Set(items).size === items.length;
}

/** Built-in rules only: custom code sees each value once, as it arrives. */
function wireFormPasses(instance: object, judged: unknown, rule: RuleRecord, constraint: RuleConstraint): boolean {
  const forms = wireForms(judged);
  return (
    forms.length > 0 &&
    entryOf(rule) !== undefined &&
    forms.some((form) => constraint.instance.validate(form, validationArguments(rule, instance, form)) === true)
  );
}

/** What a rule threw is not told: it may hold anything. */
function failed(path: Path, property: string): Issue {
  return { message: `a rule on ${property} failed to run, so the value is refused`, path };
}

function distinct(outcomes: readonly (Issue | undefined)[]): Issue[] {
  const found = new Map<string, Issue>();
  for (const issue of outcomes) {
    const key = issue && JSON.stringify([issue.path, issue.message]);
    if (issue && key !== undefined && !found.has(key)) found.set(key, issue);
  }
  return [...found.values()];
}
