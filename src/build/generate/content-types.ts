/** Result types that are MCP content already: they pass as they are, so they have no output schema. */
import type * as typescript from 'typescript';
import { ts } from './engine.js';
import { branchesOf, has, typeArgumentsOf } from './types-of.js';

/** One entry a kind of content: the members it has beside `type`. The runtime's twin is `runtime/result/content.ts`. */
const members: Record<string, readonly string[]> = {
  text: ['text'],
  image: ['data', 'mimeType'],
  audio: ['data', 'mimeType'],
  resource: ['resource'],
  resource_link: ['uri', 'name'],
};

/** Whether values of the type are content, may be content, or are arrays of such. */
export function holdsContent(type: typescript.Type, checker: typescript.TypeChecker): boolean {
  const branches = branchesOf(type).flatMap((branch) => {
    if (!checker.isArrayLikeType(branch)) return [branch];
    return typeArgumentsOf(branch, checker).flatMap((element) => [...branchesOf(element)]);
  });
  return branches.some((branch) => has(branch, ts.TypeFlags.Object) && isContent(branch, checker));
}

/** Whether a resource of this type is read as it is: text, bytes, `ResourceContents` or an array of such. Anything else is JSON. */
export function holdsResource(type: typescript.Type, checker: typescript.TypeChecker): boolean {
  const branches = branchesOf(type).flatMap((branch) => (checker.isArrayType(branch) ? typeArgumentsOf(branch, checker) : [branch]));
  return branches.every((branch) => has(branch, ts.TypeFlags.StringLike) || isBytes(branch) || isContents(branch));
}

const isBytes = (type: typescript.Type): boolean => /^(?:Uint8Array|Buffer)$/.test(type.symbol?.name ?? '');

const isContents = (type: typescript.Type): boolean =>
  type.getProperty('uri') !== undefined && (type.getProperty('text') ?? type.getProperty('blob')) !== undefined;

function isContent(type: typescript.Type, checker: typescript.TypeChecker): boolean {
  const tag = type.getProperty('type');
  if (!tag) return false;
  const kinds = branchesOf(checker.getTypeOfSymbol(tag)).map((kind) => (kind.isStringLiteral() ? kind.value : ''));
  return kinds.every((kind) => Object.hasOwn(members, kind) && members[kind]?.every((name) => type.getProperty(name) !== undefined));
}
