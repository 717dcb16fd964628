/** Small questions about the compiler's types and type nodes. */
import { ts } from './engine.js';

/** Whether a type has one of the flags. */
export const has = (type: ts.Type, flags: ts.TypeFlags): boolean => (type.flags & flags) !== 0;

/** `undefined` and `void`: what an absent value is. */
export const isAbsent = (type: ts.Type): boolean => has(type, ts.TypeFlags.Undefined | ts.TypeFlags.Void);

/** The members of a union, or the type itself. */
export const branchesOf = (type: ts.Type): readonly ts.Type[] => (type.isUnion() ? type.types : [type]);

/** Whether a value of the type may be absent. */
export const mayBeAbsent = (type: ts.Type): boolean => branchesOf(type).some(isAbsent);

/** Whether the parts of an intersection exclude each other, such as `{ kind: 'a' } & { kind: 'b' }`: the compiler then sees no property at all. */
export const isImpossible = (type: ts.Type, checker: ts.TypeChecker): boolean =>
  type.isIntersection() &&
  checker.getPropertiesOfType(type).length === 0 &&
  type.types.some((part) => checker.getPropertiesOfType(part).length > 0);

/** Whether the type has a call or construct signature. */
export const isFunction = (type: ts.Type): boolean =>
  has(type, ts.TypeFlags.Object) && (type.getCallSignatures().length > 0 || type.getConstructSignatures().length > 0);

/** Type arguments as written or inferred, without the hidden `this` argument. */
export function typeArgumentsOf(type: ts.Type, checker: ts.TypeChecker): readonly ts.Type[] {
  if (!has(type, ts.TypeFlags.Object) || !((type as ts.ObjectType).objectFlags & ts.ObjectFlags.Reference)) return [];
  const reference = type as ts.TypeReference;
  return checker.getTypeArguments(reference).slice(0, reference.target.typeParameters?.length ?? 0);
}

/** Whether the project may do without checks for null: null fits everywhere, and `[]` is an array of anything. */
export const isLoose = (program: ts.Program): boolean => program.getCompilerOptions().strict !== true;

/**
 * `x = null` without a type may become anything where the project does not check for null; the build step does so for
 * all projects, as the compiler would forget every written null and undefined otherwise.
 */
export function writtenType(type: ts.Type, declaration: ts.Node | undefined, program: ts.Program): ts.Type {
  if (!has(type, ts.TypeFlags.Null | ts.TypeFlags.Undefined) || !isLoose(program)) return type;
  const isBare =
    declaration !== undefined &&
    (ts.isPropertyDeclaration(declaration) || ts.isParameter(declaration)) &&
    !declaration.type &&
    declaration.initializer;
  return isBare ? program.getTypeChecker().getAnyType() : type;
}

/** Whether null as a value of the type is a looseness that only the project's settings allow. */
export const isLooseNull = (type: ts.Type, program: ts.Program): boolean =>
  isLoose(program) && !branchesOf(type).some((part) => has(part, ts.TypeFlags.Null | ts.TypeFlags.Any | ts.TypeFlags.Unknown));

/** The node without parentheses and `readonly`. */
export function bareNode(node: ts.TypeNode): ts.TypeNode {
  if (ts.isParenthesizedTypeNode(node)) return bareNode(node.type);
  if (ts.isTypeOperatorNode(node) && node.operator === ts.SyntaxKind.ReadonlyKeyword) return bareNode(node.type);
  return node;
}

/** The nth type argument as written: `T` of `Array<T>`, `Set<T>`, `T[]`. */
export function argumentNode(node: ts.TypeNode | undefined, index: number): ts.TypeNode | undefined {
  if (node === undefined) return undefined;
  const bare = bareNode(node);
  if (ts.isArrayTypeNode(bare)) return index === 0 ? bare.elementType : undefined;
  return ts.isTypeReferenceNode(bare) ? bare.typeArguments?.[index] : undefined;
}

/** The symbol a reference node names, through imports. */
export function referredSymbol(node: ts.TypeNode, checker: ts.TypeChecker): ts.Symbol | undefined {
  const name = ts.isTypeReferenceNode(node) ? node.typeName : ts.isImportTypeNode(node) ? node.qualifier : undefined;
  const symbol = name && checker.getSymbolAtLocation(name);
  return symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

/** The type alias a reference node names. */
export function aliasDeclaration(node: ts.TypeNode, checker: ts.TypeChecker): ts.TypeAliasDeclaration | undefined {
  return referredSymbol(node, checker)?.declarations?.find(ts.isTypeAliasDeclaration);
}

/** Whether a member of a class: such members that are methods or accessors live on the prototype, not in the data. */
export const isClassMember = (declaration: ts.Declaration): boolean =>
  declaration.parent !== undefined && ts.isClassLike(declaration.parent);
