/** Narrows every class in a schema by that class's rules. */
import { localTarget } from '../../schema/references.js';
import { mapSubschemas } from '../../schema/walk.js';
import type { Constructor, ContractSchema } from '../../types.js';
import { hasRules, narrowByClass, type RuleOptions } from '../rules/index.js';

/** From the leaves up, so that a rule on a field meets the narrowed schema of the field's class. */
export function narrowClasses(
  root: ContractSchema,
  classNamed: (name: string) => Constructor | undefined,
  options: RuleOptions,
): ContractSchema {
  const resolve = (reference: string): ContractSchema | undefined => localTarget(root, reference);
  const narrow = (schema: ContractSchema): ContractSchema => {
    const inner = mapSubschemas(schema, narrow);
    const owner = inner['x-class'] === undefined ? undefined : classNamed(inner['x-class']);
    return owner && hasRules(owner) ? narrowByClass(inner, owner, options, resolve) : inner;
  };
  return narrow(root);
}
