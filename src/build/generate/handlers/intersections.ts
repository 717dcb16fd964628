/** Intersections without primitives: objects merge into one (the compiler knows the merged properties); a branded built-in is the built-in. */
import type { ContractSchema } from '../../../types.js';
import { ts } from '../engine.js';
import type { Handler, SchemaMaker } from '../handler.js';
import { has, isFunction, isImpossible } from '../types-of.js';
import { isBrand } from './brands.js';
import { objectSchema } from './objects.js';

export const intersections: Handler = (type, maker) => {
  if (!type.isIntersection()) return undefined;
  // `object` beside an object or array says nothing more.
  const parts = type.types.filter(
    (part) => !has(part, ts.TypeFlags.NonPrimitive) && (!isBrand(part, maker.checker) || part.symbol?.flags & ts.SymbolFlags.Class),
  );
  const [only] = parts;
  if (parts.length === 1 && only) return maker.of(only);
  if (parts.some(isFunction)) return maker.unsupported(type);
  const special = parts.some(
    (part) =>
      isSpecial(part, maker.checker) || (part.symbol && maker.isLibrary(part.symbol) && (part.symbol.flags & ts.SymbolFlags.Value) !== 0),
  );
  if (!special) return isImpossible(type, maker.checker) ? impossible(maker) : objectSchema(type, maker);
  maker.complain('TM1109', undefined, maker.checker.typeToString(type));
  return {};
};

function impossible(maker: SchemaMaker): ContractSchema {
  maker.complain('TM1105');
  return { not: {} };
}

const isSpecial = (type: ts.Type, checker: ts.TypeChecker): boolean =>
  !has(type, ts.TypeFlags.Object | ts.TypeFlags.NonPrimitive) || checker.isArrayType(type) || checker.isTupleType(type);
