/**
 * Makes unions cheap to check: where branches are told apart by a constant (`kind: 'circle'`), only the branch it names is looked into.
 * Without that, a recursive union costs two to the power of its depth.
 */
import type { JsonSchema } from '../types.js';
import { mapSubschemas } from './walk.js';

/**
 * For each branch of a union, the schema of its tag alone; undefined where it has none.
 * @param root the schema that references of the branches are looked up in
 */
export function branchTests(branches: readonly Branch[], root: JsonSchema | boolean): (JsonSchema | undefined)[] {
  if (typeof root === 'boolean') return [];
  const tag = tagOf(branches, root);
  return tag === undefined ? [] : branches.map((branch) => tagSchema(branch, tag, root));
}

/** A copy of the schema that accepts the same values. For checking only: models read the original. */
export function withTaggedUnions(root: JsonSchema): JsonSchema {
  const visit = (schema: JsonSchema): JsonSchema => {
    const copy = mapSubschemas(schema, visit);
    for (const keyword of ['anyOf', 'oneOf'] as const) {
      const branches = schema[keyword];
      if (!Array.isArray(branches)) continue;
      const tests = branchTests(branches, root);
      copy[keyword] = (copy[keyword] as JsonSchema[]).map((branch, index) => guarded(branch, tests[index]));
    }
    return copy;
  };
  return visit(root);
}

type Branch = JsonSchema | boolean | undefined;

/** The property that at least two branches fix to a constant each. */
function tagOf(branches: readonly Branch[], root: JsonSchema): string | undefined {
  const counts = new Map<string, number>();
  for (const branch of branches) {
    const { properties = {}, required = [] } = resolved(branch, root) ?? {};
    for (const name of Array.isArray(required) ? required : []) {
      const isConstant = name !== '__proto__' && Object.hasOwn(properties, name) && isFixed(properties[name]);
      if (isConstant) counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  }
  const [best] = [...counts].sort(([, a], [, b]) => b - a);
  return best && best[1] > 1 ? best[0] : undefined;
}

const isScalar = (value: unknown): boolean => typeof value !== 'object' || value === null;

const isFixed = (schema: Branch): schema is JsonSchema =>
  typeof schema === 'object' &&
  schema !== null &&
  (('const' in schema && isScalar(schema.const)) || (Array.isArray(schema.enum) && schema.enum.every(isScalar)));

function tagSchema(branch: Branch, tag: string, root: JsonSchema): JsonSchema | undefined {
  const { type, properties = {}, required } = resolved(branch, root) ?? {};
  const fixed = Object.hasOwn(properties, tag) ? properties[tag] : undefined;
  if (type !== 'object' || !isFixed(fixed) || !Array.isArray(required) || !required.includes(tag)) return undefined;
  return { type, properties: { [tag]: 'const' in fixed ? { const: fixed.const } : { enum: fixed.enum } }, required: [tag] };
}

const guarded = (branch: JsonSchema, test: JsonSchema | undefined): JsonSchema => (test ? { if: test, then: branch, else: false } : branch);

function resolved(branch: Branch, root: JsonSchema): JsonSchema | undefined {
  if (typeof branch !== 'object' || branch === null) return undefined;
  const match = typeof branch.$ref === 'string' ? /^#\/(\$defs|definitions)\/([^/%~]+)$/.exec(branch.$ref) : null;
  if (!match) return branch.$ref === undefined ? branch : undefined;
  const table = root[match[1] as string] as Record<string, JsonSchema> | undefined;
  const name = match[2] as string;
  const target = table && Object.hasOwn(table, name) ? table[name] : undefined;
  return target?.$ref === undefined ? target : undefined;
}
