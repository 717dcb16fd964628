/** Results as blocks of Converse: JSON, text, images, documents and videos. */
import type { DocumentFormat, ImageFormat, ToolResultBlock, ToolResultContentBlock, VideoFormat } from '@aws-sdk/client-bedrock-runtime';
import { type MediaPart, partsOf, type ResultPart } from '../calling/parts.js';
import type { Pair } from '../calling/replay.js';
import { type CallResult, textOf } from '../calling/results.js';
import { isFields } from '../calling/shapes.js';
import { wireCallId } from './ids.js';
import type { Json } from './types.js';

// https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ToolResultContentBlock.html, 2026-11.
const imageFormats = new Map<string, ImageFormat>([
  ['image/png', 'png'],
  ['image/jpeg', 'jpeg'],
  ['image/gif', 'gif'],
  ['image/webp', 'webp'],
]);
const videoFormats = new Map<string, VideoFormat>([
  ['video/mp4', 'mp4'],
  ['video/quicktime', 'mov'],
  ['video/x-matroska', 'mkv'],
  ['video/webm', 'webm'],
  ['video/x-flv', 'flv'],
  ['video/mpeg', 'mpeg'],
  ['video/x-ms-wmv', 'wmv'],
  ['video/3gpp', 'three_gp'],
]);
const documentFormats = new Map<string, DocumentFormat>([
  ['application/pdf', 'pdf'],
  ['text/csv', 'csv'],
  ['text/html', 'html'],
  ['text/markdown', 'md'],
  ['text/plain', 'txt'],
  ['application/msword', 'doc'],
  ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'docx'],
  ['application/vnd.ms-excel', 'xls'],
  ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'xlsx'],
]);

/** One entry a kind of media: what it becomes, where its type is taken. */
const makers: readonly ((part: MediaPart, bytes: () => Uint8Array) => ToolResultContentBlock | undefined)[] = [
  ({ mimeType }, bytes) => {
    const format = imageFormats.get(mimeType);
    return format && { image: { format, source: { bytes: bytes() } } };
  },
  ({ mimeType }, bytes) => {
    const format = videoFormats.get(mimeType);
    return format && { video: { format, source: { bytes: bytes() } } };
  },
  ({ mimeType, name = 'file' }, bytes) => {
    const format = documentFormats.get(mimeType);
    return format && { document: { format, name: documentName(name), source: { bytes: bytes() } } };
  },
];

const takes = ({ mimeType }: MediaPart): boolean => [imageFormats, videoFormats, documentFormats].some((formats) => formats.has(mimeType));

/** Letters, digits, single blanks, hyphens and brackets only. */
const documentName = (name: string): string =>
  name
    .replace(/[^A-Za-z0-9()[\]-]+/g, ' ')
    .trim()
    .slice(0, 200) || 'file';

function block(part: ResultPart): ToolResultContentBlock {
  if (part.type === 'text') return { text: part.text };
  const bytes = (): Uint8Array => Buffer.from(part.data, 'base64');
  for (const make of makers) {
    const made = make(part, bytes);
    if (made) return made;
  }
  return { text: '' };
}

/** The answer to one call. */
export function resultBlock({ call, result }: Pair): ToolResultBlock {
  return { toolUseId: wireCallId(call.id), status: result.isError ? 'error' : 'success', content: contentOf(result) };
}

function contentOf(result: CallResult): ToolResultContentBlock[] {
  const { structuredContent } = result;
  const isStructured = isFields(structuredContent) && !result.isError;
  // Its text says the same once more.
  const said = isStructured && textOf(result) === JSON.stringify(structuredContent);
  const parts = partsOf(result, takes).filter((part) => part.type !== 'text' || (part.text.trim() !== '' && !said));
  const blocks = [...(isStructured && (said || parts.length === 0) ? [{ json: structuredContent as Json }] : []), ...parts.map(block)];
  // Blank text is refused, and so is no content.
  return blocks.length > 0 ? blocks : [{ text: '(no output)' }];
}
