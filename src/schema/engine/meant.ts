/** A failed union brings the failures of all its branches: only those of the branch that was meant are told. */
import type { Failure } from './run.js';

/** @param branches the failures of each branch */
export function meant(union: Failure, branches: readonly (readonly Failure[])[]): readonly Failure[] {
  const level = union.path.length;
  const failed = branches.filter((group) => group.length > 0).map((group) => ({ group, cost: costOf(group, level) }));
  const [best, ...others] = failed.sort((one, other) => one.cost - other.cost).map(({ group }) => group);
  if (!best) return [union];
  const groups = [best, ...others];
  if (groups.every((group) => isOfKind(group, level))) return [alternatives(union, groups.flat())];
  const tag = unknownTag(best, others, level);
  return tag ? [tag] : best;
}

const kindKeywords = new Set(['type', 'const', 'enum', 'alternatives']);

/** Nothing but that the value is of another kind. */
const isOfKind = (group: readonly Failure[], level: number): boolean =>
  group.every(({ keyword, path, isSecret }) => path.length === level && kindKeywords.has(keyword) && !isSecret);

/** A discriminator that names no branch: all that it may be, in one failure. */
function unknownTag(best: readonly Failure[], others: readonly (readonly Failure[])[], level: number): Failure | undefined {
  const [tag] = best;
  if (!tag || best.length > 1 || !isTag(tag, level)) return undefined;
  const same = others.flatMap(([first, ...more]) =>
    first && more.length === 0 && isTag(first, level) && first.path[level] === tag.path[level] ? first : [],
  );
  return same.length > 0 ? alternatives(tag, [tag, ...same]) : undefined;
}

/** A constant of a direct property that the value does not have. */
const isTag = (failure: Failure, level: number): boolean => failure.path.length === level + 1 && !failure.isSecret && isConstant(failure);

function isConstant({ keyword, schema, detail }: Failure): boolean {
  if (keyword === 'alternatives') return (detail as Failure[]).every(isConstant);
  return keyword === 'const' || (keyword === 'enum' && schema.enum?.length === 1);
}

/** The lower, the more likely this branch was meant: the wrong kind altogether is worse than a wrong discriminator, that than any number of wrong fields. */
function costOf(failures: readonly Failure[], level: number): number {
  let cost = 0;
  let fields = 0;
  for (const failure of failures) {
    if (failure.path.length === level && kindKeywords.has(failure.keyword)) cost += 1e8;
    if (isTag(failure, level)) cost += 1e4;
    fields += failure.keyword === 'type' ? 3 : 2;
  }
  return cost + Math.min(fields, 9999);
}

/** One failure in place of several that each name another type or value. */
const alternatives = (place: Failure, failures: readonly Failure[]): Failure => ({
  ...place,
  keyword: 'alternatives',
  detail: failures.flatMap((failure) => (failure.keyword === 'alternatives' ? (failure.detail as Failure[]) : failure)),
});
