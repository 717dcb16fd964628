/** Results as parts of Gemini's contents: an object under `output` or `error`, media beside it. */
import type { FunctionResponsePart, Part } from '@google/genai';
import { isMadeId } from '../calling/calls.js';
import { jsonOutput } from '../calling/output.js';
import { type MediaPart, mediaOf, partsOf } from '../calling/parts.js';
import type { Pair } from '../calling/replay.js';
import type { CallResult } from '../calling/results.js';

/** https://ai.google.dev/gemini-api/docs/function-calling#multimodal, 2026. */
const mediaTypes: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/webp', 'application/pdf', 'text/plain']);
const takes = ({ mimeType }: MediaPart): boolean => mediaTypes.has(mimeType);

/** The id of a call; none for one that was made here, as the call came without: the API never saw it. */
export const idField = (id: string | undefined): { id?: string } => (id === undefined || isMadeId(id) ? {} : { id });

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
