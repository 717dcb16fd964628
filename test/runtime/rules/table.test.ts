/** Every rule of class-validator against an independent Ajv on the schema it narrows. */
import assert from 'node:assert/strict';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formatsPlugin from 'ajv-formats';
import * as classValidator from 'class-validator';
import fc from 'fast-check';
import { checkRules, narrowByClass, RuleBook } from '../../../src/runtime/rules/index.js';
import { ruleTable } from '../../../src/runtime/rules/table/index.js';
import type { Constructor, ContractSchema } from '../../../src/types.js';
import { withOptions } from './decorate.js';
import { probes, type Sample, samples } from './samples.js';

type Decorate = (...args: unknown[]) => PropertyDecorator;

const exported = classValidator as unknown as Record<string, unknown>;
const ajv = new Ajv2020({ strict: false, allErrors: false });
(formatsPlugin as unknown as (ajv: Ajv2020) => void)(ajv);

/** Decorators are functions that return a function; classes and what starts in lower case are not. */
const decorators = Object.keys(exported).filter((name) => {
  const value = exported[name];
  return typeof value === 'function' && /^[A-Z]/.test(name) && !/^class\b/.test(Function.prototype.toString.call(value));
});

interface Use {
  optional?: boolean;
  each?: boolean;
}

function classWith(
  name: string,
  args: readonly unknown[],
  { optional = false, each = false }: Use = {},
): Constructor<Record<string, unknown>> {
  class Probe {}
  const decorate = (exported[name] as Decorate)(...(each ? withOptions(name, args, { each: true }) : args));
  decorate(Probe.prototype, 'value');
  if (optional) classValidator.IsOptional()(Probe.prototype, 'value');
  return Probe as unknown as Constructor<Record<string, unknown>>;
}

function instanceOf(owner: Constructor<Record<string, unknown>>, value: unknown): Record<string, unknown> {
  const instance = new (owner as unknown as new () => Record<string, unknown>)();
  instance['value'] = value;
  return instance;
}

function ownVerdict(instance: object): boolean {
  const issues = checkRules([{ instance, path: [] }], new RuleBook({}));
  assert.ok(Array.isArray(issues), 'built-in rules answer at once');
  return issues.length === 0;
}

/** class-validator's own verdict; an error it throws is a refusal. */
function realVerdict(instance: object): boolean {
  try {
    return classValidator.validateSync(instance, { forbidUnknownValues: false }).length === 0;
  } catch {
    return false;
  }
}

function narrowed(owner: Constructor, value: ContractSchema = {}): { accepts: (value: unknown) => boolean; property: ContractSchema } {
  const schema = narrowByClass({ type: 'object', properties: { value } }, owner, {});
  const property = schema.properties?.['value'] as ContractSchema;
  const validate = ajv.compile(property);
  return { accepts: (candidate) => validate(candidate), property };
}

/** Values on which the schema is known to be stricter (see each entry's `stricter`). */
const knownStricter: Record<string, (value: unknown) => boolean> = {
  IsEnum: (value) => value === 'Up' || value === 'Down',
  IsEmail: (value) => typeof value === 'string' && /\P{ASCII}|"/u.test(value),
  MaxLength: (value) => typeof value === 'string' && /[\uFE0E\uFE0F]/.test(value),
  Length: (value) => typeof value === 'string' && /[\uFE0E\uFE0F]/.test(value),
  Matches: (value) => typeof value === 'string' && /[\uD800-\uDFFF]/.test(value),
  // Ajv's parseInt of a quotient from 1e21 on sees its exponent form.
  IsDivisibleBy: (value) => typeof value === 'number' && Math.abs(value) >= 1e20,
};

/** Values on which an exact rule refuses more than its schema; class-validator counts them differently. */
const knownLooser: Record<string, (value: unknown) => boolean> = {
  MinLength: (value) => typeof value === 'string' && /[\uFE0E\uFE0F]/.test(value),
  Length: (value) => typeof value === 'string' && /[\uFE0E\uFE0F]/.test(value),
  Matches: (value) => typeof value === 'string' && /[\uD800-\uDFFF]/.test(value),
  // Beyond 2^53, and next to 0, the quotient that Ajv looks at is rounded.
  IsDivisibleBy: (value) => typeof value === 'number' && (Math.abs(value) > Number.MAX_SAFE_INTEGER || Math.abs(value) < 1e-300),
  // A format: top-level domains of one letter, numbers, and long names are let through.
  IsEmail: () => true,
  // class-validator calls the value's own `hasOwnProperty`, whatever that is.
  IsNotEmptyObject: (value) => typeof value === 'object' && value !== null && Object.hasOwn(value, 'hasOwnProperty'),
  // A format: version digits that do not exist, and urn:uuid:, are let through.
  IsUUID: () => true,
};

const show = (value: unknown): string => JSON.stringify(value) ?? String(value);
const title = ({ args }: Sample): string =>
  args
    .map((arg) => (arg instanceof RegExp || typeof arg === 'function' ? String(arg) : show(arg)))
    .join(', ')
    .slice(0, 60);

function compare(name: string, sample: Sample, values: readonly unknown[], value: ContractSchema = {}): void {
  const owner = classWith(name, sample.args);
  const { accepts, property } = narrowed(owner, value);
  for (const candidate of values) {
    const real = realVerdict(instanceOf(owner, candidate));
    assert.equal(ownVerdict(instanceOf(owner, candidate)), real, `${name}: checkRules and class-validator differ on ${show(candidate)}`);
    if (real && !knownStricter[name]?.(candidate))
      assert.ok(accepts(candidate), `${name} accepts ${show(candidate)}, its schema does not: ${show(property)}`);
    if (!real && property.description === undefined && !knownLooser[name]?.(candidate)) {
      assert.ok(!accepts(candidate), `${name} refuses ${show(candidate)}, its schema does not: ${show(property)}`);
    }
  }
}

describe('rule table', () => {
  it('has an entry for every decorator that class-validator exports, and no other', () => {
    assert.ok(decorators.length > 100);
    assert.deepEqual(Object.keys(ruleTable).sort(), [...decorators].sort());
  });

  it('gives a reason for every entry that is not exact', () => {
    const silent = Object.entries(ruleTable).filter(
      ([, entry]) => !entry.exact && entry.reason === undefined && entry.advertised === undefined,
    );
    assert.deepEqual(silent, []);
  });

  it('has a sample for every decorator that judges a value', () => {
    const structural = [
      'Allow',
      'IsOptional',
      'Validate',
      'ValidateBy',
      'ValidateIf',
      'ValidateNested',
      'ValidatePromise',
      'ValidatorConstraint',
    ];
    assert.deepEqual(Object.keys(samples).sort(), decorators.filter((name) => !structural.includes(name)).sort());
  });

  for (const [name, list] of Object.entries(samples)) {
    describe(name, () => {
      for (const sample of list) {
        it(`(${title(sample)}) lets the schema accept what the rule accepts`, () => compare(name, sample, probes));
      }

      it('says wholly what it says exactly, and tells the rest', () => {
        const entry = ruleTable[name];
        for (const sample of list) {
          const { property } = narrowed(classWith(name, sample.args), {});
          if (entry?.exact && sample.wholly !== false) assert.equal(property.description, undefined, title(sample));
          else if (sample.wholly === false) assert.match(property.description ?? '', /^\S.*\.$/, title(sample));
          assert.ok(ajv.validateSchema(property), title(sample));
        }
      });
    });
  }

  it('agrees on random JSON', () => {
    const exact = Object.entries(samples).filter(([name]) => ruleTable[name]?.exact);
    for (const [name, [sample]] of exact) {
      if (!sample) continue;
      fc.assert(
        fc.property(
          fc.array(fc.oneof(fc.jsonValue(), fc.string({ unit: 'binary', maxLength: 6 }), fc.integer({ min: -5, max: 5 })), {
            maxLength: 8,
          }),
          (values) => compare(name, sample, values as unknown[]),
        ),
        { numRuns: 8, examples: [[[{ hasOwnProperty: null }, { valueOf: 1, toString: null }, { constructor: 'x' }, { length: 1 }]]] },
      );
    }
  });
});

/** Declared types, as the build step writes them. */
const declared: Record<string, ContractSchema> = {
  'string | null': { type: ['string', 'null'] },
  'string | number | null, as branches': { anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'null' }] },
  number: { type: 'number', minimum: 0, maximum: 100 },
  'a few values': { enum: ['a', 'b', 1, null, true] },
  'string[] | null': { anyOf: [{ type: 'array', items: { type: 'string' } }, { type: 'null' }] },
  'unknown[]': { type: 'array', items: {} },
  'Record<string, unknown>': { type: 'object', additionalProperties: {} },
};

/** A rule in one use, with class-validator's verdicts on all candidates: class-validator gets slower with every decorated class. */
interface Tried {
  place: string;
  owner: Constructor;
  verdicts: { candidate: unknown; passes: boolean }[];
}

/** Values on which rule and schema may differ by what is documented, also inside an array. */
function isKnown(name: string, value: unknown): boolean {
  return [value].flat().some((item) => knownStricter[name]?.(item) || knownLooser[name]?.(item));
}

function tryRule(name: string, sample: Sample, use: Use): Tried {
  const owner = classWith(name, sample.args, use);
  const inside = use.each ? probes.slice(0, 40).map((value) => [value]) : [];
  const candidates = [...probes, ...inside]
    .filter((value) => typeof value !== 'string' || value.length < 5)
    .filter((value) => !isKnown(name, value));
  const verdicts = candidates.map((candidate) => {
    const passes = realVerdict(instanceOf(owner, candidate));
    assert.equal(ownVerdict(instanceOf(owner, candidate)), passes, `${name} ${show(use)} on ${show(candidate)}`);
    return { candidate, passes };
  });
  return { place: `${name}(${title(sample)}) ${show(use)}`, owner, verdicts };
}

describe('rules on declared types', () => {
  const tried: Tried[] = [];

  before(function makeTools() {
    // Some hundred tools are made and tried.
    this.timeout(300_000);
    const chosen = Object.entries(samples).filter(
      ([name]) => ruleTable[name]?.exact || ['IsEmail', 'IsUrl', 'IsLatitude', 'IsUUID'].includes(name),
    );
    for (const [name, [sample]] of chosen) {
      if (sample) for (const use of [{}, { optional: true }, { each: true }]) tried.push(tryRule(name, sample, use));
    }
  });

  for (const [type, schema] of Object.entries(declared)) {
    it(`narrow ${type}, never widen it, and let pass whatever class-validator lets pass`, () => {
      const fits = ajv.compile(schema);
      for (const { place, owner, verdicts } of tried) {
        const { accepts, property } = narrowed(owner, schema);
        for (const { candidate, passes } of verdicts) {
          const fit = fits(candidate);
          if (fit && passes) assert.ok(accepts(candidate), `refused: ${place} on ${show(candidate)}: ${show(property)}`);
          else if (!fit || property.description === undefined)
            assert.ok(!accepts(candidate), `accepted: ${place} on ${show(candidate)}: ${show(property)}`);
        }
      }
    });
  }
});

describe('patterns beside random text', () => {
  const byPattern = Object.keys(samples).filter((name) => ruleTable[name]?.advertised?.includes('pattern'));

  it('accept and refuse as the rule does, letters near the rule included', () => {
    const letters = fc.string({ unit: fc.constantFrom(...'aAfFgGzZ019xXhHoO#-._@ /\n:23é😀ſK'), maxLength: 12 });
    for (const name of byPattern) {
      for (const sample of samples[name] ?? []) {
        fc.assert(
          fc.property(fc.array(letters, { minLength: 10, maxLength: 20 }), (values) => compare(name, sample, values)),
          { numRuns: 4 },
        );
      }
    }
  });
});
