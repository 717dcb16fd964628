/** Compiles a JSON Schema into a check: a verdict, and the reasons for a refusal. */
import { ToolError } from '../errors.js';
import type { Issue, JsonSchema } from '../types.js';
import { dialectOf } from './dialect.js';
import { UnresolvedReference } from './engine/document.js';
import { Interpreter, mostCounted } from './engine/interpreter.js';
import type { IsSecret } from './engine/run.js';
import { issuesOf } from './issues.js';
import { PatternBudget, patternReader, PatternTimeout } from './pattern.js';
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
}

/**
 * Looks the schema over now, and compiles it at the first check.
 * @param what for messages, for example `the input schema of tool 'x'`
 * @throws ToolError UNSUPPORTED_SCHEMA when the schema is none, or refers to what is not in it; references that lead back to themselves are found by the check
 */
export function compileSchema(schema: JsonSchema, what: string, options: CheckOptions = {}): ShapeCheck {
  const { mostIssues = 20, isSecret } = options;
  const { engine, verdict } = prepare(schema, what);
  return (value) => {
    try {
      budget.reset();
      if (verdict(value)) return [];
      const { failures, count } = engine.explain(value, mostIssues, isSecret);
      return issuesOf(failures, count, mostCounted);
    } catch (error) {
      return [issueOf(error, what)];
    }
  };
}

/** Whether a value fits a part of the schema; what cannot be checked in time does not. @throws ToolError as `compileSchema` */
export function compileParts(root: JsonSchema, what: string): (part: JsonSchema, value: unknown) => boolean {
  const { engine } = prepare(root, what);
  return (part, value) => {
    try {
      budget.reset();
      return engine.acceptsAt(part, value);
    } catch (error) {
      return issueOf(error, what) === undefined;
    }
  };
}

/** One budget, as checks run one after the other: each starts with all of it. */
const budget = new PatternBudget();
const readPattern = patternReader(budget);

function prepare(schema: JsonSchema, what: string): { engine: Interpreter; verdict: Verdict } {
  const dialect = dialectOf(schema);
  const flaw = flawOf(schema, dialect);
  if (flaw) throw unsupported(what, `${flaw.place} ${flaw.message}`);
  try {
    const engine = new Interpreter(schema, dialect, readPattern);
    return { engine, verdict: verdictOf(schema, dialect, engine) };
  } catch (error) {
    throw error instanceof UnresolvedReference ? unsupported(what, error.message, error) : error;
  }
}

/** What a check that could not be finished says. */
function issueOf(error: unknown, what: string): Issue {
  if (error instanceof PatternTimeout) {
    const message = `a text takes too long to check against the pattern ${cut(error.pattern, 100)}; send a shorter one`;
    return { message, path: [] };
  }
  throw error instanceof RangeError ? unsupported(what, 'its references lead back to themselves', error) : error;
}

function unsupported(what: string, reason: string, cause?: unknown): ToolError {
  return new ToolError('UNSUPPORTED_SCHEMA', `${what} cannot be compiled: ${cut(reason, 500)}.`, { cause });
}
