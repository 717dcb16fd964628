/** What patterns may cost: one budget of time for a call, and sizes that are bounded before anything is compiled. */
import assert from 'node:assert/strict';
import { partsOf } from '../../src/schema/parts.js';
import { callBudget, importedPatternReader, inOneBudget, PatternBudget, PatternTimeout, UnsafePattern } from '../../src/schema/pattern.js';
import { sizeOfPattern } from '../../src/schema/pattern-size.js';
import { repairerOf } from '../../src/schema/repair/index.js';
import { compileSchema } from '../../src/schema/validator.js';
import type { JsonSchema } from '../../src/types.js';

/** Needs a watch, as it looks ahead and is nested. */
const light = '^(?=a)(a+)+b$';
const heavy = '^(?=a)(a+)+$';
const endless = `${'a'.repeat(50)}!`;

describe('the time of patterns', () => {
  it('once it is spent, nothing runs under a watch any more', () => {
    const budget = new PatternBudget();
    const read = importedPatternReader(budget);
    assert.equal(read(light).test('ab'), true);
    assert.throws(() => read(heavy).test(endless), PatternTimeout);
    assert.ok(budget.isSpent);
    let runs = 0;
    const expression = {
      test(): boolean {
        runs += 1;
        return true;
      },
    };
    for (let round = 0; round < 100; round += 1) assert.throws(() => budget.test(expression, 'x', 'ab'), PatternTimeout);
    assert.equal(runs, 0);
    assert.equal(read('^a+$').test('aa'), true, 'what takes linear time goes on');
    budget.reset();
    assert.equal(read(light).test('ab'), true);
  });

  it('is bounded for tests that need no watch too, all together, and by what they take themselves', () => {
    const budget = new PatternBudget();
    const { now } = performance;
    let clock = 0;
    performance.now = () => clock;
    const taking = (milliseconds: number) => ({
      test(): boolean {
        clock += milliseconds;
        return true;
      },
    });
    try {
      for (let round = 0; round < 9; round += 1) {
        assert.equal(budget.testShort(taking(100), 'x', 'a'), true);
        clock += 10_000;
      }
      assert.ok(!budget.isSpent);
      assert.throws(() => budget.testShort(taking(100), 'x', 'a'), PatternTimeout);
      assert.ok(budget.isSpent);
      assert.throws(() => budget.testShort({ test: () => assert.fail('it ran') }, 'x', 'a'), PatternTimeout);
      budget.reset();
      assert.equal(budget.testShort(taking(1), 'x', 'a'), true);
    } finally {
      performance.now = now;
    }
  });

  it('is that of the outermost work', () => {
    const budget = new PatternBudget();
    const read = importedPatternReader(budget);
    budget.share(() => {
      assert.throws(() => budget.share(() => read(heavy).test(endless)), PatternTimeout);
      assert.throws(() => budget.share(() => read(light).test('ab')), PatternTimeout);
    });
    assert.equal(
      budget.share(() => read(light).test('ab')),
      true,
    );
  });

  it('is shared by all checks, parts and repairs of a call, and each call has its own', () => {
    const part: JsonSchema = { type: 'string', pattern: light };
    const schema: JsonSchema = { properties: { heavy: { pattern: heavy }, light: part } };
    const check = compileSchema(schema, 'the schema', { isImported: true });
    const fits = partsOf(schema, 'a part', { isImported: true });
    for (let call = 0; call < 2; call += 1) {
      assert.deepEqual(check({ light: 'ab' }), []);
      assert.equal(fits(part, 'ab'), true);
      inOneBudget(() => {
        assert.deepEqual(check({ light: 'ab' }), []);
        assert.match(check({ heavy: endless })[0]?.message ?? '', /too long to check against the pattern/);
        assert.match(check({ light: 'ab' })[0]?.message ?? '', /too long to check against the pattern/);
        assert.equal(fits(part, 'ab'), false);
        let asked = 0;
        const repair = repairerOf({ properties: { a: { type: 'array' } } }, () => (asked += 1) > 0);
        assert.deepEqual(repair({ a: 1 }), { value: { a: 1 }, repairs: [] });
        assert.equal(asked, 0);
      });
    }
  });

  it('ends a repair that spends it, and a hundred items cost no more than one', () => {
    const items: JsonSchema = { anyOf: [{ type: 'string', pattern: heavy }, { type: 'number' }] };
    const schema: JsonSchema = { properties: { it: { items } } };
    const fits = partsOf(schema, 'a part', { isImported: true });
    let asked = 0;
    const repair = repairerOf(schema, (part, value) => {
      asked += 1;
      return fits(part, value);
    });
    const value = { it: Array.from({ length: 100 }, (_, index) => `${endless}${index}`) };
    assert.deepEqual(repair(value), { value, repairs: [] });
    assert.equal(asked, 1);
    assert.ok(callBudget().isSpent);
  });
});

describe('the size of patterns', () => {
  it('is that of the pattern with its repetitions written out', () => {
    for (const [source, size] of [
      ['abc', 3],
      ['a*b+', 4],
      ['a{3}', 3],
      ['a{3,}', 4],
      ['a{1,9}b', 10],
      ['[a-z]{10}', 10],
      ['(ab){10}', 30],
      ['(?:a{10}){10}', 130],
      ['\\p{L}', 21],
      ['[\\p{L}\\p{N}]{2}', 82],
      ['a{x}', 4],
      ['(a', 2],
      ['\\{2}', 3],
      ['a{0}', 1],
    ] as const)
      assert.equal(sizeOfPattern(source), size, source);
    assert.equal(sizeOfPattern('((a{1000}){1000}){1000}', 3), ((3 + 1) * 3 + 1) * 3);
    assert.ok(sizeOfPattern(`${'('.repeat(50)}a${'){1000}'.repeat(50)}`) > 1e100);
  });

  it('and the length of the text decide what looks around without a watch', () => {
    const budget = new PatternBudget();
    const read = importedPatternReader(budget);
    let watches = 0;
    const { test } = budget;
    budget.test = (...args) => {
      watches += 1;
      return test.apply(budget, args);
    };
    for (const [source, text, isWatched] of [
      ['^a(?=b)', 'ab', false],
      ['^(?!-)[a-z-]{1,63}(?<!-)$', 'a'.repeat(60), false],
      ['^(?=.*[A-Z])(?=.*\\d).{8,}$', 'Secret12', false],
      ['^(?=.*[A-Z])(?=.*\\d).{8,}$', 'a'.repeat(200), true],
      ['(?=a)a*b', 'a'.repeat(1000), true],
      ['^(?=a)(a+)+$', 'a', true],
      ['^(?=a)(a|b){9}$', 'a', true],
      ['^(.)\\1$', 'aa', true],
      ['^a+$', 'aa', false],
    ] as const) {
      watches = 0;
      assert.equal(read(source).test(text), new RegExp(source, 'u').test(text), source);
      assert.equal(watches > 0, isWatched, `${source} of ${text.slice(0, 20)}`);
    }
  });

  it('decides which engine gets them: what is large, or all together is, goes under the watch', () => {
    const { getBuiltinModule } = process;
    process.getBuiltinModule = () => undefined;
    try {
      const reader = () => importedPatternReader(new PatternBudget());
      assert.equal(reader()('^[a-z]{1,1000}$').test('abc'), true);
      assert.throws(() => reader()('[\\w\\p{L}]{1,1000}').test('abc'), UnsafePattern);
      assert.throws(() => reader()('[a-z]{1,1000}'.repeat(21)).test('abc'), UnsafePattern);
      const read = reader();
      for (let index = 0; index < 20; index += 1) assert.equal(read(`a{990}${index}`).test('abc'), false);
      assert.throws(() => read('a{990}21').test('abc'), UnsafePattern);
      assert.equal(read('a{990}1').test('abc'), false, 'one that is known is not compiled again');
      assert.equal(read('^ab').test('abc'), true, 'there is still place for a small one');
    } finally {
      process.getBuiltinModule = getBuiltinModule;
    }
    assert.equal(importedPatternReader(new PatternBudget())('^[\\w\\p{L}]{1,1000}$').test('abc'), true);
  });

  it('of an imported schema is bounded before a pattern is read', () => {
    const refuses = (schema: JsonSchema): void =>
      assert.throws(() => compileSchema(schema, 'the schema', { isImported: true }), {
        code: 'UNSUPPORTED_SCHEMA',
        message: /\d+ parts of patterns \(at most 40000\)/,
      });
    const large = '\\p{L}'.repeat(3000);
    refuses({ pattern: large });
    refuses({ patternProperties: { [large]: {} } });
    refuses({ items: { patternProperties: { a: { propertyNames: { pattern: large } } } } });
    refuses({ pattern: `${'('.repeat(10)}a${'){3}'.repeat(10)}` });
    refuses({ allOf: Array.from({ length: 500 }, (_, index) => ({ pattern: `\\p{L}\\p{N}${index}[\\p{L}\\p{N}]` })) });
    for (const schema of [
      { properties: { [large]: {} } },
      { properties: { pattern: { description: large } } },
      { pattern: '^[\\s\\S]{1,9999}$' },
    ])
      assert.equal(typeof compileSchema(schema, 'the schema', { isImported: true }), 'function');
  });
});
