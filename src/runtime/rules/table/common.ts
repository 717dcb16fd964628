/** Rules for values of any type. */
import { type Narrowing, nonNull, primitives, type RuleTable, show } from './entry.js';

const notJson = 'a value that is no JSON primitive never equals an argument';

function oneOf(list: unknown): Narrowing {
  const values = primitives(list);
  return values.length > 0 ? { values } : { partly: true };
}

function noneOf(list: unknown): Narrowing | undefined {
  const except = primitives(list);
  return except.length > 0 ? { except } : {};
}

export const commonRules: RuleTable = {
  Allow: { reason: 'checks nothing' },
  IsDefined: { exact: true, advertised: 'required, not `null`', narrow: () => ({ types: nonNull }), describe: () => 'Must be given.' },
  IsOptional: {
    advertised: 'not required',
    reason: 'makes the property optional; whether `null` may be sent is said by the type',
  },
  Equals: {
    exact: true,
    advertised: '`const`',
    narrow: ([value]) => oneOf([value]),
    describe: ([value]) => `Must be ${show(value)}.`,
    reason: notJson,
  },
  NotEquals: {
    exact: true,
    advertised: '`not: { enum }`',
    narrow: ([value]) => noneOf([value]),
    describe: ([value]) => `Must not be ${show(value)}.`,
  },
  IsEmpty: {
    exact: true,
    advertised: '`enum: ["", null]`',
    narrow: () => ({ values: ['', null] }),
    describe: () => 'Must be empty.',
  },
  IsNotEmpty: {
    exact: true,
    advertised: 'required, not `null`, `minLength: 1` for text',
    narrow: () => ({ types: nonNull, keywords: { minLength: 1 } }),
    describe: () => 'Must not be empty.',
  },
  IsIn: {
    exact: true,
    advertised: '`enum`',
    narrow: ([list]) => oneOf(list),
    describe: ([list]) => `Must be one of ${show(list)}.`,
    reason: notJson,
  },
  IsNotIn: {
    exact: true,
    advertised: '`not: { enum }`',
    narrow: ([list]) => noneOf(list),
    describe: ([list]) => `Must not be one of ${show(list)}.`,
  },
  Validate: { reason: 'custom code: its message is told' },
  ValidateBy: { reason: 'custom code: its message is told' },
  ValidateIf: { reason: 'decided call by call: the other rules of the property are told, not narrowed' },
  ValidateNested: { reason: "leaves objects and lists of objects; the nested class's own rules narrow its schema" },
  ValidatePromise: { reason: 'no argument is a promise' },
  ValidatorConstraint: { reason: 'marks a class that holds custom code; it is no rule by itself' },
};
