/** Compiles a JSON Schema into a check: a verdict, and the reasons for a refusal. */
import { ToolError } from '../errors.js';
import type { Issue, JsonSchema } from '../types.js';
import { copyWithinBounds, SchemaOutOfBounds } from './bounds.js';
import { dialectOf } from './dialect.js';
import { UnresolvedReference } from './engine/document.js';
import { Interpreter, mostCounted } from './engine/interpreter.js';
import { CheckTooLong, type IsSecret } from './engine/run.js';
import { issuesOf } from './issues.js';
import { importedPatternReader, PatternBudget, patternReader, PatternTimeout, UnsafePattern } from './pattern.js';
import { type Verdict, verdictOf } from './verdict.js';
import { flawOf } from './well-formed.js';
import { cut } from './words.js';

/** Gives what is wrong with a value; nothing when it fits. Never changes the value. */
export type ShapeCheck = (value: unknown) => Issue[];

/** What a check needs to know beside the schema. */
export interface CheckOptions {
  /** Issues told; a last one counts the rest. */
  mostIssues?: number;
  /** Whether what stands at a path, and so all below it, is a secret: issues there show nothing that is made of the value. */
  isSecret?: IsSecret;
  /** The schema came from elsewhere: it is bounded, none of it becomes code, and its patterns run in linear time. */
  isImported?: boolean;
}

/**
 * Looks the schema over now, and compiles it at the first check.
 * @param what for messages, for example `the input schema of tool 'x'`
 * @throws ToolError UNSUPPORTED_SCHEMA when the schema is none, or refers to what is not in it; references that lead back to themselves are found by the check
 */
export function compileSchema(schema: JsonSchema, what: string, options: CheckOptions = {}): ShapeCheck {
  const { mostIssues = 20, isSecret, isImported = false } = options;
  const { engine, verdict } = prepare(schema, what, isImported);
  return (value) => {
    try {
      budget.reset();
      if (verdict(value)) return [];
      const { failures, count } = engine.explain(value, mostIssues, isSecret);
      return issuesOf(failures, count, mostCounted);
    } catch (error) {
      return [issueOf(error, what)];
    } finally {
      engine.forget();
    }
  };
}

/** Whether a value fits a part of the schema; what cannot be checked in time does not. @throws ToolError as `compileSchema` */
export function compileParts(root: JsonSchema, what: string): (part: JsonSchema, value: unknown) => boolean {
  const { engine } = prepare(root, what, false);
  return (part, value) => {
    try {
      budget.reset();
      return engine.acceptsAt(part, value);
    } catch (error) {
      return issueOf(error, what) === undefined;
    } finally {
      engine.forget();
    }
  };
}

/** One budget, as checks run one after the other: each starts with all of it. */
const budget = new PatternBudget();
const readPattern = patternReader(budget);
const readImportedPattern = importedPatternReader(budget);

function prepare(given: JsonSchema, what: string, isImported: boolean): { engine: Interpreter; verdict: Verdict } {
  try {
    const schema = isImported ? copyWithinBounds(given) : given;
    const dialect = dialectOf(schema);
    const flaw = flawOf(schema, dialect);
    if (flaw) throw unsupported(what, `${flaw.place} ${flaw.message}`);
    const engine = new Interpreter(schema, dialect, isImported ? readImportedPattern : readPattern);
    return { engine, verdict: isImported ? (value) => engine.accepts(value) : verdictOf(schema, dialect, engine) };
  } catch (error) {
    throw isFaultOfSchema(error) ? unsupported(what, error.message, error) : error;
  }
}

const isFaultOfSchema = (error: unknown): error is Error =>
  error instanceof SchemaOutOfBounds || error instanceof UnresolvedReference || error instanceof UnsafePattern;

/** What a check that could not be finished says. */
function issueOf(error: unknown, what: string): Issue {
  if (error instanceof PatternTimeout) {
    const message = `a text takes too long to check against the pattern ${cut(error.pattern, 100)}; send a shorter one`;
    return { message, path: [] };
  }
  if (error instanceof CheckTooLong) return { message: 'the value takes too long to check against this schema', path: [] };
  if (error instanceof RangeError) throw unsupported(what, 'its references lead back to themselves', error);
  throw isFaultOfSchema(error) ? unsupported(what, error.message, error) : error;
}

function unsupported(what: string, reason: string, cause?: unknown): ToolError {
  return new ToolError('UNSUPPORTED_SCHEMA', `${what} cannot be compiled: ${cut(reason, 500)}.`, { cause });
}
