/**
 * Enforces the rules on the instances made for a call. Each rule's own code decides, called as class-validator calls it;
 * walking by ourselves gives paths down to the element, checks each instance once, and keeps values out of the errors.
 */
import type { Constructor, Issue } from '../../types.js';
import { isPromise } from './built-in.js';
import { type CheckInstance, compileInstanceCheck, type Failure, type Found, type Path } from './compile.js';
import type { RuleOptions } from './metadata.js';
import { Stamp } from './stamp.js';

/** A class instance made for a call, and where in the arguments it lies. */
export interface MadeInstance {
  instance: object;
  path: Path;
}

/** Whether a value at this path must never be shown. */
export type IsSecret = (path: Path) => boolean;

const nothingIsSecret: IsSecret = () => false;

/** The checks of one option set, compiled at their first use. */
export class RuleBook {
  readonly #checks = new Map<Constructor, CheckInstance | undefined>();
  #stamp = new Stamp();

  constructor(readonly options: RuleOptions) {}

  /** Forgets what was compiled when decorators came since. */
  refresh(): void {
    if (!this.#stamp.isStale()) return;
    this.#checks.clear();
    this.#stamp = new Stamp();
  }

  /** Undefined when the instance's class has no rules, or the instance no class. */
  checkFor(instance: object): CheckInstance | undefined {
    const owner = (Object.getPrototypeOf(instance) as { constructor?: unknown } | null)?.constructor;
    if (typeof owner !== 'function') return undefined;
    const known = this.#checks.get(owner as Constructor);
    if (known || this.#checks.has(owner as Constructor)) return known;
    const check = compileInstanceCheck(owner as Constructor, this.options);
    this.#checks.set(owner as Constructor, check);
    this.#stamp.add(owner as Constructor);
    return check;
  }
}

/**
 * Issues with paths from the arguments' root; at once unless a rule gives a promise (then a Promise). Never throws:
 * a rule that throws is an issue that says so. An instance below a property that `@IsOptional` or `@ValidateIf` switches off is not checked.
 */
export function checkRules(made: readonly MadeInstance[], book: RuleBook, isSecret: IsSecret = nothingIsSecret): Issue[] | Promise<Issue[]> {
  const switchedOff = new Set<string>();
  const issues: (Issue | undefined | Promise<Issue | undefined>)[] = [];
  // Parents first: their conditions decide whether their children are looked at.
  book.refresh();
  for (const { instance, path } of [...made].sort((a, b) => a.path.length - b.path.length)) {
    if (isBelow(switchedOff, path)) continue;
    const found: Found = { outcomes: [], hide: (_value, below) => void switchedOff.add(JSON.stringify([...path, ...below])) };
    book.checkFor(instance)?.(instance, found);
    issues.push(...found.outcomes.map((outcome) => told(outcome, path, isSecret)));
  }
  return distinct(issues);
}

/** Looks its prefixes up, because there may be as many places as instances. */
const isBelow = (places: ReadonlySet<string>, path: Path): boolean =>
  places.size > 0 && path.some((_key, index) => places.has(JSON.stringify(path.slice(0, index + 1))));

/** Outcomes in words, each once; at once unless one is a promise. */
export function wordOutcomes(outcomes: Found['outcomes'], pathOf: (instance: object) => Path, isSecret: IsSecret): Issue[] | Promise<Issue[]> {
  return distinct(outcomes.map((outcome) => toldWith(outcome, pathOf, isSecret)));
}

const told = (outcome: Failure | Promise<Failure | undefined>, path: Path, isSecret: IsSecret): Issue | Promise<Issue | undefined> =>
  toldWith(outcome, () => path, isSecret);

function toldWith(
  outcome: Failure | Promise<Failure | undefined>,
  pathOf: (instance: object) => Path,
  isSecret: IsSecret,
): Issue | Promise<Issue | undefined> {
  const word = (failure: Failure): Issue => {
    const path = [...pathOf(failure.instance), ...failure.path];
    return { message: failure.word(isSecret(path)), path };
  };
  return outcome instanceof Promise ? outcome.then((failure) => failure && word(failure)) : word(outcome);
}

function distinct(issues: readonly (Issue | undefined | Promise<Issue | undefined>)[]): Issue[] | Promise<Issue[]> {
  if (issues.some(isPromise)) return Promise.all(issues).then(distinctOf);
  return distinctOf(issues as (Issue | undefined)[]);
}

function distinctOf(issues: readonly (Issue | undefined)[]): Issue[] {
  const found = new Map<string, Issue>();
  for (const issue of issues) {
    const key = issue && JSON.stringify([issue.path, issue.message]);
    if (issue && key !== undefined && !found.has(key)) found.set(key, issue);
  }
  return [...found.values()];
}
