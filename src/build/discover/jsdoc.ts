/** Reads the JSDoc of a method or function. */
import type { ToolExample } from '../../types.js';
import { ts } from '../compiler.js';
import { sameLineComment } from '../generate/jsdoc/read.js';

/** What the comment of a method says. */
export interface Docs {
  description?: string;
  /** By the name that the comment uses; `dto.field` names are left out. */
  parameters: Map<string, { text: string; node: ts.Node; isBracketed: boolean }>;
  returns?: string;
  deprecated?: string | true;
  examples: { example: ToolExample; node: ts.Node }[];
}

/** The comment of the first of the nodes that has one; a comment that is only `{@inheritDoc}` counts as none. */
export function readDocs(nodes: readonly ts.Node[]): Docs {
  for (const node of nodes) {
    const comment = lastComment(node);
    if (comment && !isInheritDoc(comment)) return readComment(comment);
    const lost = comment || !ts.isMethodDeclaration(node) ? undefined : sameLineComment(node);
    if (lost && !isInheritDoc(lost)) return readComment(lost, node);
  }
  return { parameters: new Map(), examples: [] };
}

function lastComment(node: ts.Node): ts.JSDoc | undefined {
  return ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc).at(-1);
}

function isInheritDoc(comment: ts.JSDoc): boolean {
  const text = comment.getSourceFile().text.slice(comment.pos, comment.end);
  // Nearly no comment speaks of it, and cleaning each one would be dear.
  if (!/@inheritDoc\b/i.test(text)) return false;
  return /^\s*(?:\{@inheritDoc\b[^}]*\}|@inheritDoc)\s*$/i.test(text.replace(/^\/\*\*|\*\/$/g, '').replace(/^\s*\*/gm, ''));
}

/** @param at where diagnostics point to, when the comment's own nodes are in no source */
function readComment(comment: ts.JSDoc, at?: ts.Node): Docs {
  const docs: Docs = { parameters: new Map(), examples: [] };
  const description = textOf(comment.comment);
  if (description !== '') docs.description = description;
  for (const tag of comment.tags ?? []) readTag(tag, docs, at);
  return docs;
}

function readTag(tag: ts.JSDocTag, docs: Docs, at?: ts.Node): void {
  const text = textOf(tag.comment);
  if (ts.isJSDocParameterTag(tag)) {
    if (ts.isIdentifier(tag.name))
      docs.parameters.set(tag.name.text, { text: text.replace(/^-\s*/, ''), node: at ?? tag.name, isBracketed: tag.isBracketed });
  } else if (ts.isJSDocReturnTag(tag)) {
    if (text !== '') docs.returns = text.replace(/^-\s*/, '');
  } else if (ts.isJSDocDeprecatedTag(tag)) docs.deprecated = text || true;
  else if (tag.tagName.text === 'example' || tag.tagName.text === 'examples') {
    const example = readExample(text);
    if (example) docs.examples.push({ example, node: at ?? tag });
  } else if (tag.tagName.text === 'summary' || tag.tagName.text === 'description') docs.description ??= text || undefined;
}

/** `{"city": "Paris"}`, perhaps after a line of words and inside a fence. */
function readExample(text: string): ToolExample | undefined {
  const start = text.indexOf('{');
  if (start < 0) return undefined;
  const end = text.lastIndexOf('}');
  const words = text
    .slice(0, start)
    .replace(/```\w*\s*$/, '')
    .replace(/<\/?caption>/g, '')
    .trim();
  const rest = text
    .slice(end + 1)
    .replace(/^\s*```/, '')
    .trim();
  if (rest !== '') return undefined;
  try {
    const args = JSON.parse(text.slice(start, end + 1)) as Record<string, unknown>;
    return words === '' ? { args } : { description: words, args };
  } catch {
    return undefined;
  }
}

/** Links are told by their text; lines lose their common indentation. */
function textOf(comment: string | ts.NodeArray<ts.JSDocComment> | undefined): string {
  if (comment === undefined) return '';
  const text = typeof comment === 'string' ? comment : comment.map(partText).join('');
  return dedent(text.replaceAll('\r\n', '\n')).trim();
}

function partText(part: ts.JSDocComment): string {
  if (!ts.isJSDocLink(part) && !ts.isJSDocLinkCode(part) && !ts.isJSDocLinkPlain(part)) return part.text;
  const target = part.name?.getText() ?? '';
  const said = part.text.replace(/^\s*\|?\s*/, '').trim();
  // `{@link https://…}`: the parser takes the scheme for the name.
  if (part.text.startsWith('://')) return (target + part.text).replace(/^\S+\s*\|?\s*(?=\S)/, '');
  return said || target;
}

function dedent(text: string): string {
  const [first = '', ...rest] = text.split('\n');
  const indents = rest.filter((line) => line.trim() !== '').map((line) => line.length - line.trimStart().length);
  const common = indents.length > 0 ? Math.min(...indents) : 0;
  return [first, ...rest.map((line) => line.slice(Math.min(common, line.length)))].map((line) => line.trimEnd()).join('\n');
}
