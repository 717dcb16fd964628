import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  readAllowance,
  resultCap,
  resultSizesOf,
  TOOL_RESULT_CAP_CHARS_PER_TOKEN,
  TOOL_RESULT_CAP_CONTEXT_FRACTION,
} from '../../../src/bridges/calling/size/cap.js';
import { READ_TRUNCATED_RESULT, TruncatedResultSession } from '../../../src/bridges/calling/size/session.js';
import { ResultSizes, type SizeSurroundings } from '../../../src/bridges/calling/size/sizes.js';
import { markedIds, TruncatedResultStore } from '../../../src/bridges/calling/size/store.js';
import { jsonWithin } from '../../../src/bridges/calling/size/within.js';
import { extendModels } from '../../../src/bridges/calling/models.js';
import { type ContentBlock, type JsonValue, Tool, ToolError, ToolRegistry, type ToolResult } from '../../../src/index.js';

const text = (value: string): ContentBlock => ({ type: 'text', text: value });
const image: ContentBlock = { type: 'image', data: 'AAAA', mimeType: 'image/png' };
const result = (...content: ContentBlock[]): ToolResult => ({ callId: 'c', name: 'big', isError: false, value: 'raw', content });
const isDefinitionError = (error: unknown) => error instanceof ToolError && error.code === 'INVALID_DEFINITION';

interface Given extends Partial<SizeSurroundings> {
  cap?: number;
  read?: number;
}

function sizes({ cap, read, ...surroundings }: Given): { sizes: ResultSizes; warnings: string[] } {
  const warnings: string[] = [];
  const options = { ...(cap !== undefined && { maxToolResultChars: cap }), ...(read !== undefined && { truncatedResultReadChars: read }) };
  const around = { names: ['big'], isForced: false, warn: (message: string) => void warnings.push(message), ...surroundings };
  return { sizes: new ResultSizes(options, around), warnings };
}

const textsOf = ({ content }: ToolResult) => content.map((block) => (block.type === 'text' ? block.text : block.type));
const fitted = (cap: number, ...content: ContentBlock[]) => textsOf(sizes({ cap }).sizes.fit(result(...content)));

describe('the cap of results', () => {
  it('[DPT-191] [DPT-192] is a quarter of the window by default', () => {
    assert.equal(TOOL_RESULT_CAP_CHARS_PER_TOKEN * TOOL_RESULT_CAP_CONTEXT_FRACTION, 1);
    assert.equal(resultCap({}, { contextWindow: 200_000 }), 200_000);
    assert.equal(resultCap({}, { model: 'claude-sonnet-4-5' }), 200_000);
    assert.equal(resultCap({}, { model: 'claude-opus-5' }), 1_000_000);
    assert.equal(resultCap({ maxToolResultChars: null }, { contextWindow: 7 }), 7);
  });

  it('[DPT-193] of a model without a known window, that of 128 000', () => {
    const forget = extendModels([{ match: 'row-without-window', supportsForcedToolChoice: false }]);
    assert.equal(resultCap({}, { model: 'row-without-window' }), 128_000);
    assert.equal(resultCap({}), 128_000);
    forget();
  });

  it('[DPT-194] [DPT-195] is an integer, and 0 is none', () => {
    assert.equal(resultCap({ maxToolResultChars: 10 }), 10);
    assert.equal(resultCap({ maxToolResultChars: 0 }), 0);
    for (const value of [-1, 1.5, '10', NaN, Infinity, true, {}])
      for (const read of [
        () => resultCap({ maxToolResultChars: value as number }),
        () => readAllowance({ truncatedResultReadChars: value as number }),
      ])
        assert.throws(read, isDefinitionError);
    const long = result(text('x'.repeat(5_000_000)));
    assert.equal(sizes({ cap: 0 }).sizes.fit(long), long);
  });

  it('[DPT-200] [DPT-229] come from a configuration, where an override wins', () => {
    assert.deepEqual(resultSizesOf({}), {});
    assert.deepEqual(resultSizesOf({ max_tool_result_chars: 5, truncated_result_read_chars: null }), { maxToolResultChars: 5 });
    assert.deepEqual(resultSizesOf({ max_tool_result_chars: 5, truncated_result_read_chars: 6 }, { maxToolResultChars: 0 }), {
      maxToolResultChars: 0,
      truncatedResultReadChars: 6,
    });
    assert.throws(() => resultSizesOf({ max_tool_result_chars: '5' }), isDefinitionError);
    assert.throws(() => resultSizesOf({ truncated_result_read_chars: -1 }), isDefinitionError);
  });
});

describe('a result over the cap', () => {
  it('[DPT-198] ends with the marker', () => {
    assert.deepEqual(fitted(4, text('abcdefgh')), ['abcd… [truncated: 4 of 8 characters shown; raise max_tool_result_chars to keep more]']);
  });

  it('[DPT-203] only when it is longer', () => {
    for (const length of [9, 10]) {
      const whole = result(text('x'.repeat(length)));
      assert.equal(sizes({ cap: 10 }).sizes.fit(whole), whole);
    }
    assert.match(fitted(10, text('x'.repeat(11)))[0] ?? '', /^x{10}… \[truncated: 10 of 11 /);
  });

  it('[DPT-196] [DPT-197] texts count together: the one that crosses is cut, later ones go, the rest passes untouched', () => {
    const marker = '… [truncated: 6 of 12 characters shown; raise max_tool_result_chars to keep more]';
    assert.deepEqual(fitted(6, text('aaaa'), image, text('bbbb'), image, text('cccc')), ['aaaa', 'image', `bb${marker}`, 'image']);
    assert.deepEqual(
      fitted(8, text('aaaa'), text('bbbb'), text('c'))[2],
      '… [truncated: 8 of 9 characters shown; raise max_tool_result_chars to keep more]',
    );
    assert.deepEqual(fitted(8, text('aaaa'), text('bbbb')), ['aaaa', 'bbbb']);
    assert.equal(sizes({ cap: 1 }).sizes.fit(result(image)).content[0], image);
  });

  it('[DPT-198] never parts the halves of one character', () => {
    assert.deepEqual(fitted(2, text('a😀b')), ['a… [truncated: 1 of 4 characters shown; raise max_tool_result_chars to keep more]']);
    assert.match(fitted(3, text('a😀b'))[0] ?? '', /^a😀… \[truncated: 3 of 4 /);
  });

  it('[DPT-199] is warned of once', () => {
    const { sizes: some, warnings } = sizes({ cap: 2 });
    some.fit(result(text('aaa'), text('bbb')));
    assert.equal(warnings.length, 1);
    some.fit(result(text('a')));
    assert.equal(warnings.length, 1);
    some.fit(result(text('aaa')));
    assert.equal(warnings.length, 2);
  });

  it('[DPT-188] [DPT-201] leaves the given result as it was; what is stored is what the model saw', () => {
    const given = result(text('abcdefgh'));
    const before = structuredClone(given);
    const cut = sizes({ cap: 4 }).sizes.fit(given);
    assert.deepEqual(given, before);
    assert.equal(cut.value, textsOf(cut)[0]);
    assert.equal(cut.callId, 'c');
  });

  it('loses its structured content whole, and keeps it whole otherwise', async () => {
    const outputSchema = { type: 'object', properties: { items: { type: 'array', items: { type: 'string' } } }, required: ['items'] };
    const tool = new Tool({ name: 'big', outputSchema, handler: () => ({ items: ['aaaa', 'bbbb'] }) });
    const whole = await new ToolRegistry().register(tool).call({ name: 'big' });
    const cut = sizes({ cap: 10 }).sizes.fit(whole);
    assert.equal('structuredContent' in cut, false);
    assert.match(textsOf(cut)[0] ?? '', /^\{"items":\[… \[truncated: 10 of 25 /);
    assert.deepEqual(sizes({ cap: 25 }).sizes.fit(whole).structuredContent, { items: ['aaaa', 'bbbb'] });
  });

  it('structured content that says more than the text is counted by itself', () => {
    const given: ToolResult = {
      ...result(text('two items'), image),
      isError: false,
      structuredContent: { items: ['aaaa', 'bbbb'] },
      error: undefined,
    };
    const { sizes: some, warnings } = sizes({ cap: 20 });
    const cut = some.fit(given);
    assert.equal('structuredContent' in cut, false);
    assert.deepEqual(textsOf(cut), [
      'two items',
      'image',
      '… [structured content of 25 characters left out; raise max_tool_result_chars to keep it]',
    ]);
    assert.equal(warnings.length, 1);
    assert.equal(sizes({ cap: 25 }).sizes.fit(given), given);
    const wrapped: ToolResult = { name: 'big', isError: false, content: [text('"quoted"')], structuredContent: { result: '"quoted"' } };
    assert.equal(sizes({ cap: 8 }).sizes.fit(wrapped), wrapped);
  });

  it('is told without writing its JSON only where that is sure', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), fc.nat(400), (value, most) => {
        if (jsonWithin(value as JsonValue, most)) assert.ok(JSON.stringify(value).length <= most);
      }),
      { numRuns: 2000 },
    );
    for (const value of [-1.2345678901234567e-100, '\ud800"\u0000', [], {}, { '\n': null }] as JsonValue[])
      for (let most = 0; most <= JSON.stringify(value).length; most += 1)
        assert.equal(jsonWithin(value, most) && most < JSON.stringify(value).length, false);
    assert.equal(jsonWithin({ city: 'Lima', list: [1, 2, 3] }, 200), true);
    const deep: JsonValue = JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`) as JsonValue;
    assert.equal(jsonWithin(deep, 1_000_000), false);
  });

  it('[DPT-190] may be that of a failure too', () => {
    const failure: ToolResult = {
      name: 'big',
      isError: true,
      content: [text('x'.repeat(20))],
      error: new ToolError('EXECUTION_FAILED', 'x'),
    };
    const cut = sizes({ cap: 5 }).sizes.fit(failure);
    assert.equal(cut.isError, true);
    assert.match(textsOf(cut)[0] ?? '', /^xxxxx… \[truncated: 5 of 20/);
  });

  it('whatever the texts are, what is shown is a start of them, within the cap', () => {
    const anyText = fc.string({ unit: 'binary' }).map(text);
    fc.assert(
      fc.property(fc.array(fc.oneof(anyText, fc.constant(image)), { maxLength: 5 }), fc.integer({ min: 1, max: 12 }), (content, cap) => {
        const given = result(...content);
        const all = content.map((block) => (block.type === 'text' ? block.text : '')).join('');
        const cut = sizes({ cap }).sizes.fit(given);
        if (all.length <= cap) return assert.equal(cut, given);
        const shown = cut.content.map((block) => (block.type === 'text' ? block.text : '')).join('');
        const [, kept = '', count, total] = /^([^]*)… \[truncated: (\d+) of (\d+) characters shown; raise/.exec(shown) ?? [];
        assert.equal(all.startsWith(kept), true);
        assert.deepEqual([kept.length, all.length], [Number(count), Number(total)]);
        assert.ok(kept.length <= cap && kept.length >= cap - 1);
        assert.equal(/[\uD800-\uDBFF]$/.test(kept) && /^[\uDC00-\uDFFF]/.test(all.slice(kept.length)), false);
        assert.equal(cut.content.filter(({ type }) => type === 'image').length, content.filter(({ type }) => type === 'image').length);
      }),
    );
  });
});

describe('reading on in a result that was cut', () => {
  const reading = (given: Given = {}) => {
    const made = sizes({ cap: 4, read: 6, ...given });
    const { reader } = made.sizes;
    assert.ok(reader);
    const call = async (id: unknown, offset: unknown) => {
      const outcome = await reader.call({ id: 'r', name: READ_TRUNCATED_RESULT, args: { tool_call_id: id, offset } });
      return textsOf(outcome)[0] ?? '';
    };
    return { ...made, reader, call, fit: (...content: ContentBlock[]) => textsOf(made.sizes.fit(result(...content), 'call_1')).join('|') };
  };

  it('[DPT-210] is off by default', () => {
    assert.equal(sizes({ cap: 4 }).sizes.reader, undefined);
    assert.deepEqual(sizes({ cap: 4, read: 0 }).sizes.definitions, []);
    assert.deepEqual(sizes({ cap: 4, read: 0 }).warnings, []);
  });

  it('[DPT-211] [DPT-212] is a tool on the list from the start, where there are tools', () => {
    const [definition] = sizes({ cap: 4, read: 6 }).sizes.definitions;
    assert.equal(definition?.name, 'read_truncated_result');
    assert.deepEqual(Object.keys(definition?.inputSchema.properties ?? {}), ['tool_call_id', 'offset']);
    assert.match(definition?.description ?? '', /only on a result marked as truncated/);
    assert.deepEqual(sizes({ cap: 4, read: 6, names: [] }).sizes.definitions, []);
  });

  it('[DPT-213] the marker gives id, offset and what may be read, never more than is left', () => {
    const { fit } = reading();
    assert.equal(
      fit(text('abcdefghijklmnop')),
      'abcd… [truncated: 4 of 16 characters shown. Call read_truncated_result(tool_call_id="call_1", offset=4) to read up to 6 more.]',
    );
    assert.match(fit(text('abcdef')), /offset=4\) to read up to 2 more\.\]$/);
  });

  it('[DPT-214] slices follow one another up to the end', async () => {
    const { fit, call } = reading({ read: 100 });
    fit(text('abcdefghij'));
    assert.equal(
      await call('call_1', 4),
      'efgh… [characters 4 to 8 of 10. Call read_truncated_result(tool_call_id="call_1", offset=8) to read up to 2 more.]',
    );
    assert.equal(await call('call_1', 8), 'ij… [characters 8 to 10 of 10: the end of the result.]');
  });

  it('[DPT-215] [DPT-216] what is read counts, twice when it is read twice, and past the allowance the model is told', async () => {
    const { fit, call } = reading({ read: 6 });
    fit(text('abcdefghijklmnop'));
    assert.match(await call('call_1', 4), /^efgh… \[characters 4 to 8 of 16\. .* to read up to 2 more\.\]$/);
    assert.match(await call('call_1', 4), /^ef… \[characters 4 to 6 of 16: no more can be read\.\]$/);
    assert.match(await call('call_1', 6), /^No more of this result can be read/);
    fit(text('abcdefghijklmnop'));
    assert.match(await call('call_1-2', 0), /^abcd/);
  });

  it('[DPT-217] an unknown id', async () => {
    const { call, reader } = reading();
    assert.equal(await call('nope', 0), 'This result was not truncated');
    assert.deepEqual(await reader.callTool({ name: READ_TRUNCATED_RESULT, arguments: { tool_call_id: 'nope', offset: 0 } }), {
      content: [{ type: 'text', text: 'This result was not truncated' }],
      isError: false,
    });
  });

  it('[DPT-211] no id at all: an error that says what is missing', async () => {
    const { fit, reader } = reading();
    fit(text('abcdefgh'));
    for (const [args, message] of [
      [{ offset: 0 }, /^missing required argument 'tool_call_id': the id that the marker of the truncated result gives$/],
      [{}, /^missing required argument 'tool_call_id'/],
      [{ toolCallId: 'call_1', offset: 4 }, /missing required argument 'tool_call_id'.*; got 'toolCallId' in its place$/],
      [{ tool_call_id: 5, offset: 4 }, /^'tool_call_id' must be a string/],
    ] as [object, RegExp][]) {
      const outcome = await reader.call({ name: READ_TRUNCATED_RESULT, args });
      assert.equal(outcome.error?.code, 'INVALID_ARGUMENTS');
      assert.match(textsOf(outcome)[0] ?? '', message);
      const served = await reader.callTool({ name: READ_TRUNCATED_RESULT, arguments: { ...args } });
      assert.equal(served.isError, true);
    }
  });

  it('[DPT-218] a bad offset: an error with the range', async () => {
    const { fit, reader, call } = reading();
    fit(text('abcdefgh'));
    for (const offset of [-1, 8, 1.5, 'x', null, undefined, {}]) {
      const outcome = await reader.call({ name: READ_TRUNCATED_RESULT, args: { tool_call_id: 'call_1', offset } });
      assert.equal(outcome.isError, true);
      assert.match(textsOf(outcome)[0] ?? '', /from 0 to 7$/);
    }
    assert.equal((await reader.call({ name: READ_TRUNCATED_RESULT, args: '{"tool_call_id"' })).isError, true);
    assert.match(await call('call_1', '4'), /^efgh… \[characters 4 to 8 of 8: the end/);
  });

  it('[DPT-219] keeps what was cut and nothing else, for as long as the session', async () => {
    const store = new TruncatedResultStore();
    const first = reading({ store });
    first.fit(text('abc'));
    assert.equal(store.size, 0);
    first.fit(text('abcdefgh'));
    assert.equal(store.size, 1);
    assert.match(await reading({ store }).call('call_1', 4), /^efgh/);
    assert.equal(await reading().call('call_1', 4), 'This result was not truncated');
  });

  it('[DPT-220] several texts stand one per line, and the marker says where to go on', async () => {
    const { fit, call } = reading({ read: 100 });
    assert.equal(
      fit(text('aa'), image, text('bbbb'), text('cc')),
      'aa|image|bb… [truncated: 5 of 10 characters shown. Call read_truncated_result(tool_call_id="call_1", offset=5) to read up to 5 more.]',
    );
    assert.match(await call('call_1', 5), /^bb\nc… \[characters 5 to 9 of 10\./);
  });

  it('[DPT-221] an exported session has none; restored, an old id is gone, and never given again', async () => {
    const store = new TruncatedResultStore();
    const shown = reading({ store }).fit(text('abcdefgh secret'));
    assert.doesNotMatch(JSON.stringify(store), /secret/);
    const restored = [new TruncatedResultStore(JSON.parse(JSON.stringify(store))), new TruncatedResultStore()];
    restored[1]?.retire(
      markedIds([
        { role: 'tool', content: shown },
        { role: 'user', content: JSON.stringify({ nested: shown }) },
      ]),
    );
    for (const one of restored) {
      const { call, fit } = reading({ store: one });
      assert.match(await call('call_1', 4), /no longer available/);
      assert.match(fit(text('abcdefgh')), /tool_call_id="call_1-2"/);
    }
  });

  it('[DPT-222] clear and close let them go; two sessions keep their own', async () => {
    for (const end of ['clear', 'close'] as const) {
      const [one, other] = [reading(), reading()];
      for (const { fit } of [one, other]) fit(text('abcdefgh'));
      one.reader.store[end]();
      assert.equal(one.reader.store.size, 0);
      assert.match(await one.call('call_1', 4), /no longer available/);
      assert.match(await other.call('call_1', 4), /^efgh/);
    }
  });

  it('[DPT-223] what is no text is not cut, nor kept', () => {
    const { fit, reader } = reading();
    assert.equal(fit(image, image), 'image|image');
    assert.equal(reader.store.size, 0);
  });

  it('[DPT-224] goes through the same dispatcher, and its own results are not cut again', async () => {
    const { sizes: some, fit, reader } = reading({ read: 100 });
    fit(text('abcdefgh'));
    const target = some.target(new ToolRegistry().register(new Tool({ name: 'big', handler: () => 'ok' })));
    const slice = await target.call({ id: 'r', name: READ_TRUNCATED_RESULT, args: { tool_call_id: 'call_1', offset: 0 } });
    assert.equal(some.fit(slice, 'r'), slice);
    assert.equal(slice.callId, 'r');
    assert.equal(reader.store.size, 1);
    assert.equal((await target.call({ name: 'big' })).value, 'ok');
  });

  it('[DPT-225] ids are unique: -2, -3 where they are used again, result-1, result-2 where there is none', () => {
    const store = new TruncatedResultStore();
    const given = ['a', 'a', 'a', 'a-2', undefined, undefined, 'result-2', '', 'has "quotes"'];
    assert.deepEqual(
      given.map((id) => store.keep('x', id)),
      ['a', 'a-2', 'a-3', 'a-2-2', 'result-1', 'result-2', 'result-2-2', 'result-3', 'result-4'],
    );
  });

  const without: [string, Given][] = [
    ['[DPT-226] without a cap', { cap: 0 }],
    ['[DPT-227] with a forced choice', { isForced: true }],
    ['[DPT-228] with a tool of that name', { names: ['big', READ_TRUNCATED_RESULT] }],
  ];
  for (const [title, given] of without)
    it(`${title}: no effect, one warning`, () => {
      const { sizes: some, warnings } = sizes({ cap: 4, read: 6, ...given });
      assert.deepEqual(some.definitions, []);
      assert.equal(warnings.length, 1);
      if (given.cap !== 0)
        assert.match(textsOf(some.fit(result(text('abcdefgh'))))[0] ?? '', /; raise max_tool_result_chars to keep more\]$/);
      if (given.names) {
        const own = some.fit({ name: READ_TRUNCATED_RESULT, isError: false, content: [text('abcdefgh')] });
        assert.match(textsOf(own)[0] ?? '', /truncated: 4 of 8/);
      }
    });

  it('[DPT-230] is served by a TruncatedResultSession, under its name', async () => {
    const session = new TruncatedResultSession(new TruncatedResultStore(), { cap: 4, allowance: 6 });
    assert.equal(session.serverName, 'truncated-results');
    assert.deepEqual(
      (await session.listTools()).tools.map(({ name }) => name),
      [READ_TRUNCATED_RESULT],
    );
  });

  it('whatever the text and the limits, following the hints reads all of it, and ends', async () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 60 }), fc.integer({ min: 1, max: 7 }), (whole, cap) => {
        if (whole.length <= cap) return;
        const made = sizes({ cap, read: 1000 });
        let shown = textsOf(made.sizes.fit(result(text(whole)), 'c'))[0] ?? '';
        let read = '';
        for (let turn = 0; turn < 100; turn += 1) {
          read += shown.slice(0, shown.lastIndexOf('… ['));
          const [, offset] = /offset=(\d+)\)[^)]*\]$/.exec(shown) ?? [];
          if (offset === undefined) break;
          shown = made.sizes.reader?.read('c', Number(offset)).text ?? '';
        }
        assert.equal(read, whole);
      }),
    );
  });
});
