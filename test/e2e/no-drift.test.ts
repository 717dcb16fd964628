/** One contract: our verdict on arguments is that of an independent validator on the advertised schema, save for the listed exceptions. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { ToolRegistry } from '../../src/index.js';
import { Comparison, counts } from './no-drift/compare.js';
import { moreTypes, moreTypesRegistry } from './no-drift/more-types.js';
import { argumentsFrom } from './no-drift/mutate.js';
import { drawnClass, registryOf } from './no-drift/rule-classes.js';
import { exceptions } from './no-drift/exceptions.js';
import { type TypeCase, typeCaseRegistry, typeCases } from './no-drift/type-cases.js';
import { valuesOf } from './no-drift/values.js';

const isLong = process.env['TOOLMARK_LONG'] === '1';

/** Every case, on its own values and on some made from its schema. */
function hold(cases: readonly TypeCase[], registryOfCases: () => ToolRegistry, numRuns: number): void {
  let registry: ToolRegistry;

  before(function () {
    // The shared cases are handed in beside the repository, not in it.
    if (cases.length === 0) this.skip();
    registry = registryOfCases();
  });

  for (const { name, parameters, accept, refuse } of cases) {
    it(`[B38] ${name}: ${parameters.replace(/\s+/g, ' ')}`, async () => {
      const comparison = await Comparison.of(registry, name);
      for (const args of [...accept, ...refuse]) await comparison.compare(args);
      const valid = fc.oneof(...(accept.length > 0 ? [fc.constantFrom(...accept)] : []), valuesOf(registry.get(name)?.inputSchema));
      await fc.assert(
        fc.asyncProperty(argumentsFrom(valid), async (args) => void (await comparison.compare(args))),
        { numRuns },
      );
    });
  }
}

describe('no drift: the shared type cases', function () {
  this.timeout(isLong ? 1_800_000 : 60_000);
  it('are there', function () {
    if (typeCases.length === 0) this.skip();
    assert.ok(typeCases.length > 80);
  });
  hold(typeCases, typeCaseRegistry, isLong ? 10_000 : 200);
});

if (isLong) {
  describe('no drift: further type cases', function () {
    this.timeout(1_800_000);
    hold(moreTypes, moreTypesRegistry, 2_000);
  });
}

describe('no drift: classes with drawn rules', function () {
  this.timeout(isLong ? 1_800_000 : 60_000);

  for (const [title, told] of Object.entries({ 'rules that the schema says': false, 'rules of every kind': true })) {
    it(`[B38] ${title}`, async () => {
      await fc.assert(
        fc.asyncProperty(drawnClass(told), fc.nat(), async (drawn, seed) => {
          const registry = registryOf(drawn);
          for (const { name, inputSchema } of registry.list()) {
            const comparison = await Comparison.of(registry, name);
            for (const args of fc.sample(argumentsFrom(valuesOf(inputSchema)), { numRuns: 40, seed })) await comparison.compare(args);
          }
        }),
        { numRuns: isLong ? 10_000 : 150 },
      );
    });
  }

  for (const [name, { reason, example }] of Object.entries(exceptions)) {
    it(`differ on ${name}: ${reason}`, async () => {
      const { value, ...field } = example;
      const drawn = { fields: [{ name: 'a', mayBeAbsent: false, optional: false, ...field }] };
      const comparison = await Comparison.of(registryOf(drawn), 'payload');
      assert.deepEqual(await comparison.compare({ a: value }), [name]);
    });
  }

  it('compares often enough', () => {
    assert.ok(counts.compared >= 20_000, `${counts.compared} comparisons`);
    assert.ok(counts.accepted >= counts.compared / 10, `${counts.accepted} of ${counts.compared} accepted`);
  });
});
