import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { ToolCalls } from '../../../src/bridges/calling/calls.js';
import { executeCall, executeCalls } from '../../../src/bridges/calling/execute.js';
import { Tool, ToolError, ToolRegistry } from '../../../src/index.js';

const numbers = { type: 'object', properties: { a: { type: 'number' }, b: { type: 'number', default: 0 } }, required: ['a'] };
const add = new Tool({ name: 'add', inputSchema: numbers, handler: ({ a, b }) => Number(a) + Number(b ?? 0) });
const fail = new Tool({
  name: 'fail',
  handler: () => {
    throw new Error('the disk is full');
  },
});
const quiet = { error: () => {}, warn: () => {} };
const registry = new ToolRegistry({ logger: quiet }).register([add, fail]);

describe('executeCalls', () => {
  it('[T-22] [DSPY-48] runs at once, with results in the order of the calls', async () => {
    let running = 0;
    let most = 0;
    const wait = new Tool({
      name: 'wait',
      inputSchema: { type: 'object', properties: { ms: { type: 'number' } } },
      handler: async ({ ms }) => {
        most = Math.max(most, (running += 1));
        await sleep(Number(ms));
        running -= 1;
        return ms;
      },
    });
    const calls = ToolCalls.fromList([30, 1, 15].map((ms) => ({ name: 'wait', args: { ms } })));
    const seen: unknown[] = [];
    const results = await executeCalls(calls, new ToolRegistry().register(wait), { onResult: ({ value }) => void seen.push(value) });
    assert.deepEqual(
      results.map(({ value }) => value),
      [30, 1, 15],
    );
    assert.equal(most, 3);
    assert.deepEqual(seen, [1, 15, 30]);

    await executeCalls(
      calls,
      {
        call: async ({ name }) => (assert.equal((running += 1), 1), await sleep(1), (running -= 1), { name, isError: false, content: [] }),
      },
      { concurrent: false },
    );
  });

  it('[R-02] [DSPY-84] a call without an id gets one, and its result too', async () => {
    const calls = ToolCalls.fromList([
      { name: 'add', args: { a: 1 } },
      { id: 'x', name: 'add', args: { a: 2 } },
    ]);
    assert.deepEqual(
      (await executeCalls(calls, registry)).map(({ callId }) => callId),
      ['call_0_0', 'x'],
    );
    assert.deepEqual(
      (await executeCalls(calls, registry, { turn: 4 })).map(({ callId }) => callId),
      ['call_4_0', 'x'],
    );
  });

  it('[R-04] [DSPY-82] [DSPY-83] unknown tools and failures are results', async () => {
    const calls = ToolCalls.fromList([
      { name: 'nope' },
      { name: 'fail' },
      { name: 'add', args: { a: 'x' } },
      { name: 'add', args: { a: 1, b: 2 } },
    ]);
    const results = await executeCalls(calls, registry);
    assert.deepEqual(
      results.map(({ isError }) => isError),
      [true, true, true, false],
    );
    assert.deepEqual(
      results.map(({ error }) => error?.code),
      ['UNKNOWN_TOOL', 'EXECUTION_FAILED', 'INVALID_ARGUMENTS', undefined],
    );
    assert.match(JSON.stringify(results[0]?.content), /"Unknown tool: nope[."]/);
    assert.match(JSON.stringify(results[1]?.content), /"Execution error in fail: the disk is full"/);
    assert.doesNotMatch(JSON.stringify(results[1]?.content), /execute\.test/);
  });

  it('[R-09] even a target that throws', async () => {
    const broken = { call: () => Promise.reject(new Error('gone')) };
    const [result] = await executeCalls(ToolCalls.fromList([{ name: 'a' }]), broken);
    assert.equal(result?.isError, true);
    assert.deepEqual(result?.content, [{ type: 'text', text: 'Execution error in a: gone' }]);
  });

  it('arguments that are no object reach the registry as they came', async () => {
    const given = [[1], '[1]', '{"a": 1', '"{\\"a\\": 1}"'].map((args) => ({ name: 'add', arguments: args }));
    const results = await executeCalls(ToolCalls.fromList(given), registry);
    assert.deepEqual(
      results.map(({ isError }) => isError),
      [true, true, true, false],
    );
    assert.deepEqual(
      results.map(({ error }) => error?.code),
      [...Array(3).fill('INVALID_ARGUMENTS'), undefined],
    );
  });

  it('what was mended in the text is told with the result', async () => {
    const [result] = await executeCalls(ToolCalls.fromList([{ name: 'add', arguments: "{'a': '1'}" }]), registry);
    assert.equal(result?.value, 1);
    assert.deepEqual(
      result?.repairs?.map(({ kind }) => kind),
      ['lenient-json', 'number'],
    );
  });

  it('[DPT-189] a call that is declined is a result, and the tool does not run', async () => {
    let ran = 0;
    const target = new ToolRegistry().register(new Tool({ name: 'rm', handler: () => void (ran += 1) }));
    const [one, other] = await executeCalls(ToolCalls.fromList([{ name: 'rm' }, { name: 'rm' }]), target, {
      onCall: (_call, index) => (index === 0 ? 'not on Sundays' : undefined),
    });
    assert.equal(one?.error?.code, 'DENIED');
    assert.match(JSON.stringify(one?.content), /not on Sundays/);
    assert.equal(other?.isError, false);
    assert.equal(ran, 1);
  });

  it('[DPT-189] so is one that the guard of a tool declines', async () => {
    const guarded = new Tool({ name: 'rm', guard: () => 'not on Sundays', handler: () => assert.fail() });
    const [result] = await executeCalls(ToolCalls.fromList([{ name: 'rm' }]), new ToolRegistry().register(guarded));
    assert.equal(result?.error?.code, 'DENIED');
  });

  it('a signal that has fired cancels before a tool runs, one that fires then, while it does', async () => {
    const hang = new Tool({
      name: 'hang',
      handler: (_args, { signal }) =>
        new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('stopped')))),
    });
    const target = new ToolRegistry({ logger: quiet }).register([hang, add]);
    const [before] = await executeCalls(ToolCalls.fromList([{ name: 'add', args: { a: 1 } }]), target, { signal: AbortSignal.abort() });
    assert.equal(before?.error?.code, 'CANCELLED');
    const controller = new AbortController();
    const running = executeCalls(ToolCalls.fromList([{ name: 'hang' }]), target, { signal: controller.signal });
    controller.abort();
    assert.equal((await running)[0]?.error?.code, 'CANCELLED');
  });
});

describe('executeCall', () => {
  it('[T-45] by a list of tools', async () => assert.equal(await executeCall({ name: 'add', args: { a: 7, b: 13 } }, [add]), 20));

  it('[T-46] by functions', async () => {
    assert.equal(await executeCall({ name: 'sum', args: { a: 7, b: 13 } }, { sum: ({ a, b }: { a: number; b: number }) => a + b }), 20);
  });

  it('[T-47] without arguments', async () => assert.equal(await executeCall({ name: 'pi' }, { pi: () => 2.5 }), 2.5));

  it('[T-48] [DSPY-86] of an unknown name', async () => {
    const isUnknown = (error: unknown) =>
      error instanceof ToolError && error.code === 'UNKNOWN_TOOL' && error.message.includes("'nope' not found");
    await assert.rejects(executeCall({ name: 'nope' }, [add]), isUnknown);
    await assert.rejects(executeCall({ name: 'nope' }, {}), isUnknown);
    await assert.rejects(executeCall({ name: 'toString' }, {}), /'toString' not found/);
  });

  it('[DSPY-86] [X-23] a failure says which tool, and keeps its cause; arguments are checked', async () => {
    const isFailure = (error: unknown) =>
      error instanceof ToolError && error.message.startsWith("Error executing tool 'fail': ") && error.cause !== undefined;
    await assert.rejects(executeCall({ name: 'fail' }, [fail]), isFailure);
    await assert.rejects(executeCall({ name: 'add', args: { a: 'x' } }, { add }), /Error executing tool 'add'/);
    const [list] = ToolCalls.from({ name: 'add', args: [1] });
    await assert.rejects(executeCall(list ?? { name: '' }, [add]), /one JSON object/);
  });
});
