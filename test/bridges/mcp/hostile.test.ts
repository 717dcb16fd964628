/** What a bad client may send over stdio: no request goes without an answer, and nothing ends the process. */
import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { publish } from '../../../src/bridges/mcp/eras/publication.js';
import type { McpServerOptions } from '../../../src/bridges/mcp/options.js';
import { Connection } from '../../../src/bridges/mcp/stdio/connection.js';
import { serveStreams } from '../../../src/bridges/mcp/stdio/serve.js';
import type { ToolContext, ToolRegistry } from '../../../src/index.js';
import { object, toolsOf } from './cases/build.js';
import type { Json } from './cases/index.js';
import { until } from './support.js';

type Message = { id?: unknown; method?: string; params?: Json; result?: Json; error?: { code: number; message: string } };

const nameForm = object({ name: { type: 'string' } });
const ask = (context: ToolContext, message: string, key?: string) =>
  context.elicit({ message, requestedSchema: nameForm, ...(key && { key }) });

const askers = (): ToolRegistry =>
  toolsOf({
    echo: () => 'echo',
    both: async (_args, context) => JSON.stringify(await Promise.allSettled([ask(context, 'a'), ask(context, 'b')])),
    inTurn: async (_args, context) => {
      // The second fails while the first is waited for.
      const [first, second] = [ask(context, 'a'), ask(context, 'b')];
      return [await first, await second];
    },
    sampled: async (_args, context) => {
      const { content } = await context.sample({ messages: [], maxTokens: 1 });
      await ask(context, 'then');
      return JSON.stringify(content);
    },
    collide: async (_args, context) => (await Promise.all([ask(context, 'a', 'question-2'), ask(context, 'b')])).length,
    endless: async (_args, context) => {
      for (;;) await ask(context, 'again?');
    },
    crowd: async (_args, context) =>
      (await Promise.allSettled(Array.from({ length: 20 }, () => ask(context, 'x')))).map(({ status }) => status).join(),
    chatty: (_args, context) => {
      const progress = context.progress as (...told: unknown[]) => void;
      progress(1, Number.NaN, {});
      progress(2, 'three', 5);
      progress(3, 4, 'fine');
      context.log('info', 'x'.repeat(100_000));
      context.log('info', new Error('y'.repeat(100_000)));
      context.log('info', [1, 2]);
      return 'said';
    },
    unsendable: (_args, context) => context.elicit({ message: 'x', requestedSchema: object({ n: { type: 'number', default: 1n } }) }),
    cyclic: (_args, context) => {
      const tools: unknown[] = [];
      const question = { messages: [], maxTokens: 1, metadata: { tools } };
      tools.push(question);
      return context.sample(question);
    },
  });

const capabilities = { elicitation: { form: {} }, sampling: {}, roots: {} };
const envelope: Json = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': capabilities,
};
const request = (id: unknown, method: string, params: Json = {}) => ({ jsonrpc: '2.0', id, method, params });
const hello = (protocolVersion = '2025-11-25') =>
  request('hello', 'initialize', { protocolVersion, capabilities, clientInfo: { name: 'raw', version: '1' } });
const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);

function open(options: McpServerOptions = {}, registry = askers()) {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const logs: string[] = [];
  const serving = serveStreams(publish(registry, { log: (message) => void logs.push(message), ...options }), input, output);
  let text = '';
  output.on('data', (chunk: Buffer) => void (text += String(chunk)));
  const messages = (): Message[] =>
    text
      .split('\n')
      .slice(0, -1)
      .flatMap((line) => JSON.parse(line) as Message | Message[]);
  const answerTo = (id: unknown) => messages().find((message) => message.id === id && message.method === undefined);
  return {
    logs,
    messages,
    serving,
    write: (...all: (object | string)[]) => {
      for (const one of all) input.write(`${typeof one === 'string' ? one : JSON.stringify(one)}\n`);
    },
    answer: async (id: unknown): Promise<Message> => {
      await until(() => answerTo(id) !== undefined);
      const found = answerTo(id);
      assert.ok(found, `no answer to ${JSON.stringify(id)}`);
      return found;
    },
  };
}

describe('mcp with a bad client over stdio', () => {
  for (const era of ['legacy', 'modern'] as const)
    describe(era, () => {
      const own = era === 'modern' ? envelope : {};
      const start = async (options: McpServerOptions = {}) => {
        const opened = open(options);
        if (era === 'legacy') {
          opened.write(hello());
          await opened.answer('hello');
        }
        return opened;
      };

      const odd: [title: string, request: Json, code: number | undefined][] = [
        ['a progress token that is none', request(1, 'tools/list', { _meta: { ...own, progressToken: {} } }), -32602],
        ['a progress token that is null', request(1, 'tools/list', { _meta: { ...own, progressToken: null } }), -32602],
        ['a related task that is none', request(1, 'tools/list', { _meta: { ...own, 'io.modelcontextprotocol/related-task': 5 } }), -32602],
        ['a _meta that is none', request(1, 'tools/list', { _meta: 5 }), -32602],
        ['a _meta that is null', request(1, 'tools/list', { _meta: null }), -32602],
        ['a _meta that is a list', request(1, 'tools/list', { _meta: [] }), -32602],
        ['members of its own', { ...request(1, 'tools/list', { _meta: own }), extra: 1 }, undefined],
        ['a result', { ...request(1, 'tools/list', { _meta: own }), result: {} }, -32600],
        ['an error', { ...request(1, 'tools/list', { _meta: own }), error: { code: 1, message: 'x' } }, -32600],
        ['a wish for a task', request(1, 'tools/call', { name: 'echo', task: { ttl: 5 }, _meta: own }), undefined],
        ['no method', request(1, '', { _meta: own }), -32601],
        ['the name of a prototype for its method', request(1, '__proto__', { _meta: own }), -32601],
      ];
      for (const [title, message, code] of odd)
        it(`a request with ${title} is answered`, async () => {
          const { write, answer, serving } = await start();
          write(message);
          assert.equal((await answer(1)).error?.code, code);
          await serving.end();
        });

      it('arguments and parameters of any depth are answered', async () => {
        const { write, answer, serving } = await start();
        const meta = JSON.stringify(own);
        write(
          `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{"x":${nested(50_000)}},"_meta":${meta}}}`,
          `{"jsonrpc":"2.0","id":2,"method":"tools/list","params":{"x":${nested(50_000)},"_meta":${meta}}}`,
        );
        assert.equal((await answer(1)).result?.['isError'], true);
        assert.equal((await answer(2)).error, undefined);
        await serving.end();
      });

      it('questions that have no JSON form fail in the method, and the server lives on', async () => {
        const { write, answer, serving } = await start();
        write(request(1, 'tools/call', { name: 'unsendable', _meta: own }), request(2, 'tools/call', { name: 'cyclic', _meta: own }));
        assert.equal((await answer(1)).result?.['isError'], true);
        assert.equal((await answer(2)).result?.['isError'], true);
        write(request(3, 'tools/call', { name: 'echo', _meta: own }));
        assert.equal((await answer(3)).result?.['isError'], false);
        await serving.end();
      });
    });

  it('a batch of millions is refused in one answer', async () => {
    const { write, answer, messages, serving } = open();
    write(hello('2025-03-26'));
    await answer('hello');
    write(`[${'1,'.repeat(3_000_000)}1]`, request(2, 'ping'));
    await answer(2);
    const refused = messages().filter(({ error }) => error);
    assert.deepEqual(
      refused.map(({ error }) => error?.code),
      [-32600],
    );
    assert.match(refused[0]?.error?.message ?? '', /1000/);
    await serving.end();
  });

  it('a call that is cancelled while it waits for two questions leaves no rejection behind', async () => {
    const { write, answer, messages, serving } = open();
    write(hello());
    await answer('hello');
    write(request(1, 'tools/call', { name: 'inTurn' }));
    await until(() => messages().filter(({ method }) => method === 'elicitation/create').length === 2);
    const unhandled: unknown[] = [];
    const note = (reason: unknown): void => void unhandled.push(reason);
    const others = process.rawListeners('unhandledRejection') as ((reason: unknown) => void)[];
    process.removeAllListeners('unhandledRejection').on('unhandledRejection', note);
    try {
      write({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } });
      await until(() => messages().filter(({ method }) => method === 'notifications/cancelled').length === 2);
      await new Promise((resolve) => setTimeout(resolve, 20));
    } finally {
      process.removeListener('unhandledRejection', note);
      for (const other of others) process.on('unhandledRejection', other);
    }
    assert.deepEqual(unhandled, []);
    await serving.end();
  });

  it('questions without a limit of time are put, in both eras', async () => {
    const legacy = open({ answerTimeout: Infinity });
    legacy.write(hello());
    await legacy.answer('hello');
    legacy.write(request(1, 'tools/call', { name: 'both' }));
    const asked = (): Message[] => legacy.messages().filter(({ method }) => method === 'elicitation/create');
    await until(() => asked().length === 2);
    await new Promise((resolve) => setTimeout(resolve, 20));
    for (const { id } of asked()) legacy.write({ jsonrpc: '2.0', id, result: { action: 'decline' } });
    assert.match(JSON.stringify((await legacy.answer(1)).result), /decline.*decline/);

    const modern = open({ answerTimeout: Infinity });
    modern.write(request(1, 'tools/call', { name: 'both', _meta: envelope }));
    const { requestState } = (await modern.answer(1)).result ?? {};
    const inputResponses = { 'question-1': { action: 'decline' }, 'question-2': { action: 'decline' } };
    modern.write(request(2, 'tools/call', { name: 'both', requestState, inputResponses, _meta: envelope }));
    assert.match(JSON.stringify((await modern.answer(2)).result), /decline.*decline/);
    await Promise.all([legacy.serving.end(), modern.serving.end()]);
  });

  it('a method that asks without end is stopped after 100 questions, and leaves no listeners behind', async () => {
    const { write, answer, messages, serving } = open();
    const warnings: Error[] = [];
    const note = (warning: Error): void => void warnings.push(warning);
    process.on('warning', note);
    write(hello());
    await answer('hello');
    write(request(1, 'tools/call', { name: 'endless' }));
    const asked = (): Message[] => messages().filter(({ method }) => method === 'elicitation/create');
    for (let count = 1; count <= 100; count += 1) {
      await until(() => asked().length >= count);
      write({ jsonrpc: '2.0', id: asked()[count - 1]?.id, result: { action: 'decline' } });
    }
    const { result } = await answer(1);
    assert.match(JSON.stringify(result), /asked more than 100 questions/);
    assert.equal(asked().length, 100);
    await new Promise((resolve) => setImmediate(resolve));
    process.off('warning', note);
    assert.deepEqual(warnings, []);
    await serving.end();
  });

  it('many questions at once are cancelled together, without a warning', async () => {
    const { write, answer, messages, serving } = open();
    const warnings: Error[] = [];
    const note = (warning: Error): void => void warnings.push(warning);
    process.on('warning', note);
    write(hello());
    await answer('hello');
    write(request(1, 'tools/call', { name: 'crowd' }));
    const named = (name: string): Message[] => messages().filter(({ method }) => method === name);
    await until(() => named('elicitation/create').length === 20);
    write({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } });
    await until(() => named('notifications/cancelled').length === 20);
    assert.equal(named('notifications/cancelled').length, 20);
    await new Promise((resolve) => setImmediate(resolve));
    process.off('warning', note);
    assert.deepEqual(warnings, []);
    await serving.end();
  });

  it('progress and logs of a careless author stay what a client takes', async () => {
    const { write, answer, messages, serving } = open({ limits: { resultBytes: 10_000 } });
    write(hello(), request(1, 'tools/call', { name: 'chatty', _meta: { progressToken: 'p' } }));
    await answer(1);
    const paramsOf = (name: string): (Json | undefined)[] => messages().flatMap(({ method, params }) => (method === name ? [params] : []));
    assert.deepEqual(paramsOf('notifications/progress'), [
      { progressToken: 'p', progress: 1 },
      { progressToken: 'p', progress: 2 },
      { progressToken: 'p', progress: 3, total: 4, message: 'fine' },
    ]);
    const [long, error, short] = paramsOf('notifications/message').map((params) => params?.['data']);
    assert.match(String(long), /^"x{999}… \(100002 characters\)$/);
    assert.match(String(error), /^"Error: y+… \(100009 characters\)$/);
    assert.deepEqual(short, [1, 2]);
    await serving.end();
  });

  describe('answers to questions', () => {
    const wrongSamples: [title: string, answer: Json][] = [
      ['no message at all', { action: 'accept' }],
      ['a role that there is not', { role: 'system', content: { type: 'text', text: 'x' }, model: 'm' }],
      ['no model', { role: 'assistant', content: { type: 'text', text: 'x' } }],
      ['content that is a text', { role: 'assistant', content: 'x', model: 'm' }],
      ['content that is null', { role: 'assistant', content: null, model: 'm' }],
      ['a text block without text', { role: 'assistant', content: [{ type: 'text' }], model: 'm' }],
    ];
    for (const [title, wrong] of wrongSamples)
      it(`a sample with ${title} fails in the method alike in both eras`, async () => {
        const legacy = open();
        legacy.write(hello(), request(1, 'tools/call', { name: 'sampled' }));
        await until(() => legacy.messages().some(({ method }) => method === 'sampling/createMessage'));
        const question = legacy.messages().find(({ method }) => method === 'sampling/createMessage');
        legacy.write({ jsonrpc: '2.0', id: question?.id, result: wrong });
        assert.match(JSON.stringify((await legacy.answer(1)).result), /no message with role/);

        const modern = open();
        modern.write(request(1, 'tools/call', { name: 'sampled', _meta: envelope }));
        const { requestState } = (await modern.answer(1)).result ?? {};
        const inputResponses = { 'question-1': wrong };
        modern.write(request(2, 'tools/call', { name: 'sampled', requestState, inputResponses, _meta: envelope }));
        assert.match(JSON.stringify((await modern.answer(2)).result), /no message with role/);
        await Promise.all([legacy.serving.end(), modern.serving.end()]);
      });

    for (const name of ['sampled', 'both'])
      it(`one that is nested without end is refused, and the server lives on (${name})`, async () => {
        const { write, answer, serving } = open();
        write(request(1, 'tools/call', { name, _meta: envelope }));
        const { requestState } = (await answer(1)).result ?? {};
        const body = `"content":${name === 'both' ? `{"name":${nested(20_000)}}` : nested(20_000)}`;
        const wrong = `{"action":"accept","role":"assistant","model":"m",${body}}`;
        const rest = `"inputResponses":{"question-1":${wrong}},"requestState":${JSON.stringify(requestState)},"_meta":${JSON.stringify(envelope)}`;
        write(`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"${name}",${rest}}}`);
        const { error } = await answer(2);
        assert.equal(error?.code, -32602);
        assert.match(error?.message ?? '', /nested deeper than 64/);
        write(request(3, 'tools/call', { name: 'echo', _meta: envelope }));
        assert.equal((await answer(3)).result?.['isError'], false);
        await serving.end();
      });

    it('answers that grow the state beyond what one result may have end the rounds', async () => {
      const { write, answer, serving } = open({ limits: { resultBytes: 2000 } });
      write(request(1, 'tools/call', { name: 'sampled', _meta: envelope }));
      const { requestState } = (await answer(1)).result ?? {};
      const inputResponses = { 'question-1': { role: 'assistant', model: 'm', content: { type: 'text', text: 'x'.repeat(3000) } } };
      write(request(2, 'tools/call', { name: 'sampled', requestState, inputResponses, _meta: envelope }));
      const { error } = await answer(2);
      assert.match(error?.message ?? '', /this server sends 2000 at most/);
      await serving.end();
    });

    it("a key of the author's never hides another question", async () => {
      const { write, answer, serving } = open();
      write(request(1, 'tools/call', { name: 'collide', _meta: envelope }));
      const { inputRequests } = (await answer(1)).result as { inputRequests: Record<string, { params: Json }> };
      assert.deepEqual(
        Object.values(inputRequests).map(({ params }) => params['message']),
        ['a', 'b'],
      );
      await serving.end();
    });
  });

  it('to a client that does not read, changes are told once, and progress not at all', async () => {
    const [input, output] = [new PassThrough(), new PassThrough({ highWaterMark: 1 })];
    const connection = new Connection(
      input,
      output,
      () => undefined,
      () => undefined,
    );
    connection.start();
    connection.send({ jsonrpc: '2.0', method: 'big', params: { x: 'x'.repeat(17 * 1024 * 1024) } });
    for (let round = 0; round < 1000; round += 1) {
      connection.send({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' });
      connection.send({ jsonrpc: '2.0', method: 'notifications/resources/updated', params: { uri: 'a:1' } });
      connection.send({ jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: 1, progress: round } });
    }
    let text = '';
    output.on('data', (chunk: Buffer) => void (text += String(chunk)));
    await until(() => text.split('\n').length > 3);
    const methods = text
      .split('\n')
      .filter(Boolean)
      .map((line) => (JSON.parse(line) as Message).method);
    assert.deepEqual(methods, ['big', 'notifications/tools/list_changed', 'notifications/resources/updated']);
    connection.stop();
  });
});
