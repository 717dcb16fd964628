import assert from 'node:assert/strict';
import OpenAI from 'openai';
import type { DriverEntry } from '../../../src/bridges/calling/loop/driver.js';
import { driverFor } from '../../../src/bridges/calling/loop/driver.js';
import type { RunEvent } from '../../../src/bridges/calling/loop/events.js';
import type { RunOptions, RunOutcome, RunSettings, RunTarget } from '../../../src/bridges/calling/loop/options.js';
import { runTools } from '../../../src/bridges/calling/loop/run.js';
import { TruncatedResultStore } from '../../../src/bridges/calling/size/store.js';
import { textDriver } from '../../../src/bridges/text.js';
import { Tool, ToolError, ToolRegistry } from '../../../src/index.js';
import { type Message, type Said, scripted, type Scripted, type ScriptedDriver } from './scripted.js';

const quiet = { error: () => {}, warn: () => {} };
const user: Message = { role: 'user', text: 'Go.' };

const schema = { type: 'object', properties: { value: { type: 'string' } } };
const echo = new Tool({ name: 'echo', inputSchema: schema, handler: ({ value }) => value });
const fail = new Tool({
  name: 'fail',
  handler: () => {
    throw new Error('the disk is full');
  },
});
const call = (value: string, id?: string) => ({ name: 'echo', args: { value }, ...(id !== undefined && { id }) });

type Options = RunSettings<Scripted> & RunTarget;

interface Ran extends RunOutcome<Scripted> {
  events: RunEvent[];
  warnings: string[];
  driver: ScriptedDriver;
}

async function run(
  script: Parameters<typeof scripted>[0],
  options: Partial<Options> = {},
  provider?: 'gemini' | 'anthropic',
): Promise<Ran> {
  const driver = scripted(script, provider ? { provider } : {});
  const events: RunEvent[] = [];
  const warnings: string[] = [];
  const outcome = await runTools({
    client: driver,
    model: 'scripted-1',
    messages: [user],
    ...(options.registry ? {} : { tools: [echo, fail] }),
    logger: { error: () => {}, warn: (message) => void warnings.push(message) },
    ...options,
    onEvent: (event) => {
      events.push(event);
      options.onEvent?.(event);
    },
  } as Options & { client: ScriptedDriver });
  return { ...outcome, events, warnings, driver };
}

const results = ({ messages }: RunOutcome<Scripted>) =>
  messages.flatMap((message) =>
    message.role === 'tool' ? [message.content.map((block) => (block.type === 'text' ? block.text : block.type)).join('|')] : [],
  );

for (const stream of [false, true])
  describe(`runTools, ${stream ? 'streaming' : 'whole answers'}`, () => {
    const ran = (script: Parameters<typeof run>[0], options: Partial<Options> = {}) => run(script, { stream, ...options });

    it('an answer without calls is the end', async () => {
      const { outcome, text, messages, turns, toolsUsed, usage, deferredTools } = await ran([{ text: 'Done.', usage: { inputTokens: 3 } }]);
      assert.deepEqual(
        { outcome, text, turns, toolsUsed, usage, deferredTools },
        { outcome: 'done', text: 'Done.', turns: 1, toolsUsed: [], usage: { inputTokens: 3 }, deferredTools: [] },
      );
      assert.deepEqual(messages, [user, { role: 'assistant', text: 'Done.', calls: [] }]);
    });

    it('[R-05] [R-06] calls run, and their results go back paired and in order', async () => {
      const { outcome, messages, driver, turns, usage } = await ran([
        { text: 'So.', calls: [call('one', 'a'), call('two', 'b')], usage: { inputTokens: 1, outputTokens: 2 } },
        { calls: [call('three', 'c')], usage: { inputTokens: 10 } },
        { text: 'Done.', usage: { outputTokens: 5 } },
      ]);
      assert.deepEqual({ outcome, turns, usage }, { outcome: 'done', turns: 3, usage: { inputTokens: 11, outputTokens: 7 } });
      assert.deepEqual(
        messages.map(({ role }) => role),
        ['user', 'assistant', 'tool', 'tool', 'assistant', 'tool', 'assistant'],
      );
      assert.deepEqual(
        messages.flatMap((message) => (message.role === 'tool' ? [message.id] : [])),
        ['a', 'b', 'c'],
      );
      assert.deepEqual(results({ messages } as RunOutcome<Scripted>), ['one', 'two', 'three']);
      assert.deepEqual(
        driver.requests.map((request) => request.messages.length),
        [1, 4, 6],
      );
      assert.deepEqual(driver.requests[0]?.tools, [{ name: 'echo' }, { name: 'fail' }]);
      assert.equal(driver.requests[0]?.isStreaming, stream);
    });

    it("the caller's messages and fields stay as they were", async () => {
      const messages = Object.freeze([user]);
      const { driver } = await ran([{ calls: [call('x')] }, {}], { messages, request: { system: 'Be brief.' } });
      assert.deepEqual(
        driver.requests.map(({ more }) => more),
        [{ system: 'Be brief.' }, { system: 'Be brief.' }],
      );
    });

    it('[R-02] [R-04] [DSPY-82] unknown tools, failures and bad arguments go to the model, and the run goes on', async () => {
      const calls = [{ name: 'nope' }, { name: 'fail' }, { name: 'echo', args: { value: [] } }, { name: 'echo', args: '{"value": "cu' }];
      const { outcome, messages, toolsUsed } = await run([{ calls }, { text: 'I see.' }], { logger: quiet });
      assert.equal(outcome, 'done');
      const told = messages.filter((message) => message.role === 'tool');
      assert.deepEqual(
        told.map(({ isError }) => isError),
        [true, true, true, true],
      );
      assert.deepEqual(
        told.map(({ id }) => id),
        ['call_0_0', 'call_0_1', 'call_0_2', 'call_0_3'],
      );
      assert.match(results({ messages } as RunOutcome<Scripted>)[0] ?? '', /Unknown tool/);
      assert.equal(toolsUsed.length, 4);
    });

    it('[DPT-181] stops at the bound, and the calls beyond it are answered, not run', async () => {
      const seen: string[] = [];
      const tool = new Tool({ name: 'echo', inputSchema: schema, handler: ({ value }) => void seen.push(String(value)) });
      const { outcome, toolsUsed, turns, messages } = await ran([{ calls: [call('x', 'x')], text: 'More.' }], {
        tools: tool,
        maxToolIterations: 2,
      });
      assert.deepEqual([outcome, turns, toolsUsed.length, seen.length], ['iterations', 3, 2, 2]);
      assert.match(results({ messages } as RunOutcome<Scripted>).at(-1) ?? '', /limit of 2/);
      assert.equal((await ran([{ calls: [call('x')] }], { maxToolIterations: 0 })).toolsUsed.length, 0);
      assert.equal((await ran([{ calls: [call('x')] }])).toolsUsed.length, 10);
    });

    it('a failure of the client is an outcome; what was done is kept', async () => {
      const refusal = new Error('529 overloaded');
      const { outcome, error, toolsUsed, messages, turns } = await ran([{ calls: [call('one', 'a')] }, refusal]);
      assert.deepEqual([outcome, error, toolsUsed.length, turns], ['error', refusal, 1, 1]);
      assert.deepEqual(
        messages.map(({ role }) => role),
        ['user', 'assistant', 'tool'],
      );
    });

    describe('a signal ends it', () => {
      it('before it began', async () => {
        const { outcome, turns, driver } = await ran([{ text: 'No.' }], { signal: AbortSignal.abort() });
        assert.deepEqual([outcome, turns, driver.requests.length], ['cancelled', 0, 0]);
      });

      it('while the model is asked, even when the client does not listen', async () => {
        const controller = new AbortController();
        const hang = () => {
          setImmediate(() => controller.abort());
          return new Promise<Said>(() => {});
        };
        const { outcome, messages } = await ran([{ calls: [call('x', 'a')] }, hang], { signal: controller.signal });
        assert.equal(outcome, 'cancelled');
        assert.equal(messages.length, 3);
      });

      it('while tools run: each call still has its result', async () => {
        const controller = new AbortController();
        const slow = new Tool({ name: 'slow', handler: () => (controller.abort(), new Promise(() => {})) });
        const { outcome, messages, driver } = await ran([{ calls: [{ id: 'a', name: 'slow' }, call('x', 'b')] }, { text: 'No.' }], {
          tools: [slow, echo],
          signal: controller.signal,
        });
        assert.deepEqual([outcome, driver.requests.length], ['cancelled', 1]);
        assert.deepEqual(
          messages.map(({ role }) => role),
          ['user', 'assistant', 'tool', 'tool'],
        );
      });

      it('from a listener', async () => {
        const controller = new AbortController();
        const { outcome } = await ran([{ text: 'Hm.', calls: [call('x')] }], {
          signal: controller.signal,
          onEvent: (event) => event.type === 'tool_call_result' && controller.abort(),
        });
        assert.equal(outcome, 'cancelled');
      });
    });

    it('tells what happens, in order', async () => {
      const { events } = await ran([
        { text: 'A', calls: [call('one', 'a')], usage: { inputTokens: 1 } },
        { text: 'B', usage: { inputTokens: 2 } },
      ]);
      assert.deepEqual(events, [
        { type: 'turn', turn: 0 },
        { type: 'text', turn: 0, text: 'A' },
        { type: 'usage', turn: 0, usage: { inputTokens: 1 }, total: { inputTokens: 1 } },
        { type: 'tool_call', turn: 0, id: 'a', name: 'echo', args: { value: 'one' } },
        { type: 'tool_call_result', turn: 0, id: 'a', name: 'echo', isError: false, preview: 'one', length: 3 },
        { type: 'turn', turn: 1 },
        { type: 'text', turn: 1, text: 'B' },
        { type: 'usage', turn: 1, usage: { inputTokens: 2 }, total: { inputTokens: 3 } },
      ]);
    });

    it('a listener that throws hinders nothing', async () => {
      const { outcome } = await ran([{ calls: [call('x')] }, { text: 'Done.' }], {
        onEvent: () => {
          throw new Error('boo');
        },
      });
      assert.equal(outcome, 'done');
    });

    it('[DPT-182] [DPT-187] [DPT-188] previews are cut by themselves; evidence never is; the model gets what fits', async () => {
      const long = 'x'.repeat(2000);
      const preview = async (options: Partial<Options>) => {
        const outcome = await ran([{ calls: [call(long, 'a')] }, {}], { maxToolResultChars: 100, ...options });
        const told = outcome.events.find((event) => event.type === 'tool_call_result');
        assert.equal(outcome.toolsUsed[0]?.result.value, long);
        assert.deepEqual(outcome.toolsUsed[0]?.result.content, [{ type: 'text', text: long }]);
        assert.match(results(outcome)[0] ?? '', /^x{100}… \[truncated: 100 of 2000 characters shown; /);
        assert.equal(told?.length, 2000);
        return told?.preview.length;
      };
      assert.equal(await preview({}), 500);
      assert.equal(await preview({ toolResultPreviewChars: 7 }), 7);
      assert.equal(await preview({ toolResultPreviewChars: 0 }), 2000);
    });

    it('[DPT-189] [DPT-224] a guard sees every call and can decline it', async () => {
      const seen: string[] = [];
      const guard: RunOptions<Scripted>['guard'] = ({ name, id }) => {
        seen.push(name);
        if (id === 'b') return 'not on Sundays';
        if (id === 'c') throw new Error('the guard is broken');
        return id !== 'd';
      };
      const { messages, toolsUsed, outcome } = await ran(
        [{ calls: ['a', 'b', 'c', 'd'].map((id) => call(id, id)) }, { calls: [{ id: 'b', name: 'read_truncated_result', args: {} }] }, {}],
        { guard, truncatedResultReadChars: 10 },
      );
      assert.equal(outcome, 'done');
      assert.deepEqual(seen, ['echo', 'echo', 'echo', 'echo', 'read_truncated_result']);
      assert.deepEqual(
        toolsUsed.map(({ result }) => result.error?.code),
        [undefined, 'DENIED', 'DENIED', 'DENIED', 'DENIED'],
      );
      const told = results({ messages } as RunOutcome<Scripted>);
      assert.match(told[1] ?? '', /not on Sundays/);
      assert.doesNotMatch(told[2] ?? '', /broken/);
    });

    it('[DPT-213] [DPT-214] [DPT-224] a result that was cut can be read on', async () => {
      const { driver, messages, events, toolsUsed } = await ran(
        [
          { calls: [call('abcdefghij', 'a')] },
          { calls: [{ id: 'b', name: 'read_truncated_result', args: { tool_call_id: 'a', offset: 4 } }] },
          { calls: [{ name: 'echo', args: { value: 'klmnopqr' } }] },
          {},
        ],
        { maxToolResultChars: 4, truncatedResultReadChars: 6 },
      );
      const told = results({ messages } as RunOutcome<Scripted>);
      assert.match(
        told[0] ?? '',
        /^abcd… \[truncated: 4 of 10 characters shown\. Call read_truncated_result\(tool_call_id="a", offset=4\) to read up to 6 more\.\]$/,
      );
      assert.match(told[1] ?? '', /^efgh… \[characters 4 to 8 of 10\./);
      if (!stream) assert.match(told[2] ?? '', /tool_call_id="result-1"/);
      assert.deepEqual(
        driver.requests.map(({ tools }) => tools.map(({ name }) => name)),
        Array.from({ length: 4 }, () => ['echo', 'fail', 'read_truncated_result']),
      );
      assert.deepEqual(
        toolsUsed.map(({ name }) => name),
        ['echo', 'read_truncated_result', 'echo'],
      );
      assert.equal(events.filter(({ type }) => type === 'tool_call').length, 3);
    });

    it('[DPT-219] [DPT-221] [DPT-225] over the runs of a session, and after one that was restored', async () => {
      const truncatedResults = new TruncatedResultStore();
      const options = { maxToolResultChars: 4, truncatedResultReadChars: 6 };
      const first = await ran([{ calls: [call('abcdefgh', 'a')] }, {}], { ...options, truncatedResults });
      const read = [
        { calls: [{ id: 'r', name: 'read_truncated_result', args: { tool_call_id: 'a', offset: 4 } }, call('ijklmnop', 'a')] },
        {},
      ];
      const second = results(await ran(read, { ...options, truncatedResults, messages: first.messages })).slice(1);
      assert.match(second[0] ?? '', /^efgh/);
      assert.match(second[1] ?? '', /tool_call_id="a-2"/);
      const restored = results(await ran(read, { ...options, messages: JSON.parse(JSON.stringify(first.messages)) })).slice(1);
      assert.match(restored[0] ?? '', /no longer available/);
      assert.match(restored[1] ?? '', /tool_call_id="a-2"/);
    });
  });

describe('runTools', () => {
  it('[DPT-227] a forced choice: no reading on, one warning; auto from the second request on', async () => {
    const script = [{ calls: [call('abcdefgh')] }, {}];
    const { driver, warnings } = await run(script, { toolChoice: 'any', maxToolResultChars: 4, truncatedResultReadChars: 6 });
    assert.deepEqual(
      driver.requests.map(({ choice }) => choice),
      [{ choice: 'any' }, { choice: 'auto' }],
    );
    assert.equal(driver.requests[0]?.tools.length, 2);
    assert.equal(warnings.filter((warning) => warning.includes('truncatedResultReadChars')).length, 1);
    const kept = await run(script, { toolChoice: 'any', resetToolChoice: false });
    assert.deepEqual(
      kept.driver.requests.map(({ choice }) => choice),
      [{ choice: 'any' }, { choice: 'any' }],
    );
    const none = await run(script, { toolChoice: 'none' });
    assert.deepEqual(
      none.driver.requests.map(({ choice }) => choice),
      [{ choice: 'none' }, { choice: 'none' }],
    );
  });

  it('[DPT-213] [DPT-245] what reads on may be called where a list says what may be called', async () => {
    const toolChoice = { mode: 'auto', allowed: ['echo', 'nope'] } as const;
    const { driver, warnings } = await run([{ calls: [call('abcdefgh')] }, {}], {
      toolChoice,
      maxToolResultChars: 4,
      truncatedResultReadChars: 6,
    });
    const choice = { choice: { allowed: ['echo', 'read_truncated_result'], forced: false } };
    assert.deepEqual(
      driver.requests.map((request) => request.choice),
      [choice, choice],
    );
    assert.equal(warnings.filter((warning) => warning.includes('nope')).length, 1);
    const whole = await run([{}], { toolChoice });
    assert.deepEqual(whole.driver.requests[0]?.choice, { choice: { allowed: ['echo'], forced: false } });
  });

  it('[DSPY-58] [A-06] the switch for parallel calls makes the choice auto, and off, calls run in turn', async () => {
    let running = 0;
    const one = new Tool({
      name: 'one',
      handler: async () => {
        running += 1;
        await new Promise(setImmediate);
        return (running -= 1);
      },
    });
    const script = [{ calls: [{ name: 'one' }, { name: 'one' }] }, {}];
    const off = await run(script, { tools: one, parallel: false });
    assert.deepEqual(off.driver.requests[0]?.choice, { choice: 'auto', parallel: false });
    assert.deepEqual(results(off), ['0', '0']);
    const on = await run(script, { tools: one, parallel: true });
    assert.deepEqual(on.driver.requests[0]?.choice, { choice: 'auto', parallel: true });
    assert.deepEqual(results(on), ['1', '0']);
  });

  it('[DPT-252] a choice that names nothing usable is warned of once', async () => {
    const { driver, warnings, events } = await run([{ calls: [call('x')] }, {}], { toolChoice: { type: 'tool', name: 'nope' } });
    assert.deepEqual(driver.requests[0]?.choice, { choice: 'auto' });
    assert.equal(warnings.length, 1);
    assert.equal(events.filter(({ type }) => type === 'warning').length, 1);
  });

  it('[DPT-184] [DPT-185] deferred tools are listed; without a search all are loaded, with one warning', async () => {
    const deferred = await run([{}], { deferTools: ['fail'], declare: { toolSearch: true } });
    assert.deepEqual([deferred.deferredTools, deferred.warnings.length], [['fail'], 0]);
    const without = await run([{}], { deferTools: ['fail'] });
    assert.deepEqual([without.deferredTools, without.warnings.length], [[], 1]);
    const elsewhere = await run([{}], { deferTools: ['fail'], declare: { toolSearch: true } }, 'gemini');
    assert.deepEqual([elsewhere.deferredTools, elsewhere.warnings.length], [[], 1]);
  });

  it('without tools nothing is declared and nothing chosen', async () => {
    const { driver, outcome } = await run([{ text: 'Hi.' }], { tools: [], truncatedResultReadChars: 5 });
    assert.equal(outcome, 'done');
    assert.deepEqual([driver.requests[0]?.tools, driver.requests[0]?.choice], [[], {}]);
  });

  it('text in pieces is told in pieces; a stream that breaks off keeps what came', async () => {
    const chunks = [{ type: 'text', text: 'Let ' } as const, { type: 'text', text: 'me' } as const];
    const whole = await run([{ chunks }], { stream: true });
    assert.deepEqual(
      whole.events.flatMap((event) => (event.type === 'text' ? [event.text] : [])),
      ['Let ', 'me'],
    );
    const broken = await run([{ chunks: [...chunks, new Error('reset')] }], { stream: true });
    assert.deepEqual([broken.outcome, broken.text, broken.messages.length], ['error', 'Let me', 1]);
  });

  it('[R-16] a stream that ends inside arguments: a warning, and the call is refused', async () => {
    const { warnings, messages, outcome } = await run([{ chunks: [{ type: 'call', id: 'a', name: 'echo', args: '{"value": "cu' }] }, {}], {
      stream: true,
    });
    assert.equal(outcome, 'done');
    assert.match(warnings.join(), /tool-call arguments/);
    assert.equal(
      messages.some((message) => message.role === 'tool' && message.isError),
      true,
    );
  });

  it('[DSPY-84] where ids are missing, the assistant says the same as the results', async () => {
    const driver = scripted([{ calls: [call('x'), call('y', 'b')] }, {}]);
    const withIds: ScriptedDriver['bridge']['withIds'] = (messages, calls) =>
      messages.map((message) => (message.role === 'assistant' ? { ...message, calls: [...calls] } : message));
    const client = { ...driver, bridge: { ...driver.bridge, withIds } };
    const { messages } = await runTools({ client, model: 'm', messages: [user], tools: echo });
    const [, assistant] = messages;
    assert.deepEqual(assistant?.role === 'assistant' && assistant.calls.map(({ id }) => id), ['call_0_0', 'b']);
    assert.deepEqual(
      messages.flatMap((message) => (message.role === 'tool' ? [message.id] : [])),
      ['call_0_0', 'b'],
    );
  });

  it('the context reaches the tools, and scopes decide which there are', async () => {
    const seen: unknown[] = [];
    const who = new Tool({ name: 'who', handler: (_args, context) => void seen.push(context.auth, context.callId) });
    const secret = new Tool({ name: 'secret', scopes: ['admin'], handler: () => assert.fail() });
    const registry = new ToolRegistry({ logger: quiet }).register([who, secret]);
    const { driver, toolsUsed } = await run(
      [
        {
          calls: [
            { id: 'a', name: 'who' },
            { id: 'b', name: 'secret' },
          ],
        },
        {},
      ],
      {
        registry,
        context: { auth: { subject: 'me' }, scopes: [] },
      },
    );
    assert.deepEqual(seen, [{ subject: 'me' }, 'a']);
    assert.deepEqual(driver.requests[0]?.tools, [{ name: 'who' }]);
    assert.equal(toolsUsed[1]?.result.error?.code, 'DENIED');
  });

  it('refuses options that cannot be, before any request', async () => {
    const client = scripted([{}]);
    const given: object[] = [
      { registry: new ToolRegistry(), tools: echo },
      { model: '' },
      { messages: 'Hi.' as never },
      { maxToolIterations: -1 },
      { maxToolIterations: 1.5 },
      { maxToolResultChars: -1 },
      { toolResultPreviewChars: -1 },
      { toolChoice: 'echo' as never },
      { client: {} },
      { client: {}, provider: 'mistral' },
      { model: 'gemini-2.5-pro', declare: { builtIn: [{}] } },
    ];
    for (const options of given)
      await assert.rejects(
        runTools({ client, model: 'm', messages: [user], tools: echo, logger: quiet, ...options }),
        (error) => error instanceof ToolError && error.code === 'INVALID_DEFINITION',
        JSON.stringify(Object.keys(options)),
      );
    assert.equal(client.requests.length, 0);
  });

  it('[DSPY-59] calls cannot be asked for without tools: the error says what to give, before any request', async () => {
    const client = scripted([{}]);
    for (const toolChoice of [undefined, 'any', 'none'] as const)
      for (const one of [
        client,
        textDriver(() => assert.fail('a request')),
        new OpenAI({ apiKey: 'none', fetch: () => assert.fail('a request') }),
      ])
        await assert.rejects(
          runTools({ client: one, model: 'm', messages: [], ...(toolChoice && { toolChoice }) } as unknown as RunOptions),
          (error) =>
            error instanceof ToolError &&
            error.code === 'INVALID_DEFINITION' &&
            /there are no tools: give a 'registry', or 'tools'/.test(error.message),
        );
    assert.equal(client.requests.length, 0);
    // An empty list is a list.
    assert.equal((await runTools({ client, model: 'm', messages: [user], tools: [] })).outcome, 'done');
  });
});

describe('clients', () => {
  const driver = scripted([{}]);
  const entry = (provider: DriverEntry['provider'], key: string): DriverEntry => ({
    provider,
    fits: (client) => (client as Record<string, unknown>)[key] === 'here',
    load: async () => driver,
  });
  const entries = [entry('openai-responses', 'responses'), entry('openai-chat', 'chat')];

  it('are known by what they have; the name of a provider chooses among those that fit', async () => {
    assert.equal(await driverFor({ chat: 'here' }, undefined, entries), driver);
    assert.equal(await driverFor({ chat: 'here' }, 'openai-chat', entries), driver);
    await assert.rejects(driverFor({ other: {} }, 'openai-chat', entries), /does not have what a client of openai-chat has/);
    assert.equal(await driverFor(driver, undefined, []), driver);
    await assert.rejects(driverFor({ other: {} }, undefined, entries), /openai-responses, openai-chat/);
    await assert.rejects(driverFor('client', undefined, entries), /is none that is known/);
  });
});
