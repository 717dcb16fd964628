/** What an answer of Gemini says, whole or a chunk of it. */
import type { Content, Part } from '@google/genai';
import { type Finish, finishOf, type FinishWords } from '../calling/loop/finish.js';
import type { RawCall } from '../calling/shapes.js';
import { type Usage, usageOf } from '../calling/usage.js';
import type { GeminiTypes } from './types.js';

type Response = GeminiTypes['response'];

export const partsIn = ({ candidates }: Response): readonly Part[] => candidates?.[0]?.content?.parts ?? [];

/** Calls come whole; their ids are optional. */
export function callsIn(parts: readonly Part[]): RawCall[] {
  return parts.flatMap(({ functionCall: call }) =>
    call === undefined ? [] : [{ ...(call.id !== undefined && { id: call.id }), name: call.name ?? '', args: call.args ?? {} }],
  );
}

/** All text but thoughts. */
export function textIn(parts: readonly Part[]): string {
  return parts.flatMap(({ text, thought }) => (text === undefined || thought === true ? [] : [text])).join('');
}

/** The model's content as it goes back: every part that says something, as signatures of thoughts stand on any of them. */
export const modelContent = (parts: readonly Part[]): Content => ({ role: 'model', parts: parts.filter(saysSomething) });

/** An empty part is refused by Vertex; one with a signature is never left out. */
function saysSomething({ thoughtSignature, text, thought: _thought, ...rest }: Part): boolean {
  return Boolean(thoughtSignature) || Boolean(text) || Object.values(rest).some((value) => value !== undefined);
}

export function usageIn({ usageMetadata }: Response): Usage | undefined {
  if (!usageMetadata) return undefined;
  const { promptTokenCount, candidatesTokenCount, thoughtsTokenCount, totalTokenCount, cachedContentTokenCount } = usageMetadata;
  const output = candidatesTokenCount ?? thoughtsTokenCount;
  return usageOf({
    inputTokens: promptTokenCount,
    outputTokens: output === undefined ? undefined : (candidatesTokenCount ?? 0) + (thoughtsTokenCount ?? 0),
    totalTokens: totalTokenCount,
    cacheReadTokens: cachedContentTokenCount,
  });
}

/** What the API makes of calls that it cannot hand on. */
const refusedCalls: Readonly<Record<string, string>> = {
  MALFORMED_FUNCTION_CALL: 'Your function call could not be read, and nothing was run',
  UNEXPECTED_TOOL_CALL: 'You called a function that is not declared here, and nothing was run',
};

/** Such a call never comes: there is nothing to answer but the model itself. In words for it. */
export function refusedCall({ candidates }: Response): string | undefined {
  const { finishReason, finishMessage } = candidates?.[0] ?? {};
  const why = finishReason === undefined ? undefined : refusedCalls[finishReason];
  if (why === undefined) return undefined;
  // Of the Gemini API the SDK leaves it out; of Vertex it does not.
  const what = finishMessage === undefined || finishMessage === '' ? '.' : `: ${finishMessage.slice(0, 1000)}`;
  return `${why}${what}\nCall a function again, as it is declared, or answer without.`;
}

const filtered = 'content-filter';
const finishWords: FinishWords = {
  STOP: 'stop',
  MAX_TOKENS: 'length',
  SAFETY: filtered,
  RECITATION: filtered,
  BLOCKLIST: filtered,
  PROHIBITED_CONTENT: filtered,
  SPII: filtered,
  IMAGE_SAFETY: filtered,
  IMAGE_PROHIBITED_CONTENT: filtered,
  IMAGE_RECITATION: filtered,
  MALFORMED_FUNCTION_CALL: 'error',
  UNEXPECTED_TOOL_CALL: 'error',
  TOO_MANY_TOOL_CALLS: 'error',
};

/** How it ended; undefined where it does not say. A prompt that was blocked has no answer. */
export function finishIn({ candidates, promptFeedback }: Response): Finish | undefined {
  const [candidate] = candidates ?? [];
  if (candidate) return candidate.finishReason && finishOf(finishWords, candidate.finishReason, candidate.finishMessage);
  const { blockReason, blockReasonMessage } = promptFeedback ?? {};
  if (!blockReason) return undefined;
  const why = [blockReason, blockReasonMessage].filter(Boolean).join(': ');
  return { reason: filtered, raw: blockReason, failure: `the prompt was blocked (${why})` };
}
