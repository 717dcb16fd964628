/** How answers end, and runs with them: every bridge through its official client. */
import assert from 'node:assert/strict';
import { ToolCalls } from '../../../src/bridges/calling/calls.js';
import { executeCall, executeCalls } from '../../../src/bridges/calling/execute.js';
import type { RunEvent } from '../../../src/bridges/calling/loop/events.js';
import type { RunOptions } from '../../../src/bridges/calling/loop/options.js';
import { runTools } from '../../../src/bridges/calling/loop/run.js';
import { Tool, ToolRegistry } from '../../../src/index.js';
import { openai } from '../../../src/bridges/openai.js';
import { textDriver } from '../../../src/bridges/text.js';
import type { Provider } from '../../../src/bridges/calling/facts.js';
import { eventText } from './answers.js';
import { inPieces } from './matrix/server.js';
import { eventStream, wires, type Ending, type Wire } from './endings/wires.js';
import { wires as answersOf } from './hostile/wires.js';
import type { Json } from './legal/schema.js';

const inputSchema = { type: 'object', properties: { query: { type: 'string' } } } as const;

interface Sent {
  body: string | Uint8Array;
  type: string;
}

const json = (body: object | string): Sent => ({ body: typeof body === 'string' ? body : JSON.stringify(body), type: 'application/json' });
const sentBy = (wire: Wire, said: Ending, isStreaming: boolean): Sent =>
  isStreaming ? { body: wire.stream(said), type: wire.contentType ?? eventStream } : json(wire.whole(said));

/** The answers one after the other; at the end, and to what the provider would refuse, others. */
function fetchOf({ subject }: Wire, script: readonly Sent[], requests: Json[], refusals: string[]): typeof fetch {
  return async (input, init) => {
    const text = input instanceof Request ? await input.text() : (init?.body as string);
    const body = JSON.parse(text) as Json;
    requests.push(body);
    refusals.push(...subject.problems(body));
    const sent = script[requests.length - 1];
    assert.ok(sent, 'one request too many');
    const bytes = typeof sent.body === 'string' ? new TextEncoder().encode(sent.body) : sent.body;
    return new Response(inPieces(bytes, 16), { headers: { 'content-type': sent.type } });
  };
}

async function run(wire: Wire, script: readonly Sent[], options: Partial<RunOptions> = {}) {
  const requests: Json[] = [];
  const refusals: string[] = [];
  const warnings: string[] = [];
  const seen: unknown[] = [];
  const { subject } = wire;
  const outcome = await runTools({
    client: subject.client('http://127.0.0.1:9', fetchOf(wire, script, requests, refusals)),
    ...(subject.provider && { provider: subject.provider }),
    model: subject.model,
    messages: [subject.user('Go.')],
    tools: [
      new Tool({
        name: 'search',
        inputSchema,
        handler: (args: object) => {
          seen.push(args);
          return 'found';
        },
      }),
    ],
    logger: { error: () => {}, warn: (message: string) => void warnings.push(message) },
    ...options,
  } as RunOptions);
  return { ...outcome, requests, refusals, warnings, seen };
}

/** What the provider would say to the conversation, with the next question behind it. */
async function problemsOf(wire: Wire, messages: readonly unknown[]): Promise<string[]> {
  const end = Object.keys(wire.words)[0] ?? '';
  const next = [...messages, wire.subject.user('And now?')];
  return (await run(wire, [sentBy(wire, { text: 'Yes.', end }, false)], { messages: next })).refusals;
}

/** What a loop by hand puts into the conversation. */
const ownMessages: Readonly<Record<string, (answer: Json) => unknown[]>> = {
  'openai-chat': ({ choices }) => (choices as Json[]).map(({ message }) => message),
  mistral: ({ choices }) => (choices as Json[]).map(({ message }) => message),
  cohere: ({ message }) => [message],
  ollama: ({ message }) => [{ role: 'assistant', ...(message as Json) }],
  'openai-responses': ({ output }) => output as Json[],
  anthropic: ({ content }) => [{ role: 'assistant', content }],
  bedrock: ({ output }) => [{ role: 'assistant', ...((output as Json)['message'] as Json) }],
  gemini: ({ candidates }) => (candidates as Json[]).map(({ content }) => ({ role: 'model', ...(content as Json) })),
};

const wordsOf = (error: unknown): string => `${String(error)} ${String((error as { cause?: unknown } | undefined)?.cause)}`;

for (const wire of wires) {
  const { subject, words } = wire;
  const id = subject.id(0) ?? 'none';
  const [usual = ''] = Object.keys(words);

  describe(`${subject.title}: how answers end`, () => {
    for (const stream of [false, true]) {
      const way = stream ? 'streamed' : 'whole';

      for (const [word, reason] of Object.entries(words))
        it(`${word} is ${reason}: ${way}`, async () => {
          const ran = await run(wire, [sentBy(wire, { text: 'Well', end: word }, stream)], { stream });
          assert.deepEqual(
            [ran.outcome, ran.finishReason, ran.rawFinishReason, ran.text],
            [reason === 'error' ? 'error' : 'done', reason, word, 'Well'],
          );
          assert.equal(ran.warnings.length, ['length', 'content-filter'].includes(reason) ? 1 : 0, ran.warnings.join());
          assert.ok(ran.warnings.every((warning) => warning.includes(word)));
          if (reason === 'error') assert.match(String(ran.error), new RegExp(`could not answer: ${word}`));
          assert.match(JSON.stringify(ran.messages.at(-1)), /Well/);
          assert.deepEqual(await problemsOf(wire, ran.messages), []);
        });

      it(`calls are tool-calls, whatever the word: ${way}`, async () => {
        const script = [sentBy(wire, { call: id, end: usual }, stream), sentBy(wire, { text: 'Done.', end: usual }, stream)];
        const ran = await run(wire, script, { stream, maxToolIterations: 0 });
        assert.deepEqual([ran.outcome, ran.finishReason, ran.rawFinishReason], ['iterations', 'tool-calls', usual]);
        const all = await run(wire, script, { stream });
        assert.deepEqual([all.outcome, all.finishReason, all.seen, all.refusals], ['done', 'stop', [{ query: 'x' }], []]);
      });

      it(`an answer that says nothing leaves nothing in the conversation: ${way}`, async () => {
        for (const said of [{ end: usual }, { text: '', end: usual }]) {
          const ran = await run(wire, [sentBy(wire, said, stream)], { stream });
          assert.deepEqual([ran.outcome, ran.text, ran.messages], ['done', '', [subject.user('Go.')]]);
        }
      });

      it(`200 with an error, or with a page of a proxy, is an error that says so: ${way}`, async () => {
        for (const sent of [json({ error: { message: 'quota used up' } }), { body: '<html>quota used up</html>', type: 'text/html' }]) {
          const ran = await run(wire, [sent], { stream });
          assert.equal(ran.outcome, 'error');
          assert.doesNotMatch(String(ran.error), /Cannot read|undefined/);
          if (wire.hidesErrors !== true && !(stream && wire.hidesErrors))
            assert.match(wordsOf(ran.error), /quota used up|JSON|Unexpected/, wordsOf(ran.error));
          assert.deepEqual(ran.messages, [subject.user('Go.')]);
        }
      });
    }

    it('a stream that breaks off is an error; its text is in the conversation, and its calls are not run', async () => {
      for (const said of [...(wire.hidesEnds ? [] : [{ text: 'Well, I' }]), { text: 'Well, I', call: id }, { call: id }, {}]) {
        const ran = await run(wire, [sentBy(wire, said, true)], { stream: true });
        assert.equal(ran.outcome, 'error', JSON.stringify(said));
        assert.match(
          String(ran.error),
          /could not answer: (?:the stream ended before its last event|no event of a stream came)|Did not receive done/,
        );
        assert.deepEqual([ran.text, ran.seen, ran.turns], [said.text ?? '', [], 0]);
        assert.equal(ran.messages.length, said.text === undefined ? 1 : 2);
        if (said.text !== undefined) assert.match(JSON.stringify(ran.messages.at(-1)), /"Well, I"/);
        assert.deepEqual(await problemsOf(wire, ran.messages), []);
      }
    });

    it('a stream that breaks off after a call was run: the call has its result', async () => {
      const script = [sentBy(wire, { call: id, end: usual }, true), sentBy(wire, { text: 'So', call: id }, true)];
      const ran = await run(wire, script, { stream: true });
      assert.deepEqual([ran.outcome, ran.text, ran.seen.length, ran.toolsUsed.length], ['error', 'So', 1, 1]);
      assert.deepEqual(await problemsOf(wire, ran.messages), []);
    });

    it('JSON in place of a stream is an error, or an answer', async () => {
      const ran = await run(wire, [json(wire.whole({ text: 'Well', end: usual }))], { stream: true });
      assert.equal(ran.outcome, wire.takesJson ? 'done' : 'error');
      assert.doesNotMatch(String(ran.error), /Cannot read/);
    });

    it('an abort within a stream: the text so far is in the conversation', async () => {
      const controller = new AbortController();
      const onEvent = ({ type }: RunEvent): void => void (type === 'text' && controller.abort());
      const script = [sentBy(wire, { text: 'Well, I', call: id, end: usual }, true)];
      const ran = await run(wire, script, { stream: true, signal: controller.signal, onEvent });
      assert.deepEqual([ran.outcome, ran.text, ran.seen, ran.messages.length], ['cancelled', 'We', [], 2]);
      assert.match(JSON.stringify(ran.messages.at(-1)), /"We"/);
      assert.deepEqual(await problemsOf(wire, ran.messages), []);
    });

    it('an abort while a tool runs: the call has its result', async () => {
      const controller = new AbortController();
      const onEvent = ({ type }: RunEvent): void => void (type === 'tool_call' && controller.abort());
      const script = [sentBy(wire, { text: 'Well', call: id, end: usual }, true)];
      const hanging = new Tool({
        name: 'search',
        inputSchema,
        handler: () => new Promise(() => {}),
      });
      const ran = await run(wire, script, { stream: true, signal: controller.signal, onEvent, tools: [hanging] });
      assert.deepEqual([ran.outcome, ran.text, ran.toolsUsed[0]?.result.error?.code], ['cancelled', 'Well', 'CANCELLED']);
      assert.deepEqual(await problemsOf(wire, ran.messages), []);
    });

    it('calls with one id by hand: each has its result, and a turn that is written anew is legal', async () => {
      const raw = ['x', 'y'].map((query) => ({ id, name: 'search', args: { query } }));
      const search = new Tool({ name: 'search', inputSchema, handler: ({ query }: { query: string }) => `found ${query}` });
      const registry = new ToolRegistry().register(search);
      for (const calls of [ToolCalls.fromRaw(raw), ToolCalls.from(raw)]) {
        const results = await executeCalls(calls, registry);
        const told = JSON.stringify(subject.bridge.toMessages(calls, results));
        assert.ok(told.indexOf('found x') >= 0 && told.indexOf('found y') > told.indexOf('found x'), told);
      }
      const calls = ToolCalls.fromRaw(raw).withIds();
      const turn = subject.bridge.replay(calls, await executeCalls(calls, registry));
      assert.match(JSON.stringify(turn), /found y/);
      assert.deepEqual(await problemsOf(wire, [subject.user('Go.'), ...turn]), []);
    });

    it("calls with one id by hand, or without one: the model's own message gets the ids of the calls", async () => {
      const answers = Object.values(answersOf).find(({ bridge }) => bridge.provider === subject.bridge.provider);
      const own = ownMessages[subject.bridge.provider];
      assert.ok(answers && own);
      const registry = new ToolRegistry().register(new Tool({ name: 'search', inputSchema, handler: () => 'found' }));
      for (const ids of [
        [id, id],
        [undefined, undefined],
        [id, undefined],
        [id, subject.id(1)],
        // As those that are made here, of another turn or place.
        [undefined, 'call_7_0', undefined],
        ['call_0_1', undefined],
      ])
        for (const withIds of [true, false]) {
          const sent = ids.map((one) => ({ id: one, name: 'search', args: '{"query":"x"}' }));
          const answer = answers.answer(sent) as Json;
          const before = structuredClone(answer);
          const read = subject.bridge.parseCalls(answer, registry);
          const calls = withIds ? read.withIds(7) : read;
          const results = await executeCalls(calls, registry);
          const turn: unknown[] = [...subject.bridge.withIds(own(answer), calls), ...subject.bridge.toMessages(calls, results, registry)];
          assert.deepEqual(answer, before);
          assert.deepEqual(await problemsOf(wire, [subject.user('Go.'), ...turn]), [], JSON.stringify(turn));
        }
    });

    it('ids by hand: what was said before may stand in front, and keeps its own', async () => {
      const answers = Object.values(answersOf).find(({ bridge }) => bridge.provider === subject.bridge.provider);
      const own = ownMessages[subject.bridge.provider];
      assert.ok(answers && own);
      const said = (ids: readonly (string | undefined)[]): Json =>
        answers.answer(ids.map((one) => ({ id: one, name: 'search', args: '{"query":"x"}' }))) as Json;
      const [earlier, answer] = [said([id, subject.id(1)]), said([undefined, undefined])];
      const calls = subject.bridge.parseCalls(answer).withIds(1);
      const all = subject.bridge.withIds([...own(earlier), subject.user('Go on.'), ...own(answer)] as never[], calls);
      assert.deepEqual(all.slice(0, own(earlier).length), subject.bridge.withIds(own(earlier) as never[], new ToolCalls()));
      assert.deepEqual(JSON.stringify(all.slice(0, own(earlier).length)), JSON.stringify(own(earlier)));
      assert.deepEqual(all.slice(-own(answer).length), subject.bridge.withIds(own(answer) as never[], calls));
    });

    it('blank text is not sent back, alone or before a call', async () => {
      for (const stream of [false, true]) {
        const script = [sentBy(wire, { text: '\n\n', call: id, end: usual }, stream), sentBy(wire, { text: ' \n', end: usual }, stream)];
        const ran = await run(wire, script, { stream });
        assert.deepEqual([ran.outcome, ran.seen.length, ran.refusals], ['done', 1, []]);
        assert.deepEqual(await problemsOf(wire, ran.messages), []);
      }
      const broken = await run(wire, [sentBy(wire, { text: ' \n' }, true)], { stream: true });
      assert.deepEqual([broken.outcome, broken.messages.length], ['error', 1]);
    });

    it('a guard that decides nothing does not keep a run that is aborted', async () => {
      const controller = new AbortController();
      const guard = (): Promise<boolean> => {
        setImmediate(() => controller.abort());
        return new Promise(() => {});
      };
      const ran = await run(wire, [sentBy(wire, { call: id, end: usual }, false)], { signal: controller.signal, guard });
      assert.deepEqual([ran.outcome, ran.seen, ran.toolsUsed[0]?.result.error?.code], ['cancelled', [], 'CANCELLED']);
      assert.deepEqual(await problemsOf(wire, ran.messages), []);
    });

    it('a store of results that fails ends the run, and leaves no call without its result', async () => {
      const truncatedResults = { keep: () => assert.fail('the disk is full'), retire: () => {} };
      const options = { truncatedResults, truncatedResultReadChars: 9, maxToolResultChars: 2 } as unknown as Partial<RunOptions>;
      const ran = await run(wire, [sentBy(wire, { text: 'Well', call: id, end: usual }, false)], options);
      assert.deepEqual([ran.outcome, ran.text, ran.toolsUsed.length], ['error', 'Well', 1]);
      assert.deepEqual(await problemsOf(wire, ran.messages), []);
    });
  });
}

it('a streamed message of calls with one id gets the ids of the calls, of which each has its own', () => {
  const answer = openai.accumulate();
  for (const index of [0, 1]) {
    const call = { index, id: 'same', type: 'function' as const, function: { name: 'search', arguments: '{}' } };
    const delta = { tool_calls: [call] };
    answer.push({
      id: 'x',
      object: 'chat.completion.chunk',
      created: 1,
      model: 'm',
      choices: [{ index: 0, delta, finish_reason: index === 0 ? null : 'tool_calls' }],
    });
  }
  const calls = answer.calls().withIds(3);
  const [message] = openai.withIds([answer.message()], calls);
  assert.ok(message?.role === 'assistant');
  assert.deepEqual(
    message.tool_calls?.map(({ id }) => id),
    ['same', 'call_3_1'],
  );
});

const wireOf = (provider: Provider): Wire => {
  const found = wires.find(({ subject }) => subject.bridge.provider === provider);
  assert.ok(found);
  return found;
};

/** The same answer, whole or as the one event of a stream. */
const both = (whole: object, events: readonly object[]): [stream: boolean, Sent][] => [
  [false, json(whole)],
  [true, { body: eventText(events), type: eventStream }],
];

describe('what only one API says of the end', () => {
  it('Gemini: a prompt that was blocked is an error that says why', async () => {
    const wire = wireOf('gemini');
    const blocked = {
      promptFeedback: { blockReason: 'PROHIBITED_CONTENT', blockReasonMessage: 'Not here' },
      usageMetadata: { promptTokenCount: 7 },
    };
    for (const [stream, sent] of both(blocked, [blocked])) {
      const ran = await run(wire, [stream ? { ...sent, body: eventText([blocked], '') } : sent], { stream });
      assert.deepEqual(
        [ran.outcome, ran.finishReason, ran.rawFinishReason, ran.messages.length, ran.usage.inputTokens],
        ['error', 'content-filter', 'PROHIBITED_CONTENT', 1, 7],
      );
      assert.match(String(ran.error), /the prompt was blocked \(PROHIBITED_CONTENT: Not here\)/);
    }
  });

  it('Gemini: an empty part goes, one with a signature stays', async () => {
    const wire = wireOf('gemini');
    const signed = { text: '', thoughtSignature: 'c2ln' };
    const parts = [{ functionCall: { name: 'search', args: {} } }, { text: '' }, signed, { text: '', thought: true }];
    const chunk = { candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP' }] };
    const done = wire.whole({ text: 'Done.', end: 'STOP' });
    for (const stream of [false, true]) {
      const sent = (body: object): Sent => (stream ? { body: eventText([body], ''), type: eventStream } : json(body));
      const ran = await run(wire, [sent(chunk), sent(done)], { stream });
      assert.deepEqual([ran.outcome, ran.error, ran.refusals], ['done', undefined, []]);
      assert.deepEqual((ran.messages[1] as { parts: unknown[] }).parts, [parts[0], signed]);
    }
  });

  it('[DSPY-82] Bedrock: of a call that cannot be read the model is told, and the run goes on', async () => {
    const wire = wireOf('bedrock');
    for (const stream of [false, true])
      for (const text of ['Let me see.', undefined]) {
        const said = { ...(text !== undefined && { text }), end: 'malformed_tool_use' };
        const ran = await run(wire, [sentBy(wire, said, stream), sentBy(wire, { text: 'Done.', end: 'end_turn' }, stream)], { stream });
        assert.deepEqual([ran.outcome, ran.error, ran.text, ran.turns, ran.refusals], ['done', undefined, 'Done.', 2, []]);
        assert.match(JSON.stringify(ran.requests[1]), /could not be read, and nothing was run/);
      }
  });

  it('OpenAI Chat Completions: an answer without choices is an error, with what a gateway says of it', async () => {
    const wire = wireOf('openai-chat');
    for (const choices of [[], [{ index: 0 }]]) {
      const none = await run(wire, [json({ id: 'x', choices })]);
      assert.match(String(none.error), /could not answer: the answer has nothing in it\./);
    }
    const refused = await run(wire, [json({ id: 'x', choices: [], error: { message: 'quota used up' } })]);
    assert.match(String(refused.error), /could not answer: quota used up\./);
    const choice = {
      index: 0,
      message: { role: 'assistant', content: '' },
      finish_reason: 'error',
      error: { code: 502, message: 'overloaded' },
    };
    const failed = await run(wire, [json({ id: 'x', choices: [choice] })]);
    assert.deepEqual([failed.finishReason, failed.messages.length], ['error', 1]);
    assert.match(String(failed.error), /could not answer: error: overloaded\./);
  });

  it('OpenAI Chat Completions: calls that are said to be there, and are not, are warned of', async () => {
    const ran = await run(wireOf('openai-chat'), [json(wireOf('openai-chat').whole({ text: 'I search.', end: 'tool_calls' }))]);
    assert.deepEqual([ran.outcome, ran.finishReason, ran.text], ['done', 'tool-calls', 'I search.']);
    assert.match(ran.warnings.join(), /says that it calls tools \(tool_calls\), but there are no calls/);
  });

  it('events in what is labelled JSON are read all the same', async () => {
    for (const provider of ['openai-chat', 'openai-responses', 'anthropic'] as const) {
      const wire = wireOf(provider);
      const [end = ''] = Object.keys(wire.words);
      const sent = { body: `\n\n${String(wire.stream({ text: 'Well', end }))}`, type: 'application/json; charset=utf-8' };
      const ran = await run(wire, [sent], { stream: true });
      assert.deepEqual([ran.outcome, ran.error, ran.text], ['done', undefined, 'Well'], provider);
    }
  });

  it('OpenAI Chat Completions: the end may be told by the usage alone', async () => {
    const wire = wireOf('openai-chat');
    const events = [
      { choices: [{ index: 0, delta: { content: 'Well' } }] },
      { choices: [], usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 } },
    ];
    const ran = await run(wire, [{ body: eventText(events), type: eventStream }], { stream: true });
    assert.deepEqual([ran.outcome, ran.finishReason, ran.rawFinishReason, ran.text], ['done', 'other', undefined, 'Well']);
  });

  it('OpenAI Chat Completions: a call in the place of old runs, and goes back as one of today', async () => {
    const wire = wireOf('openai-chat');
    const piece = (function_call: object): object => ({ choices: [{ index: 0, delta: { function_call } }] });
    const end = { choices: [{ index: 0, delta: {}, finish_reason: 'function_call' }] };
    const message = { role: 'assistant', content: null, function_call: { name: 'search', arguments: '{"query":"x"}' } };
    const ways = both({ choices: [{ index: 0, message, finish_reason: 'function_call' }] }, [
      piece({ name: 'search', arguments: '' }),
      piece({ arguments: '{"query"' }),
      piece({ arguments: ':"x"}' }),
      end,
    ]);
    for (const [stream, sent] of ways) {
      const ran = await run(wire, [sent, sentBy(wire, { text: 'Done.', end: 'stop' }, stream)], { stream });
      assert.deepEqual([ran.outcome, ran.text, ran.seen, ran.refusals], ['done', 'Done.', [{ query: 'x' }], []]);
      assert.doesNotMatch(JSON.stringify(ran.messages), /function_call"/);
    }
  });

  it('OpenAI Responses: a failure says what the API says, in an event of its own too', async () => {
    const wire = wireOf('openai-responses');
    const failed = { status: 'failed', output: [], error: { code: 'server_error', message: 'out of order' } };
    for (const [stream, sent] of both(failed, [{ type: 'response.failed', response: failed }])) {
      const ran = await run(wire, [sent], { stream });
      assert.deepEqual([ran.outcome, ran.finishReason, ran.rawFinishReason], ['error', 'error', 'failed']);
      assert.match(String(ran.error), /could not answer: failed: out of order\./);
    }
    const event = { type: 'error', code: 'server_error', message: 'out of order' };
    const ran = await run(wire, [{ body: eventText([event]), type: eventStream }], { stream: true });
    assert.equal(ran.outcome, 'error');
    assert.match(String(ran.error), /out of order/);
  });

  it('thinking that came to no end does not go back', async () => {
    const limits: [Provider, object][] = [
      ['anthropic', { content: [{ type: 'thinking', thinking: 'Hm', signature: 's' }], stop_reason: 'max_tokens' }],
      [
        'bedrock',
        {
          output: { message: { role: 'assistant', content: [{ reasoningContent: { reasoningText: { text: 'Hm' } } }] } },
          stopReason: 'max_tokens',
        },
      ],
      [
        'openai-responses',
        {
          status: 'incomplete',
          incomplete_details: { reason: 'max_output_tokens' },
          output: [{ type: 'reasoning', id: 'rs', summary: [] }],
        },
      ],
    ];
    for (const [provider, body] of limits) {
      const ran = await run(wireOf(provider), [json(body)]);
      assert.deepEqual([ran.outcome, ran.finishReason, ran.messages.length, ran.warnings.length], ['done', 'length', 1, 1], provider);
    }
  });

  it('a prompt: a reply that breaks off is kept, and an empty one leaves nothing', async () => {
    const stream = async function* (): AsyncGenerator<string> {
      yield 'Well, ';
      throw new Error('gone');
    };
    const options = {
      model: 'm',
      messages: [{ role: 'user' as const, content: 'Go.' }],
      tools: [new Tool({ name: 'a', handler: () => 1 })],
    };
    const broken = await runTools({ ...options, client: textDriver(() => Promise.resolve(''), { stream }), stream: true });
    assert.deepEqual([broken.outcome, broken.text.trim(), broken.messages.length], ['error', 'Well,', 2]);
    const empty = await runTools({ ...options, client: textDriver(() => Promise.resolve('')) });
    assert.deepEqual([empty.outcome, empty.finishReason, empty.messages.length], ['done', undefined, 1]);
  });

  it('a single call that did not come whole is not run either', async () => {
    const [call] = openai.parseCalls({
      choices: [
        {
          index: 0,
          finish_reason: 'length',
          message: { role: 'assistant', tool_calls: [{ id: 'a', type: 'function', function: { name: 'clear', arguments: '' } }] },
        },
      ],
    } as never);
    assert.ok(call);
    await assert.rejects(executeCall(call, { clear: () => assert.fail('it ran') }), (error: { code?: unknown; cause?: unknown }) => {
      assert.equal(error.code, 'EXECUTION_FAILED');
      assert.match(String(error.cause), /The answer ended within this call, and nothing was run/);
      return true;
    });
  });
});
