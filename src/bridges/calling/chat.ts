/** What the APIs in the manner of chat completions share. */
import type { Declaration, NativeTypes } from './bridge.js';
import type { NextId } from './identify.js';
import type { RequestParts } from './loop/driver.js';
import { dataUrl, inWords, isCommonImage, mediaOf, plainText } from './parts.js';
import type { Pair } from './replay.js';
import type { RawCall } from './shapes.js';

/** A tool as these APIs declare it. `strict` is left out where it is not asked for: not all servers know the word. */
export interface FunctionTool {
  type: 'function';
  function: { name: string; description?: string; parameters: Record<string, unknown>; strict?: true };
}

export function functionTool({ name, description, parameters, strict }: Declaration): FunctionTool {
  return {
    type: 'function',
    function: { name, ...(description !== undefined && { description }), parameters: { ...parameters }, ...(strict && { strict }) },
  };
}

/** A call as these APIs have it, with JSON text as arguments. */
export interface FunctionCall {
  id: string;
  type: 'function';
  function: { name: string; arguments: string };
}

/** Without an id it is '' until `withCallIds`. */
export function functionCall({ id = '', name, args }: RawCall): FunctionCall {
  return { id, type: 'function', function: { name, arguments: typeof args === 'string' ? args : JSON.stringify(args ?? {}) } };
}

/**
 * For APIs whose tool messages take text alone: a message for each result, and the parts of one of the user after them, with the images of all.
 * @param write a tool's message
 * @param image the part for the URL of an image
 */
export function imagesApart<M, P>(pairs: readonly Pair[], write: (call: Pair['call'], content: string) => M, image: (url: string) => P) {
  const parts: ({ type: 'text'; text: string } | P)[] = [];
  const messages = pairs.map(({ call, result }) => {
    const images = mediaOf(result, isCommonImage).map((part) => image(dataUrl(part)));
    if (images.length > 0) parts.push({ type: 'text', text: `Images from the result of ${call.name} (${call.id}):` }, ...images);
    return write(
      call,
      plainText(result, (part) => (isCommonImage(part) ? '[an image, which follows]' : inWords(part))),
    );
  });
  return { messages, parts };
}

type Said = readonly { role?: string }[];

/** Whether the user speaks here, right after the results of tools. */
const isAfterTools = (messages: Said, index: number): boolean => messages[index]?.role === 'user' && messages[index - 1]?.role === 'tool';

/** Whether the user does so anywhere. */
export const hasUserAfterTools = (messages: Said): boolean => messages.some((_, index) => isAfterTools(messages, index));

/** With this word of the assistant wherever the user does so. */
export const withAnswers = <M extends { role?: string }>(messages: readonly M[], answer: M): M[] =>
  messages.flatMap((message, index) => (isAfterTools(messages, index) ? [answer, message] : [message]));

/** The switch for several calls in one turn, in the words of these APIs. */
const switches: readonly string[] = ['parallel_tool_calls', 'parallelToolCalls'];

/** The request of a driver: what the caller adds cannot replace what the run needs. Only the switch is the caller's, who knows of this request. */
export function chatRequest<T extends NativeTypes>({ model, messages, tools, choice, more }: RequestParts<T>) {
  const request = { ...more, model, messages: [...messages], ...(tools.length > 0 && { tools: [...tools] }), ...choice };
  for (const name of switches) if (more[name] !== undefined) Object.assign(request, { [name]: more[name] });
  return request;
}

/** The `identify` of a bridge whose messages have their calls under this key. */
export function identifyIn<M extends object>(key: 'tool_calls' | 'toolCalls'): (message: M, nextId: NextId) => M {
  return (message, nextId) => {
    const list = (message as Record<string, unknown>)[key];
    if (!Array.isArray(list)) return message;
    return { ...message, [key]: list.map((call: { id?: unknown }) => ({ ...call, id: nextId() ?? call.id })) };
  };
}

/** What is there of a text; parts of a message that are no text are passed over. */
export function textIn(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content
    .map((part: { type?: unknown; text?: unknown } | null) => (part?.type === 'text' && typeof part.text === 'string' ? part.text : ''))
    .join('');
}
