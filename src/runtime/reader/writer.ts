/** Collects the source text of a reader. Nothing of a schema or a user gets into it but as a JSON literal or as a constant by number. */
import { refused, type Read, type Reading } from './reading.js';

export class Writer {
  readonly #constants = new Map<unknown, string>();
  readonly #functions: string[] = [];
  #lines: string[] = [];
  #names = 0;

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

  line(text: string): void {
    this.#lines.push(text);
  }

  refuseIf(condition: string): void {
    this.#lines.push(`if (${condition}) return F;`);
  }

  /** Refuses what may fit all the same; see `State.isUnsure`. */
  doubtIf(condition: string): void {
    this.#lines.push(`if (${condition}) { s.isUnsure = true; return F; }`);
  }

  /** `const name = expression`. */
  keep(expression: string): string {
    const name = this.name();
    this.#lines.push(`const ${name} = ${expression};`);
    return name;
  }

  /** Lines that are written by `inside`, in braces after `head`. */
  block(head: string, inside: () => void): void {
    this.#lines.push(`${head} {`);
    inside();
    this.#lines.push('}');
  }

  /** A function of its own, for what is tried or recurs. @returns its name; callable before its body is written */
  fn(reading: Reading, name = this.functionName()): string {
    const outer = this.#lines;
    this.#lines = [];
    const made = reading.write(this, 'v');
    this.#lines.push(`return ${made};`);
    this.#functions.push(`function ${name}(v, s) {\n${this.#lines.join('\n')}\n}`);
    this.#lines = outer;
    return name;
  }

  functionName(): string {
    this.#names += 1;
    return `f${this.#names}`;
  }

  /** The finished reader. @throws EvalError where code must not be generated */
  compile(main: string): Read {
    const constants = [...this.#constants].map(([, name], index) => `const ${name} = k[${index}];`);
    const text = ["'use strict';", ...constants, ...this.#functions, `return ${main};`].join('\n');
    // eslint-disable-next-line typescript/no-implied-eval, no-new-func -- the text holds literals made by `literal` and names made here, nothing else
    const make = new Function('F', 'k', text) as (refusal: typeof refused, constants: readonly unknown[]) => Read;
    return make(refused, [...this.#constants.keys()]);
  }
}

/** A string or finite number as source text, safe inside any script. */
export function literal(value: string | number | boolean | null): string {
  if (typeof value === 'number') return Object.is(value, -0) ? '-0' : String(value);
  return JSON.stringify(value).replace(/[\u2028\u2029<]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
