/** What a caller hands over as tools, in any of its forms. What is none is told at once: a model would only see that tools are missing. */
import { ToolError } from '../../errors.js';
import { givesPairs, isAsyncSeries, isSeries, itemsOf } from '../../runtime/registration.js';
import { Tool } from '../../runtime/tool.js';
import type { GivenTools, ToolLike } from './bridge.js';
import { told } from './given.js';
import { isFields } from './shapes.js';

/** @throws ToolError INVALID_DEFINITION, with what to pass instead */
export function toolList(tools: GivenTools, api: string, method: string): readonly ToolLike[] {
  if (Array.isArray(tools)) return withoutHoles(tools);
  if (tools instanceof Tool) return [tools];
  if (isRegistry(tools)) return tools.list();
  if (isDefinition(tools)) return [tools];
  if (isSeries(tools) && !givesPairs(tools)) return withoutHoles(itemsOf(tools));
  throw refused(`${api}: ${method}() needs tools, and got ${meant(tools)}`);
}

/** What is no tool is told of later, by whoever reads it; a place with nothing in it nobody can read. */
function withoutHoles(list: readonly unknown[]): readonly ToolLike[] {
  for (const nothing of [undefined, null])
    if (list.includes(nothing))
      throw notATool(
        nothing,
        list.findIndex((item) => item === nothing),
      );
  return list as readonly ToolLike[];
}

/** By what it can do: it may be of the other copy of this package, or stand before a registry. */
export function isRegistry(value: unknown): value is { list(): Tool[]; call(...given: never): unknown } {
  if (typeof value !== 'object' || value === null) return false;
  const { list, call, register, get } = value as Record<string, unknown>;
  if (typeof list !== 'function' || typeof call !== 'function') return false;
  // Methods of these names alone may be those of a service.
  return typeof register === 'function' || typeof get === 'function' || Object.getPrototypeOf(value) === Object.prototype;
}

/** A definition from elsewhere may lack a schema, but then it has none under another name either. */
export function isDefinition(value: unknown): value is ToolLike {
  if (!isFields(value) || typeof value['name'] !== 'string') return false;
  return value['inputSchema'] !== undefined || !isOfProvider(value);
}

/** For one of a list. */
export function notATool(item: unknown, index: number): ToolError {
  return refused(`tool ${index + 1} of the list is ${meant(item)}`);
}

const refused = (reason: string): ToolError =>
  new ToolError('INVALID_DEFINITION', `${reason}. Tools are given as a registry, as a list (registry.list()), or as one Tool.`);

const ofProviders = ['function', 'functionDeclarations', 'toolSpec', 'input_schema', 'parameters', 'parametersJsonSchema', 'schema'];

const isOfProvider = (value: object): boolean => ofProviders.some((key) => key in value);

const registerFirst = 'register it first: new ToolRegistry({ manifest }).register(…)';

/** What else may have been meant. The first that fits tells. */
const kinds: readonly { fits(value: object): boolean; words(value: object): string }[] = [
  { fits: (value) => value instanceof Promise || isAsyncSeries(value), words: told },
  { fits: (value) => isSeries(value) && givesPairs(value), words: () => 'a Map; give what it holds: map.values()' },
  { fits: isSeries, words: () => 'a list in a list; make it one list' },
  { fits: isRegistry, words: () => 'a registry; give its list: ...registry.list()' },
  {
    fits: (value) => typeof value === 'function',
    words: (value) => `${told(value)}; ${registerFirst}`,
  },
  {
    fits: (value) => 'tools' in value && Array.isArray(value.tools),
    words: () => "an answer to tools/list; give its field 'tools'",
  },
  {
    fits: isOfProvider,
    words: () => "a tool in the form of a provider or framework; give the tools themselves, and a provider's own as the option 'builtIn'",
  },
  {
    fits: (value) => ![null, Object.prototype].includes(Object.getPrototypeOf(value) as object | null),
    words: (value) => `${told(value)}; ${registerFirst}`,
  },
];

function meant(value: unknown): string {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return told(value);
  return kinds.find(({ fits }) => fits(value))?.words(value) ?? "an object without a tool's 'name' and 'inputSchema'";
}
