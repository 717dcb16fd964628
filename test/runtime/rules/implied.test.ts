/** A rule rests only where the schema says it exactly: where the schema accepts, class-validator does, save where the entry says `unless`. */
import assert from 'node:assert/strict';
import * as classValidator from 'class-validator';
import fc from 'fast-check';
import { narrowByClass, saidBy } from '../../../src/runtime/rules/index.js';
import { type RuleEntry, ruleTable } from '../../../src/runtime/rules/table/index.js';
import { compileSchema } from '../../../src/schema/validator.js';
import type { Constructor, ContractSchema } from '../../../src/types.js';
import { nastyText, nastyValue } from '../../e2e/no-drift/nasty.js';
import { valuesOf } from '../../e2e/no-drift/values.js';
import { withOptions } from './decorate.js';
import { probes, type Sample, samples } from './samples.js';
import { withOwnStorage } from './storage.js';

type Decorate = (...args: unknown[]) => PropertyDecorator;

/** A use of a rule: on a declared type, alone or for each element. */
interface Use {
  declared: ContractSchema;
  each?: true;
  optional?: true;
}

const primitives: ContractSchema = { type: ['string', 'number', 'boolean', 'null'] };

/** Values for which some entry makes an exception: met in each run, whatever is drawn. */
const exceptional: readonly unknown[] = [
  JSON.parse('{"hasOwnProperty": 1}'),
  JSON.parse('{"__proto__": 1}'),
  'a@b.1',
  'urn:uuid:00000000-0000-4000-8000-000000000000',
  '\u2602\uFE0F',
  '\u{1F600}',
  1e21,
  1.5,
];

const uses: readonly Use[] = [
  { declared: {} },
  { declared: {}, optional: true },
  { declared: primitives },
  { declared: { type: ['string', 'null'] }, optional: true },
  { declared: { type: 'array', items: primitives } },
  { declared: { type: 'object', additionalProperties: {} } },
  { declared: { type: 'array', items: {} }, each: true },
  { declared: { anyOf: [{ type: 'array', items: primitives }, { type: 'null' }] }, each: true, optional: true },
  { declared: { type: 'array', items: { type: 'array', items: primitives } }, each: true },
];

const exactRules = Object.entries(ruleTable).filter(([, { exact, unless }]) => exact || unless);
/** Rules that may rest: how often, is for the schema to say. */
const namedRules = Object.entries(ruleTable).filter(([name]) => samples[name] !== undefined);
const runs = process.env['TOOLMARK_LONG'] === '1' ? 3000 : 100;

/** Uses in which the schema's word was asked for. */
let comparisons = 0;
/** Rules for which a value was met that the schema accepts and the rule refuses. */
const excepted = new Set<string>();

describe('implied rules', () => {
  for (const [name, entry] of namedRules) {
    it(`${name}: what the schema accepts, the rule accepts`, () => {
      let met = 0;
      for (const sample of samples[name] ?? []) {
        for (const use of uses) met += withOwnStorage(() => compare(name, entry, sample, use));
      }
      assert.ok(met > 0 || !entry.exact, 'the schema accepted nothing at all, so nothing was compared');
    });
  }

  it('compares often enough', () => assert.ok(comparisons >= 50_000, `${comparisons} comparisons`));

  it('no exception stands without need', () => {
    const named = exactRules.filter(([, { unless }]) => unless).map(([name]) => name);
    assert.deepEqual([...excepted].sort(), named.sort());
  });
});

const texts = probes.filter((probe) => typeof probe === 'string');
const parts = [
  '',
  '.',
  '-',
  ':',
  '@',
  '\n',
  ' ',
  '0',
  '9',
  'f',
  'g',
  'A',
  'é',
  '😀',
  '\u2028',
  '\uFE0F',
  '_',
  '+',
  'urn:uuid:',
  '{',
  '\0',
  '\u212A',
  '٣',
];

/** Texts of a form that some rule knows, changed at a place or two: formats and rules part there. */
const nearText = fc
  .tuple(fc.constantFrom(...texts), fc.array(fc.tuple(fc.nat(40), fc.nat(1), fc.constantFrom(...parts)), { maxLength: 2 }))
  .map(([text, edits]) => edits.reduce((edited, [at, removed, added]) => edited.slice(0, at) + added + edited.slice(at + removed), text));

/** @returns how often the schema accepted, and the rule was asked */
function compare(name: string, entry: RuleEntry, { args }: Sample, use: Use): number {
  const narrowing = entry.narrow?.(args);
  if (!narrowing || narrowing.partly) return 0;
  const Probe = probeWith(name, args, use);
  const schema = narrowByClass({ type: 'object', properties: { value: use.declared } }, Probe, {});
  const property = schema.properties?.['value'] as ContractSchema;
  // Not said wholly of this type, so the rule runs.
  if (!saidBy(schema)) return 0;
  const check = compileSchema(schema, name);
  let met = 0;
  const judge = (given: { value?: unknown }): void => {
    comparisons += 1;
    if (check(given).length > 0) return;
    if (isExcepted(entry, args, use, given.value)) {
      if (refusals(Probe, given).length > 0) excepted.add(name);
      return;
    }
    met += 1;
    assert.deepEqual(refusals(Probe, given), [], `${name} refuses what its schema accepts: ${JSON.stringify(schema)}`);
  };
  judge({});
  for (const value of [...probes, ...exceptional]) judge({ value });
  for (const value of probes) judge({ value: [value] });
  const some = fc.oneof(valuesOf(property, schema), nastyValue, nastyText());
  fc.assert(
    fc.property(fc.oneof(some, nearText, fc.array(fc.oneof(some, nearText), { maxLength: 3 })), (value) => judge({ value })),
    { numRuns: runs },
  );
  return met;
}

function isExcepted(entry: RuleEntry, args: readonly unknown[], { each }: Use, value: unknown): boolean {
  const unless = entry.unless?.(args);
  if (!unless) return false;
  return each && Array.isArray(value) ? value.some(unless) : unless(value);
}

function probeWith(name: string, args: readonly unknown[], { each, optional }: Use): Constructor {
  class Probe {}
  const decorate = (classValidator as unknown as Record<string, Decorate>)[name] as Decorate;
  decorate(...(each ? withOptions(name, args, { each: true }) : args))(Probe.prototype, 'value');
  if (optional) classValidator.IsOptional()(Probe.prototype, 'value');
  return Probe;
}

/** class-validator's own words; a rule that throws refuses. */
function refusals(owner: Constructor, given: { value?: unknown }): unknown[] {
  try {
    const instance = Object.assign(Object.create(owner.prototype as object) as object, given);
    return classValidator.validateSync(instance, { forbidUnknownValues: false }).map(({ constraints }) => constraints);
  } catch (error) {
    return [String(error)];
  }
}
