/** The compiled instance maker does what class-transformer does: over drawn classes and plain objects. */
import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { plainToInstance } from 'class-transformer';
import fc from 'fast-check';
import { isCompilable, makeInstance } from '../../../src/runtime/instances/compile.js';
import type { Constructor } from '../../../src/types.js';
import { buildClasses, transformCalls } from './classes.js';
import { transformedWorld, type WorldPlan } from './plans.js';
import { Random } from './random.js';
import { differenceAt } from './same.js';
import { PlainMaker, someValue } from './values.js';

/** `TOOLMARK_LONG=1` runs ten times as many. */
const isLong = process.env['TOOLMARK_LONG'] === '1';
const worlds = 1000 * (isLong ? 10 : 1);
const objectsOfWorld = 30;

/** Where we differ from class-transformer on purpose, and why. */
interface Deviation {
  reason: string;
  concerns(world: WorldPlan, plain: unknown): boolean;
}

const hasDiscriminator = (world: WorldPlan): boolean =>
  world.some(({ properties }) =>
    properties.some(({ transforms }) => transforms.some((plan) => plan.kind === 'type' && plan.of === 'discriminated')),
  );

const deviations: readonly Deviation[] = [
  {
    reason:
      'for an array, class-transformer makes an object of the declared class first, to see whether it has `push`; ours calls no constructor in vain',
    concerns: (world) => world.some(({ constructorThrows }) => constructorThrows),
  },
  {
    reason: 'class-transformer takes the whole input for a promise when its `then` is a function. JSON has none',
    concerns: (_world, plain) => typeof (plain as { then?: unknown }).then === 'function',
  },
  {
    reason: 'class-transformer deletes the discriminator from its input, which throws where that is frozen; ours works on a copy',
    concerns: (world, plain) => hasDiscriminator(world) && someValue(plain, (value) => typeof value === 'object' && Object.isFrozen(value)),
  },
  {
    reason: 'the copy does not go into sets and maps, so class-transformer deletes discriminators there. JSON has none',
    concerns: (world, plain) => hasDiscriminator(world) && someValue(plain, (value) => value instanceof Set || value instanceof Map),
  },
  {
    reason: 'ours copy the input before class-transformer may change it, so that an object without a prototype gets one. JSON has none',
    concerns: (_world, plain) =>
      someValue(plain, (value) => typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === null),
  },
  {
    reason: 'class-transformer closes the holes of an array; ours keep them. JSON has none',
    concerns: (_world, plain) => someValue(plain, (value) => Array.isArray(value) && Object.keys(value).length < value.length),
  },
  {
    reason: 'class-transformer makes a plain array of an object of a class that extends Array; ours one of that class. JSON has none',
    concerns: (_world, plain) => someValue(plain, (value) => Array.isArray(value) && Object.getPrototypeOf(value) !== Array.prototype),
  },
];

/** What one side made, or threw; and which code of users ran. */
interface Outcome {
  made?: unknown;
  thrown?: unknown;
  calls: string[];
}

function outcomeOf(make: () => unknown): Outcome {
  transformCalls.length = 0;
  try {
    return { made: make(), calls: [...transformCalls] };
  } catch (thrown) {
    return { thrown, calls: [...transformCalls] };
  }
}

const nameOf = (thrown: unknown): string => (thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : inspect(thrown));

const seen = { all: 0, threw: 0, compiled: 0 };

function compareObject(world: WorldPlan, owner: Constructor, plainOf: () => Record<string, unknown>): void {
  const real = outcomeOf(() => plainToInstance(owner as unknown as new () => object, plainOf(), { exposeDefaultValues: true }));
  const given = plainOf();
  const ours = outcomeOf(() => makeInstance(owner, given));
  seen.all += 1;
  if ('thrown' in real) seen.threw += 1;
  if (isCompilable(owner)) seen.compiled += 1;
  const difference = differenceBetween(ours, real) ?? inputChange(given, plainOf());
  if (difference === undefined || deviations.some(({ concerns }) => concerns(world, plainOf()))) return;
  const about = [plainOf(), real, ours].map((value) => inspect(value, { depth: 6 }));
  assert.fail(`${difference}\nplain: ${about[0]}\nreal: ${about[1]}\nours: ${about[2]}`);
}

function differenceBetween(ours: Outcome, real: Outcome): string | undefined {
  if ('thrown' in ours !== 'thrown' in real) return 'only one side threw';
  if ('thrown' in real && nameOf(ours.thrown) !== nameOf(real.thrown)) return 'other errors';
  if (ours.calls.join() !== real.calls.join()) return "other calls of users' code";
  return differenceAt(ours.made, real.made, 'made');
}

function inputChange(given: object, before: object): string | undefined {
  const difference = differenceAt(given, before, 'input');
  return difference && `our maker changed its ${difference}`;
}

describe('compiled instances and class-transformer', function () {
  this.timeout(isLong ? 1_200_000 : 120_000);

  it('make the same of plain objects for drawn classes', () => {
    fc.assert(
      fc.property(transformedWorld, fc.nat(), (world, seed) => {
        const classes = buildClasses(world);
        const maker = new PlainMaker(world);
        for (let index = 0; index < objectsOfWorld; index += 1) {
          compareObject(world, classes.at(-1)!, () => maker.make(new Random(seed).part(`object ${index}`), classes.length - 1));
        }
      }),
      { numRuns: worlds },
    );
    assert.ok(seen.compiled > seen.all * 0.1, `nearly nothing was compiled: ${inspect(seen)}`);
    assert.ok(seen.threw > 100 && seen.threw < seen.all * 0.7, `one-sided: ${inspect(seen)}`);
    if (process.env['TOOLMARK_LONG']) console.log(seen);
  });
});
