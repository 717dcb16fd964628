/** One property of an object type: whether it is data, whether it must be there, its default and its documentation. */
import type { ContractSchema } from '../../types.js';
import { constantValue } from './constants.js';
import { ts } from './engine.js';
import type { SchemaMaker } from './handler.js';
import { applyDocs } from './jsdoc/apply.js';
import { seenThrough } from './see-through.js';
import { branchesOf, has, isAbsent, isClassMember, isFunction, isImpossible, isLooseNull, mayBeAbsent, writtenType } from './types-of.js';

/** A property as the object schema lists it. */
export interface Field {
  schema: ContractSchema;
  required: boolean;
}

/** The field of a property; undefined when it is no data. `node` is its type as written elsewhere than at its declaration. */
export function fieldOf(symbol: ts.Symbol, owner: ts.Type, maker: SchemaMaker, node?: ts.TypeNode): Field | undefined {
  const declaration = symbol.valueDeclaration ?? symbol.declarations?.[0];
  if (/^__[@#]/.test(String(symbol.escapedName)) || (declaration && (isHidden(declaration) || isMergedMethod(declaration, owner))))
    return undefined;
  const type = writtenType(maker.checker.getTypeOfSymbol(symbol), declaration, maker.program);
  const optional = (symbol.flags & ts.SymbolFlags.Optional) !== 0 || mayBeAbsent(type);
  if (isAbsentOnly(type, optional, maker.checker)) return undefined;
  if (
    maker.direction === 'output' &&
    branchesOf(type).some((part) => isFunction(seenThrough(part, maker) ?? part) || has(part, ts.TypeFlags.ESSymbolLike))
  )
    return undefined;
  const docs = maker.docs.ofSymbol(symbol);
  if (docs.tags.some((tag) => tag.name === 'ignore')) return undefined;
  const initializer = instanceInitializer(declaration, owner);
  const make = (): ContractSchema => {
    const made = applyDocs(maker.of(type, typeNodeOf(declaration) ?? node), docs, maker, declaration);
    return maker.direction === 'input' ? withDefault(made, type, initializer, maker) : made;
  };
  const schema = declaration ? maker.at({ label: `property '${symbol.name}'`, node: declaration }, make) : make();
  const filled = initializer !== undefined && maker.direction === 'input';
  return { schema, required: !optional && !filled };
}

/** Methods, accessors and what is not public: not part of a class's data. */
function isHidden(declaration: ts.Declaration): boolean {
  if (!isClassMember(declaration) && !ts.isParameter(declaration)) return false;
  if (ts.isMethodDeclaration(declaration) || ts.isAccessor(declaration)) return true;
  if (ts.isPropertyDeclaration(declaration) && declaration.initializer && ts.isFunctionLike(declaration.initializer)) return true;
  return (
    (ts.getCombinedModifierFlags(declaration) & (ts.ModifierFlags.Private | ts.ModifierFlags.Protected | ts.ModifierFlags.Static)) !== 0
  );
}

/** A method that an interface of the same name adds to a class. */
function isMergedMethod(declaration: ts.Declaration, owner: ts.Type): boolean {
  return ts.isMethodSignature(declaration) && owner.isClass() && owner.symbol.declarations?.includes(declaration.parent) === true;
}

/** `x?: never` and `x: undefined` say that x is not there. */
function isAbsentOnly(type: ts.Type, optional: boolean, checker: ts.TypeChecker): boolean {
  return branchesOf(type).every((part) => isAbsent(part) || (optional && (has(part, ts.TypeFlags.Never) || isImpossible(part, checker))));
}

function typeNodeOf(declaration: ts.Declaration | undefined): ts.TypeNode | undefined {
  if (!declaration) return undefined;
  if (ts.isPropertySignature(declaration) || ts.isPropertyDeclaration(declaration) || ts.isParameter(declaration)) return declaration.type;
  return undefined;
}

/** The initialiser that fills the field of a new instance; types derived from the class (`Pick<Class, …>`) are plain objects and have none. */
function instanceInitializer(declaration: ts.Declaration | undefined, owner: ts.Type): ts.Expression | undefined {
  if (!declaration || !(owner.symbol?.flags & ts.SymbolFlags.Class)) return undefined;
  return ts.isPropertyDeclaration(declaration) || ts.isParameter(declaration) ? declaration.initializer : undefined;
}

function withDefault(schema: ContractSchema, type: ts.Type, initializer: ts.Expression | undefined, maker: SchemaMaker): ContractSchema {
  if (!initializer || schema.default !== undefined) return schema;
  const value = constantValue(initializer, maker.checker);
  if (value === undefined || (value === null && isLooseNull(type, maker.program))) return schema;
  return { ...schema, default: value };
}
