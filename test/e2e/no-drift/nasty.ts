/** Values on which validators tend to differ. */
import fc from 'fast-check';

/** Characters: of two code units, halves of such, selectors, marks, line ends, and what patterns and prototypes make something of. */
const characters = [
  'a',
  'A',
  'z',
  '0',
  '7',
  '.',
  '-',
  '/',
  '$',
  '^',
  '\\',
  ' ',
  '\n',
  '\u2028',
  '\0',
  'é',
  'e\u0301',
  'ß',
  'İ',
  'ſ',
  '\u212A',
  '😀',
  '\uD83D',
  '\uDE00',
  '\uFE0E',
  '\uFE0F',
  '☂\uFE0F',
  '\u200D',
];

export const nastyText = (minLength = 0, maxLength = 6): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom(...characters), minLength, maxLength: Math.max(minLength, maxLength) });

export const nastyNumbers: readonly number[] = [
  0,
  -0,
  1,
  -1,
  2,
  3,
  9,
  10,
  1.5,
  -1.5,
  2.5,
  0.1,
  0.3,
  1e-7,
  5e-324,
  -5e-324,
  1e-300,
  2.2250738585072014e-308,
  1e20,
  1e21,
  -1e21,
  3e21,
  1.7976931348623157e308,
  2 ** 31,
  2 ** 32,
  2 ** 53,
  2 ** 53 + 2,
  -(2 ** 53),
  9007199254740991,
  9007199254740993e3,
  90,
  180.5,
  1e16,
];

/** Keys that objects have without owning them. */
export const nastyKeys: readonly string[] = [
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'valueOf',
  'length',
  'then',
  'toJSON',
  '',
  ' ',
  '0',
  '1',
  'a',
  'b',
  '$ref',
  '~1',
];

/** An object as JSON.parse makes it: `__proto__` is a key like any other. */
export function objectOf(entries: Iterable<readonly [string, unknown]>): Record<string, unknown> {
  const object: Record<string, unknown> = {};
  for (const [key, value] of entries) Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
  return object;
}

const { anything } = fc.letrec<{ anything: unknown }>((tie) => ({
  anything: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    fc.constantFrom<unknown>(null, true, false, '', 'a', '1', 'true', 'null', '[]', '{}', [], {}, [null], [[[]]], { a: null }),
    fc.constantFrom(...nastyNumbers),
    nastyText(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.integer({ min: -12, max: 12 }),
    fc.array(tie('anything'), { maxLength: 3 }),
    fc.array(tie('anything'), { minLength: 1, maxLength: 2 }).map((items) => [...items, ...items]),
    fc.array(fc.tuple(fc.constantFrom(...nastyKeys, '__proto__'), tie('anything')), { maxLength: 3 }).map(objectOf),
  ),
}));

/** Any JSON value. */
export const nastyValue: fc.Arbitrary<unknown> = anything;
