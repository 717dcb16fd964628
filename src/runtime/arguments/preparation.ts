/**
 * From what came in to what the method gets (DESIGN §5). Most calls go the short way, in one pass; what that does not accept goes the long way:
 * limits, schema, repair and schema again, instances, rules, each step with words for what it refuses.
 */
import { type Fits, partsOf } from '../../schema/parts.js';
import { inOneBudget } from '../../schema/pattern.js';
import { type Repairer, repairerOf } from '../../schema/repair/index.js';
import { secretsOf } from '../../schema/secrets.js';
import { compileSchema, type ShapeCheck } from '../../schema/validator.js';
import type { ContractSchema, Issue, Repair } from '../../types.js';
import type { ToolPlan, ToolSource } from '../definition/source.js';
import { setOwn } from '../instances/copy.js';
import { Maker, type MakerPlan } from '../instances/make.js';
import type { Backend } from '../reader/index.js';
import type { Limits } from '../limits.js';
import { ShortWay } from '../reader/short-way.js';
import { checkRules, type IsSecret, type MadeInstance, RuleBook } from '../rules/index.js';
import type { Settings } from '../settings.js';
import { guard } from './guard.js';
import { type ReadResult, readArguments, unsafeIntegersIn } from './read.js';

/** Arguments ready for the method, or what is wrong with them. */
export type Prepared =
  | { args: Record<string, unknown>; issues?: undefined; repairs?: readonly Repair[] }
  | { args?: undefined; issues: readonly Issue[]; repairs?: undefined };

/** Arguments that fit the schema, or what does not. */
type Shaped = { raw: Record<string, unknown>; issues?: undefined; repairs?: readonly Repair[] } | { issues: readonly Issue[] };

type ReadArguments = Extract<ReadResult, { issues?: undefined }>;

const nothingIsSecret: IsSecret = () => false;

/** The argument pipeline of one tool, made at its first call. A schema that is none is told then; the rest is compiled when it is needed. */
export class Preparation {
  /** Whether a value fits one branch of a union within the arguments' schema. */
  readonly #fits: Fits;
  readonly #book: RuleBook;
  readonly #isSecret: IsSecret;
  readonly #short: ShortWay;
  readonly #maker: MakerPlan;
  readonly #mostIssues: number;
  readonly #check: ShapeCheck;
  readonly #surelyFits: (part: ContractSchema | boolean, value: unknown) => boolean;
  #repair: Repairer | undefined;

  /** @param backend of an imported schema nothing becomes code */
  constructor(
    source: ToolSource,
    private readonly plan: ToolPlan,
    backend: Backend = source.isImported ? 'closures' : 'source',
  ) {
    const { rules, logger, limits } = source.settings;
    const { isImported = false } = source;
    this.#fits = partsOf(plan.input, `a union in tool '${source.name}'`, { isImported });
    this.#book = new RuleBook(rules);
    const secrets = secretsOf(plan.input);
    this.#isSecret = secrets?.isSecret ?? nothingIsSecret;
    this.#mostIssues = limits.issues;
    this.#maker = {
      root: plan.input,
      classNamed: plan.classNamed,
      fits: this.#fits,
      warn: (message) => logger.warn(message),
      isImported,
      limits,
    };
    this.#surelyFits = (part, value) => this.#short.surelyFits(part, value, limits);
    // With its marks, which say nothing of validity: the words of authors ride on it.
    this.#check = compileSchema(plan.input, `the input schema of tool '${source.name}'`, {
      mostIssues: limits.issues,
      isImported,
      ...secrets,
      surelyFits: this.#surelyFits,
    });
    this.#short = new ShortWay({
      plan,
      book: this.#book,
      isSecret: this.#isSecret,
      maker: this.#maker,
      isImported,
      mostIssues: limits.issues,
      backend,
    });
  }

  /** Never throws for what a caller sent, and waits only for asynchronous rules. */
  prepare(given: unknown, settings: Settings, isRepairing: boolean): Prepared | Promise<Prepared> {
    return inOneBudget(() => this.#prepare(given, settings, isRepairing));
  }

  #prepare(given: unknown, settings: Settings, isRepairing: boolean): Prepared | Promise<Prepared> {
    const { limits } = settings;
    // What can be mended is not refused yet.
    const words = isRepairing ? undefined : this.#check;
    if (typeof given === 'object' && given !== null) {
      const outcome = this.#short.take(given, limits, words);
      if (outcome) return outcome;
    }
    const read = readArguments(given, limits, isRepairing);
    if (read.issues) return read;
    if (typeof given === 'string' && !read.repairs && !read.hasBigints) {
      const outcome = this.#short.take(read.args, limits, words);
      if (outcome) return outcome;
    }
    const shaped = this.#shape(read, limits, isRepairing);
    return shaped.issues ? shaped : this.#long(shaped.raw, shaped.repairs);
  }

  #shape(read: ReadArguments, limits: Limits, isRepairing: boolean): Shaped {
    // The short way would have taken most of what fits.
    const issues = this.#check(read.args, true);
    if (issues.length === 0 && !read.hasBigints) return { raw: read.args, repairs: read.repairs };
    if (!isRepairing) return { issues };
    this.#repair ??= repairerOf(this.plan.input, this.#fits, this.#surelyFits);
    const { value, repairs } = this.#repair(read.args, read.hasBigints ?? false);
    const left = read.hasBigints ? unsafeIntegersIn(value) : [];
    if (left.length > 0) return { issues: left };
    if (value === read.args) return { issues };
    // JSON that was text may be larger than arguments may be.
    const excess = guard(value, limits).issues;
    if (excess.length > 0) return { issues: excess };
    const after = this.#check(value);
    if (after.length > 0) return { issues: [...guessed(issues, repairs, after), ...after].slice(0, this.#mostIssues) };
    const all = [...(read.repairs ?? []), ...repairs];
    return { raw: value as Record<string, unknown>, ...(all.length > 0 && { repairs: all }) };
  }

  /** Makes the instances and checks their rules. */
  #long(raw: Record<string, unknown>, repairs: readonly Repair[] | undefined): Prepared | Promise<Prepared> {
    const maker = new Maker(this.#maker);
    const args = this.#make(maker, raw);
    const { issues: unmade } = maker;
    if (unmade.length > 0) return { issues: unmade };
    const outcome = checkRules(this.#ruled(maker.made, args), this.#book, this.#isSecret, this.#mostIssues);
    const told = (issues: readonly Issue[]): Prepared => (issues.length > 0 ? { issues } : repairs ? { args, repairs } : { args });
    return outcome instanceof Promise ? outcome.then(told) : told(outcome);
  }

  #make(maker: Maker, raw: Record<string, unknown>): Record<string, unknown> {
    const { input, parameters } = this.plan;
    if (parameters.some(({ role }) => role === 'payload')) return maker.make(input, raw, []) as Record<string, unknown>;
    const args: Record<string, unknown> = {};
    for (const { name, role, default: fallback } of parameters) {
      if (role === 'context') continue;
      const value = Object.hasOwn(raw, name) ? raw[name] : fallback;
      const schema = input.properties && Object.hasOwn(input.properties, name) ? (input.properties[name] as ContractSchema) : undefined;
      if (value !== undefined) setOwn(args, name, maker.make(schema, value, [name]));
    }
    return args;
  }

  #ruled(made: readonly MadeInstance[], args: Record<string, unknown>): MadeInstance[] {
    const { argumentsOwner } = this.plan;
    if (!argumentsOwner) return [...made];
    const instance = Object.assign(Object.create(argumentsOwner.prototype as object) as object, args);
    return [{ instance, path: [] }, ...made];
  }
}

/**
 * What can be mended is no fault to tell of: it will be mended the next time as well. Only that one thing was meant as the item of a list
 * is a guess, where it does not fit as one: both are told then.
 */
const guessed = (issues: readonly Issue[], repairs: readonly Repair[], left: readonly Issue[]): Issue[] =>
  issues.filter(
    ({ path }) =>
      repairs.some((repair) => repair.kind === 'wrap' && repair.path.length === path.length && isWithin(repair.path, path)) &&
      left.some((issue) => isWithin(issue.path, path)),
  );

const isWithin = (path: Issue['path'], outer: Issue['path']): boolean => outer.every((key, index) => key === path[index]);
