/** Finds the marked methods of a class, inherited ones included, and what is wrong with how they are marked. */
import { toolNamePattern, toolRules } from '../../decorators/options.js';
import { ts } from '../compiler.js';
import type { Report } from '../diagnostics/diagnostic.js';
import { constantValue } from '../generate/constants.js';
import { classSymbol } from './exports.js';
import { literalName, literalOptions } from './literal-options.js';
import { type Mark, type Marks } from './marks.js';

/** One tool of a class. */
export interface MarkedMethod {
  name: string;
  /** The tool's name, where its options say one that can be read. */
  toolName: string;
  /** The method in the class itself and its ancestors, the nearest first; at least one. */
  lineage: ts.MethodDeclaration[];
  mark: Mark;
}

/** Marked methods by name; one per Program, so that base classes are read once. */
export class MethodIndex {
  readonly #checker: ts.TypeChecker;
  readonly #marks: Marks;
  readonly #known = new Map<ts.ClassLikeDeclaration, Map<string, MarkedMethod>>();

  constructor(checker: ts.TypeChecker, marks: Marks) {
    this.#checker = checker;
    this.#marks = marks;
  }

  of(node: ts.ClassLikeDeclaration): Map<string, MarkedMethod> {
    const known = this.#known.get(node);
    if (known) return known;
    const found = new Map<string, MarkedMethod>();
    this.#known.set(node, found);
    if (node.heritageClauses?.some((clause) => clause.token === ts.SyntaxKind.ExtendsKeyword)) this.#inherit(node, found);
    for (const member of node.members) if (ts.isMethodDeclaration(member)) this.#addOwn(member, found);
    return found;
  }

  #inherit(node: ts.ClassLikeDeclaration, into: Map<string, MarkedMethod>): void {
    const symbol = classSymbol(node);
    const type = symbol && this.#checker.getDeclaredTypeOfSymbol(symbol);
    if (type?.isClassOrInterface()) for (const base of this.#checker.getBaseTypes(type)) this.#inheritFrom(base, into);
  }

  #inheritFrom(base: ts.Type, into: Map<string, MarkedMethod>): void {
    // What a mixin returns is an intersection.
    if (base.isIntersection()) return base.types.forEach((part) => this.#inheritFrom(part, into));
    const declaration = (base.symbol as ts.Symbol | undefined)?.valueDeclaration;
    if (declaration && ts.isClassLike(declaration)) for (const [name, method] of this.of(declaration)) into.set(name, method);
  }

  #addOwn(member: ts.MethodDeclaration, into: Map<string, MarkedMethod>): void {
    if (!ts.isIdentifier(member.name) && !ts.isStringLiteral(member.name)) return;
    if (!member.body || ts.getCombinedModifierFlags(member) & ts.ModifierFlags.Static) return;
    const name = member.name.text;
    const inherited = into.get(name);
    const own = this.#marks.of(member).find((mark) => mark.name === 'tool');
    const mark = own ?? inherited?.mark;
    if (!mark) return;
    const toolName = (own ? literalName(own.call?.arguments[0], this.#checker) : inherited?.toolName) ?? name;
    into.set(name, {
      name,
      toolName: typeof toolName === 'string' ? toolName : name,
      mark,
      lineage: [member, ...(inherited?.lineage ?? [])],
    });
  }
}

/** Reports marks that stand where they cannot, and options that do not exist. Gives whether the class itself has marks. */
export function checkMarks(node: ts.ClassLikeDeclaration, marks: Marks, checker: ts.TypeChecker, report: Report): boolean {
  const owner = node.name?.text ?? 'default';
  if (marks.of(node).some((mark) => mark.name === 'tool')) report('TM1024', node.name ?? node, owner);
  let any = false;
  for (const member of node.members) {
    const mark = marks.of(member).find((one) => one.name === 'tool');
    if (!mark) continue;
    any = true;
    checkPlace(member, `${owner}.${member.name?.getText() ?? ''}`, report);
    const options = literalOptions(mark);
    if (options) checkToolOptions(options, '@tool', checker, report);
  }
  return any;
}

function checkPlace(member: ts.ClassElement, owner: string, report: Report): void {
  const flags = ts.getCombinedModifierFlags(member);
  const at = member.name ?? member;
  const isPrivateName = member.name !== undefined && ts.isPrivateIdentifier(member.name);
  if (flags & ts.ModifierFlags.Static) report('TM1020', at, owner);
  else if (!ts.isMethodDeclaration(member)) report('TM1021', at, owner);
  else if (isPrivateName || flags & ts.ModifierFlags.Private) report('TM1023', at, 'private', owner);
  else if (flags & ts.ModifierFlags.Protected) report('TM1023', at, 'protected', owner);
  else if (!ts.isIdentifier(member.name) && !ts.isStringLiteral(member.name)) report('TM1022', at, owner);
}

/** Options written out as a literal; a spread or a computed key is left to the decorator at run time. */
export function checkToolOptions(options: ts.ObjectLiteralExpression, of: string, checker: ts.TypeChecker, report: Report): void {
  for (const property of options.properties) {
    const key = property.name && (ts.isIdentifier(property.name) || ts.isStringLiteral(property.name)) ? property.name.text : undefined;
    if (key === undefined) continue;
    if (!Object.hasOwn(toolRules, key)) report('TM1026', property.name, key, of, Object.keys(toolRules).join(', '));
    if (key !== 'name' || !ts.isPropertyAssignment(property)) continue;
    const name = constantValue(property.initializer, checker);
    if (typeof name === 'string' && !toolNamePattern.test(name)) report('TM1027', property.initializer, name);
  }
}
