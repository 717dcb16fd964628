/** What items hold, made into tools, resources and prompts. */
import type { CompletionSource } from './completion/source.js';
import { type Makers, sourcesOf } from './definition/items.js';
import { Prompt } from './prompts/prompt.js';
import { Resource } from './resources/resource.js';
import { Tool } from './tool.js';

/** All that came from one item, or from several. */
export interface Holdings {
  tools: Tool[];
  resources: Resource[];
  prompts: Prompt[];
  completions: CompletionSource[];
}

/** @throws ToolError INVALID_DEFINITION for what holds nothing, STALE_MANIFEST where a contract does not fit */
export function holdingsOf(item: unknown, makers: Makers): Holdings {
  if (item instanceof Tool) return together([{ tools: [item] }]);
  if (item instanceof Resource) return together([{ resources: [item] }]);
  if (item instanceof Prompt) return together([{ prompts: [item] }]);
  const { tools, resources, prompts, completions } = sourcesOf(item, makers);
  return {
    tools: tools.map((source) => new Tool(source, true)),
    resources: resources.map((source) => new Resource(source, true)),
    prompts: prompts.map((source) => new Prompt(source, true)),
    completions,
  };
}

export function together(all: readonly Partial<Holdings>[]): Holdings {
  return {
    tools: all.flatMap(({ tools = [] }) => tools),
    resources: all.flatMap(({ resources = [] }) => resources),
    prompts: all.flatMap(({ prompts = [] }) => prompts),
    completions: all.flatMap(({ completions = [] }) => completions),
  };
}
