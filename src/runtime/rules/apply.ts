/** Applies what a rule says to a property's schema, in the branch it concerns. */
import { isDeepStrictEqual } from 'node:util';
import type { ContractSchema } from '../../types.js';
import { mergeKeywords } from './merge.js';
import type { JsonType, Narrowing, Primitive } from './table/index.js';

/** Finds the schema behind a `$ref`, so that what it already says is not said twice. */
export type ResolveReference = (reference: string) => ContractSchema | undefined;

/** What surrounds the application of a rule. */
export interface Surroundings {
  /** `null` reaches no rule (`@IsOptional`). */
  nullPasses: boolean;
  resolve: ResolveReference;
}

/** The narrowed schema; undefined when the rule cannot be said of it. */
export type Applied = ContractSchema | undefined;

const everyType: readonly JsonType[] = ['null', 'boolean', 'object', 'array', 'number', 'string'];

/** Narrows the schema of a value that the rule judges as a whole. */
export function applyToValue(schema: ContractSchema, narrowing: Narrowing, around: Surroundings): Applied {
  const branches = branchKeyword(schema);
  if (branches)
    return applyToBranches(
      schema,
      branches,
      (branch) => canPass(branch, narrowing, around),
      (branch) => applyToValue(branch, narrowing, around),
    );
  if (schema['x-as'] !== undefined && !isContainer(schema)) return applyToBuiltIn(schema, narrowing);
  if (schema.$ref !== undefined) return applyToReference(schema, schema.$ref, narrowing, around);
  if (typesOf(schema, around).every((type) => type === 'null') && around.nullPasses) return schema;
  if (!holds(schema, narrowing, around)) return undefined;
  const typed = narrowTypes(schema, narrowing, around);
  const valued = typed && narrowValues(typed, narrowing, around);
  return valued && mergeKeywords(valued, narrowing.keywords ?? {});
}

/** Narrows the elements of arrays, sets and maps (`each: true`); any other value is judged as a whole, as class-validator does. */
export function applyToElements(schema: ContractSchema, narrowing: Narrowing, around: Surroundings): Applied {
  const branches = branchKeyword(schema);
  if (branches) {
    // A container may be empty: whatever the rule says of elements, it can pass.
    const keep = (branch: ContractSchema): boolean =>
      branch['x-as'] === 'Map' || typesOf(branch, around).includes('array') || canPass(branch, narrowing, around);
    return applyToBranches(schema, branches, keep, (branch) => applyToElements(branch, narrowing, around));
  }
  const types = typesOf(schema, around);
  const isMap = schema['x-as'] === 'Map';
  const inside: JsonType = isMap ? 'object' : 'array';
  if (!isMap && !types.includes('array')) return applyToValue(schema, narrowing, around);
  if (schema.$ref !== undefined || types.some((type) => type !== inside && type !== 'null')) return undefined;
  const container = types.includes('null') && !around.nullPasses && refusesNull(narrowing) ? { ...schema, type: inside } : schema;
  const element = (item: ContractSchema): Applied => applyToValue(item, narrowing, { ...around, nullPasses: false });
  return isMap ? narrowMapValues(container, element) : narrowItems(container, element);
}

function narrowItems(schema: ContractSchema, narrow: (item: ContractSchema) => Applied): Applied {
  const prefix = (schema.prefixItems ?? []).map((item) => narrow(item as ContractSchema));
  if (!prefix.every((item) => item !== undefined)) return undefined;
  const copy: ContractSchema = prefix.length > 0 ? { ...schema, prefixItems: prefix } : { ...schema };
  if (schema.items === false) return copy;
  const items = narrow(asSchema(schema.items));
  return items && { ...copy, items };
}

function narrowMapValues(schema: ContractSchema, narrow: (item: ContractSchema) => Applied): Applied {
  if (schema.additionalProperties === false) return undefined;
  const values = narrow(asSchema(schema.additionalProperties));
  return values && { ...schema, additionalProperties: values };
}

const asSchema = (schema: ContractSchema | boolean | undefined): ContractSchema => (typeof schema === 'object' ? schema : {});

type BranchKeyword = 'anyOf' | 'oneOf';

const branchKeyword = (schema: ContractSchema): BranchKeyword | undefined =>
  (['anyOf', 'oneOf'] as const).find((keyword) => Array.isArray(schema[keyword]));

const isContainer = (schema: ContractSchema): boolean => schema['x-as'] === 'Map' || schema['x-as'] === 'Set';

const refusesNull = ({ types, values }: Narrowing): boolean =>
  (types !== undefined && !types.includes('null')) || (values !== undefined && !values.includes(null));

/** A branch that the rule can never let through is dropped; a last one left takes the place of the union. */
function applyToBranches(
  schema: ContractSchema,
  keyword: BranchKeyword,
  keep: (branch: ContractSchema) => boolean,
  apply: (branch: ContractSchema) => Applied,
): Applied {
  const before = schema[keyword] as ContractSchema[];
  const after = before.filter(keep).map(apply);
  if (after.length === 0 || !after.every((branch) => branch !== undefined)) return undefined;
  const { [keyword]: _branches, ...outer } = schema;
  const [only] = after;
  const clashes = Object.keys(outer).some((key) => key !== 'description' && only !== undefined && key in only);
  if (after.length > 1 || only === undefined || clashes || before.length === 1) return { ...schema, [keyword]: after };
  return { ...only, ...outer };
}

function canPass(branch: ContractSchema, { types, values }: Narrowing, around: Surroundings): boolean {
  const have = typesOf(branch, around);
  if (around.nullPasses && have.includes('null')) return true;
  if (types && commonTypes(have, types).length === 0) return false;
  return !values || isBuiltIn(branch, around) || values.some((value) => have.some((type) => isOfType(value, type)));
}

const isBuiltIn = (schema: ContractSchema, { resolve }: Surroundings): boolean =>
  (schema['x-as'] ?? (schema.$ref === undefined ? undefined : resolve(schema.$ref)?.['x-as'])) !== undefined;

/** A rule judges the `Date` or `URL` made of the text, so its keywords say nothing of the text; that it is there, they may say. */
function applyToBuiltIn(schema: ContractSchema, { types, values, except, keywords, partly }: Narrowing): Applied {
  const presenceOnly = types?.includes('object') && types.includes('string') && !values && !except && !partly;
  return presenceOnly && Object.keys(keywords ?? {}).every((keyword) => keyword === 'minLength') ? schema : undefined;
}

/** Says beside the reference what the schema behind it does not say yet. */
function applyToReference(schema: ContractSchema, reference: string, narrowing: Narrowing, around: Surroundings): Applied {
  const target = around.resolve(reference);
  if (!target) return narrowing.plainObjects || narrowing.primitiveItems ? undefined : besideUnknown(schema, narrowing, around);
  const narrowed = applyToValue(target, narrowing, around);
  if (!narrowed) return undefined;
  const added = Object.entries(narrowed).filter(([key, value]) => !isDeepStrictEqual(value, target[key]));
  return mergeKeywords(schema, Object.fromEntries(added));
}

function besideUnknown(schema: ContractSchema, narrowing: Narrowing, around: Surroundings): Applied {
  const { type: _type, ...rest } = applyToValue({}, { ...narrowing, types: undefined }, around) ?? {};
  return mergeKeywords(schema, rest);
}

/** Whether the rule's keywords can be trusted on this schema (see `primitiveItems` and `plainObjects`). */
function holds(schema: ContractSchema, { primitiveItems, plainObjects }: Narrowing, around: Surroundings): boolean {
  if (plainObjects && (schema['x-class'] !== undefined || schema.properties !== undefined)) return false;
  if (!primitiveItems || schema['x-as'] === 'Set') return true;
  if (!typesOf(schema, around).includes('array')) return true;
  const items = [...(schema.prefixItems ?? []), ...(schema.items === false ? [] : [asSchema(schema.items)])];
  return items.every((item) => typesOf(item, around).every((type) => type !== 'object' && type !== 'array') && !isBuiltIn(item, around));
}

function narrowTypes(schema: ContractSchema, { types, values }: Narrowing, around: Surroundings): Applied {
  const allowed = types ?? (values && [...new Set(values.map(typeOfValue))]);
  if (!allowed) return schema;
  const withNull: readonly JsonType[] = around.nullPasses ? [...allowed, 'null'] : allowed;
  const listed = schema.enum ?? (schema.const === undefined ? undefined : [schema.const]);
  if (listed) return filterListed(schema, listed, (value) => withNull.some((type) => isOfType(value, type)));
  if (schema.type === undefined && !types) return schema;
  const have = schema.type === undefined ? withNull : commonTypes([schema.type].flat() as JsonType[], withNull);
  if (have.length === 0 || (have.every((type) => type === 'null') && !allowed.includes('null'))) return undefined;
  const [only] = have;
  return { ...schema, type: have.length === 1 && only !== undefined ? only : [...have] };
}

function narrowValues(schema: ContractSchema, { values, except }: Narrowing, around: Surroundings): Applied {
  const listed = schema.enum ?? (schema.const === undefined ? undefined : [schema.const]);
  if (values) {
    const passing: readonly Primitive[] = around.nullPasses && !values.includes(null) ? [...values, null] : values;
    if (listed) return filterListed(schema, listed, (value) => passing.includes(value as Primitive));
    return listValues(
      schema,
      passing.filter((value) => typesOf(schema, around).some((type) => isOfType(value, type))),
    );
  }
  const refused = (except ?? []).filter(
    (value) => !(value === null && around.nullPasses) && typesOf(schema, around).some((type) => isOfType(value, type)),
  );
  if (refused.length === 0) return schema;
  if (listed) return filterListed(schema, listed, (value) => !refused.includes(value as Primitive));
  return mergeKeywords(schema, { not: { enum: refused } });
}

function listValues(schema: ContractSchema, values: readonly Primitive[]): Applied {
  if (values.length === 0) return undefined;
  return values.length === 1 ? { ...schema, const: values[0] } : { ...schema, enum: [...values] };
}

function filterListed(schema: ContractSchema, listed: readonly unknown[], keep: (value: unknown) => boolean): Applied {
  const kept = listed.filter(keep);
  if (kept.length === 0) return undefined;
  if (kept.length === listed.length) return schema;
  const narrowed: ContractSchema = { ...schema, enum: kept };
  if (schema.type !== undefined) {
    const types = ([schema.type].flat() as JsonType[]).filter((type) => kept.some((value) => isOfType(value, type)));
    narrowed.type = types.length === 1 ? types[0] : types;
  }
  return narrowed;
}

/** The types a schema lets through, as far as it says. */
export function typesOf(schema: ContractSchema, around: Pick<Surroundings, 'resolve'>, depth = 0): readonly JsonType[] {
  if (schema.type !== undefined) return [schema.type].flat() as JsonType[];
  const listed = schema.enum ?? (schema.const === undefined ? undefined : [schema.const]);
  if (listed) return [...new Set(listed.map(typeOfValue))];
  if (depth > 16) return everyType;
  const branches = schema.anyOf ?? schema.oneOf;
  if (branches) return [...new Set(branches.flatMap((branch) => typesOf(branch, around, depth + 1)))];
  const target = schema.$ref === undefined ? undefined : around.resolve(schema.$ref);
  return target ? typesOf(target, around, depth + 1) : everyType;
}

function typeOfValue(value: unknown): JsonType {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : (typeof value as JsonType);
}

const isOfType = (value: unknown, type: JsonType): boolean =>
  typeOfValue(value) === type || (type === 'integer' && Number.isInteger(value));

/** Types that are in both lists; an integer is a number. */
function commonTypes(have: readonly JsonType[], allowed: readonly JsonType[]): JsonType[] {
  const common = have.flatMap((type): JsonType[] => {
    if (allowed.includes(type)) return [type];
    if (type === 'number' && allowed.includes('integer')) return ['integer'];
    return type === 'integer' && allowed.includes('number') ? ['integer'] : [];
  });
  return [...new Set(common)];
}
