/** The one place that knows which keywords of JSON Schema hold schemas: those of 2020-12, and draft-07's `definitions`, `dependencies`, `additionalItems` and lists of `items`. */
import type { JsonSchema } from '../types.js';

/** Keyword whose value is one schema (or true / false). */
const single = [
  'items',
  'additionalItems',
  'additionalProperties',
  'unevaluatedItems',
  'unevaluatedProperties',
  'contains',
  'propertyNames',
  'not',
  'if',
  'then',
  'else',
  'contentSchema',
] as const;
/** Keyword whose value is an array of schemas (`items` in draft-07). */
const lists = ['items', 'prefixItems', 'anyOf', 'oneOf', 'allOf'] as const;
/** Keyword whose value maps names to schemas. */
const maps = ['properties', 'patternProperties', 'dependentSchemas', 'dependencies', '$defs', 'definitions'] as const;

/** Keywords that say nothing of validity. */
export const annotationKeywords = [
  'title',
  'description',
  'default',
  'examples',
  'deprecated',
  'readOnly',
  'writeOnly',
  '$comment',
] as const;

const isSchema = (value: unknown): value is JsonSchema => typeof value === 'object' && value !== null && !Array.isArray(value);

const holders: ReadonlySet<string> = new Set([...single, ...lists, ...maps]);

/** Most schemas hold no other. */
function holdsSchemas(schema: JsonSchema): boolean {
  for (const keyword in schema) if (holders.has(keyword)) return true;
  return false;
}

/** Visits each direct subschema with its place, for example `['properties', 'a']`. */
export function eachSubschema(schema: JsonSchema, visit: (sub: JsonSchema, place: readonly (string | number)[]) => void): void {
  if (!holdsSchemas(schema)) return;
  for (const keyword of single) {
    const sub = schema[keyword];
    if (isSchema(sub)) visit(sub, [keyword]);
  }
  for (const keyword of lists) {
    const subs = schema[keyword];
    if (Array.isArray(subs)) subs.forEach((sub, index) => isSchema(sub) && visit(sub, [keyword, index]));
  }
  for (const keyword of maps) {
    const subs = schema[keyword];
    if (isSchema(subs)) for (const [name, sub] of Object.entries(subs)) if (isSchema(sub)) visit(sub, [keyword, name]);
  }
}

/** A copy of the schema in which each direct subschema is replaced by what `change` gives. */
export function mapSubschemas<S extends JsonSchema>(schema: S, change: (sub: S, place: readonly (string | number)[]) => S): S {
  const copy: JsonSchema = { ...schema };
  eachSubschema(schema, (sub, place) => {
    const [keyword, key] = place as [string, string | number | undefined];
    const changed = change(sub as S, place);
    if (key === undefined) copy[keyword] = changed;
    else {
      if (copy[keyword] === schema[keyword])
        copy[keyword] = Array.isArray(schema[keyword]) ? [...(schema[keyword] as unknown[])] : { ...(schema[keyword] as object) };
      (copy[keyword] as Record<string | number, unknown>)[key] = changed;
    }
  });
  return copy as S;
}
