/** Most schemas are within what a provider takes as they stand. For those that were looked over when the tool was made, a few bits tell. */
import { bitsWhere, type Contents, oddities, type UsualKeyword } from '../../../schema/usual.js';
import type { SchemaFacts } from '../facts.js';
import { isSimple } from './patterns.js';

/** What may stand at the root: all else says nothing of arguments. */
const ofObjects: ReadonlySet<UsualKeyword> = new Set(['type', 'description', 'properties', 'required', 'additionalProperties', 'default']);

const needed = bitsWhere((keyword) => keyword === 'type' || keyword === 'properties');

/** Bits of what a provider takes, at the root and below. */
interface Taken {
  root: number;
  below: number;
}

const known = new WeakMap<SchemaFacts, Taken>();

function takenBy(facts: SchemaFacts): Taken {
  const before = known.get(facts);
  if (before) return before;
  const { keywords, rootKeywords, mostMinItems, propertyName } = facts;
  const takes = (keyword: UsualKeyword): boolean => keywords === 'all' || keywords.includes(keyword);
  const made = {
    root: bitsWhere((keyword) => ofObjects.has(keyword) && (rootKeywords ? rootKeywords.includes(keyword) : takes(keyword))),
    // A title becomes a description, or goes.
    below:
      bitsWhere((keyword) => keyword !== 'title' && takes(keyword) && !(keyword === 'minItems' && mostMinItems !== undefined)) |
      // Every provider takes the plain ones.
      (propertyName ? 0 : oddities.names),
  };
  known.set(facts, made);
  return made;
}

/** Whether the rules would change nothing and lose nothing. */
export function isTaken(contents: Contents, facts: SchemaFacts): boolean {
  const { root, below } = takenBy(facts);
  const { patterns, formats } = contents;
  if ((contents.root & ~root) !== 0 || (contents.below & ~below) !== 0 || (contents.root & needed) !== needed) return false;
  if (facts.formats && formats.length > 0 && !formats.every((format) => facts.formats?.includes(format))) return false;
  if (facts.simplePatterns && patterns.length > 0 && !patterns.every(isKnownAsSimple)) return false;
  return true;
}

/** Patterns that were looked at: most tools of one program share theirs. */
const simple = new Map<string, boolean>();
const mostPatterns = 1000;

function isKnownAsSimple(pattern: string): boolean {
  const before = simple.get(pattern);
  if (before !== undefined) return before;
  const verdict = isSimple(pattern);
  if (simple.size < mostPatterns) simple.set(pattern, verdict);
  return verdict;
}
