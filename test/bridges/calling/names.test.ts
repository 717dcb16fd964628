/** Names of tools at providers: legal, unique, stable, and back. */
import { deepEqual, equal, notEqual, ok } from 'node:assert/strict';
import fc from 'fast-check';
import { facts, providers } from '../../../src/bridges/calling/facts.js';
import { legalName, legalNames, nameMap } from '../../../src/bridges/calling/names.js';

const twins = ['1', '2'].map((digit) => `${'a'.repeat(64).slice(0, 44)}${digit}${'b'.repeat(45)}`);
/** Two names of 129 characters with the same first and last 64. */
const tripletTwins = ['1', '2'].map((digit) => 'a'.repeat(64) + digit + 'b'.repeat(64));

const given = ['admin.tools/list', 'admin_tools_list', ...twins, ...tripletTwins, '1st', 'x', 'naïve', '', '🙂', 'a b', 'a-b', 'a_b'];

describe('calling: names', () => {
  for (const provider of providers) {
    const { name } = facts[provider];

    it(`[B27] are legal and unique for ${provider}, and lead back`, () => {
      const map = nameMap(given, name);
      const made = given.map(map.toProvider);
      for (const one of made) ok(name.legal.test(one), one);
      equal(new Set(made).size, given.length);
      deepEqual(made.map(map.toOriginal), given);
    });

    it(`[B27] depend on the set of names alone for ${provider}`, () => {
      const anyName = fc.oneof(
        fc.string({ unit: 'binary', maxLength: 140 }),
        fc.constantFrom(...given),
        fc.stringMatching(/^[a./_-]{1,5}$/),
      );
      fc.assert(
        fc.property(fc.uniqueArray(anyName, { maxLength: 30 }), fc.infiniteStream(fc.nat()), (names, numbers) => {
          const legal = legalNames(names, name);
          const shuffled = names.map((one) => [numbers.next().value as number, one] as const).sort(([left], [right]) => left - right);
          const again = legalNames(
            shuffled.map(([, one]) => one),
            name,
          );
          for (const one of names) {
            const made = legal.get(one)!;
            ok(name.legal.test(made));
            equal(again.get(one), made);
            if (name.legal.test(one)) equal(made, one);
          }
          equal(new Set(legal.values()).size, names.length);
        }),
        { numRuns: 100 },
      );
    });
  }

  it('[B27] that are legal never change, and others are as near as can be', () => {
    const openai = facts['openai-chat'].name;
    equal(legalNames(['admin.tools/list'], openai).get('admin.tools/list'), 'admin_tools_list');
    const both = legalNames(['admin.tools/list', 'admin_tools_list'], openai);
    equal(both.get('admin_tools_list'), 'admin_tools_list');
    ok(/^admin_tools_list_[0-9a-z]{10}$/.test(both.get('admin.tools/list')!));
    equal(facts.gemini.name.legal.test('admin.tools'), true);
  });

  it('that are too long keep their beginning and differ in their end', () => {
    const made = tripletTwins.map((one) => legalName(one, facts['openai-chat'].name));
    notEqual(made[0], made[1]);
    for (const one of made) ok(one.startsWith('a'.repeat(53)) && one.length === 64);
  });

  it('a made name that somebody else has is made anew', () => {
    const openai = facts['openai-chat'].name;
    const taken = legalName('a b', openai);
    const names = legalNames(['a b', 'a_b', taken], openai);
    equal(new Set(names.values()).size, 3);
    equal(names.get(taken), taken);
  });
});
