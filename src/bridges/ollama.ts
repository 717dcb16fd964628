/** `toolmark/ollama`: the chat API of Ollama. */
import type { AbortableAsyncIterator, ChatRequest, ChatResponse, Message, Ollama, Tool, ToolCall } from 'ollama';
import { objectArguments } from './calling/arguments.js';
import { chatRequest, functionTool, textIn } from './calling/chat.js';
import { type AnswerStream, defineBridge } from './calling/define.js';
import { callDelta, textDelta, usageDelta } from './calling/deltas.js';
import { checkClient } from './calling/loop/check-client.js';
import type { Driver } from './calling/loop/driver.js';
import { finishOf, type FinishWords } from './calling/loop/finish.js';
import { untold, withUntoldEnd } from './calling/loop/untold-end.js';
import { isCommonImage, inWords, mediaOf, plainText } from './calling/parts.js';
import type { Pair } from './calling/replay.js';
import type { RawCall } from './calling/shapes.js';
import type { Delta } from './calling/stream.js';
import { type Usage, usageOf } from './calling/usage.js';

/** The types of the official SDK. */
export interface OllamaTypes {
  tool: Tool;
  /** There is no choice but that of sending no tools. */
  choice: { tools?: Tool[] };
  response: ChatResponse;
  chunk: ChatResponse;
  message: Message;
  assistant: Message;
}

/** Chat. Calls have no ids: results go back in their order, each with the name of its tool. */
export const ollama = defineBridge<OllamaTypes>({
  provider: 'ollama',
  tool: (declaration) => functionTool(declaration),
  choice: { auto: () => ({}), none: () => ({ tools: [] }) },
  calls: ({ message }) => (message.tool_calls ?? []).map(rawCall),
  stream: answerStream,
  assistant: (text, calls) => [assistant(text, calls)],
  results: (pairs) => pairs.map(resultMessage),
});

const rawCall = ({ function: { name, arguments: args } }: ToolCall): RawCall => ({ name, args });

function assistant(text: string, calls: readonly RawCall[], thinking = ''): Message {
  return {
    role: 'assistant',
    content: text,
    ...(thinking !== '' && { thinking }),
    ...(calls.length > 0 && { tool_calls: calls.map(({ name, args }) => ({ function: { name, arguments: objectArguments(args) } })) }),
  };
}

function resultMessage({ call, result }: Pair): Message {
  const images = mediaOf(result, isCommonImage).map(({ data }) => data);
  const content = plainText(result, (part) => (isCommonImage(part) ? '[an image]' : inWords(part)));
  return { role: 'tool', tool_name: call.name, content, ...(images.length > 0 && { images }) };
}

function answerStream(): AnswerStream<OllamaTypes> {
  let thinking = '';
  return {
    deltas: (chunk) => {
      thinking += chunk.message?.thinking ?? '';
      return deltas(chunk);
    },
    message: ({ text, calls }) => assistant(text, calls, thinking),
  };
}

/** Calls come whole, however many a chunk has. */
function deltas(chunk: ChatResponse): Delta[] {
  const { content, tool_calls: calls } = chunk.message ?? {};
  return [
    ...textDelta(content),
    ...(calls ?? []).flatMap((call): Delta[] => [callDelta(rawCall(call)), { type: 'call-end' }]),
    ...(chunk.done ? usageDelta(usageIn(chunk)) : []),
  ];
}

const usageIn = ({ prompt_eval_count: inputTokens, eval_count: outputTokens }: ChatResponse): Usage =>
  usageOf({ inputTokens, outputTokens });

/** Drives the official client, for `runTools`. */
export function ollamaDriver(client: Pick<Ollama, 'chat'>): Driver<OllamaTypes, ChatRequest> {
  checkClient('ollamaDriver', client, 'chat', 'new Ollama()');
  return {
    bridge: ollama,
    request: chatRequest,
    send: (request) => client.chat({ ...request, stream: false }),
    stream: async (request, signal) => withUntoldEnd(stopped(await client.chat({ ...request, stream: true }), signal), untoldEnd),
    read: (response) => ({
      text: textIn(response.message.content),
      messages: sendable(response.message),
      usage: usageIn(response),
      finish: finishOf(finishWords, response.done_reason),
    }),
    finish: (chunk) => (chunk.done ? finishOf(finishWords, chunk.done_reason) : chunk === untoldEnd ? untold : undefined),
    toTranscript: sendable,
  };
}

const finishWords: FinishWords = { stop: 'stop', length: 'length' };

/** The official client throws where a stream breaks off; others may not. */
const untoldEnd = { message: { role: 'assistant', content: '' }, done: false } as ChatResponse;

/** A message that says nothing tells the model nothing. */
const sendable = (message: Message): Message[] => (message.content || message.tool_calls?.length ? [message] : []);

type Stream = AsyncIterable<ChatResponse> & Partial<Pick<AbortableAsyncIterator<ChatResponse>, 'abort'>>;

/** The client takes no signal, but its streams can be stopped; those of mocks may not. */
async function* stopped(stream: Stream, signal: AbortSignal): AsyncGenerator<ChatResponse> {
  const stop = (): void => stream.abort?.();
  signal.addEventListener('abort', stop, { once: true });
  try {
    yield* stream;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
