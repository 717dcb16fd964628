/** One answer of a model, with calls of its own or in its text. */
import { ToolError } from '../../errors.js';
import { ToolCalls } from '../calling/calls.js';
import { readCalls } from './parse.js';

/** What a provider gave. */
export interface ModelReply {
  text?: string | null;
  /** Native calls, in the shape of any API. */
  calls?: unknown;
}

/** What it says. */
export interface Reply {
  calls: ToolCalls;
  /** What stands beside the calls. */
  text: string;
  /** Named parts of the text; those that were wanted and are missing are null. */
  fields: Record<string, string | null>;
}

/**
 * Native calls decide; the text beside them may be anything. Without them the calls are those in the text.
 * @param wanted names of parts that the text is to have
 * @throws ToolError INVALID_ARGUMENTS for an answer with nothing in it
 */
export function readReply({ text, calls }: ModelReply, wanted: readonly string[] = []): Reply {
  const native = calls === undefined || calls === null ? new ToolCalls() : ToolCalls.from(calls);
  const content = text ?? '';
  if (native.length === 0 && content.trim() === '') throw new ToolError('INVALID_ARGUMENTS', 'The LM returned an empty or null response.');
  const read = readCalls(content);
  const missing = Object.fromEntries(wanted.map((name) => [name, null]));
  return {
    calls: native.length > 0 ? native : ToolCalls.fromRaw(read.calls),
    text: read.text,
    fields: { ...missing, ...read.fields },
  };
}
