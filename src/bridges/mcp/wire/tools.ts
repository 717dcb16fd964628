/** Pure conversions between our words and MCP's wire forms; they know no SDK and no transport. */
import type { ContentBlock, JsonObject, ToolDefinition, ToolResult } from '../../../types.js';

/** One entry of `tools/list`. */
export type WireTool = Pick<
  ToolDefinition,
  'name' | 'title' | 'description' | 'inputSchema' | 'outputSchema' | 'annotations' | 'icons' | '_meta'
>;

/** The result of `tools/call`. A type, not an interface, so that it fits the SDKs' open result types. */
export type WireResult = {
  content: ContentBlock[];
  structuredContent?: JsonObject;
  isError: boolean;
};

/** What is published of a tool, and nothing else: `meta`, tags and scopes never leave the process. */
const published = ['name', 'title', 'description', 'inputSchema', 'outputSchema', 'annotations', 'icons', '_meta'] as const;

/** The definition as `tools/list` shows it, its keys always in one order. */
export function toWireTool(definition: Readonly<ToolDefinition>): WireTool {
  return Object.fromEntries(
    published.flatMap((key) => (definition[key] === undefined ? [] : [[key, definition[key]]])),
  ) as unknown as WireTool;
}

/** The result as `tools/call` gives it. */
export function toWireResult({ content, structuredContent, isError }: ToolResult): WireResult {
  const wire: WireResult = { content, isError };
  // On an error the output schema does not hold, and clients would check it.
  if (!isError && isObject(structuredContent)) wire.structuredContent = structuredContent;
  return wire;
}

/** An error as a model reads it. */
export function errorResult(message: string): WireResult {
  return { content: [{ type: 'text', text: message }], isError: true };
}

/** Any value as one that JSON can carry, for log messages. */
export function toLogData(data: unknown): unknown {
  try {
    if (data instanceof Error) return `${data.name}: ${data.message}`;
    const text = JSON.stringify(data, (_key, value: unknown) => (typeof value === 'bigint' ? value.toString() : value)) as
      | string
      | undefined;
    return text === undefined ? String(data) : (JSON.parse(text) as unknown);
  } catch {
    return String(data);
  }
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
