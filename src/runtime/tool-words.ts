/** A tool as one line of text, for prompts and for people. */
import { inlineReferences } from '../schema/references.js';
import type { JsonSchema, ToolDefinition } from '../types.js';

/** What the line tells. */
export interface ToolWords {
  readonly name: string;
  readonly description?: string;
  /** Schemas of the arguments by name. */
  readonly args: Readonly<Record<string, JsonSchema>>;
}

/** `NAME, whose description is <desc>DESCRIPTION</desc>. It takes arguments {ARGUMENTS}.`; the arguments are JSON, new lines two spaces. */
export function toolInWords({ name, description, args }: ToolWords): string {
  const words = description === undefined || description === '' ? '.' : `, whose description is <desc>${description}</desc>.`;
  return `${name}${words.replaceAll('\n', '  ')} It takes arguments ${JSON.stringify(args)}.`;
}

/** The same of a definition: what its schema shares is written out. */
export function definitionInWords({ name, description, inputSchema }: Readonly<ToolDefinition>): string {
  const { properties = {} } = inlineReferences(inputSchema, () => undefined);
  return toolInWords({ name, args: properties, ...(description !== undefined && { description }) });
}
