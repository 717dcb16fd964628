/**
 * Makes unions cheap to check: where branches are told apart by a constant (`kind: 'circle'`), only the branch it names is looked into.
 * Without that, a recursive union costs two to the power of its depth.
 */
import type { JsonSchema } from '../types.js';
import { mapSubschemas } from './walk.js';

/** A keyword that no value passes. Put before each branch of a union, it tells where the branch's errors begin: `first` opens a union, `next` goes on. */
export const branchMark = 'x-branch';

/**
 * A copy of the schema that accepts the same values. For checking only: models read the original.
 * @param isMarked with marks between the branches, for the wording of refusals
 */
export function withTaggedUnions(root: JsonSchema, isMarked: boolean): JsonSchema {
  const visit = (schema: JsonSchema): JsonSchema => {
    // A `not` brings no errors from inside; it is shown as it stands.
    const copy = mapSubschemas(schema, (sub, [keyword]) => (keyword === 'not' ? sub : visit(sub)));
    for (const keyword of ['anyOf', 'oneOf'] as const) {
      const branches = schema[keyword];
      if (!Array.isArray(branches)) continue;
      const tag = tagOf(branches, root);
      const checked =
        tag === undefined
          ? (copy[keyword] as JsonSchema[])
          : (copy[keyword] as JsonSchema[]).map((branch, index) => guarded(branch, tagSchema(branches[index], tag, root)));
      copy[keyword] = isMarked ? checked.flatMap((branch, index) => [{ [branchMark]: index === 0 ? 'first' : 'next' }, branch]) : checked;
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

/** What fails the test fails with the test's own errors, which name the tag. */
const guarded = (branch: JsonSchema, test: JsonSchema | undefined): JsonSchema => (test ? { if: test, then: branch, else: test } : branch);

function resolved(branch: Branch, root: JsonSchema): JsonSchema | undefined {
  if (typeof branch !== 'object' || branch === null) return undefined;
  const match = typeof branch.$ref === 'string' ? /^#\/(\$defs|definitions)\/([^/%~]+)$/.exec(branch.$ref) : null;
  if (!match) return branch.$ref === undefined ? branch : undefined;
  const table = root[match[1] as string] as Record<string, JsonSchema> | undefined;
  const name = match[2] as string;
  const target = table && Object.hasOwn(table, name) ? table[name] : undefined;
  return target?.$ref === undefined ? target : undefined;
}
