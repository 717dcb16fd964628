/** Reading the raw text of arguments: what is taken, what is mended, what is refused and in which words. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { jsonrepair } from 'jsonrepair';
import { readArguments, type ReadResult } from '../../src/runtime/arguments/read.js';
import { defaultLimits } from '../../src/runtime/limits.js';
import { readLenient } from '../../src/schema/repair/text/lenient.js';
import { withNumbers } from '../../src/schema/repair/text/numbers.js';
import type { JsonSchema, RepairKind } from '../../src/types.js';
import { takesLess } from '../least-time.js';
import { objectOf, take, Taker } from '../schema/repair/support.js';

const read = (text: unknown, isRepairing = true): ReadResult => readArguments(text, defaultLimits, isRepairing);
const fence = '```';

function taken(text: unknown, isRepairing = true): { args: unknown; kinds: RepairKind[] } {
  const result = read(text, isRepairing);
  if (result.issues) return assert.fail(`refused: ${JSON.stringify(result.issues)}`);
  return { args: result.hasBigints ? withNumbers(result.args) : result.args, kinds: (result.repairs ?? []).map(({ kind }) => kind) };
}

function refusal(text: unknown, isRepairing = true): string {
  const result = read(text, isRepairing);
  if (!result.issues) return assert.fail(`taken: ${JSON.stringify(result.args)}`);
  assert.equal(result.issues.length, 1);
  return result.issues[0]?.message ?? '';
}

/** A text, what it is read as, and the kinds of repair; with repair off, what needs one is refused. */
const mended: [what: string, text: string, args: unknown, kinds: RepairKind[]][] = [
  ['JSON', '{"a":[1,null,"x"]}', { a: [1, null, 'x'] }, []],
  ['JSON with blanks around', ' \n{"a": 1}\r\n', { a: 1 }, []],
  ['[M22] empty text', '', {}, ['empty-text']],
  ['null', 'null', {}, ['empty-text']],
  ['blank text', ' \n\t', {}, ['empty-text']],
  ['[M25] a fence', `${fence}json\n{"a":1}\n${fence}`, { a: 1 }, ['fence']],
  ['a fence without a word', `${fence}\n{"a":1}\n${fence}\n`, { a: 1 }, ['fence']],
  ['a fence with more than a word', `${fence}json title=x\n{"a":1}\n${fence}`, { a: 1 }, ['fence']],
  ['a fence of another language', `${fence}python\n{'a': None}\n${fence}`, { a: null }, ['fence', 'lenient-json']],
  ['a fence on one line', `${fence}json {"a":1}${fence}`, { a: 1 }, ['fence']],
  ['a fence of tildes', '~~~\n{"a":1}\n~~~', { a: 1 }, ['fence']],
  [
    'a fence around a string with a fence',
    `${fence}json\n{"a":"${fence}js\\nx\\n${fence}"}\n${fence}`,
    { a: `${fence}js\nx\n${fence}` },
    ['fence'],
  ],
  ['JSON as a JSON string', JSON.stringify('{"a":1}'), { a: 1 }, ['json']],
  ['JSON twice as a JSON string', JSON.stringify(JSON.stringify('{"a":1}')), { a: 1 }, ['json', 'json']],
  ["[M27] Python's dict", "{'a': 1, 'verbose': True,}", { a: 1, verbose: true }, ['lenient-json']],
  ["Python's words", "{'a': None, 'b': False, 'c': [True]}", { a: null, b: false, c: [true] }, ['lenient-json']],
  ["Python's numbers as keys", "{1: 'x'}", { 1: 'x' }, ['lenient-json']],
  ['an escaped quote in a single-quoted string', String.raw`{'a': 'it\'s'}`, { a: "it's" }, ['lenient-json']],
  ['double quotes in a single-quoted string', `{'a': 'say "hi"'}`, { a: 'say "hi"' }, ['lenient-json']],
  ['escaped double quotes in a single-quoted string', String.raw`{'a': 'say \"hi\"'}`, { a: 'say "hi"' }, ['lenient-json']],
  ['brackets in a string', "{'a': 'if (x) { y[0'}", { a: 'if (x) { y[0' }, ['lenient-json']],
  ['JavaScript keys', '{a: 1, $b_2: [2]}', { a: 1, $b_2: [2] }, ['lenient-json']],
  ['a comma at the end of an array', '{"a":[1,2,]}', { a: [1, 2] }, ['lenient-json']],
  ['a line comment', '{"a":1 // one\n}', { a: 1 }, ['lenient-json']],
  ['a block comment', '{/* first */"a":1}', { a: 1 }, ['lenient-json']],
  ["Python's comment", '{"a":1} # done', { a: 1 }, ['lenient-json']],
  ['a comment sign in a string', "{'a': 'http://x/#y'}", { a: 'http://x/#y' }, ['lenient-json']],
  ['[M28] raw control characters', '{"a":"line1\nline2\tend"}', { a: 'line1\nline2\tend' }, ['lenient-json']],
  ['raw control characters and an open brace', '{"a":"f() {\n","b":"}\n"}', { a: 'f() {\n', b: '}\n' }, ['lenient-json']],
  ['any control character', '{"a":"\u0001\u001f"}', { a: '\u0001\u001f' }, ['lenient-json']],
  ['smart quotes', '{“a”: “it’s "so"”}', { a: 'it’s "so"' }, ['lenient-json']],
  ['single smart quotes', '{‘a’: ‘b’}', { a: 'b' }, ['lenient-json']],
  ['a byte order mark and no-break spaces', '\ufeff{"a":\u00a01}', { a: 1 }, ['lenient-json']],
  ['quotes of either kind within the other', `{"a": "it's", 'b': '"'}`, { a: "it's", b: '"' }, ['lenient-json']],
];

/** A text and the words of its refusal, with repair on. */
const refusals: [what: string, text: string, words: RegExp][] = [
  ['[M24] an open string', '{"path":"a.txt","content":"Hello wor', /truncated at 36 characters/],
  ['an open object', '{"a":1', /truncated at 6/],
  ['an open object after a comma', '{"a":1,', /truncated/],
  ['an open object after a key', '{"a"', /truncated/],
  ['an open object after a colon', '{"a":', /truncated/],
  ['an open key', '{"a', /truncated/],
  ['an open bracket', '{', /truncated/],
  ['a missing last bracket', '{"a":{"b":1}', /truncated/],
  ['half a word', '{"a": tru', /truncated/],
  ['half a number', '{"a": 12', /truncated/],
  ['half an escape', '{"a": "x\\', /truncated/],
  ['half a Unicode escape', '{"a": "x\\u00', /truncated/],
  ["an open string in Python's quotes", "{'a': 'x", /truncated/],
  ['an open comment', '{"a":1 /* x', /truncated/],
  ['an open fence', `${fence}json\n{"a":1}`, /truncated/],
  ['an open fence around open JSON', `${fence}json\n{"a":[1`, /truncated/],
  ['a fence around open JSON', `${fence}json\n{"a":[1\n${fence}`, /truncated/],
  ['an open JSON string of JSON', '"{\\"a\\":1', /truncated/],
  ['a JSON string of open JSON', JSON.stringify('{"a":1'), /truncated/],
  ['two objects', '{"a":1}{"b":2}', /second begins at character 8/],
  ['two objects on two lines', '{"a":1}\n{"b":2}', /more than one JSON value/],
  ['an object and an array', '{"a":1} [2]', /more than one JSON value/],
  ['one bracket too many', '{"a":1}}', /something follows/],
  ['words before', 'Here is the call: {"a":1}', /not JSON/],
  ['words after', '{"a":1} I hope this helps', /something follows the JSON of the arguments, at character 9/],
  ['words after a fence', `${fence}json\n{"a":1}\n${fence}\nDone.`, /something follows.* at character 17;/],
  ['open JSON that holds a fence', `${fence}json\n{"a":"${fence}js\\n${fence}`, /truncated/],
  ['words in a fence', `${fence}\nhello\n${fence}`, /not JSON/],
  ['words', 'hello', /not JSON/],
  ['[object Object]', '[object Object]', /\[object Object\]/],
  ['a call', 'search({"a":1})', /not JSON/],
  ['undefined', '{"a":undefined}', /not valid JSON \(near character 6\)/],
  ['NaN', '{"a":NaN}', /not valid JSON/],
  ['Infinity', '{"a":-Infinity}', /not valid JSON/],
  ['dots for the rest', '{"a":[1,2,...]}', /not valid JSON/],
  ['dots for the rest of an object', '{"a":1, ...}', /not valid JSON/],
  ['a bare word', '{"a":Paris}', /not valid JSON/],
  ['a missing value', '{"a":}', /not valid JSON/],
  ['a missing colon', '{"a" 1}', /not valid JSON/],
  ['a missing comma', '{"a":1 "b":2}', /not valid JSON/],
  ['a word of Python as a key', '{True: 1}', /not valid JSON/],
  ['two commas', '{"a":[1,,2]}', /not valid JSON/],
  ['a comma first', '{,"a":1}', /not valid JSON/],
  ['strings side by side', '{"a":["x" "y"]}', /not valid JSON/],
  ['strings added', '{"a":"x" + "y"}', /not valid JSON/],
  ['a quote in a string', '{"a":"say "hi" to"}', /not valid JSON \(near character 12\)/],
  ['an apostrophe in a string', "{'a': 'it's'}", /not valid JSON/],
  ['an escape that JSON does not know', String.raw`{"a":"\d+"}`, /not valid JSON \(near character 7\)/],
  ['a path with backslashes', String.raw`{"a":"C:\Users"}`, /not valid JSON/],
  ['leading zeros', '{"a":00713}', /not valid JSON/],
  ['a bare fraction', '{"a":.5}', /not valid JSON/],
  ['hexadecimal', '{"a":0x10}', /not valid JSON/],
  ['a tuple', '{"a":(1,2)}', /not valid JSON/],
  ['a set', "{'a': {1, 2}}", /not valid JSON/],
  ['brackets crossed', '{"a":[1}', /not valid JSON/],
  ['a database type', '{"a":NumberLong(2)}', /not valid JSON/],
  ['HTML entities', '{&quot;a&quot;:1}', /not valid JSON/],
  ['[M23] an array', '["/tmp"]', /must be one JSON object.*not array/],
  ['a number', '5', /not number/],
  ['a string', '"hello"', /not string/],
  ['an encoded array', JSON.stringify('[1]'), /not string/],
  ['JSON three times as a JSON string', JSON.stringify(JSON.stringify(JSON.stringify('{"a":1}'))), /not string/],
];

describe('text of arguments', () => {
  describe('is read, or mended with repair on', () => {
    for (const [what, text, args, kinds] of mended)
      it(`${what}: ${JSON.stringify(text)}`, () => {
        assert.deepEqual(taken(text), { args, kinds });
        if (kinds.length === 0) assert.deepEqual(taken(text, false), { args, kinds });
        else assert.ok(refusal(text, false));
      });
  });

  describe('is refused', () => {
    for (const [what, text, words] of refusals)
      it(`${what}: ${JSON.stringify(text)}`, () => {
        assert.match(refusal(text), words);
        assert.ok(refusal(text, false));
      });

    it('as truncated with repair off too', () => {
      for (const [, text, words] of refusals.filter(([, , { source }]) => source.startsWith('truncated')).slice(0, 15))
        assert.match(refusal(text, false), words);
    });

    it('with the place where it departs from JSON, with repair off', () => {
      assert.match(refusal("{'a': 1}", false), /near character 2\)/);
      assert.match(refusal('{"a": True}', false), /near character 7\)/);
      assert.match(refusal('{"a": 1,}', false), /near character 8\)/);
      assert.match(refusal('{"a": "x\ny"}', false), /near character 7\)/);
      assert.match(refusal('{"a": 1 /* x */}', false), /near character 9\)/);
      assert.match(refusal('', false), /send \{\}/);
    });

    it('without the text in the message', () => {
      const secret = 'hunter2';
      for (const text of [
        `{"p":"${secret}`,
        secret,
        `{"p":${secret}}`,
        `{"p":"${secret}"}{}`,
        `{"p":"${secret}"} ${secret}`,
        `"${secret}"`,
      ])
        for (const isRepairing of [true, false]) assert.ok(!refusal(text, isRepairing).includes(secret), text);
    });
  });

  it('tells nothing of the text in its repairs, because no schema has said what is secret', () => {
    const result = read(`${fence}\n{'pin': '1234'}\n${fence}`);
    assert.ok(!result.issues);
    assert.ok(!JSON.stringify(result.repairs).includes('1234'));
    assert.deepEqual(result.repairs?.[0], { path: [], kind: 'fence', before: 'text of 23 characters', after: 'text' });
  });

  it('absent arguments are no arguments, in both modes', () => {
    for (const given of [undefined, null])
      for (const isRepairing of [true, false]) assert.deepEqual(taken(given, isRepairing), { args: {}, kinds: [] });
  });

  it('of two equal keys the last counts, as in JSON.parse', () => {
    assert.deepEqual(taken('{"a":1,"a":2}').args, { a: 2 });
    assert.deepEqual(taken("{'a':1,'a':2}").args, { a: 2 });
  });

  it('[B17] `__proto__` is an own key, which no schema knows', () => {
    for (const text of ['{"__proto__":{"x":1}}', "{'__proto__':{'x':1}}"]) {
      const args = taken(text).args as object;
      assert.ok(Object.hasOwn(args, '__proto__'));
      assert.equal(Object.getPrototypeOf(args), Object.prototype);
      assert.ok(take(objectOf({}), text).issues);
    }
  });

  describe('numbers', () => {
    const any: JsonSchema = { type: 'object' };
    const big = { type: 'string', pattern: '^-?\\d+$', 'x-as': 'bigint' } as const;

    it('an integer that would be rounded is refused at its place, and asked for as a string', () => {
      for (const text of [
        '{"a":{"b":[1,12345678901234567890]}}',
        '{"a":{"b":[1,-9007199254740993]}}',
        '{"a":{"b":[1,9007199254740993.0]}}',
      ])
        for (const isRepairing of [true, false]) {
          const { issues } = take(any, text, isRepairing);
          assert.deepEqual(issues?.[0]?.path, ['a', 'b', 1], text);
          assert.match(issues?.[0]?.message ?? '', /send it as a string/);
        }
    });

    it('a number beyond all numbers is refused at its place', () => {
      for (const text of ['{"a":1e400}', '{"a":-1e400}', `{"a":${'9'.repeat(400)}}`]) {
        const { issues } = take(any, text);
        assert.deepEqual(issues, [
          { path: ['a'], message: 'the number is too large to be held; send it as a string where one is allowed' },
        ]);
      }
    });

    it('what is held exactly is taken, however long, and a fraction rounds as everywhere', () => {
      for (const text of [
        '9007199254740991',
        '100000000000000000',
        '35817881094733910',
        '123456789012345680000',
        '1e21',
        '6.02214076e23',
        '0.12345678901234567890',
        '3.141592653589793238',
      ])
        assert.deepEqual(taken(`{"a":${text}}`), { args: { a: Number(text) }, kinds: [] });
      assert.deepEqual(take(any, '{"a":[35817881094733910]}'), { value: { a: [35817881094733910] }, repairs: [] });
      const digits = '{"id":"12345678901234567890","\\"":"1234567890123456789\\\\","n":1}';
      assert.deepEqual(taken(digits).args, JSON.parse(digits), 'digits in strings are no numbers');
    });

    it('an exact integer becomes digits where a bigint is wanted, with repair on', () => {
      const schema = objectOf({ id: big, ids: { type: 'array', items: { anyOf: [{ type: 'null' }, big] } } });
      assert.deepEqual(take(schema, '{"id":35817881094733910}'), {
        value: { id: '35817881094733910' },
        repairs: [{ path: ['id'], kind: 'bigint', before: '35817881094733910', after: '35817881094733910' }],
      });
      const outcome = take(schema, '{"id":12345678901234567890,"ids":[-98765432109876543210,null]}');
      assert.ok(!outcome.issues);
      assert.deepEqual(outcome.value, { id: '12345678901234567890', ids: ['-98765432109876543210', null] });
      assert.deepEqual(outcome.repairs[0], { path: ['id'], kind: 'bigint', before: '12345678901234567890', after: '12345678901234567890' });
      assert.ok(take(schema, '{"id":12345678901234567890}', false).issues);
    });

    it('an exact integer stays refused where anything goes, or a plain string', () => {
      for (const schema of [any, objectOf({ a: {} }), objectOf({ a: { type: 'string' } }), objectOf({ a: { type: 'integer' } })])
        assert.deepEqual(take(schema, '{"a":12345678901234567890}').issues, [
          {
            path: ['a'],
            message:
              'the integer is too large to be held exactly (numbers go to ±9007199254740991); send it as a string where one is allowed',
          },
        ]);
    });

    it('lenient text keeps its numbers exact too', () => {
      assert.ok(take(any, "{'a': 12345678901234567890}").issues);
      const outcome = take(objectOf({ id: big }), "{'id': 12345678901234567890}");
      assert.deepEqual(outcome.issues ?? outcome.value, { id: '12345678901234567890' });
    });
  });

  describe('limits come first', () => {
    const within50 = async (text: string): Promise<string> => {
      for (const isRepairing of [true, false]) refusal(text, isRepairing);
      await takesLess(50, () => refusal(text));
      return refusal(text);
    };

    it('100,000 levels are refused within 50 ms, closed or open, in any quotes', async () => {
      const levels = 100_000;
      assert.match(await within50(`${'['.repeat(levels)}${']'.repeat(levels)}`), /nested deeper than 64/);
      assert.match(await within50('{"a":'.repeat(levels)), /nested deeper than 64/);
      assert.match(await within50("{'a':".repeat(levels)), /nested deeper than 64/);
      assert.match(await within50(JSON.stringify('['.repeat(levels))), /not string/);
      assert.match(await within50(JSON.stringify('{"a":'.repeat(levels))), /nested deeper than 64/);
    });

    it('brackets in strings do not count', () => {
      const brackets = '[{'.repeat(500);
      assert.deepEqual(taken(JSON.stringify({ a: brackets })).args, { a: brackets });
      assert.deepEqual(taken(`{'a': '${brackets}"'}`).args, { a: `${brackets}"` });
    });

    it('a text of too many bytes is refused', async () => {
      assert.match(await within50(`{"a":"${'é'.repeat(600_000)}"}`), /larger than 1048576 bytes/);
    });

    it('text that invites going back and forth is read in one pass', function () {
      this.timeout(30_000);
      const size = 1_000_000;
      const texts = [
        `{'a': '${'\\n'.repeat(size / 2)}`,
        `{'a': '${"\\'".repeat(size / 2 - 10)}'}`,
        `{"a": [${'[1,],'.repeat(size / 5 - 10)}]}`,
        `{"a": [${'1,'.repeat(size / 2 - 10)}`,
        `{"a": ${'/* */'.repeat(size / 5 - 10)}1}`,
        `{"a": ${'1'.repeat(size)}}`,
        `{"a": ${'/'.repeat(size)}}`,
        '"'.repeat(size),
        `{${' '.repeat(size)}`,
        `${fence}${' '.repeat(size)}`,
        `${fence}${'a '.repeat(size / 2)}${fence}`,
        `{'a': "${'\\"'.repeat(size / 2 - 10)}`,
        `{"a": [${'12345678901234567890,'.repeat(40_000)}1]}`,
      ];
      for (const text of texts) for (const isRepairing of [true, false]) read(text, isRepairing);
    });
  });

  describe('properties', () => {
    const plainObject = fc.dictionary(fc.string(), fc.jsonValue());

    it('JSON.stringify(x) is read as x, whatever x is', () => {
      fc.assert(
        fc.property(plainObject, fc.constantFrom(undefined, 2), fc.boolean(), (value, indent, isRepairing) => {
          const text = JSON.stringify(value, undefined, indent);
          assert.deepEqual(taken(text, isRepairing), { args: JSON.parse(text), kinds: [] });
        }),
        { numRuns: 1000 },
      );
    });

    it("what Python's repr writes is read as the same value", () => {
      const python = (value: unknown): string => {
        if (value === null) return 'None';
        if (typeof value === 'boolean') return value ? 'True' : 'False';
        if (typeof value === 'string') return `'${JSON.stringify(value).slice(1, -1).replace(/\\"/g, '"').replace(/'/g, "\\'")}'`;
        if (Array.isArray(value)) return `[${value.map(python).join(', ')}]`;
        if (typeof value !== 'object') return JSON.stringify(value);
        return `{${Object.entries(value)
          .map(([key, inner]) => `${python(key)}: ${python(inner)}`)
          .join(', ')}}`;
      };
      fc.assert(
        fc.property(plainObject, (value) => {
          const exact = JSON.parse(JSON.stringify(value)) as Record<string, unknown>;
          assert.deepEqual(taken(python(exact), true).args, exact);
        }),
        { numRuns: 1000 },
      );
    });

    it('no beginning of a text is ever taken for the whole', () => {
      fc.assert(
        fc.property(plainObject, fc.nat(), fc.boolean(), (value, cut, isLenient) => {
          const text = isLenient ? JSON.stringify(value).replace(/^\{/, '{/* x */') : JSON.stringify(value);
          const beginning = text.slice(0, 1 + (cut % (text.length - 1)));
          assert.match(refusal(beginning), /truncated/);
          assert.match(refusal(beginning, false), /truncated/);
        }),
        { numRuns: 1000 },
      );
    });

    it('nothing but JSON comes out of the lenient reader, and any text may go in', () => {
      const piece = fc.constantFrom(
        ...'{}[],:"\'“”‘’\\/*# \n',
        'a',
        '1',
        '-',
        '.',
        'True',
        'None',
        'null',
        '"a"',
        "'b'",
        '//',
        '/*',
        '*/',
        '\\u00',
        '...',
      );
      fc.assert(
        fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
          const reading = readLenient(pieces.join(''));
          if (!reading.problem) JSON.parse(reading.text);
        }),
        { numRuns: 20_000 },
      );
    });

    it('a second reader, jsonrepair, reads what is mended in the same way', () => {
      const scalar = fc.constantFrom('1', '-2.5', "'x'", '"y"', 'True', 'None', 'false', "'it\\'s'", '“z”');
      const { value } = fc.letrec<{ value: string }>((tie) => ({
        value: fc.oneof(
          { maxDepth: 4 },
          scalar,
          fc.array(tie('value'), { maxLength: 3 }).map((items) => `[${items.map((item) => `${item},`).join(' ')}]`),
          fc
            .array(fc.tuple(fc.constantFrom('a', "'b'", '"c"', 'd_1'), tie('value')), { maxLength: 3 })
            .map((entries) => `{${entries.map(([key, inner]) => `${key}: ${inner}`).join(', /* x */')}}`),
        ),
      }));
      fc.assert(
        fc.property(value, (inner) => {
          const text = `{"whole": ${inner}}`;
          assert.deepEqual(taken(text).args, JSON.parse(jsonrepair(text)));
        }),
        { numRuns: 2000 },
      );
    });
  });
});

describe('mistakes of models', () => {
  const file = path.resolve('..', 'shared', 'cases', 'model-arguments.json');
  interface Row {
    id: string;
    kind: string;
    schema: JsonSchema;
    raw: string;
    outcome: 'accept' | 'coerce' | 'reject';
    value: unknown;
    forbid: unknown;
  }

  it('each row of the shared cases comes out as it says, with repair on and off', function () {
    // The shared cases lie beside the repository.
    if (!existsSync(file)) this.skip();
    for (const { id, kind, schema, raw, outcome, value, forbid } of JSON.parse(readFileSync(file, 'utf8')) as Row[]) {
      const taker = new Taker(schema);
      const [repaired, strict] = [taker.take(raw), taker.take(raw, false)];
      const what = `${id} ${kind}: ${JSON.stringify(repaired)}`;
      assert.equal(repaired.issues !== undefined, outcome === 'reject', what);
      assert.equal(strict.issues !== undefined, outcome !== 'accept', what);
      if (repaired.issues) continue;
      assert.deepStrictEqual(repaired.value, value, what);
      if (forbid !== null) assert.notDeepEqual(repaired.value, forbid, what);
      assert.equal(repaired.repairs.length > 0, outcome === 'coerce', what);
    }
  });
});
