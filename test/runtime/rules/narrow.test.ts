/** Narrowing of whole classes: required, unions, references, built-ins, descriptions. */
import assert from 'node:assert/strict';
import { Transform } from 'class-transformer';
import {
  ArrayMinSize,
  ArrayUnique,
  IsCreditCard,
  IsDate,
  IsDateString,
  IsDefined,
  IsEmail,
  IsEnum,
  IsInt,
  IsNotEmpty,
  IsNotEmptyObject,
  IsOptional,
  IsPositive,
  IsString,
  IsUrl,
  Matches,
  Max,
  MaxLength,
  Min,
  MinDate,
  MinLength,
  NotEquals,
  registerDecorator,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import { argumentsClass, narrowByClass, type RuleOptions } from '../../../src/runtime/rules/index.js';
import type { Constructor, ContractSchema } from '../../../src/types.js';
import { Direction } from './samples.js';

function narrow(
  owner: Constructor,
  properties: Record<string, ContractSchema>,
  required: string[] = [],
  options: RuleOptions = {},
  resolve?: (reference: string) => ContractSchema | undefined,
): ContractSchema {
  return narrowByClass({ type: 'object', properties, required, additionalProperties: false }, owner, options, resolve);
}

/** The property `x` of a class whose `x` has the rules. */
function property(
  rules: PropertyDecorator[],
  schema: ContractSchema,
  resolve?: (reference: string) => ContractSchema | undefined,
): ContractSchema {
  return narrow(argumentsClass('Probe', new Map([['x', rules]])), { x: schema }, [], {}, resolve).properties?.['x'] as ContractSchema;
}

describe('narrowByClass', () => {
  it('changes neither the schema it was given nor properties without rules', () => {
    class Dto {
      @Min(1) a!: number;
      b!: number;
    }
    const before: ContractSchema = { type: 'object', properties: { a: { type: 'number' }, b: { type: 'number' } } };
    const copy = structuredClone(before);
    const after = narrowByClass(before, Dto, {});
    assert.deepEqual(before, copy);
    assert.deepEqual(after.properties?.['b'], { type: 'number' });
    assert.deepEqual(after.properties?.['a'], { type: 'number', minimum: 1 });
  });

  it('requires what class-validator refuses when absent, save initialised fields, conditions and optional ones', () => {
    class Dto {
      @IsString() plain?: string;
      @IsString() initialised = String(Math.random());
      @IsOptional() @IsString() optional!: string;
      @ValidateIf(() => true) @IsString() conditional?: string;
      @IsDefined() defined?: string;
      @ValidateNested() nested?: object;
      @Min(1, { groups: ['other'] }) grouped?: number;
    }
    const names = ['plain', 'initialised', 'optional', 'conditional', 'defined', 'nested', 'grouped'];
    const schema = narrow(Dto, Object.fromEntries(names.map((name) => [name, {}])), ['optional'], { groups: ['a'] });
    // In group a no rule counts, not even IsOptional: the type stands.
    assert.deepEqual(schema.required, ['optional']);
    assert.deepEqual(narrow(Dto, Object.fromEntries(names.map((name) => [name, {}])), ['optional']).required, [
      'plain',
      'defined',
      'grouped',
    ]);
  });

  it('requires a field whose initial value its own rules refuse, and does not advertise that value', () => {
    class Dto {
      @MinLength(1) empty = '';
      @MinLength(1) filled = 'a';
      @IsInt({ each: true }) numbers = [1, 2];
      @IsDateString() when = new Date(0);
      @IsOptional() @MinLength(1) optional = '';
      @NotEquals(undefined) present?: string;
      @IsString() documented?: string;
    }
    const text: ContractSchema = { type: 'string' };
    const schema = narrow(Dto, {
      empty: { ...text, default: '' },
      filled: { ...text, default: 'a' },
      numbers: { type: 'array', items: { type: 'number' }, default: [1, 2] },
      when: { ...text, format: 'date-time', 'x-as': 'Date' },
      optional: { ...text, default: '' },
      present: text,
      documented: { ...text, default: 'b' },
    });
    assert.deepEqual(schema.required, ['empty', 'optional', 'present']);
    assert.deepEqual(schema.properties?.['empty'], { type: 'string', minLength: 1 });
    assert.deepEqual(schema.properties?.['filled'], { type: 'string', minLength: 1, default: 'a' });
  });

  it('leaves what @ValidateNested lets pass: objects and lists of objects, and null beside @IsOptional', () => {
    const nested: ContractSchema = { type: 'object', additionalProperties: false };
    const orNull: ContractSchema = { anyOf: [nested, { type: 'null' }] };
    const list: ContractSchema = { type: 'array', items: orNull };
    assert.deepEqual(property([ValidateNested()], orNull), nested);
    assert.deepEqual(property([ValidateNested(), IsOptional()], orNull), orNull);
    assert.deepEqual(property([ValidateNested()], { anyOf: [{ type: 'string' }, nested] }), nested);
    assert.deepEqual(property([ValidateNested({ each: true })], list), { type: 'array', items: nested });
    assert.deepEqual(
      property([ValidateNested()], { $ref: '#/$defs/N' }, () => nested),
      { $ref: '#/$defs/N' },
    );
    const date: ContractSchema = { type: 'string', format: 'date-time', 'x-as': 'Date' };
    assert.deepEqual(property([ValidateNested()], date), date);
    assert.deepEqual(property([ValidateNested()], {}), {
      type: ['object', 'array'],
      description: 'Must be an object, or a list of objects.',
    });
    assert.deepEqual(property([ValidateIf(() => true), ValidateNested()], orNull), {
      ...orNull,
      description: 'In some cases only: must be an object, or a list of objects.',
    });
  });

  it('tells the rules of what @Transform makes, save those that the declared type says of itself', () => {
    class Dto {
      @Transform(({ value }) => String(value).trim()) @IsString() @MinLength(2) name!: string;
      @Transform(({ value }) => Number(value)) @IsInt() count!: string;
    }
    assert.deepEqual(narrow(Dto, { name: { type: 'string' }, count: { type: 'string' } }).properties, {
      name: { type: 'string', description: 'Must have at least 2 characters.' },
      count: { type: 'string', description: 'Must be an integer.' },
    });
  });

  it('leaves absent arguments of @param to the method', () => {
    assert.equal(narrow(argumentsClass('A', new Map([['radius', [Max(500)]]])), { radius: { type: 'number' } }).required?.length ?? 0, 0);
    assert.deepEqual(narrow(argumentsClass('A', new Map([['radius', [IsDefined()]]])), { radius: { type: 'number' } }).required, [
      'radius',
    ]);
  });

  it('lets the tighter bound win, whatever the order and the source', () => {
    assert.deepEqual(property([Min(3)], { type: 'number', minimum: 1 }), { type: 'number', minimum: 3 });
    assert.deepEqual(property([Min(3)], { type: 'number', minimum: 5 }), { type: 'number', minimum: 5 });
    assert.deepEqual(property([IsInt(), IsPositive()], { type: 'number' }), { type: 'integer', exclusiveMinimum: 0 });
    assert.deepEqual(property([IsPositive(), IsInt()], { type: 'number' }), { type: 'integer', exclusiveMinimum: 0 });
    assert.deepEqual(property([MaxLength(5), MaxLength(9)], { type: 'string' }), { type: 'string', maxLength: 5 });
    assert.deepEqual(property([Matches(/^a/), Matches(/b$/)], { type: 'string' }), {
      type: 'string',
      pattern: '^a',
      allOf: [{ pattern: 'b$' }],
    });
  });

  it('[TS-09] does not widen the type by IsOptional, and drops null where a rule refuses it', () => {
    assert.deepEqual(property([IsOptional(), MinLength(2)], { type: 'string' }), { type: 'string', minLength: 2 });
    assert.deepEqual(property([IsOptional(), MinLength(2)], { type: ['string', 'null'] }), { type: ['string', 'null'], minLength: 2 });
    assert.deepEqual(property([MinLength(2)], { type: ['string', 'null'] }), { type: 'string', minLength: 2 });
    assert.deepEqual(property([MinLength(2)], { anyOf: [{ type: 'string' }, { type: 'null' }], description: 'Name.' }), {
      type: 'string',
      minLength: 2,
      description: 'Name.',
    });
  });

  it('[B11] advertises the values of a numeric enum, not its member names', () => {
    assert.deepEqual(property([IsEnum(Direction)], { type: ['string', 'number'] }), { type: 'number', enum: [1, 2] });
  });

  it('puts beside a reference only what it does not say', () => {
    const target: ContractSchema = { type: 'number', enum: [1, 2] };
    assert.deepEqual(
      property([IsEnum(Direction)], { $ref: '#/$defs/D' }, () => target),
      { $ref: '#/$defs/D' },
    );
    assert.deepEqual(
      property([Min(2)], { $ref: '#/$defs/D' }, () => ({ type: 'number' })),
      { $ref: '#/$defs/D', minimum: 2 },
    );
    assert.deepEqual(property([Min(2)], { $ref: '#/$defs/D' }), { $ref: '#/$defs/D', minimum: 2 });
  });

  it('tells rules on a value that arrives as a built-in, and says what holds of its JSON form', () => {
    const date: ContractSchema = { type: 'string', format: 'date-time', 'x-as': 'Date' };
    assert.deepEqual(property([IsNotEmpty()], date), date);
    assert.equal(property([MinDate(new Date(0))], date).description, 'Must not be before 1970-01-01T00:00:00.000Z.');
    assert.equal(property([IsDate()], date).format, 'date-time');
    const set: ContractSchema = { type: 'array', items: { type: 'string' }, uniqueItems: true, 'x-as': 'Set' };
    assert.deepEqual(property([ArrayMinSize(1), MinLength(2, { each: true })], set), {
      ...set,
      minItems: 1,
      items: { type: 'string', minLength: 2 },
    });
    const map: ContractSchema = { type: 'object', additionalProperties: { type: 'number' }, 'x-as': 'Map' };
    assert.deepEqual(property([Min(1, { each: true })], map), { ...map, additionalProperties: { type: 'number', minimum: 1 } });
  });

  it('says uniqueItems of primitives only, and minProperties of records only', () => {
    assert.equal(property([ArrayUnique()], { type: 'array', items: { type: 'string' } }).uniqueItems, true);
    assert.equal(
      property([ArrayUnique()], { type: 'array', items: { $ref: '#/$defs/P' } }, () => ({ type: 'object' })).uniqueItems,
      undefined,
    );
    assert.equal(
      property([ArrayUnique((item: { id: number }) => item.id)], { type: 'array', items: { type: 'string' } }).uniqueItems,
      undefined,
    );
    assert.equal(property([IsNotEmptyObject()], { type: 'object', additionalProperties: {} }).minProperties, 1);
    assert.equal(property([IsNotEmptyObject()], { type: 'object', properties: {}, 'x-class': 'P' }).minProperties, undefined);
  });

  it('tells in the description, once, in the order of the source', () => {
    class Dto {
      @IsUrl() @IsCreditCard() @IsUrl() x!: string;
    }
    const { x } = narrow(Dto, { x: { type: 'string', description: 'Pay here' } }).properties ?? {};
    assert.equal(x?.description, 'Pay here. Must be a valid URL. Must be a valid credit card number.');
  });

  it('tells conditional rules without narrowing', () => {
    const conditional = property([ValidateIf(() => true), Min(3)], { type: 'number' });
    assert.deepEqual(conditional, { type: 'number', description: 'In some cases only: must be at least 3.' });
  });

  it('tells custom rules by their message, also those that bear the name of a built-in', () => {
    const custom =
      (name: string, message?: string): PropertyDecorator =>
      (target, key) =>
        registerDecorator({
          name,
          target: target.constructor,
          propertyName: String(key),
          options: message === undefined ? {} : { message },
          validator: { validate: () => true },
        });
    assert.deepEqual(property([custom('even', '$property must be even')], { type: 'number' }), {
      type: 'number',
      description: 'X must be even.',
    });
    assert.deepEqual(property([custom('isEmail', 'a house address')], { type: 'string' }), {
      type: 'string',
      description: 'A house address.',
    });
    assert.deepEqual(property([custom('even')], { type: 'number' }).description, "Must pass the check 'even'.");
    assert.deepEqual(property([IsEmail()], { type: 'string' }), { type: 'string', format: 'email' });
  });

  it('keeps hostile property names harmless', () => {
    class Dto {}
    for (const name of ['__proto__', 'constructor']) Min(1)(Dto.prototype, name);
    assert.deepEqual(narrow(Dto, { a: { type: 'number' } }).properties, { a: { type: 'number' } });
  });
});
