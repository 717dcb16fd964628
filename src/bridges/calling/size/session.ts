/** The built-in tool that reads on in a result that was cut. */
import { ToolError } from '../../../errors.js';
import { cut } from '../../../schema/words.js';
import type { CallOptions, ToolCall, ToolDefinition, ToolResult } from '../../../types.js';
import { parsedCall } from '../calls.js';
import type { TruncatedResultStore } from './store.js';
import { endWithin, splitsPair } from './truncate.js';

/** The tool's name. */
export const READ_TRUNCATED_RESULT = 'read_truncated_result';

const definition: Readonly<ToolDefinition> = Object.freeze<ToolDefinition>({
  name: READ_TRUNCATED_RESULT,
  description:
    'Reads more of a tool result that was too long to be shown whole. ' +
    'Use it only on a result marked as truncated, with the tool_call_id and the offset that the marker gives.',
  inputSchema: {
    type: 'object',
    properties: {
      tool_call_id: { type: 'string', description: 'The id that the marker of the truncated result gives.' },
      offset: { type: 'integer', description: 'The character to begin at; the first is 0.' },
    },
    required: ['tool_call_id', 'offset'],
    additionalProperties: false,
  },
  annotations: { readOnlyHint: true, idempotentHint: false, openWorldHint: false },
});

/** How much may be read. */
export interface ReadLimits {
  /** Characters of one slice. */
  cap: number;
  /** Characters of one result beyond what was shown; a part that is read twice counts twice. */
  allowance: number;
}

type Given = { readonly tool_call_id?: unknown; readonly offset?: unknown };
type Answer = { text: string; isError?: true };

/** Serves the results of a store, as an MCP client would serve a server's tools. */
export class TruncatedResultSession {
  /** As in lists of tools by server. */
  readonly serverName = 'truncated-results';
  readonly definition = definition;

  constructor(
    readonly store: TruncatedResultStore,
    readonly limits: ReadLimits,
  ) {}

  async listTools(): Promise<{ tools: ToolDefinition[] }> {
    return { tools: [definition] };
  }

  async callTool({ arguments: args }: { name: string; arguments?: Record<string, unknown> }): Promise<{
    content: { type: 'text'; text: string }[];
    isError: boolean;
  }> {
    const { text, isError = false } = this.#answer(args ?? {});
    return { content: [{ type: 'text', text }], isError };
  }

  /** The same for a call of ours. Never throws. */
  async call({ id, name, args }: ToolCall, { callId = id }: CallOptions = {}): Promise<ToolResult> {
    const read = parsedCall({ name, args });
    const { text, isError } = read.problem === undefined ? this.#answer(read.args as Given) : refusal(read.problem);
    const outcome = { ...(callId !== undefined && { callId }), name, content: [{ type: 'text' as const, text }] };
    if (!isError) return { ...outcome, isError: false, value: text };
    return { ...outcome, isError: true, error: new ToolError('INVALID_ARGUMENTS', text, { toolName: name }) };
  }

  /** An id that nobody knows is an answer (DPT-217); none at all is a mistake. */
  #answer(given: Given): Answer {
    const { tool_call_id: id, offset } = given;
    return typeof id === 'string' ? this.read(id, offset) : refusal(noId(given));
  }

  /** The next slice, or in words why there is none. */
  read(id: unknown, offset: unknown): Answer {
    const kept = typeof id === 'string' ? this.store.get(id) : undefined;
    if (!kept || typeof id !== 'string')
      return {
        text: typeof id === 'string' && this.store.isGone(id) ? 'This result is no longer available' : 'This result was not truncated',
      };
    const { text } = kept;
    const at = typeof offset === 'string' && /^\d+$/.test(offset) ? Number(offset) : offset;
    if (typeof at !== 'number' || !Number.isInteger(at) || at < 0 || at >= text.length)
      return refusal(`offset must be an integer from 0 to ${text.length - 1}`);
    const left = this.limits.allowance - kept.read;
    const start = splitsPair(text, at) ? at - 1 : at;
    const end = sliceEnd(text, start, Math.min(this.limits.cap, left));
    if (end - start > left)
      return { text: `No more of this result can be read: the ${this.limits.allowance} characters allowed are used up.` };
    kept.read += end - start;
    return { text: text.slice(start, end) + sliceMarker({ id, start, end, total: text.length, left: left - (end - start) }) };
  }
}

function noId(given: Given): string {
  if (given.tool_call_id !== undefined) return "'tool_call_id' must be a string: the id that the marker of the truncated result gives";
  const others = Object.keys(given).filter((name) => name !== 'offset');
  const got = others.length === 0 ? '' : `; got ${others.map((name) => `'${cut(name, 40)}'`).join(', ')} in its place`;
  return `missing required argument 'tool_call_id': the id that the marker of the truncated result gives${got}`;
}

const refusal = (text: string): Answer => ({ text, isError: true });

/** At least one character, however small the cap: otherwise nobody would get on. */
function sliceEnd(text: string, start: number, length: number): number {
  const end = start + endWithin(text.slice(start, start + length + 1), length);
  return end > start ? end : Math.min(start + 2, text.length);
}

/** What stands at the end of a result that was cut and can be read on. */
export function readableMarker(id: string, { shown, total, allowance }: { shown: number; total: number; allowance: number }): string {
  const more = Math.min(allowance, total - shown);
  return `… [truncated: ${shown} of ${total} characters shown. Call ${callHint(id, shown)} to read up to ${more} more.]`;
}

/** What stands at the end of a result that was cut. */
export function plainMarker({ shown, total }: { shown: number; total: number }): string {
  return `… [truncated: ${shown} of ${total} characters shown; raise max_tool_result_chars to keep more]`;
}

function sliceMarker({ id, start, end, total, left }: { id: string; start: number; end: number; total: number; left: number }): string {
  const where = `characters ${start} to ${end} of ${total}`;
  if (end >= total) return `… [${where}: the end of the result.]`;
  if (left <= 0) return `… [${where}: no more can be read.]`;
  return `… [${where}. Call ${callHint(id, end)} to read up to ${Math.min(left, total - end)} more.]`;
}

const callHint = (id: string, offset: number): string => `${READ_TRUNCATED_RESULT}(tool_call_id="${id}", offset=${offset})`;
