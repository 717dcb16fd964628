/** What an answer of the Responses API says. */
import type {
  Response,
  ResponseCustomToolCall,
  ResponseCustomToolCallItem,
  ResponseFunctionToolCall,
  ResponseInputItem,
  ResponseOutputItem,
} from 'openai/resources/responses/responses.js';
import { withoutLast } from '../calling/blocks.js';
import { cutOff, lastCutOff } from '../calling/cut-off.js';
import { type Finish, finishOf, type FinishWords, isUnfinished } from '../calling/loop/finish.js';
import type { RawCall } from '../calling/shapes.js';
import { type Usage, usageOf } from '../calling/usage.js';

export type CallItem = ResponseFunctionToolCall | ResponseCustomToolCall;

export const isCall = (item: ResponseOutputItem): item is CallItem => item.type === 'function_call' || item.type === 'custom_tool_call';

/** Not in all of the SDK's types of such items. */
const statusOf = (item: CallItem): ResponseCustomToolCallItem['status'] | undefined => ('status' in item ? item.status : undefined);

export function rawCall(item: CallItem): RawCall {
  const { call_id: id, name } = item;
  const call: RawCall =
    item.type === 'custom_tool_call' ? { id, name, args: item.input, isText: true } : { id, name, args: item.arguments };
  return statusOf(item) === 'incomplete' ? cutOff(call) : call;
}

export function callsIn(response: Response): RawCall[] {
  const { output } = response;
  const last = output.at(-1);
  return lastCutOff(output.filter(isCall).map(rawCall), last !== undefined && isCutOff(response, last));
}

/** Whether the item that came last is a call that may lack its arguments. Other servers do not say so of the item itself. */
export const isCutOff = ({ status }: Response, last: ResponseOutputItem): last is CallItem =>
  (status === 'incomplete' || isUnfinished(finishWords, status)) && isCall(last) && statusOf(last) !== 'completed';

/** All text of the messages. */
export const textIn = (output: readonly ResponseOutputItem[]): string =>
  output
    .flatMap((item) => (item.type === 'message' ? item.content : []))
    .map((part) => (part.type === 'refusal' ? part.refusal : part.text))
    .join('');

const saysSomething = (content: string | readonly { type: string; text?: string }[]): boolean =>
  content.length > 0 && (typeof content === 'string' || content.some(({ type, text }) => type !== 'output_text' || text !== ''));

/** Items as they go back with the next request: a message with nothing in it is refused, and so is reasoning at the end. */
export function sendable(items: readonly ResponseInputItem[]): ResponseInputItem[] {
  const said = items.filter((item) => item.type !== 'message' || saysSomething(item.content));
  return withoutLast(said, ({ type }) => type === 'reasoning');
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

export const finishIn = ({ status, incomplete_details: incomplete, error }: Response): Finish =>
  finishOf(finishWords, status === 'incomplete' ? (incomplete?.reason ?? status) : status, error);

export function usageIn({ usage }: Response): Usage | undefined {
  if (!usage) return undefined;
  return usageOf({
    inputTokens: usage.input_tokens,
    outputTokens: usage.output_tokens,
    totalTokens: usage.total_tokens,
    cacheReadTokens: usage.input_tokens_details?.cached_tokens,
    reasoningTokens: usage.output_tokens_details?.reasoning_tokens,
  });
}
