/** Reads the variables of a template back from a URI, in time that grows with the URI's length alone. */
import type { PathVariable, TemplatePart, TemplateVariable, UriTemplate } from '../../decorators/uri-template.js';

/** Characters of a URI that is looked at. */
export const longestUri = 8192;

type Values = Map<string, string | string[]>;

/**
 * The variables as decoded texts and lists of such; undefined when the template cannot make this URI.
 * A variable takes no `/`, not even as `%2F`, unless it is `{+x}` or `{/x*}`; and no path takes `.`, `..`, NUL or a root of its own.
 */
export function matchTemplate({ parts, query }: UriTemplate, uri: string): Record<string, string | string[]> | undefined {
  if (uri.length > longestUri) return undefined;
  const start = query ? uri.indexOf('?') : -1;
  const values: Values = new Map();
  if (!matchPath(parts, start < 0 ? uri : uri.slice(0, start), values) || escapes(parts, values)) return undefined;
  if (start >= 0 && !matchQuery(query ?? [], uri.slice(start + 1), values)) return undefined;
  // Defines own keys, whatever their names.
  return Object.fromEntries(values);
}

/**
 * From the left each variable is as short as can be, up to one that takes slashes; from the right to that one likewise.
 * No other split can match where this one does not: what a text between variables holds, the variables about it may hold too, or may not.
 */
function matchPath(parts: readonly TemplatePart[], text: string, values: Values): boolean {
  let [first, last] = [0, parts.length - 1];
  let [from, to] = [0, text.length];
  if (typeof parts[last] === 'string' && last > 0) {
    const ending = parts[last] as string;
    if (!text.endsWith(ending)) return false;
    to -= ending.length;
    last -= 1;
  }
  for (; first <= last; first += 1) {
    const part = parts[first] as TemplatePart;
    if (typeof part === 'string') {
      if (!text.startsWith(part, from)) return false;
      from += part.length;
      continue;
    }
    if (part.isWide) break;
    const next = first < last ? (parts[first + 1] as string) : undefined;
    const end = next === undefined ? to : text.indexOf(next, from + 1);
    if (end < 0 || end > to || !take(part, text.slice(from, end), values)) return false;
    from = end;
  }
  if (first > last) return from === to;
  for (; last > first; last -= 1) {
    const part = parts[last] as TemplatePart;
    if (typeof part === 'string') {
      to -= part.length;
      continue;
    }
    const before = parts[last - 1] as string;
    const at = text.lastIndexOf(before, to - 1 - before.length);
    if (at < from || !take(part, text.slice(at + before.length, to), values)) return false;
    to = at + before.length;
  }
  return from < to && take(parts[first] as PathVariable, text.slice(from, to), values);
}

const bareScheme = /^[A-Za-z][A-Za-z0-9+.-]*:\/\/$/;

/**
 * Whether what stands behind a slash begins at a root of its own, which `path.resolve` would go to.
 * Behind a mere scheme, as in `file://{+path}`, the author wants just that.
 */
function escapes(parts: readonly TemplatePart[], values: Values): boolean {
  return parts.some((part, index) => {
    const before = parts[index - 1];
    if (typeof part === 'string' || !part.isWide || part.isList || typeof before !== 'string') return false;
    if (!before.endsWith('/') || (index === 1 && bareScheme.test(before))) return false;
    return /^(?:[/\\]|[A-Za-z]:[/\\])/.test(String(values.get(part.name)));
  });
}

function take(variable: PathVariable, text: string, values: Values): boolean {
  if (text === '' || (!variable.isWide && /[/?#]/.test(text))) return false;
  const pieces = (variable.isList ? text.split(variable.separator) : [text]).map(decoded);
  if (!pieces.every((piece) => piece !== undefined && isSafe(piece, variable))) return false;
  values.set(variable.name, variable.isList ? (pieces as string[]) : (pieces[0] as string));
  return true;
}

/** A file's path made of what passes stays below its folder. */
function isSafe(piece: string, { isWide, isList, separator }: PathVariable): boolean {
  const isSegment = !isWide || (isList && separator === '/');
  if (piece === '' || (isSegment && /[/\\]/.test(piece))) return false;
  return !piece.split(/[/\\]/).some((segment) => segment === '.' || segment === '..');
}

function decoded(text: string): string | undefined {
  try {
    const plain = decodeURIComponent(text);
    return plain.includes('\0') ? undefined : plain;
  } catch {
    return undefined;
  }
}

function matchQuery(variables: readonly TemplateVariable[], text: string, values: Values): boolean {
  if (text === '' || text.includes('#')) return false;
  const known = new Map(variables.map((variable) => [variable.name, variable]));
  for (const pair of text.split('&')) {
    const at = pair.indexOf('=');
    const variable = at < 0 ? undefined : known.get(pair.slice(0, at));
    const value = decoded(pair.slice(at + 1));
    if (!variable || value === undefined) return false;
    const before = values.get(variable.name);
    if (variable.isList) {
      if (Array.isArray(before)) before.push(value);
      else values.set(variable.name, [value]);
    } else if (before === undefined) values.set(variable.name, value);
    else return false;
  }
  return true;
}
