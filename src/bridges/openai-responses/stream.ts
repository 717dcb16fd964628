/** One streamed answer of the Responses API: events by item. */
import type { Response, ResponseInputItem, ResponseOutputItem, ResponseStreamEvent } from 'openai/resources/responses/responses.js';
import { ToolError } from '../../errors.js';
import { byIndex } from '../calling/blocks.js';
import { cutOffText } from '../calling/cut-off.js';
import type { AnswerStream } from '../calling/define.js';
import { callDelta, cutOffDelta, textDelta, usageDelta } from '../calling/deltas.js';
import type { RawCall } from '../calling/shapes.js';
import type { Delta } from '../calling/stream.js';
import { isCall, isCutOff, rawCall, textIn, usageIn } from './answer.js';
import { callItem } from './content.js';
import type { OpenAIResponsesTypes } from './types.js';

type Of<K extends ResponseStreamEvent['type']> = Extract<ResponseStreamEvent, { type: K }>;
type EndEvent = Extract<ResponseStreamEvent, { response: Response }>;

export const isEnd = (event: ResponseStreamEvent): event is EndEvent => /^response\.(?:completed|incomplete|failed)$/.test(event.type);

/** Pieces of a call name the item; servers that leave that out still count. */
const keyOf = (itemId: string | undefined, index: number): string | number => (itemId ? itemId : index);

/** What each event says of text and calls. */
const readers: { readonly [K in ResponseStreamEvent['type']]?: (event: Of<K>) => Delta[] } = {
  'response.output_text.delta': ({ delta }) => textDelta(delta),
  'response.refusal.delta': ({ delta }) => textDelta(delta),
  'response.function_call_arguments.delta': (event) => [{ ...pieceOf(event), args: event.delta }],
  'response.function_call_arguments.done': (event) => [{ ...pieceOf(event), args: event.arguments, isWhole: true }],
  'response.custom_tool_call_input.delta': (event) => [{ ...pieceOf(event), args: event.delta, isText: true }],
  'response.custom_tool_call_input.done': (event) => [{ ...pieceOf(event), args: event.input, isWhole: true, isText: true }],
  'response.output_item.added': (event) => itemDeltas(event, false),
  'response.output_item.done': (event) => itemDeltas(event, true),
};

const pieceOf = ({ item_id, output_index }: { item_id?: string; output_index: number }) =>
  ({ type: 'call', key: keyOf(item_id, output_index) }) as const;

function itemDeltas({ item, output_index }: { item: ResponseOutputItem; output_index: number }, isWhole: boolean): Delta[] {
  if (!isCall(item)) return [];
  const key = keyOf(item.id, output_index);
  const { refusal, ...call } = rawCall(item);
  const piece = callDelta(call, { key, isWhole });
  if (!isWhole) return [piece];
  return [piece, refusal === undefined ? { type: 'call-end', key } : { type: 'refusal', key, refusal }];
}

export class ResponsesStream implements AnswerStream<OpenAIResponsesTypes> {
  /** Those that came whole. */
  readonly #items = new Map<number, ResponseOutputItem>();
  /** All of them, as the end tells them. */
  #output: readonly ResponseOutputItem[] = [];
  /** What there was of it before the end. */
  readonly #told = { text: false, calls: false };
  #latest: { item: ResponseOutputItem; key: string | number } | undefined;

  deltas(event: ResponseStreamEvent): readonly Delta[] {
    if (isEnd(event)) return this.#end(refuseFailed(event.response));
    if (event.type === 'response.output_item.done') this.#items.set(event.output_index, event.item);
    if ('item' in event && 'output_index' in event) this.#latest = { item: event.item, key: keyOf(event.item.id, event.output_index) };
    const deltas = (readers[event.type] as ((event: ResponseStreamEvent) => Delta[]) | undefined)?.(event) ?? [];
    for (const { type } of deltas) this.#told[type === 'text' ? 'text' : 'calls'] = true;
    return deltas;
  }

  message({ calls }: { calls: readonly RawCall[] }): ResponseInputItem[] {
    const said = this.#said();
    const known = said.filter(isCall).map(({ call_id }) => call_id);
    // A call whose item never came whole is answered too.
    const rest = known.length >= calls.length ? [] : calls.filter(({ id }) => id === undefined || !known.includes(id));
    return [...(said as ResponseInputItem[]), ...rest.map(callItem)];
  }

  #end(response: Response): Delta[] {
    this.#output = outputOf(response);
    return [...this.#untold(), ...this.#cutOff(response), ...usageDelta(usageIn(response))];
  }

  /** Servers that only seem to stream say all of it at the end. */
  #untold(): Delta[] {
    const { calls, text } = this.#told;
    const said = this.#said();
    const last = said.at(-1);
    if (!this.#latest && last) this.#latest = { item: last, key: keyOf(last.id, said.length - 1) };
    const left = calls ? [] : said.flatMap((item, index) => itemDeltas({ item, output_index: index }, true));
    return [...(text ? [] : textDelta(textIn(said))), ...left];
  }

  #said(): readonly ResponseOutputItem[] {
    return this.#output.length > 0 ? this.#output : byIndex(this.#items).map(([, item]) => item);
  }

  #cutOff(response: Response): Delta[] {
    const { item, key } = this.#latest ?? {};
    if (item === undefined || key === undefined || !isCutOff(response, item)) return [];
    return item.type === 'custom_tool_call' ? [{ type: 'refusal', key, refusal: cutOffText(item.input) }] : cutOffDelta(true);
  }
}

/** Other servers may leave out what they have said before. */
const outputOf = ({ output }: { output?: readonly ResponseOutputItem[] | null }): readonly ResponseOutputItem[] => output ?? [];

/** The API answers 200 to some failures. */
function refuseFailed(response: Response): Response {
  if (response.status !== 'failed') return response;
  throw new ToolError('CONNECTION_FAILED', `OpenAI could not answer: ${response.error?.message ?? 'no reason given'}`);
}
