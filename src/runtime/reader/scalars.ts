/** Numbers, booleans, and values from a list. */
import { doubt, refused, type Read, type Reading } from './reading.js';
import { literal, type Writer } from './writer.js';

/** What a number must be. */
export interface NumberRules {
  integer: boolean;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  /** A whole number that divides it; asked of safe integers only. */
  multipleOf?: number;
}

const bounds: readonly [keyof NumberRules, (value: number, limit: number) => boolean, string][] = [
  ['minimum', (value, limit) => value >= limit, '>='],
  ['maximum', (value, limit) => value <= limit, '<='],
  ['exclusiveMinimum', (value, limit) => value > limit, '>'],
  ['exclusiveMaximum', (value, limit) => value < limit, '<'],
];

export class NumberReading implements Reading {
  constructor(private readonly rules: NumberRules) {}

  close(): Read {
    const { integer, multipleOf } = this.rules;
    const limits = bounds.flatMap(([name, holds]) =>
      this.rules[name] === undefined ? [] : [{ holds, limit: this.rules[name] as number }],
    );
    return (value, state) => {
      if (typeof value !== 'number' || !(integer ? Number.isInteger(value) : Number.isFinite(value))) return refused;
      for (const { holds, limit } of limits) if (!holds(value, limit)) return refused;
      if (multipleOf !== undefined && !Number.isSafeInteger(value)) return doubt(state);
      if (multipleOf !== undefined && value % multipleOf !== 0) return refused;
      return value;
    };
  }

  write(writer: Writer, value: string): string {
    const { integer, multipleOf } = this.rules;
    writer.refuseIf(`typeof ${value} !== 'number' || !Number.${integer ? 'isInteger' : 'isFinite'}(${value})`);
    for (const [name, , operator] of bounds) {
      const limit = this.rules[name];
      if (typeof limit === 'number') writer.refuseIf(`!(${value} ${operator} ${literal(limit)})`);
    }
    if (multipleOf !== undefined) {
      writer.doubtIf(`!Number.isSafeInteger(${value})`);
      writer.refuseIf(`${value} % ${literal(multipleOf)} !== 0`);
    }
    return value;
  }
}

export class BooleanReading implements Reading {
  close(): Read {
    return (value) => (typeof value === 'boolean' ? value : refused);
  }

  write(writer: Writer, value: string): string {
    writer.refuseIf(`typeof ${value} !== 'boolean'`);
    return value;
  }
}

type Scalar = string | number | boolean | null;

/** Members that are compared one by one in source text; more are looked up. */
const mostCompared = 8;

/** `enum` and `const`. */
export class ListedReading implements Reading {
  readonly #members: ReadonlySet<unknown>;
  readonly #longest: number;

  constructor(private readonly members: readonly Scalar[]) {
    this.#members = new Set(members);
    this.#longest = members.reduce<number>((most, member) => Math.max(most, typeof member === 'string' ? member.length : 0), 0);
  }

  close(): Read {
    return (value, state) => {
      state.chars += this.#longest;
      return this.#members.has(value) ? value : refused;
    };
  }

  write(writer: Writer, value: string): string {
    if (this.#longest > 0) writer.line(`s.chars += ${this.#longest};`);
    writer.refuseIf(
      this.members.length > mostCompared
        ? `!${writer.constant(this.#members)}.has(${value})`
        : this.members.map((member) => `${value} !== ${literal(member)}`).join(' && ') || 'true',
    );
    return value;
  }
}
