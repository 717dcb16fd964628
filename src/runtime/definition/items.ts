/** What was handed to `register`, turned into tool sources. */
import { functionRecord, markedMethods, type MarkedMethod, toolsetOptions } from '../../decorators/metadata.js';
import { toolNamePattern } from '../../decorators/options.js';
import { ToolError } from '../../errors.js';
import type { Constructor, ToolOptions } from '../../types.js';
import type { ManifestIndex } from '../manifest-index.js';
import type { Settings } from '../settings.js';
import { checkParameterCount, emittedCount, missingContract, stale } from '../stale.js';
import { contractPlan, explicitContract } from './contract-plan.js';
import { isAsyncFunction, type ToolSource } from './source.js';

/** Gives the instance that a class's tools run on. */
export type Resolve = (cls: Constructor) => unknown;

export interface Makers {
  index: ManifestIndex;
  settings: Settings;
  resolve: Resolve | undefined;
}

type AnyFunction = (...args: never[]) => unknown;

/** @throws ToolError INVALID_DEFINITION for what holds no tools, STALE_MANIFEST where the contract does not fit */
export function sourcesOf(item: unknown, makers: Makers): ToolSource[] {
  if (typeof item === 'function')
    return functionRecord(item) ? [functionSource(item as AnyFunction, makers)] : classSources(item as unknown as Constructor, makers);
  if (typeof item !== 'object' || item === null) throw unfit(`got ${item === null ? 'null' : typeof item}`);
  const owner = ownerOf(item);
  const sources = owner && owner !== Object ? methodSources(owner, () => item, makers) : [];
  if (sources.length > 0) return sources;
  throw unfit(owner && owner !== Object ? `${owner.name || 'an anonymous class'} has no method marked with @tool()` : describePlain(item));
}

function ownerOf(item: object): Constructor | undefined {
  const owner: unknown = (Object.getPrototypeOf(item) as { constructor?: unknown } | null)?.constructor;
  return typeof owner === 'function' ? (owner as Constructor) : undefined;
}

function describePlain(item: object): string {
  if (Object.prototype.toString.call(item) === '[object Module]')
    return 'got a whole module; pass its classes, instances or tools one by one';
  return 'got a plain object without marked methods';
}

function unfit(reason: string): ToolError {
  return new ToolError(
    'INVALID_DEFINITION',
    `registry.register(): ${reason}. It takes instances and classes with @tool() methods, Tools, and functions made with tool(fn).`,
  );
}

function classSources(owner: Constructor, { resolve, ...makers }: Makers): ToolSource[] {
  const name = owner.name || 'an anonymous function';
  if (typeof owner.prototype !== 'object' || markedMethods(owner).size === 0) {
    throw unfit(
      isClass(owner) ? `class ${name} has no method marked with @tool()` : `function ${name} is not marked; wrap it with tool(fn)`,
    );
  }
  if (!resolve)
    throw new ToolError(
      'INVALID_DEFINITION',
      `registry.register(): got the class ${name}; pass an instance (new ${name}(…)), or a 'resolve' option that gives one.`,
    );
  return methodSources(owner, () => resolve(owner), { resolve, ...makers });
}

const isClass = (value: unknown): boolean => /^class\b/.test(Function.prototype.toString.call(value));

function methodSources(owner: Constructor, instance: () => unknown, makers: Makers): ToolSource[] {
  const { prefix = '', ...defaults } = toolsetOptions(owner);
  return [...markedMethods(owner)].map(([method, record]) => {
    const options = { ...defaults, ...defined(record.options), name: prefix + (record.options.name ?? method) };
    if (defaults.annotations && record.options.annotations)
      options.annotations = { ...defaults.annotations, ...record.options.annotations };
    return methodSource(owner, method, { ...record, options }, instance, makers);
  });
}

const defined = (options: ToolOptions): ToolOptions =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));

function methodSource(owner: Constructor, method: string, record: MarkedMethod, instance: () => unknown, makers: Makers): ToolSource {
  const place = `${owner.name || 'anonymous class'}.${method}`;
  const fn = (owner.prototype as Record<string, AnyFunction>)[method] as AnyFunction;
  const name = checkedName(record.options.name as string, place);
  const found = makers.index.method(owner, method);
  const bound = bind(place, found, fn, emittedCount(owner.prototype as object, method), record);
  checkSource(place, makers.index, owner);
  return {
    name,
    place,
    options: record.options,
    settings: makers.settings,
    isAsync: () => isAsyncFunction((owner.prototype as Record<string, unknown>)[method]),
    plan: () => contractPlan(bound, record, place, makers.settings.rules),
    call: (args) => whenReady(instance(), (target) => callMethod(target, method, args, place)),
  };
}

function functionSource(marked: AnyFunction, makers: Makers): ToolSource {
  const record = functionRecord(marked) as NonNullable<ReturnType<typeof functionRecord>>;
  const place = `tool(${marked.name || record.options.name || 'function'})`;
  const found = makers.index.function(marked);
  const name = checkedName(record.options.name ?? found.name ?? marked.name, place);
  const options = { ...record.options, name };
  const said = { options, parameters: new Map() };
  const bound = bind(place, found, record.wrapped, undefined, said);
  checkSource(place, makers.index, marked);
  return {
    name,
    place,
    options,
    settings: makers.settings,
    isAsync: () => isAsyncFunction(record.wrapped),
    plan: () => contractPlan(bound, said, place, makers.settings.rules),
    call: (args) => record.wrapped.apply(undefined, args),
  };
}

function bind(
  place: string,
  found: ReturnType<ManifestIndex['method']>,
  fn: AnyFunction,
  emitted: number | undefined,
  record: MarkedMethod,
) {
  if ('contract' in found) {
    checkParameterCount(place, found.contract, fn, emitted);
    return found;
  }
  const contract = explicitContract(fn, emitted, record);
  if (!contract) throw missingContract(place, found);
  return { contract, manifest: undefined };
}

function checkSource(place: string, index: ManifestIndex, item: unknown): void {
  const changed = index.changedSource(item);
  if (changed !== undefined) throw stale(`${place} is in a manifest made from ${changed}, which has changed since`);
}

function checkedName(name: string, place: string): string {
  if (toolNamePattern.test(name)) return name;
  throw new ToolError(
    'INVALID_DEFINITION',
    `${place}: the tool name '${name}' is not 1 to 128 characters out of A-Z a-z 0-9 . _ -; give it one with @tool({ name }).`,
  );
}

function whenReady(target: unknown, run: (target: unknown) => unknown): unknown {
  const isPromise = typeof (target as { then?: unknown } | null | undefined)?.then === 'function';
  return isPromise ? Promise.resolve(target).then(run) : run(target);
}

function callMethod(target: unknown, method: string, args: unknown[], place: string): unknown {
  const fn: unknown = (target as Record<string, unknown> | null | undefined)?.[method];
  if (typeof fn !== 'function')
    throw new ToolError('INVALID_DEFINITION', `${place}: the 'resolve' option gave no instance with that method.`);
  return (fn as (...args: unknown[]) => unknown).apply(target, args);
}
