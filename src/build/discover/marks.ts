/** Recognises toolmark's own decorators and types by the checker's symbols, whatever they are called where they are used. */
import { ts } from '../compiler.js';
import type { PackageIndex } from '../project/packages.js';

/** What toolmark exports and the build step reads: one entry a mark, with the name of its decorators' type where they have one. */
const markTypes = {
  tool: 'ToolDecorator',
  resource: 'ResourceDecorator',
  prompt: 'PromptDecorator',
  complete: 'CompleteDecorator',
  form: '',
  param: '',
  payload: '',
  context: '',
  toolset: '',
  // What takes a class as a schema.
  Tool: '',
  schemaFromClass: '',
  normalizeInputSchema: '',
  normalizeOutputSchema: '',
};

export type MarkName = keyof typeof markTypes;

/** A decorator of toolmark's: which one, and its call when it was called. */
export interface Mark {
  name: MarkName;
  call?: ts.CallExpression;
  node: ts.Decorator;
}

const marksByType = new Map(Object.entries(markTypes).map(([name, type]) => [type, name as MarkName]));

/** Where the declarations stand inside the package, as sources or as published. */
const ownFile =
  /^(?:src|dist\/\w+)\/(?:decorators\/[\w-]+|types|types\/[\w-]+|runtime\/tool|runtime\/definition\/class-schema)(?:\.d)?\.[cm]?ts$/;

/** Recognises marks; one per Program. */
export class Marks {
  readonly #checker: ts.TypeChecker;
  readonly #packages: PackageIndex;
  readonly #known = new Map<ts.Symbol, MarkName | undefined>();

  constructor(checker: ts.TypeChecker, packages: PackageIndex) {
    this.#checker = checker;
    this.#packages = packages;
  }

  /** The mark that a decorator is, or undefined for anybody else's. */
  ofDecorator(node: ts.Decorator): Mark | undefined {
    const expression = unwrap(node.expression);
    const call = ts.isCallExpression(expression) ? expression : undefined;
    const name = this.ofExpression(call ? call.expression : expression) ?? this.#ofDecoratorType(expression);
    return name && { name, call, node };
  }

  /** The marks of a declaration, in the order of the source. */
  of(node: ts.Node): Mark[] {
    const decorators = ts.canHaveDecorators(node) ? (ts.getDecorators(node) ?? []) : [];
    return decorators.map((decorator) => this.ofDecorator(decorator)).filter((mark) => mark !== undefined);
  }

  /** The mark that an expression such as `tool` or `toolmark.tool` stands for. */
  ofExpression(expression: ts.Expression): MarkName | undefined {
    const symbol = this.#symbolOf(unwrap(expression));
    return symbol && this.#ofSymbol(symbol, 0);
  }

  /** Whether a value of this type is the context of the running call. */
  isContext(type: ts.Type): boolean {
    if (type.isUnion()) {
      const parts = type.types.filter((part) => !(part.flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Null)));
      return parts.length > 0 && parts.every((part) => this.isContext(part));
    }
    if (type.isIntersection()) return type.types.some((part) => this.isContext(part));
    if (this.#isOwn(type.aliasSymbol, 'ToolContext') || this.#isOwn(type.symbol, 'ToolContext')) return true;
    return type.isClassOrInterface() && (type.getBaseTypes() ?? []).some((base) => this.isContext(base));
  }

  /** Whether a property is one that ToolContext declares. */
  isOfContext(property: ts.Symbol | undefined): boolean {
    const parents = property?.declarations?.map((declaration) => declaration.parent) ?? [];
    return parents.some(
      (parent) => ts.isInterfaceDeclaration(parent) && this.#isOwn(this.#checker.getSymbolAtLocation(parent.name), 'ToolContext'),
    );
  }

  /** A decorator that someone made out of `tool(…)` has its type all the same. */
  #ofDecoratorType(expression: ts.Expression): MarkName | undefined {
    const symbol = this.#checker.getTypeAtLocation(expression).symbol as ts.Symbol | undefined;
    return this.#ofTypeName(symbol);
  }

  #ofTypeName(symbol: ts.Symbol | undefined): MarkName | undefined {
    const name = symbol && marksByType.get(symbol.name);
    return name && this.#isOwn(symbol, symbol.name) ? name : undefined;
  }

  #symbolOf(expression: ts.Expression): ts.Symbol | undefined {
    if (ts.isIdentifier(expression)) return this.#checker.getSymbolAtLocation(expression);
    if (!ts.isPropertyAccessExpression(expression)) return undefined;
    const owner = this.#symbolOf(unwrap(expression.expression));
    if (!owner) return undefined;
    const target = this.#resolve(owner);
    if (target.flags & ts.SymbolFlags.Module) return this.#checker.tryGetMemberInModuleExports(expression.name.text, target);
    return this.#checker.getSymbolAtLocation(expression.name);
  }

  #resolve(symbol: ts.Symbol): ts.Symbol {
    return symbol.flags & ts.SymbolFlags.Alias ? this.#checker.getAliasedSymbol(symbol) : symbol;
  }

  #ofSymbol(symbol: ts.Symbol, depth: number): MarkName | undefined {
    if (this.#known.has(symbol)) return this.#known.get(symbol);
    const target = this.#resolve(symbol);
    const found =
      Object.hasOwn(markTypes, target.name) && this.#isOwn(target, target.name)
        ? (target.name as MarkName)
        : this.#throughVariable(target, depth);
    this.#known.set(symbol, found);
    return found;
  }

  /** `const t = tool`, `const { tool } = toolmark`. */
  #throughVariable(symbol: ts.Symbol, depth: number): MarkName | undefined {
    const declaration = symbol.valueDeclaration;
    if (!declaration || depth > 4) return undefined;
    if (ts.isClassLike(declaration)) return this.#throughBase(declaration, depth);
    if (ts.isBindingElement(declaration)) return this.#throughPattern(declaration, depth);
    if (!ts.isVariableDeclaration(declaration) || !declaration.initializer) return undefined;
    const next = this.#symbolOf(unwrap(declaration.initializer));
    return next && this.#ofSymbol(next, depth + 1);
  }

  /** `class Search extends Tool`. */
  #throughBase(declaration: ts.ClassLikeDeclaration, depth: number): MarkName | undefined {
    const base = baseOf(declaration);
    const symbol = base && this.#symbolOf(unwrap(base));
    return symbol && this.#ofSymbol(symbol, depth + 1) === 'Tool' ? 'Tool' : undefined;
  }

  #throughPattern(element: ts.BindingElement, depth: number): MarkName | undefined {
    const name = element.propertyName ?? element.name;
    if (!ts.isIdentifier(name) || !ts.isObjectBindingPattern(element.parent)) return undefined;
    const property = this.#checker.getTypeAtLocation(element.parent).getProperty(name.text);
    return property && this.#ofSymbol(property, depth + 1);
  }

  #isOwn(symbol: ts.Symbol | undefined, name: string): boolean {
    if (symbol?.name !== name) return false;
    return (symbol.declarations ?? []).some((declaration) => {
      const file = declaration.getSourceFile().fileName;
      return isToolmarkFile(file, this.#packages) && ownFile.test(within(file, this.#packages));
    });
  }
}

function within(file: string, packages: PackageIndex): string {
  return file.slice((packages.of(file)?.folder.length ?? -1) + 1);
}

/** Whether a file is part of toolmark itself (not of its tests or samples). */
export function isToolmarkFile(file: string, packages: PackageIndex): boolean {
  return packages.of(file)?.name === 'toolmark' && /^(?:src|dist)\//.test(within(file, packages));
}

/** What a class extends. */
export function baseOf(declaration: ts.ClassLikeDeclaration): ts.Expression | undefined {
  return declaration.heritageClauses?.find(({ token }) => token === ts.SyntaxKind.ExtendsKeyword)?.types[0]?.expression;
}

/** Without parentheses, `as`, `satisfies` and `!`. */
export function unwrap(expression: ts.Expression): ts.Expression {
  let inner = expression;
  while (
    ts.isParenthesizedExpression(inner) ||
    ts.isAsExpression(inner) ||
    ts.isSatisfiesExpression(inner) ||
    ts.isTypeAssertionExpression(inner) ||
    ts.isNonNullExpression(inner)
  ) {
    inner = inner.expression;
  }
  return inner;
}
