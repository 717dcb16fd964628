/** Which parts of a schema hold something secret: a text, or a preview, of all that is there could show it. */
import type { ContractSchema, JsonSchema } from '../../types.js';
import { localTarget } from '../references.js';
import { eachSubschema } from '../walk.js';

/** Whether a part, or anything within it, is marked; gives no for every part when nothing in the schema is. */
export function secretHolders(root: ContractSchema | JsonSchema): (part: JsonSchema) => boolean {
  const known = new Map<JsonSchema, boolean>();
  const find = (part: JsonSchema, seen: Set<JsonSchema>): boolean => {
    if (seen.has(part)) return false;
    seen.add(part);
    if (part['x-secret'] === true) return true;
    const target = typeof part.$ref === 'string' ? localTarget(root, part.$ref) : undefined;
    let found = target !== undefined && find(target, seen);
    eachSubschema(part, (sub) => (found ||= find(sub, seen)));
    return found;
  };
  if (!find(root, new Set())) return () => false;
  return (part) => {
    const holds = known.get(part) ?? find(part, new Set());
    known.set(part, holds);
    return holds;
  };
}
