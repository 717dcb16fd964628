/** `toolmark/mistral`: chat completions of Mistral. */
import type { Mistral } from '@mistralai/mistralai' with { 'resolution-mode': 'import' };
import type {
  AssistantMessage,
  ChatCompletionRequest,
  ChatCompletionRequestMessage,
  ChatCompletionRequestTool,
  ChatCompletionRequestToolChoice,
  ChatCompletionResponse,
  CompletionEvent,
  ContentChunk,
  DeltaMessage,
  ToolCall,
  UsageInfo,
} from '@mistralai/mistralai/models/components' with { 'resolution-mode': 'import' };
import { chatRequest, functionCall, functionTool, identifyIn, imagesApart, textIn, withAnswers } from './calling/chat.js';
import { lastCutOff } from './calling/cut-off.js';
import { type AnswerStream, defineBridge } from './calling/define.js';
import { callDelta, cutOffDelta, textDelta, usageDelta } from './calling/deltas.js';
import { wireId } from './calling/ids.js';
import { checkClient } from './calling/loop/check-client.js';
import type { Driver } from './calling/loop/driver.js';
import { type Finish, finishOf, type FinishWords, isUnfinished, noAnswer } from './calling/loop/finish.js';
import { untold, withUntoldEnd } from './calling/loop/untold-end.js';
import type { Pair } from './calling/replay.js';
import type { RawCall } from './calling/shapes.js';
import type { Delta } from './calling/stream.js';
import { type Usage, usageOf } from './calling/usage.js';

type Message = ChatCompletionRequestMessage;
type Assistant = AssistantMessage & { role: 'assistant' };

/** The types of the official SDK. */
export interface MistralTypes {
  tool: ChatCompletionRequestTool;
  choice: { toolChoice?: ChatCompletionRequestToolChoice; parallelToolCalls?: boolean };
  response: ChatCompletionResponse;
  chunk: CompletionEvent;
  message: Message;
  assistant: Assistant;
}

type Choice = MistralTypes['choice'];

/** "Tool call id was … but must be a-z, A-Z, 0-9, with a length of 9": a 400 of the API. */
const wireCallId = (id: string): string => wireId(id, { legal: /^[a-zA-Z0-9]{9}$/, length: 9 });

/** Chat completions. Ids of calls that the API would refuse become nine characters, always the same ones. */
export const mistral = defineBridge<MistralTypes>({
  provider: 'mistral',
  tool: functionTool,
  choice: {
    auto: (): Choice => ({ toolChoice: 'auto' }),
    none: () => ({ toolChoice: 'none' }),
    any: () => ({ toolChoice: 'any' }),
    tool: (name) => ({ toolChoice: { type: 'function', function: { name } } }),
    native: (value) => ({ toolChoice: value as unknown as ChatCompletionRequestToolChoice }),
    parallel: (fields, isParallel) => ({ ...fields, parallelToolCalls: isParallel }),
  },
  calls: ({ choices: [choice] }) => lastCutOff((choice?.message?.toolCalls ?? []).map(rawCall), isCutOff(choice?.finishReason)),
  stream: answerStream,
  assistant: (text, calls) => [assistant(text, calls)],
  results,
  identify: (message, nextId) => withWireIds(identifyIn<Message>('toolCalls')(message, nextId)),
});

/** The SDK fills in the text "null" where the server gave no id. */
const isGiven = (id: string | undefined): id is string => id !== undefined && id !== '' && id !== 'null';

function rawCall({ id, function: inner }: ToolCall): RawCall {
  return { ...(isGiven(id) && { id }), name: inner.name, args: inner.arguments };
}

function assistant(text: string, calls: readonly RawCall[]): Assistant {
  const toolCalls = calls.map((call) => withWireId(functionCall(call)));
  return { role: 'assistant', content: text, ...(toolCalls.length > 0 && { toolCalls }) };
}

const withWireId = <C extends ToolCall>(call: C): C => (isGiven(call.id) ? { ...call, id: wireCallId(call.id) } : call);

function answerStream(): AnswerStream<MistralTypes> {
  let isIndexed = false;
  return {
    deltas: (chunk) => {
      const { data } = chunk;
      if (chunk === untoldEnd) return cutOffDelta(true);
      isIndexed ||= (deltaIn(data)?.toolCalls ?? []).some(({ id, index }) => index !== 0 || isGiven(id));
      return deltas(data, isIndexed);
    },
    message: ({ text, calls }) => assistant(text, calls),
  };
}

const isCutOff = (reason: string | null | undefined): boolean => isUnfinished(finishWords, reason);

/** Other servers may leave it out where there is nothing more. */
const deltaIn = ({ choices }: CompletionEvent['data']): DeltaMessage | undefined => choices[0]?.delta;

function deltas(data: CompletionEvent['data'], isIndexed: boolean): Delta[] {
  const delta = deltaIn(data);
  return [
    ...textDelta(delta?.content),
    ...(delta?.toolCalls ?? []).map((call) => callDelta(rawCall(call), keyOf(call, isIndexed))),
    ...cutOffDelta(isCutOff(data.choices[0]?.finishReason)),
    ...usageDelta(usageIn(data)),
  ];
}

/** The SDK fills in 0 where the server gave no index. Without an id either that tells nothing, unless it is more of a call. */
function keyOf({ id, index = 0, function: { name } }: ToolCall, isIndexed: boolean): { key?: number } {
  const isKnown = index !== 0 || isGiven(id) || (isIndexed && name === '');
  return isKnown ? { key: index } : {};
}

/**
 * A tool's message takes text alone, but for the newest models (validators of mistral-common 1.12: "Pre-v15 tool messages accept text content
 * only"), so images follow in one message of the user.
 */
function results(pairs: readonly Pair[]): Message[] {
  const wire = pairs.map(({ call, result }) => ({ call: { ...call, id: wireCallId(call.id) }, result }));
  const { messages, parts } = imagesApart(
    wire,
    ({ id, name }, content): Message => ({ role: 'tool', toolCallId: id, name, content }),
    (imageUrl): ContentChunk => ({ type: 'image_url', imageUrl }),
  );
  return parts.length === 0 ? messages : [...messages, between('(images follow)'), { role: 'user', content: parts }];
}

/** "Unexpected role 'user' after role 'tool'": a 400 of the API, so a word of the assistant stands between. */
const between = (content: string): Message => ({ role: 'assistant', content });

/** Where a run ended after its calls, the next question follows their results. */
const unanswered = between('(no answer)');

/** Other servers may leave it out. */
const usageIn = ({ usage }: { usage?: UsageInfo | undefined }): Usage | undefined =>
  usage && usageOf({ inputTokens: usage.promptTokens, outputTokens: usage.completionTokens, totalTokens: usage.totalTokens });

/** Drives the official client, for `runTools`. Ids of a history that began elsewhere are mapped too. */
export function mistralDriver(client: Pick<Mistral, 'chat'>): Driver<MistralTypes, ChatCompletionRequest> {
  checkClient('mistralDriver', client, 'chat.complete', 'new Mistral({ … })');
  const { chat } = client;
  return {
    bridge: mistral,
    request: (parts) => chatRequest<MistralTypes>({ ...parts, messages: withAnswers(parts.messages.map(withWireIds), unanswered) }),
    send: (request, signal) => chat.complete(request, { signal }),
    stream: async (request, signal) => withUntoldEnd(await chat.stream(request, { signal }), untoldEnd),
    read: (response) => {
      const [choice] = response.choices;
      const message = choice?.message;
      const usage = usageIn(response);
      return {
        text: textIn(message?.content),
        messages: message ? sendable({ ...message, role: 'assistant' }) : [],
        ...(usage && { usage }),
        finish: message ? finishOf(finishWords, choice.finishReason) : noAnswer(response),
      };
    },
    finish: finishOfChunk,
    toTranscript: sendable,
  };
}

/** The SDK keeps the `[DONE]` of a stream to itself. */
const untoldEnd: CompletionEvent = { data: { id: '', model: '', choices: [] } };

function finishOfChunk(chunk: CompletionEvent): Finish | undefined {
  const reason = chunk.data.choices[0]?.finishReason;
  if (reason) return finishOf(finishWords, reason);
  return chunk === untoldEnd ? untold : undefined;
}

const finishWords: FinishWords = {
  stop: 'stop',
  tool_calls: 'tool-calls',
  length: 'length',
  model_length: 'length',
  content_filter: 'content-filter',
  error: 'error',
};

/** "Assistant message must have either content or tool_calls, but not none." */
const sendable = (message: Assistant): Assistant[] => (message.content?.length || message.toolCalls?.length ? [message] : []);

function withWireIds(message: Message): Message {
  if (message.role === 'assistant' && message.toolCalls) return { ...message, toolCalls: message.toolCalls.map(withWireId) };
  return message.role === 'tool' && message.toolCallId ? { ...message, toolCallId: wireCallId(message.toolCallId) } : message;
}
