/** Interfaces, object literals, mapped types and records: closed objects, open where an index signature says so. */
import type { ContractSchema } from '../../../types.js';
import { ts } from '../engine.js';
import { fieldOf } from '../fields.js';
import type { Handler, SchemaMaker } from '../handler.js';
import { argumentNode, bareNode, has, isFunction } from '../types-of.js';
import { patternOf } from './templates.js';

/** Keys that are numbers. */
export const numericKey = '^-?\\d+(?:\\.\\d+)?$';

export const objects: Handler = (type, maker, node) => {
  if (!has(type, ts.TypeFlags.Object)) return undefined;
  if (maker.direction === 'output') {
    const json = jsonForm(type, maker);
    if (json) return maker.of(json);
  }
  if (isFunction(type)) return functionType(type, maker);
  return isEmptyLiteral(type, maker) ? { type: 'object' } : objectSchema(type, maker, node);
};

function functionType(type: ts.Type, maker: SchemaMaker): ContractSchema {
  if (maker.direction === 'output') return maker.unsupported(type);
  maker.complain('TM1111', undefined, maker.checker.typeToString(type));
  return {};
}

/** What `toJSON()` gives, which is what JSON.stringify writes. */
function jsonForm(type: ts.Type, maker: SchemaMaker): ts.Type | undefined {
  const method = type.getProperty('toJSON');
  const returned = method && maker.checker.getTypeOfSymbol(method).getCallSignatures()[0]?.getReturnType();
  return returned === type ? undefined : returned;
}

/** `{}` as written takes any object; an interface or class without members takes none but the empty one. */
function isEmptyLiteral(type: ts.Type, maker: SchemaMaker): boolean {
  const mapped = ((type as ts.ObjectType).objectFlags & ts.ObjectFlags.Mapped) !== 0;
  const declared = type.symbol !== undefined && (type.symbol.flags & (ts.SymbolFlags.Class | ts.SymbolFlags.Interface)) !== 0;
  if (mapped || declared) return false;
  return maker.checker.getPropertiesOfType(type).length === 0 && maker.checker.getIndexInfosOfType(type).length === 0;
}

/** An object schema of the type's own and inherited properties and its index signatures. */
export function objectSchema(type: ts.Type, maker: SchemaMaker, node?: ts.TypeNode): ContractSchema {
  const properties: [string, ContractSchema][] = [];
  const required: string[] = [];
  const values = valueNode(node);
  for (const symbol of maker.checker.getPropertiesOfType(type)) {
    const field = fieldOf(symbol, type, maker, values);
    if (!field) continue;
    properties.push([symbol.name, field.schema]);
    if (field.required) required.push(symbol.name);
  }
  const schema: ContractSchema = { type: 'object' };
  // fromEntries defines own keys, also one named __proto__.
  if (properties.length > 0) schema.properties = Object.fromEntries(properties);
  if (required.length > 0) schema.required = required;
  return { ...schema, ...indexKeywords(type, maker, values) };
}

/** The type of the values as written, where it is one for all keys: `V` of `Record<K, V>` and of `{ [P in K]: V }`. */
function valueNode(node: ts.TypeNode | undefined): ts.TypeNode | undefined {
  const bare = node && bareNode(node);
  if (bare && ts.isMappedTypeNode(bare)) return bare.type;
  const isWrapper = bare && ts.isTypeReferenceNode(bare) && wrappers.has(bare.typeName.getText());
  return isWrapper ? valueNode(argumentNode(node, 0)) : argumentNode(node, 1);
}

/** They keep the types of the values. */
const wrappers: ReadonlySet<string> = new Set(['Partial', 'Required', 'Readonly']);

function indexKeywords(type: ts.Type, maker: SchemaMaker, node: ts.TypeNode | undefined): ContractSchema {
  let additionalProperties: ContractSchema | boolean = false;
  const patterns: [string, ContractSchema][] = [];
  for (const info of maker.checker.getIndexInfosOfType(type)) {
    const key = info.keyType;
    // `Record<string, never>` is the object without keys.
    if (has(key, ts.TypeFlags.ESSymbolLike) || has(info.type, ts.TypeFlags.Never)) continue;
    const made = maker.of(info.type, info.declaration?.type ?? node);
    if (has(key, ts.TypeFlags.Number)) patterns.push([numericKey, made]);
    else if (has(key, ts.TypeFlags.TemplateLiteral | ts.TypeFlags.StringMapping)) patterns.push([`^${patternOf(key)}$`, made]);
    else additionalProperties = Object.keys(made).length === 0 ? true : made;
  }
  return patterns.length > 0 ? { patternProperties: Object.fromEntries(patterns), additionalProperties } : { additionalProperties };
}
