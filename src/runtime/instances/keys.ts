/** `patternProperties`, asked as the check asks: a pattern is compiled once for a schema, and none can hold up the process. */
import { importedPatternReader, type Pattern, PatternBudget, patternReader } from '../../schema/pattern.js';
import type { ContractSchema } from '../../types.js';

/** Whether a key matches a pattern. @throws PatternTimeout when that takes too long */
export type KeyMatcher = (source: string, key: string) => boolean;

/** By schema; it goes with it. */
const known = new WeakMap<ContractSchema, { matches: KeyMatcher; budget: PatternBudget }>();

/** The matcher of a schema, with the time of a whole check before it. */
export function keyMatcherOf({ root, isImported = false }: { root: ContractSchema; isImported?: boolean }): KeyMatcher {
  const { matches, budget } = known.get(root) ?? remember(root, isImported);
  budget.reset();
  return matches;
}

function remember(root: ContractSchema, isImported: boolean): { matches: KeyMatcher; budget: PatternBudget } {
  const budget = new PatternBudget();
  const read = (isImported ? importedPatternReader : patternReader)(budget);
  const patterns = new Map<string, Pattern>();
  const matches: KeyMatcher = (source, key) => {
    let pattern = patterns.get(source);
    if (!pattern) patterns.set(source, (pattern = read(source)));
    return pattern.test(key);
  };
  const made = { matches, budget };
  known.set(root, made);
  return made;
}
