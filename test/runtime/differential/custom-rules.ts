/** Validators and conditions of users: every way class-validator lets one be written, each noting how it was called. */
import {
  registerDecorator,
  Validate,
  type ValidationArguments,
  type ValidationOptions,
  ValidatorConstraint,
  type ValidatorConstraintInterface,
} from 'class-validator';

/** One call of a user's code. */
export interface Call {
  tag: string;
  value: unknown;
  object: unknown;
  property?: string;
  targetName?: string;
  whole?: unknown;
  constraints?: unknown;
  /** The answer is a promise, or may be. */
  isLate?: boolean;
}

/** Calls noted since `record()` began. */
let calls: Call[] = [];

/** Whose call it is: what the real library leaves unhandled is not our fault. */
let caller: Caller = 'real';

export type Caller = 'real' | 'ours';

/** Begins a new list of calls, and returns it. */
export function record(by: Caller): Call[] {
  caller = by;
  calls = [];
  return calls;
}

/** Thrown by users' code on purpose. */
export class RuleFailure extends Error {
  readonly caller = caller;
}

type Judge = (value: unknown, args: ValidationArguments) => boolean;

/** What a user's validator thinks of a value. Pure, so that both sides hear the same. */
export const judges = {
  always: () => true,
  isText: (value) => typeof value === 'string',
  isTruthy: Boolean,
  isPresent: (value) => value !== undefined && value !== null,
  isNoArray: (value) => !Array.isArray(value),
  isWhole: (value, args) => Object.is(args.value, value),
  isOwn: (value, { object, property, value: whole }) => Object.is((object as Record<string, unknown>)[property], whole),
  hasTypeOfArgument: (value, { constraints }) => typeof value === (constraints as unknown[] | undefined)?.[0],
} satisfies Record<string, Judge>;

export type JudgeName = keyof typeof judges;

/** What a decorator needs to be made. */
interface CustomPlan {
  tag: string;
  judge: JudgeName;
  options: ValidationOptions | undefined;
}

type Answer = (passes: boolean) => unknown;

const falsy = [false, 0, '', null, undefined, NaN];

/** How a validator says yes or no. */
const answers = {
  boolean: (passes) => passes,
  truthy: (passes) => (passes ? 'yes' : falsy[calls.length % falsy.length]),
  throwing: (passes) => {
    if (!passes) throw new RuleFailure('thrown');
    return true;
  },
  promise: (passes) => Promise.resolve(passes),
  slow: async (passes) => {
    await new Promise((resolve) => setImmediate(resolve));
    return passes ? 1 : 0;
  },
  rejecting: (passes) => (passes ? Promise.resolve(true) : Promise.reject(new RuleFailure('rejected'))),
  thenable: (passes) => ({ then: (resolve: (verdict: boolean) => unknown): unknown => resolve(passes) }),
  sometimesPromise: (passes) => (calls.length % 2 === 0 ? passes : Promise.resolve(passes)),
} satisfies Record<string, Answer>;

export type AnswerName = keyof typeof answers;

/** The answers that are not there at once. */
export const lateAnswers: ReadonlySet<AnswerName> = new Set<AnswerName>(['promise', 'slow', 'rejecting', 'thenable', 'sometimesPromise']);

function validator({ tag, judge }: CustomPlan, answer: AnswerName): ValidatorConstraintInterface {
  return {
    validate(value: unknown, args: ValidationArguments): boolean {
      const { object, property, targetName, value: whole, constraints } = args;
      calls.push({ tag, value, object, property, targetName, whole, constraints, isLate: lateAnswers.has(answer) });
      return answers[answer](judges[judge](value, args)) as boolean;
    },
  };
}

type Form = (plan: CustomPlan, answer: AnswerName) => PropertyDecorator;

const registered =
  (extra: { name?: string; async?: boolean }): Form =>
  (plan, answer) =>
  (target, property) =>
    registerDecorator({
      target: target.constructor,
      propertyName: property as string,
      constraints: ['string', 2],
      options: plan.options,
      validator: validator(plan, answer),
      ...extra,
    });

function constraintClass(plan: CustomPlan, answer: AnswerName): new () => ValidatorConstraintInterface {
  const { validate } = validator(plan, answer);
  return class implements ValidatorConstraintInterface {
    /** Held by the instance: the validator must be called as a method of it. */
    readonly isConstraint = true;
    validate(value: unknown, args?: ValidationArguments): Promise<boolean> | boolean {
      if (!this.isConstraint) throw new RuleFailure('called without its instance');
      return validate(value, args);
    }
    defaultMessage(args?: ValidationArguments): string {
      return this.isConstraint ? `${args?.property} was refused by a class` : '';
    }
  };
}

/** How a validator is written down. */
const forms = {
  named: registered({ name: 'isFancy' }),
  unnamed: registered({}),
  flagged: registered({ name: 'isLater', async: true }),
  borrowedIsInt: registered({ name: 'isInt' }),
  borrowedMin: registered({ name: 'min' }),
  borrowedIsDefined: registered({ name: 'isDefined' }),
  borrowedIsOptional: registered({ name: 'isOptional' }),
  borrowedUnique: registered({ name: 'arrayUnique' }),
  byClass: (plan, answer) => {
    const constraint = constraintClass(plan, answer);
    ValidatorConstraint({ name: 'byClass' })(constraint);
    return Validate(constraint, ['string'], plan.options);
  },
  byFlaggedClass: (plan, answer) => {
    const constraint = constraintClass(plan, answer);
    ValidatorConstraint({ async: true })(constraint);
    return plan.options ? Validate(constraint, plan.options) : Validate(constraint);
  },
  byClassTwice: (plan, answer) => {
    const constraint = constraintClass(plan, answer);
    ValidatorConstraint({ name: 'once' })(constraint);
    ValidatorConstraint({ name: 'twice' })(constraint);
    return Validate(constraint, [], plan.options);
  },
  byClassWithoutName: (plan, answer) => Validate(constraintClass(plan, answer), ['number'], plan.options),
} satisfies Record<string, Form>;

export type FormName = keyof typeof forms;
export const formNames = Object.keys(forms) as FormName[];
export const answerNames = Object.keys(answers) as AnswerName[];
export const judgeNames = Object.keys(judges) as JudgeName[];

/** The decorator of a user's validator. */
export const customDecorator = (form: FormName, answer: AnswerName, plan: CustomPlan): PropertyDecorator => forms[form](plan, answer);

type Condition = (object: Record<string, unknown>, value: unknown) => unknown;

const conditions = {
  always: () => true,
  never: () => false,
  valueGiven: (_object, value) => value !== undefined,
  valueTruthy: (_object, value) => value,
  otherTruthy: (object) => object['a'],
  isText: (_object, value) => typeof value === 'string',
  throwsOnNumber: (_object, value) => {
    if (typeof value === 'number') throw new RuleFailure('condition');
    return true;
  },
} satisfies Record<string, Condition>;

export type ConditionName = keyof typeof conditions;
export const conditionNames = Object.keys(conditions) as ConditionName[];

/** A condition of `@ValidateIf` or of a decorator's `validateIf`. */
export const conditionOf =
  (name: ConditionName, tag: string) =>
  (object: object, value: unknown): boolean => {
    calls.push({ tag, object, value });
    return conditions[name](object as Record<string, unknown>, value) as boolean;
  };
