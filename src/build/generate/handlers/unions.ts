/** Unions: literals become one enum, primitives one list of types, null joins where it can, the rest are branches. */
import type { ContractSchema, JsonValue } from '../../../types.js';
import { ts } from '../engine.js';
import type { Handler, SchemaMaker } from '../handler.js';
import { aliasDeclaration, bareNode, has, isAbsent, isImpossible } from '../types-of.js';
import { plainPart } from './brands.js';
import { bigintLiteral, literalValue, valuesSchema } from './literals.js';
import { type Branch, orderedBranches } from './union-order.js';

/** What the branches come down to. */
interface Parts {
  values: JsonValue[];
  digits: string[];
  schemas: ContractSchema[];
  nullable: boolean;
}

export const unions: Handler = (type, maker, node) => {
  if (!type.isUnion()) return undefined;
  const parts: Parts = { values: [], digits: [], schemas: [], nullable: false };
  const branches = orderedBranches(type, node, maker.checker);
  const possible = branches.filter((branch) => !isImpossible(branch.type, maker.checker));
  for (const branch of possible.length > 0 ? possible : branches) addBranch(branch, parts, maker);
  return compose(parts);
};

/** `Email | Digits`, both aliases of string, is plain string to the compiler; each keeps its tags. */
export const joinedAliases: Handler = (type, maker, node) => {
  const union = node && !type.isUnion() ? bareNode(node) : undefined;
  if (!union || !ts.isUnionTypeNode(union)) return undefined;
  const nodes = union.types.filter((part) => maker.checker.getTypeFromTypeNode(part) === type);
  const isAlias = (part: ts.TypeNode): boolean => aliasDeclaration(bareNode(part), maker.checker) !== undefined;
  if (nodes.length < 2 || !nodes.every(isAlias)) return undefined;
  return compose({ values: [], digits: [], nullable: false, schemas: nodes.map((part) => maker.of(type, part)) });
};

function addBranch(branch: Branch, parts: Parts, maker: SchemaMaker): void {
  // The compiler spreads a branded boolean or enum over its literals.
  const plain = plainPart(branch.type, maker.checker) ?? branch.type;
  const value = literalValue(plain);
  const digits = bigintLiteral(plain);
  if (isAbsent(branch.type)) return;
  if (has(branch.type, ts.TypeFlags.Null)) parts.nullable = true;
  else if (value !== undefined) parts.values.push(value);
  else if (digits !== undefined) parts.digits.push(digits);
  else if (branch.nodes.length > 1) parts.schemas.push(...branch.nodes.map((node) => maker.of(branch.type, node)));
  else if (has(branch.type, ts.TypeFlags.Enum)) addMember(maker.of(branch.type), parts);
  // `string & {}` stands for any other string: literals beside it are hints.
  else parts.schemas.push(maker.of(branch.type, branch.nodes[0]));
}

/** A computed member joins the enum's values where its value could be found out. */
function addMember(schema: ContractSchema, parts: Parts): void {
  if (schema.const === undefined) parts.schemas.push(schema);
  else parts.values.push(schema.const as JsonValue);
}

/** JSON null, where a schema of this kind cannot take it in itself. */
const nullSchema = (): ContractSchema => ({ type: 'null' });

function compose(parts: Parts): ContractSchema {
  const { values, digits, nullable } = parts;
  const schemas = withHints(distinct(parts.schemas), values);
  if (digits.length > 0) schemas.push({ ...valuesSchema(digits), 'x-as': 'bigint' });
  if (hasBoth(values)) addBoolean(schemas, values);
  if (values.length > 0) schemas.unshift(valuesSchema(values));
  const merged = mergePrimitives(schemas);
  const [only] = merged;
  if (only === undefined) return nullable ? nullSchema() : { not: {} };
  if (merged.some((schema) => Object.keys(schema).length === 0)) return {};
  if (merged.length > 1) return { anyOf: nullable ? [...merged, nullSchema()] : merged };
  return nullable ? orNull(only) : only;
}

const hasBoth = (values: readonly JsonValue[]): boolean => values.includes(true) && values.includes(false);

/** true and false together are a boolean; with other literals beside them they stay a branch of their own. */
function addBoolean(schemas: ContractSchema[], values: JsonValue[]): void {
  const others = values.filter((value) => typeof value !== 'boolean');
  values.splice(0, values.length, ...others);
  schemas.unshift({ type: 'boolean' });
}

function distinct(schemas: readonly ContractSchema[]): ContractSchema[] {
  const seen = new Map<string, ContractSchema>();
  for (const schema of schemas) seen.set(JSON.stringify(schema), schema);
  return [...seen.values()];
}

/** Known values of an open primitive are examples of it. */
function withHints(schemas: ContractSchema[], values: JsonValue[]): ContractSchema[] {
  return schemas.map((schema) => {
    if (schema.type !== 'string' && schema.type !== 'number') return schema;
    if (!isBare(schema)) return schema;
    const known = values.filter((value) => typeof value === schema.type);
    for (const value of known) values.splice(values.indexOf(value), 1);
    return known.length > 0 ? { ...schema, examples: known } : schema;
  });
}

const isBare = (schema: ContractSchema): boolean => Object.keys(schema).length === 1;

/** Several bare primitives are one schema with a list of types. */
function mergePrimitives(schemas: readonly ContractSchema[]): ContractSchema[] {
  const isPrimitive = (schema: ContractSchema): boolean =>
    isBare(schema) && ['string', 'number', 'boolean', 'integer'].includes(String(schema.type));
  const primitives = schemas.filter(isPrimitive);
  if (primitives.length < 2) return [...schemas];
  const merged: ContractSchema = { type: primitives.map((schema) => schema.type as string) };
  return [merged, ...schemas.filter((schema) => !isPrimitive(schema))];
}

/** The schema with null added. Marked schemas, objects and references keep a branch of their own. */
export function orNull(schema: ContractSchema): ContractSchema {
  if (schema.anyOf) return { ...schema, anyOf: [...schema.anyOf, nullSchema()] };
  const marked = Object.keys(schema).some((key) => key.startsWith('x-') || key === '$ref' || key === 'not' || key === 'allOf');
  if (schema.type === undefined || schema.type === 'object' || marked) return { anyOf: [schema, nullSchema()] };
  const { const: value, ...rest } = schema;
  const values = schema.enum ?? (value === undefined ? undefined : [value]);
  const nullable: ContractSchema = { ...rest, type: [...[schema.type].flat(), 'null'] };
  if (values) nullable.enum = [...values, null];
  return nullable;
}
