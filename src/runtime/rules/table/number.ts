/** Rules for numbers. */
import { isFiniteNumber, type Narrowing, type RuleTable, show } from './entry.js';

const bound =
  (keyword: 'minimum' | 'maximum', open: number) =>
  ([limit]: readonly unknown[]): Narrowing => {
    if (isFiniteNumber(limit)) return { types: ['number'], keywords: { [keyword]: limit } };
    return limit === open ? { types: ['number'] } : { types: ['number'], partly: true };
  };

/** class-validator reads the divisor as an integer: 2.5 counts as 2. */
function divisible([divisor]: readonly unknown[]): Narrowing {
  const step = isFiniteNumber(divisor) ? Math.abs(Number.parseInt(String(divisor), 10)) : 0;
  return step > 0 ? { types: ['number'], keywords: { multipleOf: step } } : { types: ['number'], partly: true };
}

/** There the quotient is rounded before anyone can look at its fraction. */
const isBeyondWholeNumbers = (value: unknown): boolean => typeof value === 'number' && !Number.isSafeInteger(value);

function coordinate(limit: number): Narrowing {
  return { types: ['number', 'string'], keywords: { minimum: -limit, maximum: limit }, partly: true };
}

function isNumber([options]: readonly unknown[]): Narrowing {
  const places = (options as { maxDecimalPlaces?: unknown } | undefined)?.maxDecimalPlaces;
  if (places === undefined) return { types: ['number'] };
  return places === 0 ? { types: ['integer'] } : { types: ['number'], partly: true };
}

function describeNumber([options]: readonly unknown[]): string {
  const places = (options as { maxDecimalPlaces?: unknown } | undefined)?.maxDecimalPlaces;
  return places === undefined ? 'Must be a number.' : `Must be a number with at most ${show(places)} decimal places.`;
}

const textForm = 'the text form, and numbers in exponent notation, are judged by code';

export const numberRules: RuleTable = {
  IsInt: { exact: true, advertised: '`type: integer`', narrow: () => ({ types: ['integer'] }), describe: () => 'Must be an integer.' },
  IsNumber: {
    exact: true,
    advertised: '`type: number`; `integer` for `maxDecimalPlaces: 0`',
    narrow: isNumber,
    describe: describeNumber,
    reason: '`multipleOf` is not exact for decimal fractions, so `maxDecimalPlaces` above 0 is told',
  },
  IsPositive: {
    exact: true,
    advertised: '`exclusiveMinimum: 0`',
    narrow: () => ({ types: ['number'], keywords: { exclusiveMinimum: 0 } }),
    describe: () => 'Must be above 0.',
  },
  IsNegative: {
    exact: true,
    advertised: '`exclusiveMaximum: 0`',
    narrow: () => ({ types: ['number'], keywords: { exclusiveMaximum: 0 } }),
    describe: () => 'Must be below 0.',
  },
  Min: {
    exact: true,
    advertised: '`minimum`',
    narrow: bound('minimum', -Infinity),
    describe: ([limit]) => `Must be at least ${show(limit)}.`,
  },
  Max: {
    exact: true,
    advertised: '`maximum`',
    narrow: bound('maximum', Infinity),
    describe: ([limit]) => `Must be at most ${show(limit)}.`,
  },
  IsDivisibleBy: {
    exact: true,
    advertised: '`multipleOf`',
    narrow: divisible,
    unless: () => isBeyondWholeNumbers,
    describe: ([divisor]) => `Must be divisible by ${show(divisor)}.`,
    reason: 'a divisor whose whole part is 0 lets nothing pass',
  },
  IsLatitude: {
    advertised: '`minimum: -90`, `maximum: 90`',
    narrow: () => coordinate(90),
    describe: () => 'Must be a latitude in degrees, -90 to 90.',
    reason: textForm,
  },
  IsLongitude: {
    advertised: '`minimum: -180`, `maximum: 180`',
    narrow: () => coordinate(180),
    describe: () => 'Must be a longitude in degrees, -180 to 180.',
    reason: textForm,
  },
};
