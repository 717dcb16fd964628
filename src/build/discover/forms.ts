/** Finds the forms a person is asked to fill in: `form<T>()`, and classes that are given to `context.elicit({ form })`. */
import { formRules } from '../../decorators/options.js';
import { ts } from '../compiler.js';
import { branchesOf } from '../generate/types-of.js';
import type { ExportIndex, ExportRef } from './exports.js';
import { classSymbol } from './exports.js';
import { holder, reportUnreachable } from './functions.js';
import { literalName } from './literal-options.js';
import { type Marks, unwrap } from './marks.js';
import { checkLiteralOptions } from './methods.js';
import type { Discovery } from './parameters.js';

/** One form. */
export interface FoundForm {
  /** Undefined for a class that is not exported, which is reported as of every class in a contract. */
  ref: ExportRef | undefined;
  name: string;
  /** The file it is found in; a class may be declared elsewhere. */
  file: string;
  /** The file it is declared in. */
  source: string;
  /** What an answer is. */
  type: ts.Type;
  /** The type as written. */
  node: ts.TypeNode | undefined;
  /** Where diagnostics point to. */
  at: ts.Node;
  /** What it is made from. */
  start: ts.Node[];
}

/** `form<T>()`. Undefined, with a diagnostic where there is a fault, for what cannot be bound. */
export function readForm(discovery: Discovery, call: ts.CallExpression, exports: ExportIndex): FoundForm | undefined {
  const { checker, report } = discovery;
  const options = call.arguments[0] && unwrap(call.arguments[0]);
  if (options && ts.isObjectLiteralExpression(options))
    checkLiteralOptions(options, { options: formRules, one: 'a form' }, 'form(…)', checker, report);
  // A schema that the author gives needs no type, and no place to be bound to.
  if (options && givesSchema(checker.getTypeAtLocation(options))) return undefined;
  const [node] = call.typeArguments ?? [];
  const type = node ? checker.getTypeFromTypeNode(node) : answerOf(call, checker);
  if (node && type && isMissing(type)) return void report('TM1006', node, node.getText());
  if (!type || type.flags & (ts.TypeFlags.NonPrimitive | ts.TypeFlags.Any | ts.TypeFlags.Unknown))
    return void report('TM1052', node ?? call);
  const { symbol, variable } = holder(call, checker);
  const name = literalName(options, checker) ?? symbol?.name ?? 'form(…)';
  const ref = symbol && exports.locate(symbol);
  if (!ref) return reportUnreachable(call, exports, report, name, 'form');
  const file = call.getSourceFile().fileName;
  return {
    ref,
    name: ref.name === 'default' ? ref.local : name,
    file,
    source: file,
    type,
    node,
    at: node ?? call,
    start: [node ?? variable ?? call],
  };
}

/** The type of a name that stands for nothing. */
const isMissing = (type: ts.Type): boolean => (type as ts.Type & { intrinsicName?: string }).intrinsicName === 'error';

function givesSchema(options: ts.Type): boolean {
  const schema = options.getProperty('schema');
  return schema !== undefined && !(schema.flags & ts.SymbolFlags.Optional);
}

/** `const signUp: Form<SignUp> = form()`. */
function answerOf(call: ts.CallExpression, checker: ts.TypeChecker): ts.Type | undefined {
  const made = checker.getTypeAtLocation(call);
  return checker.getTypeArguments(made as ts.TypeReference)[0];
}

/** The classes that a call of `elicit` names as its form, when it is a call of a ToolContext's. */
export function readQuestion(discovery: Discovery, call: ts.CallExpression, exports: ExportIndex): FoundForm[] {
  const { checker, marks } = discovery;
  const [question] = call.arguments;
  if (!question || !isOfContext(call.expression, marks, checker)) return [];
  const property = checker.getTypeAtLocation(question).getProperty('form');
  const type = property && checker.getTypeOfSymbolAtLocation(property, question);
  const classes = type ? branchesOf(type).map((branch) => (branch.symbol as ts.Symbol | undefined)?.valueDeclaration) : [];
  return classes.flatMap((node) => (node && ts.isClassLike(node) ? classForm(node, call, exports, checker) : []));
}

function classForm(node: ts.ClassLikeDeclaration, call: ts.CallExpression, exports: ExportIndex, checker: ts.TypeChecker): FoundForm[] {
  const symbol = classSymbol(node);
  if (!symbol) return [];
  const source = node.getSourceFile().fileName;
  const name = node.name?.text ?? 'a class without a name';
  const ref = exports.locate(symbol);
  const type = checker.getDeclaredTypeOfSymbol(symbol);
  return [{ ref, name, file: call.getSourceFile().fileName, source, type, node: undefined, at: call.arguments[0] ?? call, start: [node] }];
}

/** `context.elicit`, and `elicit` that was taken out of a context; a part of a context, such as a `Pick` of it, will do. */
function isOfContext(callee: ts.Expression, marks: Marks, checker: ts.TypeChecker): boolean {
  const expression = unwrap(callee);
  const owner = ts.isPropertyAccessExpression(expression) ? expression.expression : patternOf(expression, checker);
  if (!owner) return false;
  const type = checker.getApparentType(checker.getNonNullableType(checker.getTypeAtLocation(owner)));
  return marks.isContext(type) || marks.isOfContext(type.getProperty('elicit'));
}

/** The pattern that a name was taken out by. */
function patternOf(name: ts.Expression, checker: ts.TypeChecker): ts.BindingPattern | undefined {
  const declaration = ts.isIdentifier(name) ? checker.getSymbolAtLocation(name)?.valueDeclaration : undefined;
  return declaration && ts.isBindingElement(declaration) ? declaration.parent : undefined;
}
