/** A schema as the walk needs it: references, unions and `allOf` resolved for one value. */
import { localTarget } from '../../schema/references.js';
import type { ArrivesAs, ContractSchema } from '../../types.js';
import { type KeyMatcher, keyMatcherOf } from './keys.js';
import type { MakerPlan } from './make.js';

/** What a view is made from. */
type ViewPlan = Omit<MakerPlan, 'warn'>;

type Sub = ContractSchema | boolean | undefined;

export interface SchemaView {
  as?: ArrivesAs;
  keys?: 'number';
  className?: string;
  properties: Record<string, ContractSchema | boolean>;
  property(key: string): Sub;
  item(index: number): Sub;
}

/** All schemas that speak of the value: the schema itself, what it refers to, its `allOf`, and the branch of a union that fits. */
function partsOf(schema: ContractSchema, value: unknown, plan: ViewPlan, into: ContractSchema[] = []): ContractSchema[] {
  into.push(schema);
  // A reference that only leads back to itself would never end.
  if (into.length > 64) return into;
  const target = schema.$ref === undefined ? undefined : localTarget(plan.root, schema.$ref);
  if (target) partsOf(target, value, plan, into);
  for (const part of schema.allOf ?? []) partsOf(part, value, plan, into);
  for (const branches of [schema.anyOf, schema.oneOf]) {
    const branch = branches?.find((candidate) => plan.fits(candidate, value));
    if (branch) partsOf(branch, value, plan, into);
  }
  return into;
}

export function viewOf(schema: ContractSchema, value: unknown, plan: ViewPlan, matches: KeyMatcher = keyMatcherOf(plan)): SchemaView {
  const parts = partsOf(schema, value, plan);
  const first = <K extends 'x-as' | 'x-keys' | 'x-class'>(mark: K): ContractSchema[K] =>
    parts.find((part) => part[mark] !== undefined)?.[mark];
  const properties: SchemaView['properties'] = {};
  for (const part of parts) {
    for (const [key, sub] of Object.entries(part.properties ?? {})) {
      const before = Object.hasOwn(properties, key) ? properties[key] : undefined;
      const both =
        typeof before === 'object' && typeof sub === 'object'
          ? { allOf: [before, sub], ...('default' in sub ? { default: sub.default } : {}) }
          : sub;
      Object.defineProperty(properties, key, { value: both, enumerable: true, configurable: true, writable: true });
    }
  }
  return {
    as: first('x-as'),
    keys: first('x-keys'),
    className: first('x-class'),
    properties,
    property: (key) => (Object.hasOwn(properties, key) ? properties[key] : otherProperty(parts, key, matches)),
    item: (index) => itemOf(parts, index),
  };
}

function otherProperty(parts: readonly ContractSchema[], key: string, matches: KeyMatcher): Sub {
  for (const part of parts) {
    const pattern = Object.entries(part.patternProperties ?? {}).find(([source]) => matches(source, key));
    if (pattern) return pattern[1];
  }
  return parts.find((part) => typeof part.additionalProperties === 'object')?.additionalProperties;
}

function itemOf(parts: readonly ContractSchema[], index: number): Sub {
  const tuple = parts.find((part) => part.prefixItems?.[index] !== undefined);
  if (tuple) return tuple.prefixItems?.[index];
  const list = parts.find((part) => Array.isArray(part.items));
  if (list) return (list.items as unknown as ContractSchema[])[index];
  return parts.find((part) => typeof part.items === 'object')?.items;
}
