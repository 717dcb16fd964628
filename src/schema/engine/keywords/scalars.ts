/** Keywords that look at one value as a whole: its type, its text, its size as a number. */
import { isEqual } from '../../equal.js';
import { formatCheck } from '../../formats.js';
import { isMultipleOf } from '../../multiple-of.js';
import { canonical } from '../../unique.js';
import type { Keyword, Vocabulary } from '../keyword.js';
import type { Check } from '../run.js';

type Test = (value: unknown) => boolean;

const types: Record<string, Test> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number' && Number.isFinite(value),
  integer: (value) => Number.isInteger(value),
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
  array: (value) => Array.isArray(value),
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
};

const never: Test = () => false;

const type: Keyword = ({ schema }) => {
  const tests = [schema.type ?? []].flat().map((name) => types[name] ?? never);
  const [first = never] = tests;
  const test: Test = tests.length === 1 ? first : (value) => tests.some((one) => one(value));
  return (value, run) => test(value) || run.fail('type', value, schema);
};

const isScalar = (value: unknown): boolean => typeof value !== 'object' || value === null;

const oneOfMembers: Keyword = ({ schema }) => {
  const members = schema.enum ?? [];
  const scalars = new Set(members.filter(isScalar));
  const texts = new Set(members.filter((member) => !isScalar(member)).map(canonical));
  return (value, run) =>
    (isScalar(value) ? scalars.has(value) : texts.size > 0 && texts.has(canonical(value))) || run.fail('enum', value, schema);
};

const constant: Keyword =
  ({ schema }) =>
  (value, run) =>
    isEqual(schema.const, value) || run.fail('const', value, schema);

/** Characters as JSON Schema counts them: a pair of surrogates is one. */
function isLongerThan(text: string, limit: number): boolean {
  if (text.length <= limit) return false;
  if (text.length > limit * 2) return true;
  let count = 0;
  for (const _ of text) if ((count += 1) > limit) return true;
  return false;
}

/** A keyword whose number limits another number. */
const limit =
  <V>(keyword: string, fits: (value: V, wanted: number) => boolean): Keyword =>
  ({ schema }) => {
    const wanted = schema[keyword] as number;
    return (value, run) => fits(value as V, wanted) || run.fail(keyword, value, schema);
  };

const pattern: Keyword = ({ schema, pattern: read }): Check => {
  const expression = read(schema.pattern as string);
  return (value, run) => expression.test(value as string) || run.fail('pattern', value, schema);
};

const format =
  (kind: 'string' | 'number'): Keyword =>
  ({ schema }) => {
    const check = formatCheck(schema.format);
    return check?.kind === kind ? (value, run) => check.fits(value as never) || run.fail('format', value, schema) : undefined;
  };

export const scalars: Vocabulary = {
  any: { type, enum: oneOfMembers, const: constant },
  string: {
    minLength: limit<string>('minLength', (text, least) => least === 0 || isLongerThan(text, least - 1)),
    maxLength: limit<string>('maxLength', (text, most) => !isLongerThan(text, most)),
    pattern,
    format: format('string'),
  },
  number: {
    minimum: limit<number>('minimum', (value, least) => value >= least),
    maximum: limit<number>('maximum', (value, most) => value <= most),
    exclusiveMinimum: limit<number>('exclusiveMinimum', (value, least) => value > least),
    exclusiveMaximum: limit<number>('exclusiveMaximum', (value, most) => value < most),
    multipleOf: limit<number>('multipleOf', (value, divisor) => Number.isFinite(value) && isMultipleOf(value, divisor)),
    format: format('number'),
  },
};
