/** `toolmark/cohere`: the Chat API of Cohere, version 2. */
import type { Cohere, CohereClientV2 } from 'cohere-ai';
import { chatRequest, functionCall, functionTool, identifyIn, textIn } from './calling/chat.js';
import { lastCutOff } from './calling/cut-off.js';
import { type AnswerStream, defineBridge } from './calling/define.js';
import { cutOffDelta, textDelta, usageDelta } from './calling/deltas.js';
import { checkClient } from './calling/loop/check-client.js';
import type { Driver } from './calling/loop/driver.js';
import { finishOf, type FinishWords, isUnfinished } from './calling/loop/finish.js';
import { plainText } from './calling/parts.js';
import type { RawCall } from './calling/shapes.js';
import type { Delta } from './calling/stream.js';
import { type Usage, usageOf } from './calling/usage.js';

type Message = Cohere.ChatMessageV2;
type Assistant = Cohere.ChatMessageV2.Assistant;

/** The types of the official SDK. */
export interface CohereTypes {
  tool: Cohere.ToolV2;
  choice: { toolChoice?: Cohere.V2ChatRequestToolChoice };
  response: Cohere.V2ChatResponse;
  chunk: Cohere.V2ChatStreamResponse;
  message: Message;
  assistant: Assistant;
}

type Choice = CohereTypes['choice'];

/** Chat, version 2. Strict is a switch for the whole request: see `toRequestFields`. */
export const cohere = defineBridge<CohereTypes>({
  provider: 'cohere',
  tool: (declaration) => functionTool({ ...declaration, strict: false }),
  fields: ({ strict }) => (strict.length > 0 ? { strictTools: true } : {}),
  choice: {
    // What is not said is the model's choice; there is no word for it.
    auto: (): Choice => ({}),
    none: () => ({ toolChoice: 'NONE' }),
    any: () => ({ toolChoice: 'REQUIRED' }),
  },
  calls: ({ message, finishReason }) => lastCutOff((message.toolCalls ?? []).map(rawCall), isCutOff(finishReason)),
  stream: answerStream,
  assistant: (text, calls) => [assistant(text, calls)],
  results: (pairs) => pairs.map(({ call, result }) => ({ role: 'tool', toolCallId: call.id, content: plainText(result) })),
  identify: identifyIn('toolCalls'),
});

/** What has no name is refused later, as the model is to hear of it. */
const rawCall = ({ id, function: inner }: Cohere.ToolCallV2): RawCall => ({ id, name: inner?.name ?? '', args: inner?.arguments });

/** A message has a text, or calls with the plan that led to them. */
function assistant(text: string, calls: readonly RawCall[], plan = ''): Assistant {
  return {
    role: 'assistant',
    ...(text !== '' && { content: text }),
    ...(plan !== '' && { toolPlan: plan }),
    ...(calls.length > 0 && { toolCalls: calls.map(functionCall) }),
  };
}

function answerStream(): AnswerStream<CohereTypes> {
  let plan = '';
  return {
    deltas: (event) => {
      if (event.type === 'tool-plan-delta') plan += event.delta?.message?.toolPlan ?? '';
      return deltas(event);
    },
    message: ({ text, calls }) => assistant(text, calls, plan),
  };
}

function deltas(event: Cohere.V2ChatStreamResponse): Delta[] {
  if (event.type === 'content-delta') return textDelta(event.delta?.message?.content?.text);
  if (event.type === 'tool-call-start') {
    const call = event.delta?.message?.toolCalls;
    return call ? [{ type: 'call', key: event.index, id: call.id, name: call.function?.name, args: call.function?.arguments }] : [];
  }
  if (event.type === 'tool-call-delta')
    return [{ type: 'call', key: event.index, args: event.delta?.message?.toolCalls?.function?.arguments }];
  if (event.type === 'tool-call-end') return [{ type: 'call-end', ...(event.index !== undefined && { key: event.index }) }];
  if (event.type !== 'message-end') return [];
  const { usage, finishReason } = event.delta ?? {};
  return [...cutOffDelta(isCutOff(finishReason)), ...usageDelta(usageIn(usage))];
}

const isCutOff = (reason: string | undefined): boolean => isUnfinished(finishWords, reason);

function usageIn(usage: Cohere.Usage | undefined): Usage | undefined {
  if (!usage) return undefined;
  const { tokens, cachedTokens } = usage;
  return usageOf({ inputTokens: tokens?.inputTokens, outputTokens: tokens?.outputTokens, cacheReadTokens: cachedTokens });
}

/** Drives the official client, for `runTools`: a `CohereClientV2`, or a `CohereClient` with its `v2`. */
export function cohereDriver(client: Client | { v2: Client }): Driver<CohereTypes, Cohere.V2ChatRequest> {
  checkClient('cohereDriver', (client as { v2?: unknown } | undefined)?.v2 ?? client, 'chat', 'new CohereClientV2({ … })');
  const v2 = 'v2' in client ? client.v2 : client;
  return {
    bridge: cohere,
    request: chatRequest,
    send: (request, abortSignal) => v2.chat(request, { abortSignal }),
    stream: (request, abortSignal) => v2.chatStream(request, { abortSignal }),
    read: (response) => {
      const { message, finishReason } = response;
      const usage = usageIn(response.usage);
      return {
        text: textIn(message.content),
        messages: sendable(message),
        ...(usage && { usage }),
        finish: finishOf(finishWords, finishReason),
      };
    },
    finish: (event) => (event.type === 'message-end' ? finishOf(finishWords, event.delta?.finishReason, event.delta?.error) : undefined),
    toTranscript: sendable,
  };
}

const finishWords: FinishWords = {
  COMPLETE: 'stop',
  STOP_SEQUENCE: 'stop',
  TOOL_CALL: 'tool-calls',
  MAX_TOKENS: 'length',
  ERROR_LIMIT: 'length',
  ERROR_TOXIC: 'content-filter',
  ERROR: 'error',
  TIMEOUT: 'error',
};

/** A message needs content or calls. */
function sendable(message: Assistant): Assistant[] {
  const { content, toolCalls } = message;
  const says = typeof content === 'string' ? content !== '' : content?.some((part) => part.type !== 'text' || part.text !== '');
  return says || toolCalls?.length ? [message] : [];
}

type Client = Pick<CohereClientV2, 'chat' | 'chatStream'>;
