/** How deep a text nests, found out before it is parsed. */

/**
 * Whether brackets are open more than `most` levels deep at any place, strings aside. Linear in the length of the text.
 * An apostrophe outside a string opens one too: JSON has none there, and what is read leniently may.
 */
export function nestsDeeper(text: string, most: number): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === doubleQuote || code === apostrophe) at = endOfString(text, at, code);
    else if (code === openBrace || code === openBracket) {
      depth += 1;
      if (depth > most) return true;
    } else if (code === closeBrace || code === closeBracket) depth -= 1;
  }
  return false;
}

const [doubleQuote, apostrophe, backslash, openBrace, closeBrace, openBracket, closeBracket] = [...`"'\\{}[]`].map((character) =>
  character.charCodeAt(0),
);

function endOfString(text: string, start: number, quote: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) return at;
    if (code === backslash) at += 1;
  }
  return text.length;
}
