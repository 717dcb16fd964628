/** Patterns of schemas, run so that no text can hold up the process: JavaScript's engine backtracks, and may take for ever. */
import { createContext, type Context, Script } from 'node:vm';

/** As much of a RegExp as checking needs; `toString` tells two patterns apart. */
export interface Pattern {
  test(text: string): boolean;
  toString(): string;
}

/** Reads a pattern. @throws SyntaxError */
export type ReadPattern = (source: string) => Pattern;

/** Milliseconds that all patterns of one check may take together. */
const wholeBudget = 250;
/** Steps that are taken without a watch; it costs 0.2 ms to set one up. */
const freeSteps = 5_000_000;
/** Characters of a text that a nested repetition gets without a watch: each may double the work. */
const freeCharacters = 20;

/** Thrown out of a check whose patterns took too long. */
export class PatternTimeout extends Error {
  constructor(readonly pattern: string) {
    super(`the pattern ${pattern} takes too long`);
  }
}

/** The time that is left to the patterns of one check, milliseconds. */
export class PatternBudget {
  #left = wholeBudget;
  #context: Context | undefined;
  #script: Script | undefined;

  reset(): void {
    this.#left = wholeBudget;
  }

  /** @throws PatternTimeout */
  test(expression: RegExp, text: string): boolean {
    this.#context ??= createContext({ expression, text });
    this.#script ??= new Script('expression.test(text)');
    Object.assign(this.#context, { expression, text });
    const start = performance.now();
    try {
      return this.#script.runInContext(this.#context, { timeout: Math.max(1, Math.ceil(this.#left)) }) as boolean;
    } catch {
      throw new PatternTimeout(expression.source);
    } finally {
      this.#left -= performance.now() - start;
    }
  }
}

/** Reads patterns as JSON Schema does, with the flag `u`, and without it where only that works. */
export function patternReader(budget: PatternBudget): ReadPattern {
  return (source) => {
    const expression = readExpression(source);
    const { loops, nested } = riskOf(source);
    if (loops < 2 && !nested) return expression;
    const isHeavy = ({ length }: string): boolean => (nested && length > freeCharacters) || length ** loops > freeSteps;
    return { test: (text) => (isHeavy(text) ? budget.test(expression, text) : expression.test(text)), toString: () => String(expression) };
  };
}

/** @throws SyntaxError when it is no pattern of JavaScript's */
export function readExpression(source: string): RegExp {
  try {
    return new RegExp(source, 'u');
  } catch {
    return new RegExp(source);
  }
}

/** An escape, a character class, a counted repetition, or one character. */
const token = /\\[^]|\[(?:\\[^]|[^\]\\])*\]|\{\d+(?:,\d*)?\}|[^]/g;
const repetition = /^(?:[*+?]|\{\d+(?:,\d*)?\})$/;

/** How the work grows with the text: as a power of its length, or beyond any power where repetitions are nested or refer back. */
function riskOf(source: string): { loops: number; nested: boolean } {
  const tokens = source.match(token) ?? [];
  const groups = [{ varies: false }];
  // A pattern that may start anywhere tries each place.
  let loops = source.startsWith('^') && !source.includes('|') ? 0 : 1;
  let nested = /\\[1-9k]/.test(source);
  for (const [index, part] of tokens.entries()) {
    const group = groups.at(-1) as { varies: boolean };
    if (part === '(') groups.push({ varies: false });
    else if (part === ')' && groups.length > 1) {
      groups.pop();
      nested ||= group.varies && repetition.test(tokens[index + 1] ?? '') && tokens[index + 1] !== '?';
      (groups.at(-1) as { varies: boolean }).varies ||= group.varies;
    } else if (part === '|') group.varies = true;
    else if (repetition.test(part) && tokens[index - 1] !== '(') {
      group.varies = true;
      if (part !== '?') loops += 1;
    }
  }
  return { loops, nested };
}
