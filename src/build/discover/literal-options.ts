/** Options of decorators and of `tool(fn)`, as far as they are written out as a literal. */
import { ts } from '../compiler.js';
import { constantValue } from '../generate/constants.js';
import { type Mark, unwrap } from './marks.js';

/** The options of a mark, where they are an object literal. @param at which argument of the decorator they are */
export function literalOptions(mark: Mark, at: number): ts.ObjectLiteralExpression | undefined {
  return asLiteral(mark.call?.arguments[at]);
}

/** The text of the option `name`, where it can be read. */
export function literalName(options: ts.Expression | undefined, checker: ts.TypeChecker): string | undefined {
  const literal = asLiteral(options);
  return literal && literalText(literal, 'name', checker);
}

/** The text of one option, where it can be read. */
export function literalText(options: ts.ObjectLiteralExpression, key: string, checker: ts.TypeChecker): string | undefined {
  const property = options.properties.find((entry) => entry.name && nameText(entry.name) === key);
  const value = property && ts.isPropertyAssignment(property) ? constantValue(property.initializer, checker) : undefined;
  return typeof value === 'string' ? value : undefined;
}

/** A key that is written out. */
export const nameText = (name: ts.PropertyName): string | undefined =>
  ts.isIdentifier(name) || ts.isStringLiteral(name) ? name.text : undefined;

function asLiteral(options: ts.Expression | undefined): ts.ObjectLiteralExpression | undefined {
  const value = options && unwrap(options);
  return value && ts.isObjectLiteralExpression(value) ? value : undefined;
}
