/** What draft-04 and OpenAPI 3.0 write otherwise: `exclusiveMinimum: true` beside `minimum` says that the limit itself is not allowed. */
import type { JsonSchema } from '../types.js';
import { eachSubschema } from './walk.js';

const limits = [
  ['minimum', 'exclusiveMinimum'],
  ['maximum', 'exclusiveMaximum'],
] as const;

/** Writes the limits of one schema as later drafts do, in place. */
export function renewBounds(schema: JsonSchema): void {
  for (const [limit, exclusive] of limits) {
    const isExclusive: unknown = schema[exclusive];
    if (typeof isExclusive !== 'boolean') continue;
    delete schema[exclusive];
    if (!isExclusive || schema[limit] === undefined) continue;
    schema[exclusive] = schema[limit];
    delete schema[limit];
  }
}

/** The same for all schemas in one. */
export function renewAllBounds(root: JsonSchema): void {
  const open = new Set([root]);
  for (const schema of open) {
    renewBounds(schema);
    eachSubschema(schema, (sub) => open.add(sub));
  }
}
