/** Compiles a JSON Schema into a check: a verdict, and the reasons for a refusal. */
import { ToolError } from '../errors.js';
import type { Issue, JsonSchema } from '../types.js';
import { copyWithinBounds, SchemaOutOfBounds } from './bounds.js';
import { dialectOf } from './dialect.js';
import { UnresolvedReference } from './engine/document.js';
import { Interpreter, mostCounted } from './engine/interpreter.js';
import { CheckTooLong, type IsSecret, type Run, type SurelyFits } from './engine/run.js';
import { issuesOf } from './issues.js';
import { callBudget, importedPatternReader, inOneBudget, patternReader, PatternTimeout, UnsafePattern } from './pattern.js';
import { type Verdict, verdictOf } from './verdict.js';
import { flawOf } from './well-formed.js';
import { cut } from './words.js';

/** Gives what is wrong with a value; nothing when it fits. Never changes the value. */
export interface ShapeCheck {
  /** @param isSuspect it will hardly fit: reasons are looked for at once, without a verdict first */
  (value: unknown, isSuspect?: boolean): Issue[];
  /**
   * The same for someone who knows where to look.
   * @param search notes what does not fit; true when that is all there is
   * @returns undefined when that was not all, or nothing
   */
  of(search: (run: Run) => boolean): Issue[] | undefined;
  /** For such a search: notes all reasons why a value does not fit a part of the schema; false when there are none. */
  reasons(part: JsonSchema | boolean): (value: unknown, run: Run) => boolean;
}

/** What a check needs to know beside the schema. */
export interface CheckOptions {
  /** Issues told; a last one counts the rest. */
  mostIssues?: number;
  /** Whether what stands at a path, and so all below it, is a secret: issues there show nothing that is made of the value. */
  isSecret?: IsSecret;
  /** Whether a secret lies below a path: text that came in place of an object there is not shown. */
  holdsSecret?: IsSecret;
  /** Speeds up the search for reasons in long arrays. */
  surelyFits?: SurelyFits;
  /** The schema came from elsewhere: it is bounded, none of it becomes code, and its patterns run in linear time. */
  isImported?: boolean;
}

/**
 * Looks the schema over now, and compiles it at the first check.
 * @param what for messages, for example `the input schema of tool 'x'`
 * @throws ToolError UNSUPPORTED_SCHEMA when the schema is none, or refers to what is not in it; references that lead back to themselves are found by the check
 */
export function compileSchema(schema: JsonSchema, what: string, options: CheckOptions = {}): ShapeCheck {
  const { mostIssues = 20, isImported = false } = options;
  const { engine, verdict } = prepare(schema, what, isImported);
  const check = (value: unknown, isSuspect: boolean): Issue[] => {
    try {
      if (!isSuspect && verdict(value)) return [];
      const { failures, count } = engine.explain(value, mostIssues, options);
      return issuesOf(failures, count, mostCounted);
    } catch (error) {
      return [issueOf(error, value, what)];
    } finally {
      engine.forget();
    }
  };
  return Object.assign((value: unknown, isSuspect = false) => inOneBudget(() => check(value, isSuspect)), {
    of(search: (run: Run) => boolean): Issue[] | undefined {
      let isSure = false;
      const { failures, count } = engine.explain(undefined, mostIssues, options, (_value, run) => (isSure = search(run)));
      return isSure && count > 0 ? issuesOf(failures, count, mostCounted) : undefined;
    },
    reasons: (part: JsonSchema | boolean) => engine.reasons(part),
  });
}

/** The verdict on a value by a part of a schema. */
export type Parts = (part: JsonSchema, value: unknown) => boolean;

/** Whether a value fits a part of the schema; what cannot be checked in time does not. @throws ToolError as `compileSchema` */
export function compileParts(root: JsonSchema, what: string, { isImported = false }: CheckOptions = {}): Parts {
  const { engine } = prepare(root, what, isImported);
  const fits: Parts = (part, value) => {
    try {
      return engine.acceptsAt(part, value);
    } catch (error) {
      return issueOf(error, value, what) === undefined;
    } finally {
      engine.forget();
    }
  };
  return (part, value) => inOneBudget(() => fits(part, value));
}

const readPattern = patternReader(callBudget());

function prepare(given: JsonSchema, what: string, isImported: boolean): { engine: Interpreter; verdict: Verdict } {
  try {
    const schema = isImported ? copyWithinBounds(given) : given;
    const dialect = dialectOf(schema);
    const flaw = flawOf(schema, dialect);
    if (flaw) throw unsupported(what, `${flaw.place} ${flaw.message}`);
    const engine = new Interpreter(schema, dialect, isImported ? importedPatternReader(callBudget()) : readPattern);
    return { engine, verdict: isImported ? (value) => engine.accepts(value) : verdictOf(schema, dialect, engine) };
  } catch (error) {
    throw isFaultOfSchema(error) ? unsupported(what, error.message, error) : error;
  }
}

const isFaultOfSchema = (error: unknown): error is Error =>
  error instanceof SchemaOutOfBounds || error instanceof UnresolvedReference || error instanceof UnsafePattern;

/** What a check that could not be finished says. @throws ToolError when the schema is at fault */
function issueOf(error: unknown, value: unknown, what: string): Issue {
  const issue = (message: string): Issue => ({ message, path: [] });
  if (error instanceof PatternTimeout)
    return issue(`a text takes too long to check against the pattern ${cut(error.pattern, 100)}; send a shorter one`);
  if (error instanceof CheckTooLong) return issue('the value takes too long to check against this schema');
  if (isFaultOfSchema(error)) throw unsupported(what, error.message, error);
  if (!(error instanceof RangeError)) return issue('the value cannot be read');
  if (isDeep(value)) return issue('the value is nested too deeply');
  throw unsupported(what, 'it is nested too deeply, or its references lead back to themselves', error);
}

/** Levels of a value that a check can take in any case. */
const safeDepth = 500;

function isDeep(root: unknown): boolean {
  let level = [root];
  for (let depth = 0; depth < safeDepth && level.length > 0; depth += 1)
    level = level.flatMap((value) => (typeof value === 'object' && value !== null ? Object.values(value) : []));
  return level.length > 0;
}

function unsupported(what: string, reason: string, cause?: unknown): ToolError {
  return new ToolError('UNSUPPORTED_SCHEMA', `${what} cannot be compiled: ${cut(reason, 500)}.`, { cause });
}
