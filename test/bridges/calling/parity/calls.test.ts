/** Neutral calls and results, as rows DSPY-65..87 and DSPy's own tests (T-25..T-48, X-19..X-23) say them. */
import assert from 'node:assert/strict';
import {
  executeCall,
  executeCalls,
  replay,
  type Runnable,
  runTools,
  ToolCallResults,
  ToolCalls,
} from '../../../../src/bridges/calling/index.js';
import { openai } from '../../../../src/bridges/openai.js';
import { openaiResponses } from '../../../../src/bridges/openai-responses.js';
import { Tool, ToolError, ToolRegistry } from '../../../../src/index.js';
import { scriptedClient, scriptedProviders } from './clients.js';

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
const q = { q: 1 };

describe('parity: what is read as calls', () => {
  /** A value, and the calls in it as `[name, args, id?]`. */
  const read: [string, unknown, [string, object, string?][]][] = [
    ['[DSPY-68] [T-36] one dict', { name: 'a', args: q }, [['a', q]]],
    [
      '[DSPY-68] [T-37] a list',
      [
        { name: 'a', args: q },
        { name: 'b', args: {} },
      ],
      [
        ['a', q],
        ['b', {}],
      ],
    ],
    [
      '[DSPY-68] [T-38] a wrapper',
      {
        tool_calls: [
          { name: 'a', args: q },
          { name: 'b', args: {} },
        ],
      },
      [
        ['a', q],
        ['b', {}],
      ],
    ],
    ['[DSPY-68] an empty list', [], []],
    ['[DSPY-68] an empty wrapper', { tool_calls: [] }, []],
    ['[T-39] arguments', { name: 'a', arguments: {} }, [['a', {}]]],
    ['[T-39] arguments in a list', [{ name: 'a', arguments: q }], [['a', q]]],
    ['[T-39] arguments in a wrapper', { tool_calls: [{ name: 'a', arguments: q }] }, [['a', q]]],
    ['[T-40] a function', { type: 'function', function: { name: 'a', arguments: q } }, [['a', q]]],
    ['[T-40] a function with text', { type: 'function', function: { name: 'a', arguments: '{"q":1}' } }, [['a', q]]],
    ['[DSPY-68] [X-19] a name outside of the function', { name: 'a', function: { arguments: q } }, [['a', q]]],
    ['[X-19] a function without arguments', { function: { name: 'a' } }, [['a', {}]]],
    ['[DSPY-69] [X-19] arguments None', { name: 'a', arguments: null }, [['a', {}]]],
    ['[DSPY-69] [X-19] args None', { name: 'a', args: null }, [['a', {}]]],
    ['[DSPY-69] no arguments', { name: 'a' }, [['a', {}]]],
    ['[DSPY-69] a list of arguments', { name: 'a', args: [1] }, [['a', {}]]],
    ['[DSPY-69] [X-19] text', { name: 'a', args: '{"q":1}' }, [['a', q]]],
    ['[DSPY-69] [A-21] text with a trailing comma', { name: 'a', arguments: '{"q": 1,}', call_id: 'c' }, [['a', q, 'c']]],
    ['[DSPY-69] empty text', { name: 'a', arguments: '' }, [['a', {}]]],
    ['[DSPY-70] [X-20] id before call_id', { name: 'a', args: q, id: 'i', call_id: 'c' }, [['a', q, 'i']]],
    ['[DSPY-70] call_id', { name: 'a', args: q, call_id: 'c' }, [['a', q, 'c']]],
    ['[DSPY-70] an empty id gives way', { name: 'a', args: q, id: null, call_id: 'c' }, [['a', q, 'c']]],
    [
      '[DSPY-70] [A-22] an item of Responses',
      { type: 'function_call', id: 'fc_1', call_id: 'call_1', name: 'a', arguments: '{"q":1}' },
      [['a', q, 'call_1']],
    ],
    ['[DSPY-68] [X-21] Anthropic', { type: 'tool_use', id: 'i', name: 'a', input: q }, [['a', q, 'i']]],
    ['[DSPY-68] Gemini', { functionCall: { name: 'a', args: q, id: 'i' } }, [['a', q, 'i']]],
    ['[DSPY-68] Gemini without an id', { functionCall: { name: 'a' } }, [['a', {}]]],
  ];
  for (const [title, value, expected] of read)
    it(title, () =>
      assert.deepEqual(
        Array.from(ToolCalls.from(value), ({ id, name, args }) => (id === undefined ? [name, args] : [name, args, id])),
        expected,
      ),
    );

  it('[DSPY-67] [T-29] a list in order', () => {
    const calls = ToolCalls.fromList([
      { name: 'one', args: q },
      { name: 'two', args: {} },
    ]);
    assert.deepEqual(plain(calls.format()), {
      tool_calls: [
        { name: 'one', args: q },
        { name: 'two', args: {} },
      ],
    });
  });

  const refused: unknown[] = [
    {},
    null,
    undefined,
    'a',
    7,
    true,
    { foo: 'bar' },
    [{ foo: 'bar' }],
    [{ name: 'a', args: {} }, { foo: 'bar' }],
    [{ name: 'a', args: {} }, 'b'],
    [null],
    { tool_calls: 'x' },
    { tool_calls: null },
    { tool_calls: {} },
    { tool_calls: [{ args: {} }] },
    { tool_calls: [{ name: '', args: {} }] },
    { tool_calls: [{ name: 7, args: {} }] },
    { function: 'bad' },
    [{ function: 'bad' }],
    { function: { arguments: {} } },
  ];
  for (const value of refused)
    it(`[DSPY-71] [T-41] refuses ${JSON.stringify(value) ?? 'undefined'}`, () =>
      assert.throws(
        () => ToolCalls.from(value),
        (error) => error instanceof ToolError && error.message.startsWith('Received invalid value for ToolCalls: '),
      ));

  it('[DSPY-71] [T-42] says that it is the function value', () => {
    assert.throws(() => ToolCalls.fromList([{ function: 'bad' }]), /function value/);
  });

  it('[DSPY-69] [R-19] what cannot be read is remembered, and never runs as {}', async () => {
    for (const args of ['not json', '{"q": ', '[1]', '"text"', '7', [1], 7, true]) {
      const [call] = ToolCalls.from({ name: 'a', args });
      assert.ok(call?.problem, JSON.stringify(args));
      let runs = 0;
      const tool = new Tool({ name: 'a', handler: () => (runs += 1) });
      const [result] = await executeCalls([call], new ToolRegistry().register(tool));
      assert.deepEqual([result?.isError, runs], [true, 0], JSON.stringify(args));
    }
  });
});

describe('parity: calls for a model, and kept', () => {
  const formats: [string, object[]][] = [
    ['[T-25] none', []],
    ['[T-26] one', [{ name: 'a', args: q }]],
    [
      '[T-27] two',
      [
        { name: 'a', args: q },
        { name: 'b', args: {} },
      ],
    ],
    ['[T-28] without arguments', [{ name: 'a', args: {} }]],
  ];
  for (const [title, calls] of formats)
    it(`[DSPY-72] ${title}`, () => assert.deepEqual(plain(ToolCalls.fromList(calls).format()), { tool_calls: calls }));

  it('[DSPY-65] [DSPY-66] [DSPY-72] [T-30] ids are kept, and not shown', () => {
    const calls = ToolCalls.fromList([
      { id: 'call_1', name: 'a', args: {} },
      { name: 'b', args: {} },
    ]);
    assert.deepEqual([calls[0]?.id, calls[1]?.id], ['call_1', undefined]);
    assert.doesNotMatch(JSON.stringify(calls.format()), /id"/);
  });

  it('[DSPY-72] [T-31] the schema', () => {
    const text = JSON.stringify(ToolCalls.jsonSchema);
    assert.doesNotMatch(text, /tool_call_results|"id"/);
    const { items } = ToolCalls.jsonSchema.properties?.['tool_calls'] ?? {};
    const call = items as { required: string[]; properties: { args: object } };
    assert.deepEqual(call.required, ['name', 'args']);
    assert.deepEqual(call.properties.args, { type: 'object', additionalProperties: true });
  });

  it('[DSPY-73] the description: a JSON object, its keys, and an example that is read', () => {
    const text = ToolCalls.description();
    for (const word of ['JSON object', 'tool_calls', 'name', 'args']) assert.ok(text.includes(word), word);
    const example = /\{.*\}/.exec(text)?.[0] ?? '';
    assert.equal(ToolCalls.from(JSON.parse(example)).length, 1);
  });

  it('[DSPY-72] [T-32] results: not for the model, but in what is kept', () => {
    const calls = ToolCalls.fromList([{ id: 'c1', name: 'a', args: q }]);
    const both = calls.withResults(ToolCallResults.fromCallsAndValues(calls, [{ found: 3 }]));
    assert.deepEqual(plain(both.format()), { tool_calls: [{ name: 'a', args: q }] });
    assert.deepEqual(plain(both), {
      tool_calls: [{ name: 'a', args: q }],
      tool_call_results: { tool_call_results: [{ call_id: 'c1', name: 'a', value: { found: 3 }, is_error: false }] },
    });
  });

  it('[DSPY-85] [T-34] through JSON and back, again and again', () => {
    const calls = ToolCalls.fromList([
      { id: 'c1', name: 'a', args: { text: 'ü😀', list: [1, null] } },
      { id: 'c2', name: 'b', args: {} },
    ]);
    const both = calls.withResults(ToolCallResults.fromCallsAndValues(calls, [{ ü: [false, 0, null] }, 'failed'], [false, true]));
    const once = plain(both);
    const restored = ToolCalls.from(once);
    assert.deepEqual(plain(restored), once);
    assert.deepEqual(plain(ToolCalls.from(plain(restored))), once);
    assert.deepEqual(
      restored.map(({ id }) => id),
      ['c1', 'c2'],
    );
    assert.deepEqual(
      restored.results?.map(({ callId, isError }) => [callId, isError]),
      [
        ['c1', false],
        ['c2', true],
      ],
    );
    assert.deepEqual(replay(restored, restored.results ?? [], 'x'), replay(both, both.results ?? [], 'x'));
  });

  it('[DSPY-84] [R-02] ids of turn and place, where there are none', () => {
    const calls = ToolCalls.fromList([{ name: 'a' }, { id: 'mine', name: 'b' }, { name: 'c' }]);
    assert.deepEqual(
      calls.withIds(3).map(({ id }) => id),
      ['call_3_0', 'mine', 'call_3_2'],
    );
    assert.equal(calls.withIds()[0]?.id, 'call_0_0');
  });
});

describe('parity: results', () => {
  const calls = ToolCalls.fromList([
    { id: 'c1', name: 'search', args: q },
    { id: 'c2', name: 'fetch', args: {} },
  ]);

  it('[DSPY-75] [DSPY-76] [T-33] call by call; from a plain list too, and none failed by default', () => {
    for (const given of [calls, Array.from(calls)]) {
      const results = ToolCallResults.fromCallsAndValues(given, [{ found: 1 }, 'failed'], [false, true]);
      assert.deepEqual(
        Array.from(results, ({ callId, name, value, isError }) => [callId, name, value, isError]),
        [
          ['c1', 'search', { found: 1 }, false],
          ['c2', 'fetch', 'failed', true],
        ],
      );
    }
    assert.deepEqual(
      Array.from(ToolCallResults.fromCallsAndValues(calls, [1, 2]), ({ isError }) => isError),
      [false, false],
    );
    assert.equal(ToolCallResults.fromCallsAndValues([], []).length, 0);
  });

  it('[DSPY-76] [X-22] lists of different lengths, in these words', () => {
    const lengths = '`tool_calls` and `values` must have the same length';
    for (const values of [[], [1], [1, 2, 3]]) assert.throws(() => ToolCallResults.fromCallsAndValues(calls, values), { message: lengths });
    const flags = '`is_errors` must have the same length as `tool_calls` when provided';
    for (const isErrors of [[], [true], [true, false, true]])
      assert.throws(() => ToolCallResults.fromCallsAndValues(calls, [1, 2], isErrors), { message: flags });
  });

  it('[DSPY-77] a list, a wrapper, one; nothing else', () => {
    const one = { call_id: 'c1', name: 'a', value: 1, is_error: true };
    for (const given of [one, [one], { tool_call_results: [one] }]) {
      const [result] = ToolCallResults.from(given);
      assert.deepEqual([result?.callId, result?.name, result?.value, result?.isError], ['c1', 'a', 1, true]);
    }
    assert.equal(ToolCallResults.from([]).length, 0);
    assert.deepEqual(plain(ToolCallResults.from({ name: 'a', value: null })), {
      tool_call_results: [{ name: 'a', value: null, is_error: false }],
    });
    for (const bad of [
      {},
      null,
      'x',
      7,
      { foo: 1 },
      [{ foo: 1 }],
      [one, 7],
      { tool_call_results: 'x' },
      { tool_call_results: null },
      { name: 'a' },
      { value: 1 },
    ])
      assert.throws(
        () => ToolCallResults.from(bad),
        /^ToolError: Received invalid value for ToolCallResults: |Received invalid value for ToolCallResults: /,
      );
  });

  /** A value, and what the model reads of it. */
  const contents: [string, unknown, string][] = [
    ['text as it is', 'plain "text"\n', 'plain "text"\n'],
    ['an object as JSON', { a: [1, 'ü😀'] }, '{"a":[1,"ü😀"]}'],
    ['[R-14] nothing', null, ''],
    ['[R-14] undefined', undefined, ''],
    ['false', false, 'false'],
    ['zero', 0, '0'],
    ['an empty text', '', ''],
    ['an empty list', [], '[]'],
    ['an empty object', {}, '{}'],
    ['a number', 3.5, '3.5'],
  ];
  for (const [title, value, content] of contents)
    it(`[DSPY-80] ${title}`, () => {
      const one = ToolCalls.fromList([{ id: 'c', name: 'a', args: {} }]);
      const messages = replay(one, ToolCallResults.fromCallsAndValues(one, [value]));
      assert.deepEqual(messages, [
        { role: 'assistant', content: null, tool_calls: [{ id: 'c', type: 'function', function: { name: 'a', arguments: '{}' } }] },
        { role: 'tool', content, tool_call_id: 'c', name: 'a' },
      ]);
      const [sent] = openai.toMessages(one, ToolCallResults.fromCallsAndValues(one, [value]));
      assert.equal(sent?.content, content);
    });

  it('[DSPY-78] [A-09] [A-10] [T-35] the assistant with its calls, then each result, in order', () => {
    const messages = replay(calls, ToolCallResults.fromCallsAndValues(calls, [{ n: 1 }, 'two']), 'thinking');
    assert.deepEqual(messages, [
      {
        role: 'assistant',
        content: 'thinking',
        tool_calls: [
          { id: 'c1', type: 'function', function: { name: 'search', arguments: '{"q":1}' } },
          { id: 'c2', type: 'function', function: { name: 'fetch', arguments: '{}' } },
        ],
      },
      { role: 'tool', content: '{"n":1}', tool_call_id: 'c1', name: 'search' },
      { role: 'tool', content: 'two', tool_call_id: 'c2', name: 'fetch' },
    ]);
  });

  const [first, second] = ToolCallResults.fromCallsAndValues(calls, [1, 2]);
  assert.ok(first && second);
  const unpaired: [string, ToolCalls, object[]][] = [
    ['no results', calls, []],
    ['one is missing', calls, [first]],
    ['one too many', calls, [first, second, { ...second, callId: 'c3' }]],
    ['in another order', calls, [second, first]],
    ['an id of nobody', calls, [first, { ...second, callId: 'other' }]],
    ['a result without an id', calls, [first, { name: 'fetch', value: 2, isError: false, content: [] }]],
    ['a call without an id', ToolCalls.fromList([{ id: 'c1', name: 'search' }, { name: 'fetch' }]), [first, second]],
    ['no ids at all', ToolCalls.fromList([{ name: 'search' }]), [{ name: 'search', value: 1, isError: false, content: [] }]],
  ];
  for (const [title, some, results] of unpaired)
    it(`[DSPY-79] [A-12] ${title}: the text alone, in every form`, () => {
      const given = results as ToolCallResults;
      assert.deepEqual(replay(some, given, 'said'), [{ role: 'assistant', content: 'said' }]);
      assert.deepEqual(replay(some, given), []);
      assert.deepEqual(openai.replay(some, given, 'said'), [{ role: 'assistant', content: 'said' }]);
      assert.deepEqual(openaiResponses.replay(some, given, 'said'), [{ role: 'assistant', content: 'said' }]);
    });
});

describe('parity: calls that run', () => {
  const add = new Tool({
    name: 'add',
    inputSchema: { type: 'object', properties: { a: { type: 'integer' }, b: { type: 'integer' } }, required: ['a', 'b'] },
    handler: ({ a, b }) => (a as number) + (b as number),
  });
  const fail = new Tool({
    name: 'fail',
    handler: () => {
      throw new Error('no luck');
    },
  });
  const call = (name: string, args: object = {}) => ToolCalls.from({ name, args })[0]!;

  it('[DSPY-86] [T-45] [T-46] [T-47] by a list of tools, by functions, without arguments', async () => {
    assert.equal(await executeCall(call('add', { a: 1, b: 2 }), [fail, add]), 3);
    assert.equal(await executeCall(call('add', { a: 7, b: 13 }), { add: ({ a, b }: { a: number; b: number }) => a + b }), 20);
    assert.equal(await executeCall(call('half'), { half: () => 0.5 }), 0.5);
    assert.equal(await executeCall(call('later'), { later: async () => 'done' }), 'done');
  });

  it('[DSPY-86] [T-48] nobody of that name, in these words', async () => {
    const message = "Tool function 'nobody' not found. Please pass the tool functions to the execute method.";
    for (const tools of [[add], [], {}, { add }] as Runnable[]) await assert.rejects(executeCall(call('nobody'), tools), { message });
    for (const name of ['toString', '__proto__', 'constructor']) await assert.rejects(executeCall(call(name), {}), /not found/);
  });

  it('[DSPY-86] [X-23] a failure, in these words, with its cause', async () => {
    for (const tools of [[fail], { fail: () => Promise.reject(new Error('no luck')) }])
      await assert.rejects(executeCall(call('fail'), tools), (error) => {
        assert.ok(error instanceof ToolError && error.cause instanceof Error);
        assert.match(error.message, /^Error executing tool 'fail': .*no luck/);
        return true;
      });
    await assert.rejects(
      executeCall(call('add', { a: 'x', b: 1 }), [add]),
      /^ToolError: Error executing tool 'add': |Error executing tool 'add': /,
    );
  });

  for (const provider of scriptedProviders)
    it(`[DSPY-82] [R-04] [R-09] through ${provider}: an unknown tool and a failure are told, and the run goes on`, async () => {
      const id = (index: number): string => `call0000${index}`;
      const { client, requests } = scriptedClient(provider, [
        [
          { id: id(1), name: 'nobody', args: {} },
          { id: id(2), name: 'fail', args: {} },
          { id: id(3), name: 'add', args: { a: 'x', b: 1 } },
          { id: id(4), name: 'add', args: { a: 1, b: 2 } },
        ],
        'done',
      ]);
      const logger = { warn: () => {}, error: () => {} };
      const { outcome, toolsUsed } = await runTools({
        client,
        model: 'm',
        messages: [],
        registry: new ToolRegistry({ logger }).register([fail, add]),
        logger,
      });
      assert.equal(outcome, 'done');
      assert.deepEqual(
        toolsUsed.map(({ result }) => result.isError),
        [true, true, true, false],
      );
      const told = JSON.stringify(requests[1]);
      for (const words of ['nobody', 'no luck']) assert.ok(told.includes(words), words);
      // Never a stack.
      assert.doesNotMatch(told, /\.ts:\d+|\bat \w+ \(/);
    });
});
