/**
 * The order of a union's branches as the source has it. The compiler sorts them by the order in which it met the types,
 * which depends on other files.
 */
import { ts } from '../engine.js';
import { aliasDeclaration, bareNode, branchesOf, referredSymbol } from '../types-of.js';
import { bigintLiteral, literalValue } from './literals.js';

/** A branch and the nodes that denote it (more than one when aliases of one primitive are joined). */
export interface Branch {
  type: ts.Type;
  nodes: ts.TypeNode[];
}

/** The branches of a union, in the order of the source. */
export function orderedBranches(union: ts.UnionType, node: ts.TypeNode | undefined, checker: ts.TypeChecker): Branch[] {
  const found = new Map<ts.Type, ts.TypeNode[]>();
  const alias = union.aliasSymbol?.declarations?.find(ts.isTypeAliasDeclaration)?.type;
  const start = node ?? alias;
  if (start) collect(start, found, checker, 0);
  const members = new Set(union.types);
  const known = [...found.keys()].filter((type) => members.has(type));
  const rest = union.types.filter((type) => !found.has(type)).sort(byDeclaration);
  return [...known, ...rest].map((type) => ({ type, nodes: taggedNodes(found.get(type) ?? [], checker) }));
}

/** Nodes that may carry tags; a plain `string` beside an alias of string takes all. */
function taggedNodes(nodes: readonly ts.TypeNode[], checker: ts.TypeChecker): ts.TypeNode[] {
  if (nodes.length < 2) return [...nodes];
  const plain = nodes.find((node) => aliasDeclaration(bareNode(node), checker) === undefined);
  return plain ? [plain] : [...nodes];
}

type Found = Map<ts.Type, ts.TypeNode[]>;

function collect(given: ts.TypeNode, found: Found, checker: ts.TypeChecker, depth: number): void {
  const node = bareNode(given);
  if (depth > 20) return;
  if (ts.isUnionTypeNode(node)) return node.types.forEach((part) => collect(part, found, checker, depth + 1));
  const type = checker.getTypeFromTypeNode(node);
  if (!type.isUnion()) return add(type, node, found);
  if (ts.isTypeOperatorNode(node)) addKeys(node, found, checker);
  else if (ts.isIndexedAccessTypeNode(node)) addPropertyTypes(node, found, checker);
  else if (ts.isTypeReferenceNode(node) || ts.isImportTypeNode(node)) addReferred(node, found, checker, depth);
  for (const branch of [...type.types].sort(byDeclaration)) if (!found.has(branch)) add(branch, undefined, found);
}

function add(type: ts.Type, node: ts.TypeNode | undefined, found: Found): void {
  const nodes = found.get(type) ?? [];
  if (node) nodes.push(node);
  found.set(type, nodes);
}

/** `keyof T`: in the order of T's properties. */
function addKeys(node: ts.TypeOperatorNode, found: Found, checker: ts.TypeChecker): void {
  for (const property of checker.getPropertiesOfType(checker.getTypeFromTypeNode(node.type)))
    add(checker.getStringLiteralType(property.name), undefined, found);
}

/** `T[keyof T]`: in the order of T's properties. */
function addPropertyTypes(node: ts.IndexedAccessTypeNode, found: Found, checker: ts.TypeChecker): void {
  for (const property of checker.getPropertiesOfType(checker.getTypeFromTypeNode(node.objectType))) {
    for (const type of branchesOf(checker.getTypeOfSymbol(property))) if (!found.has(type)) add(type, undefined, found);
  }
}

/** An alias: as its declaration has it. An enum: its members. `Exclude<T, U>` and the like: as their arguments have it. */
function addReferred(node: ts.TypeReferenceNode | ts.ImportTypeNode, found: Found, checker: ts.TypeChecker, depth: number): void {
  const symbol = referredSymbol(node, checker);
  for (const declaration of symbol?.declarations ?? []) {
    if (ts.isEnumDeclaration(declaration))
      declaration.members.forEach((member) => add(checker.getTypeAtLocation(member), undefined, found));
    if (ts.isTypeAliasDeclaration(declaration) && !declaration.typeParameters) collect(declaration.type, found, checker, depth + 1);
  }
  node.typeArguments?.forEach((argument) => collect(argument, found, checker, depth + 1));
}

/** Where the compiler's order must not show through: by place in the source, then by value. */
function byDeclaration(a: ts.Type, b: ts.Type): number {
  const first = sortKey(a);
  const second = sortKey(b);
  if (first[0] !== second[0]) return first[0] < second[0] ? -1 : 1;
  return first[1] - second[1] || (first[2] < second[2] ? -1 : first[2] > second[2] ? 1 : 0);
}

function sortKey(type: ts.Type): [file: string, position: number, value: string] {
  const declaration = (type.aliasSymbol ?? type.symbol)?.declarations?.[0];
  const value = literalValue(type);
  const number = typeof value === 'number' && !declaration ? value : 0;
  return [declaration?.getSourceFile().fileName ?? '', declaration?.pos ?? number, String(value ?? bigintLiteral(type) ?? type.flags)];
}
