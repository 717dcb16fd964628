/** What a result consists of, for APIs that take more than text; and as text, for those that do not. */
import type { ContentBlock, ResourceContents } from '../../types.js';
import type { CallResult } from './results.js';

/** A part of a result. `data` is base64. */
export type ResultPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image' | 'audio' | 'file'; readonly data: string; readonly mimeType: string; readonly name?: string };

/** What is no text. */
export type MediaPart = Exclude<ResultPart, { type: 'text' }>;

/** Parts in order. What the API does not take is told of in words: bytes never become text. */
export function partsOf({ content }: Pick<CallResult, 'content'>, takes: (part: MediaPart) => boolean): ResultPart[] {
  return content.map((block): ResultPart => {
    const part = partOf(block);
    if (part.type === 'text') return part;
    const whole = takes(part) ? asBase64(part) : undefined;
    return whole ?? { type: 'text', text: inWords(part) };
  });
}

function partOf(block: ContentBlock): ResultPart {
  if (block.type === 'text') return { type: 'text', text: block.text };
  if (block.type === 'resource') return resourcePart(block.resource);
  if (block.type === 'resource_link') return { type: 'text', text: linkInWords(block) };
  return { type: block.type, data: block.data, mimeType: block.mimeType };
}

function resourcePart({ uri, text, blob, mimeType = 'application/octet-stream' }: ResourceContents): ResultPart {
  if (text !== undefined) return { type: 'text', text };
  if (blob === undefined) return { type: 'text', text: `[resource ${uri}]` };
  const kind = (['image', 'audio'] as const).find((one) => mimeType.startsWith(`${one}/`)) ?? 'file';
  return { type: kind, data: blob, mimeType, name: uri.split('/').at(-1) || 'file' };
}

/** With its bytes as every API reads them; undefined where they are none, which all of them refuse. */
function asBase64(part: MediaPart): MediaPart | undefined {
  if (isBase64(part.data)) return part;
  const data = part.data.replace(/\s+/g, '').replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, '');
  const padded = data.padEnd(Math.ceil(data.length / 4) * 4, '=');
  return isBase64(padded) ? { ...part, data: padded } : undefined;
}

const isBase64 = (data: string): boolean => data !== '' && data.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(data);

const linkInWords = ({ name, uri, description }: Extract<ContentBlock, { type: 'resource_link' }>): string =>
  `[${name}: ${uri}]${description === undefined ? '' : ` ${description}`}`;

const images = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

/** An image of a kind that all APIs with images take. */
export const isCommonImage = ({ type, mimeType }: MediaPart): boolean => type === 'image' && images.has(mimeType);

/** What stands in place of bytes. */
export function inWords({ type, mimeType, data, name }: MediaPart): string {
  const bytes = Math.floor((data.replace(/=+$/, '').length * 3) / 4);
  return `[${type}${name === undefined ? '' : ` ${name}`}: ${mimeType}, ${bytes} bytes]`;
}

/** Bytes as a URL. */
export const dataUrl = ({ mimeType, data }: MediaPart): string => `data:${mimeType};base64,${data}`;

/** For APIs without a mark for failures: theirs is a JSON object with the key `error`. */
export function markedText(isError: boolean, text: string): string {
  return isError ? JSON.stringify({ error: text }) : text;
}

/** A result as one text, failures marked. Media are told of in words, or by `media` where they go elsewhere. */
export function plainText(result: CallResult, media: (part: MediaPart) => string = inWords): string {
  const [first] = result.content;
  // Most results are one text.
  if (result.content.length === 1 && first?.type === 'text') return markedText(result.isError, first.text);
  const texts = partsOf(result, () => true).map((part) => (part.type === 'text' ? part.text : media(part)));
  return markedText(result.isError, texts.join('\n'));
}

const isText = ({ content }: Pick<CallResult, 'content'>): boolean => content.every(({ type }) => type === 'text');

/** Text alone as one text, failures marked; with media that the API takes, all parts as it writes them. */
export function textOrParts<P>(result: CallResult, takes: (part: MediaPart) => boolean, write: (part: ResultPart) => P): string | P[] {
  if (result.isError || isText(result)) return plainText(result);
  const parts = partsOf(result, takes);
  return parts.every(({ type }) => type === 'text') ? plainText(result) : parts.map(write);
}

/** The media of a result, where they go in a place of their own. */
export function mediaOf(result: Pick<CallResult, 'content'>, takes: (part: MediaPart) => boolean): MediaPart[] {
  if (isText(result)) return [];
  return partsOf(result, takes).flatMap((part) => (part.type === 'text' ? [] : [part]));
}
