/** Whether something is a JSON Schema at all: one entry a keyword, in place of the metaschemas. */
import type { Dialect } from './dialect.js';
import { foreignSchema } from './foreign.js';
import { readExpression } from './pattern.js';

/** What a keyword must not hold. */
export interface Flaw {
  /** For example `/properties/a/type`. */
  place: string;
  message: string;
}

type Key = string | number;
type Visit = (value: unknown, key?: Key) => void;
/** Says what is wrong with a keyword's value, or shows the schemas in it. */
type Shape = (value: unknown, visit: Visit, dialect: Dialect) => string | undefined;

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

const shape =
  (fits: (value: unknown) => boolean, wanted: string): Shape =>
  (value) =>
    fits(value) ? undefined : `must be ${wanted}`;

const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every((item) => typeof item === 'string');

const text = shape((value) => typeof value === 'string', 'a string');
const flag = shape((value) => typeof value === 'boolean', 'true or false');
const number = shape((value) => typeof value === 'number' && Number.isFinite(value), 'a number');
const positive = shape((value) => typeof value === 'number' && Number.isFinite(value) && value > 0, 'a number above 0');
const count = shape((value) => Number.isInteger(value) && (value as number) >= 0, 'a whole number, 0 or more');
const texts = shape((value) => isTexts(value) && new Set(value).size === value.length, 'an array of different strings');
const array = shape(Array.isArray, 'an array');
const anything: Shape = () => undefined;

const schema: Shape = (value, visit) => void visit(value);

const schemas: Shape = (value, visit) => {
  if (!Array.isArray(value) || value.length === 0) return 'must be an array of schemas, and not empty';
  for (const [index, item] of value.entries()) visit(item, index);
  return undefined;
};

const schemaMap: Shape = (value, visit) => {
  if (!isRecord(value)) return 'must be an object of schemas';
  for (const [name, item] of Object.entries(value)) visit(item, name);
  return undefined;
};

const textLists: Shape = (value) =>
  isRecord(value) && Object.values(value).every((item) => isTexts(item)) ? undefined : 'must be an object of arrays of strings';

const dependencies: Shape = (value, visit) => {
  if (!isRecord(value)) return 'must be an object';
  for (const [name, item] of Object.entries(value)) if (!isTexts(item)) visit(item, name);
  return undefined;
};

const typeNames = new Set(['string', 'number', 'integer', 'boolean', 'null', 'array', 'object']);
const type = shape(
  (value) =>
    Array.isArray(value)
      ? value.length > 0 && new Set(value).size === value.length && value.every((name) => typeNames.has(name as string))
      : typeNames.has(value as string),
  `${[...typeNames].join(', ')}, or an array of these`,
);

const items: Shape = (value, visit, dialect) => {
  if (!Array.isArray(value)) return schema(value, visit, dialect);
  return dialect === '2020-12' ? 'must be a schema; a list of schemas is called prefixItems' : schemas(value, visit, dialect);
};

function patternFlaw(source: string): string | undefined {
  try {
    readExpression(source);
    return undefined;
  } catch (error) {
    return error instanceof Error ? `is no pattern: ${error.message.slice(0, 200)}` : 'is no pattern';
  }
}

const pattern: Shape = (value) => (typeof value === 'string' ? patternFlaw(value) : 'must be a string');

const patternMap: Shape = (value, visit, dialect) => {
  if (!isRecord(value)) return 'must be an object of schemas';
  for (const source of Object.keys(value)) {
    const flaw = patternFlaw(source);
    if (flaw !== undefined) return flaw;
  }
  return schemaMap(value, visit, dialect);
};

/** A Map, as `constructor` and its like are names that a schema may hold. */
const shapes = new Map<string, Shape>(
  Object.entries({
    $id: text,
    $ref: text,
    $anchor: text,
    $dynamicRef: text,
    $dynamicAnchor: text,
    $recursiveRef: text,
    $recursiveAnchor: flag,
    $comment: text,
    $defs: schemaMap,
    definitions: schemaMap,
    type,
    enum: array,
    const: anything,
    multipleOf: positive,
    minimum: number,
    maximum: number,
    exclusiveMinimum: number,
    exclusiveMaximum: number,
    minLength: count,
    maxLength: count,
    pattern,
    format: text,
    items,
    prefixItems: schemas,
    additionalItems: schema,
    unevaluatedItems: schema,
    contains: schema,
    minContains: count,
    maxContains: count,
    minItems: count,
    maxItems: count,
    uniqueItems: flag,
    properties: schemaMap,
    patternProperties: patternMap,
    additionalProperties: schema,
    unevaluatedProperties: schema,
    propertyNames: schema,
    required: texts,
    dependentRequired: textLists,
    dependentSchemas: schemaMap,
    dependencies,
    minProperties: count,
    maxProperties: count,
    allOf: schemas,
    anyOf: schemas,
    oneOf: schemas,
    not: schema,
    if: schema,
    // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
    then: schema,
    else: schema,
    title: text,
    description: text,
  }),
);

/** Whether any draft has such a keyword with a form of its own. */
export const isKeyword = (name: string): boolean => shapes.has(name);

/** Those that decide on what is valid, where a slip would let pass anything. */
export const decidingKeywords: readonly string[] = [...shapes.keys()].filter((name) => !/^(?:\$.*|title|description)$/.test(name));

/** Keywords that a draft does not know hold anything there. */
const unknownIn: Record<Dialect, ReadonlySet<string>> = {
  'draft-07': new Set([
    '$defs',
    '$anchor',
    '$dynamicRef',
    '$dynamicAnchor',
    '$recursiveRef',
    '$recursiveAnchor',
    'prefixItems',
    'unevaluatedItems',
    'unevaluatedProperties',
    'minContains',
    'maxContains',
    'dependentRequired',
    'dependentSchemas',
  ]),
  '2019-09': new Set(['$dynamicRef', '$dynamicAnchor', 'prefixItems']),
  '2020-12': new Set(['$recursiveRef', '$recursiveAnchor', 'additionalItems']),
};

interface Open {
  value: unknown;
  key: Key | undefined;
  outer: Open | undefined;
}

/** The first thing that keeps a value from being a schema of that draft. Without recursion, and each object is looked at once. */
export function flawOf(root: unknown, dialect: Dialect): Flaw | undefined {
  const seen = new Set<unknown>();
  const open: Open[] = [{ value: root, key: undefined, outer: undefined }];
  for (let at = open.pop(); at; at = open.pop()) {
    const { value } = at;
    if (typeof value === 'boolean' || seen.has(value)) continue;
    seen.add(value);
    const foreign = foreignSchema(value);
    if (foreign !== undefined) return { place: placeOf(at), message: `must be ${foreign}` };
    if (!isRecord(value)) return { place: placeOf(at), message: 'must be a schema: an object, true or false' };
    for (const [keyword, inner] of Object.entries(value)) {
      // As good as absent: JSON has no such value.
      if (inner === undefined) continue;
      const shapeOf = unknownIn[dialect].has(keyword) ? undefined : shapes.get(keyword);
      const outer: Open = { value: inner, key: keyword, outer: at };
      const message = shapeOf?.(inner, (sub, key) => open.push(key === undefined ? outer : { value: sub, key, outer }), dialect);
      if (message !== undefined) return { place: placeOf(outer), message };
    }
  }
  return undefined;
}

function placeOf(end: Open): string {
  const keys: Key[] = [];
  for (let at: Open | undefined = end; at; at = at.outer) if (at.key !== undefined) keys.unshift(at.key);
  const place = keys.map((key) => `/${String(key).slice(0, 60)}`).join('');
  return place === '' ? 'the root' : place.slice(0, 300);
}
