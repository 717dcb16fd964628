/** Patterns: JavaScript's verdict, in time that the text cannot choose. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { formatCheck, formatNames } from '../../src/schema/formats.js';
import { linearPattern } from '../../src/schema/linear-pattern.js';
import { importedPatternReader, PatternBudget, patternReader, PatternTimeout, UnsafePattern } from '../../src/schema/pattern.js';
import { compileSchema } from '../../src/schema/validator.js';
import { takesLess } from '../least-time.js';

const atoms =
  String.raw`a b [ab] . (?:a|b) (a+) (?:(?:ab)*) (a?) \w \W \d \D \s \S \b \B [^a] [^] [] [\s\S] [\w.-] \. \/ \u00e9 \u{1F600} \x41 [a-z] [\u{1F600}-\u{1F64F}] \p{L} \P{L} \p{Lu} \p{Script=Greek} [\p{sc=Latin}-] \t \n \cJ \0 $ ^ (?<n>a) | [\d\-] \] [\]\[] [\^] [$.|] é 😀 [\p{L}\d] \v (?:) \{ [&&] [a&&b] [:alpha:] [\b] [^\s] [^\S] [\S\n] [^\Sa] [\\] [\n-\r] [\x00-\x1f] (?=a) (?!b) (?<=a) \1`.split(
    ' ',
  );
const counts = ['', '', '', '*', '+', '?', '{2}', '{1,}', '+?', '{0}', '{0,2}'];
const units = [...'abcAZ_-./ \n\r\t\u2028\u2029\u00a0\ufeff\v\fé1Kſα\0$^[]{|&:\\\b\x85\u180e\u3000٣', '😀', '\ud83d', '\ude00'];

const sources = fc
  .tuple(fc.array(fc.tuple(fc.constantFrom(...atoms), fc.constantFrom(...counts)), { minLength: 1, maxLength: 4 }), fc.boolean())
  .map(([parts, isWhole]) => {
    const source = parts.map((part) => part.join('')).join('');
    return isWhole ? `^(?:${source})$` : source;
  })
  .filter(isPattern);
const texts = fc.array(fc.string({ unit: fc.constantFrom(...units), maxLength: 30 }), { minLength: 6, maxLength: 6 });

function isPattern(source: string): boolean {
  try {
    void new RegExp(source, 'u');
    return true;
  } catch {
    return false;
  }
}

/** As ECMAScript says it: tried at each code point. V8 also looks for `\B` between the halves of a pair, and finds it there. */
function testByTheBook(source: string, text: string): boolean {
  const expression = new RegExp(source, 'uy');
  let start = 0;
  return ['', ...text].some((before) => {
    start += before.length;
    expression.lastIndex = start;
    return expression.test(text);
  });
}

describe('patterns', () => {
  it('are judged by the linear engine, and by the readers, as by JavaScript with the flag u', () => {
    let linear = 0;
    let other = 0;
    let compared = 0;
    const budget = new PatternBudget();
    fc.assert(
      fc.property(sources, texts, (source, many) => {
        budget.reset();
        const expression = new RegExp(source, 'u');
        const safe = linearPattern(source);
        const own = patternReader(budget)(source);
        const imported = importedPatternReader(budget)(source);
        if (safe) linear += 1;
        else other += 1;
        for (const text of many) {
          const expected = expression.test(text);
          if (expected !== testByTheBook(source, text)) continue;
          compared += 1;
          const told = JSON.stringify({ source, text });
          if (safe) assert.equal(safe.test(text), expected, told);
          assert.equal(own.test(text), expected, told);
          assert.equal(imported.test(text), expected, told);
        }
      }),
      { numRuns: 2000 },
    );
    assert.ok(compared > 11_900, `${compared} compared`);
    assert.ok(linear > 1000 && other > 50, `${linear} linear, ${other} others`);
  });

  it('are judged by code points, also where V8 looks between the halves of one', () => {
    assert.equal(linearPattern('\\B')?.test('a😀a'), false);
    assert.equal(linearPattern('\\B')?.test('😀'), true);
  });

  it('that multiply without a repetition are seen as heavy too', () => {
    const optional = `^${'a?'.repeat(40)}${'a'.repeat(40)}$`;
    const alternatives = `^${'(?:a|a)'.repeat(40)}b$`;
    for (const [pattern, text] of [
      [optional, 'a'.repeat(39)],
      [alternatives, 'a'.repeat(40)],
      ['^(?:(?:(?:a*)*)*)*$', `${'a'.repeat(200)}!`],
      ['^(?:x+x+)+y$', 'x'.repeat(5000)],
      ['(?:.*a){20}', 'a'.repeat(19) + 'b'.repeat(2000)],
    ] as const)
      for (const isImported of [false, true]) {
        const check = compileSchema({ pattern }, 'the schema', { isImported });
        const start = process.cpuUsage();
        assert.equal(check(text).length, 1);
        const { user } = process.cpuUsage(start);
        assert.ok(user / 1000 < 500, `${pattern} took ${user / 1000} ms`);
      }
  });

  it('beyond the linear engine run under a watch, or are refused where there is none', () => {
    const heavy = ['^(?=a)(a+)+$', `${'a'.repeat(50)}!`] as const;
    assert.throws(() => importedPatternReader(new PatternBudget())(heavy[0]).test(heavy[1]), PatternTimeout);
    const { getBuiltinModule } = process;
    process.getBuiltinModule = () => undefined;
    try {
      const reader = importedPatternReader(new PatternBudget());
      assert.throws(() => reader(heavy[0]).test('a'), UnsafePattern);
      assert.equal(reader('^(a+)+$').test(heavy[1]), false);
      assert.throws(() => patternReader(new PatternBudget())(heavy[0]).test(heavy[1]), PatternTimeout);
      assert.equal(patternReader(new PatternBudget())(heavy[0]).test('aaa'), true);
    } finally {
      process.getBuiltinModule = getBuiltinModule;
    }
  });

  it('are never run on keys without end', () => {
    const patternProperties = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`^(k+)+${index}$`, {}]));
    const keys = Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`kkkkkkkkkkkkkkkkkkkk${index}`, 1]));
    const start = process.cpuUsage();
    compileSchema({ patternProperties }, 'the schema', { isImported: true })(keys);
    assert.ok(process.cpuUsage(start).user / 1000 < 5000);
  });

  it('are no way around: formats take long texts too', async () => {
    const names = formatNames().filter((name) => formatCheck(name)?.kind === 'string');
    assert.ok(names.length > 15);
    const pieces = ['a', '1', 'a.', '1:', 'a@', '/', '%20', '-', 'http://a', '{a}', '(a+)+', ':', '0', 'a:', '~0', '+', '=', '::', 'x@a.'];
    for (const name of names) {
      const check = formatCheck(name)?.fits as (text: string) => boolean;
      for (const piece of pieces) {
        await takesLess(250, () => {
          check(`${piece.repeat(50_000)}!`);
          check(`http://${piece.repeat(50_000)}!`);
          check(`a@${piece.repeat(50_000)}!`);
        });
      }
    }
  });
});
