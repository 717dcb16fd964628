/** How deep a text nests, found out before it is parsed. */

/**
 * Whether brackets are open more than `most` levels deep at any place, strings aside. Linear in the length of the text.
 * An apostrophe outside a string opens one too: JSON has none there, and what is read leniently may.
 */
export function nestsDeeper(text: string, most: number): boolean {
  if (!hasMoreBrackets(text, most)) return false;
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

/** Whether more open than so many, those in strings too: most texts have few, and need no closer look. */
function hasMoreBrackets(text: string, most: number): boolean {
  let left = most;
  for (const bracket of ['{', '['])
    for (let at = text.indexOf(bracket); at >= 0; at = text.indexOf(bracket, at + 1)) {
      left -= 1;
      if (left < 0) return true;
    }
  return false;
}

const [doubleQuote, apostrophe, backslash, openBrace, closeBrace, openBracket, closeBracket] = [...`"'\\{}[]`].map((character) =>
  character.charCodeAt(0),
);

/** The closing quote: the next one that an even number of backslashes, or none, stands before. */
function endOfString(text: string, start: number, code: number): number {
  const quote = code === apostrophe ? "'" : '"';
  for (let end = text.indexOf(quote, start + 1); end >= 0; end = text.indexOf(quote, end + 1)) {
    let first = end;
    while (text.charCodeAt(first - 1) === backslash) first -= 1;
    if ((end - first) % 2 === 0) return end;
  }
  return text.length;
}
