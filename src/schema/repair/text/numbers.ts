/** Numbers in text, and whether a JavaScript number holds them without loss. */
import { randomUUID } from 'node:crypto';

const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * The number that a text stands for, when nothing is lost: a JSON number, with or without blanks around it.
 * Undefined for anything else (`0x10`, `1_000`, `+5`, `007`, `-0`, `Infinity`), for integers that are not safe, and for more digits than a number holds.
 */
export function losslessNumber(text: string): number | undefined {
  const trimmed = text.trim();
  if (!number.test(trimmed)) return undefined;
  const value = Number(trimmed);
  if (!Number.isFinite(value) || Object.is(value, -0)) return undefined;
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) return undefined;
  return plain(trimmed) === plain(String(value)) ? value : undefined;
}

/** One spelling for each decimal value: its digits without zeros at either end, and the power of ten. */
function plain(text: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  const digits = (whole + fraction).replace(/^0+/, '');
  const significant = withoutEndingZeros(digits);
  if (significant === '') return '0';
  return `${sign}${significant}e${Number(exponent) - fraction.length + digits.length - significant.length}`;
}

/** A pattern that looks for zeros at the end tries anew at each zero: a loop does not. */
function withoutEndingZeros(digits: string): string {
  let length = digits.length;
  while (digits[length - 1] === '0') length -= 1;
  return digits.slice(0, length);
}

/** Only what begins so can be an integer beyond what a number holds; the digits of a fraction follow a dot. */
const longDigits = /(?:^|[^\d.])\d{16}/;
const stringOrNumber = /"[^"\\]*(?:\\[^][^"\\]*)*"|-?\d[\d.eE+-]*/g;
const longInteger = /^(-?\d{16,})(?:\.0+)?$/;

/**
 * Parses JSON text as `JSON.parse` does, except that an integer which is not safe is given as a `bigint`, for `withNumbers` to settle.
 * A fraction, or a number with an exponent, rounds as everywhere.
 * @throws SyntaxError when it is no JSON
 */
export function parseExactly(text: string): { value: unknown; hasBigints: boolean } {
  const value: unknown = JSON.parse(text);
  if (!longDigits.test(text)) return { value, hasBigints: false };
  const mark = `toolmark-integer-${randomUUID()}:`;
  let hasBigints = false;
  const marked = text.replace(stringOrNumber, (token) => {
    const digits = token.startsWith('"') ? undefined : longInteger.exec(token)?.[1];
    if (digits === undefined || isInRange(Number(digits))) return token;
    hasBigints = true;
    return `"${mark}${digits}"`;
  });
  if (!hasBigints) return { value, hasBigints };
  const unmarked = (_key: string, part: unknown): unknown =>
    typeof part === 'string' && part.startsWith(mark) ? BigInt(part.slice(mark.length)) : part;
  return { value: JSON.parse(marked, unmarked), hasBigints };
}

/** Beyond the largest number, `JSON.parse` gives Infinity, which is refused as such. */
const isInRange = (value: number): boolean => Number.isSafeInteger(value) || !Number.isFinite(value);

/** The same value, with a number in place of each `bigint` that reads the same as one; the very value when there is none. */
export function withNumbers(value: unknown): unknown {
  if (typeof value === 'bigint') return readsTheSame(value) ? Number(value) : value;
  if (typeof value !== 'object' || value === null) return value;
  let copy: unknown[] | Record<string, unknown> | undefined;
  for (const key of Object.keys(value)) {
    const inner: unknown = (value as Record<string, unknown>)[key];
    if (typeof inner !== 'bigint' && typeof inner !== 'object') continue;
    const changed = withNumbers(inner);
    if (changed === inner) continue;
    copy ??= Array.isArray(value) ? [...(value as unknown[])] : { ...value };
    Object.defineProperty(copy, key, { value: changed, enumerable: true, configurable: true, writable: true });
  }
  return copy ?? value;
}

const readsTheSame = (value: bigint): boolean => plain(String(value)) === plain(String(Number(value)));

/** Paths that are told, at most. */
const mostPaths = 20;

/** Where a value holds a `bigint`. */
export function bigintsIn(root: unknown): (string | number)[][] {
  const paths: (string | number)[][] = [];
  const open: { value: unknown; path: (string | number)[] }[] = [{ value: root, path: [] }];
  for (let at = open.pop(); at && paths.length < mostPaths; at = open.pop()) {
    const { value, path } = at;
    if (typeof value === 'bigint') paths.push(path);
    if (typeof value !== 'object' || value === null) continue;
    const isList = Array.isArray(value);
    for (const [key, inner] of Object.entries(value).reverse())
      if (typeof inner === 'bigint' || typeof inner === 'object') open.push({ value: inner, path: [...path, isList ? Number(key) : key] });
  }
  return paths;
}
