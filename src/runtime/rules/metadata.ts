/** Reads class-validator's records of a class. Nothing here knows JSON Schema, and nothing is checked. */
import { getMetadataStorage, IS_DEFINED, IS_OPTIONAL, ValidationTypes } from 'class-validator';
import type { Constructor } from '../../types.js';
import { isGiven } from './arguments-class.js';

/** Which rules are in force: class-validator's own options of these names. */
export interface RuleOptions {
  groups?: string[];
  always?: boolean;
  strictGroups?: boolean;
}

/** What class-validator knows of one decorator on one property. */
export type RuleRecord = ReturnType<ReturnType<typeof getMetadataStorage>['getTargetValidationMetadatas']>[number];

/** One record that holds the code that decides: a built-in rule, a custom decorator, or a class given to `@Validate`. */
export type RuleConstraint = ReturnType<ReturnType<typeof getMetadataStorage>['getTargetValidatorConstraints']>[number];

/** The rules of one property that are in force, in the order of the source. */
export interface PropertyRules {
  property: string;
  /** Rules that judge a value; `@ValidateNested` and `@Allow` judge none. */
  rules: RuleRecord[];
  /** Conditions of `@IsOptional` and `@ValidateIf`: when one fails, no rule of the property runs. */
  conditions: RuleRecord[];
  nested: RuleRecord[];
  /** `@IsOptional` is among the conditions. */
  optional: boolean;
  /** An argument of `@param`: not checked when absent. */
  argument: boolean;
  /** A `@ValidateIf` whose outcome only a call can tell. */
  conditional: boolean;
  /** `@ValidatePromise`: the value may be a promise of what is judged. */
  awaited: boolean;
}

const judging = new Set<string>([ValidationTypes.CUSTOM_VALIDATION, IS_DEFINED]);

/** Every rule of the class and of those it extends that is in force under the options. */
export function recordsOf(owner: Constructor, options: RuleOptions): RuleRecord[] {
  const { groups, always = false, strictGroups = false } = options;
  // An empty name: a schema of class-validator's own kind is never meant.
  return getMetadataStorage().getTargetValidationMetadatas(owner, '', always, strictGroups, groups);
}

/** The same, sorted by property. */
export function rulesOf(owner: Constructor, options: RuleOptions): PropertyRules[] {
  const found = new Map<string, RuleRecord[]>();
  for (const record of recordsOf(owner, options)) {
    const records = found.get(record.propertyName) ?? [];
    found.set(record.propertyName, records);
    // Decorators run from the last to the first, and the base class's come after: reversed, they read as the source does.
    records.unshift(record);
  }
  return [...found].map(([property, records]) => propertyRules(property, records));
}

function propertyRules(property: string, records: readonly RuleRecord[]): PropertyRules {
  const conditions = records.filter(({ type }) => type === ValidationTypes.CONDITIONAL_VALIDATION);
  return {
    property,
    rules: records.filter(({ type }) => judging.has(type)),
    conditions,
    nested: records.filter(isNested),
    optional: conditions.some(({ name }) => name === IS_OPTIONAL),
    argument: conditions.some(isArgument),
    conditional: conditions.some((condition) => condition.name !== IS_OPTIONAL && !isArgument(condition)),
    awaited: records.some(({ type }) => type === ValidationTypes.PROMISE_VALIDATION),
  };
}

/** Whether it is a `@ValidateNested`. */
export const isNested = ({ type }: RuleRecord): boolean => type === ValidationTypes.NESTED_VALIDATION;

const isArgument = (condition: RuleRecord): boolean => condition.constraints?.[0] === isGiven;

/** The code behind a rule; more than one only when a class was given to `@ValidatorConstraint` twice. */
export function constraintsOf(rule: RuleRecord): RuleConstraint[] {
  return getMetadataStorage().getTargetValidatorConstraints(rule.constraintCls);
}

/** Whether a `@ValidateIf` decides about a property of the class: below it, instances may not be looked at. */
export function hasConditions(owner: Constructor, options: RuleOptions): boolean {
  return rulesOf(owner, options).some(({ conditional }) => conditional);
}

/** Whether the class, or one it extends, has any rule, in whatever group. */
export function hasRules(owner: Constructor): boolean {
  return allRecords(owner).length > 0;
}

/**
 * Whether a rule of the class, in whatever group, is declared asynchronous. A rule that returns a promise without saying so shows only when it runs.
 * Classes reached through `@ValidateNested` are followed where TypeScript emitted their type; ask for each class of a contract to be sure.
 */
export function hasAsyncRules(owner: Constructor): boolean {
  return isAsync(owner, new Set());
}

function isAsync(owner: Constructor, seen: Set<Constructor>): boolean {
  if (seen.has(owner)) return false;
  seen.add(owner);
  return allRecords(owner).some((record) => {
    if (record.type === ValidationTypes.PROMISE_VALIDATION) return true;
    if (isNested(record)) return nestedIsAsync(owner, record.propertyName, seen);
    return judging.has(record.type) && constraintsOf(record).some((constraint) => constraint.async || isAsyncFunction(constraint));
  });
}

function nestedIsAsync(owner: Constructor, property: string, seen: Set<Constructor>): boolean {
  const type: unknown = Reflect.getMetadata('design:type', owner.prototype as object, property);
  return typeof type === 'function' && type !== Array && type !== Object && isAsync(type as Constructor, seen);
}

function isAsyncFunction(constraint: RuleConstraint): boolean {
  const validate: unknown = (constraint.target as Constructor<{ validate?: unknown }>).prototype?.validate;
  return typeof validate === 'function' && Object.prototype.toString.call(validate) === '[object AsyncFunction]';
}

const allRecords = (owner: Constructor): RuleRecord[] => recordsOf(owner, { always: true });
