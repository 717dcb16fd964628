/** Patterns of schemas, run so that no text can hold up the process: JavaScript's engine backtracks, and may take for ever. */
import { type LinearPattern, linearPattern } from './linear-pattern.js';
import type { PatternBudget } from './pattern-budget.js';
import { sizeOfPattern } from './pattern-size.js';

export { callBudget, inOneBudget, PatternBudget, PatternTimeout } from './pattern-budget.js';

/** As much of a RegExp as checking needs; `toString` tells two patterns apart. */
export interface Pattern {
  test(text: string): boolean;
  toString(): string;
}

/** Reads a pattern. @throws SyntaxError */
export type ReadPattern = (source: string) => Pattern;

/** Steps that JavaScript's engine takes without a second thought. */
const freeSteps = 1_000_000;
/** Characters of a text that a nested repetition gets so: each may double the work. */
const freeCharacters = 16;
/** Characters, times the size of the pattern, that the linear engine gets without a watch, which costs 0.1 ms. */
const freeLinear = 1_000_000;
/** The same for JavaScript's engine, where the pattern is beyond the linear one and its work grows as a power of the text's length. */
const freePower = 200_000;
/** The size of all patterns of an imported schema that are compiled for the linear engine, which takes 10 µs for each character of them. */
const mostLinear = 20_000;

/** A pattern of an imported schema that can be run neither in linear time nor under a watch. */
export class UnsafePattern extends Error {
  constructor(source: string) {
    super(`the pattern ${source.slice(0, 100)} needs look-around or references back, or is too large, which cannot be run safely here`);
  }
}

/**
 * Reads patterns as JSON Schema does, with the flag `u`, and without it where only that works.
 * Texts that may be heavy go to a linear engine, or under a watch when the pattern is beyond that.
 */
export function patternReader(budget: PatternBudget): ReadPattern {
  return (source) => {
    const expression = readExpression(source);
    const { loops, nested } = riskOf(source);
    if (loops < 2 && !nested) return expression;
    const isHeavy = ({ length }: string): boolean => (nested && length > freeCharacters) || length ** loops > freeSteps;
    const careful = carefully(source, expression, budget);
    return { test: (text) => (isHeavy(text) ? careful(text) : expression.test(text)), toString: () => String(expression) };
  };
}

/** Reads the patterns of one imported schema: none that could take long runs unwatched on an engine that backtracks. */
export function importedPatternReader(budget: PatternBudget): ReadPattern {
  const known = new Map<string, Pattern>();
  let left = mostLinear;
  const read = (source: string): Pattern => {
    const expression = readExpression(source);
    const size = sizeOfPattern(source);
    const isSmall = size <= left;
    if (isSmall) left -= size;
    const careful = carefully(source, expression, budget, isSmall);
    const { loops, nested } = riskOf(source);
    const isLight = ({ length }: string): boolean => !nested && length ** loops * size <= freePower;
    return {
      test(text) {
        if (careful.isLinear()) return careful(text);
        if (!budget.canWatch) throw new UnsafePattern(source);
        return isLight(text) ? budget.testShort(expression, source, text) : careful(text);
      },
      toString: () => String(expression),
    };
  };
  return (source) => {
    const pattern = known.get(source) ?? read(source);
    known.set(source, pattern);
    return pattern;
  };
}

interface Careful {
  (text: string): boolean;
  isLinear(): boolean;
}

function carefully(source: string, expression: RegExp, budget: PatternBudget, mayBeLinear = true): Careful {
  const size = sizeOfPattern(source);
  let linear: LinearPattern | null | undefined = mayBeLinear ? undefined : null;
  const engine = (): LinearPattern | null => (linear === undefined ? (linear = linearPattern(source) ?? null) : linear);
  const test = (text: string): boolean => {
    const safe = engine();
    if (!safe) return budget.test(expression, source, text);
    if (text.length * size > freeLinear && budget.canWatch) return budget.test(safe, source, text);
    return budget.testShort(safe, source, text);
  };
  return Object.assign(test, { isLinear: () => engine() !== null });
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

/** More alternatives and optional parts than this may multiply as repetitions do: `a?a?a?a?aaaa`. */
const mostChoices = 8;

/** How the work grows with the text: as a power of its length, or beyond any power where repetitions are nested or refer back. */
function riskOf(source: string): { loops: number; nested: boolean } {
  const tokens = source.match(token) ?? [];
  const groups = [{ varies: false }];
  // A pattern that may start anywhere tries each place.
  let loops = source.startsWith('^') && !source.includes('|') ? 0 : 1;
  let nested = /\\[1-9k]/.test(source);
  let choices = 0;
  for (const [index, part] of tokens.entries()) {
    const group = groups.at(-1) as { varies: boolean };
    if (part === '|' || part === '?') choices += 1;
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
  return { loops, nested: nested || choices > mostChoices };
}
