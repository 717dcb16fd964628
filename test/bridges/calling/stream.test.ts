import assert from 'node:assert/strict';
import fc from 'fast-check';
import { ToolCalls } from '../../../src/bridges/calling/calls.js';
import { type CallDelta, type Delta, StreamAccumulator } from '../../../src/bridges/calling/stream.js';
import { ToolError } from '../../../src/index.js';

const call = (fields: Omit<CallDelta, 'type'>): CallDelta => ({ type: 'call', ...fields });

function collected(...deltas: Delta[]): StreamAccumulator {
  const stream = new StreamAccumulator();
  for (const delta of deltas) stream.push(delta);
  return stream;
}

const callsOf = (...deltas: Delta[]) => Array.from(collected(...deltas).calls(), ({ id, name, args }) => [id, name, args]);

describe('streams', () => {
  const cases: [string, Delta[], unknown[]][] = [
    [
      'one call in pieces',
      [call({ key: 0, id: 'c', name: 'a', args: '' }), call({ key: 0, args: '{"x"' }), call({ key: 0, args: ':1}' })],
      [['c', 'a', { x: 1 }]],
    ],
    [
      '[R-06] parallel calls, interleaved by index',
      [
        call({ key: 0, id: 'c', name: 'a' }),
        call({ key: 1, id: 'd', name: 'b' }),
        call({ key: 1, args: '{"y"' }),
        call({ key: 0, args: '{"x"' }),
        call({ key: 1, args: ':2}' }),
        call({ key: 0, args: ':1}' }),
      ],
      [
        ['c', 'a', { x: 1 }],
        ['d', 'b', { y: 2 }],
      ],
    ],
    [
      'interleaved by id alone',
      [
        call({ id: 'c', name: 'a', args: '{"x"' }),
        call({ id: 'd', name: 'b', args: '{' }),
        call({ id: 'c', args: ':1}' }),
        call({ id: 'd', args: '}' }),
      ],
      [
        ['c', 'a', { x: 1 }],
        ['d', 'b', {}],
      ],
    ],
    [
      'indexes out of order are put in order',
      [call({ key: 1, id: 'd', name: 'b', args: '{}' }), call({ key: 0, id: 'c', name: 'a', args: '{}' })],
      [
        ['c', 'a', {}],
        ['d', 'b', {}],
      ],
    ],
    [
      'ids and indexes missing: a new name is a new call',
      [call({ name: 'a', args: '{"x"' }), call({ args: ':1}' }), call({ name: 'b', args: '{"y":2}' })],
      [
        [undefined, 'a', { x: 1 }],
        [undefined, 'b', { y: 2 }],
      ],
    ],
    [
      'ids missing: two calls of one tool with their arguments whole',
      [call({ name: 'a', args: '{"x":1}' }), call({ name: 'a', args: '{"x":2}' })],
      [
        [undefined, 'a', { x: 1 }],
        [undefined, 'a', { x: 2 }],
      ],
    ],
    [
      'one index for all calls, with ids',
      [call({ key: 0, id: 'c', name: 'a', args: '{"x":1}' }), call({ key: 0, id: 'd', name: 'a', args: '{"x":2}' })],
      [
        ['c', 'a', { x: 1 }],
        ['d', 'a', { x: 2 }],
      ],
    ],
    [
      'one index for all calls, without ids',
      [
        call({ key: 0, name: 'a', args: '{"x":1}' }),
        call({ key: 0, name: 'b', args: '{"x":2}' }),
        call({ key: 0, name: 'b', args: '{"x":3}' }),
      ],
      [
        [undefined, 'a', { x: 1 }],
        [undefined, 'b', { x: 2 }],
        [undefined, 'b', { x: 3 }],
      ],
    ],
    [
      'one id for two calls',
      [
        call({ id: 'same', name: 'a', args: '{"x":1}' }),
        call({ id: 'same', name: 'a', args: '{"x":2}' }),
        call({ id: 'same', name: 'b', args: '{}' }),
      ],
      [
        ['same', 'a', { x: 1 }],
        [undefined, 'a', { x: 2 }],
        [undefined, 'b', {}],
      ],
    ],
    [
      'the name with every piece',
      [call({ key: 0, name: 'a', args: '{"x"' }), call({ key: 0, name: 'a', args: ':1}' }), call({ key: 0, name: 'a', args: '' })],
      [[undefined, 'a', { x: 1 }]],
    ],
    [
      'id and name with every piece',
      [call({ id: 'c', name: 'a', args: '' }), call({ id: 'c', name: 'a', args: '{"x"' }), call({ id: 'c', name: 'a', args: ':1}' })],
      [['c', 'a', { x: 1 }]],
    ],
    [
      'empty ids and names are none',
      [
        call({ key: 0, id: 'c', name: 'a', args: '{"x"' }),
        call({ key: 0, id: '', name: '', args: ':1}' }),
        call({ key: 0, id: null, name: null, args: null }),
      ],
      [['c', 'a', { x: 1 }]],
    ],
    ['calls without arguments', [call({ key: 0, id: 'c', name: 'a' }), { type: 'call-end', key: 0 }], [['c', 'a', {}]]],
    [
      'two calls of one tool without arguments, ids or indexes',
      [call({ name: 'ping' }), call({ name: 'ping' })],
      [
        [undefined, 'ping', {}],
        [undefined, 'ping', {}],
      ],
    ],
    ['arguments before the name', [call({ key: 0, args: '{"x":1}' }), call({ key: 0, id: 'c', name: 'a' })], [['c', 'a', { x: 1 }]]],
    [
      'arguments before the name, without index',
      [call({ args: '{"x":1}' }), call({ id: 'c', name: 'a' }), call({ args: '{"x":2}' }), call({ id: 'd', name: 'b' })],
      [
        ['c', 'a', { x: 1 }],
        ['d', 'b', { x: 2 }],
      ],
    ],
    [
      'an empty object first, then the arguments',
      [
        call({ key: 0, id: 'c', name: 'a', args: {} }),
        call({ key: 0, args: '{"x":1}' }),
        call({ key: 1, id: 'd', name: 'b', args: '{}' }),
        call({ key: 1, args: '{"y"' }),
        call({ key: 1, args: ':2}' }),
      ],
      [
        ['c', 'a', { x: 1 }],
        ['d', 'b', { y: 2 }],
      ],
    ],
    ['a late id', [call({ key: 0, name: 'a', args: '{}' }), call({ key: 0, id: 'c' })], [['c', 'a', {}]]],
    [
      'whole calls with objects',
      [call({ name: 'a', args: { x: 1 } }), call({ name: 'a', args: { x: 2 } })],
      [
        [undefined, 'a', { x: 1 }],
        [undefined, 'a', { x: 2 }],
      ],
    ],
    [
      'the whole is said again at the end, and the end too',
      [
        call({ key: 'item', id: 'c', name: 'a' }),
        call({ key: 'item', args: '{"x":1' }),
        call({ key: 'item', args: '}' }),
        call({ key: 'item', args: '{"x":1}', isWhole: true }),
        { type: 'call-end', key: 'item' },
        call({ key: 'item', id: 'c', name: 'a', args: '{"x":1}', isWhole: true }),
        { type: 'call-end', key: 'item' },
        { type: 'call-end', key: 'item' },
      ],
      [['c', 'a', { x: 1 }]],
    ],
    ['only the whole', [call({ key: 'item', id: 'c', name: 'a', args: '{"x":1}', isWhole: true })], [['c', 'a', { x: 1 }]]],
    ['an end of nothing', [{ type: 'call-end' }, call({})], []],
    [
      'after an end another begins',
      [call({ name: 'a', args: '{"x":' }), { type: 'call-end' }, call({ name: 'a', args: '{}' })],
      [
        [undefined, 'a', '{"x":'],
        [undefined, 'a', {}],
      ],
    ],
  ];
  for (const [title, deltas, expected] of cases) it(title, () => assert.deepEqual(callsOf(...deltas), expected));

  it('text and usage are kept', () => {
    const stream = collected(
      { type: 'text', text: 'Let me ' },
      call({ key: 0, name: 'a' }),
      { type: 'text', text: 'see.' },
      { type: 'usage', usage: { inputTokens: 10 } },
      { type: 'usage', usage: { outputTokens: 3 } },
      { type: 'usage', usage: { outputTokens: 4 } },
    );
    assert.equal(stream.text, 'Let me see.');
    assert.deepEqual(stream.usage, { inputTokens: 10, outputTokens: 7 });
    stream.push({ type: 'usage', usage: { outputTokens: 5 }, isTotal: true });
    assert.deepEqual(stream.usage, { outputTokens: 5 });
  });

  it('tells of each start once, and of arguments that came before it with it', () => {
    const stream = new StreamAccumulator();
    const events = [
      ...stream.push(call({ key: 0, args: '{"x"' })),
      ...stream.push(call({ key: 0, id: 'c', name: 'a' }), call({ key: 0, args: ':1}' })),
      ...stream.push({ type: 'text', text: 'So.' }),
    ];
    assert.deepEqual(events, [
      { type: 'call_start', index: 0, id: 'c', name: 'a' },
      { type: 'call_delta', index: 0, args: '{"x"' },
      { type: 'call_delta', index: 0, args: ':1}' },
      { type: 'text', text: 'So.' },
    ]);
  });

  it('[R-16] incomplete arguments are told at the end, and never run', () => {
    const stream = collected(call({ key: 0, id: 'c', name: 'a', args: '{"x": [1,' }), call({ key: 1, id: 'd', name: 'b', args: '{}' }));
    const [problem, ...others] = stream.incomplete();
    assert.deepEqual([problem?.index, problem?.id, problem?.name, others.length], [0, 'c', 'a', 0]);
    assert.match(problem?.message ?? '', /tool-call arguments/);
    assert.throws(
      () => stream.finish(),
      (error) => error instanceof ToolError && /tool-call arguments/.test(error.message),
    );
    assert.equal(stream.calls()[0]?.args, '{"x": [1,');
  });

  it('arguments without a name are told', () => {
    const stream = collected(call({ args: '{}' }));
    assert.equal(stream.calls().length, 0);
    assert.equal(stream.incomplete().length, 1);
    assert.equal(collected(call({ name: 'a' })).finish().length, 1);
  });

  it('however the arguments of however many calls are cut and mixed, the same calls come out', () => {
    const args = fc.dictionary(fc.string(), fc.jsonValue());
    const cuts = fc.array(fc.nat(), { maxLength: 8 });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom('a', 'b'), args, cuts), { maxLength: 4 }),
        fc.array(fc.nat(), { minLength: 1 }),
        (given, order) => {
          const queues = given.map(([name, value, at], key) => {
            const text = JSON.stringify(value);
            const places = [0, ...at.map((place) => place % (text.length + 1)), text.length].sort((one, other) => one - other);
            const pieces = places.slice(1).map((place, index) => call({ key, args: text.slice(places[index], place) }));
            return [call({ key, id: `id-${key}`, name }), ...pieces];
          });
          const deltas: Delta[] = [];
          for (let turn = 0; queues.some((queue) => queue.length > 0); turn += 1) {
            const open = queues.filter((queue) => queue.length > 0);
            const next = open[(order[turn % order.length] ?? 0) % open.length]?.shift();
            if (next) deltas.push(next);
          }
          assert.deepEqual(
            callsOf(...deltas),
            given.map(([name, value], key) => [`id-${key}`, name, ToolCalls.from({ name, arguments: JSON.stringify(value) })[0]?.args]),
          );
        },
      ),
    );
  });
});
