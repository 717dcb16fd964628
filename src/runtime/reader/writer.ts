/** Collects the source text of a reader, or of a search. Nothing of a schema or a user gets into it but as a JSON literal or as a constant by number. */
import { refused, type Reading } from './reading.js';

export class Writer {
  readonly #constants = new Map<unknown, string>();
  readonly #functions: string[] = [];
  #lines: string[] = [];
  #names = 0;
  /** The variables that hold answers, by expression, of those that are declared here. */
  #answers = new Map<string, string>();
  #refusal = 'return F;';

  /** A fresh variable's name. */
  name(): string {
    this.#names += 1;
    return `v${this.#names}`;
  }

  /** A name for anything that has no literal: a function, a class, an expression. */
  constant(value: unknown): string {
    const name = this.#constants.get(value) ?? `k${this.#constants.size}`;
    this.#constants.set(value, name);
    return name;
  }

  /** The statement that a value which does not fit leads to. */
  get refusal(): string {
    return this.#refusal;
  }

  line(text: string): void {
    this.#lines.push(text);
  }

  refuseIf(condition: string): void {
    this.#lines.push(`if (${condition}) ${this.refusal}`);
  }

  /** Refuses what may fit all the same; see `State.isUnsure`. */
  doubtIf(condition: string): void {
    this.#lines.push(`if (${condition}) { s.isUnsure = true; ${this.refusal} }`);
  }

  /** `const name = expression`. */
  keep(expression: string): string {
    const name = this.name();
    this.#lines.push(`const ${name} = ${expression};`);
    return name;
  }

  /** What a function says of a variable that does not change; asked once in a block. @returns the answer's name */
  call(test: (value: never) => unknown, value: string): string {
    const expression = `${this.constant(test)}(${value})`;
    const known = this.#answers.get(expression) ?? this.keep(expression);
    this.#answers.set(expression, known);
    return known;
  }

  /** Lines that are written by `inside`, in braces after `head`. */
  block(head: string, inside: () => void): void {
    const answers = this.#answers;
    this.#answers = new Map(answers);
    this.#lines.push(`${head} {`);
    inside();
    this.#lines.push('}');
    this.#answers = answers;
  }

  /** Lines in which a value that does not fit leads to a statement, and then to what follows them. */
  attempt(statement: string, inside: () => void): void {
    const label = this.name();
    this.refusing(`${statement} break ${label};`, () => this.block(`${label}:`, inside));
  }

  /** Lines in which a value that does not fit leads to these statements, of which the last leads away. */
  refusing<T>(statements: string, inside: () => T): T {
    const outer = this.#refusal;
    this.#refusal = `{ ${statements} }`;
    const result = inside();
    this.#refusal = outer;
    return result;
  }

  /** A function of its own, for what is tried or recurs. @returns its name; callable before its body is written */
  fn(reading: Reading, name = this.functionName()): string {
    return this.functionOf('v, s', () => this.line(`return ${reading.write(this, 'v')};`), name);
  }

  /** A function whose lines are written by `inside`. @returns its name */
  functionOf(parameters: string, inside: () => void, name = this.functionName()): string {
    const outer = [this.#lines, this.#refusal, this.#answers] as const;
    [this.#lines, this.#refusal, this.#answers] = [[], 'return F;', new Map()];
    inside();
    this.#functions.push(`function ${name}(${parameters}) {\n${this.#lines.join('\n')}\n}`);
    [this.#lines, this.#refusal, this.#answers] = outer;
    return name;
  }

  functionName(): string {
    this.#names += 1;
    return `f${this.#names}`;
  }

  /** The finished function of that name. @throws EvalError where code must not be generated */
  compile<T>(main: string): T {
    const constants = [...this.#constants].map(([, name], index) => `const ${name} = k[${index}];`);
    const text = ["'use strict';", ...constants, ...this.#functions, `return ${main};`].join('\n');
    // eslint-disable-next-line typescript/no-implied-eval, no-new-func -- the text holds literals made by `literal` and names made here, nothing else
    const make = new Function('F', 'k', text) as (refusal: typeof refused, constants: readonly unknown[]) => T;
    return make(refused, [...this.#constants.keys()]);
  }
}

/** A string or finite number as source text, safe inside any script. */
export function literal(value: string | number | boolean | null): string {
  if (typeof value === 'number') return Object.is(value, -0) ? '-0' : String(value);
  return JSON.stringify(value).replace(/[\u2028\u2029<]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
