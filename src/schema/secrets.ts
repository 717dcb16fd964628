/** Which places of a value must never be shown: those under a schema marked `x-secret`. */
import type { ContractSchema } from '../types.js';
import { localTarget } from './references.js';
import { eachSubschema } from './walk.js';

type Path = readonly (string | number)[];
type Sub = ContractSchema | boolean | undefined;

/** Whether a path lies at or below a secret; undefined when the schema has none. */
export function secretsOf(root: ContractSchema): ((path: Path) => boolean) | undefined {
  if (!mentionsSecret(root)) return undefined;
  return (path) => {
    let at = expand(root, [root]);
    for (const key of path) {
      if (at.some(isSecret)) return true;
      at = expand(
        root,
        at.flatMap((schema) => below(schema, key)),
      );
    }
    return at.some(isSecret);
  };
}

const isSecret = (schema: ContractSchema): boolean => schema['x-secret'] === true;

function mentionsSecret(schema: ContractSchema): boolean {
  let found = isSecret(schema);
  eachSubschema(schema, (sub) => (found ||= mentionsSecret(sub)));
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
