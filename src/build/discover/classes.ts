/** Chooses the classes a manifest lists: exported, instantiable, with marked methods of their own or inherited ones. */
import { parseTemplate, shapeOf } from '../../decorators/uri-template.js';
import { ts } from '../compiler.js';
import type { Report } from '../diagnostics/diagnostic.js';
import type { ClassRef } from '../emit/model.js';
import type { ContractSource } from './contracts.js';
import { classSymbol, type ExportIndex } from './exports.js';
import type { Marks } from './marks.js';
import { hasContract, methodKinds, outputOf } from './kinds.js';
import type { MarkedMethod, MethodKindName } from './marked.js';
import { checkMarks, type MethodIndex } from './methods.js';
import { lineageOf } from './references.js';
import { isInsideFunction } from './scan.js';

/** One class to be listed. */
export interface FoundClass {
  node: ts.ClassLikeDeclaration;
  ref: ClassRef;
  name: string;
  file: string;
  methods: MarkedMethod[];
  /** The class and its ancestors. */
  lineage: ts.ClassLikeDeclaration[];
}

interface Tools {
  checker: ts.TypeChecker;
  marks: Marks;
  methods: MethodIndex;
  exports: ExportIndex;
  report: Report;
}

/** Also reports classes that ought to be listed and cannot. */
export function chooseClasses(nodes: readonly ts.ClassLikeDeclaration[], tools: Tools): FoundClass[] {
  const candidates = nodes.map((node) => candidate(node, tools)).filter((one) => one !== undefined);
  const listed = candidates.filter((one) => one.ref !== undefined && !isAbstract(one.node));
  const bases = new Set(listed.flatMap((one) => one.lineage.slice(1)));
  for (const { node, ref, name, own, methods } of candidates) {
    // Completions are found without a manifest.
    if (ref || bases.has(node) || isAbstract(node) || !methods.some(hasContract)) continue;
    const assigned = tools.exports.assigned(node);
    // Unexported, a class that only inherits tools is nobody's concern.
    if (own.size === 0 && (assigned === undefined || assigned !== classSymbol(node))) continue;
    const kinds = own.size > 0 ? own : new Set(methods.flatMap((method) => method.marks.map((mark) => mark.kind)));
    tools.report(isInsideFunction(node) ? 'TM1014' : assigned ? 'TM1016' : 'TM1010', node.name ?? node, name, named(kinds));
  }
  // A generic base says nothing of its own once a subclass has said what its parameters are.
  return listed.filter((one): one is Candidate & FoundClass => !(one.node.typeParameters?.length && bases.has(one.node)));
}

interface Candidate extends Omit<FoundClass, 'ref'> {
  ref: ClassRef | undefined;
  /** Kinds of the marks in the class itself. */
  own: ReadonlySet<MethodKindName>;
}

/** For example `tools and prompts`. */
const named = (kinds: ReadonlySet<MethodKindName>): string => [...kinds].map((kind) => methodKinds[kind].many).join(' and ');

function candidate(node: ts.ClassLikeDeclaration, tools: Tools): Candidate | undefined {
  const own = checkMarks(node, tools.marks, tools.checker, tools.report);
  const methods = [...tools.methods.of(node).values()];
  const symbol = classSymbol(node);
  if (methods.length === 0 || !symbol) {
    if (own.size > 0 && symbol && !tools.exports.locate(symbol))
      tools.report('TM1010', node.name ?? node, node.name?.text ?? 'without a name', named(own));
    return undefined;
  }
  const found = tools.exports.locate(symbol);
  const name = node.name?.text ?? found?.local ?? 'without a name';
  checkNames(methods, name, tools.report, node);
  const ref = found && withAccess(found, node);
  return { node, ref, name, file: node.getSourceFile().fileName, methods, lineage: lineageOf(node, tools.checker), own };
}

const isAbstract = (node: ts.ClassLikeDeclaration): boolean => Boolean(ts.getCombinedModifierFlags(node) & ts.ModifierFlags.Abstract);

function checkNames(methods: readonly MarkedMethod[], owner: string, report: Report, node: ts.ClassLikeDeclaration): void {
  const names = new Set<string>();
  for (const { lineage, marks } of methods) {
    const declaration = lineage[0];
    for (const { kind, identity } of marks) {
      if (identity === undefined) continue;
      const name = `${kind} ${sameAs(kind, identity)}`;
      if (names.has(name))
        report('TM1025', declaration?.parent === node ? declaration.name : node.name, owner, identity, methodKinds[kind].many);
      names.add(name);
    }
  }
}

/** What two of a kind must not share: for resources the URIs that a template stands for, however its variables are called. */
function sameAs(kind: MethodKindName, identity: string): string {
  const template = kind === 'resource' ? parseTemplate(identity) : identity;
  return typeof template === 'string' ? identity : shapeOf(template);
}

/** A class that only itself can construct has a type that is no `Constructor`. */
export function withAccess(ref: ClassRef, node: ts.Node | undefined): ClassRef {
  const hidden = ts.ModifierFlags.Private | ts.ModifierFlags.Protected;
  const constructors = node && ts.isClassLike(node) ? node.members.filter(ts.isConstructorDeclaration) : [];
  return constructors.some((one) => ts.getCombinedModifierFlags(one) & hidden) ? { ...ref, closed: true } : ref;
}

/** What the contract of one method is made from: its signature as this class sees it. */
export function methodSource(found: FoundClass, method: MarkedMethod, checker: ts.TypeChecker): ContractSource | undefined {
  const declaration = method.lineage[0];
  const symbol = classSymbol(found.node);
  if (!declaration || !symbol) return undefined;
  const property = checker.getPropertyOfType(checker.getDeclaredTypeOfSymbol(symbol), method.name);
  const signatures = property ? checker.getTypeOfSymbolAtLocation(property, found.node).getCallSignatures() : [];
  // Overloads hide the implementation, which is what will be called.
  const signature =
    signatures.length === 1 && signatures[0]?.getDeclaration() === declaration
      ? signatures[0]
      : checker.getSignatureFromDeclaration(declaration);
  if (!signature) return undefined;
  const owner = `${found.name}.${method.name}`;
  return { owner, signature, declaration, lineage: method.lineage, documented: method.lineage, output: outputOf(method) };
}
