/**
 * What draft-03, draft-04 and OpenAPI 3.0 write otherwise: `exclusiveMinimum: true` beside `minimum` says that the limit itself is not
 * allowed, `required: true` within a property that it must be there.
 */
import type { JsonSchema } from '../types.js';
import { eachSubschema } from './walk.js';

const limits = [
  ['minimum', 'exclusiveMinimum'],
  ['maximum', 'exclusiveMaximum'],
] as const;

/** Writes one schema as later drafts do, in place; the schemas of its properties are read only. */
export function renew(schema: JsonSchema): void {
  renewLimits(schema);
  if (typeof schema.required === 'boolean') delete schema.required;
  const { required = [] } = schema;
  // What is no list is told of, not mended.
  if (!Array.isArray(required)) return;
  const needed = requiredWithin(schema.properties).filter((name) => !required.includes(name));
  if (needed.length > 0) schema.required = [...required, ...needed];
}

function renewLimits(schema: JsonSchema): void {
  for (const [limit, exclusive] of limits) {
    const isExclusive: unknown = schema[exclusive];
    if (typeof isExclusive !== 'boolean') continue;
    delete schema[exclusive];
    if (!isExclusive || schema[limit] === undefined) continue;
    schema[exclusive] = schema[limit];
    delete schema[limit];
  }
}

/** The names of the properties that say of themselves that they must be there. */
function requiredWithin(properties: unknown): string[] {
  if (typeof properties !== 'object' || properties === null) return [];
  return Object.entries(properties as Record<string, { required?: unknown } | null>)
    .filter(([, property]) => property?.required === true)
    .map(([name]) => name);
}

/** The same for all schemas in one, from the outside in: what properties say of themselves is read before it goes. */
export function renewAll(root: JsonSchema): void {
  const open = new Set([root]);
  for (const schema of open) {
    renew(schema);
    eachSubschema(schema, (sub) => open.add(sub));
  }
}
