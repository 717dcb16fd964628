/**
 * Where decorators write and the registry reads: own metadata of the class, under `Symbol.for` keys,
 * so that nothing is global and both copies of this package (ESM, CommonJS) see the same records.
 */
import 'reflect-metadata';
import type { Constructor, ParamOptions, ToolOptions, ToolsetOptions } from '../types.js';

const toolsKey = Symbol.for('toolmark.tools');
const toolsetKey = Symbol.for('toolmark.toolset');
const methodKey = Symbol.for('toolmark.method');
const functionKey = Symbol.for('toolmark.function');

/** What was said of one parameter. */
export interface ParameterRecord {
  role?: 'payload' | 'context';
  options?: ParamOptions;
  /** class-validator decorators that apply to this parameter. */
  rules: PropertyDecorator[];
}

/** What was said of one method. `options` is absent while only its parameters are decorated. */
export interface MethodRecord {
  options?: ToolOptions;
  parameters: Map<number, ParameterRecord>;
}

/** A marked function: the function as it was, and what was said of it. */
export interface FunctionRecord {
  readonly options: ToolOptions;
  readonly wrapped: (...args: unknown[]) => unknown;
}

function ownRecords(owner: object): Map<string, MethodRecord> {
  const existing = Reflect.getOwnMetadata(toolsKey, owner) as Map<string, MethodRecord> | undefined;
  if (existing) return existing;
  const records = new Map<string, MethodRecord>();
  Reflect.defineMetadata(toolsKey, records, owner);
  return records;
}

function ownRecord(owner: object, method: string): MethodRecord {
  const records = ownRecords(owner);
  const record = records.get(method) ?? { parameters: new Map<number, ParameterRecord>() };
  records.set(method, record);
  return record;
}

/** Marks `method` of the class as a tool. */
export function recordMethod(owner: object, method: string, options: ToolOptions): void {
  ownRecord(owner, method).options = options;
}

/** Adds to what is known of one parameter; later decorators run first, so what is there stays. */
export function recordParameter(owner: object, method: string, index: number, said: Partial<ParameterRecord>): void {
  const { parameters } = ownRecord(owner, method);
  const before = parameters.get(index) ?? { rules: [] };
  parameters.set(index, { ...said, ...before, rules: [...(said.rules ?? []), ...before.rules] });
}

/** Standard (TC39) decorators know no class: the mark waits on the function itself. */
export function recordStandardMethod(method: object, options: ToolOptions): void {
  Object.defineProperty(method, methodKey, { value: options, configurable: true });
}

export function recordToolset(owner: object, options: ToolsetOptions): void {
  Reflect.defineMetadata(toolsetKey, options, owner);
}

export function recordFunction(marked: object, record: FunctionRecord): void {
  Object.defineProperty(marked, functionKey, { value: record });
}

/** What `tool(fn)` recorded, or undefined for any other value. */
export function functionRecord(value: unknown): FunctionRecord | undefined {
  if (typeof value !== 'function') return undefined;
  return (value as unknown as Record<symbol, FunctionRecord | undefined>)[functionKey];
}

/** The `@toolset` options of the class or its nearest ancestor that has some. */
export function toolsetOptions(owner: Constructor): ToolsetOptions {
  return (Reflect.getMetadata(toolsetKey, owner) as ToolsetOptions | undefined) ?? {};
}

/** From the root of the inheritance chain to the class itself. */
function lineage(owner: Constructor): Constructor[] {
  const chain: Constructor[] = [];
  let current: unknown = owner;
  while (typeof current === 'function' && current !== Function.prototype) {
    chain.unshift(current as Constructor);
    current = Object.getPrototypeOf(current);
  }
  return chain;
}

function standardMark(owner: Constructor, name: string): ToolOptions | undefined {
  const value: unknown = Object.getOwnPropertyDescriptor(owner.prototype, name)?.value;
  return typeof value === 'function' ? (value as unknown as Record<symbol, ToolOptions | undefined>)[methodKey] : undefined;
}

/**
 * The marked methods of a class, inherited ones included, in the order of declaration, ancestors first.
 * An override keeps its parent's mark unless it has its own; decorated parameters of an override replace its parent's.
 */
export function markedMethods(owner: Constructor): Map<string, Required<MethodRecord>> {
  const found = new Map<string, Required<MethodRecord>>();
  for (const ancestor of lineage(owner)) {
    const records =
      (Reflect.getOwnMetadata(toolsKey, ancestor) as Map<string, MethodRecord> | undefined) ?? new Map<string, MethodRecord>();
    for (const name of Object.getOwnPropertyNames(ancestor.prototype ?? {})) {
      const own = records.get(name);
      const inherited = found.get(name);
      const options = own?.options ?? standardMark(ancestor, name) ?? inherited?.options;
      if (!options) continue;
      found.set(name, {
        options,
        parameters: own?.parameters.size ? own.parameters : (inherited?.parameters ?? new Map<number, ParameterRecord>()),
      });
    }
  }
  return found;
}
