/** The declarations of a list of tools are the same in each turn of a conversation: the last ones are kept. */
import { Tool } from '../../runtime/tool.js';
import type { Declarations, DeclareOptions, ToolLike } from './bridge.js';
import type { Provider } from './facts.js';

interface Kept {
  readonly tools: readonly ToolLike[];
  readonly options: string;
  readonly declarations: Declarations;
}

/** Where the first tool of a list notes them. */
const lists = {};
const listsOf = (tool: ToolLike | undefined): Map<Provider, Kept> | undefined =>
  tool instanceof Tool ? (tool.noted(lists) as Map<Provider, Kept> | undefined) : undefined;

/** The options that decide what is declared; undefined where a function does, or what may change. */
function keyOf({ strict, strictBudget, responseSchema, defer, toolSearch, examples, outputSchemas }: DeclareOptions): string | undefined {
  if (responseSchema !== undefined || typeof defer === 'function') return undefined;
  return JSON.stringify([strict, strictBudget, defer, Boolean(toolSearch), Boolean(examples), Boolean(outputSchemas)]);
}

/** What was declared before of the same tools, with the same options. */
export function known(tools: readonly ToolLike[], provider: Provider, options: DeclareOptions): Declarations | undefined {
  const kept = listsOf(tools[0])?.get(provider);
  if (!kept || kept.tools.length !== tools.length || kept.options !== keyOf(options)) return undefined;
  return kept.tools.every((tool, index) => tool === tools[index]) ? kept.declarations : undefined;
}

/** Only a `Tool` is sure to stay as it is. */
export function keep(declarations: Declarations, tools: readonly ToolLike[], provider: Provider, options: DeclareOptions): Declarations {
  const [first] = tools;
  const key = keyOf(options);
  if (!(first instanceof Tool) || key === undefined || !tools.every((tool) => tool instanceof Tool)) return declarations;
  const byProvider = listsOf(first) ?? new Map<Provider, Kept>();
  first.note(lists, byProvider);
  byProvider.set(provider, { tools: [...tools], options: key, declarations });
  return declarations;
}
