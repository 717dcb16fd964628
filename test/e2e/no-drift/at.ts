/** Finds what a path of an issue leads to, in the arguments and in their schema. */
import type { JsonSchema } from '../../../src/types.js';

type Path = readonly (string | number)[];

export const valueAt = (root: unknown, path: Path): unknown =>
  path.reduce<unknown>(
    (at, key) => (typeof at === 'object' && at !== null ? (at as Record<string | number, unknown>)[key] : undefined),
    root,
  );

/** Every schema that speaks of the place: through references, branches and parts. */
export function schemasAt(root: JsonSchema, path: Path): JsonSchema[] {
  return path.reduce(
    (at, key) => at.flatMap((schema) => children(schema, key)).flatMap((schema) => parts(root, schema)),
    parts(root, root),
  );
}

function parts(root: JsonSchema, schema: JsonSchema, depth = 0): JsonSchema[] {
  if (depth > 8) return [];
  const target = schema.$ref === undefined ? [] : [valueAt(root, schema.$ref.split('/').slice(1)) as JsonSchema];
  const others = [...target, ...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  return [schema, ...others.flatMap((part) => parts(root, part, depth + 1))];
}

function children(schema: JsonSchema, key: string | number): JsonSchema[] {
  const own = Object.hasOwn(schema.properties ?? {}, key) ? schema.properties?.[key] : undefined;
  const found = typeof key === 'number' ? [schema.prefixItems?.[key], schema.items] : [own, schema.additionalProperties];
  return found.filter((one): one is JsonSchema => typeof one === 'object');
}
