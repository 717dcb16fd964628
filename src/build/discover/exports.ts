/** Tells by which module and name a class or function can be imported. */
import { ts } from '../compiler.js';
import { compareText } from '../diagnostics/collector.js';
import { unwrap } from './marks.js';

/** Where a value can be imported from. */
export interface ExportRef {
  /** Absolute path of the module, or a package's specifier as a source of the project uses it. */
  module: string;
  /** The module is a package. */
  external?: true;
  /** `default`, or the name; `N.A` inside an exported namespace. */
  name: string;
  /** A name for people and for the import: the class's own, where it has one. */
  local: string;
}

type Names = Map<ts.Symbol, string>;

/** Finds exports; one per Program, each module is read once. */
export class ExportIndex {
  readonly #program: ts.Program;
  readonly #checker: ts.TypeChecker;
  readonly #byFile = new Map<string, Names>();
  #packages: Map<ts.Symbol, ExportRef> | undefined;

  constructor(program: ts.Program) {
    this.#program = program;
    this.#checker = program.getTypeChecker();
  }

  /** Undefined when nothing exports it under a name. */
  locate(symbol: ts.Symbol): ExportRef | undefined {
    const declaration = symbol.valueDeclaration ?? symbol.declarations?.[0];
    if (!declaration) return undefined;
    const file = declaration.getSourceFile();
    if (this.#program.isSourceFileFromExternalLibrary(file) || file.isDeclarationFile) return this.#fromPackages(symbol);
    const name = this.#namesOf(file).get(symbol);
    return name === undefined ? undefined : { module: file.fileName, name, local: localName(symbol, declaration, name) };
  }

  /** What the module that a node stands in gives by `export =`; undefined when it has no such statement. */
  assigned(node: ts.Node): ts.Symbol | undefined {
    const module = this.#checker.getSymbolAtLocation(node.getSourceFile());
    const found = module?.exports?.get(ts.InternalSymbolName.ExportEquals);
    return found && found.flags & ts.SymbolFlags.Alias ? this.#checker.getAliasedSymbol(found) : found;
  }

  #namesOf(file: ts.SourceFile): Names {
    const known = this.#byFile.get(file.fileName);
    if (known) return known;
    const module = this.#checker.getSymbolAtLocation(file);
    const names: Names = module ? this.#exportNames(module, '') : new Map<ts.Symbol, string>();
    this.#byFile.set(file.fileName, names);
    return names;
  }

  #exportNames(module: ts.Symbol, prefix: string): Names {
    const names: Names = new Map();
    // Named exports win over `default`, then the first in the order of code units: the same whatever the order in the file.
    const rank = (name: string): string => (name === 'default' ? '\uFFFF' : name);
    const all = this.#checker.getExportsOfModule(module).filter((symbol) => symbol.name !== 'export=' && !isTypeOnly(symbol));
    for (const exported of all.sort((a, b) => compareText(rank(a.name), rank(b.name)))) this.#addNames(exported, prefix, names);
    return names;
  }

  #addNames(exported: ts.Symbol, prefix: string, names: Names): void {
    const target = exported.flags & ts.SymbolFlags.Alias ? this.#checker.getAliasedSymbol(exported) : exported;
    const name = prefix + exported.name;
    for (const symbol of [target, initialiserSymbol(target, this.#checker)]) if (symbol && !names.has(symbol)) names.set(symbol, name);
    // A class, function or enum may be merged with the namespace.
    if (target.flags & ts.SymbolFlags.ValueModule && target.declarations?.some(ts.isModuleDeclaration)) {
      for (const [symbol, inner] of this.#exportNames(target, `${name}.`)) if (!names.has(symbol)) names.set(symbol, inner);
    }
  }

  /** A class of a package is imported as some source of the project imports its module. */
  #fromPackages(symbol: ts.Symbol): ExportRef | undefined {
    this.#packages ??= this.#readPackages();
    return this.#packages.get(symbol);
  }

  #readPackages(): Map<ts.Symbol, ExportRef> {
    const found = new Map<ts.Symbol, ExportRef>();
    for (const [specifier, module] of [...this.#packageModules()].sort(([a], [b]) => compareText(a, b))) {
      for (const [symbol, name] of this.#exportNames(module, '')) {
        const declaration = symbol.valueDeclaration;
        if (declaration && !found.has(symbol))
          found.set(symbol, { module: specifier, external: true, name, local: localName(symbol, declaration, name) });
      }
    }
    return found;
  }

  #packageModules(): Map<string, ts.Symbol> {
    const modules = new Map<string, ts.Symbol>();
    for (const file of this.#program.getSourceFiles()) {
      if (file.isDeclarationFile || this.#program.isSourceFileFromExternalLibrary(file)) continue;
      for (const specifier of moduleSpecifiers(file)) {
        if (specifier.text.startsWith('.') || modules.has(specifier.text)) continue;
        const module = this.#checker.getSymbolAtLocation(specifier);
        if (module) modules.set(specifier.text, module);
      }
    }
    return modules;
  }
}

/** The specifiers that a file imports from or re-exports. */
export function moduleSpecifiers(file: ts.SourceFile): ts.StringLiteral[] {
  const found: ts.StringLiteral[] = [];
  for (const statement of file.statements) {
    const isImport = ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement);
    const specifier = isImport ? statement.moduleSpecifier : requireSpecifier(statement);
    if (specifier && ts.isStringLiteral(specifier)) found.push(specifier);
  }
  return found;
}

function requireSpecifier(statement: ts.Statement): ts.Expression | undefined {
  if (!ts.isImportEqualsDeclaration(statement) || !ts.isExternalModuleReference(statement.moduleReference)) return undefined;
  return statement.moduleReference.expression;
}

function isTypeOnly(symbol: ts.Symbol): boolean {
  return (symbol.declarations ?? []).some(
    (declaration) => ts.isExportSpecifier(declaration) && (declaration.isTypeOnly || declaration.parent.parent.isTypeOnly),
  );
}

/** `export const A = class {…}` and `export const A = B`: the class has a symbol of its own. */
function initialiserSymbol(symbol: ts.Symbol, checker: ts.TypeChecker): ts.Symbol | undefined {
  const declaration = symbol.valueDeclaration;
  if (!declaration || !ts.isVariableDeclaration(declaration) || !declaration.initializer) return undefined;
  const value = unwrap(declaration.initializer);
  if (ts.isIdentifier(value)) return checker.getSymbolAtLocation(value);
  return ts.isClassExpression(value) ? classSymbol(value) : undefined;
}

/** The symbol of a class, also of one without a name; the compiler keeps it on the node. */
export function classSymbol(node: ts.ClassLikeDeclaration): ts.Symbol | undefined {
  return (node as unknown as { symbol?: ts.Symbol }).symbol;
}

function localName(symbol: ts.Symbol, declaration: ts.Declaration, exported: string): string {
  if (exported !== 'default') return exported.slice(exported.lastIndexOf('.') + 1);
  const own = ts.getNameOfDeclaration(declaration);
  if (own && ts.isIdentifier(own)) return own.text;
  if (symbol.name !== 'default' && !symbol.name.startsWith('__')) return symbol.name;
  const base = declaration
    .getSourceFile()
    .fileName.replace(/^.*\//, '')
    .replace(/\.[^.]*$/, '');
  const words = base.split(/[^A-Za-z0-9]+/).filter((word) => word !== '');
  return words
    .map((word) => word[0]?.toUpperCase() + word.slice(1))
    .join('')
    .replace(/^(?=\d|$)/, 'Default');
}
