/** Classes: their public data, marked with the class whose instance the method gets. */
import { ts } from '../engine.js';
import type { Handler, SchemaMaker } from '../handler.js';
import { symbolName } from '../names.js';
import { has } from '../types-of.js';
import { objectSchema } from './objects.js';

export const classes: Handler = (type, maker) => {
  const symbol = has(type, ts.TypeFlags.Object) ? type.symbol : undefined;
  const declaration = symbol?.declarations?.find(ts.isClassLike);
  if (!symbol || !declaration || !isInstance(type)) return undefined;
  if (maker.direction === 'output' && type.getProperty('toJSON')) return undefined;
  if (extendsLibrary(type, maker)) return maker.unsupported(type);
  const schema = objectSchema(type, maker);
  const modifiers = ts.getCombinedModifierFlags(declaration);
  if (modifiers & ts.ModifierFlags.Abstract && maker.direction === 'input') {
    maker.complain('TM1106', undefined, symbolName(symbol));
    const { additionalProperties: _closed, ...open } = schema;
    return open;
  }
  if (maker.direction === 'input' && !schema.properties && hasMembers(declaration)) maker.complain('TM1112', undefined, symbolName(symbol));
  if (maker.direction === 'input' && needsArguments(declaration)) maker.complain('TM1113', undefined, symbolName(symbol));
  return isAmbient(declaration, modifiers) || modifiers & ts.ModifierFlags.Abstract
    ? schema
    : { ...schema, 'x-class': maker.className(symbol) };
};

/** Whether the constructor asks for arguments and does more with them than keep them: it is called with none. */
function needsArguments(declaration: ts.ClassLikeDeclaration): boolean {
  const made = declaration.members.find(
    (member): member is ts.ConstructorDeclaration => ts.isConstructorDeclaration(member) && member.body !== undefined,
  );
  const asks = made?.parameters.some((parameter) => !parameter.initializer && !parameter.questionToken && !parameter.dotDotDotToken);
  return asks === true && made?.body?.statements.some((statement) => !keepsOnly(statement)) === true;
}

/** `super(…)`, or `this.field = parameter`. */
function keepsOnly(statement: ts.Statement): boolean {
  if (!ts.isExpressionStatement(statement)) return false;
  const { expression } = statement;
  if (ts.isCallExpression(expression)) return expression.expression.kind === ts.SyntaxKind.SuperKeyword;
  return (
    ts.isBinaryExpression(expression) && expression.operatorToken.kind === ts.SyntaxKind.EqualsToken && ts.isIdentifier(expression.right)
  );
}

/** Whether nothing tells that the class is there at run time. A compiled package of the same workspace is the author's own; what is installed arrives as plain data. */
function isAmbient(declaration: ts.ClassLikeDeclaration, modifiers: ts.ModifierFlags): boolean {
  const { isDeclarationFile, fileName } = declaration.getSourceFile();
  return isDeclarationFile ? fileName.includes('/node_modules/') : (modifiers & ts.ModifierFlags.Ambient) !== 0;
}

/** An instance type, not `typeof Class`. */
const isInstance = (type: ts.Type): boolean =>
  type.isClass() || (((type as ts.ObjectType).objectFlags & ts.ObjectFlags.Reference) !== 0 && (type as ts.TypeReference).target.isClass());

const hasMembers = (declaration: ts.ClassLikeDeclaration): boolean =>
  declaration.members.some((member) => !ts.isSemicolonClassElement(member));

/** Whether a base is a built-in class, whose inside is not data. */
function extendsLibrary(type: ts.Type, maker: SchemaMaker): boolean {
  const target = ((type as ts.ObjectType).objectFlags & ts.ObjectFlags.Reference) !== 0 ? (type as ts.TypeReference).target : type;
  if (!target.isClassOrInterface()) return false;
  // A mapped base, such as the Partial<T> of a mixin, is declared in lib.d.ts too, but is plain data.
  const isNamed = (base: ts.Type): boolean => ((base.symbol?.flags ?? 0) & (ts.SymbolFlags.Class | ts.SymbolFlags.Interface)) !== 0;
  return maker.checker.getBaseTypes(target).some((base) => isNamed(base) && (maker.isLibrary(base.symbol) || extendsLibrary(base, maker)));
}
