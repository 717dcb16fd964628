/** Formats are asserted, by the functions of ajv-formats; those it does not know say nothing. */
import { loadFormats } from './libraries.cjs';
import { isUnusualEmail } from './usual-email.js';

type Kind = 'string' | 'number';

/** The check of a format, and the kind of values it speaks of. */
export interface FormatCheck {
  kind: Kind;
  fits(value: never): boolean;
  /** A quick look before; what it does not tell of fits. */
  isUnusual?(text: string): boolean;
}

/** Characters beyond which no text is of that format: the work of its pattern grows with the square. */
const longest: Readonly<Record<string, number>> = { url: 4096 };

/** What is asked before a format's pattern: most texts that are of the format are told so, and those that lack its sign are not. */
const first: Readonly<Record<string, { isUnusual(text: string): boolean; sign: string }>> = {
  email: { isUnusual: isUnusualEmail, sign: '@' },
};

/** Undefined for a format that says nothing. */
export function formatCheck(format: unknown): FormatCheck | undefined {
  if (typeof format !== 'string') return undefined;
  const formats = loadFormats();
  if (!Object.hasOwn(formats, format)) return undefined;
  const known = formats[format as keyof typeof formats] as unknown;
  const { type = 'string', validate = known } = known as { type?: Kind; validate?: unknown };
  const fits = validate instanceof RegExp ? (text: string) => validate.test(text) : validate;
  if (typeof fits !== 'function') return undefined;
  const most = Object.hasOwn(longest, format) ? longest[format] : undefined;
  const quick = Object.hasOwn(first, format) ? first[format] : undefined;
  if (quick) {
    const { isUnusual, sign } = quick;
    return { kind: type, fits: (text: string) => text.includes(sign) && (fits as (text: string) => boolean)(text), isUnusual };
  }
  if (most === undefined) return { kind: type, fits: fits as FormatCheck['fits'] };
  return { kind: type, fits: (text: string) => text.length <= most && (fits as (text: string) => boolean)(text) };
}

/** The formats that say something. */
export const formatNames = (): string[] => Object.keys(loadFormats()).filter((name) => formatCheck(name) !== undefined);
