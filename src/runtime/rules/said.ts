/** What the schema of a class says of its rules, so that a value which fits the schema need not be asked again. */
import type { Constructor, ContractSchema } from '../../types.js';
import { argumentsOf, isSurelyBuiltIn } from './built-in.js';
import { isNested, type RuleRecord } from './metadata.js';
import type { RuleEntry } from './table/index.js';

/** Where the schema speaks for a rule: on every value, or but for those that the function tells. */
export type SaidWhere = 'always' | ((value: unknown) => boolean);

/** The rules that the schema says wholly. */
export type Said = ReadonlyMap<RuleRecord, SaidWhere>;

/** Rides on a schema through copies; JSON and validators do not see it. */
const key = Symbol('rules that the schema says');

/** What was asked for once; it goes with the schema. */
const proven = new WeakMap<Said, Said>();

/** The rules that `narrowByClass` turned into keywords of this object schema. Here, where they are to rest, those are sorted out that only look built-in. */
export function saidBy(schema: ContractSchema): Said | undefined {
  const said = (schema as { [key]?: Said })[key];
  if (!said) return undefined;
  const known = proven.get(said) ?? new Map([...said].filter(([rule]) => isNested(rule) || isSurelyBuiltIn(rule)));
  proven.set(said, known);
  return known;
}

export const withSaid = (schema: ContractSchema, said: Said): ContractSchema =>
  said.size > 0 ? Object.assign(schema, { [key]: said }) : schema;

/** Whether a rule which the schema says wholly may rest, and on which values not. A format is near to its rule, but seldom the same. */
export function restOf(rule: RuleRecord, entry: RuleEntry): SaidWhere | undefined {
  if (rule.validateIf !== undefined) return undefined;
  return entry.unless?.(argumentsOf(rule)) ?? (entry.exact ? 'always' : undefined);
}

/** A field that the caller may leave out has the value of its initialiser, which no schema has seen: its rules rest only if that passes. */
export function initialValues(owner: Constructor): Readonly<Record<string, unknown>> | undefined {
  try {
    return new (owner as unknown as new () => Record<string, unknown>)();
  } catch {
    return undefined;
  }
}
