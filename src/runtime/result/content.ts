/** Which returned values are MCP content already. */
import type { ContentBlock } from '../../types.js';

type Fields = Record<string, unknown>;

const isText = (value: unknown): boolean => typeof value === 'string';
const isBinary = (value: unknown): boolean => typeof value === 'string' || value instanceof Uint8Array;

/** One entry a kind of content: what such an object must have. */
const kinds: Record<string, (value: Fields) => boolean> = {
  text: ({ text }) => isText(text),
  image: ({ data, mimeType }) => isBinary(data) && isText(mimeType),
  audio: ({ data, mimeType }) => isBinary(data) && isText(mimeType),
  resource: ({ resource }) =>
    typeof resource === 'object' &&
    resource !== null &&
    isText((resource as Fields)['uri']) &&
    (isText((resource as Fields)['text']) || isBinary((resource as Fields)['blob'])),
  resource_link: ({ uri, name }) => isText(uri) && isText(name),
};

/** Keys that content may have; an object with others is data that happens to have a `type`. */
const keys = new Set([
  'type',
  'text',
  'data',
  'mimeType',
  'resource',
  'uri',
  'name',
  'title',
  'description',
  'size',
  'icons',
  'annotations',
  '_meta',
]);

export function isContent(value: unknown): value is ContentBlock {
  if (typeof value !== 'object' || value === null) return false;
  const { type } = value as Fields;
  if (typeof type !== 'string' || !Object.hasOwn(kinds, type)) return false;
  return kinds[type]?.(value as Fields) === true && Object.keys(value).every((key) => keys.has(key));
}

/** An array with content among its items. */
export const holdsContent = (value: unknown, most: number): value is unknown[] =>
  Array.isArray(value) && value.length <= most && value.some(isContent);

/** The block as it goes out: bytes in base64. */
export function contentBlock(value: ContentBlock): ContentBlock {
  if (value.type === 'image' || value.type === 'audio') return { ...value, data: base64(value.data) as string };
  if (value.type === 'resource' && value.resource.blob !== undefined)
    return { ...value, resource: { ...value.resource, blob: base64(value.resource.blob) as string } };
  return { ...value };
}

const base64 = (data: unknown): unknown => (data instanceof Uint8Array ? Buffer.from(data).toString('base64') : data);
