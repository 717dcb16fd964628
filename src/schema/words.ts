/** Words for messages about values: kinds, previews, nearest names. */
export { nearest } from './nearest.js';

/** What kind of JSON value this is. */
export function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value;
}

/** Stands for a value of which no more than the kind may be told. */
export class HiddenValue {
  constructor(readonly kind: string) {}
}

/** The kind, and for scalars the value itself: of a string at most 40 characters. */
export function preview(value: unknown): string {
  if (value instanceof HiddenValue) return value.kind;
  const kind = kindOf(value);
  if (kind === 'string') return `string ${shortJson(value, 40)}`;
  if (kind === 'number' || kind === 'boolean') return `${kind} ${String(value)}`;
  return kind;
}

/** At most `length` characters, with a mark where something was cut. */
export function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  const isPair = /[\uD800-\uDBFF]/.test(text.charAt(length - 2));
  return `${text.slice(0, isPair ? length - 2 : length - 1)}…`;
}

/** Text that JSON writes as it is. */
const simple = /^[\w .:@+-]*$/;

/** A value as JSON, cut; the work is bounded as well as the text, for strings. */
export function shortJson(value: unknown, length: number): string {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  if (typeof value !== 'string') return cut(JSON.stringify(value) ?? String(value), length);
  if (value.length <= length - 2 && simple.test(value)) return `"${value}"`;
  return value.length > length ? cut(JSON.stringify(value.slice(0, length)), length) : cut(JSON.stringify(value), length);
}

/** Bytes of a text, or a few more. */
export function weigh(text: string): number {
  // eslint-disable-next-line no-control-regex -- ASCII is what takes one byte
  return /^[\x00-\x7f]*$/.test(text) ? text.length : text.length * 3;
}

/** How many items, keys or characters a value has. */
export function sizeOf(value: unknown): number {
  if (typeof value === 'string') {
    let count = 0;
    for (const _ of value) count += 1;
    return count;
  }
  return Array.isArray(value) ? value.length : Object.keys(value as object).length;
}

/** A JSON pointer for people and models: `/a/0`, or `the arguments` for the root. */
export function pointer(path: readonly (string | number)[]): string {
  return path.map((key) => `/${String(key).replace(/~/g, '~0').replace(/\//g, '~1')}`).join('');
}
