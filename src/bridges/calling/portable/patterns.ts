/** Patterns that every validator reads alike, whatever language it is written in: those of APIs are of Python, Rust, Java and JavaScript. */

/** Groups of a kind of their own (look-around, names, flags), and classes that only some languages know. */
const special = /\(\?(?!:)|\[\^?\]|\[\[|[*+?}]\+|\}[*{]/;
/** Escapes that mean the same everywhere: no back-references, no word boundaries, nothing of Unicode. */
const escapes = /\\(?:x[\dA-Fa-f]{2}|[dDwWsSfnrtv]|[^\w])/g;
/** The longest that is looked at. */
const longest = 2000;

/**
 * Whether it is one of those. "Invalid schema for function …: '…' is not a 'regex'" and "regex lookaround is not supported" are
 * answers of OpenAI, strict or not (2026): https://github.com/vercel/ai/issues/16021.
 */
export function isSimple(pattern: string): boolean {
  if (pattern.length > longest || special.test(pattern)) return false;
  // What is left when all known escapes are gone is an escape that not everyone knows.
  return !pattern.replace(escapes, '').includes('\\') && isExpression(pattern);
}

/** As validators of JSON Schema compile it. */
function isExpression(pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}
