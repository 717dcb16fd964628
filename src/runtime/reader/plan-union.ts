/** `anyOf` and `oneOf`. */
import type { ContractSchema } from '../../types.js';
import { hasOnly, type PlanContext } from './context.js';
import type { Reading } from './reading.js';
import { TaggedReading, UnionReading } from './union.js';

type Branch = ContractSchema | boolean;
type Tag = string | number | boolean | null;

export function planUnion(schema: ContractSchema, depth: number, context: PlanContext): Reading | undefined {
  const keyword = schema.anyOf === undefined ? 'oneOf' : 'anyOf';
  const branches = schema[keyword] as Branch[];
  if (!hasOnly(schema, [keyword]) || !Array.isArray(branches) || branches.length === 0) return undefined;
  const isDistinct = areDistinct(branches, context);
  const tagged = planTagged(branches, depth, context);
  if (tagged) return tagged;
  // Where two branches may take the same value, exactly one is for the validator to find.
  if (keyword === 'oneOf' && !isDistinct) return undefined;
  return new UnionReading(branches.map((branch) => context.plan(branch, depth)));
}

/** Branches of one JSON type each, all different. */
function areDistinct(branches: readonly Branch[], context: PlanContext): boolean {
  const types = branches.map((branch) => typeof branch === 'object' && resolved(branch, context)?.type);
  const isApart = types.every((type) => typeof type === 'string' && type !== 'integer');
  return isApart && new Set(types).size === types.length;
}

function planTagged(branches: readonly Branch[], depth: number, context: PlanContext): Reading | undefined {
  const schemas = branches.map((branch) => (typeof branch === 'object' ? resolved(branch, context) : undefined));
  const tag = Object.keys(schemas[0]?.properties ?? {}).find((name) => {
    const tags = schemas.map((schema) => tagsOf(schema, name));
    const all = tags.flatMap((values) => values ?? []);
    return tags.every((values) => values !== undefined) && new Set(all).size === all.length;
  });
  if (tag === undefined || tag in Object.prototype) return undefined;
  const readings = branches.map((branch) => context.plan(branch, depth));
  return new TaggedReading(
    tag,
    new Map(readings.flatMap((reading, index) => (tagsOf(schemas[index], tag) ?? []).map((value) => [value, reading] as const))),
  );
}

/** The constants that a required property may be. */
function tagsOf(schema: ContractSchema | undefined, name: string): Tag[] | undefined {
  if (schema?.type !== 'object' || !schema.required?.includes(name)) return undefined;
  const property = Object.hasOwn(schema.properties ?? {}, name) ? (schema.properties?.[name] as Branch) : undefined;
  if (typeof property !== 'object') return undefined;
  const values = 'const' in property ? [property.const] : property.enum;
  return values?.every((value) => typeof value !== 'object' || value === null) ? (values as Tag[]) : undefined;
}

function resolved(branch: ContractSchema, context: PlanContext): ContractSchema | undefined {
  const name = branch.$ref === undefined ? undefined : /^#\/\$defs\/([^/%~]+)$/.exec(branch.$ref)?.[1];
  if (branch.$ref === undefined) return branch;
  return name !== undefined && Object.hasOwn(context.root.$defs ?? {}, name) ? context.root.$defs?.[name] : undefined;
}
