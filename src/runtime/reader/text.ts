/** Strings, and the built-ins made from them. */
import { doubt, refused, type Read, type Reading } from './reading.js';
import { literal, type Writer } from './writer.js';

/** An expression, or what runs as one. */
export interface TextTest {
  test(text: string): boolean;
  /** A quick look before; what it does not tell of passes. */
  isUnusual?(text: string): boolean;
}

/** What a string must be. */
export interface TextRules {
  minLength?: number;
  maxLength?: number;
  tests: readonly TextTest[];
  /** Makes a `Date`, `URL` and so on of it. */
  convert?: (text: string) => { value: unknown } | { message: string };
}

export class TextReading implements Reading {
  constructor(private readonly rules: TextRules) {}

  /** What is made is no string any more. */
  get isConverted(): boolean {
    return this.rules.convert !== undefined;
  }

  close(): Read {
    const { minLength = 0, maxLength = Infinity, tests, convert } = this.rules;
    const make = convert && made(convert);
    return (value, state) => {
      if (typeof value !== 'string') return refused;
      if (value.length > state.limits.argumentBytes) return doubt(state);
      state.chars += value.length;
      if (isTooShort(value, minLength) || isTooLong(value, maxLength)) return refused;
      for (const test of tests) if ((!test.isUnusual || test.isUnusual(value)) && !test.test(value)) return refused;
      if (!make) return value;
      const result = make(value);
      return result === refused ? doubt(state) : result;
    };
  }

  write(writer: Writer, value: string): string {
    const { minLength = 0, maxLength, tests, convert } = this.rules;
    writer.refuseIf(`typeof ${value} !== 'string'`);
    if (maxLength === undefined) writer.doubtIf(`${value}.length > s.limits.argumentBytes`);
    writer.line(`s.chars += ${value}.length;`);
    if (minLength > 0)
      writer.refuseIf(`${value}.length < ${literal(2 * minLength)} && ${writer.constant(isTooShort)}(${value}, ${literal(minLength)})`);
    if (maxLength !== undefined)
      writer.refuseIf(`${value}.length > ${literal(maxLength)} && ${writer.constant(isTooLong)}(${value}, ${literal(maxLength)})`);
    for (const test of tests) {
      const isUnusual = test.isUnusual ? `${writer.call(test.isUnusual, value)} && ` : '';
      writer.refuseIf(`${isUnusual}!${writer.constant(test)}.test(${value})`);
    }
    if (!convert) return value;
    const result = writer.keep(`${writer.constant(made(convert))}(${value})`);
    writer.doubtIf(`${result} === F`);
    return result;
  }
}

function made(convert: NonNullable<TextRules['convert']>): (text: string) => unknown {
  return (text) => {
    const result = convert(text);
    return 'value' in result ? result.value : refused;
  };
}

/** JSON Schema counts characters (code points), of which a string has at least half as many as units. */
const isTooShort = (text: string, minimum: number): boolean =>
  text.length < minimum || (text.length < 2 * minimum && hasFewer(text, minimum));
const isTooLong = (text: string, maximum: number): boolean =>
  text.length > maximum && (text.length > 2 * maximum || !hasFewer(text, maximum + 1));

/** Whether the text has fewer characters than `count`. */
function hasFewer(text: string, count: number): boolean {
  let characters = text.length;
  for (let index = 0; index < text.length && characters >= count; index += 1) {
    const isPair = (text.charCodeAt(index) & 0xfc00) === 0xd800 && (text.charCodeAt(index + 1) & 0xfc00) === 0xdc00;
    if (!isPair) continue;
    characters -= 1;
    index += 1;
  }
  return characters < count;
}
