import assert from 'node:assert/strict';
import { ToolCalls } from '../../../src/bridges/calling/calls.js';
import { paired, pairsOf, replay } from '../../../src/bridges/calling/replay.js';
import { textOf, ToolCallResults } from '../../../src/bridges/calling/results.js';
import { Tool, ToolError, ToolRegistry } from '../../../src/index.js';

const calls = ToolCalls.fromList([
  { id: 'call_1', name: 'search', args: { query: 'cats' } },
  { id: 'call_2', name: 'lookup', args: {} },
]);

describe('ToolCallResults', () => {
  it('[T-33] [DSPY-75] pairs calls, values and flags', () => {
    const results = ToolCallResults.fromCallsAndValues(calls, [{ items: ['cat'] }, 'failed'], [false, true]);
    assert.deepEqual(
      results.map(({ callId, name, value, isError }) => ({ callId, name, value, isError })),
      [
        { callId: 'call_1', name: 'search', value: { items: ['cat'] }, isError: false },
        { callId: 'call_2', name: 'lookup', value: 'failed', isError: true },
      ],
    );
    assert.deepEqual(ToolCallResults.fromCallsAndValues([{ name: 'a' }], [1])[0]?.isError, false);
  });

  it('[DSPY-76] [X-22] refuses lists of different lengths', () => {
    assert.throws(() => ToolCallResults.fromCallsAndValues(calls, [1]), /`tool_calls` and `values` must have the same length/);
    assert.throws(
      () => ToolCallResults.fromCallsAndValues(calls, [1, 2], [true]),
      /`is_errors` must have the same length as `tool_calls` when provided/,
    );
  });

  it('[DSPY-77] reads a list, a wrapper, or one', () => {
    const one = { name: 'search', value: 'cat' };
    for (const given of [one, [one], { tool_call_results: [one] }])
      assert.deepEqual(
        [...ToolCallResults.from(given)],
        [{ name: 'search', value: 'cat', isError: false, content: [{ type: 'text', text: 'cat' }] }],
      );
    for (const given of [null, 'x', {}, { foo: 1 }, [one, { name: 'x' }], { tool_call_results: 'x' }])
      assert.throws(
        () => ToolCallResults.from(given),
        (error) => error instanceof ToolError && /invalid value for ToolCallResults/.test(error.message),
      );
  });

  it('[DSPY-80] [R-14] text as it is, other values as JSON, null as nothing', () => {
    const texts: [unknown, string][] = [
      ['plain', 'plain'],
      [{ city: 'Zürich' }, '{"city":"Zürich"}'],
      [[1, 2], '[1,2]'],
      [false, 'false'],
      [0, '0'],
      [12n, '12'],
      [null, ''],
      [undefined, ''],
    ];
    for (const [value, text] of texts) {
      const [result] = ToolCallResults.fromCallsAndValues([{ name: 'a' }], [value]);
      assert.equal(result && textOf(result), text);
    }
    assert.deepEqual(ToolCallResults.from({ name: 'a', value: null })[0]?.content, []);
  });

  it('[R-10] images stay images, through JSON too', () => {
    const image = { type: 'image', data: 'AAAA', mimeType: 'image/png' };
    const results = ToolCallResults.fromCallsAndValues(calls, [image, ['see', image]]);
    assert.deepEqual(
      results.map(({ content }) => content),
      [[image], [{ type: 'text', text: 'see' }, image]],
    );
    const restored = ToolCallResults.from(JSON.parse(JSON.stringify(results)));
    assert.deepEqual(
      restored.map(({ content }) => content),
      results.map(({ content }) => content),
    );
  });

  it('what the registry gives is a result', async () => {
    const tool = new Tool({
      name: 'see',
      handler: () => [
        { type: 'text', text: 'one' },
        { type: 'text', text: 'two' },
      ],
    });
    const result = await new ToolRegistry().register(tool).call({ id: 'c', name: 'see' });
    const [read] = ToolCallResults.from(result);
    assert.equal(read?.callId, 'c');
    assert.equal(read && textOf(read), 'one\ntwo');
    const [restored] = ToolCallResults.from(JSON.parse(JSON.stringify(ToolCallResults.from([result]))));
    assert.deepEqual(restored?.content, result.content);
  });
});

describe('replay', () => {
  const results = ToolCallResults.fromCallsAndValues(calls, [{ items: ['cät'] }, 'none']);

  it('[DSPY-78] [A-09] [A-10] [R-05] [T-35] the assistant with its calls, then a message for each result, in order', () => {
    assert.deepEqual(replay(calls, results, 'I search.'), [
      {
        role: 'assistant',
        content: 'I search.',
        tool_calls: [
          { id: 'call_1', type: 'function', function: { name: 'search', arguments: '{"query":"cats"}' } },
          { id: 'call_2', type: 'function', function: { name: 'lookup', arguments: '{}' } },
        ],
      },
      { role: 'tool', content: '{"items":["cät"]}', tool_call_id: 'call_1', name: 'search' },
      { role: 'tool', content: 'none', tool_call_id: 'call_2', name: 'lookup' },
    ]);
  });

  it('[A-11] [DSPY-80] content is null where there is no text', () => {
    assert.equal(replay(calls, results)[0]?.content, null);
    assert.equal(replay(calls, results, '')[0]?.content, null);
  });

  it('[A-12] [DSPY-79] only when every call has an id and its result, in order', () => {
    const without = ToolCalls.fromList([{ name: 'search', args: {} }]);
    const twice = ToolCalls.fromList([
      { id: 'c', name: 'a' },
      { id: 'c', name: 'a' },
    ]);
    const unpaired: [ToolCalls, ToolCallResults][] = [
      [calls, new ToolCallResults()],
      [calls, new ToolCallResults(results.slice(0, 1))],
      [calls, new ToolCallResults(results.toReversed())],
      [without, ToolCallResults.fromCallsAndValues(without, [1])],
      [twice, ToolCallResults.fromCallsAndValues(twice, [1, 2])],
      [new ToolCalls(calls.slice(0, 1)), results],
    ];
    for (const [some, other] of unpaired) {
      assert.equal(paired(some, other), undefined);
      assert.deepEqual(replay(some, other, 'I search.'), [{ role: 'assistant', content: 'I search.' }]);
      assert.deepEqual(replay(some, other), []);
    }
  });

  it('pairs by id whatever the order, by place without ids, and refuses what has no other', () => {
    const ids = (some: ToolCalls, other: Iterable<(typeof results)[number]>) =>
      pairsOf(some, other).map(({ call, result }) => [call.id, result.value]);
    const expected = [
      ['call_1', { items: ['cät'] }],
      ['call_2', 'none'],
    ];
    assert.deepEqual(ids(calls, results), expected);
    assert.deepEqual(ids(calls, results.toReversed()), expected);
    const without = ToolCalls.fromList([{ name: 'a' }, { name: 'a' }]);
    assert.deepEqual(ids(without, ToolCallResults.fromCallsAndValues(without, [1, 2])), [
      ['call_0_0', 1],
      ['call_0_1', 2],
    ]);
    assert.deepEqual(ids(without, ToolCallResults.fromCallsAndValues(without.withIds(3), [1, 2])), [
      ['call_3_0', 1],
      ['call_3_1', 2],
    ]);
    const refused: [ToolCalls, (typeof results)[number][]][] = [
      [calls, results.slice(0, 1)],
      [new ToolCalls(calls.slice(0, 1)), [...results]],
      [without, [...results]],
    ];
    for (const [some, other] of refused) assert.throws(() => pairsOf(some, other), { code: 'INVALID_ARGUMENTS' });
  });

  it('of another name: its id is enough in what is stored, and a slip in what was run', () => {
    const renamed = new ToolCallResults(results.map((result) => ({ ...result, name: `my_${result.name}` })));
    assert.deepEqual(
      paired(calls, renamed)?.map(({ result }) => result.name),
      ['my_search', 'my_lookup'],
    );
    assert.throws(() => pairsOf(calls, renamed), { code: 'INVALID_ARGUMENTS', message: /the call of 'search' \(call_1\) has no result/ });
  });
});
