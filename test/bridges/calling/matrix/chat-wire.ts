/** Bodies of requests in the manner of chat completions. */
import { isObject, type Json } from '../legal/schema.js';
import type { WireResult, WireTool } from './subject.js';

export const listOf = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isObject) : []);

export const chatTools = (body: Json): WireTool[] =>
  listOf(body['tools']).flatMap(({ function: inner }) =>
    isObject(inner)
      ? [
          {
            name: String(inner['name']),
            schema: inner['parameters'] as Json,
            ...(typeof inner['strict'] === 'boolean' && { strict: inner['strict'] }),
          },
        ]
      : [],
  );

/** For APIs without a mark of their own. */
export const isMarked = (text: string): boolean => text.startsWith('{"error":"');

export function chatResults(body: Json): WireResult[] {
  const messages = listOf(body['messages']);
  return messages.flatMap((message, index) => {
    if (message['role'] !== 'tool') return [];
    const parts = Array.isArray(message['content']) ? listOf(message['content']) : [{ type: 'text', text: message['content'] }];
    const text = parts.flatMap((part) => (part['type'] === 'text' ? [String(part['text'])] : [])).join('\n');
    const own =
      parts.filter((part) => part['type'] === 'image_url').length + (Array.isArray(message['images']) ? message['images'].length : 0);
    const id = message['tool_call_id'];
    const name = message['name'] ?? message['tool_name'];
    return [
      {
        ...(typeof id === 'string' && { id }),
        ...(typeof name === 'string' && { name }),
        text,
        isError: isMarked(text),
        images: own + followingImages(messages.slice(index + 1)),
      },
    ];
  });
}

function followingImages(rest: readonly Json[]): number {
  // A word of the assistant may stand between.
  const next = rest.find(({ role, tool_calls: calls }) => role !== 'tool' && (role !== 'assistant' || calls));
  return next?.['role'] === 'user' ? listOf(next['content']).filter(({ type }) => type === 'image_url').length : 0;
}

/** Every call of an assistant's message has its result right after it, and nothing else has one. */
export function chatPairingProblems(body: Json, { id: pattern }: { id?: RegExp } = {}): string[] {
  const problems: string[] = [];
  const messages = listOf(body['messages']);
  let open: string[] = [];
  for (const message of messages) {
    if (message['role'] === 'tool') {
      const id = String(message['tool_call_id']);
      if (!open.includes(id)) problems.push(`a result for ${id}, which is no call of the message before`);
      open = open.filter((one) => one !== id);
      const { content } = message;
      if (typeof content !== 'string' && !Array.isArray(content)) problems.push('a result without content');
      continue;
    }
    if (open.length > 0) problems.push(`no results for ${open.join(', ')}`);
    open = listOf(message['tool_calls']).map(({ id }) => String(id));
    if (message['role'] === 'assistant' && open.length === 0 && isBlank(message)) problems.push('neither content nor calls');
    for (const call of listOf(message['tool_calls'])) problems.push(...callProblems(call));
    if (pattern) problems.push(...open.filter((id) => !pattern.test(id)).map((id) => `Tool call id was ${id}`));
    if (new Set(open).size < open.length) problems.push('an id twice');
  }
  return open.length > 0 ? [...problems, `no results for ${open.join(', ')}`] : problems;
}

const isBlank = ({ content, refusal }: Json): boolean => (Array.isArray(content) ? content.length === 0 : !content) && !refusal;

function callProblems({ id, type, function: inner }: Json): string[] {
  if (typeof id !== 'string' || id === '') return ['a call without an id'];
  if (type !== 'function' || !isObject(inner) || typeof inner['name'] !== 'string') return ['a call that is no function'];
  return typeof inner['arguments'] === 'string' ? [] : ['arguments that are no text'];
}
