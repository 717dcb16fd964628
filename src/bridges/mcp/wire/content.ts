/** What clients demand of content beside its shape: one block that they refuse would cost them the whole result. */
import type { ContentBlock, ResourceContents } from '../../../types.js';
import { isObject } from './tools.js';

const base64 = /^[A-Za-z0-9+/]*={0,2}$/;

/** @returns what is wrong with the first block that a client would refuse */
export function misfitOfContent(blocks: readonly ContentBlock[]): string | undefined {
  for (const [index, block] of blocks.entries()) {
    const misfit = block.type === 'text' ? misfitOfAnnotations(block.annotations) : misfitOfBlock(block);
    if (misfit !== undefined) return `content ${index} (${block.type}) ${misfit}`;
  }
  return undefined;
}

function misfitOfBlock(block: Exclude<ContentBlock, { type: 'text' }>): string | undefined {
  if ((block.type === 'image' || block.type === 'audio') && !isBase64(block.data)) return 'has data that is no base64.';
  if (block.type === 'resource') return misfitOfResource(block.resource) ?? misfitOfAnnotations(block.annotations);
  return misfitOfAnnotations(block.annotations);
}

/** @returns what is wrong with the contents of a resource */
export function misfitOfResource({ uri, text, blob }: Readonly<ResourceContents>): string | undefined {
  if (typeof uri !== 'string') return 'has no URI.';
  if (typeof text === 'string') return undefined;
  return typeof blob === 'string' && isBase64(blob) ? undefined : 'has neither a text nor a blob in base64.';
}

function isBase64(data: string): boolean {
  return data.length % 4 === 0 && base64.test(data);
}

function misfitOfAnnotations(annotations: unknown): string | undefined {
  if (annotations === undefined) return undefined;
  if (!isObject(annotations)) return 'has annotations that are no object.';
  const { audience, priority, lastModified } = annotations;
  if (audience !== undefined && !(Array.isArray(audience) && audience.every((one) => one === 'user' || one === 'assistant')))
    return "has an audience that is no list of 'user' and 'assistant'.";
  if (priority !== undefined && !(typeof priority === 'number' && priority >= 0 && priority <= 1)) return 'has a priority outside 0 to 1.';
  if (lastModified !== undefined && !(typeof lastModified === 'string' && isDateTime.test(lastModified)))
    return 'has a lastModified that is no ISO 8601 date and time.';
  return undefined;
}

const isDateTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})$/;
