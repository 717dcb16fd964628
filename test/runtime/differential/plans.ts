/** Classes as data: what fast-check draws, shrinks and prints. `classes.ts` builds them. */
import fc from 'fast-check';
import { samples } from '../rules/samples.js';
import {
  type AnswerName,
  answerNames,
  type ConditionName,
  conditionNames,
  type FormName,
  formNames,
  type JudgeName,
  judgeNames,
} from './custom-rules.js';

/** Options of a decorator. */
export interface OptionsPlan {
  each?: boolean | undefined;
  groups?: string[] | undefined;
  always?: boolean | undefined;
  message?: 'text' | 'function' | 'throwing' | undefined;
  context?: true | undefined;
  validateIf?: ConditionName | undefined;
}

export type RulePlan = { options?: OptionsPlan } & (
  | { kind: 'built-in'; decorator: string; use: number }
  | { kind: 'custom'; form: FormName; answer: AnswerName; judge: JudgeName }
  | { kind: 'condition'; condition: ConditionName }
  | { kind: 'IsOptional' | 'IsDefined' | 'Allow' | 'ValidatePromise' | 'ValidateNested' }
);

/** What class-transformer is told of a property. */
export type TransformPlan =
  | { kind: 'type'; of: TypeName; reflected?: ReflectedName }
  | { kind: 'transform'; function: TransformName; options?: DirectionPlan }
  | { kind: 'expose'; name?: string; options?: DirectionPlan }
  | { kind: 'exclude'; options?: DirectionPlan };

export interface DirectionPlan {
  toClassOnly?: true;
  toPlainOnly?: true;
  groups?: string[];
  since?: number;
}

export const typeNames = [
  'class',
  'class',
  'class',
  'Date',
  'Number',
  'String',
  'Boolean',
  'Buffer',
  'Map',
  'nothing',
  'byArguments',
  'discriminated',
] as const;
export type TypeName = (typeof typeNames)[number];
export const reflectedNames = ['Array', 'Set', 'Map', 'Object', 'class', 'Date'] as const;
export type ReflectedName = (typeof reflectedNames)[number];
export const transformNames = ['trim', 'wrap', 'fromObject', 'typeAndKey', 'throwing', 'dropping', 'same'] as const;
export type TransformName = (typeof transformNames)[number];

export interface PropertyPlan {
  name: string;
  rules: RulePlan[];
  transforms: TransformPlan[];
  /** A value the constructor gives it. */
  initial?: number;
  /** It stands on the prototype. */
  accessor?: 'getter' | 'both' | 'method' | 'field-method';
  /** The class of what lies below, by its place in the world, and how it lies there. */
  target: number;
  shape: 'single' | 'array' | 'set' | 'map' | 'record';
}

export interface ClassPlan {
  properties: PropertyPlan[];
  /** The place of the class it extends; earlier than its own. */
  base?: number;
  strategy?: 'exclude' | 'expose';
  constructorThrows?: true;
}

/** Classes that refer to one another; the last is the one to check. */
export type WorldPlan = ClassPlan[];

/** Undefined but for one in so many. */
const oneIn = <T>(count: number, arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.oneof({ weight: count - 1, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });

const groups = fc.subarray(['g', 'h'], { minLength: 1 });

const conditionName = fc.constantFrom(...conditionNames, 'always' as const, 'valueGiven' as const, 'isText' as const);

/** Mostly none, so that most rules are in force. */
const options = fc.oneof<fc.WeightedArbitrary<OptionsPlan | undefined>[]>(
  { weight: 15, arbitrary: fc.constant(undefined) },
  {
    weight: 10,
    arbitrary: fc.record(
      {
        each: fc.boolean(),
        groups,
        always: fc.boolean(),
        message: fc.constantFrom('text' as const, 'function' as const),
        context: fc.constant(true as const),
        validateIf: conditionName,
      },
      { requiredKeys: [] },
    ),
  },
  { weight: 6, arbitrary: fc.constant({ each: true }) },
  { weight: 3, arbitrary: fc.constant({ groups: ['g'] }) },
  { weight: 1, arbitrary: fc.constant({ message: 'throwing' as const }) },
);

const withOptions = <T extends object>(plan: fc.Arbitrary<T>): fc.Arbitrary<T & { options?: OptionsPlan }> =>
  fc.tuple(plan, options).map(([rule, given]) => (given ? { ...rule, options: given } : rule));

const builtIn = fc
  .constantFrom(...Object.keys(samples))
  .chain((decorator) =>
    fc.record({ kind: fc.constant('built-in' as const), decorator: fc.constant(decorator), use: fc.nat(samples[decorator]!.length - 1) }),
  );

const custom = fc.record({
  kind: fc.constant('custom' as const),
  form: fc.constantFrom(...formNames),
  answer: fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom<AnswerName>('boolean', 'truthy') },
    { weight: 1, arbitrary: fc.constantFrom(...answerNames) },
  ),
  judge: fc.constantFrom(...judgeNames),
});

const condition = fc.record({ kind: fc.constant('condition' as const), condition: conditionName });
const structural = fc.record({
  kind: fc.constantFrom('IsOptional' as const, 'IsOptional', 'IsDefined', 'Allow', 'ValidateNested', 'ValidatePromise'),
});
const nested = fc.record({ kind: fc.constant('ValidateNested' as const) });

const rule: fc.Arbitrary<RulePlan> = withOptions(
  fc.oneof<fc.WeightedArbitrary<RulePlan>[]>(
    { weight: 9, arbitrary: builtIn },
    { weight: 3, arbitrary: custom },
    { weight: 2, arbitrary: structural },
    { weight: 1, arbitrary: condition },
  ),
);

const rules = fc.oneof(
  { weight: 4, arbitrary: fc.array(rule, { minLength: 1, maxLength: 1 }) },
  { weight: 2, arbitrary: fc.array(rule, { minLength: 2, maxLength: 3 }) },
  { weight: 2, arbitrary: fc.tuple(withOptions(nested), fc.array(rule, { maxLength: 2 })).map(([first, rest]) => [first, ...rest]) },
);

/** Names that would break out of generated text beside plain ones. */
export const hostileNames = ['a-b', '0', "it's", '"', '`${0}`', '\\', '\u2028', ']; throw 1; //', 'then', 'length', 'name', '__proto', 'é'];

const propertyName = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom('a', 'b', 'c', 'd') },
  { weight: 1, arbitrary: fc.constantFrom(...hostileNames) },
);

const place = {
  target: fc.nat(3),
  shape: fc.constantFrom('single' as const, 'single', 'array', 'array', 'set', 'map', 'record'),
};

const ruledProperty: fc.Arbitrary<PropertyPlan> = fc.record({
  name: propertyName,
  rules,
  transforms: fc.constant<TransformPlan[]>([]),
  initial: oneIn(4, fc.nat(1000)),
  accessor: oneIn(12, fc.constantFrom('getter' as const, 'both')),
  ...place,
});

const direction = fc.oneof(
  { weight: 5, arbitrary: fc.constant(undefined) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<DirectionPlan>({ toClassOnly: true }, { toPlainOnly: true }, { groups: ['g'] }, { since: 2 }, {}),
  },
);

const transform: fc.Arbitrary<TransformPlan> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('type' as const),
      of: fc.constantFrom(...typeNames),
      reflected: oneIn(2, fc.constantFrom(...reflectedNames)),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('transform' as const), function: fc.constantFrom(...transformNames), options: direction }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('expose' as const),
      name: oneIn(2, fc.constantFrom('a', 'b', 'c', 'x', "it's")),
      options: direction,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('exclude' as const), options: direction }) },
);

const transformedProperty: fc.Arbitrary<PropertyPlan> = fc.record({
  name: propertyName,
  rules: fc.constant<RulePlan[]>([]),
  transforms: fc.oneof(
    { weight: 1, arbitrary: fc.constant<TransformPlan[]>([]) },
    { weight: 3, arbitrary: fc.array(transform, { maxLength: 2 }) },
  ),
  initial: oneIn(2, fc.nat(1000)),
  accessor: oneIn(10, fc.constantFrom('getter' as const, 'both', 'method', 'field-method')),
  ...place,
});

function world(property: fc.Arbitrary<PropertyPlan>, extra: { strategy: boolean; minimum: number }): fc.Arbitrary<WorldPlan> {
  const properties = fc.uniqueArray(property, { minLength: extra.minimum, maxLength: 6, size: 'small', selector: ({ name }) => name });
  const oneClass = (index: number): fc.Arbitrary<ClassPlan> =>
    fc.record({
      properties,
      base: index === 0 ? fc.constant(undefined) : oneIn(2, fc.nat(index - 1)),
      strategy: extra.strategy ? oneIn(8, fc.constantFrom('exclude' as const, 'expose')) : fc.constant(undefined),
      constructorThrows: extra.strategy ? oneIn(40, fc.constant(true as const)) : fc.constant(undefined),
    });
  return fc.integer({ min: 1, max: 4 }).chain((size) => fc.tuple(...Array.from({ length: size }, (_item, index) => oneClass(index))));
}

/** Classes with rules of class-validator. */
export const ruledWorld = world(ruledProperty, { strategy: false, minimum: 1 });

/** Classes with decorators of class-transformer. */
export const transformedWorld = world(transformedProperty, { strategy: true, minimum: 0 });

/** The property plans of a class and of those it extends, nearest first. */
export function propertiesOf(world: WorldPlan, index: number): PropertyPlan[] {
  const { properties, base } = world[index]!;
  const inherited = base === undefined ? [] : propertiesOf(world, base);
  return [...properties, ...inherited.filter(({ name }) => properties.every((own) => own.name !== name))];
}

/** What lies below a property; a place beyond the world is brought back into it. */
export const targetOf = (world: WorldPlan, { target }: PropertyPlan): number => target % world.length;
