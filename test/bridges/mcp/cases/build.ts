/** Short forms for registries of cases. */
import type { ToolContext } from '../../../../src/index.js';
import { Prompt } from '../../../../src/runtime/prompts/prompt.js';
import { Resource } from '../../../../src/runtime/resources/resource.js';
import { ToolRegistry } from '../../../../src/runtime/registry.js';
import { Tool } from '../../../../src/runtime/tool.js';
import type { JsonSchema, ObjectSchema } from '../../../../src/types.js';

export const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

export const object = (properties: Record<string, JsonSchema> = {}, required: string[] = Object.keys(properties)): ObjectSchema => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});

export type ToolHandler = (args: Record<string, unknown>, context: ToolContext) => unknown;

/** A registry of tools without arguments, by name. */
export function toolsOf(handlers: Record<string, ToolHandler>, more: ConstructorParameters<typeof ToolRegistry>[0] = {}): ToolRegistry {
  const tools = Object.entries(handlers).map(([name, handler]) => new Tool({ name, inputSchema: object(), handler }));
  return new ToolRegistry({ logger: silent, ...more }).register(tools);
}

export { Prompt, Resource, Tool, ToolRegistry };
