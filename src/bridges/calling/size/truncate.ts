/** Cuts the text of a result. Items that are no text are never touched, but for a text that a server sends as a resource. */
import type { ContentBlock } from '../../../types.js';

/** A result that was cut. */
export interface Truncated {
  /** What is left, in its order. */
  content: ContentBlock[];
  /** All of its text, items one per line. */
  text: string;
}

/** How far a text was shown, in characters; what they are counted in is for the marker to know. */
export interface Shown {
  /** Of the texts together. */
  shown: number;
  total: number;
  /** The place in the text whose items stand one per line. */
  offset: number;
  /** The length of that text. */
  length: number;
}

/** The longest start of a text of at most `length` characters that leaves no half of a pair behind. */
export function endWithin(text: string, length: number): number {
  const end = Math.min(length, text.length);
  return splitsPair(text, end) ? end - 1 : end;
}

/** Whether a cut here would part the two halves of one character. */
export function splitsPair(text: string, at: number): boolean {
  return at > 0 && at < text.length && /[\uD800-\uDBFF]/.test(text.charAt(at - 1)) && /[\uDC00-\uDFFF]/.test(text.charAt(at));
}

/**
 * Keeps text up to the cap. The item that crosses it ends with the marker, later text goes.
 * @returns undefined where nothing need be cut
 */
export function truncate(
  content: readonly ContentBlock[],
  cap: number,
  marker: (shown: Shown, text: string) => string,
): Truncated | undefined {
  const texts = content.flatMap((block) => (block.type === 'text' ? [block.text] : []));
  const total = texts.reduce((sum, { length }) => sum + length, 0);
  if (total <= cap) return undefined;
  const text = texts.join('\n');
  const kept: ContentBlock[] = [];
  let [shown, newlines, isCut] = [0, 0, false];
  for (const block of content) {
    if (block.type !== 'text') kept.push(block);
    else if (!isCut && shown + block.text.length <= cap) {
      kept.push(block);
      shown += block.text.length;
      newlines += 1;
    } else if (!isCut) {
      const end = endWithin(block.text, cap - shown);
      shown += end;
      isCut = true;
      const told = marker({ shown, total, offset: shown + newlines, length: text.length }, text);
      kept.push({ ...block, text: block.text.slice(0, end) + told });
    }
  }
  return { content: kept, text };
}

type TextResource = Extract<ContentBlock, { type: 'resource' }> & { resource: { text: string } };

/** A text that is sent as a file reaches the model as text all the same. */
const isTextResource = (block: ContentBlock): block is TextResource => block.type === 'resource' && block.resource.text !== undefined;

/** Cuts the texts of resources, each by itself: they are no text items, so they do not count together with those, and none is dropped. */
export function truncateResources(
  content: readonly ContentBlock[],
  cap: number,
  marker: (shown: Shown, text: string) => string,
): ContentBlock[] {
  return content.map((block) => {
    if (!isTextResource(block) || block.resource.text.length <= cap) return block;
    const { text } = block.resource;
    const shown = endWithin(text, cap);
    const told = marker({ shown, total: text.length, offset: shown, length: text.length }, text);
    return { ...block, resource: { ...block.resource, text: text.slice(0, shown) + told } };
  });
}
