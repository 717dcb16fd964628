/** Doc comments as this package understands them: a description and tags, each with its node. */
import { ts } from '../engine.js';

/** A tag: its name without `TJS-`, its text, and the node to underline. */
export interface DocTag {
  name: string;
  text: string;
  node: ts.Node;
}

/** What a doc comment says. */
export interface Docs {
  description?: string;
  tags: DocTag[];
  /** Where a doc comment stands that belongs to nothing. */
  lost?: ts.Node;
}

const none: Docs = { tags: [] };

/** Reads doc comments, once a symbol. */
export class DocReader {
  private readonly known = new Map<ts.Symbol, Docs>();

  constructor(private readonly checker: ts.TypeChecker) {}

  /** What the comments of all declarations of a symbol say. */
  ofSymbol(symbol: ts.Symbol): Docs {
    const known = this.known.get(symbol);
    if (known) return known;
    const docs = this.read(symbol);
    this.known.set(symbol, docs);
    return docs;
  }

  /** What stands directly before a node, for example a parameter. */
  ofNode(node: ts.Node): Docs {
    return commentsOf(node);
  }

  private read(symbol: ts.Symbol): Docs {
    const declarations = symbol.declarations?.filter((declaration) => !ts.isModuleDeclaration(declaration)) ?? [];
    const parts = declarations.map(commentsOf);
    const tags = parts.flatMap((part) => part.tags);
    const own = parts
      .map((part) => part.description)
      .filter(Boolean)
      .join('\n');
    const description = own || (tags.length === 0 && declarations.some((one) => ts.isClassLike(one.parent)) ? this.inherited(symbol) : '');
    const lost = parts.find((part) => part.lost)?.lost;
    if (!description && tags.length === 0 && !lost) return none;
    return { ...(description ? { description } : {}), tags, ...(lost ? { lost } : {}) };
  }

  /** The comment of the property that this one overrides. */
  private inherited(symbol: ts.Symbol): string {
    return plainLinks(ts.displayPartsToString(symbol.getDocumentationComment(this.checker))).trim();
  }
}

function commentsOf(node: ts.Node): Docs {
  const owner = ts.isVariableDeclaration(node) ? node.parent.parent : node;
  const comments = ts.getJSDocCommentsAndTags(owner).filter((doc): doc is ts.JSDoc => ts.isJSDoc(doc) && doc.parent === owner);
  const last = comments.at(-1);
  if (last) return fromComment(last);
  return rescue(node);
}

function fromComment(comment: ts.JSDoc, at?: ts.Node): Docs {
  const description = plainLinks(ts.getTextOfJSDocComment(comment.comment) ?? '')
    .replace(/\r\n/g, '\n')
    .trim();
  const tags = (comment.tags ?? []).map((tag) => readTag(tag, at ?? tag));
  return { ...(description ? { description } : {}), tags };
}

function readTag(tag: ts.JSDocTag, node: ts.Node): DocTag {
  const text = (ts.getTextOfJSDocComment(tag.comment) ?? '').replace(/\r\n/g, '\n').trim();
  const name = tag.tagName.text;
  if (name.startsWith('TJS-')) return { name: name.slice(4), text: text || 'true', node };
  if (name !== 'TJS' || !text.startsWith('-')) return { name, text, node };
  const [, inner = '', value = ''] = /^-(\S+)\s*([\s\S]*)$/.exec(text) ?? [];
  return { name: inner, text: value || 'true', node };
}

/** A comment on the line of the `{` or `;` before it: the compiler attaches it to nothing. */
function rescue(node: ts.Node): Docs {
  const isProperty = ts.isPropertySignature(node) || ts.isPropertyDeclaration(node);
  if (
    !isProperty &&
    !ts.isTypeAliasDeclaration(node) &&
    !ts.isInterfaceDeclaration(node) &&
    !ts.isClassDeclaration(node) &&
    !ts.isEnumDeclaration(node)
  )
    return none;
  const file = node.getSourceFile();
  const ranges = ts.getTrailingCommentRanges(file.text, node.pos) ?? [];
  const range = ranges.filter((one) => file.text.startsWith('/**', one.pos) && one.end - one.pos > 4).at(-1);
  if (!range) return none;
  if (/[\r\n]/.test(file.text.slice(range.end, node.getStart(file)))) return isProperty ? { tags: [], lost: node } : none;
  const comment = parseComment(file.text.slice(range.pos, range.end));
  return comment ? fromComment(comment, node) : none;
}

function parseComment(text: string): ts.JSDoc | undefined {
  const [statement] = ts.createSourceFile('comment.ts', `${text}\nlet x;`, ts.ScriptTarget.Latest, true).statements;
  return statement && ts.getJSDocCommentsAndTags(statement).find(ts.isJSDoc);
}

/** The comment between other code and a member on one line; the compiler attaches it to nothing. Its nodes are in no source of the program. */
export function sameLineComment(node: ts.Node): ts.JSDoc | undefined {
  const { text } = node.getSourceFile();
  const range = (ts.getTrailingCommentRanges(text, node.pos) ?? [])
    .filter((one) => text.startsWith('/**', one.pos) && one.end - one.pos > 4)
    .at(-1);
  return range && !/[\r\n]/.test(text.slice(range.end, node.getStart())) ? parseComment(text.slice(range.pos, range.end)) : undefined;
}

/** `{@link Name}` and `{@link target|text}` as plain words. */
export function plainLinks(text: string): string {
  return text.replace(
    /\{@link(?:code|plain)?\s+([^\s|}]+)\s*\|?\s*([^}]*)\}/g,
    (_all, target: string, label: string) => label.trim() || target,
  );
}
