/** Options of decorators and of `tool(fn)`, as far as they are written out as a literal. */
import { ts } from '../compiler.js';
import { constantValue } from '../generate/constants.js';
import { type Mark, unwrap } from './marks.js';

/** The options of a mark, where they are an object literal. */
export function literalOptions(mark: Mark): ts.ObjectLiteralExpression | undefined {
  return asLiteral(mark.call?.arguments[0]);
}

/** The text of the option `name`, where it can be read. */
export function literalName(options: ts.Expression | undefined, checker: ts.TypeChecker): string | undefined {
  const property = asLiteral(options)?.properties.find((entry) => entry.name?.getText() === 'name');
  const name = property && ts.isPropertyAssignment(property) ? constantValue(property.initializer, checker) : undefined;
  return typeof name === 'string' ? name : undefined;
}

function asLiteral(options: ts.Expression | undefined): ts.ObjectLiteralExpression | undefined {
  const value = options && unwrap(options);
  return value && ts.isObjectLiteralExpression(value) ? value : undefined;
}
