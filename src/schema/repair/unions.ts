/** Which branch of a union a value is meant for. */
import type { ContractSchema, JsonSchema } from '../../types.js';
import { localTarget } from '../references.js';
import { kindOf } from '../words.js';
import { wantedBy } from './wanted.js';

type Branch = JsonSchema | boolean;

/** References that are followed to a branch's own keywords. */
const mostHops = 16;

/** False only for a value that surely does not fit, by its kind or by a constant tag; far cheaper than a check. */
export function mayFit(branch: Branch, value: unknown, root: ContractSchema | JsonSchema): boolean {
  const part = resolved(branch, root);
  if (typeof part !== 'object') return part !== false;
  return !wantedBy(part).refuses(value) && tagsOf(part, value).every(({ isSame }) => isSame);
}

/**
 * Whether the branch takes values of this kind, none of them in particular: a scalar that it refuses was meant for it all the same.
 * Each part is looked at once.
 * @param byMembers a list of values takes what is of the kind of one of them
 */
export function takesKind(
  branch: Branch,
  value: unknown,
  root: ContractSchema | JsonSchema,
  byMembers = false,
  known = new Map<JsonSchema, boolean>(),
): boolean {
  const part = resolved(branch, root);
  if (typeof part !== 'object') return part !== false;
  const before = known.get(part);
  if (before !== undefined) return before;
  known.set(part, false);
  const { members, refuses, kind } = wantedBy(part);
  const within = (sub: Branch): boolean => takesKind(sub, value, root, byMembers, known);
  const takes =
    (members ? byMembers && kind(kindOf(value)) : !refuses(value)) &&
    (part.allOf ?? []).every(within) &&
    [part.anyOf, part.oneOf].every((branches) => !branches || branches.some(within));
  known.set(part, takes);
  return takes;
}

/** The branches whose constant tags are those of the value come first. */
export function inOrder(branches: readonly Branch[], value: unknown, root: ContractSchema | JsonSchema): Branch[] {
  const isNamed = (branch: Branch): boolean => {
    const part = resolved(branch, root);
    const tags = typeof part === 'object' ? tagsOf(part, value) : [];
    return tags.length > 0 && tags.every(({ isSame }) => isSame);
  };
  const named = new Set(branches.filter(isNamed));
  return [...named, ...branches.filter((branch) => !named.has(branch))];
}

/** Properties of the value that the branch fixes to a constant. */
function tagsOf({ properties }: JsonSchema, value: unknown): { isSame: boolean }[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  const tags: { isSame: boolean }[] = [];
  for (const [key, sub] of Object.entries(properties ?? {})) {
    const isTag = typeof sub === 'object' && sub !== null && ('const' in sub || (Array.isArray(sub.enum) && sub.enum.length === 1));
    if (isTag && Object.hasOwn(value, key)) tags.push({ isSame: !wantedBy(sub).refuses((value as Record<string, unknown>)[key]) });
  }
  return tags;
}

function resolved(branch: Branch, root: ContractSchema | JsonSchema): JsonSchema | boolean | undefined {
  let part: JsonSchema | boolean | undefined = branch;
  for (let hops = 0; typeof part === 'object' && typeof part.$ref === 'string' && hops < mostHops; hops += 1) {
    const target: JsonSchema | undefined = localTarget(root, part.$ref);
    if (target === undefined) return part;
    part = target;
  }
  return part;
}
