/** Follows a contract's declarations to every file that has a say in it, and finds names that stand for nothing. */
import { ts } from '../compiler.js';
import type { Report } from '../diagnostics/diagnostic.js';
import { classSymbol } from './exports.js';

/** What one declaration refers to; `missing` are names that no declaration was found for. */
interface Direct {
  declarations: Set<ts.Node>;
  missing: ts.Node[];
}

/** Walks declarations by syntax where types are written, by the checker where they are inferred; one per Program. */
export class References {
  readonly #checker: ts.TypeChecker;
  readonly #program: ts.Program;
  readonly #direct = new Map<ts.Node, Direct>();

  constructor(program: ts.Program) {
    this.#program = program;
    this.#checker = program.getTypeChecker();
  }

  /** The project's files that the start nodes and all they refer to are declared in; reports names that cannot be found. */
  closure(start: readonly ts.Node[], report: Report): Set<string> {
    const seen = new Set<ts.Node>();
    const files = new Set<string>();
    const open = [...start];
    for (let node = open.pop(); node; node = open.pop()) {
      if (seen.has(node)) continue;
      seen.add(node);
      const file = node.getSourceFile();
      if (!this.#isProjectFile(file)) continue;
      files.add(file.fileName);
      const direct = this.#directOf(node);
      for (const name of direct.missing) report('TM1006', name, name.getText());
      open.push(...direct.declarations);
    }
    return files;
  }

  #isProjectFile(file: ts.SourceFile): boolean {
    return (
      !this.#program.isSourceFileFromExternalLibrary(file) &&
      !this.#program.isSourceFileDefaultLibrary(file) &&
      !file.fileName.includes('/node_modules/')
    );
  }

  #directOf(node: ts.Node): Direct {
    const known = this.#direct.get(node);
    if (known) return known;
    const direct: Direct = { declarations: new Set(), missing: [] };
    this.#direct.set(node, direct);
    this.#visitDeclaration(node, direct);
    return direct;
  }

  #visitDeclaration(node: ts.Node, into: Direct): void {
    if (ts.isFunctionLike(node) && !ts.isTypeNode(node)) return this.#visitFunction(node, into);
    if (ts.isClassLike(node)) return this.#visitClass(node, into);
    if (ts.isVariableDeclaration(node) || ts.isPropertyDeclaration(node) || ts.isParameter(node)) return this.#visitTyped(node, into);
    if (ts.isObjectLiteralExpression(node)) return this.#visitType(this.#checker.getTypeAtLocation(node), into, 0);
    if (ts.isEnumDeclaration(node) || ts.isEnumMember(node) || ts.isModuleDeclaration(node) || ts.isSourceFile(node)) return undefined;
    return this.#visitTypes(node, into);
  }

  #visitFunction(node: ts.SignatureDeclaration, into: Direct): void {
    for (const parameter of node.parameters) if (!hasExplicitSchema(parameter)) this.#visitTyped(parameter, into);
    node.typeParameters?.forEach((parameter) => this.#visitTypes(parameter, into));
    if (node.type) return this.#visitTypes(node.type, into);
    const signature = this.#checker.getSignatureFromDeclaration(node);
    if (signature) this.#visitType(signature.getReturnType(), into, 0);
  }

  /** Of a class only what becomes data: its public fields and what it extends. */
  #visitClass(node: ts.ClassLikeDeclaration, into: Direct): void {
    for (const clause of node.heritageClauses ?? []) {
      if (clause.token === ts.SyntaxKind.ExtendsKeyword) clause.types.forEach((base) => this.#visitTypes(base, into));
    }
    node.typeParameters?.forEach((parameter) => this.#visitTypes(parameter, into));
    for (const member of node.members) {
      if (isHidden(member)) continue;
      if (ts.isPropertyDeclaration(member)) this.#visitTyped(member, into);
      if (ts.isConstructorDeclaration(member)) {
        member.parameters
          .filter((parameter) => ts.isParameterPropertyDeclaration(parameter, member) && !isHidden(parameter))
          .forEach((parameter) => this.#visitTyped(parameter, into));
      }
    }
  }

  #visitTyped(node: ts.VariableDeclaration | ts.PropertyDeclaration | ts.ParameterDeclaration, into: Direct): void {
    if (node.type) this.#visitTypes(node.type, into);
    else if (node.initializer) this.#visitType(this.#checker.getTypeAtLocation(node), into, 0);
  }

  /** Names in type positions below the node. */
  #visitTypes(node: ts.Node, into: Direct): void {
    if (ts.isTypeReferenceNode(node)) this.#visitName(node.typeName, into);
    else if (ts.isTypeQueryNode(node)) this.#visitName(node.exprName, into);
    else if (ts.isExpressionWithTypeArguments(node)) this.#visitBase(node, into);
    else if (ts.isImportTypeNode(node)) this.#visitName(node.qualifier ?? node.argument, into);
    else if (ts.isJSDoc(node)) return;
    ts.forEachChild(node, (child) => this.#visitTypes(child, into));
  }

  #visitBase(node: ts.ExpressionWithTypeArguments, into: Direct): void {
    if (ts.isIdentifier(node.expression) || ts.isPropertyAccessExpression(node.expression)) this.#visitName(node.expression, into);
    else this.#visitType(this.#checker.getTypeAtLocation(node), into, 0);
  }

  #visitName(name: ts.Node, into: Direct): void {
    const symbol = this.#checker.getSymbolAtLocation(name);
    const target = symbol && symbol.flags & ts.SymbolFlags.Alias ? this.#checker.getAliasedSymbol(symbol) : symbol;
    const isConstWord = name.getText() === 'const';
    if (!target?.declarations?.length) {
      if (!isConstWord && !isBuiltin(target)) into.missing.push(name);
      return;
    }
    this.#add(target, into);
    for (const declaration of symbol?.declarations ?? []) into.declarations.add(declaration);
  }

  #add(symbol: ts.Symbol, into: Direct): void {
    for (const declaration of symbol.declarations ?? [])
      if (!ts.isTypeParameterDeclaration(declaration)) into.declarations.add(declaration);
  }

  #visitType(type: ts.Type, into: Direct, depth: number): void {
    if (depth > 6) return;
    if (type.aliasSymbol) this.#add(type.aliasSymbol, into);
    type.aliasTypeArguments?.forEach((argument) => this.#visitType(argument, into, depth + 1));
    if (type.isUnionOrIntersection()) return type.types.forEach((part) => this.#visitType(part, into, depth + 1));
    const symbol = type.symbol as ts.Symbol | undefined;
    if (!symbol || symbol.flags & ts.SymbolFlags.TypeParameter) return;
    if (this.#checker.isArrayType(type) || this.#checker.isTupleType(type) || isReference(type)) {
      this.#checker.getTypeArguments(type as ts.TypeReference).forEach((argument) => this.#visitType(argument, into, depth + 1));
    }
    if (!(symbol.flags & (ts.SymbolFlags.ObjectLiteral | ts.SymbolFlags.TypeLiteral))) return this.#add(symbol, into);
    for (const property of type.getProperties()) this.#visitType(this.#checker.getTypeOfSymbol(property), into, depth + 1);
  }
}

const isReference = (type: ts.Type): boolean => Boolean((type as ts.ObjectType).objectFlags & ts.ObjectFlags.Reference);

/** `undefined`, `globalThis` and the like have a symbol but no declaration. */
const isBuiltin = (symbol: ts.Symbol | undefined): boolean =>
  symbol !== undefined && symbol.name !== 'unknown' && symbol.name !== '__missing';

function isHidden(node: ts.ClassElement | ts.ParameterDeclaration): boolean {
  const flags = ts.getCombinedModifierFlags(node);
  return (
    Boolean(flags & (ts.ModifierFlags.Private | ts.ModifierFlags.Protected | ts.ModifierFlags.Static)) ||
    Boolean(node.name && ts.isPrivateIdentifier(node.name))
  );
}

/** `@param({ schema })`: what its type says does not matter. Seen by syntax, so that nothing is checked that will not be read. */
function hasExplicitSchema(parameter: ts.ParameterDeclaration): boolean {
  return (ts.getDecorators(parameter) ?? []).some((decorator) => {
    const first = ts.isCallExpression(decorator.expression) ? decorator.expression.arguments[0] : undefined;
    return (
      first !== undefined &&
      ts.isObjectLiteralExpression(first) &&
      first.properties.some((property) => property.name?.getText() === 'schema')
    );
  });
}

/** The declarations a class is made of: itself and what it extends, as far as they are classes. */
export function lineageOf(node: ts.ClassLikeDeclaration, checker: ts.TypeChecker): ts.ClassLikeDeclaration[] {
  const chain: ts.ClassLikeDeclaration[] = [];
  const visit = (type: ts.Type): void => {
    if (type.isIntersection()) return type.types.forEach(visit);
    const declaration = (type.symbol as ts.Symbol | undefined)?.valueDeclaration;
    if (!declaration || !ts.isClassLike(declaration) || chain.includes(declaration)) return;
    chain.push(declaration);
    const symbol = classSymbol(declaration);
    const declared = symbol && checker.getDeclaredTypeOfSymbol(symbol);
    if (declared?.isClassOrInterface()) checker.getBaseTypes(declared).forEach(visit);
  };
  const symbol = classSymbol(node);
  if (symbol) visit(checker.getDeclaredTypeOfSymbol(symbol));
  return chain;
}
