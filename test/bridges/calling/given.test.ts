/** Slips of whoever writes the program: each is told where it stands, with what to write instead. */
import { deepEqual, equal, match, rejects, throws } from 'node:assert/strict';
import { runInNewContext } from 'node:vm';
import { aiSdk } from '../../../src/bridges/ai-sdk.js';
import { declareTools } from '../../../src/bridges/calling/declare.js';
import { type ParsedCall, ToolCalls } from '../../../src/bridges/calling/calls.js';
import { executeCall, executeCalls } from '../../../src/bridges/calling/execute.js';
import { googleAdk } from '../../../src/bridges/google-adk.js';
import { langchain } from '../../../src/bridges/langchain.js';
import { mastra } from '../../../src/bridges/mastra.js';
import { openaiAgents } from '../../../src/bridges/openai-agents.js';
import { text, textDriver } from '../../../src/bridges/text.js';
import type { CallResult } from '../../../src/bridges/calling/results.js';
import { runTools } from '../../../src/bridges/calling/loop/run.js';
import { anthropicDriver } from '../../../src/bridges/anthropic.js';
import { bedrockDriver } from '../../../src/bridges/bedrock.js';
import { cohereDriver } from '../../../src/bridges/cohere.js';
import { geminiDriver, toCallableTool } from '../../../src/bridges/gemini.js';
import { mistralDriver } from '../../../src/bridges/mistral.js';
import { ollamaDriver } from '../../../src/bridges/ollama.js';
import { openaiDriver } from '../../../src/bridges/openai.js';
import { openaiResponsesDriver } from '../../../src/bridges/openai-responses.js';
import { param, Tool, type ToolError, ToolRegistry, tool } from '../../../src/index.js';
import { wires } from './hostile/wires.js';

class OrderService {
  cancel(id: string): string {
    return id;
  }
}
tool()(OrderService.prototype, 'cancel', Object.getOwnPropertyDescriptor(OrderService.prototype, 'cancel') as never);

/** Needs no manifest. */
class Marked {
  ping(word: string): string {
    return word;
  }
}
param({ name: 'word', schema: { type: 'string' } })(Marked.prototype, 'ping', 0);
tool()(Marked.prototype, 'ping', Object.getOwnPropertyDescriptor(Marked.prototype, 'ping') as never);

const definition = { name: 'add', inputSchema: { type: 'object', properties: { a: { type: 'number' } } } } as const;
const add = new Tool({ ...definition, handler: ({ a }) => a });
const registry = new ToolRegistry().register(add);
const promise = Promise.resolve(registry);
const refusal = (message: RegExp): object => ({ code: 'INVALID_DEFINITION', message });

async function* tools(): AsyncGenerator<Tool> {
  yield add;
}

/** Marked itself, whatever it holds. */
class MarkedList extends Marked {
  *[Symbol.iterator](): Generator {
    yield 1;
  }
}

/** Made anew each time: a generator gives what it has but once. */
const someSeries = <T>(one: T): (() => Iterable<T>)[] => [
  () => new Set([one]),
  () => new Map([['key', one]]).values(),
  () => [one][Symbol.iterator](),
  function* () {
    yield one;
  },
  () => ({ [Symbol.iterator]: () => [one][Symbol.iterator]() }),
  () => new (class Box extends Array<T> {})(one),
];

const resultOf = ({ id, name }: ParsedCall): CallResult => ({ name, ...(id !== undefined && { callId: id }), isError: false, content: [] });

/** What is given as tools, and what is said of it. */
const noTools: readonly [what: string, given: unknown, message: RegExp][] = [
  ['nothing', undefined, /toTools\(\) needs tools, and got undefined.*a registry, as a list \(registry\.list\(\)\), or as one Tool/],
  ['null', null, /got null/],
  ['a service', new OrderService(), /got an instance of OrderService; register it first: new ToolRegistry\(\{ manifest \}\)/],
  ['a class', OrderService, /got the function or class OrderService; register it first/],
  ['a promise', promise, /got a promise: put 'await' before it/],
  ['an object', {}, /got an object without a tool's 'name' and 'inputSchema'/],
  ['a text', 'add', /got a text/],
  ['an answer of tools/list', { tools: [definition] }, /give its field 'tools'/],
  ['a service in a list', [add, new OrderService()], /tool 2 of the list is an instance of OrderService; register it first/],
  ['a registry in a list', [registry], /tool 1 of the list is a registry; give its list: \.\.\.registry\.list\(\)/],
  ['a list in a list', [[add]], /tool 1 of the list is a list in a list/],
  ['a hole', [undefined], /tool 1 of the list is undefined/],
  ['parameters in place of inputSchema', [{ name: 'a', parameters: {} }], /a tool in the form of a provider.*'builtIn'/],
];

describe('what a bridge is given', () => {
  for (const [api, { bridge, answer }] of Object.entries(wires)) {
    describe(api, () => {
      it('takes a registry, one tool and one definition for a list', () => {
        const list = bridge.toTools([add]);
        deepEqual(bridge.toTools(registry), list);
        deepEqual(bridge.toTools(add), list);
        deepEqual(bridge.toTools(definition), list);
        deepEqual(bridge.toToolChoice('auto', registry), bridge.toToolChoice('auto', [add]));
        deepEqual(bridge.toRequestFields(registry), bridge.toRequestFields([add]));
        const calls = bridge.parseCalls(answer([{ id: 'a', name: 'add', args: '{"a":1}' }]), registry);
        deepEqual(calls[0]?.args, { a: 1 });
        equal(
          bridge.toMessages(calls, [{ name: 'add', ...(calls[0]?.id && { callId: calls[0].id }), isError: false, content: [] }], registry)
            .length,
          1,
        );
      });

      for (const [what, given, message] of noTools)
        it(`refuses ${what} as tools`, () => {
          throws(() => bridge.toTools(given as never), refusal(message));
          if (Array.isArray(given)) return;
          throws(() => bridge.toToolChoice('auto', given as never), refusal(/toToolChoice\(\) needs tools/));
        });

      it('takes anything that gives tools one by one', () => {
        const list = bridge.toTools([add]);
        for (const series of someSeries(add)) {
          deepEqual(bridge.toTools(series()), list);
          deepEqual(bridge.toTools(series(), { freeText: {} }), list);
          deepEqual(bridge.toToolChoice('auto', series(), { freeText: {} }), bridge.toToolChoice('auto', [add]));
          const calls = bridge.parseCalls(answer([{ id: 'a', name: 'add', args: '{"a":1}' }]), series());
          deepEqual(calls[0]?.args, { a: 1 });
          deepEqual(bridge.toMessages(calls, calls.map(resultOf), series()), bridge.toMessages(calls, calls.map(resultOf), [add]));
        }
        throws(() => bridge.toTools(new Map([['add', add]]) as never), refusal(/got a Map; give what it holds: map\.values\(\)/));
        throws(() => bridge.toTools(new MarkedList() as never), refusal(/got an instance of MarkedList; register it first/));
        throws(() => bridge.toTools([new Set([add])] as never), refusal(/tool 1 of the list is a list in a list; make it one list/));
        throws(() => bridge.toTools(Object.assign([add], { 2: add }) as never), refusal(/tool 2 of the list is undefined/));
        throws(() => bridge.parseCalls(answer([]), [add, null] as never), refusal(/tool 2 of the list is null/));
        throws(() => bridge.toTools(tools() as never), refusal(/got an async iterable: collect what it gives first/));
        throws(() => bridge.toTools(new Uint8Array() as never), refusal(/got an instance of Uint8Array/));
      });

      it('what can be gone through once may be given again and again', () => {
        const once = [add].values();
        for (let time = 0; time < 2; time += 1) deepEqual(bridge.toTools(once), bridge.toTools([add]));
        deepEqual(bridge.parseCalls(answer([{ id: 'a', name: 'add', args: '{"a":1}' }]), once)[0]?.args, { a: 1 });
      });

      it('refuses what toTools gave', () => {
        throws(() => bridge.toTools(bridge.toTools([add]) as never), refusal(/tool 1 of the list is a tool in the form of a provider/));
      });

      it('refuses what is no whole answer of its own', async () => {
        const whole = answer([{ id: 'a', name: 'add', args: '{}' }]) as never;
        equal(bridge.parseCalls(answer([]) as never).length, 0);
        throws(() => bridge.parseCalls(Promise.resolve(whole) as never), refusal(/got a promise: put 'await' before it/));
        throws(() => bridge.parseCalls({}), refusal(/got an object with nothing in it/));
        throws(() => bridge.parseCalls(undefined), refusal(/got undefined/));
        throws(() => bridge.parseCalls('{}'), refusal(/got a text/));
        throws(() => bridge.parseCalls((async function* () {})()), refusal(/got a stream: use accumulate\(\)/));
        throws(() => bridge.parseCalls({ error: { message: 'No credit' } }), refusal(/got an error: No credit/));
        for (const [other, { answer: foreign }] of Object.entries(wires))
          if (other !== api)
            throws(
              () => bridge.parseCalls(foreign([{ id: 'a', name: 'add', args: '{}' }])),
              refusal(new RegExp(`one of another API: ${other.replace('-r', 'R')}\\.parseCalls`)),
              other,
            );
      });
    });
  }

  it('a tool that stands twice in the list is said to, and a provider by another name is known', () => {
    const list = (tools: readonly Tool[], message: RegExp): void =>
      throws(() => declareTools(tools, 'anthropic'), { code: 'DUPLICATE_TOOL', toolName: 'add', message });
    list([add, add], /named 'add'\. It is the same one: leave out the second/);
    list([add, new Tool(definition)], /named 'add'\. Give one another name/);
    throws(() => declareTools([add], 'openai' as never), refusal(/There is no provider 'openai'\. Did you mean 'openai-chat'\?/));
    throws(() => declareTools([add], undefined as never), refusal(/There is no provider 'undefined'\. There are: openai-chat/));
  });

  it('the text bridge reads texts', () => {
    throws(() => text.parseCalls({ choices: [] } as never), refusal(/reads the text of an answer/));
  });

  it('frameworks take one tool, and refuse what holds none', async () => {
    deepEqual(Object.keys(aiSdk.toTools(add)), ['add']);
    for (const bridge of [aiSdk, mastra, langchain, openaiAgents, googleAdk]) {
      const made = async (given: unknown): Promise<unknown> => bridge.toTools(given as never);
      await rejects(made(undefined), refusal(/toTools\(\) needs tools, and got undefined/));
      await rejects(made(promise), refusal(/got a promise: put 'await' before it/));
      await rejects(made({}), refusal(/: toTools\(\): got a plain object without marked methods/));
      await rejects(made(new OrderService()), {
        code: 'STALE_MANIFEST',
        message: /OrderService\.cancel; give that of the generated module to the registry: new ToolRegistry\(\{ manifest \}\)/,
      });
    }
  });
});

describe('what a run is given', () => {
  it('tools that need a manifest come in a registry', async () => {
    const client = textDriver(() => Promise.resolve(''));
    await rejects(runTools({ client, model: 'm', messages: [], tools: [new OrderService()] }), {
      code: 'STALE_MANIFEST',
      message:
        /OrderService\.cancel; give that of the generated module to the registry: new ToolRegistry\(\{ manifest \}\)\.register\(…\)\. Run/,
    });
    await rejects(runTools({ client, model: 'm', messages: [], tools: [add, add] }), {
      code: 'DUPLICATE_TOOL',
      message: /^Two tools are named 'add'.*the same one, registered twice/,
    });
  });
});

describe('who is told what cannot be registered', () => {
  const client = textDriver(() => Promise.resolve(''));
  const bridges = { 'Vercel AI SDK': aiSdk, Mastra: mastra, LangChain: langchain, 'OpenAI Agents': openaiAgents, 'Google ADK': googleAdk };
  const places: readonly [place: string, give: (items: never) => unknown][] = [
    ['registry.register()', (items) => new ToolRegistry().register(items)],
    ['runTools', (tools) => runTools({ client, model: 'm', messages: [], tools })],
    ...Object.entries(bridges).map(([name, bridge]): (typeof places)[number] => [`${name}: toTools()`, (items) => bridge.toTools(items)]),
  ];
  const endless: unknown[] = [];
  endless.push(endless);
  const faults: readonly [given: unknown, words: RegExp][] = [
    [{}, /got a plain object/],
    [[1], /got number/],
    [[add, null], /got null/],
    [[new Date()], /Date has no method marked/],
    [new Set([[promise]]), /got a promise: put 'await' before it/],
    [OrderService, /got the class OrderService; pass an instance \(new OrderService\(…\)\), or register it with a 'resolve' option/],
    [class Bare {}, /class Bare has no method marked/],
    [() => 1, /is not marked; wrap it with tool\(fn\)/],
    [endless, /lists are nested more than 16 deep/],
    [new Map([['add', add]]), /got a Map; give what it holds: map\.values\(\)/],
    [runInNewContext('new Map([[1, 2]])'), /got a Map; give what it holds: map\.values\(\)/],
    [new FormData(), /got pairs; give what it holds/],
    [new Uint8Array(), /Uint8Array has no method marked/],
    [[new String('add')], /got a text/],
    [tools(), /got an async iterable: collect what it gives first \(for await …\), and give the list/],
    [[tools()], /got an async iterable/],
    [new ReadableStream(), /got an async iterable/],
    [[new ToolRegistry()], /got a registry, ToolRegistry; give what it holds: registry\.list\(\)/],
    [{ [Symbol.iterator]: 1 }, /got a plain object/],
  ];

  for (const [place, give] of places)
    it(place, async () => {
      for (const [given, words] of faults)
        await rejects(
          async () => give(given as never),
          ({ code, message }: ToolError) => {
            equal(code, 'INVALID_DEFINITION');
            match(message, words);
            equal(message.startsWith(`${place}: `), true, message);
            return true;
          },
        );
    });

  it('nobody, of what gives them one by one', async () => {
    for (const series of someSeries<object>(add)) {
      deepEqual(Object.keys(aiSdk.toTools(series())), ['add']);
      const { outcome } = await runTools({ client, model: 'm', messages: [], tools: series() });
      equal(outcome, 'done');
      equal(await executeCall({ name: 'add', args: { a: 2 } }, series() as Iterable<Tool>), 2);
    }
  });

  it('things that stand twice', async () => {
    const service = new Marked();
    for (const [place, give] of places)
      await rejects(
        async () => give([service, service] as never),
        ({ message }: ToolError) => message === `${place}: this very instance of Marked stands twice in the list: leave out the second.`,
      );
  });
});

describe('what a driver is made with', () => {
  const makers: readonly [make: (client: never) => unknown, message: RegExp][] = [
    [openaiDriver, /^openaiDriver\(client\): the client has no chat\.completions\.create\(\)\. Pass the official one: new OpenAI\(\)/],
    [openaiResponsesDriver, /has no responses\.create\(\)/],
    [anthropicDriver, /has no messages\.create\(\)/],
    [geminiDriver, /has no models\.generateContent\(\)/],
    [bedrockDriver, /has no send\(\)/],
    [mistralDriver, /has no chat\.complete\(\)/],
    [cohereDriver, /has no chat\(\)/],
    [ollamaDriver, /has no chat\(\)/],
  ];
  for (const [make, message] of makers)
    it(`${make.name}: is a client`, () => {
      throws(() => make({} as never), refusal(message));
      throws(() => make(undefined as never), refusal(/the client is undefined/));
      throws(() => make(promise as never), refusal(/is a promise: put 'await' before it/));
    });

  it('textDriver: is a function that gives a text', async () => {
    throws(() => textDriver(undefined as never), refusal(/needs a function that gives the model's reply, and got undefined/));
    const error = async (reply: unknown): Promise<unknown> => {
      const client = textDriver(() => Promise.resolve(reply as string));
      const { outcome, error: told } = await runTools({ client, model: 'm', messages: [{ role: 'user', content: 'hi' }], registry });
      equal(outcome, 'error');
      throw told;
    };
    await rejects(error(undefined), refusal(/must give the text of the reply, and gave undefined; is a 'return' missing\?/));
    const pieces = async function* (): AsyncGenerator<string> {
      yield 'a';
    };
    await rejects(
      error(pieces()),
      refusal(/and gave a stream; give what streams as the option 'stream': textDriver\(complete, \{ stream \}\)/),
    );
    await rejects(error(new ReadableStream()), refusal(/and gave a stream/));
    await rejects(error({ choices: [] }), refusal(/gave an object with choices; give its text/));
  });
});

describe('what calls are run with', () => {
  const calls = [{ id: 'a', name: 'add', args: { a: 1 } }];
  const run = (...given: unknown[]): Promise<unknown> => executeCalls(...(given as Parameters<typeof executeCalls>));

  it('is a registry', async () => {
    await rejects(run(calls), refusal(/the registry is undefined\. Calls are run by a registry/));
    await rejects(run(calls, new OrderService()), refusal(/the registry is an instance of OrderService/));
    await rejects(
      run(calls, [add]),
      refusal(/the registry is a list of tools\. Calls.*register them: new ToolRegistry\(\)\.register\(\[…\]\)\.$/),
    );
    await rejects(run(calls, calls), refusal(/the registry is a list: is the order of the arguments right\? Calls/));
    await rejects(run(calls, add), refusal(/the registry is an instance of Tool/));
    await rejects(run(calls, OrderService), refusal(/the registry is the function or class OrderService/));
    await rejects(run([], promise), refusal(/the registry is a promise: put 'await' before it/));
  });

  it('are calls that a bridge has read', async () => {
    await rejects(run(registry, calls), refusal(/got a registry: is the order of the arguments right\?/));
    await rejects(run({ choices: [] }, registry), refusal(/calls that a bridge's parseCalls\(\) gave, and got an object with choices/));
    await rejects(run('[]', registry), refusal(/got a text/));
    await rejects(run(undefined, registry), refusal(/got undefined/));
    await rejects(
      run([{ id: 'a', type: 'function', function: { name: 'add' } }], registry),
      refusal(/an object with id, type, function, without a name/),
    );
  });

  it('one call is run with tools, a registry or functions', async () => {
    const [call] = calls;
    const one = (...given: unknown[]): Promise<unknown> => executeCall(...(given as Parameters<typeof executeCall>));
    equal(await one(call, registry), 1);
    equal(await one(call, [add]), 1);
    equal(await one(call, { add: ({ a }: { a: number }) => a + 1 }), 2);
    await rejects(one(call, undefined), refusal(/executeCall\(call, tools\): needs tools, or functions by name, and got undefined/));
    await rejects(one(undefined, [add]), refusal(/executeCall\(call, tools\): among the calls is undefined, without a name/));
    throws(
      () => toCallableTool(new OrderService() as never),
      refusal(/toCallableTool\(registry\): the registry is an instance of OrderService/),
    );
    throws(() => ToolCalls.from(Promise.resolve([])), refusal(/ToolCalls\.from\(\) got a promise: put 'await' before it/));
  });

  it('streams come chunk by chunk', () => {
    for (const { bridge } of Object.values(wires)) {
      const push = (chunk: unknown): unknown => bridge.accumulate(registry).push(chunk);
      for (const [chunk, message] of [
        [Promise.resolve({}), /one chunk of a stream, and got a promise/],
        [(async function* () {})(), /got the whole stream: for await/],
      ] as [unknown, RegExp][]) {
        throws(() => push(chunk), refusal(message));
      }
    }
  });

  it('results stand after the calls', async () => {
    const results = await executeCalls(calls, registry);
    for (const { bridge } of Object.values(wires))
      throws(() => bridge.toMessages(results as never, calls as never), refusal(/has no 'content'.*is the order of the arguments right\?/));
  });

  it('results are awaited', () => {
    for (const { bridge } of Object.values(wires))
      throws(
        () => bridge.toMessages(calls as never, executeCalls(calls, registry) as never),
        refusal(/executeCalls\(\) gave, and got a promise/),
      );
  });
});
