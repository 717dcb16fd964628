/**
 * Enforces the rules on the instances made for a call. Each rule's own code decides, called as class-validator calls it;
 * walking by ourselves gives paths down to the element, checks each instance once, and keeps values out of the errors.
 */
import { boundedIssues } from '../../schema/issues.js';
import type { Constructor, Issue } from '../../types.js';
import { defaultLimits } from '../limits.js';
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

  /** @param takesWireForms see `CompileOptions` */
  constructor(
    readonly options: RuleOptions,
    private readonly takesWireForms = true,
  ) {}

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
    const check = compileInstanceCheck(owner as Constructor, { rules: this.options, takesWireForms: this.takesWireForms });
    this.#checks.set(owner as Constructor, check);
    this.#stamp.add(owner as Constructor);
    return check;
  }
}

/**
 * Issues with paths from the arguments' root; at once unless a rule gives a promise (then a Promise). Never throws:
 * a rule that throws is an issue that says so. An instance below a property that `@IsOptional` or `@ValidateIf` switches off is not checked.
 */
export function checkRules(
  made: readonly MadeInstance[],
  book: RuleBook,
  isSecret: IsSecret = nothingIsSecret,
  most = defaultLimits.issues,
): Issue[] | Promise<Issue[]> {
  const switchedOff = new Set<string>();
  const places = new Map<Found['outcomes'][number], Path>();
  book.refresh();
  // Parents first: their conditions decide whether their children are looked at.
  for (const { instance, path } of [...made].sort((a, b) => a.path.length - b.path.length)) {
    if (isBelow(switchedOff, path)) continue;
    const found: Found = { outcomes: [], hide: (_value, below) => void switchedOff.add(JSON.stringify([...path, ...below])) };
    book.checkFor(instance)?.(instance, found);
    for (const outcome of found.outcomes) places.set(outcome, path);
  }
  return wordOutcomes([...places.keys()], (_instance, outcome) => places.get(outcome) ?? [], isSecret, most);
}

/** Looks its prefixes up, because there may be as many places as instances. */
const isBelow = (places: ReadonlySet<string>, path: Path): boolean =>
  places.size > 0 && path.some((_key, index) => places.has(JSON.stringify(path.slice(0, index + 1))));

type Outcome = Found['outcomes'][number];

/**
 * Outcomes in words, each once; at once unless one is a promise. Parents come first, of many only the first are told, and the rest is counted.
 * @param pathOf where the instance lies that an outcome is about
 * @param most issues that are told; of Infinity the text of all together is not bounded either
 */
export function wordOutcomes(
  outcomes: Found['outcomes'],
  pathOf: (instance: object, outcome: Outcome) => Path,
  isSecret: IsSecret,
  most = defaultLimits.issues,
): Issue[] | Promise<Issue[]> {
  const tell = (failures: readonly Placed[]): Issue[] => new Telling(isSecret, most).tell(failures);
  const place = (failure: Failure, outcome: Outcome): Placed => ({ failure, above: pathOf(failure.instance, outcome) });
  if (outcomes.some(isPromise)) return whenSettled(outcomes, place).then(tell);
  return tell((outcomes as Failure[]).map((failure) => place(failure, failure)));
}

/** A refusal, and where its instance lies. */
interface Placed {
  failure: Failure;
  above: Path;
}

/** What a promise gives may bring further outcomes, so the list is read to its very end. */
async function whenSettled(outcomes: Found['outcomes'], place: (failure: Failure, outcome: Outcome) => Placed): Promise<Placed[]> {
  const placed: Placed[] = [];
  for (let index = 0; index < outcomes.length; index += 1) {
    const outcome = outcomes[index] as Outcome;
    const failure = await outcome;
    if (failure) placed.push(place(failure, outcome));
  }
  return placed;
}

/** The issues of one call, as they are told. */
class Telling {
  readonly #issues = new Map<string, Issue>();
  /** Places of secrets that more is wrong with: how much more would tell of the secret. */
  readonly #secretPlaces = new Set<string>();
  #untold = 0;

  constructor(
    private readonly isSecret: IsSecret,
    private readonly most: number,
  ) {}

  tell(failures: readonly Placed[]): Issue[] {
    for (const { failure, above } of [...failures].sort((a, b) => a.above.length - b.above.length)) this.#add(failure, above);
    const issues = [...this.#issues.values()];
    return this.most === Infinity ? issues : boundedIssues(issues, this.#untold + this.#secretPlaces.size);
  }

  #add(failure: Failure, above: Path): void {
    const whole = [...above, ...failure.path];
    const depth = this.#secretDepth(whole);
    const path = depth === undefined ? whole : whole.slice(0, depth);
    if (this.#issues.size < this.most) {
      const message = failure.word(depth !== undefined);
      this.#issues.set(JSON.stringify([path, message]), { message, path });
    } else if (depth === undefined) this.#untold += 1;
    else this.#secretPlaces.add(JSON.stringify(path));
  }

  /** How many keys of a path lead to a secret; below that, keys are secrets too. */
  #secretDepth(path: Path): number | undefined {
    if (!this.isSecret(path)) return undefined;
    for (let depth = 0; depth <= path.length; depth += 1) if (this.isSecret(path.slice(0, depth))) return depth;
    return undefined;
  }
}
