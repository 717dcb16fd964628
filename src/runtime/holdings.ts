/** What items hold, made into tools, resources and prompts. */
import { describeFunctions } from '../decorators/function-facts.js';
import { functionRecord } from '../decorators/metadata.js';
import type { CompletionSource } from './completion/source.js';
import { type Makers, sourcesOf } from './definition/items.js';
import type { ToolSource } from './definition/source.js';
import { Prompt } from './prompts/prompt.js';
import { Resource } from './resources/resource.js';
import { settingsOf } from './settings.js';
import { Tool } from './tool.js';

/** All that came from one item, or from several. */
export interface Holdings {
  tools: Tool[];
  resources: Resource[];
  prompts: Prompt[];
  completions: CompletionSource[];
}

/** What several items hold together, and what came of each that is more than one thing. */
export interface Gathered {
  all: Holdings;
  origins: readonly (readonly [item: object, holdings: Holdings])[];
  /** To be done when all of it is registered. */
  settlements: readonly (() => void)[];
}

/** @throws ToolError INVALID_DEFINITION for what holds nothing, STALE_MANIFEST where a contract does not fit */
export function gather(items: readonly unknown[], makers: Makers): Gathered {
  const all: Holdings = { tools: [], resources: [], prompts: [], completions: [] };
  const origins: [object, Holdings][] = [];
  const settlements: (() => void)[] = [];
  for (const item of items) {
    if (item instanceof Tool) {
      const settle = item.attach(makers.settings);
      if (settle) settlements.push(settle);
      all.tools.push(item);
    } else if (item instanceof Resource) all.resources.push(item);
    else if (item instanceof Prompt) all.prompts.push(item);
    else {
      const holdings = holdingsOf(item, makers);
      all.tools.push(...holdings.tools);
      all.resources.push(...holdings.resources);
      all.prompts.push(...holdings.prompts);
      all.completions.push(...holdings.completions);
      origins.push([item as object, holdings]);
    }
  }
  return { all, origins, settlements };
}

function holdingsOf(item: unknown, makers: Makers): Holdings {
  const { tools, resources, prompts, completions } = sourcesOf(item, makers);
  const made = tools.map((source) => new Tool(source, true));
  const record = functionRecord(item);
  if (record) record.facts = made[0];
  return {
    tools: made,
    resources: resources.map((source) => new Resource(source, true)),
    prompts: prompts.map((source) => new Prompt(source, true)),
    completions,
  };
}

describeFunctions((marked) => {
  const settings = settingsOf();
  const [source] = sourcesOf(marked, { index: settings.index, settings, resolve: undefined, place: 'tool()' }).tools;
  return new Tool(source as ToolSource, true);
});
