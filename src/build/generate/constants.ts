/** Values of expressions that are constant, without running anything. */
import type { JsonValue } from '../../types.js';
import { ts } from './engine.js';

/** The constant's value; undefined when the expression is not constant or has no JSON form. A bigint gives its digits. */
export function constantValue(expression: ts.Expression, checker?: ts.TypeChecker): JsonValue | undefined {
  return evaluate(expression, checker, 0);
}

type Evaluate = (node: never, checker: ts.TypeChecker | undefined, depth: number) => JsonValue | undefined;

/** One entry a kind of expression. */
const evaluators = new Map<ts.SyntaxKind, Evaluate>([
  [ts.SyntaxKind.StringLiteral, (node: ts.StringLiteral) => node.text],
  [ts.SyntaxKind.NoSubstitutionTemplateLiteral, (node: ts.NoSubstitutionTemplateLiteral) => node.text],
  [ts.SyntaxKind.NumericLiteral, (node: ts.NumericLiteral) => Number(node.text)],
  [ts.SyntaxKind.BigIntLiteral, (node: ts.BigIntLiteral) => String(BigInt(node.text.slice(0, -1)))],
  [ts.SyntaxKind.TrueKeyword, () => true],
  [ts.SyntaxKind.FalseKeyword, () => false],
  [ts.SyntaxKind.NullKeyword, () => null],
  [ts.SyntaxKind.ParenthesizedExpression, inner],
  [ts.SyntaxKind.AsExpression, inner],
  [ts.SyntaxKind.SatisfiesExpression, inner],
  [ts.SyntaxKind.TypeAssertionExpression, inner],
  [ts.SyntaxKind.NonNullExpression, inner],
  [ts.SyntaxKind.PrefixUnaryExpression, unary],
  [ts.SyntaxKind.BinaryExpression, binary],
  [ts.SyntaxKind.TemplateExpression, template],
  [ts.SyntaxKind.ArrayLiteralExpression, array],
  [ts.SyntaxKind.ObjectLiteralExpression, object],
  [ts.SyntaxKind.Identifier, name],
  [ts.SyntaxKind.PropertyAccessExpression, access],
  [ts.SyntaxKind.ElementAccessExpression, access],
]);

function evaluate(node: ts.Expression, checker: ts.TypeChecker | undefined, depth: number): JsonValue | undefined {
  // A chain of constants that goes deeper is a cycle.
  if (depth > 100) return undefined;
  return evaluators.get(node.kind)?.(node as never, checker, depth + 1);
}

function inner(
  node: ts.ParenthesizedExpression | ts.AsExpression,
  checker: ts.TypeChecker | undefined,
  depth: number,
): JsonValue | undefined {
  return evaluate(node.expression, checker, depth);
}

function finite(value: number): number | undefined {
  return Number.isFinite(value) ? value : undefined;
}

function unary(node: ts.PrefixUnaryExpression, checker: ts.TypeChecker | undefined, depth: number): JsonValue | undefined {
  const value = evaluate(node.operand, checker, depth);
  if (value === undefined) return undefined;
  if (node.operator === ts.SyntaxKind.ExclamationToken) return !value;
  if (node.operator === ts.SyntaxKind.MinusToken && typeof value === 'string' && ts.isBigIntLiteral(node.operand)) return `-${value}`;
  if (typeof value !== 'number') return undefined;
  if (node.operator === ts.SyntaxKind.MinusToken) return value === 0 ? 0 : -value;
  if (node.operator === ts.SyntaxKind.PlusToken) return value;
  return node.operator === ts.SyntaxKind.TildeToken ? ~value : undefined;
}

const arithmetic = new Map<ts.SyntaxKind, (left: number, right: number) => number>([
  [ts.SyntaxKind.PlusToken, (left, right) => left + right],
  [ts.SyntaxKind.MinusToken, (left, right) => left - right],
  [ts.SyntaxKind.AsteriskToken, (left, right) => left * right],
  [ts.SyntaxKind.AsteriskAsteriskToken, (left, right) => left ** right],
  [ts.SyntaxKind.SlashToken, (left, right) => left / right],
  [ts.SyntaxKind.PercentToken, (left, right) => left % right],
  [ts.SyntaxKind.LessThanLessThanToken, (left, right) => left << right],
  [ts.SyntaxKind.GreaterThanGreaterThanToken, (left, right) => left >> right],
  [ts.SyntaxKind.GreaterThanGreaterThanGreaterThanToken, (left, right) => left >>> right],
  [ts.SyntaxKind.BarToken, (left, right) => left | right],
  [ts.SyntaxKind.AmpersandToken, (left, right) => left & right],
  [ts.SyntaxKind.CaretToken, (left, right) => left ^ right],
]);

const isText = (value: JsonValue): value is string | number => typeof value === 'string' || typeof value === 'number';

function binary(node: ts.BinaryExpression, checker: ts.TypeChecker | undefined, depth: number): JsonValue | undefined {
  const left = evaluate(node.left, checker, depth);
  const right = evaluate(node.right, checker, depth);
  if (left === undefined || right === undefined) return undefined;
  const operator = node.operatorToken.kind;
  if (typeof left === 'number' && typeof right === 'number') return finite(arithmetic.get(operator)?.(left, right) ?? NaN);
  return operator === ts.SyntaxKind.PlusToken && isText(left) && isText(right) ? `${left}${right}` : undefined;
}

function template(node: ts.TemplateExpression, checker: ts.TypeChecker | undefined, depth: number): JsonValue | undefined {
  let text = node.head.text;
  for (const span of node.templateSpans) {
    const value = evaluate(span.expression, checker, depth);
    if (value === undefined || typeof value === 'object') return undefined;
    text += String(value) + span.literal.text;
  }
  return text;
}

function array(node: ts.ArrayLiteralExpression, checker: ts.TypeChecker | undefined, depth: number): JsonValue | undefined {
  const items: JsonValue[] = [];
  for (const element of node.elements) {
    const spread = ts.isSpreadElement(element);
    const value = evaluate(spread ? element.expression : element, checker, depth);
    if (value === undefined || (spread && !Array.isArray(value))) return undefined;
    if (spread && Array.isArray(value)) items.push(...value);
    else items.push(value);
  }
  return items;
}

function object(node: ts.ObjectLiteralExpression, checker: ts.TypeChecker | undefined, depth: number): JsonValue | undefined {
  const entries: [string, JsonValue][] = [];
  for (const property of node.properties) {
    if (ts.isSpreadAssignment(property)) {
      const value = evaluate(property.expression, checker, depth);
      if (typeof value !== 'object' || value === null) return undefined;
      entries.push(...Object.entries(value));
      continue;
    }
    if (ts.isPropertyAssignment(property) && ts.isIdentifier(property.initializer) && property.initializer.text === 'undefined') continue;
    const source = ts.isPropertyAssignment(property)
      ? property.initializer
      : ts.isShorthandPropertyAssignment(property)
        ? property.name
        : undefined;
    const key = property.name && keyOf(property.name, checker, depth);
    const value =
      source && (ts.isShorthandPropertyAssignment(property) ? shorthand(property, checker, depth) : evaluate(source, checker, depth));
    if (key === undefined || value === undefined) return undefined;
    entries.push([key, value]);
  }
  return Object.fromEntries(entries);
}

function keyOf(key: ts.PropertyName, checker: ts.TypeChecker | undefined, depth: number): string | undefined {
  if (ts.isIdentifier(key) || ts.isStringLiteral(key) || ts.isNoSubstitutionTemplateLiteral(key)) return key.text;
  if (ts.isNumericLiteral(key)) return String(Number(key.text));
  const value = ts.isComputedPropertyName(key) ? evaluate(key.expression, checker, depth) : undefined;
  return value !== undefined && isText(value) ? String(value) : undefined;
}

function shorthand(node: ts.ShorthandPropertyAssignment, checker: ts.TypeChecker | undefined, depth: number): JsonValue | undefined {
  return symbolValue(checker?.getShorthandAssignmentValueSymbol(node), checker, depth);
}

function name(node: ts.Identifier, checker: ts.TypeChecker | undefined, depth: number): JsonValue | undefined {
  return symbolValue(checker?.getSymbolAtLocation(node), checker, depth);
}

function symbolValue(symbol: ts.Symbol | undefined, checker: ts.TypeChecker | undefined, depth: number): JsonValue | undefined {
  const target = symbol && symbol.flags & ts.SymbolFlags.Alias ? checker?.getAliasedSymbol(symbol) : symbol;
  const declaration = target?.valueDeclaration;
  if (!declaration || !isConstant(declaration) || !declaration.initializer) return undefined;
  return evaluate(declaration.initializer, checker, depth);
}

/** A `const`, and a `static readonly` field. */
function isConstant(declaration: ts.Declaration): declaration is ts.VariableDeclaration | ts.PropertyDeclaration {
  if (ts.isVariableDeclaration(declaration)) return (ts.getCombinedNodeFlags(declaration) & ts.NodeFlags.Const) !== 0;
  const fixed = ts.ModifierFlags.Static | ts.ModifierFlags.Readonly;
  return ts.isPropertyDeclaration(declaration) && (ts.getCombinedModifierFlags(declaration) & fixed) === fixed;
}

/** `Enum.Member`, `Namespace.constant`, `Class.constant`, and `Constants.key` of a constant object. */
function access(
  node: ts.PropertyAccessExpression | ts.ElementAccessExpression,
  checker: ts.TypeChecker | undefined,
  depth: number,
): JsonValue | undefined {
  const symbol = checker?.getSymbolAtLocation(ts.isPropertyAccessExpression(node) ? node.name : node.argumentExpression);
  const member = symbol?.valueDeclaration;
  if (member && ts.isEnumMember(member)) return checker?.getConstantValue(member);
  if (ts.isPropertyAccessExpression(node) && symbol) {
    const constant = symbolValue(symbol, checker, depth);
    if (constant !== undefined) return constant;
  }
  const owner = evaluate(node.expression, checker, depth);
  const key = ts.isPropertyAccessExpression(node) ? node.name.text : evaluate(node.argumentExpression, checker, depth);
  if (key === 'length' && (typeof owner === 'string' || Array.isArray(owner))) return owner.length;
  if (typeof owner !== 'object' || owner === null || (typeof key !== 'string' && typeof key !== 'number')) return undefined;
  return Object.hasOwn(owner, key) ? (owner as Record<string | number, JsonValue>)[key] : undefined;
}
