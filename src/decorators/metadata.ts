/**
 * Where decorators write and the registry reads: own metadata of the class, under `Symbol.for` keys,
 * so that nothing is global and both copies of this package (ESM, CommonJS) see the same records.
 */
import 'reflect-metadata';
import type {
  CompleteOptions,
  Constructor,
  Form,
  ParamOptions,
  PromptOptions,
  ResourceOptions,
  ToolFacts,
  ToolOptions,
  ToolsetOptions,
} from '../types.js';

const toolsKey = Symbol.for('toolmark.tools');
const toolsetKey = Symbol.for('toolmark.toolset');
const methodKey = Symbol.for('toolmark.method');
const functionKey = Symbol.for('toolmark.function');
const formKey = Symbol.for('toolmark.form');

/** What was said of one parameter. */
export interface ParameterRecord {
  role?: 'payload' | 'context';
  options?: ParamOptions;
  /** class-validator decorators that apply to this parameter. */
  rules: PropertyDecorator[];
}

/** One `@resource`: a URI, or a template of such. */
export interface ResourceMark {
  uri: string;
  options: ResourceOptions;
}

/** What a method is marked as; it may be several things at once. */
export interface Marks {
  tool?: ToolOptions;
  resources?: readonly ResourceMark[];
  prompt?: PromptOptions;
  completions?: readonly CompleteOptions[];
}

/** What was said of one method. Without marks while only its parameters are decorated. */
export interface MethodRecord {
  marks: Marks;
  parameters: Map<number, ParameterRecord>;
}

/** What was said of one method as one of the things it is marked as. */
export interface MarkedMethod {
  options: ToolOptions;
  parameters: Map<number, ParameterRecord>;
}

/** A marked function: the function as it was, and what was said of it. */
export interface FunctionRecord {
  readonly options: ToolOptions;
  readonly wrapped: (...args: unknown[]) => unknown;
  /** What its tool says, once that was asked for or registered. */
  facts?: ToolFacts | undefined;
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
  const record = records.get(method) ?? { marks: {}, parameters: new Map<number, ParameterRecord>() };
  records.set(method, record);
  return record;
}

/** Marks `method` of the class. */
export function recordMethod(owner: object, method: string, mark: (before: Marks) => Marks): void {
  const record = ownRecord(owner, method);
  record.marks = mark(record.marks);
}

/** Adds to what is known of one parameter; later decorators run first, so what is there stays. */
export function recordParameter(owner: object, method: string, index: number, said: Partial<ParameterRecord>): void {
  const { parameters } = ownRecord(owner, method);
  const before = parameters.get(index) ?? { rules: [] };
  parameters.set(index, { ...said, ...before, rules: [...(said.rules ?? []), ...before.rules] });
}

/** Standard (TC39) decorators know no class: the mark waits on the function itself. */
export function recordStandardMethod(method: object, mark: (before: Marks) => Marks): void {
  const before = Object.hasOwn(method, methodKey) ? (method as Record<symbol, Marks>)[methodKey] : undefined;
  Object.defineProperty(method, methodKey, { value: mark(before ?? {}), configurable: true });
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

export function recordForm(form: object): void {
  Object.defineProperty(form, formKey, { value: true });
}

/** What `form<T>()` made, by either copy of this package. */
export function isForm(value: unknown): value is Form<unknown> {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, formKey);
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

function standardMarks(owner: Constructor, name: string): Marks | undefined {
  const value: unknown = Object.getOwnPropertyDescriptor(owner.prototype, name)?.value;
  return typeof value === 'function' ? (value as unknown as Record<symbol, Marks | undefined>)[methodKey] : undefined;
}

/**
 * The decorated methods of a class, inherited ones included, in the order of declaration, ancestors first.
 * An override keeps its parent's mark of each kind unless it has its own of that kind; decorated parameters of an override
 * replace its parent's.
 */
export function decoratedMethods(owner: Constructor): Map<string, MethodRecord> {
  const found = new Map<string, MethodRecord>();
  for (const ancestor of lineage(owner)) {
    const records =
      (Reflect.getOwnMetadata(toolsKey, ancestor) as Map<string, MethodRecord> | undefined) ?? new Map<string, MethodRecord>();
    for (const name of Object.getOwnPropertyNames(ancestor.prototype ?? {})) {
      const own = records.get(name);
      const inherited = found.get(name);
      const marks = { ...inherited?.marks, ...standardMarks(ancestor, name), ...own?.marks };
      if (Object.keys(marks).length === 0) continue;
      const parameters = own?.parameters.size ? own.parameters : (inherited?.parameters ?? new Map<number, ParameterRecord>());
      found.set(name, { marks, parameters });
    }
  }
  return found;
}

/** The methods marked as tools; order and inheritance as `decoratedMethods` has them. */
export function markedMethods(owner: Constructor): Map<string, MarkedMethod> {
  const found = new Map<string, MarkedMethod>();
  for (const [name, { marks, parameters }] of decoratedMethods(owner)) if (marks.tool) found.set(name, { options: marks.tool, parameters });
  return found;
}
