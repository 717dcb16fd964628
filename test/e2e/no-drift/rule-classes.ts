/** Classes drawn at random: fields of every kind, rules out of the table, custom ones, and classes inside classes. */
import { Transform } from 'class-transformer';
import * as classValidator from 'class-validator';
import fc from 'fast-check';
import { param, tool, ToolRegistry } from '../../../src/index.js';
import { ruleTable } from '../../../src/runtime/rules/table/index.js';
import type { Constructor, ContractSchema, ParameterContract } from '../../../src/types.js';
import { withOptions } from '../../runtime/rules/decorate.js';
import { samples } from '../../runtime/rules/samples.js';
import { contract, manifestOf, object, payloadOf, property } from '../../runtime/support.js';

type Decorate = (...args: unknown[]) => PropertyDecorator;

export interface DrawnRule {
  name: string;
  args: readonly unknown[];
  each: boolean;
}

export interface DrawnField {
  name: string;
  kind: string;
  rules: readonly DrawnRule[];
  /** `?` in the type. */
  mayBeAbsent: boolean;
  /** `@IsOptional()`. */
  optional: boolean;
  /** `@Transform()` trims it. */
  trimmed?: boolean;
  initial?: unknown;
  nested?: DrawnClass;
}

export interface DrawnClass {
  fields: readonly DrawnField[];
}

/** Kind of field -> the schema that the build step writes. */
const kinds: Readonly<Record<string, ContractSchema>> = {
  text: { type: 'string' },
  number: { type: 'number' },
  integer: { type: 'integer' },
  boolean: { type: 'boolean' },
  textOrNull: { type: ['string', 'null'] },
  union: { anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'null' }] },
  unknown: {},
  few: { enum: ['a', 'b', 'ab', 1, 2, null, true] },
  texts: { type: 'array', items: { type: 'string' } },
  numbersOrNull: { anyOf: [{ type: 'array', items: { type: 'number' } }, { type: 'null' }] },
  anyItems: { type: 'array', items: {} },
  lists: { type: 'array', items: { type: 'array', items: { type: ['string', 'number'] } } },
  tuple: { type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }], items: false, minItems: 2 },
  record: { type: 'object', additionalProperties: {} },
  reference: { $ref: '#/$defs/Short' },
  Date: { type: 'string', format: 'date-time', 'x-as': 'Date' },
  bigint: { type: 'string', pattern: '^-?\\d+$', 'x-as': 'bigint' },
  Set: { type: 'array', uniqueItems: true, items: { type: 'string' }, 'x-as': 'Set' },
  Map: { type: 'object', additionalProperties: { type: 'number' }, 'x-as': 'Map' },
};

const short: ContractSchema = { type: ['string', 'number'], minLength: 1 };

/** How a field holds a nested class; `#` refers to the class that holds it. */
const around: Readonly<Record<string, (nested: ContractSchema) => ContractSchema>> = {
  nested: (nested) => nested,
  nestedList: (items) => ({ type: 'array', items }),
  nestedOrNull: (nested) => ({ anyOf: [nested, { type: 'null' }] }),
  nestedByName: (values) => ({ type: 'object', additionalProperties: values }),
  nestedOrText: (nested) => ({ anyOf: [{ type: 'string' }, nested] }),
};

/** What a manifest holds beside the contracts. */
interface Shared {
  types: Record<string, Constructor>;
  $defs: Record<string, ContractSchema>;
}

/** Rules that no table holds. */
const customRules: Readonly<Record<string, () => PropertyDecorator>> = {
  custom: () =>
    classValidator.ValidateBy({
      name: 'drawn',
      validator: { validate: (value) => value !== 'a', defaultMessage: () => 'Must not be drawn.' },
    }),
  asynchronous: () =>
    classValidator.ValidateBy({
      name: 'awaited',
      async: true,
      validator: { validate: async (value) => value !== 1, defaultMessage: () => 'Must not be 1.' },
    }),
  undeclaredPromise: () =>
    classValidator.ValidateBy({
      name: 'promised',
      validator: { validate: async (value) => value !== null, defaultMessage: () => 'Must be something.' },
    }),
  throwing: () =>
    classValidator.ValidateBy({
      name: 'throwing',
      validator: {
        validate: (value) => (value as string).length !== 1,
        defaultMessage: () => 'Must have a length.',
      },
    }),
  validateNested: () => classValidator.ValidateNested(),
  conditional: () => classValidator.ValidateIf((_owner, value) => value !== 'b'),
};

/** `@IsNotEmpty` and the like fit anything; the others are drawn for all kinds too, but more for those they fit. */
const rule = (names: readonly string[]): fc.Arbitrary<DrawnRule> =>
  fc
    .constantFrom(...names)
    .chain((name) =>
      fc.record({ name: fc.constant(name), args: fc.constantFrom(...(samples[name] ?? []).map(({ args }) => args)), each: fc.boolean() }),
    );

const exactNames = Object.keys(samples).filter((name) => ruleTable[name]?.exact);
const toldNames = Object.keys(samples).filter((name) => !ruleTable[name]?.exact);
const groups: Readonly<Record<string, readonly string[]>> = {
  text: exactNames.filter((name) => ruleTable[name]?.narrow?.(samples[name]?.[0]?.args ?? [])?.types?.includes('string')),
  number: exactNames.filter((name) =>
    ruleTable[name]?.narrow?.(samples[name]?.[0]?.args ?? [])?.types?.some((type) => ['number', 'integer'].includes(type)),
  ),
  list: exactNames.filter((name) => name.startsWith('Array') || name === 'IsArray'),
  any: exactNames.filter((name) => !ruleTable[name]?.narrow?.(samples[name]?.[0]?.args ?? [])?.types),
};

const groupsOf = (kind: string): readonly string[] =>
  kind === 'number' || kind === 'integer'
    ? ['number', 'any']
    : ['texts', 'numbersOrNull', 'anyItems', 'lists', 'tuple'].includes(kind)
      ? ['list', 'list', 'text', 'number']
      : ['text', 'any', 'number'];

function rulesFor(kind: string, told: boolean): fc.Arbitrary<DrawnRule[]> {
  const fitting = fc.oneof(...groupsOf(kind).map((group) => rule(groups[group] as string[])), rule(exactNames));
  const others = fc.oneof(
    rule(toldNames),
    fc
      .constantFrom(...Object.keys(customRules).filter((name) => name !== 'validateNested'))
      .map((name): DrawnRule => ({ name, args: [], each: false })),
  );
  return fc.array(told ? fc.oneof({ weight: 2, arbitrary: fitting }, { weight: 1, arbitrary: others }) : fitting, { maxLength: 3 });
}

function field(told: boolean, nested: fc.Arbitrary<DrawnClass>): fc.Arbitrary<Omit<DrawnField, 'name'>> {
  const flags = { mayBeAbsent: fc.boolean(), optional: fc.boolean() };
  const plain = fc.constantFrom(...Object.keys(kinds), 'self').chain((kind) =>
    fc.record({
      kind: fc.constant(kind),
      rules: rulesFor(kind, told),
      ...flags,
      trimmed: fc.nat(4).map((one) => told && kind === 'text' && one === 0),
      initial: kind === 'text' ? fc.constantFrom<unknown>(undefined, undefined, 'ab', '') : fc.constant(undefined),
    }),
  );
  const validated: DrawnRule = { name: 'validateNested', args: [], each: false };
  const inner = fc.record({
    kind: fc.constantFrom(...Object.keys(around)),
    rules: fc.tuple(rulesFor('nested', told), fc.boolean()).map(([rules, isValidated]) => (isValidated ? [...rules, validated] : rules)),
    ...flags,
    nested,
  });
  return fc.oneof({ weight: 5, arbitrary: plain }, { weight: 1, arbitrary: inner });
}

const names = ['a', 'b', 'a b', 'length', 'name'] as const;

/** @param told with rules that no schema can say, too */
export function drawnClass(told: boolean, depth = 2): fc.Arbitrary<DrawnClass> {
  const nested: fc.Arbitrary<DrawnClass> =
    depth > 0 ? fc.constant(0).chain(() => drawnClass(told, depth - 1)) : fc.constant({ fields: [] });
  return fc
    .array(field(told, nested), { minLength: 1, maxLength: 5 })
    .map((fields) => ({ fields: fields.map((one, index) => ({ ...one, name: names[index] as string })) }));
}

function decorators({ rules, optional }: DrawnField): PropertyDecorator[] {
  const made = rules.map(({ name, args, each }) => {
    const custom = customRules[name];
    if (custom) return custom();
    const decorate = (classValidator as unknown as Record<string, Decorate>)[name] as Decorate;
    return decorate(...(each ? withOptions(name, args, { each: true }) : args));
  });
  return optional ? [...made, classValidator.IsOptional()] : made;
}

/** Declares the class; its schema is the one that the build step would write, and shared under the class's name. */
function declare({ fields }: DrawnClass, shared: Shared): ContractSchema {
  const name = `Drawn${Object.keys(shared.types).length}`;
  const initial = fields.filter((one) => one.initial !== undefined).map((one) => [one.name, one.initial] as const);
  const owner = {
    [name]: class {
      constructor() {
        for (const [key, value] of initial) (this as Record<string, unknown>)[key] = value;
      }
    },
  }[name] as Constructor;
  shared.types[name] = owner;
  for (const one of fields) {
    for (const decorate of decorators(one).reverse()) decorate(owner.prototype as object, one.name);
    if (one.trimmed)
      Transform(({ value }) => (typeof value === 'string' ? value.trim() : (value as unknown)))(owner.prototype as object, one.name);
  }
  const properties = Object.fromEntries(fields.map((one) => [one.name, schemaOf(one, name, shared)]));
  const required = fields.filter((one) => !one.mayBeAbsent && one.initial === undefined).map((one) => one.name);
  return (shared.$defs[name] = object(properties, { required, 'x-class': name }));
}

function schemaOf({ kind, nested, initial }: DrawnField, owner: string, shared: Shared): ContractSchema {
  if (nested) {
    const schema = declare(nested, shared);
    const reference: ContractSchema = { $ref: `#/$defs/${String(schema['x-class'])}` };
    return around[kind]?.(nested.fields.length % 2 === 0 ? schema : reference) ?? schema;
  }
  if (kind === 'self') return { anyOf: [{ $ref: `#/$defs/${owner}` }, { type: 'null' }] };
  return initial === undefined ? { ...kinds[kind] } : { ...kinds[kind], default: initial };
}

/** Two tools: the class as the whole payload, and its fields as arguments with rules of their own. */
export function registryOf(drawn: DrawnClass): ToolRegistry {
  class Service {
    @tool() payload(_all: unknown): void {}
    @tool() fields(..._all: unknown[]): void {}
  }
  const shared: Shared = { types: {}, $defs: { Short: short } };
  const payload = declare(drawn, shared);
  const parameters = drawn.fields.map((one, index): ParameterContract => {
    param({}, ...decorators({ ...one, optional: false }))(Service.prototype, 'fields', index);
    const schema = { ...(payload.properties?.[one.name] as ContractSchema) };
    const absence = one.initial === undefined ? { required: !one.mayBeAbsent } : { required: false, initialised: true as const };
    return property(one.name, schema, absence);
  });
  const methods = { payload: contract([payloadOf(payload)]), fields: contract(parameters, { length: 0 }) };
  return new ToolRegistry({ manifest: manifestOf(Service, methods, shared), logger: quiet }).register(new Service());
}

const quiet = { error: () => undefined, warn: () => undefined };
