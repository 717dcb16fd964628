/** The size of results, as rows DPT-187..203 say it, by the public functions and through every API. */
import assert from 'node:assert/strict';
import {
  extendModels,
  resultCap,
  ResultSizes,
  resultSizesOf,
  runTools,
  type RunEvent,
  TOOL_RESULT_CAP_CHARS_PER_TOKEN,
  TOOL_RESULT_CAP_CONTEXT_FRACTION,
} from '../../../../src/bridges/calling/index.js';
import { type ContentBlock, Tool, ToolRegistry } from '../../../../src/index.js';
import { scriptedClient, scriptedProviders } from './clients.js';

const text = (value: string): ContentBlock => ({ type: 'text', text: value });
const image: ContentBlock = { type: 'image', data: 'AAAA', mimeType: 'image/png' };
const link: ContentBlock = { type: 'resource_link', uri: 'https://example.org/a', name: 'a' };
const marker = (shown: number, total: number): string =>
  `… [truncated: ${shown} of ${total} characters shown; raise max_tool_result_chars to keep more]`;

function fit(cap: number, ...content: ContentBlock[]): { content: ContentBlock[]; warnings: string[] } {
  const warnings: string[] = [];
  const sizes = new ResultSizes({ maxToolResultChars: cap }, { names: ['t'], isForced: false, warn: (text) => void warnings.push(text) });
  return { content: sizes.fit({ name: 't', isError: false, content }).content, warnings };
}

/** What is shown of texts within a cap. */
const cases: [string, number, ContentBlock[], ContentBlock[]][] = [
  ['one below', 10, [text('x'.repeat(9))], [text('x'.repeat(9))]],
  ['exactly at the cap', 10, [text('x'.repeat(10))], [text('x'.repeat(10))]],
  ['one over', 10, [text('x'.repeat(11))], [text('x'.repeat(10) + marker(10, 11))]],
  ['a cap of one', 1, [text('ab')], [text('a' + marker(1, 2))]],
  ['nothing', 1, [], []],
  ['an empty text', 1, [text('')], [text('')]],
  ['texts that reach the cap together', 4, [text('aa'), text('bb')], [text('aa'), text('bb')]],
  ['the second crosses', 3, [text('aa'), text('bb')], [text('aa'), text('b' + marker(3, 4))]],
  ['the first fills the cap: the second has the marker alone', 2, [text('aa'), text('b'), text('c')], [text('aa'), text(marker(2, 4))]],
  ['an empty text at the cap is no crossing', 2, [text('aa'), text(''), text('b')], [text('aa'), text(''), text(marker(2, 3))]],
  [
    'what is no text stays in its place, after the cut too',
    3,
    [image, text('aaaa'), link, text('bb'), image],
    [image, text('aaa' + marker(3, 6)), link, image],
  ],
  ['no text at all', 1, [image, link], [image, link]],
  ['a pair at the cut is not halved', 2, [text('a😀b')], [text('a' + marker(1, 4))]],
  ['a pair before the cut stays', 3, [text('a😀b')], [text('a😀' + marker(3, 4))]],
  ['a pair that is all of the rest', 1, [text('😀')], [text(marker(0, 2))]],
  ['letters with marks are counted as they are stored', 1, [text('e\u0301')], [text('e' + marker(1, 2))]],
];

describe('parity: the size of results', () => {
  for (const [title, cap, given, expected] of cases)
    it(`[DPT-196] [DPT-197] [DPT-198] [DPT-203] ${title}`, () => assert.deepEqual(fit(cap, ...given).content, expected));

  const resource = (text: string): ContentBlock => ({ type: 'resource', resource: { uri: 'file:///a', mimeType: 'text/plain', text } });
  const resources: [string, number, ContentBlock[], ContentBlock[]][] = [
    ['one that fits is no text item', 5, [text('aaaaaa'), resource('bbbbb')], [text('aaaaa' + marker(5, 6)), resource('bbbbb')]],
    ['one that is too long is cut by itself', 5, [text('aaaaa'), resource('bbbbbb')], [text('aaaaa'), resource('bbbbb' + marker(5, 6))]],
    ['a pair is not halved', 2, [resource('b😀')], [resource('b' + marker(1, 3))]],
    [
      'bytes are left alone',
      1,
      [{ type: 'resource', resource: { uri: 'a:b', blob: 'AAAA' } }],
      [{ type: 'resource', resource: { uri: 'a:b', blob: 'AAAA' } }],
    ],
  ];
  for (const [title, cap, given, expected] of resources)
    it(`[DPT-190] a text that is sent as a resource: ${title}`, () => assert.deepEqual(fit(cap, ...given).content, expected));

  it('[DPT-198] the dots are one character', () => {
    const [cut] = fit(1, text('ab')).content;
    assert.equal(cut?.type === 'text' && cut.text.codePointAt(1), 0x2026);
  });

  it('[DPT-199] one warning a result that was cut, none otherwise', () => {
    assert.equal(fit(2, text('aaa'), text('bbb'), text('ccc')).warnings.length, 1);
    assert.equal(fit(9, text('aaa'), text('bbb'), text('ccc')).warnings.length, 0);
  });

  it('[DPT-191] [DPT-192] [DPT-193] the default: a quarter of the window, at four characters a token', () => {
    assert.deepEqual([TOOL_RESULT_CAP_CHARS_PER_TOKEN, TOOL_RESULT_CAP_CONTEXT_FRACTION], [4, 0.25]);
    const forget = extendModels([
      { match: 'two', contextWindow: 200_000 },
      { match: 'million', contextWindow: 1_000_000 },
      { match: 'unknown-window', supportsNativeOutput: true },
    ]);
    try {
      assert.deepEqual(
        ['two', 'million', 'unknown-window', 'no-row-at-all'].map((model) => resultCap({}, { model })),
        [200_000, 1_000_000, 128_000, 128_000],
      );
      assert.equal(resultCap({ maxToolResultChars: null }, { model: 'two' }), 200_000);
      assert.equal(resultCap({ maxToolResultChars: 1 }, { model: 'two' }), 1);
    } finally {
      forget();
    }
  });

  it('[DPT-194] [DPT-195] an integer, 0 for off; anything else is refused before a request', async () => {
    for (const bad of [-1, 0.5, '100', NaN, Infinity, 1e21, true, []]) {
      const { client, requests } = scriptedClient('openai-chat', ['hi']);
      const run = runTools({ client, model: 'm', messages: [], tools: [tool('x')], maxToolResultChars: bad as number });
      await assert.rejects(run, { code: 'INVALID_DEFINITION' });
      assert.equal(requests.length, 0);
    }
    assert.deepEqual(fit(0, text('x'.repeat(2_000_000))).warnings, []);
  });

  it('[DPT-200] [DPT-229] keys of a configuration: null and nothing are the default, and an override wins', () => {
    const read = (config: object, overrides = {}) => resultSizesOf(config as Record<string, unknown>, overrides);
    assert.deepEqual(read({ max_tool_result_chars: 0 }), { maxToolResultChars: 0 });
    assert.deepEqual(read({ max_tool_result_chars: null, truncated_result_read_chars: 7 }), { truncatedResultReadChars: 7 });
    assert.deepEqual(read({ max_tool_result_chars: 9 }, { maxToolResultChars: 3 }), { maxToolResultChars: 3 });
    for (const value of [-1, 1.5, '5', true])
      for (const key of ['max_tool_result_chars', 'truncated_result_read_chars'])
        assert.throws(() => read({ [key]: value }), { code: 'INVALID_DEFINITION' });
  });

  const tool = (value: unknown): Tool => new Tool({ name: 'big', handler: () => value });

  const whole = 'é'.repeat(50);
  const output = { type: 'object', properties: { s: { type: 'string' } }, required: ['s'] };
  const failing = new Tool({
    name: 'big',
    handler: () => {
      throw new Error(whole);
    },
  });
  /** What a tool gives, and how many of the letters a cap of 20 leaves of it. */
  const kinds: [string, Tool, number][] = [
    ['text', tool(whole), 20],
    ['an object without a schema', tool({ s: whole }), 20 - '{"s":"'.length],
    ['an object with a schema', new Tool({ name: 'big', outputSchema: output, handler: () => ({ s: whole }) }), 20 - '{"s":"'.length],
    ['a list of texts', tool([text(whole.slice(0, 15)), text(whole.slice(0, 35))]), 20],
    ['a failure', failing, 20],
  ];

  for (const provider of scriptedProviders)
    for (const [kind, given, left] of kinds)
      it(`[DPT-182] [DPT-188] [DPT-190] [DPT-201] through ${provider}, ${kind}: cut once, where it goes to the model`, async () => {
        const call = (id: string) => ({ id, name: 'big', args: {} });
        const { client, requests } = scriptedClient(provider, [[call('call00001'), call('call00002')], 'done']);
        const warnings: string[] = [];
        const logger = { warn: (message: string) => void warnings.push(message), error: () => {} };
        const registry = new ToolRegistry({ logger }).register(given);
        const { outcome, messages, toolsUsed } = await runTools({
          client,
          model: 'm',
          messages: [],
          registry,
          maxToolResultChars: 20,
          logger,
        });
        assert.equal(outcome, 'done');
        for (const seen of [requests[1], messages]) {
          const told = JSON.stringify(seen);
          assert.equal([...told.matchAll(/ of \d+ characters shown; raise max_tool_result_chars to keep more\]/g)].length, 2);
          assert.ok([...told.matchAll(/é/g)].length <= 2 * left, told);
        }
        assert.equal(toolsUsed.length, 2);
        for (const { result } of toolsUsed) assert.equal([...JSON.stringify(result.content).matchAll(/é/g)].length, 50);
        assert.equal(warnings.filter((warning) => /of \d+ characters/.test(warning)).length, 2);
      });

  describe('[DPT-187] previews', () => {
    const previews = async (value: unknown, options: object = {}): Promise<(string | number)[][]> => {
      const events: RunEvent[] = [];
      const { client } = scriptedClient('openai-chat', [[{ id: 'a', name: 'big', args: {} }], 'done']);
      const onEvent = (event: RunEvent): void => void events.push(event);
      const quiet = { warn: () => {}, error: assert.fail };
      await runTools({ client, model: 'm', messages: [], tools: [tool(value)], onEvent, logger: quiet, ...options });
      return events.flatMap((event) => (event.type === 'tool_call_result' ? [[event.preview, event.length]] : []));
    };
    const lengths: [string, number, number][] = [
      ['nothing', 0, 0],
      ['one below', 499, 499],
      ['exactly at the bound', 500, 500],
      ['one over', 501, 500],
    ];
    for (const [title, length, shown] of lengths)
      it(title, async () => assert.deepEqual(await previews('x'.repeat(length)), [['x'.repeat(shown), length]]));

    it('a pair at the bound is not halved', async () => assert.deepEqual(await previews(`${'x'.repeat(499)}😀`), [['x'.repeat(499), 501]]));

    it('all of it at 0, whatever the cap', async () => {
      assert.deepEqual(await previews('x'.repeat(5000), { toolResultPreviewChars: 0, maxToolResultChars: 3 }), [['x'.repeat(5000), 5000]]);
      assert.deepEqual(await previews('x'.repeat(5000), { toolResultPreviewChars: 7, maxToolResultChars: 3 }), [['x'.repeat(7), 5000]]);
    });

    it('media are told of in words, as models that take none read them', async () => {
      const image = { type: 'image', data: 'iVBORw0KGgo=', mimeType: 'image/png' };
      const told = '[image: image/png, 8 bytes]';
      assert.deepEqual(await previews(image), [[told, told.length]]);
      const both = `A dot:\n${told}`;
      assert.deepEqual(await previews([{ type: 'text', text: 'A dot:' }, image]), [[both, both.length]]);
    });
  });
});
