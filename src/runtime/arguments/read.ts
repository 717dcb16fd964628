/** The first steps of a call: from what came in to a plain object, or to what is wrong with it. */
import { bigintsIn, withNumbers } from '../../schema/repair/text/numbers.js';
import { kindOf } from '../../schema/words.js';
import type { Issue, Repair } from '../../types.js';
import type { Limits } from '../limits.js';
import { guard } from './guard.js';
import { plainCopy } from './plain.js';
import { readText } from './text.js';

export type ReadResult =
  | {
      args: Record<string, unknown>;
      issues?: undefined;
      /** What was mended in the text; absent when nothing was. */
      repairs?: Repair[];
      /** The text held integers that are not safe: they are `bigint`s in `args`, for repair to turn to digits where those are wanted. Only with repair on. */
      hasBigints?: true;
    }
  | { issues: Issue[] };

const refuse = (message: string): ReadResult => ({ issues: [{ message, path: [] }] });

/**
 * Parses text, applies the limits, and gives an object that may be checked; the caller's own object when nothing had to change.
 * @param isRepairing whether text that is no JSON is mended where it can mean one thing only
 */
export function readArguments(given: unknown, limits: Limits, isRepairing: boolean): ReadResult {
  if (typeof given === 'string') return readTextArguments(given, limits, isRepairing);
  try {
    return plainArguments(given ?? {}, limits);
  } catch {
    // A getter or a proxy threw; what it said may be anything.
    return refuse('the arguments cannot be read; send plain values');
  }
}

/**
 * To be asked of what repair made of arguments with `hasBigints`: a `bigint` that is left would be rounded as a number, so the call is refused.
 * @returns one issue for each, 20 at most
 */
export function unsafeIntegersIn(args: unknown): Issue[] {
  return bigintsIn(args).map((path) => ({
    message: 'the integer is too large to be held exactly (numbers go to ±9007199254740991); send it as a string where one is allowed',
    path,
  }));
}

function readTextArguments(text: string, limits: Limits, isRepairing: boolean): ReadResult {
  const read = readText(text, limits, isRepairing);
  if (read.message !== undefined) return refuse(read.message);
  const { value, hasBigints, repairs } = read;
  const { issues } = guard(value, limits);
  if (issues.length > 0) return { issues: issues.map(aboutNumbers) };
  const notAnObject = refuseKind(value);
  if (notAnObject) return notAnObject;
  if (hasBigints && !isRepairing) return readExactly(value);
  return {
    args: value as Record<string, unknown>,
    ...(repairs.length > 0 && { repairs }),
    ...(hasBigints && { hasBigints }),
  };
}

function readExactly(value: unknown): ReadResult {
  const args = withNumbers(value) as Record<string, unknown>;
  const issues = unsafeIntegersIn(args);
  return issues.length > 0 ? { issues } : { args };
}

/** JSON has no Infinity: in text it can only be a number beyond all that can be held. */
function aboutNumbers({ message, path }: Issue): Issue {
  return {
    message: /^-?Infinity is/.test(message) ? 'the number is too large to be held; send it as a string where one is allowed' : message,
    path,
  };
}

function plainArguments(given: unknown, limits: Limits): ReadResult {
  const { issues, needsPlainCopy } = guard(given, limits);
  if (issues.length > 0) return { issues };
  const value = needsPlainCopy ? plainCopy(given) : given;
  return refuseKind(value) ?? { args: value as Record<string, unknown> };
}

function refuseKind(value: unknown): ReadResult | undefined {
  const kind = kindOf(value);
  return kind === 'object' ? undefined : refuse(`the arguments must be one JSON object, such as {"name": "value"}, not ${kind}`);
}
