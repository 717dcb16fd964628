/** Builds the classes of a plan, decorated as TypeScript would. */
import 'reflect-metadata';
import { Exclude, Expose, Transform, type TransformFnParams, Type } from 'class-transformer';
import * as classValidator from 'class-validator';
import type { Constructor } from '../../../src/types.js';
import { samples } from '../rules/samples.js';
import { conditionOf, customDecorator, RuleFailure } from './custom-rules.js';
import {
  type ClassPlan,
  type OptionsPlan,
  type PropertyPlan,
  type ReflectedName,
  type RulePlan,
  targetOf,
  type TransformName,
  type TransformPlan,
  type TypeName,
  type WorldPlan,
} from './plans.js';

/** A class as class-transformer wants it. */
type Made = new () => object;

type Decorate = (...args: unknown[]) => PropertyDecorator;

const exported = classValidator as unknown as Record<string, Decorate>;

/** Of these the options may stand right behind what was given. */
const optionsFollow = new Set(['ArrayUnique', 'Matches']);

/** How many arguments stand before the options; those with defaults do not count in `length`, so the source is read. */
function argumentsBefore(decorator: string, given: number): number {
  if (optionsFollow.has(decorator)) return given;
  const [, parameters = ''] = /\(([^)]*)\)/.exec(Function.prototype.toString.call(exported[decorator])) ?? [];
  return parameters.split(',').length - 1;
}

/** A decorator of class-validator with its arguments and options in their places. */
export function builtInDecorator(
  decorator: string,
  args: readonly unknown[],
  options?: classValidator.ValidationOptions,
): PropertyDecorator {
  if (!options) return exported[decorator]!(...args);
  const missing = Math.max(0, argumentsBefore(decorator, args.length) - args.length);
  return exported[decorator]!(...args, ...Array.from({ length: missing }), options);
}

const messages: Record<NonNullable<OptionsPlan['message']>, classValidator.ValidationOptions['message']> = {
  text: '$property of $target is no good: $value, $constraint1',
  function: ({ property, value }) => `${property} is a ${typeof value}`,
  throwing: () => {
    throw new RuleFailure('message');
  },
};

function optionsOf(plan: OptionsPlan | undefined, tag: string): classValidator.ValidationOptions | undefined {
  if (!plan) return undefined;
  const { message, context, validateIf, ...rest } = plan;
  return {
    ...rest,
    ...(message && { message: messages[message] }),
    ...(context && { context: { from: tag } }),
    ...(validateIf && { validateIf: conditionOf(validateIf, `${tag} validateIf`) }),
  };
}

function ruleDecorator(plan: RulePlan, tag: string): PropertyDecorator {
  const options = optionsOf(plan.options, tag);
  switch (plan.kind) {
    case 'built-in':
      return builtInDecorator(plan.decorator, samples[plan.decorator]![plan.use]!.args, options);
    case 'custom':
      return customDecorator(plan.form, plan.answer, { tag, judge: plan.judge, options });
    case 'condition':
      return classValidator.ValidateIf(conditionOf(plan.condition, tag), options);
    case 'IsOptional':
    case 'IsDefined':
    case 'Allow':
    case 'ValidatePromise':
    case 'ValidateNested':
      break;
  }
  return exported[plan.kind]!(options);
}

const transforms: Record<TransformName, (params: TransformFnParams) => unknown> = {
  trim: ({ value }) => (typeof value === 'string' ? value.trim() : value),
  wrap: ({ value }) => ({ value: value as unknown }),
  fromObject: ({ obj, key }) => [key, (obj as Record<string, unknown> | null)?.['a']],
  typeAndKey: ({ type, key, options }) => `${type} ${key} ${JSON.stringify(options)}`,
  throwing: ({ value }) => {
    if (typeof value === 'number') throw new RuleFailure('transform');
    return value as unknown;
  },
  dropping: () => undefined,
  same: ({ value }) => value as unknown,
};

/** Calls of users' `@Transform`; whoever compares empties it. */
export const transformCalls: string[] = [];

const natives: Partial<Record<TypeName | ReflectedName, Constructor>> = {
  Date,
  Number,
  String,
  Boolean,
  Buffer,
  Map,
  Array,
  Set,
  Object,
};

/** One decorator of class-transformer. `below` gives the class the property points to, once all are built. */
function transformDecorator(plan: TransformPlan, owner: string, below: () => Made, other: () => Made): PropertyDecorator {
  switch (plan.kind) {
    case 'transform':
      return Transform((params) => {
        transformCalls.push(`${owner}.${params.key} ${plan.function} ${params.type} ${typeof params.value}`);
        return transforms[plan.function](params);
      }, plan.options);
    case 'expose':
      return Expose({ ...plan.options, ...(plan.name !== undefined && { name: plan.name }) });
    case 'exclude':
      return Exclude(plan.options);
    case 'type':
      break;
  }
  if (plan.of === 'byArguments') return Type((options) => (options && Object.hasOwn(options.object as object, 'a') ? below() : Date));
  // Without a function the reflected type decides.
  if (plan.of === 'nothing') return Type(undefined);
  if (plan.of !== 'discriminated') return Type(() => natives[plan.of] ?? below());
  const subTypes = [
    {
      name: 'one',
      get value() {
        return below();
      },
    },
    {
      name: 'two',
      get value() {
        return other();
      },
    },
  ];
  return Type(() => below(), { discriminator: { property: 'kind', subTypes }, keepDiscriminatorProperty: plan.reflected === 'Array' });
}

function defineAccessor(owner: Constructor, { name, accessor }: PropertyPlan): void {
  const prototype = owner.prototype as object;
  if (accessor === 'method') Object.defineProperty(prototype, name, { value: () => name, configurable: true, writable: true });
  if (accessor === 'getter') Object.defineProperty(prototype, name, { get: () => `got ${name}`, configurable: true });
  if (accessor !== 'both') return;
  const hidden = `_${name}`;
  Object.defineProperty(prototype, name, {
    configurable: true,
    get(this: Record<string, unknown>) {
      return this[hidden];
    },
    set(this: Record<string, unknown>, value: unknown) {
      this[hidden] = value;
    },
  });
}

const fieldMethod = (): string => 'called';

function initialise(instance: Record<string, unknown>, { properties, constructorThrows }: ClassPlan): void {
  if (constructorThrows) throw new RuleFailure('constructor');
  for (const { name, initial, accessor, shape } of properties) {
    if (accessor === 'field-method') Reflect.set(instance, name, fieldMethod);
    if (initial === undefined || (accessor !== undefined && accessor !== 'both')) continue;
    Reflect.set(instance, name, shape === 'array' ? [initial] : shape === 'single' ? initial : { initial });
  }
}

const classNames = ['Order', 'Line', 'It\'s "`${0}`\\', 'Constructor'];

/** The classes of a world, in its order. */
export function buildClasses(world: WorldPlan): Constructor[] {
  const built: Constructor[] = [];
  for (const [index, plan] of world.entries()) {
    const owner = bareClass(plan, plan.base === undefined ? undefined : built[plan.base]);
    Object.defineProperty(owner, 'name', { value: classNames[index % classNames.length] });
    built.push(owner);
    for (const property of plan.properties) decorate(owner, property, { world, built, index });
    if (plan.strategy === 'exclude') Exclude()(owner as unknown as () => void);
    if (plan.strategy === 'expose') Expose()(owner as unknown as () => void);
  }
  return built;
}

function bareClass(plan: ClassPlan, base: Constructor | undefined): Constructor {
  const Base = base as unknown as (new () => object) | undefined;
  const owner = Base
    ? class extends Base {
        constructor() {
          super();
          initialise(this as Record<string, unknown>, plan);
        }
      }
    : class {
        constructor() {
          initialise(this as Record<string, unknown>, plan);
        }
      };
  return owner;
}

function decorate(
  owner: Constructor,
  property: PropertyPlan,
  { world, built, index }: { world: WorldPlan; built: Constructor[]; index: number },
): void {
  const prototype = owner.prototype as object;
  const below = (): Made => built[targetOf(world, property)]! as unknown as Made;
  const other = (): Made => built[(targetOf(world, property) + 1) % built.length]! as unknown as Made;
  defineAccessor(owner, property);
  for (const plan of property.transforms) {
    if (plan.kind === 'type' && plan.reflected) {
      Reflect.defineMetadata(
        'design:type',
        natives[plan.reflected] ?? built[targetOf(world, property) % built.length],
        prototype,
        property.name,
      );
    }
    transformDecorator(plan, `class ${index}`, below, other)(prototype, property.name);
  }
  for (const [place, plan] of property.rules.entries()) ruleDecorator(plan, `${index}.${property.name}.${place}`)(prototype, property.name);
}

/** class-validator goes through the rules of all classes for each object; those of classes no longer needed are taken out. */
export function forget(classes: readonly Constructor[]): void {
  const storage = classValidator.getMetadataStorage() as unknown as { validationMetadatas: Map<unknown, unknown> };
  for (const owner of classes) storage.validationMetadatas.delete(owner);
}
