/** Runs, as rows DPT-181, 188, 189, DSPY-82..84 and DSPy's tests of loops (R-01..R-11) say them. */
import assert from 'node:assert/strict';
import { type RunEvent, type RunOptions, runTools } from '../../../../src/bridges/calling/index.js';
import { Tool } from '../../../../src/index.js';
import { type Said, scriptedClient, scriptedProviders } from './clients.js';

const quiet = { warn: () => {}, error: () => {} };
const call = (id: string | undefined, name = 'echo', args: object = {}) => ({ ...(id !== undefined && { id }), name, args });

async function run(script: readonly Said[], options: Partial<RunOptions> = {}) {
  const { client, requests } = scriptedClient('openai-chat', script);
  const ran: unknown[] = [];
  const echo = new Tool({
    name: 'echo',
    inputSchema: { type: 'object', properties: { n: { type: 'integer' } } },
    handler: ({ n }) => (ran.push(n), `echo ${String(n)}`),
  });
  const outcome = await runTools({ client, model: 'm', messages: [], tools: [echo], logger: quiet, ...options } as RunOptions);
  return { ...outcome, requests, ran };
}

describe('parity: runs', () => {
  /** The bound, how often calls are run, how many answers there are. */
  const bounds: [number, number, number][] = [
    [0, 0, 1],
    [1, 1, 2],
    [3, 3, 4],
  ];
  for (const [maxToolIterations, rounds, turns] of bounds)
    it(`[DPT-181] a bound of ${maxToolIterations}`, async () => {
      const outcome = await run([[call('c1'), call('c2')]], { maxToolIterations });
      assert.deepEqual([outcome.outcome, outcome.ran.length, outcome.turns], ['iterations', rounds * 2, turns]);
      // Every call has its answer, so the conversation can go on.
      const messages = outcome.messages as { role: string }[];
      assert.equal(messages.filter(({ role }) => role === 'tool').length, turns * 2);
    });

  it('[DPT-181] an answer that comes with the last round allowed is an end like any other', async () => {
    assert.equal((await run([[call('c1')], 'done'], { maxToolIterations: 1 })).outcome, 'done');
    assert.equal((await run(['done'], { maxToolIterations: 0 })).outcome, 'done');
  });

  for (const bad of [-1, 1.5, NaN, '3'])
    it(`[DPT-181] a bound that is none is refused: ${String(bad)}`, async () =>
      assert.rejects(run(['done'], { maxToolIterations: bad as number }), { code: 'INVALID_DEFINITION' }));

  it('[R-11] one after the other: each is told of before the next begins', async () => {
    const events: RunEvent[] = [];
    const script = [[call('c1', 'echo', { n: 1 }), call('c2', 'echo', { n: 2 })], 'done'];
    const { ran } = await run(script, { parallel: false, onEvent: (event) => void events.push(event) });
    const told = events.flatMap((event) =>
      event.type === 'tool_call' || event.type === 'tool_call_result' ? [`${event.type} ${event.id}`] : [],
    );
    assert.deepEqual(told, ['tool_call c1', 'tool_call_result c1', 'tool_call c2', 'tool_call_result c2']);
    assert.deepEqual(ran, [1, 2]);
  });

  it('[DPT-189] a listener that throws hinders nothing', async () => {
    const onEvent = (): never => {
      throw new Error('listener');
    };
    const { outcome, ran } = await run([[call('c1')], 'done'], { onEvent });
    assert.deepEqual([outcome, ran.length], ['done', 1]);
  });

  /** What a guard says, whether the tool runs, and what the model reads. */
  const verdicts: [string, () => unknown, boolean, RegExp][] = [
    ['nothing', () => undefined, true, /^echo/],
    ['true', () => true, true, /^echo/],
    ['false', () => false, false, /declined/],
    ['a reason', () => 'not on Sundays', false, /declined: not on Sundays/],
    ['a reason later', async () => 'not on Sundays', false, /not on Sundays/],
    ['it throws', () => assert.fail('secret'), false, /declined/],
    ['it rejects', async () => assert.fail('secret'), false, /declined/],
  ];
  for (const [title, guard, runs, words] of verdicts)
    it(`[DPT-189] a guard sees every call, and a declined one has a result: ${title}`, async () => {
      const seen: string[] = [];
      const { outcome, ran, messages, toolsUsed } = await run([[call('c1'), call('c2')], 'done'], {
        guard: ({ id }) => {
          seen.push(id);
          return guard() as boolean;
        },
      });
      assert.deepEqual([outcome, ran.length, seen], ['done', runs ? 2 : 0, ['c1', 'c2']]);
      const contents = (messages as { role: string; content: string }[])
        .filter(({ role }) => role === 'tool')
        .map(({ content }) => content);
      assert.equal(contents.length, 2);
      for (const content of contents) {
        assert.match(content, words);
        assert.doesNotMatch(content, /secret/);
      }
      assert.deepEqual(
        toolsUsed.map(({ result }) => result.isError),
        [!runs, !runs],
      );
    });

  for (const provider of scriptedProviders.filter((one) => one !== 'bedrock'))
    it(`[DSPY-84] [R-02] calls without ids have the same in the evidence and in what goes back: ${provider}`, async () => {
      const { client, requests } = scriptedClient(provider, [[call(undefined), call(undefined)], [call(undefined)], 'done']);
      const echo = new Tool({ name: 'echo', handler: () => 'ok' });
      const { toolsUsed, outcome } = await runTools({ client, model: 'm', messages: [], tools: [echo], logger: quiet });
      assert.equal(outcome, 'done');
      assert.deepEqual(
        toolsUsed.map(({ id, result }) => [id, result.callId]),
        [
          ['call_0_0', 'call_0_0'],
          ['call_0_1', 'call_0_1'],
          ['call_1_0', 'call_1_0'],
        ],
      );
      assert.equal(requests.length, 3);
    });

  it('[R-05] [R-06] [DSPY-78] parallel calls are replayed in order, each with its id, and the switch is sent', async () => {
    const { requests } = await run([[call('c1', 'echo', { n: 1 }), call('c2', 'echo', { n: 2 })], 'done'], { parallel: true });
    assert.deepEqual(
      requests.map((request) => [request['tool_choice'], request['parallel_tool_calls']]),
      [
        ['auto', true],
        ['auto', true],
      ],
    );
    const { messages } = requests[1] ?? {};
    const [assistant = {}, ...results] = messages as Record<string, unknown>[];
    assert.deepEqual(
      (assistant['tool_calls'] as { id: string }[]).map(({ id }) => id),
      ['c1', 'c2'],
    );
    assert.deepEqual(
      results.map(({ role, tool_call_id, content }) => [role, tool_call_id, content]),
      [
        ['tool', 'c1', 'echo 1'],
        ['tool', 'c2', 'echo 2'],
      ],
    );
  });

  it('[DPT-188] evidence is what the tool gave', async () => {
    const value = { whole: 'x'.repeat(2000) };
    const { client } = scriptedClient('openai-chat', [[call('c1', 'give')], 'done']);
    const tools = [new Tool({ name: 'give', handler: () => value })];
    const { toolsUsed } = await runTools({ client, model: 'm', messages: [], tools, maxToolResultChars: 5, logger: quiet });
    assert.deepEqual(toolsUsed[0]?.result.value, value);
    assert.deepEqual(toolsUsed[0].result.content, [{ type: 'text', text: JSON.stringify(value) }]);
  });
});
