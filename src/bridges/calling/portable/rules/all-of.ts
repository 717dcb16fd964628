/** `allOf`: its schemas are merged, where the provider does not take them side by side. */
import type { JsonSchema } from '../../../../types.js';
import { mergeInto } from '../merge.js';
import { referenceOf } from '../references.js';
import { type Draft, type Rule, schemasOf, type Spot } from '../rule.js';

/** Schemas merged into one. */
const most = 1000;

export const allOf: Rule = {
  before(draft, spot) {
    if (draft.allOf && !(spot.takes('allOf') && !spot.isRoot)) mergeAllOf(draft, spot);
  },
};

/** Merges the schemas of `allOf` into the draft, and theirs. */
export function mergeAllOf(draft: Draft, spot: Spot): void {
  const merged = new Set<JsonSchema>();
  for (let count = 0; draft.allOf && count < most;) {
    const branches = schemasOf(draft.allOf);
    delete draft.allOf;
    for (const branch of branches) {
      count += 1;
      const address = referenceOf(branch);
      const target = address === undefined ? branch : spot.target(address);
      if (!target || merged.has(target)) continue;
      merged.add(target);
      if (address !== undefined && spot.isRecursive(target) && spot.isOpen(target)) {
        spot.lose('CUT', 'allOf', 'the definition would contain itself');
        spot.refuseStrict('the definition would contain itself');
      } else mergeInto(draft, spot.resolve(branch), spot);
    }
  }
  delete draft.allOf;
}
