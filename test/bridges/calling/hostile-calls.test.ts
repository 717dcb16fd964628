/** What models, servers and tools should never send, through every bridge: nothing throws, hangs, or harms the call beside it. */
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { executeCalls } from '../../../src/bridges/calling/execute.js';
import type { RunClient } from '../../../src/bridges/calling/loop/clients.js';
import type { RunOptions, RunOutcome } from '../../../src/bridges/calling/loop/options.js';
import { runTools } from '../../../src/bridges/calling/loop/run.js';
import { ToolCallResults } from '../../../src/bridges/calling/results.js';
import { Tool, ToolError, ToolRegistry, type ToolResult } from '../../../src/index.js';
import { type SentCall, wires } from './hostile/wires.js';

const quiet = { error: () => {}, warn: () => {} };
const inputSchema = {
  type: 'object',
  properties: { v: { type: 'string' }, o: { type: 'object', additionalProperties: true } },
  additionalProperties: false,
} as const;
const echo = new Tool({ name: 'echo', inputSchema, handler: (args: object) => Object.keys(args) });
const good = new Tool({ name: 'good', handler: () => 'fine' });
const registry = new ToolRegistry({ logger: quiet }).register([echo, good]);

const deepText = `{"o":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;

const someArguments: Readonly<Record<string, unknown>> = {
  'no JSON': 'hello',
  'a list': '[1,2]',
  'a number': '5',
  null: null,
  'the text null': 'null',
  'JSON within JSON': '"{\\"v\\":\\"x\\"}"',
  'ten megabytes': `{"v":"${'x'.repeat(10_000_000)}"}`,
  'very deep': deepText,
  'a key twice': '{"v":"a","v":"b"}',
  __proto__: '{"__proto__":{"polluted":1},"o":{"__proto__":{"polluted":1}}}',
  constructor: '{"constructor":{"prototype":{"polluted":1}}}',
  'cut off': '{"v":"abc',
  'two objects': '{"v":"a"}{"v":"b"}',
  nothing: undefined,
  'the empty text': '',
  'many keys': JSON.stringify(Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`k${index}`, index]))),
  'half a character': '{"v":"\\ud800"}',
};
const someNames: readonly unknown[] = [
  'constructor',
  '__proto__',
  'toString',
  '',
  'functions.echo',
  'x'.repeat(10_000),
  null,
  undefined,
  5,
  {},
  ['echo'],
];
const someIds: readonly unknown[] = [undefined, null, '', 5, {}, 'x'.repeat(10_000), 'null', 'with space é'];

describe('hostile calls', () => {
  for (const [api, { bridge, answer }] of Object.entries(wires)) {
    /** All the way: read, run, told, replayed. The call after them is a good one. */
    const through = async (...sent: SentCall[]): Promise<ToolResult[]> => {
      const calls = bridge.parseCalls(answer([...sent, { id: 'good', name: 'good', args: '{}' }]), registry.list());
      equal(calls.length, sent.length + 1);
      const results = await executeCalls(calls, registry);
      const told = ToolCallResults.from(results);
      ok(JSON.stringify(bridge.toMessages(calls.withIds(), told, registry.list())));
      ok(bridge.replay(calls.withIds(), told, '', registry.list()).length > 0);
      deepEqual(results.at(-1)?.content, [{ type: 'text', text: 'fine' }]);
      return results;
    };

    it(`${api}: arguments`, async () => {
      for (const [what, args] of Object.entries(someArguments)) {
        const [result] = await through({ id: 'c1', name: 'echo', args });
        ok(JSON.stringify(result!.content).length < 5000, what);
      }
      equal(({} as { polluted?: unknown }).polluted, undefined);
    });

    it(`${api}: names`, async () => {
      for (const name of someNames) {
        const [result] = await through({ id: 'c1', name, args: '{"v":"x"}' });
        ok(result!.isError, String(name));
      }
    });

    it(`${api}: ids`, async () => {
      for (const id of someIds) equal((await through({ id, name: 'echo', args: '{"v":"x"}' }))[0]!.isError, false);
    });

    it(`${api}: one id for several calls`, async () => {
      const same = ['a', 'b', 'c'].map((v) => ({ id: 'same', name: 'echo', args: JSON.stringify(v === 'b' ? { o: {} } : { v }) }));
      const results = await through(...same);
      deepEqual(
        results.map(({ content }) => (content[0] as { text: string }).text),
        ['["v"]', '["o"]', '["v"]', 'fine'],
      );
      equal(new Set(results.map(({ callId }) => callId)).size, 4);
    });
  }
});

const secret = 'sk-123';
const circle: Record<string, unknown> = {};
circle['self'] = circle;
const throwing = (): never => {
  throw new Error(secret);
};

/** By name, what a tool gives; what the model reads of it. */
const someResults: Readonly<Record<string, [() => unknown, RegExp]>> = {
  circle: [() => circle, /contains itself/],
  bigint: [() => ({ n: 10n ** 30n }), /^\{"n":"1000/],
  large: [() => 'x'.repeat(50_000_000), /^xxx/],
  nothing: [() => undefined, /^$/],
  symbol: [() => Symbol('x'), /^$/],
  getter: [() => Object.defineProperty({}, 'x', { enumerable: true, get: throwing }), /could not be read/],
  toJSON: [() => ({ toJSON: throwing }), /could not be read/],
  proxy: [() => new Proxy({}, { ownKeys: throwing }), /could not be read/],
  deep: [() => JSON.parse(deepText) as unknown, /nested deeper/],
  'no base64': [() => ({ type: 'image', data: '!!!', mimeType: 'image/png' }), /^\[image: image\/png, \d+ bytes\]$/],
  'base64 of URLs, in lines': [() => ({ type: 'image', data: '-_8A\nAAAA', mimeType: 'image/png' }), /^\[an image, which follows\]$/],
  'throws nothing': [() => Promise.reject(null), /without a message/],
  'throws an object': [() => Promise.reject({ password: secret }), /without a message/],
};

/** A client of OpenAI that first calls these tools, then says that it is done. */
function client(...names: string[]): { asked: unknown[] } & RunClient {
  const asked: unknown[] = [];
  const calls = names.map((name, index) => ({ id: `c${index}`, name, args: '{}' }));
  const create = (request: unknown): Promise<unknown> =>
    Promise.resolve(
      asked.push(request) === 1
        ? wires['openai']!.answer(calls)
        : { choices: [{ index: 0, message: { role: 'assistant', content: 'done' } }] },
    );
  return { asked, chat: { completions: { create } } };
}

const run = (options: Partial<RunOptions>): Promise<RunOutcome> =>
  runTools({
    client: client('good'),
    provider: 'openai-chat',
    model: 'm',
    messages: [],
    tools: [good],
    logger: quiet,
    ...options,
  } as RunOptions);

const readBy = ({ messages }: RunOutcome): string[] =>
  (messages as { role: string; content: unknown }[]).filter(({ role }) => role === 'tool').map(({ content }) => String(content));

describe('hostile results', () => {
  for (const [name, [give, expected]] of Object.entries(someResults))
    it(name, async () => {
      const tool = new Tool({ name: 'hostile', handler: give });
      const outcome = await run({ client: client('hostile', 'good'), tools: [tool, good] });
      equal(outcome.outcome, 'done');
      const [first, second] = readBy(outcome);
      match(first!, expected);
      ok(first!.length < 200_000);
      equal(second, 'fine');
      ok(!JSON.stringify(outcome.messages).includes(secret));
    });
});

const someAnswers: Readonly<Record<string, () => unknown>> = {
  nothing: () => Promise.resolve(undefined),
  'a number': () => Promise.resolve(5),
  'an empty object': () => Promise.resolve({}),
  'calls that are a text': () =>
    Promise.resolve({ choices: [{ message: { tool_calls: 'x' } }], output: 'x', content: 'x', message: { tool_calls: 5 } }),
  'a call that is null': () =>
    Promise.resolve({ choices: [{ message: { tool_calls: [null], toolCalls: [null] } }], output: [null], content: [null] }),
  'a value at once': () => ({ choices: [{}] }),
  'a throw': throwing,
  'a rejection without a reason': () => Promise.reject(null),
};

/** By provider, a client that answers with this. */
const clients: Readonly<Record<string, (answer: () => unknown) => RunClient>> = {
  'openai-chat': (create) => ({ chat: { completions: { create } } }),
  'openai-responses': (create) => ({ responses: { create } }),
  anthropic: (create) => ({ messages: { create } }),
  gemini: (create) => ({ models: { generateContent: create, generateContentStream: create } }),
  mistral: (complete) => ({ chat: { complete, stream: complete } }),
};

describe('hostile clients', () => {
  for (const [provider, make] of Object.entries(clients))
    it(`${provider}: whatever comes is an outcome`, async () => {
      for (const [what, answer] of Object.entries(someAnswers))
        for (const stream of [false, true]) {
          const { outcome, error } = await run({ client: make(answer), provider: provider as 'gemini', stream, maxToolIterations: 2 });
          ok(outcome === 'error' || outcome === 'done', `${what}: ${outcome}`);
          if (error instanceof Error && error.message !== secret) ok(error instanceof ToolError, `${what}: ${String(error)}`);
        }
    });

  it('that never answer are left when the signal fires', async () => {
    for (const [provider, make] of Object.entries(clients))
      for (const stream of [false, true]) {
        const controller = new AbortController();
        setImmediate(() => controller.abort());
        const hanging = make(() => new Promise(() => {}));
        equal((await run({ client: hanging, provider: provider as 'gemini', stream, signal: controller.signal })).outcome, 'cancelled');
      }
  });

  it('that call for ever are stopped at the bound, and every call has its result', async () => {
    const answer = (): Promise<unknown> => Promise.resolve(wires['openai']!.answer([{ id: 'same', name: 'good', args: '{}' }]));
    const outcome = await run({ client: clients['openai-chat']!(answer), maxToolIterations: 30 });
    equal(outcome.outcome, 'iterations');
    equal(readBy(outcome).length, 31);
  });

  for (const api of ['openai', 'openai-responses', 'anthropic'] as const)
    it(`${api}: calls of one id, or of none, pair in the transcript`, async () => {
      const provider = api === 'openai' ? 'openai-chat' : api;
      for (const id of ['same', undefined]) {
        const sent = [1, 2].map(() => ({ id, name: 'good', args: '{}' }));
        let turn = 0;
        const make = clients[provider]!(() => Promise.resolve(wires[api]!.answer(turn++ === 0 ? sent : [])));
        const { outcome, messages } = await run({ client: make, provider });
        equal(outcome, 'done');
        const ids = [...JSON.stringify(messages).matchAll(/"(?:id|call_id|tool_call_id|tool_use_id)":"([^"]+)"/g)].map(([, one]) => one);
        const counts = [...new Set(ids)].map((one) => ids.filter((other) => other === one).length);
        deepEqual(counts, [2, 2]);
      }
    });
});
