/** The results of calls, in no provider's dialect. */
import { ToolError } from '../../errors.js';
import { defaultLimits } from '../../runtime/limits.js';
import { contentBlock, holdsContent, isContent } from '../../runtime/result/content.js';
import { toJson } from '../../runtime/result/json.js';
import type { ContentBlock, JsonValue, ToolCall } from '../../types.js';
import { isFields, malformed } from './shapes.js';

/** One result. A ToolResult of the registry is one too. */
export interface CallResult {
  /** The id of its call. */
  callId?: string;
  name: string;
  /** What the tool gave. */
  value?: unknown;
  isError: boolean;
  /** What a model reads. */
  content: ContentBlock[];
  /** JSON that fits the tool's output schema, when it has one; a failure has none. */
  structuredContent?: JsonValue | undefined;
}

/** Keeps `ToolCallResults.from` apart from `Array.from`. */
const ListOfResults = Array as unknown as new () => CallResult[];

/** The results of one turn, in the order of their calls: an array. What JSON.stringify gives can be read again by `ToolCallResults.from`. */
export class ToolCallResults extends ListOfResults {
  constructor(results: Iterable<CallResult> = []) {
    super();
    for (const result of results) this.push(result);
  }

  /** What `map` and the like make is an ordinary array. */
  static get [Symbol.species](): ArrayConstructor {
    return Array;
  }

  /**
   * Reads one result, a list of them, or `{ tool_call_results: [...] }`; among them ToolResults of the registry.
   * @throws ToolError INVALID_ARGUMENTS for what is no result
   */
  static from(value: unknown): ToolCallResults {
    if (value instanceof ToolCallResults) return value;
    const carried = isFields(value) ? (value['tool_call_results'] ?? value['toolCallResults']) : undefined;
    return new ToolCallResults([carried ?? value].flat().map(readResult));
  }

  /**
   * Pairs each call with what its tool gave.
   * @param isErrors which of the values tell of a failure; none by default
   * @throws ToolError INVALID_ARGUMENTS for lists of different lengths
   */
  static fromCallsAndValues(
    calls: Iterable<Pick<ToolCall, 'id' | 'name'>>,
    values: readonly unknown[],
    isErrors?: readonly boolean[],
  ): ToolCallResults {
    const list = Array.from(calls);
    if (list.length !== values.length) throw new ToolError('INVALID_ARGUMENTS', '`tool_calls` and `values` must have the same length');
    if (isErrors && isErrors.length !== list.length)
      throw new ToolError('INVALID_ARGUMENTS', '`is_errors` must have the same length as `tool_calls` when provided');
    return new ToolCallResults(
      list.map(({ id, name }, index) => {
        const value = values[index];
        return { ...(id !== undefined && { callId: id }), name, value, isError: isErrors?.[index] ?? false, content: contentOf(value) };
      }),
    );
  }

  toJSON(): { tool_call_results: object[] } {
    return { tool_call_results: Array.from(this, storedResult) };
  }
}

/** The text of a result: its text items one per line; '' when there are none. */
export function textOf({ content }: Pick<CallResult, 'content'>): string {
  return content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
}

/** Items of a result that are no text. */
export function nonTextOf({ content }: Pick<CallResult, 'content'>): Exclude<ContentBlock, { type: 'text' }>[] {
  return content.flatMap((block) => (block.type === 'text' ? [] : [block]));
}

/** What a model reads of a value: a string as it is, content as it is, nothing for null, anything else as JSON. */
export function contentOf(value: unknown): ContentBlock[] {
  if (value === undefined || value === null) return [];
  if (isContent(value)) return [contentBlock(value)];
  if (holdsContent(value, defaultLimits.resultNodes)) return value.flatMap(contentOf);
  return [{ type: 'text', text: typeof value === 'string' ? value : jsonText(value) }];
}

function jsonText(value: unknown): string {
  const json = toJson(value, defaultLimits);
  return typeof json === 'string' ? json : (JSON.stringify(json) ?? '');
}

function readResult(value: unknown): CallResult {
  if (!isFields(value)) throw malformed('an object or a list is wanted', value, 'ToolCallResults');
  const { name, content, structuredContent } = value;
  // Blocks of a ToolResult may hold what ours do not.
  const hasContent = Array.isArray(content) && content.every((block) => isFields(block) && typeof block['type'] === 'string');
  if (typeof name !== 'string' || name === '' || !('value' in value || hasContent))
    throw malformed('each result needs a name and a value', value, 'ToolCallResults');
  const callId = value['callId'] ?? value['call_id'];
  return {
    ...(typeof callId === 'string' && callId !== '' && { callId }),
    name,
    value: value['value'],
    isError: (value['isError'] ?? value['is_error']) === true,
    content: hasContent ? (content as ContentBlock[]) : contentOf(value['value']),
    ...(structuredContent !== undefined && { structuredContent: structuredContent as JsonValue }),
  };
}

/** Content is stored where the value does not say it. */
function storedResult({ callId, name, value, isError, content, structuredContent }: CallResult): object {
  const json = structuredContent ?? toJson(value, defaultLimits) ?? null;
  const isSaid = JSON.stringify(content) === JSON.stringify(contentOf(json));
  return {
    ...(callId !== undefined && { call_id: callId }),
    name,
    value: json,
    is_error: isError,
    ...(!isSaid && { content }),
  };
}
