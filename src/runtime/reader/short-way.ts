/** The short way of one tool's calls: read in one pass, then the rules that the schema does not say. Compiled at the first call. */
import { dialectOf } from '../../schema/dialect.js';
import { callBudget, patternReader } from '../../schema/pattern.js';
import type { ShapeCheck } from '../../schema/validator.js';
import type { Constructor, ContractSchema, Issue } from '../../types.js';
import { guard, tooManyValues } from '../arguments/guard.js';
import type { ToolPlan } from '../definition/source.js';
import { Maker, type MakerPlan } from '../instances/make.js';
import { isNative } from '../instances/native.js';
import type { Limits } from '../limits.js';
import {
  type CheckInstance,
  checkRules,
  compileInstanceCheck,
  exceptionsOf,
  type Found,
  hasConditions,
  type IsSecret,
  type MadeInstance,
  type RuleBook,
  saidBy,
  Stamp,
  wordOutcomes,
} from '../rules/index.js';
import {
  type Backend,
  compileReader,
  freshState,
  type PlanContext,
  type Reader,
  type ReadLong,
  type Seeker,
  seekerOf,
  type State,
} from './index.js';
import type { RulesLeft } from './object.js';
import { pathsIn } from './paths.js';
import { doubt, refused } from './reading.js';
import type { TextTest } from './text.js';

/** What the short way needs to know of a tool. */
export interface ShortWayInit {
  plan: ToolPlan;
  book: RuleBook;
  isSecret: IsSecret;
  /** For what is made the long way. */
  maker: MakerPlan;
  /** The tool's schema came from elsewhere: its patterns run on another engine, the long way. */
  isImported: boolean;
  /** Issues told of one call. */
  mostIssues: number;
  backend: Backend;
}

/** Arguments ready for the method, or what the rules say of them. */
export type ShortOutcome = { args: Record<string, unknown>; issues?: undefined } | { args?: undefined; issues: Issue[] };

interface Compiled {
  reader: Reader | undefined;
  seeker: Seeker;
  /** The rules of single parameters. */
  ofArguments: RulesLeft | undefined;
  /** Conditions may take instances out of the check, so parents must come first. */
  isConditional: boolean;
  stamp: Stamp;
}

export class ShortWay {
  #compiled: Compiled | undefined;
  readonly #conditional = new WeakMap<object, boolean>();

  /** What goes wrong here is told the long way. */
  readonly #quietly: MakerPlan;

  constructor(private readonly init: ShortWayInit) {
    this.#quietly = { ...init.maker, warn: () => undefined };
  }

  /**
   * Undefined for whatever is not accepted at once: the long way decides.
   * @param check has the words for what is plainly wrong; without it that goes the long way too
   */
  take(value: object, limits: Limits, check?: ShapeCheck): ShortOutcome | Promise<ShortOutcome> | undefined {
    const compiled = this.#known();
    const state = freshState(limits);
    const { made } = state;
    const args = this.#read(compiled, value, state);
    if (state.isExcessive) return { issues: [tooManyValues(limits)] };
    if (!args) return check && this.#refuse(compiled, value, state, check);
    const checkArguments = checkFor(args, compiled.ofArguments);
    if (made.length === 0 && !checkArguments) return { args };
    return compiled.isConditional ? this.#checkInOrder(checkArguments, args, made) : this.#check(checkArguments, args, made);
  }

  /** Whether a value surely fits a part of the schema; asked where reasons for a refusal are looked for. Makes nothing that is kept. */
  surelyFits(part: ContractSchema | boolean, value: unknown, limits: Limits): boolean {
    if (typeof part !== 'object') return part;
    try {
      return this.#known().seeker.surelyFits(part, value, limits);
    } catch {
      return false;
    }
  }

  /** What is wrong with a value that was not accepted; undefined for whatever is not plain. */
  #refuse({ seeker }: Compiled, value: object, state: State, check: ShapeCheck): ShortOutcome | undefined {
    if (Array.isArray(value)) return undefined;
    try {
      const issues = check.of((run) => seeker.search(value, state, run, check.reasons));
      return issues && { issues };
    } catch {
      return undefined;
    }
  }

  #read({ reader }: Compiled, value: unknown, state: State): ReturnType<Reader> {
    try {
      return reader?.(value, state);
    } catch {
      // A constructor or a getter threw, or a pattern took too long: the long way tells.
      return undefined;
    }
  }

  #check(
    checkArguments: CheckInstance | undefined,
    args: Record<string, unknown>,
    made: State['made'],
  ): ShortOutcome | Promise<ShortOutcome> {
    const found: Found = { outcomes: [] };
    const whole = checkArguments && this.#argumentsInstance(args);
    if (whole) checkArguments(whole, found);
    for (let index = 0; index < made.length; index += 2) (made[index + 1] as CheckInstance)(made[index] as object, found);
    if (found.outcomes.length === 0) return { args };
    const paths = pathsIn(args);
    return outcomeOf(
      wordOutcomes(found.outcomes, (instance) => paths.get(instance) ?? [], this.init.isSecret, this.init.mostIssues),
      args,
    );
  }

  #checkInOrder(
    checkArguments: CheckInstance | undefined,
    args: Record<string, unknown>,
    made: State['made'],
  ): ShortOutcome | Promise<ShortOutcome> {
    const paths = pathsIn(args);
    const instances = made.filter((item): item is object => typeof item !== 'function');
    const placed: MadeInstance[] = instances.map((instance) => ({ instance, path: paths.get(instance) ?? [] }));
    const whole: MadeInstance[] = checkArguments ? [{ instance: this.#argumentsInstance(args), path: [] }] : [];
    return outcomeOf(checkRules([...whole, ...placed], this.init.book, this.init.isSecret, this.init.mostIssues), args);
  }

  #argumentsInstance(args: Record<string, unknown>): object {
    return Object.assign(Object.create(this.init.plan.argumentsOwner?.prototype as object) as object, args);
  }

  #known(): Compiled {
    if (!this.#compiled || this.#compiled.stamp.isStale()) this.#compiled = this.#compile();
    return this.#compiled;
  }

  #compile(): Compiled {
    const { plan, book, backend } = this.init;
    const { argumentsOwner } = plan;
    const owners = new Set<Constructor>(argumentsOwner ? [argumentsOwner] : []);
    const context = this.#context(owners);
    const reader = withinStack(() => compileReader(plan, context, backend));
    const seeker = seekerOf(plan, context, backend, count);
    const isConditional = [...owners].some((owner) => hasConditions(owner, book.options));
    const ofArguments = argumentsOwner && rulesLeft(argumentsOwner, plan.input, book);
    return { reader, seeker, ofArguments, isConditional, stamp: new Stamp(owners) };
  }

  /** @param owners filled with the classes that the plan makes */
  #context(owners: Set<Constructor>): Omit<PlanContext, 'plan'> {
    const { plan, book, isImported } = this.init;
    const read = patternReader(callBudget());
    return {
      root: plan.input,
      classNamed: plan.classNamed,
      patternTest: (source) => (isImported ? undefined : testOf(source, read)),
      isNative: (owner, property, schema) => isNative(owner, property, schema, { root: plan.input, classNamed: plan.classNamed }),
      rulesLeft: (owner, schema) => {
        owners.add(owner);
        return rulesLeft(owner, schema, book);
      },
      long: (schema) => this.#long(schema),
      defaultOf: (schema, value) => {
        const isConstant = (typeof value !== 'object' || value === null) && schema['x-as'] === undefined;
        return isConstant ? () => value : (state) => this.#makeLong(schema, value, state);
      },
      definitions: new Map(),
      reach: { deepest: 0 },
      hasPrefixItems: dialectOf(plan.input) === '2020-12',
    };
  }

  #long(schema: ContractSchema): ReadLong {
    const { maker } = this.init;
    return (value, state, depth) => {
      count(value, state, depth);
      if (state.isUnsure) return refused;
      return maker.fits(schema, value) ? this.#makeLong(schema, value, state) : refused;
    };
  }

  #isConditional(instance: object): boolean {
    const owner = (Object.getPrototypeOf(instance) as { constructor?: unknown } | null)?.constructor;
    if (typeof owner !== 'function') return false;
    const known = this.#conditional.get(owner) ?? hasConditions(owner as Constructor, this.init.book.options);
    this.#conditional.set(owner, known);
    return known;
  }

  /** Makes a value the long way, with the rules of whatever instances that makes. */
  #makeLong(schema: ContractSchema, value: unknown, state: State): unknown {
    const { book } = this.init;
    const maker = new Maker(this.#quietly);
    const made = maker.make(schema, value, []);
    state.nodes += maker.defaultNodes;
    if (maker.issues.length > 0) return doubt(state);
    book.refresh();
    for (const { instance } of maker.made) {
      // What its conditions hide must not be checked, and only the long way knows the order.
      if (this.#isConditional(instance)) return doubt(state);
      const check = book.checkFor(instance);
      if (check) state.made.push(instance, check);
    }
    return made;
  }
}

/** Bounds a value that is not read; in doubt, when it is no plain JSON or too much. @param depth levels of the arguments above it */
function count(value: unknown, state: State, depth: number): void {
  if (typeof value === 'string') state.chars += value.length;
  if (value === null || typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value)) return;
  const { issues, needsPlainCopy, nodes, bytes } = guard(value, { ...state.limits, argumentDepth: state.limits.argumentDepth - depth });
  if (issues.length > 0 || needsPlainCopy) doubt(state);
  state.nodes += nodes;
  state.chars += bytes;
}

function checkFor(args: Record<string, unknown>, left: RulesLeft | undefined): CheckInstance | undefined {
  for (const [name, isException] of left?.exceptions ?? []) if (args[name] !== undefined && isException(args[name])) return left?.checkAll;
  return left?.check;
}

/** Where conditions hide instances, every rule runs: all instances must be known. */
function rulesLeft(owner: Constructor, schema: ContractSchema, { options }: RuleBook): RulesLeft {
  const said = hasConditions(owner, options) ? undefined : saidBy(schema);
  const compile = (known: typeof said) => compileInstanceCheck(owner, { rules: options, said: known, takesWireForms: true });
  return { check: compile(said), checkAll: compile(undefined), exceptions: exceptionsOf(said) };
}

function testOf(source: string, read: ReturnType<typeof patternReader>): TextTest | undefined {
  try {
    return read(source);
  } catch {
    return undefined;
  }
}

function outcomeOf(issues: Issue[] | Promise<Issue[]>, args: Record<string, unknown>): ShortOutcome | Promise<ShortOutcome> {
  const told = (list: Issue[]): ShortOutcome => (list.length > 0 ? { issues: list } : { args });
  return issues instanceof Promise ? issues.then(told) : told(issues);
}

/** A schema whose parts are nested too deeply to be planned is read the long way. */
function withinStack<T>(plan: () => T): T | undefined {
  try {
    return plan();
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
