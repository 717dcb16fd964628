import assert from 'node:assert/strict';
import fc from 'fast-check';
import { ToolCalls } from '../../../src/bridges/calling/calls.js';
import { CallIds, type IdForm, wireId } from '../../../src/bridges/calling/ids.js';
import { ToolCallResults } from '../../../src/bridges/calling/results.js';
import { Tool, ToolError, ToolRegistry } from '../../../src/index.js';

const search = { name: 'search', args: { query: 'cats' } };
const lookup = { name: 'lookup', args: { id: 7 } };

const list = (value: unknown) =>
  Array.from(ToolCalls.from(value), ({ id, name, args }) => ({ ...(id !== undefined && { id }), name, args }));

describe('ToolCalls', () => {
  describe('shapes that are read', () => {
    const wrapped = (args: unknown) => ({ type: 'function', function: { name: 'search', arguments: args } });
    const named: [string, unknown, object[]][] = [
      ['[T-36] one { name, args }', search, [search]],
      ['[T-37] a list of two', [search, lookup], [search, lookup]],
      ['[T-38] { tool_calls }', { tool_calls: [search, lookup] }, [search, lookup]],
      ['[DSPY-68] an empty list', [], []],
      ['[T-39] arguments for args', { name: 'search', arguments: { query: 'cats' } }, [search]],
      ['[T-39] arguments in a list', [{ name: 'search', arguments: { query: 'cats' } }], [search]],
      ['[T-39] arguments in a wrapper', { tool_calls: [{ name: 'search', arguments: { query: 'cats' } }] }, [search]],
      ['[T-40] a function with an object', wrapped({ query: 'cats' }), [search]],
      ['[T-40] a function with JSON text', wrapped('{"query":"cats"}'), [search]],
      ['[DSPY-69] a trailing comma', wrapped('{"query":"cats",}'), [search]],
      ['[DSPY-68] the name outside of the function', { name: 'search', function: { arguments: '{"query":"cats"}' } }, [search]],
      ['[DSPY-69] no arguments', { function: { name: 'search' } }, [{ name: 'search', args: {} }]],
      ['[DSPY-69] null', { name: 'search', arguments: null }, [{ name: 'search', args: {} }]],
      ['[DSPY-69] empty text', { name: 'search', arguments: '' }, [{ name: 'search', args: {} }]],
      ['[DSPY-70] id before call_id', { id: 'i', call_id: 'c', ...search }, [{ id: 'i', ...search }]],
      [
        'one id for two calls: the first keeps it',
        {
          tool_calls: [
            { id: 'i', ...search },
            { id: 'i', ...lookup },
          ],
        },
        [{ id: 'i', ...search }, lookup],
      ],
      ['[DSPY-70] call_id alone', { call_id: 'c', ...search }, [{ id: 'c', ...search }]],
      [
        '[A-22] an item of OpenAI Responses',
        { type: 'function_call', id: 'fc_1', call_id: 'call_1', name: 'search', arguments: '{"query":"cats"}' },
        [{ id: 'call_1', ...search }],
      ],
      [
        '[DSPY-68] Anthropic',
        { type: 'tool_use', id: 'toolu_1', name: 'search', input: { query: 'cats' } },
        [{ id: 'toolu_1', ...search }],
      ],
      ['[DSPY-68] Gemini', { functionCall: { name: 'search', args: { query: 'cats' }, id: 'g1' } }, [{ id: 'g1', ...search }]],
      ['[DSPY-68] Gemini without id and arguments', { functionCall: { name: 'now' } }, [{ name: 'now', args: {} }]],
      ['Bedrock', { toolUse: { toolUseId: 't1', name: 'search', input: { query: 'cats' } } }, [{ id: 't1', ...search }]],
      ['the AI SDK', { type: 'tool-call', toolCallId: 'a1', toolName: 'search', input: { query: 'cats' } }, [{ id: 'a1', ...search }]],
      ['OpenAI Agents', { type: 'function_call', callId: 'c1', name: 'search', arguments: '{"query":"cats"}' }, [{ id: 'c1', ...search }]],
      [
        'LangChain, with what it could not read',
        { tool_calls: [search], invalid_tool_calls: [{ id: 'i', name: 'lookup', args: '{"id"', error: 'bad' }, { args: 'x' }] },
        [search, { id: 'i', name: 'lookup', args: '{"id"' }],
      ],
      ['LangChain', { type: 'tool_call', id: 'l1', name: 'search', args: { query: 'cats' } }, [{ id: 'l1', ...search }]],
      [
        'Cohere and Mistral',
        { toolCalls: [{ id: 'x', type: 'function', function: { name: 'search', arguments: '{"query":"cats"}' } }] },
        [{ id: 'x', ...search }],
      ],
      ['Ollama', { message: { role: 'assistant', content: '', tool_calls: [{ function: search }] } }, [search]],
      [
        'a chat completion',
        { choices: [{ message: { content: null, tool_calls: [{ id: 'c', ...wrapped('{"query":"cats"}') }] } }] },
        [{ id: 'c', ...search }],
      ],
      ['a chat completion without calls', { choices: [{ message: { content: 'Hello.' } }] }, []],
      ['an assistant message without calls', { role: 'assistant', content: 'Hello.', tool_calls: null }, []],
      [
        'an Anthropic message, other parts passed over',
        {
          role: 'assistant',
          content: [
            { type: 'text', text: 'So.' },
            { type: 'tool_use', id: 't', name: 'search', input: { query: 'cats' } },
          ],
        },
        [{ id: 't', ...search }],
      ],
      [
        'the parts of a message',
        [
          { type: 'thinking', thinking: 'Hm.' },
          { type: 'text', text: 'So.' },
          { type: 'tool_use', id: 't', name: 'search', input: { query: 'cats' } },
        ],
        [{ id: 't', ...search }],
      ],
      [
        'a Responses output, other items passed over',
        {
          output: [
            { type: 'reasoning', id: 'r' },
            { type: 'function_call', id: 'fc', call_id: 'c', name: 'search', arguments: '{"query":"cats"}' },
          ],
        },
        [{ id: 'c', ...search }],
      ],
      [
        'a Gemini response, text passed over',
        { candidates: [{ content: { parts: [{ text: 'So.' }, { functionCall: { name: 'search', args: { query: 'cats' } } }] } }] },
        [search],
      ],
      [
        'a Bedrock response',
        {
          output: {
            message: {
              role: 'assistant',
              content: [{ text: 'So.' }, { toolUse: { toolUseId: 't', name: 'search', input: { query: 'cats' } } }],
            },
          },
        },
        [{ id: 't', ...search }],
      ],
    ];
    for (const [title, value, expected] of named) it(title, () => assert.deepEqual(list(value), expected));

    it('[T-29] [DSPY-67] fromList keeps the order', () => {
      assert.deepEqual(ToolCalls.fromList([search, lookup]).format(), { tool_calls: [search, lookup] });
    });

    it('[T-30] [DSPY-65] [DSPY-66] ids are kept, where there are, and not shown to a model', () => {
      const calls = ToolCalls.fromList([{ id: 'call_1', ...search }, lookup]);
      assert.deepEqual(
        calls.map(({ id }) => id),
        ['call_1', undefined],
      );
      assert.deepEqual(calls.format(), { tool_calls: [search, lookup] });
    });
  });

  describe('[DSPY-71] what is refused', () => {
    const values: unknown[] = [
      {},
      null,
      undefined,
      'search',
      7,
      { foo: 'bar' },
      [{ foo: 'bar' }],
      [search, { foo: 'bar' }],
      { tool_calls: 'x' },
      { tool_calls: null },
    ];
    for (const value of values)
      it(`[T-41] ${JSON.stringify(value)}`, () =>
        assert.throws(
          () => ToolCalls.from(value),
          (error) => error instanceof ToolError && error.message.startsWith('Received invalid value for ToolCalls'),
        ));

    it('[T-42] a function that is no object', () => assert.throws(() => ToolCalls.fromList([{ function: 'bad' }]), /function value/));

    it('an entry without a name', () => assert.throws(() => ToolCalls.from({ tool_calls: [{ args: {} }] }), /name/));
  });

  describe('arguments that are no object', () => {
    it('[R-19] text that cannot be read is kept as it came, and why', () => {
      const [call] = ToolCalls.from({ name: 'search', arguments: '{"query": "ca' });
      assert.equal(call?.args, '{"query": "ca');
      assert.match(call?.problem ?? '', /\S/);
    });

    it('[DSPY-69] a list becomes {}, but is remembered, through JSON too', () => {
      for (const calls of [
        ToolCalls.from({ name: 'search', args: [1] }),
        ToolCalls.from(JSON.parse(JSON.stringify(ToolCalls.from({ name: 'search', args: [1] })))),
      ]) {
        assert.deepEqual(calls[0]?.args, {});
        assert.deepEqual(calls[0]?.raw, [1]);
        assert.match(calls[0]?.problem ?? '', /one JSON object/);
      }
    });

    it('calls that were read before are the same when they are read again', () => {
      const calls = ToolCalls.fromList([{ name: 'search', args: [1] }, search]);
      const carrying = calls.withResults(ToolCallResults.fromCallsAndValues(calls, [1, 2]));
      const other = Object.assign(
        Array.from(carrying, (call) => ({ ...call })),
        { results: carrying.results?.toJSON() },
      );
      assert.deepEqual(ToolCalls.from(other), carrying);
    });

    it('integers that a number would round stay text: the registry then refuses rather than rounds', async () => {
      const text = '{"id": 9007199254740993}';
      const [call] = ToolCalls.from({ name: 'get', arguments: text });
      assert.equal(call?.args, text);
      assert.equal(call?.problem, undefined);
      const get = new Tool({
        name: 'get',
        inputSchema: { type: 'object', properties: { id: { type: 'number' } } },
        handler: () => assert.fail(),
      });
      const result = await new ToolRegistry().register(get).call({ name: 'get', args: call?.args });
      assert.match(result.error?.message ?? '', /held exactly/);
    });

    it('what was mended in the text is told', () => {
      const [call] = ToolCalls.from({ name: 'search', arguments: "{'query': 'cats'}" });
      assert.deepEqual(call?.args, { query: 'cats' });
      assert.equal(call?.repairs?.[0]?.kind, 'lenient-json');
      assert.deepEqual(Object.keys(call ?? {}), ['name', 'args']);
    });
  });

  describe('what goes out', () => {
    const cases: [string, object[]][] = [
      ['[T-25] none', []],
      ['[T-26] one', [search]],
      ['[T-27] two', [search, lookup]],
      ['[T-28] without arguments', [{ name: 'now', args: {} }]],
    ];
    for (const [title, calls] of cases) it(title, () => assert.deepEqual(ToolCalls.fromList(calls).format(), { tool_calls: calls }));

    it('[T-31] [DSPY-72] the schema has neither id nor results, and open arguments', () => {
      const schema = ToolCalls.jsonSchema;
      assert.deepEqual(Object.keys(schema.properties ?? {}), ['tool_calls']);
      const call = schema.properties?.['tool_calls']?.items as {
        properties: Record<string, { additionalProperties?: boolean }>;
        required: string[];
      };
      assert.deepEqual(Object.keys(call.properties), ['name', 'args']);
      assert.deepEqual(call.required, ['name', 'args']);
      assert.equal(call.properties['args']?.additionalProperties, true);
    });

    it('[DSPY-73] the description says the form, with an example that is read', () => {
      const text = ToolCalls.description();
      assert.match(text, /must be a JSON object like \{/);
      const example = /\{.*?\]\}/.exec(text)?.[0] ?? '';
      assert.equal(ToolCalls.from(JSON.parse(example)).length, 1);
    });

    it('[T-32] with results: not for a model, but in the JSON', () => {
      const calls = ToolCalls.fromList([{ id: 'call_1', ...search }]);
      const carrying = calls.withResults(ToolCallResults.fromCallsAndValues(calls, [{ items: ['cat'] }]));
      assert.deepEqual(carrying.format(), { tool_calls: [search] });
      assert.deepEqual(JSON.parse(JSON.stringify(carrying)), {
        tool_calls: [search],
        tool_call_results: { tool_call_results: [{ call_id: 'call_1', name: 'search', value: { items: ['cat'] }, is_error: false }] },
      });
    });

    it('[T-34] [DSPY-85] a history survives JSON, ids and all', () => {
      const calls = ToolCalls.fromList([
        { id: 'call_1', ...search },
        { id: 'call_2', ...lookup },
      ]);
      const carrying = calls.withResults(ToolCallResults.fromCallsAndValues(calls, ['cat', null], [false, true]));
      const text = JSON.stringify(carrying);
      const restored = ToolCalls.from(JSON.parse(text));
      assert.deepEqual(restored, carrying);
      assert.equal(JSON.stringify(restored), text);
      assert.deepEqual(list(JSON.parse(JSON.stringify(calls))), list(calls));
    });

    it('any calls survive JSON', () => {
      const id = fc.option(fc.string({ minLength: 1 }), { nil: undefined });
      const call = fc.record({ id, name: fc.string({ minLength: 1 }), args: fc.dictionary(fc.string(), fc.jsonValue()) });
      fc.assert(
        fc.property(fc.array(call), (given) => {
          const calls = ToolCalls.from(JSON.parse(JSON.stringify(given)));
          assert.deepEqual(ToolCalls.from(JSON.parse(JSON.stringify(calls))), calls);
        }),
      );
    });

    it('[DSPY-84] calls without an id get one of their turn and place', () => {
      const calls = ToolCalls.fromList([search, { id: 'x', ...lookup }, lookup]).withIds(3);
      assert.deepEqual(
        calls.map(({ id }) => id),
        ['call_3_0', 'x', 'call_3_2'],
      );
      assert.equal(ToolCalls.fromList([search]).withIds()[0]?.id, 'call_0_0');
    });

    it('is an array whose derived arrays are ordinary', () => {
      const calls = ToolCalls.fromList([search, lookup]);
      assert.equal(calls.length, 2);
      assert.deepEqual(
        calls.filter(({ name }) => name === 'lookup'),
        [lookup],
      );
      assert.equal(calls.map(({ name }) => name).constructor, Array);
    });
  });
});

describe('ids of a provider', () => {
  const nine: IdForm = { legal: /^[a-zA-Z0-9]{9}$/, length: 9 };
  const dashes: IdForm = { legal: /^[a-zA-Z0-9_-]{1,64}$/, length: 32 };

  it('a legal one stays, another always becomes the same', () => {
    assert.equal(wireId('abcdefghi', nine), 'abcdefghi');
    assert.match(wireId('call_0_0', nine), nine.legal);
    assert.equal(wireId('call_0_0', nine), wireId('call_0_0', nine));
    assert.equal(wireId('call_0_0', dashes), 'call_0_0');
    assert.match(wireId('call:0/0', dashes), dashes.legal);
  });

  it('are legal, and never two the same, and known again', () => {
    for (const form of [nine, dashes])
      fc.assert(
        fc.property(fc.uniqueArray(fc.string()), (ids) => {
          const known = new CallIds(form, ids);
          const wire = ids.map((id) => known.toWire(id));
          assert.equal(new Set(wire).size, ids.length);
          for (const [index, id] of wire.entries()) {
            assert.match(id, form.legal);
            assert.equal(known.toOwn(id), ids[index]);
          }
        }),
      );
  });

  it('one that is legal and equals what another would become keeps its own', () => {
    const made = wireId('call_0_0', nine);
    const ids = new CallIds(nine, ['call_0_0', made]);
    assert.equal(ids.toWire(made), made);
    assert.notEqual(ids.toWire('call_0_0'), made);
    assert.match(ids.toWire('call_0_0'), nine.legal);
  });
});
