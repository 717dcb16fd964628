/** One streamed answer of Gemini: each chunk is an answer of its own, with calls that are whole unless pieces were asked for. */
import type { Content, FunctionCall, Part } from '@google/genai';
import { endedEarly } from '../calling/cut-off.js';
import type { AnswerStream } from '../calling/define.js';
import { callDelta, textDelta, usageDelta } from '../calling/deltas.js';
import type { Delta } from '../calling/stream.js';
import { callsIn, modelContent, partsIn, textIn, usageIn } from './answer.js';
import { PartialCall } from './partial.js';
import type { GeminiTypes } from './types.js';

export class GeminiStream implements AnswerStream<GeminiTypes> {
  readonly #parts: Part[] = [];
  #calls = 0;
  #open: PartialCall | undefined;

  deltas(chunk: GeminiTypes['chunk']): readonly Delta[] {
    return [...partsIn(chunk).flatMap((part) => this.#take(part)), ...usageDelta(usageIn(chunk))];
  }

  message(): Content {
    return modelContent(this.#parts);
  }

  #take(part: Part): Delta[] {
    const { functionCall: call } = part;
    if (call && (this.#open || call.willContinue || call.partialArgs)) return this.#piece(part, call);
    this.#add(part);
    const text = textIn([part]);
    if (text !== '') return textDelta(text);
    return callsIn([part]).map((one) => callDelta(one, { key: this.#calls++, isWhole: true }));
  }

  /** Until it ends, and where its pieces do not fit, a call is refused. */
  #piece(part: Part, { id, name, partialArgs = [], willContinue }: FunctionCall): Delta[] {
    const isFirst = !this.#open;
    const open = (this.#open ??= new PartialCall({ ...(id !== undefined && { id }), ...(name !== undefined && { name }) }, this.#calls++));
    if (isFirst) this.#parts.push({ ...part, functionCall: { ...open.call, args: open.args } });
    open.add(partialArgs);
    const { key } = open;
    const start: Delta[] = isFirst
      ? [
          { type: 'call', key, ...open.call, args: '{' },
          { type: 'refusal', key, refusal: endedEarly },
        ]
      : [];
    if (willContinue) return start;
    this.#open = undefined;
    return [
      ...start,
      { type: 'call', key, args: JSON.stringify(open.args), isWhole: true },
      { type: 'refusal', key, refusal: open.problem ?? null },
    ];
  }

  /** Text goes on in the part before it, unless a signature ends that one. */
  #add(part: Part): void {
    const last = this.#parts.at(-1);
    const isPlain = last !== undefined && Object.keys({ ...last, ...part }).every((key) => key === 'text' || key === 'thought');
    if (isPlain && last.text !== undefined && part.text !== undefined && last.thought === part.thought) last.text += part.text;
    else this.#parts.push({ ...part });
  }
}
