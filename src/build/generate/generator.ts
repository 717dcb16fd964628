/** typescript-json-schema's generator with its gaps filled: every type goes through a table of handlers first. */
import type { ContractSchema } from '../../types.js';
import type { DiagnosticCodeName, Report } from '../diagnostics/diagnostic.js';
import { type Definition, Definitions, referenceTo, referred } from './definitions.js';
import { type Definition as EngineDefinition, EngineBase, engineSettings, ts } from './engine.js';
import { handlers } from './handlers/index.js';
import type { Direction, Place, SchemaMaker } from './handler.js';
import { applyDocs } from './jsdoc/apply.js';
import { DocReader } from './jsdoc/read.js';
import { seenThrough } from './see-through.js';
import { aliasDeclaration, argumentNode, bareNode, has, isAbsent } from './types-of.js';

/** A value that must fit a schema. */
export interface Expectation {
  schema: ContractSchema;
  value: unknown;
  keyword: string;
  label: string;
  node: ts.Node | undefined;
}

/** How often one generic type may stand inside itself before it is taken to grow without end. */
const deepestNesting = 8;

export class TypeGenerator extends EngineBase implements SchemaMaker {
  direction: Direction = 'input';
  /** Set when something in a result has no JSON form. */
  failed = false;
  readonly docs: DocReader;
  readonly definitions = new Definitions();
  readonly classes = new Map<string, ts.Symbol>();
  readonly expectations: Expectation[] = [];
  private readonly places: Place[] = [];
  private readonly nesting = new Map<ts.Symbol, number>();
  /** Generic types found to grow without end, until all of their nest is left. */
  private readonly endless = new Set<ts.Symbol>();
  private readonly libraries = new Map<ts.Symbol, boolean>();
  /** The engine's answers; it prints the type each time. */
  private readonly plain = new Map<ts.Type, ContractSchema>();
  private readonly names = new Map<ts.Type, string>();
  private readonly classKeys = new Map<ts.Symbol, string>();
  private readonly reported = new Map<ts.Node, Set<string>>();
  /** The named definition that is being made. */
  private frame = 0;
  private failure: string | undefined;

  constructor(
    readonly program: ts.Program,
    private readonly report: Report,
  ) {
    super([], {}, {}, {}, program.getTypeChecker(), engineSettings());
    this.docs = new DocReader(this.checker);
  }

  get checker(): ts.TypeChecker {
    return this.program.getTypeChecker();
  }

  // ---- the engine's members ---------------------------------------------------------------------------------------

  /** Every type the engine meets takes the way through the handlers. */
  override getTypeDefinition(type: ts.Type): EngineDefinition {
    return this.of(type) as EngineDefinition;
  }

  /** The engine asks for the printed name again and again; printing is slow. */
  override getTypeName(type: ts.Type): string {
    const known = this.names.get(type) ?? this.checker.typeToString(type, undefined, ts.TypeFormatFlags.NoTruncation);
    this.names.set(type, known);
    return known;
  }

  // ---- what handlers call -----------------------------------------------------------------------------------------

  of(type: ts.Type, node?: ts.TypeNode): ContractSchema {
    const behind = seenThrough(type, this);
    if (behind) return this.of(behind, argumentNode(node, 0));
    const { declared, node: fitting } = this.declaredType(type, node);
    const aliases = this.aliasesOf(declared, fitting);
    const inner = aliases.inner;
    let schema = this.defined(declared, inner);
    for (const alias of aliases.symbols.reverse()) {
      if (schema.$ref === undefined || alias !== declared.aliasSymbol) schema = applyDocs(schema, this.docs.ofSymbol(alias), this);
    }
    return this.withEnumDocs(declared, schema);
  }

  at<T>(place: Place, make: () => T): T {
    this.places.push(place);
    try {
      return make();
    } finally {
      this.places.pop();
    }
  }

  unsupported(type: ts.Type): ContractSchema {
    if (this.direction === 'output') {
      this.failed = true;
      this.failure ??= this.checker.typeToString(type);
    } else this.complain('TM1101', undefined, this.checker.typeToString(type));
    return {};
  }

  complain(code: DiagnosticCodeName, node?: ts.Node, ...details: string[]): void {
    if (this.direction === 'output' && unfitForResults.has(code)) {
      this.failed = true;
      this.failure ??= details[0] ?? 'never';
      return;
    }
    const place = node ?? this.ownPlace();
    const seen = (place && this.reported.get(place)) ?? new Set();
    const key = [code, ...details].join('\n');
    if (place && seen.has(key)) return;
    if (place) this.reported.set(place, seen.add(key));
    this.report(code, place, this.label(), ...details);
  }

  isLibrary(symbol: ts.Symbol): boolean {
    const known = this.libraries.get(symbol);
    if (known !== undefined) return known;
    const found = (symbol.declarations ?? []).some((declaration) => {
      const file = declaration.getSourceFile();
      return (
        this.program.isSourceFileDefaultLibrary(file) || /\/node_modules\/(?:@types\/node|bun-types|undici-types)\//.test(file.fileName)
      );
    });
    this.libraries.set(symbol, found);
    return found;
  }

  className(symbol: ts.Symbol): string {
    const key = this.classKeys.get(symbol) ?? `c${this.classKeys.size + 1}`;
    this.classKeys.set(symbol, key);
    this.classes.set(key, symbol);
    return key;
  }

  resolve(schema: ContractSchema): ContractSchema | undefined {
    const key = referred(schema);
    return key === undefined ? undefined : this.definitions.byKey.get(key)?.schema;
  }

  expectFit(schema: ContractSchema, value: unknown, keyword: string, node: ts.Node | undefined): void {
    this.expectations.push({ schema, value, keyword, label: this.label(), node: node ?? this.ownPlace() });
  }

  /** Why the result at hand has no schema; forgets it. */
  takeFailure(): string | undefined {
    const failure = this.failure;
    this.failure = undefined;
    this.failed = false;
    return failure;
  }

  // ---- inside -----------------------------------------------------------------------------------------------------

  /** The type as the node declares it, when the node denotes the given type (apart from undefined). */
  private declaredType(type: ts.Type, node: ts.TypeNode | undefined): { declared: ts.Type; node?: ts.TypeNode } {
    if (!node) return { declared: type };
    const declared = this.checker.getTypeFromTypeNode(node);
    if (declared === type) return { declared, node };
    const parts = new Set(type.isUnion() ? type.types.filter((part) => !isAbsent(part)) : [type]);
    const others = declared.isUnion() ? declared.types.filter((part) => !isAbsent(part)) : [declared];
    const same = others.length === parts.size && others.every((part) => parts.has(part));
    return same ? { declared, node } : { declared: type };
  }

  /** The aliases a node goes through, outermost first, and the node behind them. */
  private aliasesOf(type: ts.Type, node: ts.TypeNode | undefined): { symbols: ts.Symbol[]; inner?: ts.TypeNode } {
    const symbols: ts.Symbol[] = [];
    let inner = node;
    for (let declaration = node && aliasDeclaration(bareNode(node), this.checker); declaration && symbols.length < 20;) {
      const symbol = this.checker.getSymbolAtLocation(declaration.name);
      if (!symbol || symbols.includes(symbol) || this.isLibrary(symbol)) break;
      symbols.push(symbol);
      if (declaration.typeParameters) break;
      inner = declaration.type;
      declaration = aliasDeclaration(bareNode(inner), this.checker);
    }
    const own = type.aliasSymbol;
    if (own && !symbols.includes(own) && !this.isLibrary(own)) symbols.push(own);
    return inner ? { symbols, inner } : { symbols };
  }

  /** A definition's reference, or the schema inline. */
  private defined(type: ts.Type, node: ts.TypeNode | undefined): ContractSchema {
    if (!has(type, ts.TypeFlags.StructuredType)) return this.make(type, node);
    if (this.isTransparent(type)) return this.make(type, node);
    const named = this.isNamed(type);
    const known = this.definitions.get(type, this.direction);
    // An anonymous type outside the definition at hand is none of its concern: else the result would hang on what was asked for first.
    if (known && (named || known.schema || known.frame === this.frame)) return this.refer(known);
    const frame = this.frame;
    if (named) this.frame = this.definitions.byKey.size + 1;
    const definition = this.definitions.start(type, this.direction, this.frame);
    const outer = this.failed;
    this.failed = false;
    definition.schema = this.nested(type, () => this.withOwnDocs(type, this.make(type, node), named));
    this.frame = frame;
    definition.failed = this.failed;
    this.failed ||= outer;
    if (definition.referred || (named && definition.schema.type === 'object')) return this.refer(definition);
    this.definitions.drop(definition, known);
    return definition.schema;
  }

  private refer(definition: Definition): ContractSchema {
    definition.referred = true;
    if (definition.failed) {
      this.failed = true;
      this.failure ??= this.getTypeName(definition.type);
    }
    return referenceTo(definition.key);
  }

  /** Types that cannot close a circle by themselves: what they hold is a definition where it must be. */
  private isTransparent(type: ts.Type): boolean {
    if (type.aliasSymbol) return false;
    return (
      type.isUnion() ||
      this.checker.isArrayType(type) ||
      this.checker.isTupleType(type) ||
      (type.symbol !== undefined && this.isLibrary(type.symbol))
    );
  }

  /** What the comment of an enum says. */
  private withEnumDocs(type: ts.Type, schema: ContractSchema): ContractSchema {
    const symbol = type.symbol;
    if (!has(type, ts.TypeFlags.EnumLike) || !symbol || !(symbol.flags & ts.SymbolFlags.Enum) || schema.description !== undefined)
      return schema;
    return applyDocs(schema, this.docs.ofSymbol(symbol), this);
  }

  /** Counts how deep a generic type stands in itself. */
  private nested(type: ts.Type, make: () => ContractSchema): ContractSchema {
    const symbol = type.aliasSymbol ?? type.symbol;
    if (!symbol || this.isLibrary(symbol)) return make();
    const depth = this.nesting.get(symbol) ?? 0;
    if ((depth >= deepestNesting || this.endless.has(symbol)) && (type.aliasTypeArguments || this.isGeneric(type))) {
      this.endless.add(symbol);
      this.complain('TM1103', symbol.declarations?.[0], symbol.name);
      return {};
    }
    this.nesting.set(symbol, depth + 1);
    const schema = make();
    this.nesting.set(symbol, depth);
    if (depth === 0) this.endless.delete(symbol);
    return schema;
  }

  private isGeneric(type: ts.Type): boolean {
    return has(type, ts.TypeFlags.Object) && ((type as ts.ObjectType).objectFlags & ts.ObjectFlags.Reference) !== 0;
  }

  /** Interfaces, classes, and object types that an alias names. */
  private isNamed(type: ts.Type): boolean {
    const alias = type.aliasSymbol;
    if (alias && !this.isLibrary(alias)) return has(type, ts.TypeFlags.Object | ts.TypeFlags.Intersection);
    const symbol = type.symbol;
    return symbol !== undefined && (symbol.flags & (ts.SymbolFlags.Class | ts.SymbolFlags.Interface)) !== 0 && !this.isLibrary(symbol);
  }

  /** What the declaration itself says: part of a definition, not of its uses. */
  private withOwnDocs(type: ts.Type, schema: ContractSchema, named: boolean): ContractSchema {
    const symbol = type.aliasSymbol ?? type.symbol;
    return named && symbol && schema.type === 'object' ? applyDocs(schema, this.docs.ofSymbol(symbol), this) : schema;
  }

  private make(type: ts.Type, node: ts.TypeNode | undefined): ContractSchema {
    for (const handler of handlers) {
      const schema = handler(type, this, node);
      if (schema) return schema;
    }
    return this.askEngine(type);
  }

  private askEngine(type: ts.Type): ContractSchema {
    try {
      const known = this.plain.get(type) ?? (this.getDefinitionForRootType(type, undefined, {}) as ContractSchema);
      this.plain.set(type, known);
      return { ...known };
    } catch {
      // The engine throws on what it does not know.
      this.complain('TM1109', undefined, this.getTypeName(type));
      return {};
    }
  }

  /** The innermost place in the user's own source. */
  private ownPlace(): ts.Node | undefined {
    const own = this.places.findLast((place) => !place.node.getSourceFile().isDeclarationFile);
    return (own ?? this.places.at(-1))?.node;
  }

  private label(): string {
    return this.places.map((place) => place.label).join(', ') || 'a type';
  }
}

/** What refuses an argument, and only leaves a result without a schema. */
const unfitForResults: ReadonlySet<string> = new Set([
  'TM1101',
  'TM1102',
  'TM1103',
  'TM1104',
  'TM1105',
  'TM1108',
  'TM1109',
  'TM1111',
  'TM1112',
]);
