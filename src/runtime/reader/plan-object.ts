/** Objects: plain, of a class, records and maps. */
import type { Constructor, ContractSchema } from '../../types.js';
import { type Field, ObjectReading, RecordReading } from './object.js';
import { hasOnly, type PlanContext } from './context.js';
import type { Reading } from './reading.js';

export function planObject(schema: ContractSchema, depth: number, context: PlanContext): Reading | undefined {
  const { properties = {}, additionalProperties: others, 'x-as': as, 'x-class': className } = schema;
  if (!hasOnly(schema, ['type', 'properties', 'required', 'additionalProperties', 'x-as', 'x-keys', 'x-class'])) return undefined;
  const isRecord = Object.keys(properties).length === 0 && others !== false && (schema.required ?? []).length === 0;
  if (as !== undefined && !(as === 'Map' && isRecord)) return undefined;
  const owner = className === undefined ? undefined : context.classNamed(className);
  if (className !== undefined && !owner) return undefined;
  if (isRecord) return owner ? undefined : planRecord(schema, depth, context);
  // Fields beyond those known, where the schema lets them pass, are read the long way at run time.
  if (typeof others === 'object' || !areUsual(properties, schema.required)) return undefined;
  return planFields(schema, owner, depth, context);
}

function planRecord(schema: ContractSchema, depth: number, context: PlanContext): Reading {
  const { additionalProperties: others, 'x-as': as, 'x-keys': keys } = schema;
  return new RecordReading(context.plan(others, depth + 1), as === 'Map' ? (keys === 'number' ? Number : String) : undefined);
}

/** No name that every object has anyway, and nothing required that is not declared. */
function areUsual(properties: object, required: unknown = []): boolean {
  const names = Object.keys(properties);
  return (
    names.every((name) => !(name in Object.prototype) && name !== 'prototype') &&
    (required as string[]).every((name) => names.includes(name))
  );
}

function planFields(schema: ContractSchema, owner: Constructor | undefined, depth: number, context: PlanContext): Reading | undefined {
  const { properties = {}, required = [] } = schema;
  const entries = Object.entries(properties as Record<string, ContractSchema | boolean>);
  const isNative = (name: string, field: ContractSchema | boolean): boolean =>
    !owner || (typeof field === 'object' && context.isNative(owner, name, field));
  if (!entries.every(([name, field]) => isNative(name, field))) return undefined;
  const fields = entries.map(([name, field]): Field => {
    const fallback = typeof field === 'object' && field.default !== undefined ? context.defaultOf(field, field.default) : undefined;
    return { name, reading: context.plan(field, depth + 1), isRequired: required.includes(name), ...(fallback && { fallback }) };
  });
  return new ObjectReading({ fields, ...(owner && { owner, rules: context.rulesLeft(owner, schema) }) });
}
