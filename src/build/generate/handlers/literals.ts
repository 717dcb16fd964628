/** Literal types and enums, alone or several in a union. */
import type { ContractSchema, JsonValue } from '../../../types.js';
import { constantValue } from '../constants.js';
import { ts } from '../engine.js';
import type { Handler } from '../handler.js';
import { has } from '../types-of.js';

/** The value of a literal type; undefined for other types. bigint literals are not JSON and are not among them. */
export function literalValue(type: ts.Type): string | number | boolean | undefined {
  if (has(type, ts.TypeFlags.StringLiteral | ts.TypeFlags.NumberLiteral))
    return (type as ts.StringLiteralType | ts.NumberLiteralType).value;
  if (has(type, ts.TypeFlags.BooleanLiteral)) return (type as ts.Type & { intrinsicName: string }).intrinsicName === 'true';
  return undefined;
}

/** The digits of a bigint literal type. */
export function bigintLiteral(type: ts.Type): string | undefined {
  if (!has(type, ts.TypeFlags.BigIntLiteral)) return undefined;
  const { negative, base10Value } = (type as ts.BigIntLiteralType).value;
  return (negative ? '-' : '') + base10Value;
}

/** JSON Schema's name of a value's type. */
export const jsonType = (value: JsonValue): string => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value);

/** `const` for one value, `enum` for several; with the type or types they have. */
export function valuesSchema(values: readonly JsonValue[]): ContractSchema {
  const unique = [...new Set(values)];
  const types = [...new Set(unique.map(jsonType))];
  const type = types.length === 1 ? types[0] : types;
  return unique.length === 1 ? { type, const: unique[0] } : { type, enum: unique };
}

/** One literal. */
export const literals: Handler = (type) => {
  const value = literalValue(type);
  if (value !== undefined) return valuesSchema([value]);
  const digits = bigintLiteral(type);
  return digits === undefined ? undefined : { ...valuesSchema([digits]), 'x-as': 'bigint' };
};

/** A computed or ambient member, whose value the compiler does not know: its own type. */
export const unknownMembers: Handler = (type, maker) => {
  if (!has(type, ts.TypeFlags.Enum)) return undefined;
  const declaration = type.symbol?.valueDeclaration;
  const members =
    declaration && ts.isEnumDeclaration(declaration)
      ? [...declaration.members]
      : declaration && ts.isEnumMember(declaration)
        ? [declaration]
        : [];
  const values = members.map((member) => memberValue(member, maker.checker));
  const known = values.filter((value) => value !== undefined);
  if (known.length === values.length && known.length > 0) return valuesSchema(known);
  maker.complain('TM1107', undefined, members[0]?.parent.name.text ?? type.symbol.name, 'number');
  return { type: 'number' };
};

function memberValue(member: ts.EnumMember, checker: ts.TypeChecker): string | number | undefined {
  const value = checker.getConstantValue(member) ?? (member.initializer && constantValue(member.initializer, checker));
  return typeof value === 'string' || typeof value === 'number' ? value : undefined;
}
