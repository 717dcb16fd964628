/**
 * What the clients of each older revision do not know yet. Content of an unknown kind would cost them the whole result, so it is
 * told as text; structured output they would not look at.
 */
import type { ContentBlock } from '../../../types.js';

/** The revision that brought each thing. */
const since = {
  audio: '2025-03-26',
  resource_link: '2025-06-18',
  structuredContent: '2025-06-18',
} as const;

/** @param revision of the client; undefined where nobody knows it: then it is taken for a new one */
export const knows = (revision: string | undefined, what: keyof typeof since): boolean => revision === undefined || revision >= since[what];

/** The blocks as clients of the revision can read them; the same array where they can read all. */
export function readableContent(blocks: ContentBlock[], revision: string | undefined): ContentBlock[] {
  return blocks.every((block) => isKnown(block, revision)) ? blocks : blocks.map((block) => readableBlock(block, revision));
}

/** One block likewise. */
export function readableBlock(block: ContentBlock, revision: string | undefined): ContentBlock {
  if (isKnown(block, revision)) return block;
  const text = block.type === 'audio' ? audioAsText(block) : block.type === 'resource_link' ? linkAsText(block) : '';
  return { type: 'text', text, ...(block.annotations && { annotations: block.annotations }) };
}

const isKnown = ({ type }: ContentBlock, revision: string | undefined): boolean =>
  (type !== 'audio' && type !== 'resource_link') || knows(revision, type);

function audioAsText({ data, mimeType }: { data: string; mimeType: string }): string {
  const bytes = Math.floor((data.length * 3) / 4) - (/=*$/.exec(data)?.[0].length ?? 0);
  return `[${mimeType}, ${bytes} bytes: clients from MCP ${since.audio} on can play it]`;
}

/** The name, where it is and what it is; the URI is what a model needs to read it. */
function linkAsText({ uri, name, title, description, mimeType }: Extract<ContentBlock, { type: 'resource_link' }>): string {
  const kind = mimeType === undefined ? '' : ` (${mimeType})`;
  return [`${title ?? name}${kind}: ${uri}`, description].filter(Boolean).join('\n');
}
