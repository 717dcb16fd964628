/** Arrays and tuples. */
import type { ContractSchema } from '../../../types.js';
import { ts } from '../engine.js';
import type { Handler, SchemaMaker } from '../handler.js';
import { argumentNode, bareNode, has, isAbsent, isLoose, mayBeAbsent } from '../types-of.js';
import { orNull } from './unions.js';

/** Lists of lib.d.ts that any array is. In results the asynchronous and lazy ones are collected into an array. */
const inputLists = new Set(['Iterable', 'ArrayLike', 'ConcatArray']);

export const arrays: Handler = (type, maker, node) => {
  const list = maker.checker.isArrayType(type) ? type : listBase(type, maker);
  if (!list) return undefined;
  const [element] = maker.checker.getTypeArguments(list as ts.TypeReference);
  return { type: 'array', items: element ? elementSchema(element, maker, list === type ? argumentNode(node, 0) : undefined) : {} };
};

/** The array that an interface extends, or the list type itself. */
function listBase(type: ts.Type, maker: SchemaMaker): ts.Type | undefined {
  const symbol = type.symbol;
  if (!symbol || !has(type, ts.TypeFlags.Object)) return undefined;
  if (inputLists.has(symbol.name) && maker.isLibrary(symbol)) return type;
  if (!(symbol.flags & ts.SymbolFlags.Interface) || maker.isLibrary(symbol) || !type.isClassOrInterface()) return undefined;
  return maker.checker.getBaseTypes(type).find((base) => maker.checker.isArrayType(base));
}

/** An element. JSON writes an absent element of a result as null. */
export function elementSchema(type: ts.Type, maker: SchemaMaker, node: ts.TypeNode | undefined): ContractSchema {
  // `never[]` is the empty array.
  if (has(type, ts.TypeFlags.Never)) return isLoose(maker.program) ? {} : { not: {} };
  if (maker.direction === 'output' && mayBeAbsent(type)) return isAbsent(type) ? { type: 'null' } : orNull(maker.of(type, node));
  return maker.of(type, node);
}

export const tuples: Handler = (type, maker, node) => {
  if (!maker.checker.isTupleType(type)) return undefined;
  const target = (type as ts.TupleTypeReference).target;
  const types = maker.checker.getTypeArguments(type as ts.TypeReference);
  const nodes = elementNodes(node);
  const schemas = types.map((element, index) => labelled(elementSchema(element, maker, nodes?.[index]), target, index));
  const restAt = target.elementFlags.findIndex((flag) => (flag & ts.ElementFlags.Variable) !== 0);
  if (maker.direction === 'output')
    return unordered(schemas, restAt < 0 ? minimum(types, target) : target.minLength, restAt < 0 ? schemas.length : undefined);
  return restAt < 0 ? fixed(schemas, minimum(types, target)) : open(schemas, restAt, target);
};

/**
 * A tuple in a result. MCP's client of SDK v1 checks results by draft-07, where `prefixItems` means nothing and `items` speaks of every element:
 * what holds in both drafts is which elements there may be, and how many.
 */
function unordered(schemas: readonly ContractSchema[], minItems: number, maxItems: number | undefined): ContractSchema {
  const bounds = { minItems, ...(maxItems !== undefined && { maxItems }) };
  return schemas.length === 0 ? { type: 'array', ...bounds } : { type: 'array', items: oneOrAny(schemas), ...bounds };
}

function oneOrAny(schemas: readonly ContractSchema[]): ContractSchema {
  const distinct = [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()];
  const [only] = distinct;
  return distinct.length === 1 && only ? only : { anyOf: distinct };
}

function elementNodes(node: ts.TypeNode | undefined): readonly ts.TypeNode[] | undefined {
  const bare = node && bareNode(node);
  if (!bare || !ts.isTupleTypeNode(bare)) return undefined;
  return bare.elements.map((element) => {
    const inner = ts.isNamedTupleMember(element) || ts.isOptionalTypeNode(element) || ts.isRestTypeNode(element) ? element.type : element;
    const isRest = ts.isRestTypeNode(element) || (ts.isNamedTupleMember(element) && element.dotDotDotToken !== undefined);
    return isRest ? (argumentNode(inner, 0) ?? inner) : inner;
  });
}

/** A label says what the element is. */
function labelled(schema: ContractSchema, target: ts.TupleType, index: number): ContractSchema {
  const name = target.labeledElementDeclarations?.[index]?.name;
  return name && schema.title === undefined ? { ...schema, title: name.getText() } : schema;
}

const isOptionalTail = (type: ts.Type | undefined): boolean => type !== undefined && mayBeAbsent(type);

/** Elements that must be there: those before the optional ones and before a tail that may be undefined. */
function minimum(types: readonly ts.Type[], target: ts.TupleType): number {
  let count = target.minLength;
  while (count > 0 && isOptionalTail(types[count - 1])) count--;
  return count;
}

function fixed(schemas: ContractSchema[], minItems: number): ContractSchema {
  const bounds = { minItems, maxItems: schemas.length };
  return schemas.length === 0
    ? { type: 'array', items: false, ...bounds }
    : { type: 'array', prefixItems: schemas, items: false, ...bounds };
}

/** A tuple with a rest element. What follows the rest has no keyword of its own: it must fit the rest or one of the last. */
function open(schemas: ContractSchema[], restAt: number, target: ts.TupleType): ContractSchema {
  const before = schemas.slice(0, restAt);
  const items = oneOrAny(schemas.slice(restAt));
  const schema: ContractSchema = { type: 'array', items, minItems: target.minLength };
  return before.length > 0 ? { type: 'array', prefixItems: before, items, minItems: target.minLength } : schema;
}
