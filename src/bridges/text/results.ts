/** Calls and results as text of a conversation. */
import { jsonOutput } from '../calling/output.js';
import { plainText } from '../calling/parts.js';
import type { Pair } from '../calling/replay.js';
import type { RawCall } from '../calling/shapes.js';
import { section } from './sections.js';
import type { TextForm, TextMessage } from './types.js';

/** What the model said, its calls without ids among it. */
export function assistantMessage(text: string, calls: readonly RawCall[], form: TextForm): TextMessage {
  if (calls.length === 0) return { role: 'assistant', content: text };
  const toolCalls = { tool_calls: calls.map(({ name, args }) => ({ name, args: args ?? {} })) };
  if (form === 'json') return { role: 'assistant', content: JSON.stringify({ ...(text !== '' && { text }), ...toolCalls }) };
  const told = section('tool_calls', JSON.stringify(toolCalls), form);
  return { role: 'assistant', content: text === '' ? told : `${text}\n\n${told}` };
}

/** The results of one turn, in a message of the user's. */
export function resultsMessage(pairs: readonly Pair[], form: TextForm): TextMessage {
  const results = pairs.map(({ call, result }) => ({
    call_id: call.id,
    name: call.name,
    value: jsonOutput(result, plainText({ ...result, isError: false })),
    is_error: result.isError,
  }));
  return { role: 'user', content: section('tool_call_results', JSON.stringify({ tool_call_results: results }), form) };
}
