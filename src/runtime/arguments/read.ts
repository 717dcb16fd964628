/** The first steps of a call: from what came in to a plain object, or to what is wrong with it. */
import { kindOf } from '../../schema/words.js';
import type { Issue } from '../../types.js';
import type { Limits } from '../limits.js';
import { guard } from './guard.js';
import { plainCopy } from './plain.js';

export type ReadResult = { args: Record<string, unknown>; issues?: undefined } | { issues: Issue[] };

const refuse = (message: string): ReadResult => ({ issues: [{ message, path: [] }] });

/** Parses text, applies the limits, and gives an object that may be checked; the caller's own object when nothing had to change. */
export function readArguments(given: unknown, limits: Limits): ReadResult {
  const parsed = typeof given === 'string' ? parse(given, limits) : { value: given ?? {} };
  if ('message' in parsed) return refuse(parsed.message);
  try {
    return plainArguments(parsed.value, limits);
  } catch {
    // A getter or a proxy threw; what it said may be anything.
    return refuse('the arguments cannot be read; send plain values');
  }
}

function plainArguments(given: unknown, limits: Limits): ReadResult {
  const { issues, needsPlainCopy } = guard(given, limits);
  if (issues.length > 0) return { issues };
  const value = needsPlainCopy ? plainCopy(given) : given;
  if (kindOf(value) !== 'object') return refuse(`the arguments must be one JSON object, such as {"name": "value"}, not ${kindOf(value)}`);
  return { args: value as Record<string, unknown> };
}

function parse(text: string, limits: Limits): { value: unknown } | { message: string } {
  if (Buffer.byteLength(text) > limits.argumentBytes)
    return { message: `the arguments are larger than ${limits.argumentBytes} bytes; send less` };
  if (text.trim() === '') return { value: {} };
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    return { message: describeSyntax(text, error) };
  }
}

/** Never echoes the text: it may be long, and V8's own message quotes it. */
function describeSyntax(text: string, error: unknown): string {
  const message = error instanceof Error ? error.message : '';
  const position = Number(/position (\d+)/.exec(message)?.[1] ?? text.length);
  if (/end of JSON input|Unterminated string/.test(message))
    return 'the JSON text of the arguments ends too early (truncated); send it again, complete, or send less';
  return `the arguments are not valid JSON (near character ${position}); send one JSON object with double-quoted keys and strings`;
}
