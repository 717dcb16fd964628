/** Classes: their public data, marked with the class whose instance the method gets. */
import { ts } from '../engine.js';
import type { Handler, SchemaMaker } from '../handler.js';
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
    maker.complain('TM1106', undefined, symbol.name);
    const { additionalProperties: _closed, ...open } = schema;
    return open;
  }
  if (maker.direction === 'input' && !schema.properties && hasMembers(declaration)) maker.complain('TM1112', undefined, symbol.name);
  const ambient = modifiers & ts.ModifierFlags.Ambient || declaration.getSourceFile().isDeclarationFile;
  return ambient || modifiers & ts.ModifierFlags.Abstract ? schema : { ...schema, 'x-class': maker.className(symbol) };
};

/** An instance type, not `typeof Class`. */
const isInstance = (type: ts.Type): boolean =>
  type.isClass() || (((type as ts.ObjectType).objectFlags & ts.ObjectFlags.Reference) !== 0 && (type as ts.TypeReference).target.isClass());

const hasMembers = (declaration: ts.ClassLikeDeclaration): boolean => declaration.members.some((member) => !ts.isSemicolonClassElement(member));

/** Whether a base is a built-in class, whose inside is not data. */
function extendsLibrary(type: ts.Type, maker: SchemaMaker): boolean {
  const target = ((type as ts.ObjectType).objectFlags & ts.ObjectFlags.Reference) !== 0 ? (type as ts.TypeReference).target : type;
  if (!target.isClassOrInterface()) return false;
  return maker.checker.getBaseTypes(target).some((base) => base.symbol && (maker.isLibrary(base.symbol) || extendsLibrary(base, maker)));
}
