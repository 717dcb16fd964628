/** Rules for objects. */
import type { RuleTable } from './entry.js';

const nameOf = (type: unknown): string => (typeof type === 'function' && type.name !== '' ? type.name : 'a certain class');

/** Keys that never reach the instance, so that it may be empty where the JSON was not; and one that class-validator asks the value itself for. */
const unsafeKeys = ['__proto__', 'constructor', 'prototype', 'hasOwnProperty'];

/** Asked of the JSON, or of what was made of it. */
const hidesKeys = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && (Object.keys(value).length === 0 || unsafeKeys.some((key) => Object.hasOwn(value, key)));

export const objectRules: RuleTable = {
  IsInstance: {
    describe: ([type]) => `Must be an instance of ${nameOf(type)}.`,
    reason: 'JSON has no classes; the declared type says what is made of the value',
  },
  IsNotEmptyObject: {
    exact: true,
    advertised: '`minProperties: 1` for records',
    narrow: ([options]) => ({
      types: ['object'],
      keywords: { minProperties: 1 },
      plainObjects: true,
      ...((options as { nullable?: unknown } | undefined)?.nullable === false && { partly: true as const }),
    }),
    unless: () => hidesKeys,
    describe: () => 'Must have at least one property that is not null.',
    reason: "an instance of a class has the class's fields as own properties, sent or not: told",
  },
};
