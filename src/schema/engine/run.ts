/** What one check carries along: where it is, what it found, what it may still spend. */
import type { JsonSchema } from '../../types.js';
import { HiddenValue } from '../words.js';
import type { Resource, Schema } from './document.js';

export type Key = string | number;

/** One thing that is wrong with a value. */
export interface Failure {
  /** The keyword that refused; `false schema` for a schema that takes nothing, `alternatives` for several failures told as one. */
  keyword: string;
  /** Where the value is. */
  path: readonly Key[];
  value: unknown;
  /** The schema that the keyword stands in. */
  schema: JsonSchema;
  /** The key of the value that it is about, when it is about one: missing, unknown, or not allowed. */
  key?: string;
  /** More that only this keyword knows: equal items, inner failures, how many fit. */
  detail?: unknown;
  /** At or below a secret: nothing that is made of the value may be told. `path` then ends at the secret, and `value` is missing. */
  isSecret?: true;
}

/** Whether the value at this path is a secret. */
export type IsSecret = (path: readonly Key[]) => boolean;

/** A quick look at a part of the schema: true when the value surely fits it, false when that is to be found out. */
export type SurelyFits = (part: Schema, value: unknown) => boolean;

/** What is known of a schema beside its text. */
export interface Knowledge {
  isSecret?: IsSecret;
  holdsSecret?: IsSecret;
  surelyFits?: SurelyFits;
}

/** Ends a search for failures that has found more than anyone wants to know. */
class Enough extends Error {
  constructor(readonly sink: Sink) {
    super('enough failures');
  }
}

/** Objects of more keys than this are asked for them once: that takes milliseconds, and several keywords ask. */
const manyKeys = 500;

/** The keys of the last large object. */
export class Keys {
  #of: object | undefined;
  #keys: readonly string[] = [];

  keysOf(value: object): readonly string[] {
    if (value === this.#of) return this.#keys;
    const keys = Object.keys(value);
    if (keys.length > manyKeys) [this.#of, this.#keys] = [value, keys];
    return keys;
  }

  forget(): void {
    if (this.#of) [this.#of, this.#keys] = [undefined, []];
  }
}

/** Takes the first failures, and counts the rest up to a limit. */
export class Sink {
  readonly failures: Failure[] = [];
  count = 0;
  #secrets: Set<string> | undefined;

  /**
   * @param mostKept failures that are kept
   * @param mostCounted after this many the search ends
   */
  constructor(
    readonly mostKept: number,
    readonly mostCounted: number,
  ) {}

  get isFull(): boolean {
    return this.failures.length >= this.mostKept;
  }

  add(failure: Failure): void {
    if (this.isFull) this.addUntold();
    else {
      this.count += 1;
      this.failures.push(failure);
    }
  }

  /** One more, which nobody will read. */
  addUntold(): void {
    this.count += 1;
    if (this.count > this.mostCounted) throw new Enough(this);
  }

  /** Once each: how often a secret fails tells its size. */
  addSecret(failure: Failure): void {
    const name = JSON.stringify([failure.keyword, failure.path]);
    this.#secrets ??= new Set();
    if (!this.#secrets.has(name)) this.add(failure);
    this.#secrets.add(name);
  }
}

/** Which keys and items of one value some keyword has looked at, for `unevaluatedProperties` and `unevaluatedItems`. */
export class Seen {
  readonly keys = new Set<string>();
  readonly indexes = new Set<number>();
  /** Items before this index. */
  items = 0;
  /** Everything, where a failure makes it useless to ask further. */
  hasAll = false;

  add(other: Seen): void {
    for (const key of other.keys) this.keys.add(key);
    for (const index of other.indexes) this.indexes.add(index);
    this.items = Math.max(this.items, other.items);
    this.hasAll ||= other.hasAll;
  }
}

/** The resources entered on the way, innermost first. */
export interface Scope {
  resource: Resource;
  outer: Scope | undefined;
}

/** Whether a value fits. With a sink in the run all failures are looked for, without one the first ends the check. */
export type Check = (value: unknown, run: Run, seen: Seen | undefined) => boolean;

/** A check that would take too long, whatever the value: its schema multiplies the work. */
export class CheckTooLong extends Error {}

/** References followed in one check where verdicts cannot be remembered, and alternatives tried: up to a second's work in a process that has checked much else. */
const mostSteps = 3_000_000;
const mostTries = 6_000_000;

/** References followed before verdicts are remembered; most checks need fewer. */
const stepsUnremembered = 2000;

export class Run {
  readonly path: Key[] = [];
  /** Takes the failures; without it the first one ends the check. */
  sink: Sink | undefined;
  scope: Scope | undefined;
  /** References followed. */
  steps = 0;
  #tries = 0;
  #known: Map<Check, Map<unknown, boolean>> | undefined;

  /** V8 drops optimised code when the last object of a kind that it handles is gone, as it is between checks: so one of each stays. */
  static readonly #specimens: object[] = [];

  readonly isSecret: IsSecret | undefined;
  readonly holdsSecret: IsSecret | undefined;
  readonly surelyFits: SurelyFits | undefined;

  constructor(
    readonly keys: Keys,
    { isSecret, holdsSecret, surelyFits }: Knowledge = {},
  ) {
    this.isSecret = isSecret;
    this.holdsSecret = holdsSecret;
    this.surelyFits = surelyFits;
  }

  static keepShapes(run: Run): void {
    Run.#specimens.push(
      run,
      run.collect(0, (value) => run.fail('type', value, {}), new Sink(20, 20)),
    );
  }

  /** Notes what is wrong; false, so that a keyword can return it. */
  fail(keyword: string, value: unknown, schema: JsonSchema, about?: Pick<Failure, 'key' | 'detail'>): false {
    const { sink } = this;
    if (sink === undefined) return false;
    const depth = this.secretDepth();
    if (depth !== undefined) sink.addSecret({ keyword, path: this.path.slice(0, depth), value: undefined, schema, isSecret: true });
    else if (sink.isFull) sink.addUntold();
    else sink.add({ keyword, path: this.path.slice(), value: this.shown(value), schema, key: about?.key, detail: about?.detail });
    return false;
  }

  /** Text in the place of an object may hold the object's secrets. */
  shown(value: unknown): unknown {
    return typeof value !== 'object' && this.holdsSecret?.(this.path) ? new HiddenValue(typeof value) : value;
  }

  /** How many keys lead to the secret that we are in; undefined outside of secrets. */
  secretDepth(): number | undefined {
    const { isSecret, path } = this;
    if (!isSecret) return undefined;
    for (let depth = 0; depth <= path.length; depth += 1) if (isSecret(path.slice(0, depth))) return depth;
    return undefined;
  }

  /** Checks a part of the value at hand. */
  into(key: Key, value: unknown, check: Check): boolean {
    if (this.sink === undefined) return check(value, this, undefined);
    this.path.push(key);
    const fits = check(value, this, undefined);
    this.path.pop();
    return fits;
  }

  /** The verdict alone: nothing is noted. */
  quietly(value: unknown, check: Check, seen: Seen | undefined): boolean {
    const { sink } = this;
    this.sink = undefined;
    const fits = check(value, this, seen);
    this.sink = sink;
    return fits;
  }

  /** The failures of a check that may not count in the end. */
  collect(value: unknown, check: Check, sink: Sink): Sink {
    const { sink: outer, scope } = this;
    const depth = this.path.length;
    this.sink = sink;
    try {
      check(value, this, undefined);
    } catch (error) {
      if (!(error instanceof Enough) || error.sink !== sink) throw error;
      this.path.length = depth;
      this.scope = scope;
    } finally {
      this.sink = outer;
    }
    return sink;
  }

  /** Counts alternatives that are tried. @throws CheckTooLong */
  try(alternatives: number): void {
    this.#tries += alternatives;
    if (this.#tries > mostTries) throw new CheckTooLong();
  }

  /** Follows a reference whose verdict depends on the way that led here, and so is not remembered. @throws CheckTooLong */
  follow(value: unknown, check: Check, seen: Seen | undefined): boolean {
    this.steps += 1;
    if (this.steps > mostSteps) throw new CheckTooLong();
    return check(value, this, seen);
  }

  /** Follows a reference; alternatives that share their parts would else cost two to the power of their depth. */
  remembered(value: unknown, check: Check): boolean {
    this.steps += 1;
    if (this.steps < stepsUnremembered) return check(value, this, undefined);
    if (this.sink === undefined) return this.#recall(value, check);
    // Only what does not fit is worth being looked into again.
    const { sink } = this;
    this.sink = undefined;
    const fits = this.#recall(value, check);
    this.sink = sink;
    return fits || check(value, this, undefined);
  }

  #recall(value: unknown, check: Check): boolean {
    this.#known ??= new Map();
    let verdicts = this.#known.get(check);
    if (!verdicts) this.#known.set(check, (verdicts = new Map()));
    const known = verdicts.get(value);
    if (known !== undefined) return known;
    const fits = check(value, this, undefined);
    verdicts.set(value, fits);
    return fits;
  }
}

Run.keepShapes(new Run(new Keys()));
