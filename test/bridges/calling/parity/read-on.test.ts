/** Reading on in results that were cut, as rows DPT-210..230 say it: in runs, as a model would do it. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  extendModels,
  READ_TRUNCATED_RESULT,
  type RunEvent,
  type RunOptions,
  type RunOutcome,
  runTools,
  textOf,
  TruncatedResultSession,
  TruncatedResultStore,
} from '../../../../src/bridges/calling/index.js';
import { type ContentBlock, Tool } from '../../../../src/index.js';
import { type Said, scriptedClient, scriptedProviders } from './clients.js';

const text = (value: string): ContentBlock => ({ type: 'text', text: value });
const image: ContentBlock = { type: 'image', data: 'AAAA', mimeType: 'image/png' };
const alphabet = 'abcdefghijklmnopqrstuvwxyz';
const call = (id: string | undefined, args: object = {}) => ({ ...(id !== undefined && { id }), name: 'big', args });
const read = (of: unknown, offset: unknown, id = 'r') => ({
  id,
  name: READ_TRUNCATED_RESULT,
  args: { tool_call_id: of, offset } as object,
});

interface Ran extends RunOutcome {
  warnings: string[];
  requests: Record<string, unknown>[];
  /** What the model got of each call, in order. */
  told: string[];
  events: RunEvent[];
}

type Given = Partial<RunOptions> & { value?: unknown };

async function run(script: readonly Said[], { value = alphabet, ...options }: Given = {}): Promise<Ran> {
  const { client, requests } = scriptedClient('openai-chat', [...script, 'done']);
  const warnings: string[] = [];
  const events: RunEvent[] = [];
  const outcome = await runTools({
    client,
    model: 'm',
    messages: [],
    ...(options.registry === undefined && { tools: [new Tool({ name: 'big', handler: () => value })] }),
    maxToolResultChars: 5,
    truncatedResultReadChars: 8,
    onEvent: (event) => void events.push(event),
    logger: { warn: (message: string) => void warnings.push(message), error: assert.fail },
    ...options,
  } as RunOptions);
  const told = (outcome.messages as { role: string; content: string }[]).flatMap(({ role, content }) => (role === 'tool' ? [content] : []));
  return { ...outcome, warnings, requests, told, events };
}

const toolNames = (request: Record<string, unknown> | undefined): string[] =>
  ((request?.['tools'] ?? []) as { function: { name: string } }[]).map(({ function: { name } }) => name);

const shown = (id: string, { offset, total, more }: { offset: number; total: number; more: number }): string =>
  `… [truncated: ${offset} of ${total} characters shown. Call read_truncated_result(tool_call_id="${id}", offset=${offset}) to read up to ${more} more.]`;

describe('parity: reading on in a result that was cut', () => {
  it('[DPT-210] [DPT-211] is off by default; on, the tool is on the list from the first request to the last', async () => {
    const off = await run([[call('c1')]], { truncatedResultReadChars: 0 });
    assert.deepEqual(off.requests.map(toolNames), [['big'], ['big']]);
    assert.match(off.told[0] ?? '', /^abcde… \[truncated: 5 of 26 characters shown; raise max_tool_result_chars to keep more\]$/);
    const on = await run([[call('c1')], [read('c1', 5)]]);
    const lists = on.requests.map((request) => JSON.stringify(request['tools']));
    assert.deepEqual(
      on.requests.map(toolNames),
      [1, 2, 3].map(() => ['big', 'read_truncated_result']),
    );
    assert.equal(new Set(lists).size, 1);
  });

  it('[DPT-211] not where there is nothing that the toolkit runs', async () => {
    const { requests, warnings } = await run([], { tools: [], truncatedResultReadChars: 8 });
    assert.deepEqual([toolNames(requests[0]), warnings], [[], []]);
  });

  it('[DPT-212] the description says when to use it', () => {
    const { definition } = new TruncatedResultSession(new TruncatedResultStore(), { cap: 1, allowance: 1 });
    assert.match(definition.description ?? '', /only on a result marked (?:as )?truncated/);
    assert.deepEqual(definition.inputSchema.required, ['tool_call_id', 'offset']);
  });

  const markers: [string, string, number, number, number][] = [
    ['more is left than is allowed', alphabet, 5, 8, 8],
    ['as much is left as is allowed', alphabet.slice(0, 13), 5, 8, 8],
    ['less is left than is allowed', alphabet.slice(0, 12), 5, 8, 7],
    ['one character is left', alphabet.slice(0, 6), 5, 8, 1],
  ];
  for (const [title, value, cap, allowance, more] of markers)
    it(`[DPT-213] the marker: ${title}`, async () => {
      const { told } = await run([[call('call_x')]], { value, maxToolResultChars: cap, truncatedResultReadChars: allowance });
      assert.deepEqual(told, [value.slice(0, cap) + shown('call_x', { offset: cap, total: value.length, more })]);
    });

  it('[DPT-214] slices of the cap, one after the other, to the end', async () => {
    const { told } = await run([[call('c1')], [read('c1', 5)], [read('c1', 10)], [read('c1', 15)], [read('c1', 20)], [read('c1', 25)]], {
      truncatedResultReadChars: 100,
    });
    const hint = (from: number, to: number, more: number): string =>
      `… [characters ${from} to ${to} of 26. Call read_truncated_result(tool_call_id="c1", offset=${to}) to read up to ${more} more.]`;
    assert.deepEqual(told.slice(1), [
      `fghij${hint(5, 10, 16)}`,
      `klmno${hint(10, 15, 11)}`,
      `pqrst${hint(15, 20, 6)}`,
      `uvwxy${hint(20, 25, 1)}`,
      'z… [characters 25 to 26 of 26: the end of the result.]',
    ]);
  });

  it('[DPT-214] a slice that ends exactly with the result says so', async () => {
    const { told } = await run([[call('c1')], [read('c1', 5)]], { value: alphabet.slice(0, 10) });
    assert.equal(told[1], 'fghij… [characters 5 to 10 of 10: the end of the result.]');
  });

  it('[DPT-215] [DPT-216] what was read twice counts twice, for each result by itself; then there is a short refusal', async () => {
    const { told, outcome } = await run([
      [call('c1'), call('c2')],
      [read('c1', 5)],
      [read('c1', 5)],
      [read('c1', 8)],
      [read('c1', 0)],
      [read('c2', 5)],
    ]);
    assert.match(told[2] ?? '', /^fghij… \[characters 5 to 10 of 26\. Call .*offset=10\) to read up to 3 more\.\]$/);
    assert.match(told[3] ?? '', /^fgh… \[characters 5 to 8 of 26\b/);
    for (const refusal of told.slice(4, 6)) {
      assert.ok(refusal.length < 120 && !refusal.includes('abc') && !refusal.includes('ijk'), refusal);
      assert.match(refusal, /8 characters/);
    }
    assert.match(told[6] ?? '', /^fghij… \[characters 5 to 10 of 26\. .* to read up to 3 more\.\]$/);
    assert.equal(outcome, 'done');
  });

  it('[DPT-217] an id that nobody knows', async () => {
    const ids = ['nobody', '', 'C1', 'c1 ', 'c1-2'];
    const { told } = await run([[call('c1')], ids.map((id, index) => read(id, 5, `r${index}`))]);
    assert.deepEqual(
      told.slice(1),
      ids.map(() => 'This result was not truncated'),
    );
  });

  it('[DPT-217] none at all is a mistake, which the model is told of', async () => {
    const { told, toolsUsed } = await run([[call('c1')], [7, null, {}, undefined].map((id, index) => read(id, 5, `r${index}`))]);
    for (const text of told.slice(1)) assert.match(text, /tool_call_id/);
    assert.deepEqual(
      toolsUsed.slice(1).map(({ result }) => result.isError),
      [true, true, true, true],
    );
  });

  it('[DPT-217] so is a result that was short enough', async () => {
    const { told } = await run([[call('c1')], [read('c1', 0)]], { value: 'short' });
    assert.deepEqual(told, ['short', 'This result was not truncated']);
  });

  it('[DPT-218] offsets out of range: an error that names the range, and costs nothing', async () => {
    const offsets = [-1, 26, 1e9, 5.5, '', 'five', null, undefined, NaN];
    const { told, toolsUsed } = await run([
      [call('c1')],
      offsets.map((offset, index) => read('c1', offset, `r${index}`)),
      [read('c1', 25)],
    ]);
    for (const [index] of offsets.entries()) {
      assert.match(told[index + 1] ?? '', /\b0 to 25\b/);
      assert.equal(toolsUsed[index + 1]?.result.isError, true);
    }
    assert.equal(told.at(-1), 'z… [characters 25 to 26 of 26: the end of the result.]');
  });

  it('[DPT-219] [DPT-222] for the run alone; with a store for a session, until it is cleared or closed', async () => {
    const forgotten = await run([[read('c1', 5)]]);
    assert.deepEqual(forgotten.told, ['This result was not truncated']);
    for (const end of ['clear', 'close'] as const) {
      const [mine, other] = [new TruncatedResultStore(), new TruncatedResultStore()];
      for (const truncatedResults of [mine, other]) await run([[call('c1')]], { truncatedResults });
      const later = await run([[read('c1', 5)]], { truncatedResults: mine });
      assert.match(later.told[0] ?? '', /^fghij… \[characters 5 to 10 of 26/);
      mine[end]();
      assert.match((await run([[read('c1', 5)]], { truncatedResults: mine })).told[0] ?? '', /no longer available/);
      assert.match((await run([[read('c1', 5)]], { truncatedResults: other })).told[0] ?? '', /^fghij/);
    }
  });

  it('[DPT-220] several texts are one a line, and offsets count the lines', async () => {
    const value = [text('ab'), image, text('cdef'), text('gh')];
    const { told } = await run([[call('c1')], [read('c1', 6)], [read('c1', 0)]], { value, truncatedResultReadChars: 100 });
    assert.match(told[0] ?? '', /offset=6\) to read up to 4 more\.\]$/);
    assert.equal(told[1], 'f\ngh… [characters 6 to 10 of 10: the end of the result.]');
    assert.match(told[2] ?? '', /^ab\ncd… \[characters 0 to 5 of 10\. /);
  });

  it('[DPT-221] nothing of it is in what is exported; restored, the id is gone for good', async () => {
    const truncatedResults = new TruncatedResultStore();
    const first = await run([[call('c1')]], { truncatedResults });
    assert.ok(!JSON.stringify([first.messages, truncatedResults]).includes('fgh'));
    const restored = JSON.parse(JSON.stringify({ messages: first.messages, store: truncatedResults })) as {
      messages: object[];
      store: { ids: string[] };
    };
    for (const options of [{}, { truncatedResults: new TruncatedResultStore(restored.store) }]) {
      const again = await run([[read('c1', 5)], [call('c1')], [read('c1', 5)], [read('c1-2', 5)]], {
        messages: restored.messages,
        ...options,
      });
      const [, gone, newer, still, other] = again.told;
      assert.match(gone ?? '', /no longer available/);
      assert.match(newer ?? '', /tool_call_id="c1-2", offset=5\)/);
      assert.match(still ?? '', /no longer available/);
      assert.match(other ?? '', /^fghij/);
    }
  });

  it('[DPT-223] what is no text is never cut nor kept', async () => {
    const { told, warnings } = await run([[call('c1')], [read('c1', 0)]], { value: [image, image, text('short')] });
    assert.equal(told.at(-1), 'This result was not truncated');
    assert.deepEqual(warnings, []);
  });

  it('[DPT-190] [DPT-223] a text that is sent as a resource is cut by itself, and can be read on', async () => {
    const resource: ContentBlock = { type: 'resource', resource: { uri: 'file:///a', text: alphabet } };
    const { told, warnings } = await run([[call('c1')], [read('c1', 5)], [read('c1-2', 5)]], { value: [resource, text('0123456789')] });
    assert.ok(told[0]?.includes(`abcde${shown('c1', { offset: 5, total: 26, more: 8 })}`));
    assert.ok(told[0]?.includes(`01234${shown('c1-2', { offset: 5, total: 10, more: 5 })}`));
    assert.match(told[1] ?? '', /^fghij… /);
    assert.match(told[2] ?? '', /^56789… /);
    assert.equal(warnings.length, 2);
  });

  it('[DPT-224] its calls are evidence and events like others, and can be declined', async () => {
    const { toolsUsed, events, told } = await run([[call('c1')], [read('c1', 5)], [read('c1', 10)]], {
      guard: ({ name, args }) => !(name === READ_TRUNCATED_RESULT && (args as { offset: number }).offset === 10),
    });
    assert.deepEqual(
      toolsUsed.map(({ name, result }) => [name, result.isError]),
      [
        ['big', false],
        [READ_TRUNCATED_RESULT, false],
        [READ_TRUNCATED_RESULT, true],
      ],
    );
    const heard = events.flatMap((event) => (event.type === 'tool_call' || event.type === 'tool_call_result' ? [event.name] : []));
    assert.equal(heard.filter((name) => name === READ_TRUNCATED_RESULT).length, 4);
    assert.match(told[2] ?? '', /declined/);
    assert.equal(textOf(toolsUsed[0]!.result), alphabet);
  });

  it('[DPT-225] ids that come again get a number; where there is none, results are counted', async () => {
    const again = await run([[call('c1')], [call('c1')], [call('c1')], [read('c1-2', 5)]]);
    const ids = again.told.map((one) => /tool_call_id="([^"]+)"/.exec(one)?.[1]);
    assert.deepEqual(ids.slice(0, 3), ['c1', 'c1-2', 'c1-3']);
    assert.match(again.told[3] ?? '', /^fghij/);
    const nameless = await run([[call(undefined), call(undefined)], [call(undefined)]]);
    assert.deepEqual(
      nameless.told.map((one) => /tool_call_id="([^"]+)"/.exec(one)?.[1]),
      ['result-1', 'result-2', 'result-3'],
    );
  });

  const without: [string, Given][] = [
    ['[DPT-226] with cap 0', { maxToolResultChars: 0 }],
    ['[DPT-227] with any', { toolChoice: 'any' }],
    ['[DPT-227] with required', { toolChoice: 'required' }],
    ['[DPT-227] with a named tool', { toolChoice: { type: 'tool', name: 'big' } }],
    ['[DPT-227] with a form of a provider', { toolChoice: { type: 'function', function: { name: 'big' } } }],
    [
      '[DPT-228] with a tool of that name',
      { tools: [new Tool({ name: 'big', handler: () => alphabet }), new Tool({ name: READ_TRUNCATED_RESULT, handler: () => 'mine' })] },
    ],
  ];
  for (const [title, given] of without)
    it(`${title}: no effect, and one warning`, async () => {
      const { requests, warnings, told } = await run([[call('c1')]], given);
      assert.equal(warnings.filter((warning) => warning.includes(' has no effect')).length, 1);
      assert.deepEqual(toolNames(requests[0]), given.tools ? ['big', READ_TRUNCATED_RESULT] : ['big']);
      const last = requests.at(-1);
      assert.deepEqual(toolNames(last), toolNames(requests[0]));
      assert.doesNotMatch(told[0] ?? '', /read_truncated_result\(/);
    });

  for (const toolChoice of ['auto', 'none', undefined] as const)
    it(`[DPT-227] a choice that forces nothing leaves it on: ${String(toolChoice)}`, async () => {
      const { requests, warnings } = await run([], toolChoice ? { toolChoice } : {});
      assert.deepEqual([toolNames(requests[0]), warnings], [['big', READ_TRUNCATED_RESULT], []]);
    });

  it('[DPT-227] [DPT-248] a forced choice that becomes auto forces nothing', async () => {
    const forget = extendModels([{ match: 'm', vendor: 'anthropic', supportsForcedToolChoice: false }]);
    try {
      const { requests } = await run([[call('c1')]], { toolChoice: 'any' });
      assert.deepEqual(toolNames(requests[0]), ['big', READ_TRUNCATED_RESULT]);
    } finally {
      forget();
    }
  });

  it('[DPT-211] is never hidden behind a search, whatever is deferred', async () => {
    const { client, requests } = scriptedClient('anthropic', ['done']);
    await runTools({
      client,
      model: 'm',
      messages: [],
      tools: [new Tool({ name: 'big', handler: () => alphabet })],
      truncatedResultReadChars: 8,
      maxToolResultChars: 5,
      deferTools: () => true,
      declare: { toolSearch: true },
    });
    const tools = requests[0]?.['tools'] as { name: string; defer_loading?: boolean }[];
    const reader = tools.find(({ name }) => name === READ_TRUNCATED_RESULT);
    assert.ok(reader && reader.defer_loading !== true, JSON.stringify(tools));
  });

  it('[DPT-230] [DPT-214] by its session, as a server would serve it', async () => {
    const store = new TruncatedResultStore();
    const session = new TruncatedResultSession(store, { cap: 5, allowance: 8 });
    assert.equal(session.serverName, 'truncated-results');
    assert.equal(store.keep(alphabet, 'c1'), 'c1');
    assert.deepEqual(await session.callTool({ name: READ_TRUNCATED_RESULT, arguments: { tool_call_id: 'c1', offset: 5 } }), {
      content: [text('fghij… [characters 5 to 10 of 26. Call read_truncated_result(tool_call_id="c1", offset=10) to read up to 3 more.]')],
      isError: false,
    });
  });

  for (const provider of scriptedProviders)
    it(`[DPT-213] [DPT-214] through ${provider}: the marker's id is the one that works`, async () => {
      const { client, requests } = scriptedClient(provider, [
        [{ id: 'call00001', name: 'big', args: {} }],
        [{ id: 'call00002', name: READ_TRUNCATED_RESULT, args: { tool_call_id: 'call00001', offset: 5 } }],
        'done',
      ]);
      await runTools({
        client,
        model: 'm',
        messages: [],
        tools: [new Tool({ name: 'big', handler: () => alphabet })],
        maxToolResultChars: 5,
        truncatedResultReadChars: 8,
        logger: { warn: () => {}, error: assert.fail },
      });
      const told = JSON.stringify(requests.at(-1)).replaceAll('\\', '');
      const id = /read_truncated_result\(tool_call_id="([^"]+)", offset=5\) to read up to 8 more/.exec(told)?.[1];
      // Where calls have no ids, the model knows it from the marker alone.
      assert.equal(id, provider === 'ollama' ? 'result-1' : 'call00001');
      assert.match(told, id === 'call00001' ? /fghij… \[characters 5 to 10 of 26/ : /This result was not truncated/);
    });

  it('[DPT-214] [C-23] whatever the text is, following the hints reads all of it, without a gap', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', minLength: 8, maxLength: 40 }), fc.integer({ min: 2, max: 7 }), async (value, cap) => {
        const store = new TruncatedResultStore();
        const session = new TruncatedResultSession(store, { cap, allowance: 1000 });
        store.keep(value, 'c');
        let [all, offset] = ['', 0];
        for (let step = 0; step < 100; step += 1) {
          const { text: slice } = session.read('c', offset);
          const [, kept = '', from, to] = /^([^]*)… \[characters (\d+) to (\d+) of \d+/.exec(slice) ?? [];
          assert.deepEqual([Number(from), Number(to)], [offset, offset + kept.length]);
          assert.ok(kept.length <= cap);
          all += kept;
          offset = Number(to);
          if (slice.endsWith(': the end of the result.]')) break;
        }
        assert.equal(all, value);
      }),
      { numRuns: 60 },
    );
  });

  it('[DPT-215] [DPT-216] whatever is asked for, no more is given than is allowed, and nothing that is not in the result', () => {
    const reads = fc.array(fc.nat(30), { maxLength: 30 });
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', minLength: 4, maxLength: 30 }),
        fc.integer({ min: 1, max: 6 }),
        fc.nat(12),
        reads,
        (value, cap, allowance, offsets) => {
          const store = new TruncatedResultStore();
          const session = new TruncatedResultSession(store, { cap, allowance });
          store.keep(value, 'c');
          let given = 0;
          for (const offset of offsets) {
            const { text: told, isError } = session.read('c', offset);
            const [, slice, from = '', to = ''] = /^([^]*)… \[characters (\d+) to (\d+) of \d+[^]*\]$/.exec(told) ?? [];
            assert.equal(isError === true, offset >= value.length);
            if (slice === undefined) continue;
            assert.equal(slice, value.slice(Number(from), Number(to)));
            assert.ok(slice.length > 0 && slice.length <= Math.max(cap, 2));
            given += slice.length;
            const more = /read up to (\d+) more\.\]$/.exec(told)?.[1];
            if (more !== undefined) assert.equal(Number(more), Math.min(allowance - given, value.length - Number(to)));
          }
          assert.ok(given <= allowance);
        },
      ),
      { numRuns: 200 },
    );
  });
});
