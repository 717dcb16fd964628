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
import {
  chatRequest,
  functionCall,
  functionTool,
  hasUserAfterTools,
  identifyIn,
  imagesApart,
  textIn,
  withAnswers,
} from './calling/chat.js';
import { parsedCall } from './calling/calls.js';
import { lastCutOff } from './calling/cut-off.js';
import { type AnswerStream, defineBridge } from './calling/define.js';
import { cutOffDelta, textDelta, usageDelta } from './calling/deltas.js';
import { withFreeText } from './calling/free-text-tools.js';
import { checkClient } from './calling/loop/check-client.js';
import type { Driver, RequestParts } from './calling/loop/driver.js';
import { eventStreamOf } from './calling/loop/event-stream.js';
import { type Finish, finishOf, type FinishWords, isUnfinished, noAnswer } from './calling/loop/finish.js';
import { untold } from './calling/loop/untold-end.js';
import { modelFacts } from './calling/models.js';
import { argumentText, type Pair } from './calling/replay.js';
import type { RawCall } from './calling/shapes.js';
import type { Delta } from './calling/stream.js';
import { type Usage, usageOf } from './calling/usage.js';
import { choiceForms } from './openai/choice.js';
import { customCallParam, CustomCallStream, customTools, namedBuiltIn } from './openai/custom.js';
import type { OpenAIChatTypes } from './openai/types.js';

export type { OpenAIChatTypes } from './openai/types.js';

type Message = ChatCompletionMessageParam;
type Said = ChatCompletionChunk.Choice.Delta;

const functions = defineBridge<OpenAIChatTypes>({
  provider: 'openai-chat',
  tool: functionTool,
  choice: choiceForms<Exclude<ChatCompletionToolChoiceOption, string>>({
    named: (name) => ({ type: 'function', function: { name } }),
    builtIn: namedBuiltIn,
    allowed: (tools, mode) => ({ type: 'allowed_tools', allowed_tools: { mode, tools: tools.map((tool) => ({ ...tool })) } }),
  }),
  calls: ({ choices: [choice] }) => lastCutOff(callsIn(choice?.message).map(rawCall), isCutOff(choice?.finish_reason)),
  stream: answerStream,
  assistant: (text, calls) => [assistant(text, calls)],
  results,
  identify: (message, nextId) => identifyIn<Message>('tool_calls')(message.role === 'assistant' ? withCalls(message) : message, nextId),
});

/** Old servers write one call, without an id, in a place of its own. */
function callsIn({
  tool_calls: calls,
  function_call: only,
}: Partial<ChatCompletionMessage | ChatCompletionAssistantMessageParam> = {}): ChatCompletionMessageToolCall[] {
  if (calls && calls.length > 0) return calls;
  return only ? [{ id: '', type: 'function', function: only }] : [];
}

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
  let hasBegun = false;
  return {
    deltas: (chunk) => {
      const choice = choiceIn(chunk);
      const delta = choice?.delta ?? (hasBegun ? undefined : wholeMessage(choice));
      hasBegun ||= Boolean(delta);
      return deltas(chunk, delta, texts);
    },
    message: ({ text, calls }) => assistant(text, calls),
  };
}

/** Proxies that only seem to stream send the answer as it is, in one chunk; others send it once more at the end. */
const wholeMessage = (choice: ChatCompletionChunk.Choice | undefined): Said | undefined =>
  (choice as { message?: Said } | undefined)?.message;

/** Other choices than the first may come in between, and chunks without any: of pings, or with what the request took. */
const choiceIn = ({ choices }: { choices: ChatCompletionChunk.Choice[] | null | undefined }): ChatCompletionChunk.Choice | undefined =>
  choices?.find(({ index }) => !index);

function deltas(chunk: ChatCompletionChunk, delta: Said | null | undefined, texts: CustomCallStream): Delta[] {
  const reason = choiceIn(chunk)?.finish_reason;
  return [
    ...textDelta(textIn(delta?.content) || delta?.refusal),
    ...(delta?.tool_calls ?? []).flatMap((call): Delta[] => [
      ...texts.before(call),
      texts.delta(call) ?? { type: 'call', key: call.index, id: call.id, name: call.function?.name, args: call.function?.arguments },
    ]),
    ...functionCallPieces(delta),
    ...(isCutOff(reason) || chunk === ends.untold ? cutOffDelta(true) : texts.ends(reason)),
    ...usageDelta(usageIn(chunk)),
  ];
}

/** The same in a stream. */
function functionCallPieces(delta: Said | null | undefined): Delta[] {
  const { tool_calls: calls, function_call: only } = delta ?? {};
  return only && !calls?.length ? [{ type: 'call', key: 0, name: only.name, args: only.arguments }] : [];
}

function usageIn({ usage }: Pick<ChatCompletion | ChatCompletionChunk, 'usage'>): Usage | undefined {
  if (!usage) return undefined;
  return usageOf({
    inputTokens: usage.prompt_tokens,
    outputTokens: usage.completion_tokens,
    totalTokens: usage.total_tokens,
    cacheReadTokens: usage.prompt_tokens_details?.cached_tokens,
    reasoningTokens: usage.completion_tokens_details?.reasoning_tokens,
  });
}

/** A tool's message takes text alone: images follow, all of the turn in one message of the user. */
function results(pairs: readonly Pair[]): Message[] {
  const { messages, parts } = imagesApart(
    pairs,
    ({ id }, content): Message => ({ role: 'tool', tool_call_id: id, content }),
    (url): ChatCompletionContentPart => ({ type: 'image_url', image_url: { url } }),
  );
  return parts.length === 0 ? messages : [...messages, { role: 'user', content: parts }];
}

/** Drives the official client, for `runTools`. */
export function openaiDriver(client: Pick<OpenAI, 'chat'>): Driver<OpenAIChatTypes, ChatCompletionCreateParamsBase> {
  checkClient('openaiDriver', client, 'chat.completions.create', 'new OpenAI()');
  const { completions } = client.chat;
  return {
    bridge: openai,
    request: (parts) => ({ ...(parts.isStreaming && { stream_options: { include_usage: true } }), ...chatRequest(inOrder(parts)) }),
    send: (request, signal) => completions.create({ ...request, stream: false }, { signal }),
    stream: (request, signal) => eventStreamOf(openai.provider, completions.create({ ...request, stream: true }, { signal }), ends),
    read: (response) => {
      const [choice] = response.choices;
      const message = choice?.message;
      const usage = usageIn(response);
      return {
        text: textIn(message?.content) || (message?.refusal ?? ''),
        messages: message ? sendable(message) : [],
        ...(usage && { usage }),
        finish: message ? finishOf(finishWords, choice.finish_reason, choice) : noAnswer(choice ?? response),
      };
    },
    finish: finishOfChunk,
    toTranscript: sendable,
  };
}

/** Servers of models by Mistral refuse a message of the user after one of a tool: that of images, or the next question after a run that ended. */
function inOrder(parts: RequestParts<OpenAIChatTypes>): RequestParts<OpenAIChatTypes> {
  if (!hasUserAfterTools(parts.messages) || modelFacts(parts.model).supportsUserAfterTools) return parts;
  return { ...parts, messages: withAnswers<Message>(parts.messages, { role: 'assistant', content: '(no answer)' }) };
}

function finishOfChunk(chunk: ChatCompletionChunk): Finish | undefined {
  const choice = choiceIn(chunk);
  if (choice?.finish_reason) return finishOf(finishWords, choice.finish_reason, choice);
  if (!choice && 'error' in chunk) return noAnswer(chunk);
  if (chunk === ends.untold) return untold;
  // Comes last, whatever the server says of the end.
  return (chunk.usage && !choice) || chunk === ends.done ? { reason: 'other' } : undefined;
}

const emptyChunk = (): ChatCompletionChunk => ({ choices: [] as ChatCompletionChunk.Choice[] }) as ChatCompletionChunk;

/** In place of the `[DONE]` of a stream, besides which some servers say nothing of the end; and where even that is not to be seen. */
const ends = { done: emptyChunk(), untold: emptyChunk() };

const finishWords: FinishWords = {
  stop: 'stop',
  tool_calls: 'tool-calls',
  function_call: 'tool-calls',
  length: 'length',
  content_filter: 'content-filter',
  // Of gateways, such as OpenRouter; with an 'error' beside it.
  error: 'error',
};

const isCutOff = (reason: string | null | undefined): boolean => isUnfinished(finishWords, reason);

/** Some servers write arguments as an object or not at all, or count ids: what goes back is text. Whatever else they say of a call stays. */
function sentCall(call: ChatCompletionMessageToolCall): ChatCompletionMessageToolCall {
  if (call.type === 'custom') return call;
  const { arguments: text, name: called } = call.function;
  const isText = typeof text === 'string' && text.trim() !== '';
  if (isText && called && typeof call.id === 'string') return call;
  const { id, name, args } = parsedCall(rawCall(call));
  const sent = isText ? text : argumentText({ args });
  return { ...call, ...(id !== undefined && { id }), function: { ...call.function, name, arguments: sent } };
}

/** Some servers answer with an empty list of calls, which others refuse, or with a call as it was written before there were tools. */
function withCalls(message: ChatCompletionMessage | ChatCompletionAssistantMessageParam): ChatCompletionAssistantMessageParam {
  const { tool_calls: _list, function_call: _only, ...rest } = message;
  const calls = callsIn(message);
  return calls.length > 0 ? { ...rest, tool_calls: calls.map(sentCall) } : rest;
}

/** A message that says nothing is refused, too. */
function sendable(message: ChatCompletionMessage | ChatCompletionAssistantMessageParam): Message[] {
  const said = withCalls(message);
  return said.tool_calls || said.content?.length || said.refusal || said.audio ? [said] : [];
}
