/** Patterns on an engine whose work grows with the length of the text alone (re2js), judged as JavaScript judges them with the flag `u`. */
import { loadRe2 } from './libraries.cjs';

/** As much of a compiled pattern as checking needs. */
export interface LinearPattern {
  test(text: string): boolean;
}

/** What re2 reads otherwise than JavaScript: white space and line ends beyond ASCII. Ranges are written as they stand in a class. */
const spaces = String.raw`\t-\r \x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}\x{feff}`;
const others = [
  String.raw`\x00-\x08\x0e-\x1f!-\x{9f}\x{a1}-\x{167f}\x{1681}-\x{1fff}\x{200b}-\x{2027}\x{202a}-\x{202e}`,
  String.raw`\x{2030}-\x{205e}\x{2060}-\x{2fff}\x{3001}-\x{fefe}\x{ff00}-\x{10ffff}`,
].join('');

const inClass: Readonly<Record<string, string>> = { '\\s': spaces, '\\S': others, '\\b': '\\x08' };
const outside: Readonly<Record<string, string>> = {
  '\\s': `[${spaces}]`,
  '\\S': `[${others}]`,
  '.': String.raw`[^\n\r\x{2028}\x{2029}]`,
};

/** A property of Unicode, another escape, a character class, or one character. */
const token = /\\[pP]\{[^}]*\}|\\[^]|\[(?:\\[^]|[^\]\\])*\]|[^]/g;
const script = /\{(?:Script|sc)=/;

function translated(part: string): string {
  if (part.startsWith('\\p') || part.startsWith('\\P')) return part.replace(script, '{');
  if (!part.startsWith('[')) return Object.hasOwn(outside, part) ? (outside[part] ?? part) : part;
  return part.replace(/\\[pP]\{[^}]*\}|\\[^]/g, (escape) =>
    Object.hasOwn(inClass, escape) ? (inClass[escape] ?? '') : escape.replace(script, '{'),
  );
}

/** Halves of surrogate pairs by number: only JavaScript joins them. */
const surrogates = /\\u[dD][89a-fA-F]/;

/** Undefined for what such an engine cannot say (look-around, references back), and where re2js is not there. */
export function linearPattern(source: string): LinearPattern | undefined {
  try {
    // Only what the flag `u` allows means the same to both.
    void new RegExp(source, 'u');
    if (surrogates.test(source)) return undefined;
    const re2 = loadRe2();
    const expression = re2.compile((re2.translateRegExp(source).match(token) ?? []).map(translated).join(''));
    return { test: (text) => expression.test(text) };
  } catch {
    return undefined;
  }
}
