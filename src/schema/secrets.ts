/** Which places of a value must never be shown: those under a schema marked `x-secret`. */
import type { ContractSchema, JsonSchema } from '../types.js';
import { localTarget } from './references.js';
import { eachSubschema } from './walk.js';

type Path = readonly (string | number)[];
type Sub = JsonSchema | boolean | undefined;

/** What of a value must not be shown. */
export interface Secrets {
  /** The path lies at a secret, or below one. */
  isSecret(path: Path): boolean;
  /** A secret lies below the path: text that stands in the place of an object may hold it. */
  holdsSecret(path: Path): boolean;
}

/** Undefined when nothing in the schema is secret. */
export function secretsOf(root: ContractSchema | JsonSchema): Secrets | undefined {
  const holds = secretHolders(root);
  if (!holds(root)) return undefined;
  const known = new Map<JsonSchema, readonly JsonSchema[]>();
  const expanded: Expand = (schema) => {
    const before = known.get(schema);
    if (before) return before;
    const made = expand(root, schema);
    known.set(schema, made);
    return made;
  };
  return {
    isSecret: (path) => schemasAlong(root, path, expanded).some((schemas) => schemas.some(isSecret)),
    holdsSecret: (path) => schemasAlong(root, path, expanded).at(-1)?.some(holds) ?? false,
  };
}

const isSecret = (schema: JsonSchema): boolean => schema['x-secret'] === true;

/** Stands for a schema that a reference leads to and that we do not find: once there are secrets, it may be one. */
const unknown: JsonSchema = { 'x-secret': true };

/**
 * Whether a part, or anything within it, is marked: a text, or a preview, of all that is there could show it.
 * Gives no for every part when nothing in the schema is marked.
 */
export function secretHolders(root: ContractSchema | JsonSchema): (part: JsonSchema) => boolean {
  const { outer, marked } = graphOf(root);
  if (marked.length === 0) return () => false;
  const holders = new Set<JsonSchema>();
  const open = [...marked, unknown];
  for (let part = open.pop(); part; part = open.pop()) {
    if (holders.has(part)) continue;
    holders.add(part);
    for (const around of outer.get(part) ?? []) open.push(around);
  }
  return (part) => holders.has(part) || !outer.has(part);
}

/** All schemas within the root, each with those around it and those that refer to it. Without recursion, as chains of references may be long. */
function graphOf(root: JsonSchema): { outer: Map<JsonSchema, JsonSchema[]>; marked: JsonSchema[] } {
  const outer = new Map<JsonSchema, JsonSchema[]>([[root, []]]);
  const marked: JsonSchema[] = [];
  const open = [root];
  for (let part = open.pop(); part; part = open.pop()) {
    const from = part;
    if (from !== unknown && isSecret(from)) marked.push(from);
    const add = (sub: JsonSchema): void => {
      const known = outer.get(sub);
      if (known) known.push(from);
      else {
        outer.set(sub, [from]);
        open.push(sub);
      }
    };
    eachSubschema(from, add);
    targetsOf(root, from).forEach(add);
  }
  return { outer, marked };
}

const referring = ['$ref', '$dynamicRef', '$recursiveRef'] as const;

function targetsOf(root: JsonSchema, schema: JsonSchema): JsonSchema[] {
  return referring.flatMap((keyword) => {
    const reference = schema[keyword];
    return typeof reference === 'string' ? [localTarget(root, reference) ?? unknown] : [];
  });
}

/** The schemas that speak of the same value as one does. */
type Expand = (schema: JsonSchema) => readonly JsonSchema[];

/** The schemas that speak of the root, then of each key of the path. */
function schemasAlong(root: JsonSchema, path: Path, expanded: Expand): (readonly JsonSchema[])[] {
  let last = expanded(root);
  const along = [last];
  for (const key of path) {
    const next = last.flatMap((schema) => below(schema, key)).filter(isObject);
    last = next.length === 1 ? next.flatMap(expanded) : [...new Set(next.flatMap(expanded))];
    along.push(last);
  }
  return along;
}

const isObject = (schema: Sub): schema is JsonSchema => typeof schema === 'object' && schema !== null && !Array.isArray(schema);

/** Keywords whose schemas speak of the same value, or of its keys or its text: a place that may be secret is. */
const lists = ['anyOf', 'oneOf', 'allOf'] as const;
const single = ['if', 'then', 'else', 'not', 'propertyNames', 'contentSchema'] as const;
const maps = ['dependentSchemas', 'dependencies'] as const;

/** The schema itself, what it refers to, and all that speaks of the same value. */
function expand(root: JsonSchema, start: JsonSchema): JsonSchema[] {
  const found = new Set<JsonSchema>();
  const open: Sub[] = [start];
  while (open.length > 0) {
    const schema = open.pop();
    if (!isObject(schema) || found.has(schema)) continue;
    found.add(schema);
    for (const keyword of single) open.push(schema[keyword] as Sub);
    for (const sub of lists.flatMap((keyword) => listOf(schema[keyword]))) open.push(sub);
    for (const sub of maps.flatMap((keyword) => valuesOf(schema[keyword]))) open.push(sub);
    for (const target of targetsOf(root, schema)) open.push(target);
  }
  return [...found];
}

const listOf = (value: unknown): Sub[] => (Array.isArray(value) ? (value as Sub[]) : []);
const valuesOf = (value: unknown): Sub[] => (typeof value === 'object' && value !== null ? (Object.values(value) as Sub[]) : []);

/** A number may be the key of a map as well as an index, and an index may come as text. */
function below(schema: JsonSchema, key: string | number): Sub[] {
  const { properties = {}, patternProperties, additionalProperties } = schema;
  const ofObject = [
    Object.hasOwn(properties, key) ? properties[key] : undefined,
    ...valuesOf(patternProperties),
    additionalProperties,
    schema['unevaluatedProperties'] as Sub,
  ];
  return isIndex(key) ? [...ofObject, ...itemsOf(schema, Number(key))] : ofObject;
}

const isIndex = (key: string | number): boolean => typeof key === 'number' || /^\d+$/.test(key);

function itemsOf(schema: JsonSchema, index: number): Sub[] {
  const { items, prefixItems, additionalItems, unevaluatedItems, contains } = schema;
  const all: readonly unknown[] = [
    listOf(prefixItems)[index],
    ...(Array.isArray(items) ? [items[index]] : [items]),
    additionalItems,
    unevaluatedItems,
    contains,
  ];
  return all as Sub[];
}
