/** A search of the provider's that the caller brings along, among the built-in tools. */
import type { DeclareOptions } from './bridge.js';

const isSearch = (type: unknown): type is string => typeof type === 'string' && /^tool_search(?:_tool_|$)/.test(type);

/** It is as good as `toolSearch`: tools are deferred behind it, and no other is added. */
export function withOwnSearch(options: DeclareOptions): DeclareOptions {
  const own = options.builtIn?.map((tool) => (tool as { type?: unknown }).type).find(isSearch);
  if (own === undefined) return options;
  const kind = (['regex', 'bm25'] as const).find((one) => own.includes(one));
  return { ...options, toolSearch: kind ?? true };
}
