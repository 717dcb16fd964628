/** Turns a schema with its marks into readings. What is not said here in so many words becomes an `OtherReading`, so nothing is half understood. */
import { formatCheck } from '../../schema/formats.js';
import type { ContractSchema } from '../../types.js';
import { fromText } from '../instances/built-ins.js';
import { AnyReading } from './any.js';
import { ArrayReading } from './array.js';
import { hasOnly, keywordsOf, type Plan, type PlanContext } from './context.js';
import { OtherReading } from './other.js';
import { planObject } from './plan-object.js';
import { planUnion } from './plan-union.js';
import type { Reading } from './reading.js';
import { BooleanReading, ListedReading, NumberReading } from './scalars.js';
import { TextReading } from './text.js';
import { Definition, ReferenceReading, UnionReading } from './union.js';

/** Deeper schemas than this are read the long way. */
const deepestPlan = 48;

export function planReading(schema: ContractSchema | boolean | undefined, depth: number, context: PlanContext): Reading {
  context.reach.deepest = Math.max(context.reach.deepest, depth);
  if (schema === true || schema === undefined) return new AnyReading(depth);
  if (schema === false) return new ListedReading([]);
  const plan = depth > deepestPlan ? undefined : planners.find(({ concerns }) => concerns(schema))?.plan;
  return plan?.(schema, depth, context) ?? new OtherReading(depth, context.long(schema));
}

interface Planner {
  concerns(schema: ContractSchema): boolean;
  plan: Plan;
}

const isTyped =
  (...types: string[]) =>
  ({ type }: ContractSchema): boolean =>
    typeof type === 'string' && types.includes(type);

/** The first that is concerned plans. */
const planners: readonly Planner[] = [
  { concerns: (schema) => keywordsOf(schema).length === 0, plan: (_schema, depth) => new AnyReading(depth) },
  { concerns: ({ $ref }) => $ref !== undefined, plan: planReference },
  { concerns: ({ anyOf, oneOf }) => anyOf !== undefined || oneOf !== undefined, plan: planUnion },
  { concerns: (schema) => schema.enum !== undefined || 'const' in schema, plan: planListed },
  { concerns: ({ type }) => Array.isArray(type), plan: planTypes },
  { concerns: isTyped('string'), plan: planText },
  { concerns: isTyped('number', 'integer'), plan: planNumber },
  { concerns: isTyped('boolean'), plan: (schema) => (hasOnly(schema, ['type']) ? new BooleanReading() : undefined) },
  { concerns: isTyped('null'), plan: (schema) => (hasOnly(schema, ['type']) ? new ListedReading([null]) : undefined) },
  { concerns: isTyped('array'), plan: planArray },
  { concerns: isTyped('object'), plan: planObject },
];

function planReference(schema: ContractSchema, depth: number, context: PlanContext): Reading | undefined {
  const { $ref = '' } = schema;
  const name = /^#\/\$defs\/([^/%~]+)$/.exec($ref)?.[1];
  const target = name !== undefined && Object.hasOwn(context.root.$defs ?? {}, name) ? context.root.$defs?.[name] : undefined;
  if (!target || !hasOnly(schema, ['$ref'])) return undefined;
  let definition = context.definitions.get($ref);
  if (!definition) {
    definition = new Definition(target);
    context.definitions.set($ref, definition);
    definition.reading = context.plan(target, 0);
  }
  return new ReferenceReading(depth, definition, context.reach);
}

type Scalar = string | number | boolean | null;

const isScalar = (value: unknown): value is Scalar => value === null || ['string', 'number', 'boolean'].includes(typeof value);

/** Whether a scalar is of a type of JSON Schema. */
function isOf(value: Scalar, type: string): boolean {
  if (type === 'null') return value === null;
  return type === 'integer' ? Number.isInteger(value) : typeof value === type;
}

function planListed(schema: ContractSchema): Reading | undefined {
  const given = schema.enum ?? [schema.const];
  if (!hasOnly(schema, ['enum', 'const', 'type']) || (schema.enum !== undefined && 'const' in schema) || !given.every(isScalar))
    return undefined;
  const types = schema.type === undefined ? undefined : [schema.type].flat();
  return new ListedReading(given.filter((value) => !types || types.some((type) => isOf(value, type))));
}

/** `type: ['string', 'null']`: a union of the types, each with the keywords that concern it. */
function planTypes(schema: ContractSchema, depth: number, context: PlanContext): Reading | undefined {
  const { type, ...rest } = schema;
  const types = type as readonly string[];
  if (types.length > 4 || !types.every((name) => typeof name === 'string' && Object.hasOwn(keywordsOfType, name))) return undefined;
  const others = new Set(types.flatMap((name) => keywordsOfType[name] ?? []));
  if (!keywordsOf(rest).every((keyword) => others.has(keyword) || keyword.startsWith('x-'))) return undefined;
  const branches = types.map((name) => context.plan({ ...concerning(rest, name), type: name }, depth));
  // An integer is a number: nothing is told apart by trying both.
  return branches.some((branch) => branch instanceof OtherReading) ? undefined : new UnionReading(branches);
}

const keywordsOfType: Readonly<Record<string, readonly string[]>> = {
  null: [],
  boolean: [],
  string: ['minLength', 'maxLength', 'pattern', 'format', 'allOf'],
  number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  integer: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  array: ['items', 'prefixItems', 'minItems', 'maxItems', 'uniqueItems'],
  object: ['properties', 'required', 'additionalProperties'],
};

function concerning(schema: ContractSchema, type: string): ContractSchema {
  const isMarked = type !== 'null';
  return Object.fromEntries(
    Object.entries(schema).filter(([keyword]) => keywordsOfType[type]?.includes(keyword) || (isMarked && keyword.startsWith('x-'))),
  );
}

function planText(schema: ContractSchema, _depth: number, context: PlanContext): Reading | undefined {
  const { minLength, maxLength, allOf = [], 'x-as': as } = schema;
  if (!hasOnly(schema, ['type', 'minLength', 'maxLength', 'pattern', 'format', 'allOf', 'x-as'])) return undefined;
  if (!allOf.every((part) => Object.keys(part).join() === 'pattern') || ![minLength, maxLength].every(isCount)) return undefined;
  const patterns = [schema, ...allOf].flatMap(({ pattern }) => (pattern === undefined ? [] : [context.patternTest(pattern)]));
  const format = formatCheck(schema.format);
  const fits = format?.kind === 'string' ? (format.fits as (text: string) => boolean) : undefined;
  if (!patterns.every((test) => test !== undefined) || (as !== undefined && !fromText[as])) return undefined;
  return new TextReading({
    minLength,
    maxLength,
    tests: fits ? [...patterns, { test: fits, isUnusual: format?.isUnusual }] : patterns,
    ...(as && { convert: fromText[as] }),
  });
}

const isCount = (value: unknown): boolean => value === undefined || (Number.isInteger(value) && (value as number) >= 0);

function planNumber(schema: ContractSchema): Reading | undefined {
  const { type, ...rest } = schema;
  const rules = Object.fromEntries(keywordsOf(rest).map((keyword) => [keyword, rest[keyword]]));
  const isKnown = Object.entries(rules).every(([keyword, value]) => keywordsOfType['number']?.includes(keyword) && Number.isFinite(value));
  const { multipleOf } = rest;
  if (!isKnown || (multipleOf !== undefined && !(Number.isSafeInteger(multipleOf) && multipleOf > 0))) return undefined;
  return new NumberReading({ ...rules, integer: type === 'integer' });
}

function planArray(schema: ContractSchema, depth: number, context: PlanContext): Reading | undefined {
  const { items, prefixItems = [], minItems, maxItems, uniqueItems = false, 'x-as': as } = schema;
  if (!hasOnly(schema, ['type', 'items', 'prefixItems', 'minItems', 'maxItems', 'uniqueItems', 'x-as'])) return undefined;
  if (schema.prefixItems !== undefined && !context.hasPrefixItems) return undefined;
  if (Array.isArray(items) || !Array.isArray(prefixItems) || ![minItems, maxItems].every(isCount) || (as !== undefined && as !== 'Set'))
    return undefined;
  const prefix = prefixItems.map((item) => context.plan(item, depth + 1));
  const rest = items === false ? undefined : context.plan(items, depth + 1);
  if (uniqueItems && ![...prefix, ...(rest ? [rest] : [])].every(isScalarReading)) return undefined;
  return new ArrayReading({ prefix, items: rest, minItems, maxItems, unique: uniqueItems, isSet: as === 'Set' });
}

/** Readings whose values `Set` tells apart as JSON Schema does. */
function isScalarReading(reading: Reading): boolean {
  return (
    reading instanceof NumberReading ||
    reading instanceof BooleanReading ||
    reading instanceof ListedReading ||
    (reading instanceof TextReading && !reading.isConverted)
  );
}
