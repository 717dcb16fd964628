/** Named parts of a message. */
import type { TextForm } from './types.js';

/** A part with its name, as a prompt has it. */
export function section(name: string, body: string, form: TextForm): string {
  return form === 'xml' ? `<${name}>\n${body}\n</${name}>` : `[[ ## ${name} ## ]]\n${body}`;
}

/** What a reply consists of. */
export interface Sections {
  /** What stands before the first part. */
  before: string;
  /** By name; the first of each. A part that nothing ends may have been cut off. */
  parts: Map<string, string>;
}

const marker = /^[ \t]*\[\[ *## *(\w+) *## *\]\][ \t]*/gm;

/** The parts of a reply, where it has any. */
export function sectionsOf(text: string): Sections | undefined {
  const found = [...text.matchAll(marker)];
  const [first] = found;
  if (!first) return undefined;
  const parts = new Map<string, string>();
  for (const [index, match] of found.entries()) {
    const [whole, name = ''] = match;
    const body = text.slice(match.index + whole.length, found[index + 1]?.index).trim();
    if (name !== 'completed' && !parts.has(name)) parts.set(name, body);
  }
  return { before: text.slice(0, first.index).trim(), parts };
}

/** All that stands between such tags, in order; to the end of the text where the last is not closed. */
export function tagged(text: string, name: string): { bodies: string[]; rest: string } | undefined {
  const [open, close] = [`<${name}>`, `</${name}>`];
  const bodies: string[] = [];
  let rest = '';
  let at = 0;
  for (;;) {
    const start = text.indexOf(open, at);
    if (start < 0) break;
    rest += text.slice(at, start);
    const end = text.indexOf(close, start);
    bodies.push(text.slice(start + open.length, end < 0 ? undefined : end).trim());
    at = end < 0 ? text.length : end + close.length;
  }
  return bodies.length === 0 ? undefined : { bodies, rest: (rest + text.slice(at)).trim() };
}

const tag = /<([A-Za-z_]\w*)>([^<]*)<\/\1>/g;

/** Parts between tags that hold no further ones. */
export const tags = (text: string): Map<string, string> =>
  new Map(Array.from(text.matchAll(tag), ([, name = '', body = '']) => [name, body.trim()]));
