/** Resources, templates and prompts as their lists show them: the published fields and nothing else, always in one order. */
import type { PromptDefinition, ResourceDefinition, ResourceTemplateDefinition } from '../../../types.js';
import type { WireObject } from '../dispatch/outcome.js';

const resourceKeys = ['uri', 'name', 'title', 'description', 'mimeType', 'size', 'annotations', 'icons', '_meta'] as const;
const templateKeys = ['uriTemplate', 'name', 'title', 'description', 'mimeType', 'annotations', 'icons', '_meta'] as const;
const promptKeys = ['name', 'title', 'description', 'arguments', 'icons', '_meta'] as const;

export const toWireResource = (definition: Readonly<ResourceDefinition>): WireObject => picked(definition, resourceKeys);
export const toWireTemplate = (definition: Readonly<ResourceTemplateDefinition>): WireObject => picked(definition, templateKeys);
export const toWirePrompt = (definition: Readonly<PromptDefinition>): WireObject => picked(definition, promptKeys);

/** The keys that are there, in the order given. */
export function picked<T extends object>(from: T, keys: readonly (keyof T & string)[]): WireObject {
  const wire: WireObject = {};
  for (const key of keys) if (from[key] !== undefined) wire[key] = from[key];
  return wire;
}
