/** Results as parts of Gemini's contents: an object under `output` or `error`, media beside it. */
import type { FunctionResponsePart, Part } from '@google/genai';
import { jsonOutput } from '../calling/output.js';
import { type MediaPart, mediaOf, partsOf } from '../calling/parts.js';
import type { Pair } from '../calling/replay.js';
import type { CallResult } from '../calling/results.js';

/** https://ai.google.dev/gemini-api/docs/function-calling#multimodal, 2026. */
const mediaTypes: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/webp', 'application/pdf', 'text/plain']);
const takes = ({ mimeType }: MediaPart): boolean => mediaTypes.has(mimeType);

/** Ids that were made here, for calls that came without: the API never saw them. */
const isMade = (id: string): boolean => /^call_\d+_\d+$/.test(id);

/** The id of a call, where the API knows it. */
export const idField = (id: string | undefined): { id?: string } => (id === undefined || isMade(id) ? {} : { id });

/** The answer to one call. */
export function responsePart({ call, result }: Pair): Part {
  const parts = mediaOf(result, takes).map(mediaPart);
  return {
    functionResponse: {
      ...idField(call.id),
      name: call.name,
      response: result.isError ? { error: words(result) } : { output: jsonOutput(result, words(result)) },
      ...(parts.length > 0 && { parts }),
    },
  };
}

const mediaPart = ({ data, mimeType, name }: MediaPart): FunctionResponsePart => ({
  inlineData: { data, mimeType, ...(name !== undefined && { displayName: name }) },
});

/** The text, with words for what the API does not take. */
const words = (result: CallResult): string =>
  partsOf(result, takes)
    .flatMap((part) => (part.type === 'text' ? [part.text] : []))
    .join('\n');
