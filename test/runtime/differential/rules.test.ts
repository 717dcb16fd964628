/** The compiled rules say what class-validator says: over drawn classes, option sets and objects. */
import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { validate, type ValidationError } from 'class-validator';
import fc from 'fast-check';
import { compileRules } from '../../../src/runtime/rules/validate.js';
import type { RuleOptions } from '../../../src/runtime/rules/metadata.js';
import { samples } from '../rules/samples.js';
import { buildClasses, builtInDecorator, forget } from './classes.js';
import { assertSameAtOnce, assertSameVerdict } from './compare.js';
import { lateAnswers } from './custom-rules.js';
import { ruledWorld, type WorldPlan } from './plans.js';
import { Random } from './random.js';
import { prepareSurroundings, restoreSurroundings } from './surroundings.js';
import { everyValue, InstanceMaker } from './values.js';

/** `TOOLMARK_LONG=1` runs ten times as many. */
const isLong = process.env['TOOLMARK_LONG'] === '1';
const worlds = 600 * (isLong ? 10 : 1);
const objectsOfWorld = 60;

const optionSets: readonly RuleOptions[] = [
  {},
  { groups: ['g'] },
  { groups: ['g', 'h'] },
  { groups: [] },
  { groups: ['unknown'] },
  { always: true },
  { groups: ['h'], always: true },
  { strictGroups: true },
  { groups: ['g'], strictGroups: true },
  { groups: [], strictGroups: true, always: true },
];

const optionSet = fc.oneof(
  { weight: 2, arbitrary: fc.constant<RuleOptions>({}) },
  { weight: 1, arbitrary: fc.constantFrom(...optionSets) },
);

const isAtOnce = (world: WorldPlan): boolean =>
  world.every(({ properties }) =>
    properties.every(({ rules }) =>
      rules.every(
        (rule) =>
          rule.kind !== 'ValidatePromise' && !(rule.kind === 'custom' && (lateAnswers.has(rule.answer) || /flagged/i.test(rule.form))),
      ),
    ),
  );

/** How the comparisons went, to see that they were not all of one kind. */
const seen = { all: 0, refused: 0, crashed: 0, atOnce: 0 };

async function compareWorld(world: WorldPlan, options: RuleOptions, seed: number): Promise<void> {
  const classes = buildClasses(world);
  try {
    const owner = classes.at(-1)!;
    const maker = new InstanceMaker(world, classes);
    const rules = compileRules(owner, options);
    for (let index = 0; index < objectsOfWorld; index += 1) {
      const instance = maker.make(new Random(seed).part(`object ${index}`), classes.length - 1);
      const real = await assertSameVerdict(rules, instance, options);
      seen.all += 1;
      if (real.refused) seen.refused += 1;
      if (real.crash) seen.crashed += 1;
      if (index % 4 > 0 || !isAtOnce(world)) continue;
      assertSameAtOnce(rules, instance, options);
      seen.atOnce += 1;
    }
  } finally {
    forget(classes);
  }
}

describe('compiled rules and class-validator', function () {
  this.timeout(isLong ? 1_200_000 : 120_000);
  before(prepareSurroundings);
  after(restoreSurroundings);

  it('say the same of each rule and each value, alone and in lists', async () => {
    let compared = 0;
    for (const [decorator, uses] of Object.entries(samples)) {
      for (const { args } of uses) {
        for (const each of [false, true]) {
          compared += await compareRule(decorator, args, each);
        }
      }
    }
    assert.ok(compared > 80_000, `only ${compared} comparisons`);
  });

  it('say it in the same words', async () => {
    for (const [decorator, uses] of Object.entries(samples)) {
      for (const { args } of uses) {
        for (const message of [undefined, '$property of $target: $value, $constraint1, $constraint2'])
          await compareWords(decorator, args, message);
      }
    }
  });

  it('say the same of objects of drawn classes', async () => {
    await fc.assert(fc.asyncProperty(ruledWorld, optionSet, fc.nat(), compareWorld), { numRuns: worlds, endOnFailure: false });
    assert.ok(seen.all >= worlds * objectsOfWorld, inspect(seen));
    assert.ok(seen.refused > seen.all * 0.2 && seen.refused < seen.all * 0.95, `one-sided: ${inspect(seen)}`);
    assert.ok(seen.crashed > 100 && seen.atOnce > 1000, `too tame: ${inspect(seen)}`);
    if (process.env['TOOLMARK_LONG']) console.log(seen);
  });
});

/** Values are cut, and null in a list is told, where class-validator cuts nothing and tells nothing. */
const isWordedAlike = (value: unknown, args: readonly unknown[]): boolean =>
  !(typeof value === 'string' && value.length > 80) && !args.some((argument) => Array.isArray(argument) && argument.includes(null));

/** class-validator's own; none where it breaks off. */
async function errorsOf(instance: object): Promise<ValidationError[]> {
  try {
    return await validate(instance);
  } catch {
    return [];
  }
}

/** The messages of one rule are class-validator's, tokens and all. */
async function compareWords(decorator: string, args: readonly unknown[], message: string | undefined): Promise<void> {
  class Owner {
    value: unknown;
  }
  builtInDecorator(decorator, args, message === undefined ? undefined : { message })(Owner.prototype, 'value');
  const rules = compileRules(Owner, {});
  for (const value of everyValue().filter((tried) => isWordedAlike(tried, args))) {
    const instance = Object.assign(new Owner(), { value });
    const real = await errorsOf(instance);
    const ours = await rules.validate(instance);
    // Which are refused is compared elsewhere.
    if (real.length > 0 && ours.length > 0)
      assert.deepEqual(ours[0]?.message, Object.values(real[0]?.constraints ?? {})[0], inspect(instance));
  }
  forget([Owner]);
}

async function compareRule(decorator: string, args: readonly unknown[], each: boolean): Promise<number> {
  class Owner {
    value: unknown;
  }
  builtInDecorator(decorator, args, each ? { each } : undefined)(Owner.prototype, 'value');
  const rules = compileRules(Owner, {});
  const values = everyValue();
  for (const value of values) {
    const instance = new Owner();
    instance.value = each ? [value] : value;
    await assertSameVerdict(rules, instance, {});
  }
  forget([Owner]);
  return values.length;
}
