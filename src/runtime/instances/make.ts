/**
 * Turns checked JSON into what the signature says: DTO instances, dates, maps and so on, led by the schema's marks.
 * class-transformer goes first, so that its decorators count; then the walk completes what no decorator spoke of.
 */
import { ToolError } from '../../errors.js';
import type { Constructor, ContractSchema, Issue } from '../../types.js';
import type { MadeInstance } from '../rules/index.js';
import { isDecorated, isSourceOfOther, isTransformed } from '../transformer.js';
import { fromText } from './built-ins.js';
import { makeInstance } from './compile.js';
import { isRecord, isSafeKey, safeCopy, setOwn } from './copy.js';
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
}

/** Makes the values of one call. */
export class Maker {
  /** Every class instance made, for the rules. */
  readonly made: MadeInstance[] = [];
  readonly issues: Issue[] = [];

  constructor(private readonly plan: MakerPlan) {}

  /** What the method gets for a value; a fresh copy, also where nothing had to be made. */
  make(schema: ContractSchema | boolean | undefined, raw: unknown, path: Path): unknown {
    return this.complete(schema, raw, raw, path);
  }

  /** @param current what class-transformer left in the place of `raw`; `raw` itself where it did not look */
  private complete(schema: ContractSchema | boolean | undefined, raw: unknown, current: unknown, path: Path): unknown {
    if (typeof schema !== 'object') return current === raw ? safeCopy(raw) : current;
    const view = viewOf(schema, raw, this.plan);
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

  private builtIn(view: SchemaView, raw: unknown, current: unknown, path: Path): unknown {
    // Already made, by a decorator such as @Type(() => Date).
    if (current !== raw && typeof current === 'object' && current !== null && !isRecord(current) && !Array.isArray(current)) return current;
    if (view.as === 'Map') return this.map(view, raw, path);
    if (view.as === 'Set') return Array.isArray(raw) ? new Set(this.items(view, raw, raw, path) as unknown[]) : raw;
    const convert = view.as === undefined ? undefined : fromText[view.as];
    if (!convert || typeof raw !== 'string') return view.as === 'bigint' && Number.isSafeInteger(raw) ? BigInt(raw as number) : current;
    const result = convert(raw);
    if ('value' in result) return result.value;
    this.issues.push({ message: result.message, path });
    return undefined;
  }

  private map(view: SchemaView, raw: unknown, path: Path): unknown {
    if (Array.isArray(raw)) return new Map(this.items(view, raw, raw, path) as [unknown, unknown][]);
    if (!isRecord(raw)) return raw;
    const keyOf = view.keys === 'number' ? Number : String;
    return new Map(Object.entries(raw).map(([key, value]) => [keyOf(key), this.make(view.property(key), value, [...path, key])]));
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
      if (isAbsent && typeof schema === 'object' && schema.default !== undefined)
        setOwn(target, key, this.make(schema, schema.default, [...path, key]));
    }
  }

  private instance(view: SchemaView, owner: Constructor, raw: Record<string, unknown>, current: unknown, path: Path): unknown {
    const wasMade = typeof current === 'object' && current !== null && !isRecord(current) && !Array.isArray(current);
    const instance = wasMade ? current : this.transform(owner, raw, path);
    if (instance === undefined) return undefined;
    const actual = (Object.getPrototypeOf(instance) as { constructor: Constructor }).constructor;
    try {
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
    try {
      const instance = makeInstance(owner, safeCopy(raw) as object);
      refusePromises(owner, instance);
      return instance;
    } catch (error) {
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
      const reason = error instanceof Error ? error.message : String(error);
      throw new ToolError(
        'INVALID_DEFINITION',
        `Class ${owner.name} cannot be made from arguments: its constructor threw without parameters (${reason}).`,
        { cause: error },
      );
    }
  }

  private refuse(owner: Constructor, error: unknown, path: Path): void {
    if (error instanceof ToolError) throw error;
    // What a setter or @Transform threw is not told to the caller: it may hold anything.
    this.plan.warn(
      `class ${owner.name} refused arguments: ${error instanceof Error ? error.message : 'it threw a value without a message'}`,
    );
    this.issues.push({ message: 'the class that takes these values refused them', path });
  }
}

/** class-transformer waits for nothing, so a promise would reach the method in place of a value, and its failure would end the process. */
function refusePromises(owner: Constructor, instance: object): void {
  for (const [key, value] of Object.entries(instance)) {
    if (!(value instanceof Promise)) continue;
    value.catch(() => undefined);
    throw new ToolError(
      'INVALID_DEFINITION',
      `Class ${owner.name}: the @Transform() of '${key}' gives a promise; it must give the value at once.`,
    );
  }
}

/** class-transformer copies what it has no type for; such a copy is as good as the value itself. */
const isSame = (left: unknown, value: unknown): boolean =>
  left === value ||
  (isRecord(left) && isRecord(value)) ||
  (Array.isArray(left) && Array.isArray(value) && left.every((item) => isRecord(item) || typeof item !== 'object'));

const isExcluding = (owner: Constructor): boolean => isDecorated(owner, '');

function withoutDecorated(view: SchemaView, owner: Constructor): SchemaView {
  const properties = Object.fromEntries(Object.entries(view.properties).filter(([key]) => !isTransformed(owner, key)));
  return { ...view, properties };
}
