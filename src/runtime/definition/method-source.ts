/** A marked method, made ready to be called: its contract found and held against the method as it is. */
import type { MarkedMethod, ParameterRecord } from '../../decorators/metadata.js';
import { ToolError } from '../../errors.js';
import type { Constructor, ToolContract, ToolManifest, ToolOptions } from '../../types.js';
import type { Lookup, ManifestIndex } from '../manifest-index.js';
import type { Settings } from '../settings.js';
import { checkParameterCount, emittedCount, missingContract, stale } from '../stale.js';
import { contractPlan, explicitContract } from './contract-plan.js';
import { checkSchema } from './given-parts.js';
import { type CallableKind, isAsyncFunction, type ToolPlan, type ToolSource } from './source.js';

type AnyFunction = (...args: never[]) => unknown;

/** Gives the instance that a class's methods run on. */
export type Resolve = (cls: Constructor) => unknown;

export interface Makers {
  index: ManifestIndex;
  settings: Settings;
  resolve: Resolve | undefined;
  /** Who registers, for messages. */
  place: string;
}

/** A method of a class, and what was said of its parameters. */
export interface Method {
  owner: Constructor;
  name: string;
  parameters: Map<number, ParameterRecord>;
  instance(): unknown;
  makers: Makers;
}

/** What a method is called as. */
export interface CalledAs {
  kind: CallableKind;
  /** A tool's or prompt's name, a resource's URI. */
  name: string;
  options: ToolOptions;
}

/** A contract, and the manifest whose `types` and `$defs` it speaks of, if it is from one. */
export type Bound = { contract: ToolContract; manifest: ToolManifest | undefined };

export const placeOf = ({ owner, name }: Pick<Method, 'owner' | 'name'>): string => `${owner.name || 'anonymous class'}.${name}`;

/** @throws ToolError STALE_MANIFEST where there is no contract, or one that does not fit the method */
export function methodSource(method: Method, called: CalledAs): ToolSource {
  const { owner, name, parameters, makers } = method;
  const place = placeOf(method);
  const record: MarkedMethod = { options: called.options, parameters };
  const fn = (owner.prototype as Record<string, AnyFunction>)[name] as AnyFunction;
  // Of a resource or prompt without parameters there is nothing else to know.
  const told = called.kind === 'tool' ? record : { ...record, options: { description: called.name, ...called.options } };
  const bound = bind(place, makers.index.method(owner, name), fn, emittedCount(owner.prototype as object, name), told);
  checkSource(place, makers.index, owner);
  for (const { options } of parameters.values()) if (options?.schema) checkSchema(options.schema, 'schema', place, called.name);
  return plannedSource(method, called, () => contractPlan(bound, record, place, makers.settings.rules));
}

/** The same for a method whose parameters are known without a contract. */
export function plannedSource(method: Method, { kind, name, options }: CalledAs, plan: () => ToolPlan): ToolSource {
  const { owner, makers, instance } = method;
  const place = placeOf(method);
  return {
    ...(kind !== 'tool' && { kind }),
    name,
    place,
    options,
    settings: makers.settings,
    isAsync: () => isAsyncFunction((owner.prototype as Record<string, unknown>)[method.name]),
    plan,
    call: (args) => whenReady(instance(), (target) => callMethod(target, method.name, args, place)),
  };
}

/** @throws ToolError STALE_MANIFEST */
export function bind(place: string, found: Lookup, fn: AnyFunction, emitted: number | undefined, record: MarkedMethod): Bound {
  if ('contract' in found) {
    checkParameterCount(place, found.contract, fn, emitted);
    return found;
  }
  const contract = explicitContract(fn, emitted, record);
  if (!contract) throw missingContract(place, found);
  return { contract, manifest: undefined };
}

export function checkSource(place: string, index: ManifestIndex, item: unknown): void {
  const changed = index.changedSource(item);
  if (changed !== undefined) throw stale(`${place} is in a manifest made from ${changed}, which has changed since`);
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
