/** `toolmark/openai`: Chat Completions of OpenAI, and of the many servers that speak as it does. */
import type OpenAI from 'openai';
import type {
  ChatCompletion,
  ChatCompletionAssistantMessageParam,
  ChatCompletionChunk,
  ChatCompletionContentPart,
  ChatCompletionCreateParamsBase,
  ChatCompletionMessage,
  ChatCompletionMessageParam,
  ChatCompletionMessageToolCall,
  ChatCompletionToolChoiceOption,
} from 'openai/resources/chat/completions/completions.js';
import { chatRequest, functionCall, functionTool, identifyIn, textIn } from './calling/chat.js';
import { lastCutOff } from './calling/cut-off.js';
import { type AnswerStream, defineBridge } from './calling/define.js';
import { withFreeText } from './calling/free-text-tools.js';
import type { Driver } from './calling/loop/driver.js';
import { dataUrl, inWords, isCommonImage, type MediaPart, mediaOf, plainText } from './calling/parts.js';
import type { Pair } from './calling/replay.js';
import type { RawCall } from './calling/shapes.js';
import type { Delta } from './calling/stream.js';
import { type Usage, usageOf } from './calling/usage.js';
import { customCallParam, CustomCallStream, customTools, isCutOff, namedBuiltIn } from './openai/custom.js';
import type { OpenAIChatTypes } from './openai/types.js';

export type { OpenAIChatTypes } from './openai/types.js';

type Choice = OpenAIChatTypes['choice'];
type Message = ChatCompletionMessageParam;

const named = (name: string) => ({ type: 'function' as const, function: { name } });

const functions = defineBridge<OpenAIChatTypes>({
  provider: 'openai-chat',
  tool: functionTool,
  choice: {
    auto: (): Choice => ({ tool_choice: 'auto' }),
    none: () => ({ tool_choice: 'none' }),
    any: () => ({ tool_choice: 'required' }),
    tool: (name) => ({ tool_choice: named(name) }),
    allowed: (names, isForced, builtIn) => {
      const tools = [...names.map(named), ...builtIn.flatMap((tool) => namedBuiltIn(tool) ?? [])];
      return { tool_choice: { type: 'allowed_tools', allowed_tools: { mode: isForced ? 'required' : 'auto', tools } } };
    },
    builtIn: (tool) => {
      const choice = namedBuiltIn(tool);
      return choice && { tool_choice: choice };
    },
    native: (value) => ({ tool_choice: value as unknown as ChatCompletionToolChoiceOption }),
    parallel: (fields, isParallel) => ({ ...fields, parallel_tool_calls: isParallel }),
  },
  calls: ({ choices: [choice] }) => lastCutOff((choice?.message.tool_calls ?? []).map(rawCall), isCutOff(choice?.finish_reason)),
  stream: answerStream,
  assistant: (text, calls) => [assistant(text, calls)],
  results,
});

function rawCall(call: ChatCompletionMessageToolCall): RawCall {
  if (call.type === 'custom') return { id: call.id, name: call.custom.name, args: call.custom.input, isText: true };
  return { id: call.id, name: call.function.name, args: call.function.arguments };
}

/** Chat Completions. */
export const openai = withFreeText(functions, customTools);

function assistant(text: string, calls: readonly RawCall[]): ChatCompletionAssistantMessageParam {
  if (calls.length === 0) return { role: 'assistant', content: text };
  return {
    role: 'assistant',
    content: text === '' ? null : text,
    tool_calls: calls.map((call) => (call.isText ? customCallParam(call) : functionCall(call))),
  };
}

function answerStream(): AnswerStream<OpenAIChatTypes> {
  const texts = new CustomCallStream();
  return { deltas: (chunk) => deltas(chunk, texts), message: ({ text, calls }) => assistant(text, calls) };
}

function deltas({ choices, usage }: ChatCompletionChunk, texts: CustomCallStream): Delta[] {
  // Other choices than the first may come in between.
  const { delta, finish_reason: reason } = choices.find(({ index }) => !index) ?? {};
  const text = delta?.content ?? delta?.refusal;
  return [
    ...(text ? [{ type: 'text', text } as const] : []),
    ...(delta?.tool_calls ?? []).flatMap((call): Delta[] => [
      ...texts.before(call),
      texts.delta(call) ?? { type: 'call', key: call.index, id: call.id, name: call.function?.name, args: call.function?.arguments },
    ]),
    ...(isCutOff(reason) ? [{ type: 'cut-off' } as const] : texts.ends(reason)),
    ...(usage ? [{ type: 'usage', usage: tokens(usage), isTotal: true } as const] : []),
  ];
}

function tokens(usage: NonNullable<ChatCompletion['usage']>): Usage {
  return usageOf({
    inputTokens: usage.prompt_tokens,
    outputTokens: usage.completion_tokens,
    totalTokens: usage.total_tokens,
    cachedTokens: usage.prompt_tokens_details?.cached_tokens,
    reasoningTokens: usage.completion_tokens_details?.reasoning_tokens,
  });
}

/** A tool's message takes text alone: images follow, all of the turn in one message of the user. */
function results(pairs: readonly Pair[]): Message[] {
  const images: ChatCompletionContentPart[] = [];
  const messages = pairs.map(({ call, result }): Message => {
    images.push(...imagesOf(call, mediaOf(result, isCommonImage)));
    const content = plainText(result, (part) => (isCommonImage(part) ? '[an image, which follows]' : inWords(part)));
    return { role: 'tool', tool_call_id: call.id, content };
  });
  return images.length === 0 ? messages : [...messages, { role: 'user', content: images }];
}

function imagesOf({ id, name }: Pair['call'], media: readonly MediaPart[]): ChatCompletionContentPart[] {
  if (media.length === 0) return [];
  const head: ChatCompletionContentPart = { type: 'text', text: `Images from the result of ${name} (${id}):` };
  return [head, ...media.map((part): ChatCompletionContentPart => ({ type: 'image_url', image_url: { url: dataUrl(part) } }))];
}

/** Drives the official client, for `runTools`. */
export function openaiDriver(client: Pick<OpenAI, 'chat'>): Driver<OpenAIChatTypes, ChatCompletionCreateParamsBase> {
  const { completions } = client.chat;
  return {
    bridge: openai,
    request: (parts) => ({ ...(parts.isStreaming && { stream_options: { include_usage: true } }), ...chatRequest(parts) }),
    send: (request, signal) => completions.create({ ...request, stream: false }, { signal }),
    stream: (request, signal) => completions.create({ ...request, stream: true }, { signal }),
    read: ({ choices, usage }) => {
      const message = choices[0]?.message;
      return {
        text: textIn(message?.content) || (message?.refusal ?? ''),
        messages: message ? [sendable(message)] : [],
        ...(usage && { usage: tokens(usage) }),
      };
    },
    identify: identifyIn('tool_calls'),
  };
}

/** Some servers answer with an empty list of calls, which others refuse. */
function sendable({ tool_calls: calls, ...message }: ChatCompletionMessage): Message {
  return calls && calls.length > 0 ? { ...message, tool_calls: calls } : message;
}
