/** JavaScript's regular expressions as JSON Schema's patterns, which are read with the flag `u` and no other. */

/** Flags that change nothing for a single test. */
const harmless = /^[dgu]*$/;
/** Sources that mean something else with the flag `u` than without. */
const changesMeaning = /\\u\{|\\[pP]\{|\\k/;

/**
 * The source of a pattern that accepts what the expression accepts.
 * @returns undefined when a flag or an old-style construct has no such form
 */
export function regularExpression(pattern: unknown, modifiers?: unknown): string | undefined {
  const expression = pattern instanceof RegExp ? pattern : compile(pattern, modifiers);
  if (!expression || !harmless.test(expression.flags)) return undefined;
  const { source } = expression;
  if (expression.unicode) return source;
  if (changesMeaning.test(source)) return undefined;
  return [source, modernize(source)].find(isUnicodePattern);
}

function compile(pattern: unknown, modifiers: unknown): RegExp | undefined {
  try {
    return typeof pattern === 'string' ? new RegExp(pattern, typeof modifiers === 'string' ? modifiers : undefined) : undefined;
  } catch {
    return undefined;
  }
}

function isUnicodePattern(source: string): boolean {
  try {
    return new RegExp(source, 'u').unicode;
  } catch {
    return false;
  }
}

/** Tokens of a source: an escape, or one character. */
const token = /\\[^]|[^]/g;
const classEscape = /^\\[dDsSwW]$/;
/** Escapes of characters that need none, such as `\@`; with the flag `u` they are errors. */
const idleEscape = /^\\[^A-Za-z0-9^$\\.*+?()[\]{}|/]$/;

/** Rewrites two old habits that `u` refuses: idle escapes (`\@`), and a bare hyphen beside `\w` in a class (`[\w-.]`). */
function modernize(source: string): string {
  const tokens = source.match(token) ?? [];
  let inClass = false;
  const changed = tokens.map((part, index) => {
    if (part === '[' && !inClass) inClass = true;
    else if (part === ']') inClass = false;
    else if (part === '\\-') return inClass ? part : '-';
    else if (idleEscape.test(part)) return part.slice(1);
    else if (part === '-' && inClass && (classEscape.test(tokens[index - 1] ?? '') || classEscape.test(tokens[index + 1] ?? '')))
      return '\\-';
    return part;
  });
  return changed.join('');
}
