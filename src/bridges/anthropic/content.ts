/** Results as blocks of Anthropic's messages. */
import type Anthropic from '@anthropic-ai/sdk';
import { type MediaPart, partsOf, type ResultPart } from '../calling/parts.js';
import type { Pair } from '../calling/replay.js';
import { wireCallId } from './ids.js';

type Block = Exclude<NonNullable<Anthropic.ToolResultBlockParam['content']>, string>[number];

const imageTypes: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp']);

const takes = ({ type, mimeType }: MediaPart): boolean => (type === 'image' ? imageTypes.has(mimeType) : mimeType === 'application/pdf');

function block(part: ResultPart): Block {
  if (part.type === 'text') return { type: 'text', text: part.text };
  const { data, name } = part;
  if (part.type === 'image')
    return { type: 'image', source: { type: 'base64', media_type: part.mimeType as Anthropic.Base64ImageSource['media_type'], data } };
  return {
    type: 'document',
    source: { type: 'base64', media_type: 'application/pdf', data },
    ...(name !== undefined && { title: name }),
  };
}

/** The answer to one call. */
export function resultBlock({ call, result }: Pair): Anthropic.ToolResultBlockParam {
  // Empty text blocks are refused; no content at all is not.
  const blocks = partsOf(result, takes)
    .filter((part) => part.type !== 'text' || part.text !== '')
    .map(block);
  const [first] = blocks;
  const content = blocks.length === 1 && first?.type === 'text' ? first.text : blocks;
  return {
    type: 'tool_result',
    tool_use_id: wireCallId(call.id),
    ...(blocks.length > 0 && { content }),
    ...(result.isError && { is_error: true }),
  };
}
