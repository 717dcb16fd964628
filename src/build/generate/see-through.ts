/** Types that are another type to JSON. */
import { ts } from './engine.js';
import type { SchemaMaker } from './handler.js';
import { has, isFunction } from './types-of.js';

/** T of `Readonly<T>`; the built-in or function that a mapped type such as `DeepPartial<Date>` maps over: its methods are no data. */
export function seenThrough(type: ts.Type, maker: SchemaMaker): ts.Type | undefined {
  const alias = type.aliasSymbol;
  if (alias?.name === 'Readonly' && maker.isLibrary(alias)) return type.aliasTypeArguments?.[0];
  const source = mappedSource(type, maker.checker);
  if (!source?.symbol) return undefined;
  const isBuiltin = (source.symbol.flags & ts.SymbolFlags.Value) !== 0 && maker.isLibrary(source.symbol);
  return isBuiltin || isFunction(source) ? source : undefined;
}

/** T of `{ [K in keyof T]: … }`. The compiler keeps it on the type once the members were listed. */
function mappedSource(type: ts.Type, checker: ts.TypeChecker): ts.Type | undefined {
  if (!has(type, ts.TypeFlags.Object) || !((type as ts.ObjectType).objectFlags & ts.ObjectFlags.Mapped)) return undefined;
  const mapped = type as ts.ObjectType & { declaration?: ts.MappedTypeNode; modifiersType?: ts.Type };
  const keys = mapped.declaration?.typeParameter.constraint;
  if (!keys || !ts.isTypeOperatorNode(keys) || keys.operator !== ts.SyntaxKind.KeyOfKeyword || mapped.declaration?.nameType)
    return undefined;
  checker.getPropertiesOfType(type);
  return mapped.modifiersType;
}
