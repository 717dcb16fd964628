/** Pure conversions of tools and their results to MCP's wire forms; they know no SDK and no transport. */
import type { ContentBlock, JsonObject, JsonSchema, JsonValue, ToolDefinition, ToolResult } from '../../../types.js';
import type { Era } from '../dispatch/request.js';
import { picked } from './definitions.js';
import { knows, readableContent } from './revisions.js';

/** One entry of `tools/list`. */
export type WireTool = Pick<
  ToolDefinition,
  'name' | 'title' | 'description' | 'inputSchema' | 'outputSchema' | 'annotations' | 'icons' | '_meta'
>;

/** The result of `tools/call`. A type, not an interface, so that it fits the SDKs' open result types. */
export type WireResult = {
  content: ContentBlock[];
  /** An object in the 2025 eras; any JSON value in the modern one. */
  structuredContent?: JsonValue;
  isError: boolean;
};

/** How a result or a definition is to be shaped. */
export interface Shaping {
  /** `legacy` by default. */
  era?: Era;
  /** The output schema wraps another under `result`: the modern era shows that other one. */
  wrapsOutput?: boolean;
  /** The client's, in the legacy era; a new one where it is absent. */
  revision?: string;
}

/** What is published of a tool, and nothing else: `meta`, tags and scopes never leave the process. */
const published = ['name', 'title', 'description', 'inputSchema', 'outputSchema', 'annotations', 'icons', '_meta'] as const;

/** Clients that know no structured content must not wait for it. */
const publishedBefore = published.filter((key) => key !== 'outputSchema');

/** The definition as `tools/list` shows it, its keys always in one order. */
export function toWireTool(definition: Readonly<ToolDefinition>, { era, wrapsOutput, revision }: Shaping = {}): WireTool {
  const isStructured = knows(revision, 'structuredContent');
  const wire = picked(definition, isStructured ? published : publishedBefore) as unknown as WireTool;
  if (era !== 'modern' || !wrapsOutput || !wire.outputSchema) return wire;
  return { ...wire, outputSchema: unwrapped(wire.outputSchema) as WireTool['outputSchema'] };
}

/** The schema under `result`, with the definitions that it refers to. */
function unwrapped(wrapper: JsonSchema): JsonSchema {
  const inner = wrapper.properties?.['result'];
  if (!inner) return wrapper;
  return { ...inner, ...(wrapper.$defs && { $defs: { ...wrapper.$defs, ...inner.$defs } }) };
}

/** The result as `tools/call` gives it. */
export function toWireResult(result: ToolResult, { era, wrapsOutput, revision }: Shaping = {}): WireResult {
  const { structuredContent, isError } = result;
  const content = readableContent(result.content, revision);
  if (!knows(revision, 'structuredContent')) return { content, isError };
  // On an error the output schema does not hold, and clients would check it.
  if (isError || structuredContent === undefined) return { content, isError };
  if (era !== 'modern') return isObject(structuredContent) ? { content, structuredContent, isError } : { content, isError };
  const natural = wrapsOutput && isObject(structuredContent) ? structuredContent['result'] : structuredContent;
  return natural === undefined ? { content, isError } : { content, structuredContent: natural, isError };
}

/** An error as a model reads it. */
export function errorResult(message: string): WireResult {
  return { content: [{ type: 'text', text: message }], isError: true };
}

/** Any value as one that JSON can carry, for log messages. @param most characters of its JSON; of more only the beginning is told */
export function toLogData(data: unknown, most = Infinity): unknown {
  try {
    if (data instanceof Error) return toLogData(`${data.name}: ${data.message}`, most);
    const text = JSON.stringify(data, (_key, value: unknown) => (typeof value === 'bigint' ? value.toString() : value)) as
      | string
      | undefined;
    if (text === undefined) return String(data);
    return text.length > most ? `${text.slice(0, 1000)}… (${text.length} characters)` : (JSON.parse(text) as unknown);
  } catch {
    return String(data);
  }
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
