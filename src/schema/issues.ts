/** Failures of a check, in words that a model can act on. */
import type { Issue } from '../types.js';
import type { Failure, Key } from './engine/run.js';
import { cut, pointer, weigh } from './words.js';
import { wordOf } from './wordings.js';

/** Bytes of all issues together; the first is told in any case, and is bounded by the words it is made of. */
const budget = 3600;
/** Keys of an issue's path: those told, and how much of each. */
const mostKeys = 16;
const mostOfKey = 60;

/**
 * One issue for each failure, and one that counts those that are not told.
 * @param count all failures, those told among them
 * @param mostCounted when `count` is above, there may be more
 */
export function issuesOf(failures: readonly Failure[], count: number, mostCounted: number): Issue[] {
  if (count === 1) return failures.map(issueOf);
  const issues = withinBudget(distinct(withoutTypes(failures).map(issueOf)));
  const rest = count - failures.length + issues.skipped;
  if (rest > 0) issues.told.push({ message: `and ${count > mostCounted ? 'at least ' : ''}${rest} more`, path: [] });
  return issues.told;
}

/** A value that is none of an enumeration is told so once: its members show the type. */
function withoutTypes(failures: readonly Failure[]): readonly Failure[] {
  const listed = failures.filter(({ keyword }) => keyword === 'enum' || keyword === 'const');
  if (listed.length === 0) return failures;
  return failures.filter(
    ({ keyword, schema, path }) =>
      keyword !== 'type' || !listed.some((one) => one.schema === schema && pointer([...one.path]) === pointer([...path])),
  );
}

/** The same for issues that were worded elsewhere. @param untold how many are not among them */
export function boundedIssues(issues: readonly Issue[], untold: number): Issue[] {
  const { told, skipped } = withinBudget(distinct(issues.map(({ message, path }) => ({ message, path: shortened([...path]) }))));
  if (untold + skipped > 0) told.push({ message: `and ${untold + skipped} more`, path: [] });
  return told;
}

function issueOf(failure: Failure): Issue {
  const { path, key, isSecret } = failure;
  return { message: wordOf(failure), path: shortened(key === undefined || isSecret ? path.slice() : [...path, key]) };
}

/** Long keys are cut, and of a long path the middle is left out. */
function shortened(keys: Key[]): Key[] {
  for (const [index, key] of keys.entries()) if (typeof key === 'string' && key.length > mostOfKey) keys[index] = cut(key, mostOfKey);
  return keys.length > mostKeys ? [...keys.slice(0, mostKeys / 2), '…', ...keys.slice(-mostKeys / 2)] : keys;
}

/** Two keywords may say the same of one value, as those of two parts of an `allOf`. */
function distinct(issues: Issue[]): Issue[] {
  if (issues.length < 2) return issues;
  const messages = new Set(issues.map(({ message }) => message));
  if (messages.size === issues.length) return issues;
  return [...new Map(issues.map((issue) => [textOf(issue), issue])).values()];
}

const textOf = ({ path, message }: Issue): string => `${pointer(path)} ${message}`;

function withinBudget(issues: Issue[]): { told: Issue[]; skipped: number } {
  const longest = issues.reduce((sum, { path, message }) => sum + message.length + path.length * mostOfKey * 2, 0);
  // Almost always: a character takes at most three bytes.
  if (longest * 3 <= budget) return { told: issues, skipped: 0 };
  let left = budget;
  const told = issues.filter((issue, index) => (left -= weigh(textOf(issue))) >= 0 || index === 0);
  return { told, skipped: issues.length - told.length };
}
