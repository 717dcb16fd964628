/** References that point into a schema by its shape (`#`, `#/properties/a`) break when the schema is moved; this keeps them whole. */
import type { JsonSchema } from '../types.js';
import { mapSubschemas } from './walk.js';

/** `#` and `#/…`, except into the shared definitions, which move along. */
const byShape = /^#(?:\/(?!(?:\$defs|definitions)\/).*)?$/;

const isByShape = ({ $ref }: JsonSchema): boolean => typeof $ref === 'string' && byShape.test($ref);

/** A copy whose references by shape start at another place, for example `#/properties/result`. */
export function rebase<S extends JsonSchema>(schema: S, start: string): S {
  const copy = mapSubschemas(schema, (sub) => rebase(sub, start));
  return isByShape(schema) ? { ...copy, $ref: start + (schema.$ref as string).slice(1) } : copy;
}
