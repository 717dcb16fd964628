/** What was handed to `register`, turned into the sources of tools, resources, prompts and completions. */
import { decoratedMethods, functionRecord, type Marks, toolsetOptions } from '../../decorators/metadata.js';
import { toolNamePattern } from '../../decorators/options.js';
import { ToolError } from '../../errors.js';
import type { Constructor, ToolOptions, ToolsetOptions } from '../../types.js';
import { type CompletionSource, methodCompletion } from '../completion/source.js';
import { methodPrompt, type PromptSource } from '../prompts/source.js';
import { methodResource, type ResourceSource } from '../resources/source.js';
import { asyncItems, isAsyncSeries } from '../registration.js';
import { contractPlan } from './contract-plan.js';
import { bind, checkSource, type Makers, type Method, methodSource, placeOf } from './method-source.js';
import { isAsyncFunction, type ToolSource } from './source.js';

export type { Makers };

type AnyFunction = (...args: never[]) => unknown;

/** All that one item holds. */
export interface Sources {
  tools: ToolSource[];
  resources: ResourceSource[];
  prompts: PromptSource[];
  completions: CompletionSource[];
}

/** @throws ToolError INVALID_DEFINITION for what holds nothing, STALE_MANIFEST where the contract does not fit */
export function sourcesOf(item: unknown, makers: Makers): Sources {
  if (typeof item === 'function')
    return functionRecord(item)
      ? { ...none(), tools: [functionSource(item as AnyFunction, makers)] }
      : classSources(item as unknown as Constructor, makers);
  const { place } = makers;
  if (typeof item !== 'object' || item === null) throw unfit(place, `got ${item === null ? 'null' : typeof item}`);
  const owner = ownerOf(item);
  if (!owner || owner === Object) throw unfit(place, describePlain(item));
  const methods = decoratedMethods(owner);
  if (methods.size === 0) throw unfit(place, describeOther(item, owner));
  return methodSources(owner, methods, () => item, makers);
}

const none = (): Sources => ({ tools: [], resources: [], prompts: [], completions: [] });

function ownerOf(item: object): Constructor | undefined {
  const owner: unknown = (Object.getPrototypeOf(item) as { constructor?: unknown } | null)?.constructor;
  return typeof owner === 'function' ? (owner as Constructor) : undefined;
}

function describePlain(item: object): string {
  if (Object.prototype.toString.call(item) === '[object Module]')
    return 'got a whole module; pass its classes, instances or tools one by one';
  if (isAsyncSeries(item)) return `got ${asyncItems}`;
  return 'got a plain object without marked methods';
}

function describeOther(item: object, owner: Constructor): string {
  if (item instanceof Promise) return "got a promise: put 'await' before it";
  if (isAsyncSeries(item)) return `got ${asyncItems}`;
  const name = owner.name || 'an anonymous class';
  if (item instanceof String) return 'got a text';
  if ('register' in item && 'list' in item && 'call' in item) return `got a registry, ${name}; give what it holds: registry.list()`;
  return `${name} has no method marked with @tool(), @resource() or @prompt()`;
}

function unfit(place: string, reason: string): ToolError {
  return new ToolError(
    'INVALID_DEFINITION',
    `${place}: ${reason}. It takes instances and classes with @tool(), @resource() or @prompt() methods, Tools, Resources, Prompts, and functions made with tool(fn).`,
  );
}

function classSources(owner: Constructor, { resolve, ...makers }: Makers): Sources {
  const name = owner.name || 'an anonymous function';
  const methods: DecoratedMethods = typeof owner.prototype === 'object' ? decoratedMethods(owner) : new Map();
  if (methods.size === 0) {
    throw unfit(
      makers.place,
      isClass(owner)
        ? `class ${name} has no method marked with @tool(), @resource() or @prompt()`
        : `function ${name} is not marked; wrap it with tool(fn)`,
    );
  }
  if (!resolve)
    throw new ToolError(
      'INVALID_DEFINITION',
      `${makers.place}: got the class ${name}; pass an instance (new ${name}(…)), or register it with a 'resolve' option that gives one.`,
    );
  return methodSources(owner, methods, () => resolve(owner), { resolve, ...makers });
}

const isClass = (value: unknown): boolean => /^class\b/.test(Function.prototype.toString.call(value));

type DecoratedMethods = ReturnType<typeof decoratedMethods>;

function methodSources(owner: Constructor, methods: DecoratedMethods, instance: () => unknown, makers: Makers): Sources {
  const { prefix = '', ...defaults } = toolsetOptions(owner);
  const { annotations: _annotations, strict: _strict, defer: _defer, ...shared } = defaults;
  const found = none();
  for (const [name, { marks, parameters }] of methods) {
    const method: Method = { owner, name, parameters, instance, makers };
    if (marks.tool) found.tools.push(toolSource(method, marks.tool, prefix, defaults));
    for (const mark of marks.resources ?? []) found.resources.push(methodResource(method, mark, shared));
    if (marks.prompt) found.prompts.push(methodPrompt(method, marks.prompt, prefix, shared));
    for (const options of marks.completions ?? []) found.completions.push(methodCompletion(method, options, prefix));
  }
  return found;
}

function toolSource(
  method: Method,
  said: NonNullable<Marks['tool']>,
  prefix: string,
  defaults: Omit<ToolsetOptions, 'prefix'>,
): ToolSource {
  const options = { ...defaults, ...defined(said), name: prefix + (said.name ?? method.name) };
  if (defaults.annotations && said.annotations) options.annotations = { ...defaults.annotations, ...said.annotations };
  const name = checkedName(options.name, placeOf(method));
  return methodSource(method, { kind: 'tool', name, options });
}

const defined = (options: ToolOptions): ToolOptions =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));

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

function checkedName(name: string, place: string): string {
  if (toolNamePattern.test(name)) return name;
  throw new ToolError(
    'INVALID_DEFINITION',
    `${place}: the tool name '${name}' is not 1 to 128 characters out of A-Z a-z 0-9 . _ -; give it one with @tool({ name }).`,
  );
}
