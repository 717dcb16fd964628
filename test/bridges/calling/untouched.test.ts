import assert from 'node:assert/strict';
import fc from 'fast-check';
import { facts, providers } from '../../../src/bridges/calling/facts.js';
import { portable } from '../../../src/bridges/calling/portable/index.js';
import { plainName, type Usual, usualCopy } from '../../../src/schema/usual.js';
import type { JsonSchema } from '../../../src/types.js';
import { usualSchema } from '../../schema/usual-schemas.js';

/** A schema of which nobody knows what it holds goes through all rules. */
const byRules = (schema: JsonSchema, provider: (typeof providers)[number]) => portable(schema, facts[provider].schema);

describe('A schema that is declared as it stands', () => {
  for (const provider of providers)
    it(`is what the rules for ${provider} leave as it is, and nothing else`, () => {
      fc.assert(
        fc.property(usualSchema(), (given) => {
          const { schema, contents } = usualCopy(given) as Usual;
          assert.deepEqual(portable(schema, facts[provider].schema, contents), byRules(schema, provider));
        }),
        { numRuns: 500 },
      );
    });

  it('is the very schema of the tool, for every provider', () => {
    const properties = { city: { type: 'string', description: 'Name' }, days: { type: 'integer', description: 'How many' } };
    const { schema, contents } = usualCopy({ type: 'object', properties, required: ['city'] }) as Usual;
    for (const provider of providers) assert.equal(portable(schema, facts[provider].schema, contents).schema, schema, provider);
  });

  it('has names that every provider takes', () => {
    fc.assert(
      fc.property(fc.stringMatching(plainName), (name) => {
        for (const provider of providers) assert.ok(facts[provider].schema.propertyName?.legal.test(name) ?? true, provider);
      }),
    );
  });
});
