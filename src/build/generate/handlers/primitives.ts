/** any, unknown, the primitives, never, and type parameters. */
import type { ContractSchema } from '../../../types.js';
import { ts } from '../engine.js';
import type { Handler } from '../handler.js';
import { has, isAbsent } from '../types-of.js';
import { valuesSchema } from './literals.js';

/** Decimal digits: how a bigint travels. */
export const bigintSchema = (): ContractSchema => ({ type: 'string', pattern: '^-?\\d+$', 'x-as': 'bigint' });

/** `any` and `unknown` are open, except that `any` may stand for a name that could not be resolved. */
export const openTypes: Handler = (type, maker) => {
  if (!has(type, ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return undefined;
  if ((type as ts.Type & { intrinsicName?: string }).intrinsicName === 'error') maker.complain('TM1108');
  return {};
};

/** Types that say that there is no value. */
export const emptyTypes: Handler = (type, maker) => {
  if (isAbsent(type)) return { not: {} };
  if (!has(type, ts.TypeFlags.Never)) return undefined;
  maker.complain('TM1105');
  return { not: {} };
};

/** Types that only JavaScript has. */
export const otherPrimitives: Handler = (type, maker) => {
  if (has(type, ts.TypeFlags.BigInt)) return bigintSchema();
  if (has(type, ts.TypeFlags.ESSymbolLike)) return maker.unsupported(type);
  return has(type, ts.TypeFlags.NonPrimitive) ? { type: 'object' } : undefined;
};

/** `keyof T`: the keys of T's constraint. */
function keysOf(type: ts.Type, checker: ts.TypeChecker): ContractSchema {
  const constraint = checker.getBaseConstraintOfType(type);
  const names = constraint ? checker.getPropertiesOfType(constraint).map((property) => property.name) : [];
  return names.length > 0 ? valuesSchema(names) : { type: ['string', 'number'] };
}

/** A type parameter, or a type that depends on one, is as wide as its constraint. */
export const typeParameters: Handler = (type, maker) => {
  if (!has(type, ts.TypeFlags.Instantiable) || has(type, ts.TypeFlags.TemplateLiteral | ts.TypeFlags.StringMapping)) return undefined;
  if (has(type, ts.TypeFlags.Index)) return keysOf((type as ts.IndexType).type, maker.checker);
  const constraint = maker.checker.getBaseConstraintOfType(type);
  return constraint && constraint !== type ? maker.of(constraint) : {};
};
