/** Calls and results as items. */
import type { ResponseInputFile, ResponseInputImage, ResponseInputItem, ResponseInputText } from 'openai/resources/responses/responses.js';
import { functionCall } from '../calling/chat.js';
import { textOfCall } from '../calling/free-text.js';
import { dataUrl, isCommonImage, type MediaPart, type ResultPart, textOrParts } from '../calling/parts.js';
import type { Pair } from '../calling/replay.js';
import type { RawCall } from '../calling/shapes.js';
import type { CallItem } from './answer.js';

export function callItem(call: RawCall): CallItem {
  if (call.isText) return { type: 'custom_tool_call', call_id: call.id ?? '', name: call.name, input: textOfCall(call.args) };
  const { id, function: inner } = functionCall(call);
  return { type: 'function_call', call_id: id, ...inner };
}

/** The answer to one call. */
export const resultItem = ({ call, result }: Pair): ResponseInputItem => ({
  type: call.isText ? 'custom_tool_call_output' : 'function_call_output',
  call_id: call.id,
  output: textOrParts(result, takes, outputPart),
});

const takes = (part: MediaPart): boolean => part.type === 'file' || isCommonImage(part);

function outputPart(part: ResultPart): ResponseInputText | ResponseInputImage | ResponseInputFile {
  if (part.type === 'text') return { type: 'input_text', text: part.text };
  if (part.type === 'image') return { type: 'input_image', image_url: dataUrl(part), detail: 'auto' };
  return { type: 'input_file', file_data: dataUrl(part), filename: part.name ?? 'file' };
}
