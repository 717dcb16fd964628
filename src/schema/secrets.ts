/** Which places of a value must never be shown: those under a schema marked `x-secret`. */
import type { ContractSchema } from '../types.js';
import { localTarget } from './references.js';
import { eachSubschema } from './walk.js';

type Path = readonly (string | number)[];
type Sub = ContractSchema | boolean | undefined;

/** What of a value must not be shown. */
export interface Secrets {
  /** The path lies at a secret, or below one. */
  isSecret(path: Path): boolean;
  /** A secret lies below the path: text that stands in the place of an object may hold it. */
  holdsSecret(path: Path): boolean;
}

/** Undefined when nothing in the schema is secret. */
export function secretsOf(root: ContractSchema): Secrets | undefined {
  if (!mentionsSecret(root, root)) return undefined;
  return {
    isSecret: (path) => schemasAlong(root, path).some((schemas) => schemas.some(isSecret)),
    holdsSecret: (path) =>
      schemasAlong(root, path)
        .at(-1)
        ?.some((schema) => mentionsSecret(root, schema)) ?? false,
  };
}

/** The schemas that speak of the root, then of each key of the path. */
function schemasAlong(root: ContractSchema, path: Path): ContractSchema[][] {
  const along = [expand(root, [root])];
  for (const key of path)
    along.push(
      expand(
        root,
        (along.at(-1) ?? []).flatMap((schema) => below(schema, key)),
      ),
    );
  return along;
}

const isSecret = (schema: ContractSchema): boolean => schema['x-secret'] === true;

function mentionsSecret(root: ContractSchema, schema: ContractSchema, seen = new Set<ContractSchema>()): boolean {
  if (seen.has(schema)) return false;
  seen.add(schema);
  const target = schema.$ref === undefined ? undefined : localTarget(root, schema.$ref);
  let found = isSecret(schema) || (target !== undefined && mentionsSecret(root, target, seen));
  eachSubschema(schema, (sub) => (found ||= mentionsSecret(root, sub, seen)));
  return found;
}

/** The schemas themselves, what they refer to, and all branches: a place that may be secret is. */
function expand(root: ContractSchema, schemas: readonly Sub[]): ContractSchema[] {
  const found = new Set<ContractSchema>();
  const open = [...schemas];
  for (let schema = open.pop(); open.length > 0 || schema !== undefined; schema = open.pop()) {
    if (typeof schema !== 'object' || found.has(schema)) continue;
    found.add(schema);
    open.push(...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? []));
    if (schema.$ref !== undefined) open.push(localTarget(root, schema.$ref));
  }
  return [...found];
}

function below(schema: ContractSchema, key: string | number): Sub[] {
  if (typeof key === 'number') return [schema.prefixItems?.[key], ...[schema.items ?? []].flat()];
  const { properties = {}, patternProperties = {}, additionalProperties } = schema;
  return [Object.hasOwn(properties, key) ? properties[key] : undefined, ...Object.values(patternProperties), additionalProperties];
}
