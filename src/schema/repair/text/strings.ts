/** Quoted text of any kind that models write, as a JSON string. */

/** Opening quotes, and those that close them. */
export const quotes: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ["'", "'"],
  ['“', '”'],
  ['‘', '’'],
]);

/** From an opening quote to its end: what is not the closing quote, and pairs of a backslash and anything. */
const bodies: ReadonlyMap<string, RegExp> = new Map(
  [...quotes.values()].map((quote) => [quote, new RegExp(`[^${quote}\\\\]*(?:\\\\[^][^${quote}\\\\]*)*${quote}`, 'y')]),
);

/** What JSON writes otherwise: a pair with a backslash, a bare double quote, a control character; and what must not stand there. */
// eslint-disable-next-line no-control-regex -- raw control characters are what is looked for
const special = /\\[^]|["\u0000-\u001f]/g;
// eslint-disable-next-line no-control-regex -- as above
const specialInCurly = /\\[^]|["“'‘\u0000-\u001f]/g;

/** In curly quotes, these look like where a string ends or begins when they stand beside a sign of JSON: `“x", "b": "y”` would be one string. */
const wrongWithin: ReadonlyMap<string, string> = new Map([
  ['“', '"“'],
  ['‘', "'‘"],
]);

const goodEscape = /\\(?:["\\/bfnrt']|u[0-9A-Fa-f]{4})/y;

/**
 * The string whose opening quote stands at `start`, and where it ends; undefined when it is never closed.
 * A backslash that JSON does not know (`\d`) may mean two things, so it is wrong, and so is a straight quote in curly ones that may end them;
 * `\'` can only mean the quote.
 */
export function readString(text: string, start: number): { json: string; end: number } | { wrongAt: number } | undefined {
  const body = bodies.get(quotes.get(text.charAt(start)) ?? '');
  if (!body) return undefined;
  body.lastIndex = start + 1;
  const found = body.exec(text)?.[0];
  if (found === undefined) return undefined;
  let wrongAt: number | undefined;
  const wrong = wrongWithin.get(text.charAt(start));
  const json = found.slice(0, -1).replace(wrong === undefined ? special : specialInCurly, (part: string, offset: number) => {
    if (wrong?.includes(part) && isBesideSign(found, offset)) wrongAt ??= start + 1 + offset;
    if (part.length === 1) return escaped(part);
    goodEscape.lastIndex = start + 1 + offset;
    if (!goodEscape.test(text)) wrongAt ??= start + 1 + offset;
    return part === "\\'" ? "'" : part;
  });
  return wrongAt === undefined ? { json: `"${json}"`, end: start + 1 + found.length } : { wrongAt };
}

const escaped = (character: string): string => JSON.stringify(character).slice(1, -1);

/** @param text from a quote's next character to its end */
function isBesideSign(text: string, at: number): boolean {
  beforeSign.lastIndex = at + 1;
  return beforeSign.test(text) || afterSign.test(text.slice(Math.max(0, at - mostBlanks), at));
}

const beforeSign = /\s*[,:}\]]/y;
const afterSign = /[,:{[]\s*$/;
/** Blanks that are looked over, backwards. */
const mostBlanks = 100;
