/** One walk over a file's syntax: the classes and the calls in it that matter. */
import { ts } from '../compiler.js';
import { baseOf, type MarkName, type Marks, unwrap } from './marks.js';

/** What may hold tools in one file. */
export interface Scanned {
  classes: ts.ClassLikeDeclaration[];
  /** Calls of `tool` that are no decorators. */
  tools: ts.CallExpression[];
  /** Calls of `form`. */
  forms: ts.CallExpression[];
  /** Calls of something named `elicit`. */
  questions: ts.CallExpression[];
  /** What may be given a class as a schema: `new Tool({…})`, `schemaFromClass(…)`. */
  schemas: SchemaTaker[];
}

/** A call that takes schemas, and what it is a call of. */
export interface SchemaTaker {
  call: ts.CallExpression | ts.NewExpression;
  mark: MarkName;
}

export function scanFile(file: ts.SourceFile, marks: Marks): Scanned {
  const found: Scanned = { classes: [], tools: [], forms: [], questions: [], schemas: [] };
  const namespaces = namespaceNames(file);
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node)) return;
    if (ts.isDecorator(node)) return;
    if (ts.isClassLike(node)) found.classes.push(node);
    else if (ts.isCallExpression(node)) addCall(node, found, namespaces, marks);
    else if (ts.isNewExpression(node) && markOf(node, namespaces, marks) === 'Tool') found.schemas.push({ call: node, mark: 'Tool' });
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(file, visit);
  return found;
}

const takers: ReadonlySet<MarkName> = new Set<MarkName>(['Tool', 'schemaFromClass', 'normalizeInputSchema', 'normalizeOutputSchema']);

/** Puts a call where it belongs, if anywhere. */
function addCall(call: ts.CallExpression, found: Scanned, namespaces: Set<string>, marks: Marks): void {
  const mark = isSuper(call) ? ofBase(call, marks) : markOf(call, namespaces, marks);
  if (mark === 'tool') found.tools.push(call);
  else if (mark === 'form') found.forms.push(call);
  else if (mark && takers.has(mark)) found.schemas.push({ call, mark });
  else if (calledName(call.expression) === 'elicit') found.questions.push(call);
}

function markOf({ expression }: ts.CallExpression | ts.NewExpression, namespaces: Set<string>, marks: Marks): MarkName | undefined {
  return mayBeMark(expression, namespaces) ? marks.ofExpression(expression) : undefined;
}

const isSuper = ({ expression }: ts.CallExpression): boolean => expression.kind === ts.SyntaxKind.SuperKeyword;

/** What `super(…)` calls. */
function ofBase(call: ts.CallExpression, marks: Marks): MarkName | undefined {
  let outer: ts.Node | undefined = call;
  while (outer && !ts.isClassLike(outer)) outer = outer.parent as ts.Node | undefined;
  const base = outer && baseOf(outer);
  return base && marks.ofExpression(base);
}

function calledName(callee: ts.Expression): string | undefined {
  const expression = unwrap(callee);
  if (ts.isPropertyAccessExpression(expression)) return expression.name.text;
  return ts.isIdentifier(expression) ? expression.text : undefined;
}

/** Only names and members of imported namespaces: asking the checker for any other member would type-check its object. */
function mayBeMark(callee: ts.Expression, namespaces: Set<string>): boolean {
  const expression = unwrap(callee);
  if (ts.isIdentifier(expression)) return true;
  return ts.isPropertyAccessExpression(expression) && namespaces.has(leftmost(expression));
}

function leftmost(expression: ts.Expression): string {
  const inner = unwrap(expression);
  if (ts.isPropertyAccessExpression(inner)) return leftmost(inner.expression);
  return ts.isIdentifier(inner) ? inner.text : '';
}

function namespaceNames(file: ts.SourceFile): Set<string> {
  const names = new Set<string>();
  for (const statement of file.statements) {
    if (ts.isImportEqualsDeclaration(statement)) names.add(statement.name.text);
    if (!ts.isImportDeclaration(statement)) continue;
    const { name, namedBindings } = statement.importClause ?? {};
    if (name) names.add(name.text);
    if (namedBindings && ts.isNamespaceImport(namedBindings)) names.add(namedBindings.name.text);
    else namedBindings?.elements.forEach((element) => names.add(element.name.text));
  }
  return names;
}

/** Whether the node stands inside a function or method body, where no import can reach it. */
export function isInsideFunction(node: ts.Node): boolean {
  for (let outer = node.parent as ts.Node | undefined; outer; outer = outer.parent as ts.Node | undefined) {
    if (ts.isFunctionLike(outer) || ts.isClassStaticBlockDeclaration(outer)) return true;
  }
  return false;
}
