import assert from 'node:assert/strict';
import fc from 'fast-check';
import { facts, providers } from '../../../src/bridges/calling/facts.js';
import { portable } from '../../../src/bridges/calling/portable/index.js';
import { contentsOf, plainName, usualCopy } from '../../../src/schema/usual.js';
import type { JsonSchema } from '../../../src/types.js';
import { usualSchema } from '../../schema/usual-schemas.js';

/** What nobody knows goes through all rules. */
const byRules = (schema: JsonSchema, provider: (typeof providers)[number]) => portable(structuredClone(schema), facts[provider].schema);

describe('A schema that is declared as it stands', () => {
  for (const provider of providers)
    it(`is what the rules for ${provider} leave as it is, and nothing else`, () => {
      fc.assert(
        fc.property(usualSchema(), (given) => {
          const copy = usualCopy(given) as JsonSchema;
          assert.ok(contentsOf(copy));
          assert.deepEqual(portable(copy, facts[provider].schema), byRules(copy, provider));
        }),
        { numRuns: 500 },
      );
    });

  it('is the very schema of the tool, for every provider', () => {
    const properties = { city: { type: 'string', description: 'Name' }, days: { type: 'integer', description: 'How many' } };
    const schema = usualCopy({ type: 'object', properties, required: ['city'] }) as JsonSchema;
    for (const provider of providers) assert.equal(portable(schema, facts[provider].schema).schema, schema, provider);
  });

  it('has names that every provider takes', () => {
    fc.assert(
      fc.property(fc.stringMatching(plainName), (name) => {
        for (const provider of providers) assert.ok(facts[provider].schema.propertyName?.legal.test(name) ?? true, provider);
      }),
    );
  });
});
