/** Works out initialisers that are constant, without running any code. */
import { ts } from '../compiler.js';
import { unwrap } from './marks.js';

/** A constant JSON value; bigints are told as decimal text. Undefined when it is not constant. */
export type Constant = { value: unknown } | undefined;

const maximumDepth = 50;

/** Evaluates literals, arithmetic, enum members, arrays, objects, templates and `const` variables with such values. */
export function evaluateConstant(node: ts.Expression, checker: ts.TypeChecker, depth = 0): Constant {
  if (depth > maximumDepth) return undefined;
  const expression = unwrap(node);
  const evaluate = (part: ts.Expression): Constant => evaluateConstant(part, checker, depth + 1);
  return readers.find((one) => one.fits(expression))?.read(expression, evaluate, checker);
}

type Evaluate = (part: ts.Expression) => Constant;
interface Reader {
  fits(node: ts.Node): boolean;
  read(node: ts.Expression, evaluate: Evaluate, checker: ts.TypeChecker): Constant;
}

function reader<N extends ts.Expression>(
  fits: (node: ts.Node) => node is N,
  read: (node: N, evaluate: Evaluate, checker: ts.TypeChecker) => Constant,
): Reader {
  return { fits, read: (node, evaluate, checker) => (fits(node) ? read(node, evaluate, checker) : undefined) };
}

const isKeyword =
  (kind: ts.SyntaxKind) =>
  (node: ts.Node): node is ts.Expression =>
    node.kind === kind;

const readers: Reader[] = [
  reader(ts.isStringLiteralLike, (node) => ({ value: node.text })),
  reader(ts.isNumericLiteral, (node) => ({ value: Number(node.text) })),
  reader(ts.isBigIntLiteral, (node) => ({ value: BigInt(node.text.replace(/_|n$/g, '')).toString() })),
  reader(isKeyword(ts.SyntaxKind.TrueKeyword), () => ({ value: true })),
  reader(isKeyword(ts.SyntaxKind.FalseKeyword), () => ({ value: false })),
  reader(isKeyword(ts.SyntaxKind.NullKeyword), () => ({ value: null })),
  reader(ts.isPrefixUnaryExpression, (node, evaluate) => unary(node.operator, evaluate(node.operand)?.value)),
  reader(ts.isBinaryExpression, (node, evaluate) => binary(node.operatorToken.kind, evaluate(node.left), evaluate(node.right))),
  reader(ts.isTemplateExpression, template),
  reader(ts.isArrayLiteralExpression, array),
  reader(ts.isObjectLiteralExpression, object),
  reader(ts.isIdentifier, (node, evaluate, checker) => named(checker.getSymbolAtLocation(node), evaluate, checker)),
  reader(ts.isPropertyAccessExpression, (node, evaluate, checker) => member(node, node.name.text, evaluate, checker)),
  reader(ts.isElementAccessExpression, (node, evaluate, checker) => member(node, evaluate(node.argumentExpression)?.value, evaluate, checker)),
];

function unary(operator: ts.PrefixUnaryOperator, value: unknown): Constant {
  if (typeof value === 'boolean' && operator === ts.SyntaxKind.ExclamationToken) return { value: !value };
  if (operator === ts.SyntaxKind.MinusToken && typeof value === 'string' && /^\d+$/.test(value)) return { value: `-${value}` };
  if (typeof value !== 'number') return undefined;
  if (operator === ts.SyntaxKind.MinusToken) return { value: -value || 0 };
  if (operator === ts.SyntaxKind.PlusToken) return { value };
  return operator === ts.SyntaxKind.TildeToken ? { value: ~value } : undefined;
}

const arithmetic = new Map<ts.SyntaxKind, (a: number, b: number) => number>([
  [ts.SyntaxKind.PlusToken, (a, b) => a + b],
  [ts.SyntaxKind.MinusToken, (a, b) => a - b],
  [ts.SyntaxKind.AsteriskToken, (a, b) => a * b],
  [ts.SyntaxKind.SlashToken, (a, b) => a / b],
  [ts.SyntaxKind.PercentToken, (a, b) => a % b],
  [ts.SyntaxKind.AsteriskAsteriskToken, (a, b) => a ** b],
  [ts.SyntaxKind.BarToken, (a, b) => a | b],
  [ts.SyntaxKind.AmpersandToken, (a, b) => a & b],
  [ts.SyntaxKind.CaretToken, (a, b) => a ^ b],
  [ts.SyntaxKind.LessThanLessThanToken, (a, b) => a << b],
  [ts.SyntaxKind.GreaterThanGreaterThanToken, (a, b) => a >> b],
]);

function binary(operator: ts.SyntaxKind, left: Constant, right: Constant): Constant {
  if (!left || !right) return undefined;
  const [a, b] = [left.value, right.value];
  if (typeof a === 'number' && typeof b === 'number') return finite(arithmetic.get(operator)?.(a, b));
  const isText = (typeof a === 'string' || typeof b === 'string') && isPrimitive(a) && isPrimitive(b);
  return operator === ts.SyntaxKind.PlusToken && isText ? { value: String(a) + String(b) } : undefined;
}

/** JSON has no Infinity and no NaN. */
const finite = (value: number | undefined): Constant => (value !== undefined && Number.isFinite(value) ? { value } : undefined);
const isPrimitive = (value: unknown): boolean => value === null || typeof value !== 'object';

function template(node: ts.TemplateExpression, evaluate: Evaluate): Constant {
  let text = node.head.text;
  for (const span of node.templateSpans) {
    const part = evaluate(span.expression);
    if (!part || !isPrimitive(part.value)) return undefined;
    text += String(part.value) + span.literal.text;
  }
  return { value: text };
}

function array(node: ts.ArrayLiteralExpression, evaluate: Evaluate): Constant {
  const values: unknown[] = [];
  for (const element of node.elements) {
    const part = evaluate(ts.isSpreadElement(element) ? element.expression : element);
    if (!part) return undefined;
    if (!ts.isSpreadElement(element)) values.push(part.value);
    else if (Array.isArray(part.value)) values.push(...(part.value as unknown[]));
    else return undefined;
  }
  return { value: values };
}

function object(node: ts.ObjectLiteralExpression, evaluate: Evaluate, checker: ts.TypeChecker): Constant {
  const entries: [string, unknown][] = [];
  for (const property of node.properties) {
    const added = objectEntries(property, evaluate, checker);
    if (!added) return undefined;
    entries.push(...added);
  }
  return { value: Object.fromEntries(entries) };
}

function objectEntries(property: ts.ObjectLiteralElementLike, evaluate: Evaluate, checker: ts.TypeChecker): [string, unknown][] | undefined {
  if (ts.isShorthandPropertyAssignment(property)) {
    const part = named(checker.getShorthandAssignmentValueSymbol(property), evaluate, checker);
    return part && [[property.name.text, part.value]];
  }
  if (ts.isSpreadAssignment(property)) {
    const part = evaluate(property.expression);
    return part && typeof part.value === 'object' && part.value !== null ? Object.entries(part.value) : undefined;
  }
  if (!ts.isPropertyAssignment(property)) return undefined;
  const key = ts.isComputedPropertyName(property.name) ? evaluate(property.name.expression)?.value : property.name.text;
  if (typeof key !== 'string' && typeof key !== 'number') return undefined;
  if (ts.isIdentifier(property.initializer) && property.initializer.text === 'undefined') return [];
  const part = evaluate(property.initializer);
  return part && [[String(key), part.value]];
}

/** The value of a `const` variable or an enum member. */
function named(symbol: ts.Symbol | undefined, evaluate: Evaluate, checker: ts.TypeChecker): Constant {
  const target = symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  const declaration = target?.valueDeclaration;
  if (!declaration) return undefined;
  if (ts.isEnumMember(declaration)) {
    const value = checker.getConstantValue(declaration);
    return value === undefined ? undefined : { value };
  }
  if (!ts.isVariableDeclaration(declaration) || !declaration.initializer) return undefined;
  return ts.getCombinedNodeFlags(declaration) & ts.NodeFlags.Const ? evaluate(declaration.initializer) : undefined;
}

function member(
  node: ts.PropertyAccessExpression | ts.ElementAccessExpression,
  key: unknown,
  evaluate: Evaluate,
  checker: ts.TypeChecker,
): Constant {
  const symbol = checker.getSymbolAtLocation(ts.isPropertyAccessExpression(node) ? node.name : node.argumentExpression);
  const direct = symbol?.valueDeclaration && (ts.isEnumMember(symbol.valueDeclaration) || ts.isVariableDeclaration(symbol.valueDeclaration));
  if (direct) return named(symbol, evaluate, checker);
  const owner = evaluate(node.expression)?.value;
  const isKey = typeof key === 'string' || typeof key === 'number';
  if (typeof owner !== 'object' || owner === null || !isKey || !Object.hasOwn(owner, key)) return undefined;
  return { value: (owner as Record<string | number, unknown>)[key] };
}
