/** What a resource's method gave, as the contents that a client reads. */
import { ToolError } from '../../errors.js';
import type { JsonValue, ResourceContents } from '../../types.js';
import type { CompiledTool } from '../compiled-tool.js';
import type { Limits } from '../limits.js';
import { toJson } from '../result/json.js';
import { invalidResult, shapeResult } from '../result/shape.js';

/** Which resource was read. */
export interface ReadOf {
  uri: string;
  mimeType: string | undefined;
}

/**
 * A string is text and bytes are a blob; ResourceContents, one or a list, pass as they are; the rest is JSON text.
 * @throws ToolError UNKNOWN_RESOURCE for undefined: there is nothing under this URI. INVALID_RESULT for what has no JSON form
 */
export function contentsOf(tool: CompiledTool, value: unknown, { uri, mimeType }: ReadOf, limits: Limits): ResourceContents[] {
  const facts = { uri, ...(mimeType !== undefined && { mimeType }) };
  if (tool.plan.isVoid) return [{ ...facts, text: '' }];
  if (value === undefined) throw new ToolError('UNKNOWN_RESOURCE', `There is no resource '${uri}'.`);
  if (typeof value === 'string') return [{ ...facts, text: value }];
  if (value instanceof Uint8Array) return [{ ...facts, blob: base64(value) }];
  const contents = givenContents(tool, value, limits);
  if (contents) return contents;
  return [{ uri, mimeType: mimeType ?? 'application/json', text: JSON.stringify(jsonOf(tool, value, limits)) }];
}

/** Contents that are given as such; reading them may fail, and what the author put into `_meta` must have a JSON form too. */
function givenContents(tool: CompiledTool, value: unknown, limits: Limits): ResourceContents[] | undefined {
  try {
    const all: unknown[] = Array.isArray(value) && value.length <= limits.resultNodes ? value : [value];
    return all.length > 0 && all.every(isContents) ? (toJson(all.map(sent), limits) as unknown as ResourceContents[]) : undefined;
  } catch (error) {
    throw invalidResult(tool.source, error);
  }
}

/** Only what the return type declares leaves. */
function jsonOf(tool: CompiledTool, value: unknown, limits: Limits): JsonValue {
  const { output, wrapsOutput } = tool.plan;
  if (output) {
    const { structuredContent = null } = shapeResult(tool, value, limits);
    return wrapsOutput ? (structuredContent as { result: JsonValue }).result : structuredContent;
  }
  try {
    return toJson(value, limits) ?? null;
  } catch (error) {
    throw invalidResult(tool.source, error);
  }
}

/** Contents as an author may give them: the blob as base64 or as bytes. */
type GivenContents = Omit<ResourceContents, 'blob'> & { blob?: string | Uint8Array };

const keys = new Set(['uri', 'mimeType', 'text', 'blob', '_meta']);

function isContents(value: unknown): value is GivenContents {
  if (typeof value !== 'object' || value === null) return false;
  const { uri, text, blob, mimeType = '', _meta = {} } = value as Record<string, unknown>;
  if (typeof mimeType !== 'string' || typeof _meta !== 'object' || _meta === null || Array.isArray(_meta)) return false;
  const isBinary = typeof blob === 'string' || blob instanceof Uint8Array;
  return typeof uri === 'string' && (typeof text === 'string' || isBinary) && Object.keys(value).every((key) => keys.has(key));
}

function sent({ blob, ...rest }: GivenContents): ResourceContents {
  return { ...rest, ...(blob !== undefined && { blob: typeof blob === 'string' ? blob : base64(blob) }) };
}

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
