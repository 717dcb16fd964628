/** Streams that end, and nothing tells why: of mocks, of clients that are wrapped, and of servers that leave it out. */
import assert from 'node:assert/strict';
import OpenAI from 'openai';
import type { RunOptions } from '../../src/bridges/calling/loop/options.js';
import { runTools } from '../../src/bridges/calling/loop/run.js';
import { Tool } from '../../src/index.js';
import { eventText } from './calling/answers.js';
import { mistralSubject } from './calling/matrix/subjects/mistral.js';

type Chunks = readonly object[];

/** How an API streams; `end` is what its mock or server leaves out. */
interface Api {
  /** A client with the methods of the official one that are needed, and nothing of its responses. */
  client(answer: () => AsyncIterable<unknown>): object;
  provider?: 'mistral' | 'ollama';
  text(text: string): object;
  call(args: string): object;
  end(reason: string): object;
  reason: string;
  /** Its calls come whole. */
  isWhole?: true;
}

const call = (args: string) => ({ id: 'call00000', type: 'function', index: 0, function: { name: 'search', arguments: args } });

const apis: Record<string, Api> = {
  'OpenAI Chat Completions': {
    client: (answer) => ({ chat: { completions: { create: () => Promise.resolve(answer()) } } }),
    text: (content) => ({ choices: [{ index: 0, delta: { content } }] }),
    call: (args) => ({ choices: [{ index: 0, delta: { tool_calls: [call(args)] } }] }),
    end: (finish_reason) => ({ choices: [{ index: 0, delta: {}, finish_reason }] }),
    reason: 'stop',
  },
  Mistral: {
    provider: 'mistral',
    client: (answer) => ({ chat: { complete: () => assert.fail('streams are wanted'), stream: () => Promise.resolve(answer()) } }),
    text: (content) => ({ data: { choices: [{ index: 0, delta: { content } }] } }),
    call: (args) => ({ data: { choices: [{ index: 0, delta: { toolCalls: [call(args)] } }] } }),
    end: (finishReason) => ({ data: { choices: [{ index: 0, delta: {}, finishReason }] } }),
    reason: 'stop',
  },
  Ollama: {
    provider: 'ollama',
    client: (answer) => ({ chat: () => Promise.resolve(answer()) }),
    text: (content) => ({ message: { role: 'assistant', content }, done: false }),
    call: (args) => ({
      message: {
        role: 'assistant',
        content: '',
        tool_calls: [{ function: { name: 'search', arguments: JSON.parse(args || '{}') as object } }],
      },
      done: false,
    }),
    end: (done_reason) => ({ message: { role: 'assistant', content: '' }, done: true, done_reason }),
    reason: 'stop',
    isWhole: true,
  },
};

async function* streamOf(chunks: Chunks): AsyncGenerator<object> {
  yield* chunks;
}

async function run({ client, provider }: Api, answers: readonly (Chunks | AsyncIterable<unknown>)[], options: Partial<RunOptions> = {}) {
  const left = [...answers];
  const warnings: string[] = [];
  const seen: unknown[] = [];
  const search = new Tool({
    name: 'search',
    inputSchema: { type: 'object', properties: { query: { type: 'string' } } },
    handler: (args: object) => {
      seen.push(args);
      return 'found';
    },
  });
  const next = (): AsyncIterable<unknown> => {
    const answer = left.shift() ?? assert.fail('one request too many');
    return Array.isArray(answer) ? streamOf(answer as Chunks) : (answer as AsyncIterable<unknown>);
  };
  const outcome = await runTools({
    client: client(next),
    ...(provider && { provider }),
    model: 'm',
    messages: [{ role: 'user', content: 'Go.' }],
    tools: [search],
    stream: true,
    logger: { error: () => {}, warn: (message: string) => void warnings.push(message) },
    ...options,
  } as RunOptions);
  return { ...outcome, warnings, seen };
}

const brokenOff = /could not answer: the stream ended before its last event/;

for (const [title, api] of Object.entries(apis))
  describe(`${title}: a stream that ends, and nothing tells why`, () => {
    it('its text is the answer, and there is a warning', async () => {
      const ran = await run(api, [[api.text('We'), api.text('ll.')]]);
      assert.deepEqual([ran.outcome, ran.finishReason, ran.rawFinishReason, ran.text], ['done', 'other', undefined, 'Well.']);
      assert.match(JSON.stringify(ran.messages.at(-1)), /"Well\."/);
      assert.match(ran.warnings.join(), /did not say why its answer ended: its end may be missing/);
      assert.equal(ran.warnings.length, 1);
    });

    it('a call that is whole is run', async () => {
      const ran = await run(api, [
        [api.text('I search.'), api.call('{"query":"x"}')],
        [api.text('Done.'), api.end(api.reason)],
      ]);
      assert.deepEqual([ran.outcome, ran.finishReason, ran.text, ran.seen], ['done', 'stop', 'Done.', [{ query: 'x' }]]);
      assert.deepEqual([ran.toolsUsed.length, ran.warnings], [1, []]);
    });

    if (!api.isWhole)
      it('a call that is not whole, or lacks its arguments, tells that the stream broke off', async () => {
        for (const args of ['{"query":"x', '', ' ']) {
          const ran = await run(api, [[api.text('I search.'), api.call(args)]]);
          assert.deepEqual([ran.outcome, ran.finishReason, ran.text, ran.seen], ['error', 'error', 'I search.', []], args);
          assert.match(String(ran.error), brokenOff);
          assert.doesNotMatch(JSON.stringify(ran.messages), /call00000/);
        }
      });

    it('a stream that says nothing broke off', async () => {
      const blank = await run(api, [[api.text(' \n')]]);
      assert.deepEqual([blank.outcome, blank.messages.length], ['error', 1]);
      assert.match(String(blank.error), brokenOff);
      const none = await run(api, [[]]);
      assert.equal(none.outcome, 'error');
      assert.match(String(none.error), /no event of a stream came/);
    });

    it('what was told of the end holds', async () => {
      const ran = await run(api, [
        [api.call(''), api.end('tool_calls')],
        [api.text('Well.'), api.end('length')],
      ]);
      assert.deepEqual([ran.outcome, ran.finishReason, ran.rawFinishReason, ran.seen], ['done', 'length', 'length', [{}]]);
      assert.match(ran.warnings.join(), /reached its limit of tokens/);
    });

    it('a stream that hangs is told to stop', async () => {
      const controller = new AbortController();
      let isStopped = false;
      const stop = (): Promise<IteratorResult<unknown>> => {
        isStopped = true;
        return Promise.resolve({ done: true, value: undefined });
      };
      const first = [api.text('Well, I')];
      const hanging = {
        abort: stop,
        [Symbol.asyncIterator]: () => ({
          next: () => (first.length > 0 ? Promise.resolve({ done: false, value: first.shift() }) : new Promise(() => {})),
          return: stop,
        }),
      };
      const onEvent: RunOptions['onEvent'] = ({ type }) => void (type === 'text' && setImmediate(() => controller.abort()));
      const ran = await run(api, [hanging as AsyncIterable<unknown>], { signal: controller.signal, onEvent });
      assert.deepEqual([ran.outcome, ran.text, isStopped], ['cancelled', 'Well, I', true]);
    });
  });

describe('OpenAI Chat Completions: a custom tool', () => {
  it('nothing tells that its text is whole', async () => {
    const custom = { index: 0, id: 'a', type: 'custom', custom: { name: 'search', input: 'x' } };
    const ran = await run(apis['OpenAI Chat Completions'] as Api, [[{ choices: [{ index: 0, delta: { tool_calls: [custom] } }] }]]);
    assert.deepEqual([ran.outcome, ran.seen], ['error', []]);
    assert.match(String(ran.error), brokenOff);
  });
});

describe('Mistral, its own client: [DONE] is all that tells of the end', () => {
  it('the answer is taken as it is', async () => {
    const chunk = (delta: object): object => ({ id: 'x', model: 'm', choices: [{ index: 0, delta, finish_reason: null }] });
    const search = { id: 'call00000', index: 0, type: 'function', function: { name: 'search', arguments: '{"query":"x"}' } };
    const bodies = [eventText([chunk({ tool_calls: [search] })]), eventText([chunk({ content: 'Done.' })])];
    const answer: typeof fetch = () => {
      const body = bodies.shift() ?? assert.fail('one request too many');
      return Promise.resolve(new Response(body, { headers: { 'content-type': 'text/event-stream' } }));
    };
    const api = { ...apis['Mistral'], client: () => mistralSubject.client('http://127.0.0.1:9', answer) } as Api;
    const ran = await run(api, []);
    assert.deepEqual(
      [ran.outcome, ran.error, ran.finishReason, ran.text, ran.seen],
      ['done', undefined, 'other', 'Done.', [{ query: 'x' }]],
    );
  });
});

describe('APIs with an event for the end: without it a stream broke off, whatever the client', () => {
  const answers: Record<string, [client: (answer: AsyncIterable<unknown>) => object, Chunks]> = {
    'Anthropic Messages': [
      (answer) => ({ messages: { create: () => Promise.resolve(answer) } }),
      [
        { type: 'content_block_start', index: 0, content_block: { type: 'text', text: 'Well.' } },
        { type: 'content_block_stop', index: 0 },
      ],
    ],
    'OpenAI Responses': [
      (answer) => ({ responses: { create: () => Promise.resolve(answer) } }),
      [{ type: 'response.output_text.delta', item_id: 'm', output_index: 0, delta: 'Well.' }],
    ],
    Cohere: [
      (answer) => ({ chat: () => assert.fail('streams are wanted'), chatStream: () => Promise.resolve(answer) }),
      [{ type: 'content-delta', index: 0, delta: { message: { content: { text: 'Well.' } } } }],
    ],
    Gemini: [
      (answer) => ({
        models: { generateContent: () => assert.fail('streams are wanted'), generateContentStream: () => Promise.resolve(answer) },
      }),
      [{ candidates: [{ content: { role: 'model', parts: [{ text: 'Well.' }] } }] }],
    ],
  };
  for (const [title, [client, chunks]] of Object.entries(answers))
    it(title, async () => {
      const messages = title === 'Gemini' ? [{ role: 'user', parts: [{ text: 'Go.' }] }] : [{ role: 'user', content: 'Go.' }];
      const ran = await run(
        { ...apis['Ollama'], client: (answer: () => AsyncIterable<unknown>) => client(answer()) } as unknown as Api,
        [chunks],
        {
          provider: undefined,
          messages,
        },
      );
      assert.deepEqual([ran.outcome, ran.text], ['error', 'Well.']);
      assert.match(String(ran.error), brokenOff);
    });
});

describe('OpenAI Chat Completions, its own client: what other servers stream', () => {
  const chunk = (choice: object | undefined, more: object = {}): object => ({
    id: 'x',
    object: 'chat.completion.chunk',
    model: 'm',
    choices: choice ? [{ index: 0, finish_reason: null, ...choice }] : [],
    ...more,
  });
  const usage = { usage: { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 } };
  const ranWith = (chunks: Chunks, mark?: string) => {
    const body = eventText(chunks, mark);
    const answer: typeof fetch = () => Promise.resolve(new Response(body, { headers: { 'content-type': 'text/event-stream' } }));
    const client = () => new OpenAI({ apiKey: 'k', baseURL: 'http://127.0.0.1:9/v1', maxRetries: 0, fetch: answer });
    return run({ ...apis['OpenAI Chat Completions'], client } as Api, []);
  };

  it('a text in parts is a text', async () => {
    const ran = await ranWith([
      chunk({ delta: { content: [{ type: 'text', text: 'We' }, null, { type: 'reference' }] } }),
      chunk({ delta: { content: 'll.' } }),
    ]);
    assert.deepEqual([ran.outcome, ran.text], ['done', 'Well.']);
  });

  it('a message in place of a piece is the answer, but not once more', async () => {
    const message = { role: 'assistant', content: 'Well.' };
    const only = await ranWith([chunk({ message, finish_reason: 'stop' })]);
    assert.deepEqual([only.outcome, only.finishReason, only.text], ['done', 'stop', 'Well.']);
    const again = await ranWith([chunk({ delta: { content: 'Well.' } }), chunk({ message, finish_reason: 'stop' })]);
    assert.equal(again.text, 'Well.');
  });

  it('what the request took tells of the end only where nothing follows', async () => {
    const last = await ranWith([chunk({ delta: { content: 'Well.' } }), chunk(undefined, usage)], '');
    assert.deepEqual([last.outcome, last.finishReason, last.text], ['done', 'other', 'Well.']);
    const first = await ranWith([chunk(undefined, usage), chunk({ delta: { content: 'Well, I' } })], '');
    assert.deepEqual([first.outcome, first.text], ['error', 'Well, I']);
    assert.match(String(first.error), brokenOff);
  });

  it('nothing, and nothing of why: there is a warning', async () => {
    for (const delta of [{ role: 'assistant', content: '' }, { content: ' \n' }]) {
      const ran = await ranWith([chunk({ delta })]);
      assert.deepEqual([ran.outcome, ran.warnings], ['done', ['OpenAI Chat Completions said nothing, and not why.']]);
    }
    assert.deepEqual((await ranWith([chunk({ delta: { content: '' }, finish_reason: 'stop' })])).warnings, []);
  });
});
