/** References that point into a schema by its shape (`#`, `#/properties/a`) break when the schema is moved; these functions keep them whole. */
import type { JsonSchema } from '../types.js';
import { eachSubschema, mapSubschemas } from './walk.js';

/** `#` and `#/…`, except into the shared definitions, which move along. */
const byShape = /^#(?:\/(?!(?:\$defs|definitions)\/).*)?$/;

const isByShape = ({ $ref }: JsonSchema): boolean => typeof $ref === 'string' && byShape.test($ref);

/** Whether any reference in the schema would break by moving it. */
export function refersByShape(schema: JsonSchema): boolean {
  let found = isByShape(schema);
  eachSubschema(schema, (sub) => (found ||= refersByShape(sub)));
  return found;
}

/** A copy whose references by shape start at another place, for example `#/properties/result`. */
export function rebase<S extends JsonSchema>(schema: S, start: string): S {
  const copy = mapSubschemas(schema, (sub) => rebase(sub, start));
  return isByShape(schema) ? { ...copy, $ref: start + (schema.$ref as string).slice(1) } : copy;
}
