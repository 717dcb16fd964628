/** How far a JSON value reaches in a text, and what of it was never closed. */
import { quotes, readString } from '../../schema/repair/text/strings.js';

/** A bracket that is open. */
export interface Open {
  readonly bracket: '{' | '[';
  readonly at: number;
}

/** What was found from the first bracket on. */
export interface Extent {
  /** Where the value ends; the end of the text where it does not. */
  readonly end: number;
  /** The value's text, with brackets that were forgotten before an outer one closed. */
  readonly text: string;
  /** What is open at the end of the text, the outermost first; empty for a whole value. */
  readonly open: readonly Open[];
  /** The text ends within a string. */
  readonly isInString: boolean;
}

const closing = { '{': '}', '[': ']' } as const;

/** Undefined where brackets do not match at all. Linear in the length of the text. */
export function extentOf(text: string, start: number): Extent | undefined {
  const open: Open[] = [];
  const pieces: string[] = [];
  let from = start;
  for (let at = start; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '{' || character === '[') open.push({ bracket: character, at });
    else if (quotes.has(character)) {
      const string = readString(text, at);
      if (!string) return { end: text.length, text: text.slice(start), open, isInString: true };
      if ('wrongAt' in string) return undefined;
      at = string.end - 1;
    } else if (character === '}' || character === ']') {
      const match = open.findLastIndex(({ bracket }) => closing[bracket] === character);
      if (match < 0) return undefined;
      const forgotten = open.splice(match).slice(1).reverse();
      pieces.push(text.slice(from, at), ...forgotten.map(({ bracket }) => closing[bracket]));
      from = at;
      if (open.length === 0) return { end: at + 1, text: pieces.join('') + character, open, isInString: false };
    }
  }
  return { end: text.length, text: pieces.join('') + text.slice(from), open, isInString: false };
}

/** The text with what is open closed. */
export const closed = (text: string, open: readonly Open[]): string =>
  text.replace(/[\s,]+$/, '') +
  [...open]
    .reverse()
    .map(({ bracket }) => closing[bracket])
    .join('');
