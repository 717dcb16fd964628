/** Chunks in any order, with anything missing: nothing throws, and what comes out are calls that can be answered. */
import { equal, ok } from 'node:assert/strict';
import fc from 'fast-check';
import type { ObjectSchema } from '../../../src/types.js';
import { wires } from './hostile/wires.js';

const tools = ['x', 'y'].map((name) => ({ name, inputSchema: { type: 'object', properties: { k: { type: 'integer' } } } as ObjectSchema }));

const maybe = <T>(...values: T[]): fc.Arbitrary<T | undefined> => fc.constantFrom(undefined, ...values);
const pieces = maybe<unknown>('', '{', '"k":1', '}', '{}', '{"k":2}', null, { k: 3 }, 7);
const ids = maybe<unknown>('a', 'b', '', null, 5);
const names = maybe<unknown>('x', 'y', '', null, 5);

const openaiCall = fc.record({ index: maybe(0, 1, 2), id: ids, function: fc.record({ name: names, arguments: pieces }) });
const openaiChunk = fc.record({
  choices: fc.array(
    fc.record({
      index: maybe(0, 1),
      delta: fc.record({ content: maybe<unknown>(null, 't'), tool_calls: fc.array(openaiCall, { maxLength: 3 }) }),
    }),
    { maxLength: 2 },
  ),
});

const responsesEvent = fc.oneof(
  fc.record({
    type: fc.constantFrom('response.output_item.added', 'response.output_item.done'),
    output_index: maybe(0, 1),
    item: fc.record({
      type: fc.constantFrom('function_call', 'message'),
      id: maybe('i1', 'i2'),
      call_id: maybe('c1', 'c2'),
      name: maybe('x', 'y'),
      arguments: maybe('', '{"k":1}'),
      content: fc.constant([]),
    }),
  }),
  fc.record({
    type: fc.constantFrom('response.function_call_arguments.delta', 'response.function_call_arguments.done'),
    item_id: maybe('i1', 'i2'),
    output_index: maybe(0, 1),
    delta: maybe('{', '}'),
    arguments: maybe('{"k":1}', ''),
  }),
  fc.constantFrom({ type: 'unknown.event' }, { type: 'response.output_text.delta', delta: 'hi' }),
);

const anthropicEvent = fc.oneof(
  fc.record({
    type: fc.constant('content_block_start'),
    index: fc.nat(2),
    content_block: fc.constantFrom<object>(
      { type: 'tool_use', id: 'a', name: 'x', input: {} },
      { type: 'tool_use' },
      { type: 'text', text: '' },
      { type: 'new' },
    ),
  }),
  fc.record({
    type: fc.constant('content_block_delta'),
    index: fc.nat(3),
    delta: fc.constantFrom<object>(
      { type: 'input_json_delta', partial_json: '{"k":' },
      { type: 'input_json_delta' },
      { type: 'text_delta', text: 't' },
      { type: 'new' },
    ),
  }),
  fc.record({ type: fc.constant('content_block_stop'), index: fc.nat(3) }),
  fc.constantFrom<object>({ type: 'message_start', message: { usage: {} } }, { type: 'message_delta', delta: {} }, { type: 'ping' }),
);

const geminiChunk = fc.record({
  candidates: maybe(
    [],
    ...[
      { functionCall: { name: 'x', args: { k: 1 } } },
      { functionCall: {} },
      { functionCall: { name: 'y', partialArgs: [{ jsonPath: '$.a', stringValue: 's' }], willContinue: true } },
      { functionCall: { partialArgs: [{ jsonPath: '$.__proto__.polluted', stringValue: 's' }] } },
      { text: 'a', thought: true },
      {},
    ].map((part) => [{ content: { parts: [part] } }]),
  ),
});

const chunks: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  openai: openaiChunk,
  'openai-responses': responsesEvent,
  anthropic: anthropicEvent,
  gemini: geminiChunk,
};

describe('hostile streams', () => {
  for (const [api, chunk] of Object.entries(chunks))
    it(api, () => {
      const { bridge } = wires[api]!;
      fc.assert(
        fc.property(fc.array(chunk, { maxLength: 8 }), (answer) => {
          const accumulation = bridge.accumulate(tools);
          for (const one of answer) accumulation.push(one);
          const calls = accumulation.calls().withIds();
          for (const { name, id } of calls) ok(typeof name === 'string' && name !== '' && typeof id === 'string');
          equal(new Set(calls.map(({ id }) => id)).size, calls.length);
          accumulation.incomplete();
          ok(JSON.stringify(accumulation.message()));
          const results = calls.map(({ id, name }) => ({ callId: id!, name, isError: false, content: [] }));
          ok(bridge.toMessages(calls, results, tools));
          equal(({} as { polluted?: unknown }).polluted, undefined);
        }),
        { numRuns: 1000 },
      );
    });
});
