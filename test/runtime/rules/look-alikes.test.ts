/** Custom rules that bear the name and the words of built-in ones: the schema must not speak for them. */
import assert from 'node:assert/strict';
import * as classValidator from 'class-validator';
import { isSurelyBuiltIn } from '../../../src/runtime/rules/built-in.js';
import { narrowByClass, saidBy } from '../../../src/runtime/rules/index.js';
import { recordsOf, type RuleRecord } from '../../../src/runtime/rules/metadata.js';
import { ruleTable } from '../../../src/runtime/rules/table/index.js';
import type { Constructor, ContractSchema } from '../../../src/types.js';
import { Colour, samples } from './samples.js';
import { withOwnStorage } from './storage.js';

type Decorate = (...args: unknown[]) => PropertyDecorator;

function classWith(decorate: PropertyDecorator): Constructor {
  class Dto {}
  decorate(Dto.prototype, 'value');
  return Dto;
}

/** A rule of a user that says of itself what the built-in one does, but refuses more. */
function lookAlike(decorator: string, args: unknown[], refuses: (value: unknown) => boolean): PropertyDecorator {
  const real = classWith((classValidator as unknown as Record<string, Decorate>)[decorator]!(...args));
  const [{ constraintCls, name, constraints }] = recordsOf(real, {}) as [RuleRecord];
  const { instance } = classValidator.getMetadataStorage().getTargetValidatorConstraints(constraintCls)[0]!;
  return classValidator.ValidateBy({
    name: name as string,
    constraints: constraints as unknown[],
    validator: {
      validate: (value, given) => (instance.validate(value, given) as boolean) && !refuses(value),
      defaultMessage: (given) => instance.defaultMessage?.(given) ?? '',
    },
  });
}

const rests = (decorate: PropertyDecorator, value: ContractSchema): boolean =>
  [...(saidBy(narrowByClass({ type: 'object', properties: { value } }, classWith(decorate), {})) ?? [])].length > 0;

const blocked = new Set(['admin', 'root']);

const lookAlikes: readonly [string, PropertyDecorator, PropertyDecorator, ContractSchema][] = [
  ['IsInt', lookAlike('IsInt', [], (value) => value === 666), classValidator.IsInt(), { type: 'number' }],
  ['IsInt', lookAlike('IsInt', [], (value) => !Number.isSafeInteger(value)), classValidator.IsInt(), { type: 'number' }],
  ['Min', lookAlike('Min', [50_000], (value) => value === 50_000), classValidator.Min(50_000), { type: 'number' }],
  ['Max', lookAlike('Max', [1e6], (value) => Number(value) % 2 === 1), classValidator.Max(1e6), { type: 'number' }],
  ['IsString', lookAlike('IsString', [], (value) => blocked.has(String(value))), classValidator.IsString(), { type: 'string' }],
  ['MinLength', lookAlike('MinLength', [30], (value) => String(value).length === 30), classValidator.MinLength(30), { type: 'string' }],
  ['IsEnum', lookAlike('IsEnum', [Colour], (value) => value === Colour.Blue), classValidator.IsEnum(Colour), { type: 'string' }],
  ['IsIn', lookAlike('IsIn', [['a', 'b']], (value) => value === 'b'), classValidator.IsIn(['a', 'b']), { type: 'string' }],
  [
    'ArrayMaxSize',
    lookAlike('ArrayMaxSize', [9], (value) => (value as unknown[]).length === 9),
    classValidator.ArrayMaxSize(9),
    { type: 'array' },
  ],
];

describe('look-alikes of built-in rules', () => {
  for (const [name, alike, real, schema] of lookAlikes) {
    it(`${name}: the real rule rests, the other one runs`, () => {
      assert.equal(rests(real, schema), true);
      assert.equal(rests(alike, schema), false);
    });
  }

  it('every built-in rule is known for one, with whatever arguments', () => {
    for (const [name, entry] of Object.entries(ruleTable)) {
      if (!entry.exact) continue;
      for (const { args } of samples[name] ?? []) {
        // What tells items apart is known to the rule alone.
        if (name === 'ArrayUnique' && args.length > 0) continue;
        withOwnStorage(() => {
          const decorate = (classValidator as unknown as Record<string, Decorate>)[name] as Decorate;
          const [rule] = recordsOf(classWith(decorate(...args)), {});
          assert.ok(rule && isSurelyBuiltIn(rule), `${name} ${JSON.stringify(args)}`);
        });
      }
    }
  });
});
