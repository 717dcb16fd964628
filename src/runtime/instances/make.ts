/**
 * Turns checked JSON into what the signature says: DTO instances, dates, maps and so on, led by the schema's marks.
 * class-transformer goes first, so that its decorators count; then the walk completes what no decorator spoke of.
 */
import { ToolError } from '../../errors.js';
import { boundedIssues } from '../../schema/issues.js';
import { PatternTimeout } from '../../schema/pattern.js';
import { secretsOf } from '../../schema/secrets.js';
import { cut } from '../../schema/words.js';
import type { Constructor, ContractSchema, Issue } from '../../types.js';
import { defaultLimits, type Limits } from '../limits.js';
import type { MadeInstance } from '../rules/index.js';
import { isDecorated, isSourceOfOther, isTransformed } from '../transformer.js';
import { fromText } from './built-ins.js';
import { makeInstance } from './compile.js';
import { isRecord, isSafeKey, safeCopy, setOwn } from './copy.js';
import { DefaultBudget } from './default-budget.js';
import { type KeyMatcher, keyMatcherOf } from './keys.js';
import { messageOf, nameOf } from './thrown.js';
import { type SchemaView, viewOf } from './view.js';

type Path = readonly (string | number)[];

/** What the walk needs to know of a tool. */
export interface MakerPlan {
  root: ContractSchema;
  classNamed(name: string): Constructor | undefined;
  /** Whether the value fits one branch of a union. */
  fits(branch: ContractSchema, value: unknown): boolean;
  /** Tells the operator what a class threw. */
  warn(message: string): void;
  /** The schema came from elsewhere: its patterns run on the linear engine. */
  isImported?: boolean;
  /** Whether a key matches a pattern of the schema; without it, patterns are read for the schema, each call with a time of its own. */
  matches?: KeyMatcher;
  /** Of what defaults make, and of issues. */
  limits?: Pick<Limits, 'argumentDepth' | 'argumentNodes' | 'issues'>;
}

/** Makes the values of one call. */
export class Maker {
  /** Every class instance made, for the rules. */
  readonly made: MadeInstance[] = [];
  readonly #issues: Issue[] = [];
  #untold = 0;
  readonly #limits: NonNullable<MakerPlan['limits']>;
  readonly #defaults: DefaultBudget;
  readonly #matches: KeyMatcher;

  constructor(private readonly plan: MakerPlan) {
    this.#limits = plan.limits ?? defaultLimits;
    this.#defaults = new DefaultBudget(this.#limits);
    this.#matches = plan.matches ?? keyMatcherOf(plan);
  }

  /** What could not be made; of many the first, and how many more. */
  get issues(): Issue[] {
    return this.#issues.length > 0 ? boundedIssues(this.#issues, this.#untold) : [];
  }

  /** Values made from defaults so far, those inside of them included. */
  get defaultNodes(): number {
    return this.#defaults.nodes;
  }

  /** What the method gets for a value; a fresh copy, also where nothing had to be made. Undefined where there are issues. */
  make(schema: ContractSchema | boolean | undefined, raw: unknown, path: Path): unknown {
    try {
      return this.complete(schema, raw, raw, path);
    } catch (error) {
      if (!(error instanceof PatternTimeout)) throw error;
      this.report(`a key takes too long to check against the pattern ${cut(error.pattern, 100)}; send a shorter one`, path);
      return undefined;
    }
  }

  private report(message: string, path: Path): void {
    if (this.#issues.length < this.#limits.issues) this.#issues.push({ message, path });
    else this.#untold += 1;
  }

  /** @param current what class-transformer left in the place of `raw`; `raw` itself where it did not look */
  private complete(schema: ContractSchema | boolean | undefined, raw: unknown, current: unknown, path: Path): unknown {
    if (typeof schema !== 'object') return current === raw ? safeCopy(raw) : current;
    const view = viewOf(schema, raw, this.plan, this.#matches);
    if (view.as !== undefined && raw !== null) return this.builtIn(view, raw, current, path);
    if (Array.isArray(raw)) return this.items(view, raw, current, path);
    if (!isRecord(raw)) return current;
    const owner = view.className === undefined ? undefined : this.plan.classNamed(view.className);
    if (owner) return this.instance(view, owner, raw, current, path);
    if (current !== raw && !isRecord(current)) return current;
    const copy: Record<string, unknown> = {};
    this.fields(view, raw, current as Record<string, unknown>, copy, path);
    return copy;
  }

  private plainly(schema: ContractSchema | boolean | undefined, raw: unknown, path: Path): unknown {
    return this.complete(schema, raw, raw, path);
  }

  private builtIn(view: SchemaView, raw: unknown, current: unknown, path: Path): unknown {
    // Already made, by a decorator such as @Type(() => Date).
    if (current !== raw && typeof current === 'object' && current !== null && !isRecord(current) && !Array.isArray(current)) return current;
    if (view.as === 'Map') return this.map(view, raw, path);
    if (view.as === 'Set') return Array.isArray(raw) ? new Set(this.items(view, raw, raw, path) as unknown[]) : raw;
    const convert = view.as === undefined ? undefined : fromText[view.as];
    if (!convert || typeof raw !== 'string') return view.as === 'bigint' && Number.isSafeInteger(raw) ? BigInt(raw as number) : current;
    const result = convert(raw);
    if ('value' in result) return result.value;
    this.report(result.message, path);
    return undefined;
  }

  private map(view: SchemaView, raw: unknown, path: Path): unknown {
    if (Array.isArray(raw)) return new Map(this.items(view, raw, raw, path) as [unknown, unknown][]);
    if (!isRecord(raw)) return raw;
    const keyOf = view.keys === 'number' ? Number : String;
    return new Map(Object.entries(raw).map(([key, value]) => [keyOf(key), this.plainly(view.property(key), value, [...path, key])]));
  }

  private items(view: SchemaView, raw: readonly unknown[], current: unknown, path: Path): unknown {
    if (!Array.isArray(current) || current.length !== raw.length) return current;
    return raw.map((item, index) => this.complete(view.item(index), item, current === raw ? item : current[index], [...path, index]));
  }

  /** Fills `target` with the fields sent, and with the schema's defaults for those that were not. */
  private fields(view: SchemaView, raw: Record<string, unknown>, current: Record<string, unknown>, target: object, path: Path): void {
    for (const [key, value] of Object.entries(raw)) {
      if (!isSafeKey(key, view.properties)) continue;
      const left = Object.hasOwn(current, key) ? current[key] : value;
      setOwn(target, key, this.complete(view.property(key), value, left, [...path, key]));
    }
    this.defaults(view, raw, target, path);
  }

  private defaults(view: SchemaView, raw: Record<string, unknown>, target: object, path: Path): void {
    for (const [key, schema] of Object.entries(view.properties)) {
      const isAbsent = !Object.hasOwn(raw, key) && (target as Record<string, unknown>)[key] === undefined;
      if (!isAbsent || typeof schema !== 'object' || schema.default === undefined) continue;
      const excess = this.#defaults.enter(schema.default);
      if (excess !== undefined) {
        if (excess !== '') this.report(excess, [...path, key]);
        return;
      }
      setOwn(target, key, this.plainly(schema, schema.default, [...path, key]));
      this.#defaults.leave();
    }
  }

  private instance(view: SchemaView, owner: Constructor, raw: Record<string, unknown>, current: unknown, path: Path): unknown {
    const wasMade = typeof current === 'object' && current !== null && !isRecord(current) && !Array.isArray(current);
    const instance = wasMade ? current : this.transform(owner, raw, path);
    if (instance === undefined) return undefined;
    try {
      const actual = ownerOf(instance, owner);
      for (const [key, value] of Object.entries(raw)) this.field(view, actual, instance as Record<string, unknown>, key, value, path);
      if (!isExcluding(actual)) this.defaults(withoutDecorated(view, actual), raw, instance, path);
    } catch (error) {
      this.refuse(owner, error, path);
      return undefined;
    }
    this.made.push({ instance, path });
    return instance;
  }

  private field(view: SchemaView, owner: Constructor, instance: Record<string, unknown>, key: string, value: unknown, path: Path): void {
    if (!isSafeKey(key, view.properties) || isTransformed(owner, key) || isSourceOfOther(owner, key)) return;
    const isOwners = isDecorated(owner, key);
    const left = isOwners ? instance[key] : value;
    // Excluded or renamed by a decorator: it is where the decorator wants it.
    if (isOwners && left === undefined) return;
    const isKnownMethod = typeof instance[key] === 'function';
    if (!isKnownMethod)
      setOwn(instance, key, this.complete(view.property(key), value, isOwners && isSame(left, value) ? value : left, [...path, key]));
  }

  private transform(owner: Constructor, raw: Record<string, unknown>, path: Path): object | undefined {
    const promising: string[] = [];
    try {
      const instance = makeInstance(
        owner,
        safeCopy(raw) as object,
        (of, key) => void promising.push(`Class ${of.name}: the @Transform() of '${key}'`),
      );
      refusePromises(promising);
      return instance;
    } catch (error) {
      refusePromises(promising);
      this.checkConstructor(owner);
      this.refuse(owner, error, path);
      return undefined;
    }
  }

  /** Tells the author's fault from the model's: an argument cannot make a constructor without parameters throw. */
  private checkConstructor(owner: Constructor): void {
    try {
      Reflect.construct(owner as new () => object, []);
    } catch (error) {
      throw new ToolError(
        'INVALID_DEFINITION',
        `Class ${owner.name} cannot be made from arguments: its constructor threw without parameters (${messageOf(error)}).`,
        { cause: error },
      );
    }
  }

  private refuse(owner: Constructor, error: unknown, path: Path): void {
    if (error instanceof ToolError || error instanceof PatternTimeout) throw error;
    // What a setter or @Transform threw is not told to the caller: it may hold anything. Nor to the operator, where it may hold a secret.
    const reason = secretsOf(this.plan.root) ? `${nameOf(error)}; its message may hold a secret` : `${nameOf(error)}: ${messageOf(error)}`;
    this.plan.warn(`class ${owner.name} refused arguments: ${reason}`);
    this.report('the class that takes these values refused them', path);
  }
}

/** class-transformer waits for nothing, so a promise would reach the method in place of a value. */
function refusePromises([first]: readonly string[]): void {
  if (first !== undefined) throw new ToolError('INVALID_DEFINITION', `${first} gives a promise; it must give the value at once.`);
}

/** class-transformer copies what it has no type for; such a copy is as good as the value itself. */
const isSame = (left: unknown, value: unknown): boolean =>
  left === value ||
  (isRecord(left) && isRecord(value)) ||
  (Array.isArray(left) && Array.isArray(value) && left.every((item) => isRecord(item) || typeof item !== 'object'));

/** The class of what was made: a constructor may give something else than its own. */
function ownerOf(instance: object, owner: Constructor): Constructor {
  const actual = (Object.getPrototypeOf(instance) as { constructor?: unknown } | null)?.constructor;
  return typeof actual === 'function' ? (actual as Constructor) : owner;
}

const isExcluding = (owner: Constructor): boolean => isDecorated(owner, '');

function withoutDecorated(view: SchemaView, owner: Constructor): SchemaView {
  const properties = Object.fromEntries(Object.entries(view.properties).filter(([key]) => !isTransformed(owner, key)));
  return { ...view, properties };
}
