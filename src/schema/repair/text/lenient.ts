/**
 * Reads what a model writes instead of JSON: Python's words and quotes, trailing commas, comments, bare keys, raw control characters.
 * Only the spelling is mended. Nothing is closed, added, guessed or left out, so a text that ended too early never becomes a value.
 * One pass without recursion or backtracking: the time is linear in the length of the text.
 * A library for broken JSON would close, join and drop, mistakes a bracket in a string for one outside, and takes a minute for 800 kB of `[1,],`.
 */
import { quotes, readString } from './strings.js';

/** JSON text of the same values, or why there is none; and the character at which the text first departs from JSON. */
export type Reading = { text: string; departsAt: number; problem?: undefined } | { departsAt: number; problem: TextProblem };

/** What is wrong with a text, and the character (from 0) at which it shows. */
export interface TextProblem {
  kind: 'truncated' | 'second-value' | 'text-before' | 'text-after' | 'malformed';
  at: number;
}

type Expected = 'root' | 'value' | 'first-item' | 'item' | 'first-key' | 'key' | 'colon' | 'comma' | 'end';

/** Words that stand for values: JSON's own, and Python's. */
const words: ReadonlyMap<string, string> = new Map([
  ['true', 'true'],
  ['false', 'false'],
  ['null', 'null'],
  ['True', 'true'],
  ['False', 'false'],
  ['None', 'null'],
]);

const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
/** A key without quotes: a name as in JavaScript, or a whole number as in Python. */
const bareKey = /^(?:[A-Za-z_$][\w$]*|0|[1-9]\d*)$/;

const jsonBlank = /[ \t\n\r]*/y;
const blank = /\s*/y;
const lineComment = /(?:\/\/|#)[^\n]*/y;
const blockComment = /\/\*[^]*?\*\//y;
const word = /[^\s{}[\],:"'“”‘’/#]+/y;

/** Spells the text as JSON. Whether what comes out is JSON is left to `JSON.parse`: of grammar, only what tells the problems apart is known here. */
export function readLenient(text: string): Reading {
  const reader = new Reader(text);
  const problem = reader.read();
  const departsAt = Math.min(reader.departsAt, problem?.at ?? text.length);
  return problem ? { departsAt, problem } : { departsAt, text: reader.json.join('') };
}

/** What is wrong, or undefined to go on. */
type Step = TextProblem | undefined;

class Reader {
  readonly json: string[] = [];
  departsAt = Infinity;
  readonly #open: ('{' | '[')[] = [];
  #at = 0;
  #commaAt = 0;
  #expected: Expected = 'root';

  constructor(readonly text: string) {}

  read(): TextProblem | undefined {
    for (;;) {
      if (!this.#skip()) return this.#problem('truncated', this.text.length);
      if (this.#at >= this.text.length) return this.#expected === 'end' ? undefined : this.#problem('truncated');
      const problem = this.#steps[this.#expected](this.text.charAt(this.#at));
      if (problem) return problem;
    }
  }

  /** One entry an expectation: what to do with the character that comes next. */
  readonly #steps: Readonly<Record<Expected, (next: string) => Step>> = {
    root: (next) => (next === '{' || next === '[' || quotes.has(next) ? this.#value(next) : this.#problem('text-before')),
    value: (next) => this.#value(next),
    'first-item': (next) => (next === ']' ? this.#close(next) : this.#value(next)),
    item: (next) => (next === ']' ? this.#closeAfterComma(next) : this.#afterComma(() => this.#value(next))),
    'first-key': (next) => (next === '}' ? this.#close(next) : this.#key(next)),
    key: (next) => (next === '}' ? this.#closeAfterComma(next) : this.#afterComma(() => this.#key(next))),
    colon: (next) => (next === ':' ? this.#take(next, 'value') : this.#problem('malformed')),
    comma: (next) => this.#separator(next),
    end: (next) => this.#problem(next === '{' || next === '[' ? 'second-value' : 'text-after'),
  };

  /** A comma is written once it is known that something follows it. */
  #afterComma(step: () => Step): Step {
    this.json.push(',');
    return step();
  }

  #separator(next: string): Step {
    if (next !== ',') return this.#close(next);
    this.#commaAt = this.#at;
    this.#at += 1;
    this.#expected = this.#open.at(-1) === '{' ? 'key' : 'item';
    return undefined;
  }

  #value(next: string): Step {
    if (next === '{' || next === '[') {
      this.#open.push(next);
      return this.#take(next, next === '{' ? 'first-key' : 'first-item');
    }
    if (quotes.has(next)) return this.#string(this.#afterValue());
    const found = this.#match(word) ?? '';
    const value = words.get(found) ?? (jsonNumber.test(found) ? found : undefined);
    if (this.#at + found.length >= this.text.length) return this.#problem('truncated', this.text.length);
    return value === undefined ? this.#problem('malformed') : this.#take(found, this.#afterValue(), value);
  }

  #key(next: string): Step {
    if (quotes.has(next)) return this.#string('colon');
    const found = this.#match(word) ?? '';
    if (this.#at + found.length >= this.text.length) return this.#problem('truncated', this.text.length);
    return bareKey.test(found) && !words.has(found) ? this.#take(found, 'colon', `"${found}"`) : this.#problem('malformed');
  }

  #string(expected: Expected): Step {
    const found = readString(this.text, this.#at);
    if (!found) return this.#problem('truncated', this.text.length);
    if ('wrongAt' in found) return this.#problem('malformed', found.wrongAt);
    return this.#take(this.text.slice(this.#at, found.end), expected, found.json);
  }

  #close(next: string): Step {
    const isMatching = next === (this.#open.at(-1) === '{' ? '}' : ']');
    if (!isMatching) return this.#problem('malformed');
    this.#open.pop();
    return this.#take(next, this.#afterValue());
  }

  #closeAfterComma(next: string): Step {
    this.#departs(this.#commaAt);
    return this.#close(next);
  }

  #departs(at = this.#at): void {
    this.departsAt = Math.min(this.departsAt, at);
  }

  #afterValue(): Expected {
    return this.#open.length === 0 ? 'end' : 'comma';
  }

  /** Passes over what was read and writes it as JSON. */
  #take(found: string, expected: Expected, json: string = found): undefined {
    if (json !== found) this.#departs();
    this.#at += found.length;
    this.#expected = expected;
    this.json.push(json);
  }

  /** Passes over blanks and comments; false when a comment is never closed, or breaks off at its first sign. */
  #skip(): boolean {
    for (;;) {
      this.#at += this.#match(jsonBlank)?.length ?? 0;
      const other = this.#match(blank)?.length ?? 0;
      if (other > 0) this.#departs();
      this.#at += other;
      const comment = this.#match(lineComment) ?? this.#match(blockComment);
      if (comment !== undefined) this.#departs();
      else return !(this.text.startsWith('/*', this.#at) || (this.text.endsWith('/') && this.#at === this.text.length - 1));
      this.#at += comment.length;
    }
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    return pattern.exec(this.text)?.[0];
  }

  #problem(kind: TextProblem['kind'], at = this.#at): TextProblem {
    return { kind, at };
  }
}
