/** Whether what stands in a URI or in an argument of a prompt, a text, can be turned into a value of a schema. */
import type { ContractSchema } from '../../types.js';

const texts = new Set(['string', 'number', 'integer', 'boolean']);

/** The schema a reference stands for, with what is said beside the reference. */
export function withoutReference(schema: ContractSchema, $defs: ReadonlyMap<string, ContractSchema>): ContractSchema {
  const { $ref, ...said } = schema;
  const target = $ref === undefined ? undefined : $defs.get($ref.replace('#/$defs/', ''));
  return target ? { ...withoutReference(target, $defs), ...said } : schema;
}

/** Strings, numbers, booleans, enums, and unions of such; what may be anything may be a text. */
export function isTextLike(schema: ContractSchema, $defs: ReadonlyMap<string, ContractSchema>): boolean {
  const { type, anyOf } = withoutReference(schema, $defs);
  if (anyOf) return anyOf.every((branch) => isTextLike(branch, $defs));
  const types = type === undefined ? [] : [type].flat().filter((one) => one !== 'null');
  return types.every((one) => texts.has(one));
}

/** A list of what is like text; what may be anything may be a list. */
export function isTextList(schema: ContractSchema, $defs: ReadonlyMap<string, ContractSchema>): boolean {
  const { type, items, anyOf } = withoutReference(schema, $defs);
  return type === undefined ? !anyOf : type === 'array' && (typeof items !== 'object' || isTextLike(items, $defs));
}
