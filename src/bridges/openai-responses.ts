/** `toolmark/openai-responses`: the Responses API of OpenAI. */
import type OpenAI from 'openai';
import type {
  FunctionTool,
  Response,
  ResponseCreateParams,
  ResponseCustomToolCall,
  ResponseCustomToolCallItem,
  ResponseFunctionToolCall,
  ResponseInputFile,
  ResponseInputImage,
  ResponseInputItem,
  ResponseInputText,
  ResponseOutputItem,
  ResponseStreamEvent,
  Tool,
  ToolChoiceAllowed,
  ToolChoiceFunction,
  ToolChoiceTypes,
} from 'openai/resources/responses/responses.js';
import { ToolError } from '../errors.js';
import type { Declaration } from './calling/bridge.js';
import { chatRequest, functionCall } from './calling/chat.js';
import { cutOff } from './calling/cut-off.js';
import { type AnswerStream, defineBridge } from './calling/define.js';
import { withFreeText } from './calling/free-text-tools.js';
import { textOfCall } from './calling/free-text.js';
import { identified } from './calling/identify.js';
import { checkClient } from './calling/loop/check-client.js';
import type { Driver } from './calling/loop/driver.js';
import { eventStreamOf } from './calling/loop/event-stream.js';
import { type Finish, finishOf, type FinishWords, noAnswer } from './calling/loop/finish.js';
import { dataUrl, isCommonImage, type MediaPart, type ResultPart, textOrParts } from './calling/parts.js';
import type { RawCall } from './calling/shapes.js';
import type { Delta } from './calling/stream.js';
import { type Usage, usageOf } from './calling/usage.js';
import { customTools } from './openai-responses/custom.js';
import { mcpServer } from './openai-responses/mcp.js';
import { outputSchema } from './openai-responses/output.js';
import type { OpenAIResponsesTypes } from './openai-responses/types.js';

export type { OpenAIResponsesTypes } from './openai-responses/types.js';

type Choice = OpenAIResponsesTypes['choice'];

const named = (name: string): ToolChoiceFunction => ({ type: 'function', name });
const allowed = (names: readonly string[], isForced: boolean, builtIn: readonly object[]): ToolChoiceAllowed => ({
  type: 'allowed_tools',
  mode: isForced ? 'required' : 'auto',
  tools: [...names.map(named), ...builtIn.flatMap((tool) => builtInChoice(tool) ?? [])].map((one) => ({ ...one })),
});

/** These say which tools there are, and are none themselves. */
const noTools: ReadonlySet<string> = new Set(['namespace', 'tool_search']);

/** What only has a type is chosen by it. */
function builtInChoice(tool: object): (NonNullable<Choice['tool_choice']> & object) | undefined {
  const one = tool as Tool;
  if (noTools.has(one.type)) return undefined;
  // A server that stands among `mcpServers` need not say its type.
  if ('server_label' in one) return { type: 'mcp', server_label: one.server_label };
  if (one.type === 'custom' || one.type === 'function') return { type: one.type, name: one.name };
  return { type: one.type } as ToolChoiceTypes;
}

const functions = defineBridge<OpenAIResponsesTypes>({
  provider: 'openai-responses',
  tool: functionTool,
  search: () => ({ type: 'tool_search' }),
  mcpServer,
  builtIn: (tool) => ((tool as Tool).type === 'mcp' ? mcpServer(tool) : (tool as Tool)),
  choice: {
    auto: (): Choice => ({ tool_choice: 'auto' }),
    none: () => ({ tool_choice: 'none' }),
    any: () => ({ tool_choice: 'required' }),
    tool: (name) => ({ tool_choice: named(name) }),
    allowed: (...list) => ({ tool_choice: allowed(...list) }),
    builtIn: (tool) => {
      const choice = builtInChoice(tool);
      return choice && { tool_choice: choice };
    },
    native: (value) => ({ tool_choice: value as unknown as ToolChoiceAllowed }),
    parallel: (fields, isParallel) => ({ ...fields, parallel_tool_calls: isParallel }),
  },
  calls: ({ output }) => output.filter(isCall).map(rawCall),
  stream: answerStream,
  assistant: (text, calls) => [...(text === '' ? [] : [{ role: 'assistant', content: text } as const]), ...calls.map(callItem)],
  results: (pairs) =>
    pairs.map(({ call, result }) => ({
      type: call.isText ? ('custom_tool_call_output' as const) : ('function_call_output' as const),
      call_id: call.id,
      output: textOrParts(result, takes, outputPart),
    })),
});

/** Responses. */
export const openaiResponses = withFreeText(functions, customTools);

/** `strict` is always said: the API takes a silent tool for a strict one, and then fills in what is optional. */
function functionTool(declaration: Declaration): FunctionTool {
  const { name, description, parameters, strict, defer } = declaration;
  return {
    type: 'function',
    name,
    ...(description !== undefined && { description }),
    parameters: { ...parameters },
    strict,
    ...(defer && { defer_loading: true }),
    ...outputSchema(declaration),
  };
}

type Call = ResponseFunctionToolCall | ResponseCustomToolCall;

const isCall = (item: ResponseOutputItem): item is Call => item.type === 'function_call' || item.type === 'custom_tool_call';

function rawCall(item: Call): RawCall {
  const { call_id: id, name, status } = item as typeof item & Partial<Pick<ResponseCustomToolCallItem, 'status'>>;
  const call: RawCall =
    item.type === 'custom_tool_call' ? { id, name, args: item.input, isText: true } : { id, name, args: item.arguments };
  return status === 'incomplete' ? cutOff(call) : call;
}

function callItem(call: RawCall): Call {
  if (call.isText) return { type: 'custom_tool_call', call_id: call.id ?? '', name: call.name, input: textOfCall(call.args) };
  const { id, function: inner } = functionCall(call);
  return { type: 'function_call', call_id: id, ...inner };
}

// ---- results -------------------------------------------------------------------------------------------------------

const takes = (part: MediaPart): boolean => part.type === 'file' || isCommonImage(part);

function outputPart(part: ResultPart): ResponseInputText | ResponseInputImage | ResponseInputFile {
  if (part.type === 'text') return { type: 'input_text', text: part.text };
  if (part.type === 'image') return { type: 'input_image', image_url: dataUrl(part), detail: 'auto' };
  return { type: 'input_file', file_data: dataUrl(part), filename: part.name ?? 'file' };
}

// ---- streams -------------------------------------------------------------------------------------------------------

/** Pieces of a call name the item; servers that leave that out still count. */
const keyOf = (itemId: string | undefined, index: number | undefined): string | number | undefined => (itemId ? itemId : index);

function answerStream(): AnswerStream<OpenAIResponsesTypes> {
  const items = new Map<number, ResponseOutputItem>();
  let output: readonly ResponseOutputItem[] = [];
  return {
    deltas: (event) => {
      if (event.type === 'response.output_item.done') items.set(event.output_index, event.item);
      if (isEnd(event)) output = outputOf(refuseFailed(event.response));
      return deltas(event);
    },
    message: ({ calls }) => {
      const said = output.length > 0 ? output : [...items].toSorted(([one], [other]) => one - other).map(([, item]) => item);
      const known = said.filter(isCall).map(({ call_id }) => call_id);
      // A call whose item never came whole is answered too.
      const rest = known.length >= calls.length ? [] : calls.filter(({ id }) => id === undefined || !known.includes(id));
      return [...(said as ResponseInputItem[]), ...rest.map(callItem)];
    },
  };
}

/** Other servers may leave out what they have said before. */
const outputOf = ({ output }: { output?: readonly ResponseOutputItem[] | null }): readonly ResponseOutputItem[] => output ?? [];

type EndEvent = Extract<ResponseStreamEvent, { response: Response }>;
const isEnd = (event: ResponseStreamEvent): event is EndEvent => /^response\.(?:completed|incomplete|failed)$/.test(event.type);

function deltas(event: ResponseStreamEvent): Delta[] {
  if (event.type === 'response.output_text.delta' || event.type === 'response.refusal.delta') return [{ type: 'text', text: event.delta }];
  if (event.type === 'response.function_call_arguments.delta')
    return [{ type: 'call', key: keyOf(event.item_id, event.output_index), args: event.delta }];
  if (event.type === 'response.function_call_arguments.done')
    return [{ type: 'call', key: keyOf(event.item_id, event.output_index), args: event.arguments, isWhole: true }];
  if (event.type === 'response.custom_tool_call_input.delta')
    return [{ type: 'call', key: keyOf(event.item_id, event.output_index), args: event.delta, isText: true }];
  if (event.type === 'response.custom_tool_call_input.done')
    return [{ type: 'call', key: keyOf(event.item_id, event.output_index), args: event.input, isWhole: true, isText: true }];
  if (event.type === 'response.output_item.added' || event.type === 'response.output_item.done') {
    if (!isCall(event.item)) return [];
    const key = keyOf(event.item.id, event.output_index) ?? event.output_index;
    const { refusal, ...call } = rawCall(event.item);
    const isWhole = event.type.endsWith('done');
    const piece = { type: 'call', key, ...call, isWhole } as Delta;
    if (!isWhole) return [piece];
    return [piece, refusal === undefined ? { type: 'call-end', key } : { type: 'refusal', key, refusal }];
  }
  return isEnd(event) && event.response.usage ? [{ type: 'usage', usage: tokens(event.response.usage), isTotal: true }] : [];
}

function tokens(usage: NonNullable<Response['usage']>): Usage {
  return usageOf({
    inputTokens: usage.input_tokens,
    outputTokens: usage.output_tokens,
    totalTokens: usage.total_tokens,
    cachedTokens: usage.input_tokens_details?.cached_tokens,
    reasoningTokens: usage.output_tokens_details?.reasoning_tokens,
  });
}

/** The API answers 200 to some failures. */
function refuseFailed(response: Response): Response {
  if (response.status !== 'failed') return response;
  throw new ToolError('CONNECTION_FAILED', `OpenAI could not answer: ${response.error?.message ?? 'no reason given'}`);
}

// ---- the client ----------------------------------------------------------------------------------------------------

type Body = Omit<ResponseCreateParams, 'stream'>;

/** Drives the official client, for `runTools`; `messages` are input items. */
export function openaiResponsesDriver(client: Pick<OpenAI, 'responses'>): Driver<OpenAIResponsesTypes, Body> {
  checkClient('openaiResponsesDriver', client, 'responses.create', 'new OpenAI()');
  const { responses } = client;
  return {
    bridge: openaiResponses,
    request: (parts) => {
      const { messages: input, ...request } = chatRequest(parts);
      return { ...request, input };
    },
    send: async (request, signal) => responses.create({ ...request, stream: false }, { signal }),
    stream: (request, signal) => eventStreamOf(openaiResponses.provider, responses.create({ ...request, stream: true }, { signal })),
    read: (response) => {
      const { output, usage } = response;
      return {
        text: textOf(output),
        messages: sendable(output as ResponseInputItem[]),
        ...(usage && { usage: tokens(usage) }),
        finish: finishIn(response),
      };
    },
    finish: (event) => {
      if (event.type === 'error') return noAnswer(event);
      return isEnd(event) ? finishIn(event.response) : undefined;
    },
    identify: (items, calls) =>
      identified(items, calls, (item, id) =>
        item.type === 'function_call' || item.type === 'custom_tool_call' ? { ...item, call_id: id } : undefined,
      ),
    toTranscript: sendable,
  };
}

/** Statuses; of an incomplete response what made it so. */
const finishWords: FinishWords = {
  completed: 'stop',
  max_output_tokens: 'length',
  max_messages: 'length',
  content_filter: 'content-filter',
  failed: 'error',
  cancelled: 'error',
};

function finishIn({ status, incomplete_details: incomplete, error }: Response): Finish {
  return finishOf(finishWords, status === 'incomplete' ? (incomplete?.reason ?? status) : status, error);
}

const saysSomething = (content: string | readonly { type: string; text?: string }[]): boolean =>
  content.length > 0 && (typeof content === 'string' || content.some(({ type, text }) => type !== 'output_text' || text !== ''));

/** Reasoning without the item that it led to is refused, and so is a message with nothing in it: an answer that broke off ends so. */
function sendable(items: readonly ResponseInputItem[]): ResponseInputItem[] {
  const said = items.filter((item) => item.type !== 'message' || saysSomething(item.content));
  return said.slice(0, said.findLastIndex(({ type }) => type !== 'reasoning') + 1);
}

const textOf = (output: readonly ResponseOutputItem[]): string =>
  output
    .flatMap((item) => (item.type === 'message' ? item.content : []))
    .map((part) => (part.type === 'refusal' ? part.refusal : part.text))
    .join('');
