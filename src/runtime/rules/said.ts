/** What the schema of a class says of its rules, so that a value which fits the schema need not be asked again. */
import type { Constructor, ContractSchema } from '../../types.js';
import { argumentsOf } from './built-in.js';
import type { RuleRecord } from './metadata.js';
import type { RuleEntry } from './table/index.js';

/** Where the schema speaks for a rule: on every value, or but for those that the function tells. */
export type SaidWhere = 'always' | ((value: unknown) => boolean);

/** The rules that the schema says wholly. */
export type Said = ReadonlyMap<RuleRecord, SaidWhere>;

/** Rides on a schema through copies; JSON and validators do not see it. */
const key = Symbol('rules that the schema says');

/** The rules that `narrowByClass` turned into keywords of this object schema. */
export const saidBy = (schema: ContractSchema): Said | undefined => (schema as { [key]?: Said })[key];

export const withSaid = (schema: ContractSchema, said: Said): ContractSchema =>
  said.size > 0 ? Object.assign(schema, { [key]: said }) : schema;

/** Whether a rule which the schema says wholly may rest, and on which values not. */
export function restOf(rule: RuleRecord, entry: RuleEntry): SaidWhere | undefined {
  return rule.validateIf === undefined ? (entry.unless?.(argumentsOf(rule)) ?? 'always') : undefined;
}

/** A field that the caller may leave out has the value of its initialiser, which no schema has seen: its rules rest only if that passes. */
export function initialValues(owner: Constructor): Readonly<Record<string, unknown>> | undefined {
  try {
    return new (owner as unknown as new () => Record<string, unknown>)();
  } catch {
    return undefined;
  }
}
