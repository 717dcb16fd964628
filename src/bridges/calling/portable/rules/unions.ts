/** `anyOf` and `oneOf`: at the root folded into one object, elsewhere in the one form that the provider takes. */
import { annotationKeywords } from '../../../../schema/walk.js';
import type { JsonSchema } from '../../../../types.js';
import { become, type Draft, type Rule, type Spot, writing } from '../rule.js';
import { mergeInto } from '../merge.js';
import { mergeAllOf } from './all-of.js';
import { dialect } from './dialect.js';
import { fold } from './fold.js';
import { isKept } from './reference.js';

const annotations = new Set<string>(annotationKeywords);

export const unions: Rule = {
  before(draft, spot) {
    for (const keyword of ['anyOf', 'oneOf'] as const)
      if (draft[keyword] && spot.isRoot && !spot.facts.rootCombinators.includes(keyword)) fold(draft, keyword, spot);
    exclusive(draft, spot);
    if (!draft.anyOf) return;
    if (!spot.takes('anyOf')) return spot.say(draft, 'anyOf');
    draft.anyOf = distinct(draft.anyOf);
    if (spot.facts.typed) alone(draft, draft.anyOf, spot);
  },
};

/** Exactly one of several is declared as any of them. */
function exclusive(draft: Draft, spot: Spot): void {
  if (!draft.oneOf || spot.takes('oneOf')) return;
  if (draft.anyOf) return spot.say(draft, 'oneOf');
  draft.anyOf = draft.oneOf;
  delete draft.oneOf;
}

const distinct = (branches: readonly JsonSchema[]): JsonSchema[] => [
  ...new Map(branches.map((branch) => [writing(branch), branch])).values(),
];

/** Unions of one branch within each other that are opened. */
const mostNested = 8;

/** A union stands alone: what holds beside it goes into its branches. */
function alone(draft: Draft, branches: readonly JsonSchema[], spot: Spot, level = 0): void {
  const beside = Object.fromEntries(Object.entries(draft).filter(([keyword]) => keyword !== 'anyOf' && !annotations.has(keyword)));
  const [only, ...others] = branches;
  const hasMore = Object.keys(beside).length > 0;
  if (only && others.length === 0) {
    if (!hasMore && isKept(only, spot)) return;
    delete draft.anyOf;
    if (level > mostNested) return;
    const inner = { ...spot.resolve(only) };
    if (inner.allOf) mergeAllOf(inner, spot);
    mergeInto(draft, inner, spot);
    dialect.before?.(draft, spot);
    if (draft.anyOf) alone(draft, draft.anyOf, spot, level + 1);
    return;
  }
  if (!hasMore) return;
  if (beside['properties']) return fold(draft, 'anyOf', spot);
  const about = Object.fromEntries(Object.entries(draft).filter(([keyword]) => annotations.has(keyword)));
  become(draft, { ...about, anyOf: branches.map((branch) => ({ allOf: [branch, beside] })) });
}
