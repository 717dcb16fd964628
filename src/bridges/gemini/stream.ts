/** One streamed answer of Gemini: each chunk is an answer of its own, with whole calls. */
import type { Content, Part } from '@google/genai';
import type { AnswerStream } from '../calling/define.js';
import type { Delta } from '../calling/stream.js';
import { callsIn, modelContent, partsIn, textIn, usageIn } from './answer.js';
import type { GeminiTypes } from './types.js';

export class GeminiStream implements AnswerStream<GeminiTypes> {
  readonly #parts: Part[] = [];
  #calls = 0;

  deltas(chunk: GeminiTypes['chunk']): readonly Delta[] {
    const parts = partsIn(chunk);
    for (const part of parts) this.#add(part);
    const text = textIn(parts);
    const usage = usageIn(chunk);
    return [
      ...(text === '' ? [] : [{ type: 'text', text } as const]),
      ...callsIn(parts).map((call): Delta => ({ type: 'call', key: this.#calls++, ...call, args: call.args as object, isWhole: true })),
      ...(usage ? [{ type: 'usage', usage, isTotal: true } as const] : []),
    ];
  }

  message(): Content {
    return modelContent(this.#parts);
  }

  /** Text goes on in the part before it, unless a signature ends that one. */
  #add(part: Part): void {
    const last = this.#parts.at(-1);
    const isPlain = last !== undefined && Object.keys({ ...last, ...part }).every((key) => key === 'text' || key === 'thought');
    if (isPlain && last.text !== undefined && part.text !== undefined && last.thought === part.thought) last.text += part.text;
    else this.#parts.push({ ...part });
  }
}
