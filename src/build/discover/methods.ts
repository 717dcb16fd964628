/** Finds the marked methods of a class, inherited ones included, and what is wrong with how they are marked. */
import { paramRules, toolRules } from '../../decorators/options.js';
import { ts } from '../compiler.js';
import type { Report } from '../diagnostics/diagnostic.js';
import { constantValue } from '../generate/constants.js';
import { classSymbol } from './exports.js';
import { isMethodKind, type MethodKind, methodKinds } from './kinds.js';
import { literalOptions, nameText } from './literal-options.js';
import type { MarkedMethod, MethodKindName, MethodMark } from './marked.js';
import { type Mark, type Marks } from './marks.js';

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
    const name = nameText(member.name);
    if (name === undefined || !member.body || ts.getCombinedModifierFlags(member) & ts.ModifierFlags.Static) return;
    const inherited = into.get(name);
    const own = methodMarks(this.#marks.of(member)).map(({ kind, mark }): MethodMark => ({
      kind,
      mark,
      identity: methodKinds[kind].identity(mark, name, this.#checker),
    }));
    const kept = inherited?.marks.filter((before) => !own.some((one) => one.kind === before.kind)) ?? [];
    const marks = [...own, ...kept];
    if (marks.length > 0) into.set(name, { name, marks, lineage: [member, ...(inherited?.lineage ?? [])] });
  }
}

/** Those marks that methods carry. */
function methodMarks(marks: readonly Mark[]): { kind: MethodKindName; mark: Mark }[] {
  return marks.flatMap((mark) => (isMethodKind(mark.name) ? [{ kind: mark.name, mark }] : []));
}

/** Reports marks that stand where they cannot, and options that do not exist. Gives the kinds of marks that the class itself has. */
export function checkMarks(node: ts.ClassLikeDeclaration, marks: Marks, checker: ts.TypeChecker, report: Report): Set<MethodKindName> {
  const owner = node.name?.text ?? 'default';
  for (const { kind } of methodMarks(marks.of(node))) report('TM1024', node.name ?? node, owner, methodKinds[kind].word);
  const kinds = new Set<MethodKindName>();
  for (const member of node.members) {
    if (ts.isMethodDeclaration(member)) checkParameterOptions(member, marks, checker, report);
    for (const { kind, mark } of methodMarks(marks.of(member))) {
      kinds.add(kind);
      checkPlace(member, `${owner}.${member.name?.getText() ?? ''}`, methodKinds[kind], report);
      const options = literalOptions(mark, methodKinds[kind].optionsAt);
      if (options) checkLiteralOptions(options, methodKinds[kind], methodKinds[kind].word, checker, report);
    }
  }
  return kinds;
}

function checkPlace(member: ts.ClassElement, owner: string, { one, word, instead }: MethodKind, report: Report): void {
  const flags = ts.getCombinedModifierFlags(member);
  const at = member.name ?? member;
  const isPrivateName = member.name !== undefined && ts.isPrivateIdentifier(member.name);
  if (flags & ts.ModifierFlags.Static) report('TM1020', at, owner, one, instead.ofStatic);
  else if (!ts.isMethodDeclaration(member)) report('TM1021', at, owner, one, word, instead.ofField);
  else if (isPrivateName || flags & ts.ModifierFlags.Private) report('TM1023', at, 'private', owner, one);
  else if (flags & ts.ModifierFlags.Protected) report('TM1023', at, 'protected', owner, one);
  else if (nameText(member.name) === undefined) report('TM1022', at, owner, one);
}

/** `@param` and `@payload` behind a cast. */
function checkParameterOptions(method: ts.MethodDeclaration, marks: Marks, checker: ts.TypeChecker, report: Report): void {
  for (const mark of method.parameters.flatMap((parameter) => marks.of(parameter))) {
    const options = mark.name === 'param' || mark.name === 'payload' ? literalOptions(mark, 0) : undefined;
    if (options) checkLiteralOptions(options, { options: paramRules, one: 'an argument' }, `@${mark.name}`, checker, report);
  }
}

/** Options written out as a literal; a spread or a computed key is left to the decorator at run time. @param of for messages: `@tool` */
export function checkLiteralOptions(
  options: ts.ObjectLiteralExpression,
  { options: rules, one }: Pick<MethodKind, 'options' | 'one'>,
  of: string,
  checker: ts.TypeChecker,
  report: Report,
): void {
  for (const property of options.properties) {
    const key = property.name && nameText(property.name);
    if (key === undefined) continue;
    const rule = Object.hasOwn(rules, key) ? rules[key] : undefined;
    if (!rule) report('TM1026', property.name, key, of, Object.keys(rules).join(', '));
    const value = rule && ts.isPropertyAssignment(property) ? constantValue(property.initializer, checker) : undefined;
    if (!rule || value === undefined || rule.fits(value) || !ts.isPropertyAssignment(property)) continue;
    if (rule === toolRules['name'] && typeof value === 'string') report('TM1027', property.initializer, value, one);
    else report('TM1028', property.initializer, key, of, rule.expected);
  }
}
