/**
 * The rules of one class, ready to run: read from class-validator's records once, then closures that call class-validator's own code.
 * Nothing is generated, so the same checker runs where `new Function` is forbidden.
 */
import type { Constructor } from '../../types.js';
import { entryOf, isPromise, speaksAsBuiltIn, takeFailure, validationArguments } from './built-in.js';
import { constraintsOf, type PropertyRules, type RuleConstraint, type RuleOptions, type RuleRecord, rulesOf } from './metadata.js';
import { messageOf } from './message.js';
import type { Said } from './said.js';
import { wireForms } from './wire-form.js';

export type Path = readonly (string | number)[];

/** One refusal by a rule. */
export interface Failure {
  instance: object;
  /** From the instance. */
  path: Path;
  /** The message for a model. @param isSecret leaves the value out of it */
  word(isSecret: boolean): string;
}

/** What a check finds; one for a whole call. A rule that gives a promise adds a promise. */
export interface Found {
  readonly outcomes: (Failure | Promise<Failure | undefined>)[];
  /** Told of a value that a condition takes out of the check. */
  hide?(value: object, path: Path): void;
  /** Told of a value that `@ValidateNested` looks into. */
  descend?(value: unknown, path: Path): void;
}

/** Checks one instance by the rules of its class, not those of the instances inside it. Never throws. */
export type CheckInstance = (instance: object, found: Found) => void;

type CheckValue = (instance: object, value: unknown, found: Found) => void;

/** How the rules of a class are compiled. */
export interface CompileOptions {
  rules: RuleOptions;
  /** What the schema has checked already, but for exceptions that `exceptionsOf` finds; every rule runs without. */
  said?: Said;
  /** A built-in rule may judge the JSON form of a `Date` and the like in place of the object. */
  takesWireForms?: boolean;
}

/** Where a rule that the schema says must run all the same: by property, the values on which the schema says less. */
export type Exceptions = ReadonlyMap<string, (value: unknown) => boolean>;

/** The exceptions of what the schema says; empty when it says its rules without any. */
export function exceptionsOf(said: Said | undefined): Exceptions {
  const tests = new Map<string, (value: unknown) => boolean>();
  for (const [rule, where] of said ?? []) {
    if (where === 'always') continue;
    const before = tests.get(rule.propertyName);
    const concerns = rule.each ? inElements(where) : where;
    tests.set(rule.propertyName, before && before !== concerns ? (value) => before(value) || concerns(value) : concerns);
  }
  return tests;
}

const inElements =
  (isException: (value: unknown) => boolean) =>
  (value: unknown): boolean =>
    isCollection(value) ? (elementsOf(value) ?? []).some(([, element]) => isException(element)) : isException(value);

/** @returns undefined when there is nothing to check */
export function compileInstanceCheck(owner: Constructor, options: CompileOptions): CheckInstance | undefined {
  const checks = rulesOf(owner, options.rules).flatMap((rules) => propertyCheck(rules, options) ?? []);
  if (checks.length === 0) return undefined;
  return (instance, found) => {
    for (const check of checks) check(instance, found);
  };
}

function propertyCheck(rules: PropertyRules, options: CompileOptions): CheckInstance | undefined {
  const { property, conditions, awaited } = rules;
  const steps = [
    ...rules.rules.flatMap((rule) => ruleStep(rule, options) ?? []),
    ...rules.nested.filter((rule) => !options.said?.has(rule)).map(nestedStep),
  ];
  if (steps.length === 0 && !rules.conditional) return undefined;
  const check: CheckValue = (instance, value, found) => {
    try {
      if (!applies(conditions, instance, value)) {
        if (typeof value === 'object' && value !== null) found.hide?.(value, [property]);
        return;
      }
    } catch {
      found.outcomes.push(failed(instance, [property], property));
      return;
    }
    for (const step of steps) step(instance, value, found);
  };
  return (instance, found) => {
    try {
      const value = (instance as Record<string, unknown>)[property];
      if (awaited && value instanceof Promise) found.outcomes.push(afterwards(value, instance, found, property, check));
      else check(instance, value, found);
    } catch {
      // A getter threw.
      found.outcomes.push(failed(instance, [property], property));
    }
  };
}

/** `@ValidatePromise`: what the promise gives is judged. */
async function afterwards(
  value: Promise<unknown>,
  instance: object,
  found: Found,
  property: string,
  check: CheckValue,
): Promise<undefined> {
  try {
    check(instance, await value, found);
  } catch {
    found.outcomes.push(failed(instance, [property], property));
  }
}

/** All of them run, as in class-validator, which takes a promise for a yes. */
function applies(conditions: readonly RuleRecord[], instance: object, value: unknown): boolean {
  let all = true;
  for (const condition of conditions) {
    const [decide] = (condition.constraints ?? []) as ((object: object, value: unknown) => unknown)[];
    const decision = decide?.(instance, value);
    if (!decision) all = false;
    takeFailure(decision);
  }
  return all;
}

/** Where `@ValidateNested` finds no object: it looks into arrays, sets and maps, and lets an absent value pass. */
function nestedStep(rule: RuleRecord): CheckValue {
  return (instance, value, found) => {
    if (!isAllObjects(value)) {
      for (const path of nonObjects(value, [rule.propertyName]))
        found.outcomes.push({ instance, path, word: (isSecret) => messageOf(rule, undefined, instance, value, isSecret) });
    }
    found.descend?.(value, [rule.propertyName]);
  };
}

function isAllObjects(value: unknown): boolean {
  if (value === undefined) return true;
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.every(isAllObjects);
  return !(value instanceof Map || value instanceof Set) || [...value.values()].every(isAllObjects);
}

function nonObjects(value: unknown, path: Path): Path[] {
  const elements = elementsOf(value);
  if (elements) return elements.flatMap(([key, element]) => nonObjects(element, [...path, key]));
  return value === undefined || (typeof value === 'object' && value !== null) ? [] : [path];
}

/** What `each: true` looks into, with the keys JSON has for it; undefined for a value that is judged as a whole. */
export function elementsOf(value: unknown): [string | number, unknown][] | undefined {
  // A number as the key of a map is text in JSON.
  if (value instanceof Map) return [...value].map(([key, element]) => [String(key), element]);
  if (value instanceof Set) return [...value].map((element, index) => [index, element]);
  // Holes are passed over, as class-validator does.
  if (Array.isArray(value)) return value.flatMap((element: unknown, index) => [[index, element]]);
  return undefined;
}

/** Runs the code behind a rule: one class, more only when it was given to `@ValidatorConstraint` twice. */
function ruleStep(rule: RuleRecord, { said, takesWireForms = false }: CompileOptions): CheckValue | undefined {
  if (said?.has(rule)) return undefined;
  const judges = constraintsOf(rule).map((constraint) => judgeOf(rule, constraint, takesWireForms));
  const check: CheckValue = (instance, value, found) => {
    for (const judge of judges) {
      if (!rule.each || !isCollection(value)) judge(instance, value, value, undefined, found);
      else for (const [key, element] of elementsOf(value) ?? []) judge(instance, value, element, key, found);
    }
  };
  return withOwnCondition(rule, check);
}

const isCollection = (value: unknown): boolean => Array.isArray(value) || value instanceof Set || value instanceof Map;

/** `validateIf` among the options of a decorator. */
function withOwnCondition(rule: RuleRecord, check: CheckValue): CheckValue {
  const { validateIf } = rule;
  if (!validateIf) return check;
  return (instance, value, found) => {
    let isWanted: unknown;
    try {
      isWanted = validateIf(instance, value);
      takeFailure(isWanted);
    } catch {
      found.outcomes.push(failed(instance, [rule.propertyName], rule.propertyName));
      return;
    }
    if (isWanted) check(instance, value, found);
  };
}

type Judge = (instance: object, value: unknown, judged: unknown, key: string | number | undefined, found: Found) => void;

function judgeOf(rule: RuleRecord, constraint: RuleConstraint, takesWireForms: boolean): Judge {
  const property = rule.propertyName;
  const codeOf = codeBehind(constraint);
  const quickly = rule.name === 'arrayUnique' ? quickUnique(rule, constraint) : undefined;
  return (instance, value, judged, key, found) => {
    const at = (): Path => (key === undefined ? [property] : [property, key]);
    const conclude = (passed: unknown): Failure | undefined => {
      if (passed || (takesWireForms && wireFormPasses(instance, judged, rule, constraint))) return undefined;
      return { instance, path: at(), word: (isSecret) => messageOf(rule, constraint, instance, value, isSecret) };
    };
    try {
      const verdict: unknown = quickly?.(judged) ?? codeOf().validate(judged, validationArguments(rule, instance, value));
      if (verdict === true) return;
      if (isPromise(verdict)) {
        found.outcomes.push(
          Promise.resolve(verdict)
            .then(conclude)
            .catch(() => failed(instance, at(), property)),
        );
        return;
      }
      const failure = conclude(verdict);
      if (failure) found.outcomes.push(failure);
    } catch {
      found.outcomes.push(failed(instance, at(), property));
    }
  };
}

/** class-validator asks its container at each run. One that gives the same instance twice is asked no more: its default searches a list. */
function codeBehind(constraint: RuleConstraint): () => RuleConstraint['instance'] {
  let known: RuleConstraint['instance'] | undefined;
  return () => {
    if (known) return known;
    const { instance } = constraint;
    if (instance === constraint.instance) known = instance;
    return instance;
  };
}

/** Items of an array above which class-validator's own comparison of every pair takes too long. */
const longArray = 500;

/** `@ArrayUnique` by a set, for long arrays; undefined for a custom rule of that name. */
function quickUnique(rule: RuleRecord, constraint: RuleConstraint): ((value: unknown) => boolean | undefined) | undefined {
  if (!speaksAsBuiltIn(rule, 'ArrayUnique')) return undefined;
  const identify = identifierOf(rule, constraint);
  return (value) => {
    if (!Array.isArray(value) || value.length <= longArray) return undefined;
    return new Set(identify ? value.map(identify) : value).size === value.length;
  };
}

type Identify = (item: unknown) => unknown;

/** The author's function that tells items apart: class-validator keeps it to itself, but maps the array by it. */
function identifierOf(rule: RuleRecord, constraint: RuleConstraint): Identify | undefined {
  let identify: Identify | undefined;
  const map = (given: Identify): unknown[] => {
    identify = given;
    return [];
  };
  const probe = Object.assign([], { map });
  takeFailure(constraint.instance.validate(probe, validationArguments(rule, {}, probe)));
  return identify;
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
function failed(instance: object, path: Path, property: string): Failure {
  return { instance, path, word: () => `a rule on ${property} failed to run, so the value is refused` };
}
