/** MCP's forms are flat: what of a contract schema they can ask for, and how the rest is mended. One entry a fault. */
import type { ContractSchema } from '../../types.js';
import { withoutReference } from './text-like.js';

/** What is wrong with a field, after its name, and how to mend it. */
export type FieldFault = readonly [what: string, mend: string];

interface FaultRule {
  of(schema: ContractSchema): boolean;
  what(schema: ContractSchema): string;
  mend: string;
}

/** The formats of MCP's `StringSchema`. */
const formats = new Set(['email', 'uri', 'date', 'date-time']);
const scalars = new Set(['string', 'number', 'integer', 'boolean']);

const valuesOf = ({ enum: values, const: only }: ContractSchema): unknown[] | undefined =>
  values ?? (only === undefined ? undefined : [only]);
const typesOf = ({ type }: ContractSchema): string[] => (type === undefined ? [] : [type].flat());
const isStringEnum = (schema: ContractSchema): boolean => valuesOf(schema)?.every((value) => typeof value === 'string') === true;
const admitsNull = (schema: ContractSchema): boolean => typesOf(schema).includes('null') || (schema.anyOf?.some(admitsNull) ?? false);

/** In the order in which they are looked at. */
const faults: readonly FaultRule[] = [
  {
    of: (schema) => schema['x-secret'] === true,
    what: () => 'is a secret',
    mend: 'Send the person to a page of your own: context.elicit({ message, url }).',
  },
  { of: admitsNull, what: () => 'may be null', mend: 'Make it optional instead, as in `name?: string`.' },
  {
    of: (schema) => schema.contentEncoding !== undefined,
    what: () => 'holds bytes',
    mend: 'Leave it out: a person fills in texts, numbers and choices.',
  },
  { of: ({ type }) => type === 'object', what: () => 'is an object', mend: 'Put its fields into the form itself, or ask in two forms.' },
  {
    of: ({ type, items }) => type === 'array' && !(typeof items === 'object' && isStringEnum(items)),
    what: () => 'is a list of something else than choices',
    mend: 'Make it an array of an enum or of a union of string literals, or a string that holds a list.',
  },
  {
    of: (schema) => schema.type !== 'array' && valuesOf(schema) !== undefined && !isStringEnum(schema),
    what: () => 'has fixed values that are no strings',
    mend: 'Use an enum of strings, a union of string literals, or a plain number or boolean.',
  },
  {
    of: (schema) => typesOf(schema).length > 1 || schema.anyOf !== undefined || schema.oneOf !== undefined,
    what: () => 'is a union',
    mend: 'Use one type, or a union of string literals.',
  },
  {
    of: ({ type }) => type !== 'array' && !(typeof type === 'string' && scalars.has(type)),
    what: () => 'may be anything',
    mend: 'Give it a type: string, number, boolean, an enum, or an array of an enum.',
  },
];

/** A format that MCP does not name is told to the person in words; the answer is checked all the same. */
export const unknownFormat = ({ type, format }: ContractSchema): string | undefined =>
  type === 'string' && format !== undefined && !formats.has(format) ? format : undefined;

export function faultOf(field: ContractSchema): FieldFault | undefined {
  const found = faults.find((rule) => rule.of(field));
  return found && [found.what(field), found.mend];
}

/** Words for the values of enums that have some: field -> value -> title. */
export type Titles = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** The form's schema without references, choices under their titles; undefined when it is no object of fixed fields. */
export function flatten(schema: ContractSchema, $defs: ReadonlyMap<string, ContractSchema>, titles: Titles): ContractSchema | undefined {
  const root = withoutReference(schema, $defs);
  if (root.type !== 'object' || root.patternProperties || (root.additionalProperties ?? true) !== false) return undefined;
  const fields = Object.entries(root.properties ?? {}).map(
    ([name, field]) => [name, withTitles(withoutReference(field, $defs), titles.get(name))] as const,
  );
  return { ...root, properties: Object.fromEntries(fields) };
}

/** One choice as `oneOf`, several as `items.anyOf`, as MCP has it. A single value is a choice too. */
function withTitles(field: ContractSchema, titles: ReadonlyMap<string, string> | undefined): ContractSchema {
  if (typeof field.items === 'object') {
    const { type: _type, enum: _values, const: _only, ...said } = field.items;
    return titles && isStringEnum(field.items) ? { ...field, items: { ...said, anyOf: choices(field.items, titles) } } : field;
  }
  if (!isStringEnum(field)) return field;
  const { enum: _values, const: _only, ...said } = field;
  return titles ? { ...said, oneOf: choices(field, titles) } : { ...said, enum: valuesOf(field) ?? [] };
}

const choices = (field: ContractSchema, titles: ReadonlyMap<string, string>): ContractSchema[] =>
  (valuesOf(field) ?? []).map((value) => ({ const: value, title: titles.get(String(value)) ?? String(value) }));
