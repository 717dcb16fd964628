/** The stdio connection on streams of this process: framing, eras, ids, batches, endings. */
import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import fc from 'fast-check';
import { publish } from '../../../src/bridges/mcp/eras/publication.js';
import type { McpServerOptions } from '../../../src/bridges/mcp/options.js';
import { Lines } from '../../../src/bridges/mcp/stdio/lines.js';
import { serveStreams } from '../../../src/bridges/mcp/stdio/serve.js';
import { toolsOf } from './cases/build.js';
import type { Json } from './cases/index.js';
import { until } from './support.js';

type Message = { id?: unknown; method?: string; result?: Json; error?: { code: number; message: string; data?: Json } };

const seen = { started: 0, aborted: 0 };

function open(options: McpServerOptions = {}) {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const registry = toolsOf({
    echo: (_args, { meta }) => meta?.['say'] ?? 'echo',
    slow: () => new Promise((resolve) => setTimeout(resolve, 50, 'slow')),
    stuck: (_args, { signal }) =>
      new Promise(() => {
        seen.started += 1;
        signal.addEventListener('abort', () => (seen.aborted += 1));
      }),
  });
  const serving = serveStreams(publish(registry, { log: () => undefined, ...options }), input, output);
  const lines: string[] = [];
  const splitter = new Lines(1e9, (text) => lines.push(text), assert.fail);
  output.on('data', (chunk: Buffer) => splitter.take(chunk));
  const messages = (): Message[] => lines.flatMap((text) => JSON.parse(text) as Message | Message[]);
  return {
    input,
    output,
    serving,
    lines,
    messages,
    write: (...all: (object | string)[]) => {
      for (const one of all) input.write(`${typeof one === 'string' ? one : JSON.stringify(one)}\n`);
    },
    answer: async (id: unknown): Promise<Message> => {
      await until(() => messages().some((message) => message.id === id && !message.method));
      const found = messages().find((message) => message.id === id && !message.method);
      assert.ok(found, `no answer to ${JSON.stringify(id)}`);
      return found;
    },
  };
}

const request = (id: unknown, method: string, params: Json = {}) => ({ jsonrpc: '2.0', id, method, params });
const hello = (protocolVersion = '2025-11-25') =>
  request('hello', 'initialize', { protocolVersion, capabilities: {}, clientInfo: { name: 'raw', version: '1' } });
const call = (id: unknown, name = 'echo', meta?: Json) => request(id, 'tools/call', { name, ...(meta && { _meta: meta }) });
const envelope = (protocolVersion = '2026-07-28'): Json => ({
  'io.modelcontextprotocol/protocolVersion': protocolVersion,
  'io.modelcontextprotocol/clientCapabilities': {},
});
const modern = (id: unknown, method: string, params: Json = {}, version?: string) =>
  request(id, method, { ...params, _meta: envelope(version) });

describe('mcp stdio connection', () => {
  it('answers what is no JSON or no request, and lives on', async () => {
    const { write, answer, messages, serving } = open();
    write(hello(), 'not json', '[', '5', '{}', { jsonrpc: '1.0', id: 1, method: 'ping' }, { jsonrpc: '2.0', id: {}, method: 'ping' });
    write(
      { jsonrpc: '2.0', id: 1.5, method: 'ping' },
      { jsonrpc: '2.0', id: 2, method: 5 },
      { jsonrpc: '2.0', id: 3, method: 'ping', params: [1] },
    );
    write('', '   ', { jsonrpc: '2.0', id: 4, result: 'none' }, call('last'));
    assert.equal((await answer('last')).error, undefined);
    const codes = messages().flatMap(({ id, error }) => (error ? [[id, error.code]] : []));
    assert.deepEqual(codes, [
      [null, -32700],
      [null, -32700],
      [null, -32600],
      [null, -32600],
      [1, -32600],
      [null, -32600],
      [null, -32600],
      [2, -32600],
      [3, -32600],
    ]);
    await serving.end();
  });

  it('a message over 10 MiB is refused without being held, and the next is answered', async () => {
    const { write, answer, messages, serving } = open();
    write(hello(), `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":"${'x'.repeat(11 * 1024 * 1024)}"}}`, call(2));
    await answer(2);
    assert.deepEqual(
      messages().flatMap(({ id, error }) => (error ? [[id, error.code]] : [])),
      [[null, -32600]],
    );
    await serving.end();
  });

  it('reads no more from a client that does not read, and goes on when it does', async () => {
    const { input, output, write, answer, serving } = open();
    write(hello());
    await answer('hello');
    output.pause();
    const say = 'x'.repeat(500_000);
    for (let id = 1; id <= 60; id += 1) write(call(id, 'echo', { say }));
    await until(() => input.isPaused());
    assert.ok(input.isPaused());
    write(call('later'));
    await new Promise((resolve) => setTimeout(resolve, 20));
    assert.ok(input.readableLength > 0);
    output.resume();
    await answer(60);
    await answer('later');
    await serving.end();
  });

  it('whatever comes in, the next request is answered', async () => {
    const { write, answer, serving } = open();
    write(hello());
    let id = 0;
    const parts = fc.record(
      {
        jsonrpc: fc.constantFrom('2.0', '1.0', 2),
        id: fc.oneof(fc.jsonValue(), fc.constant('x')),
        method: fc.oneof(fc.constantFrom('tools/call', 'tools/list', 'notifications/cancelled', 'initialize', '__proto__'), fc.jsonValue()),
        params: fc.oneof(
          fc.jsonValue(),
          fc.record({ name: fc.jsonValue(), requestId: fc.jsonValue(), _meta: fc.jsonValue(), cursor: fc.jsonValue() }),
        ),
        result: fc.jsonValue(),
        error: fc.jsonValue(),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.oneof(
            fc.json(),
            parts.map((message) => JSON.stringify(message)),
            fc.string(),
          ),
          { maxLength: 5 },
        ),
        async (texts) => {
          id += 1;
          write(...texts.map((text) => text.replaceAll('\n', ' ')), call(`next ${id}`));
          assert.equal((await answer(`next ${id}`)).error, undefined);
        },
      ),
      { numRuns: 100 },
    );
    await serving.end();
  });

  it('lines are cut the same wherever the bytes are', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme', maxLength: 20 })), fc.array(fc.nat(60)), (texts, cuts) => {
        const lines = texts.map((text) => JSON.stringify(text));
        const bytes = Buffer.from(lines.map((line, index) => line + (index % 2 ? '\r\n' : '\n')).join(''));
        const got: string[] = [];
        const splitter = new Lines(1000, (line) => got.push(line), assert.fail);
        let start = 0;
        for (const cut of cuts.toSorted((one, other) => one - other)) {
          splitter.take(bytes.subarray(start, Math.max(cut, start)));
          start = Math.max(cut, start);
        }
        splitter.take(bytes.subarray(start));
        assert.deepEqual(got, lines);
      }),
    );
  });

  it('initialize that lacks what it needs is -32602 and names it; the client may try again', async () => {
    const { write, answer, serving } = open();
    write(request(1, 'initialize', {}), hello());
    const { error } = await answer(1);
    assert.equal(error?.code, -32602);
    assert.match(error?.message ?? '', /protocolVersion.*capabilities.*clientInfo/);
    assert.equal((await answer('hello')).result?.['protocolVersion'], '2025-11-25');
    await serving.end();
  });

  it('an id that is in use is refused, and the first request is answered', async () => {
    const { write, answer, messages, serving } = open();
    write(hello(), call(7, 'slow'), call(7, 'echo'));
    const { result } = await answer(7);
    assert.deepEqual(result?.['content'], [{ type: 'text', text: 'slow' }]);
    assert.match(messages().find(({ error }) => error)?.error?.message ?? '', /the id 7 is in use/);
    write(call(7, 'echo'));
    await until(() => messages().filter(({ id }) => id === 7).length === 2);
    assert.equal(messages().filter(({ id }) => id === 7).length, 2);
    await serving.end();
  });

  it('batches belong to 2025-03-26 alone: there the answers come together', async () => {
    const without = open();
    without.write(hello(), [call(1)], call(2));
    await without.answer(2);
    assert.deepEqual(
      without.messages().flatMap(({ id, error }) => (error ? [[id, error.code]] : [])),
      [[null, -32600]],
    );
    const { write, answer, lines, serving } = open();
    write(hello('2025-03-26'));
    await answer('hello');
    write(
      [call(1, 'slow'), { jsonrpc: '2.0', method: 'notifications/initialized' }, call(2), 5],
      [],
      [{ jsonrpc: '2.0', method: 'notifications/roots/list_changed' }],
    );
    await answer(1);
    const batch = JSON.parse(lines.find((line) => line.startsWith('[')) ?? '[]') as Message[];
    assert.deepEqual(batch.map(({ id, error }) => [id, error?.code]).toSorted(), [
      [null, -32600],
      [1, undefined],
      [2, undefined],
    ]);
    assert.equal(lines.length, 3);
    await Promise.all([serving.end(), without.serving.end()]);
  });

  it('nothing is answered after a cancellation, in a batch neither', async () => {
    const { write, answer, messages, serving } = open();
    write(hello('2025-03-26'));
    await answer('hello');
    const before = { ...seen };
    write(call(1, 'stuck'), [call(2, 'stuck'), call(3)]);
    await until(() => seen.started === before.started + 2);
    write({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } });
    write({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 2 } });
    await answer(3);
    await until(() => seen.aborted === before.aborted + 2);
    assert.equal(seen.aborted, before.aborted + 2);
    assert.deepEqual(
      messages().map(({ id }) => id),
      ['hello', 3],
    );
    await serving.end();
  });

  it('the id of a cancelled request is not free again: what is left of that one would pass for the answer', async () => {
    const { write, answer, messages, serving } = open();
    write(hello());
    await answer('hello');
    write(call(7, 'slow'), { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 7 } }, call(7, 'echo'));
    write(call(8, 'slow'));
    await answer(8);
    assert.equal(messages().filter(({ id }) => id === 7).length, 0);
    assert.match(messages().find(({ error }) => error)?.error?.message ?? '', /the id 7 is in use/);
    await serving.end();
  });

  describe('eras', () => {
    it('a client may ask server/discover and fall back to initialize', async () => {
      const { write, answer, serving } = open();
      write(modern(1, 'server/discover'));
      assert.deepEqual((await answer(1)).result?.['supportedVersions'], ['2026-07-28']);
      write(hello(), call(2));
      assert.equal((await answer('hello')).result?.['protocolVersion'], '2025-11-25');
      assert.equal((await answer(2)).result?.['resultType'], undefined);
      await serving.end();
    });

    it('or be refused with a revision that nobody has, and fall back', async () => {
      const { write, answer, serving } = open();
      write(modern(1, 'tools/list', {}, '2099-01-01'));
      const { error } = await answer(1);
      assert.equal(error?.code, -32022);
      assert.deepEqual(error?.data?.['supported'], ['2026-07-28']);
      write(hello());
      assert.equal((await answer('hello')).result?.['protocolVersion'], '2025-11-25');
      await serving.end();
    });

    it('a modern request opens the modern era, where there is no initialize, ping or level', async () => {
      const { write, answer, serving } = open({ name: 'me', version: '7', cache: { ttlMs: 5000, cacheScope: 'public' } });
      write(modern(1, 'tools/list'), hello());
      const { result } = await answer(1);
      assert.deepEqual(
        [result?.['resultType'], result?.['ttlMs'], result?.['cacheScope'], result?.['_meta']],
        ['complete', 5000, 'public', { 'io.modelcontextprotocol/serverInfo': { name: 'me', version: '7' } }],
      );
      assert.equal((await answer('hello')).error?.code, -32022);
      for (const method of ['ping', 'logging/setLevel', 'resources/subscribe']) {
        write(modern(method, method));
        assert.equal((await answer(method)).error?.code, -32601, method);
      }
      write(request(9, 'tools/list'));
      assert.equal((await answer(9)).error?.code, -32602);
      await serving.end();
    });

    it('every revision before is served, and an unknown one gets the latest of them', async () => {
      for (const version of ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25', '1999-01-01']) {
        const { write, answer, serving } = open();
        write(hello(version));
        const { result } = await answer('hello');
        assert.equal(result?.['protocolVersion'], version === '1999-01-01' ? '2025-11-25' : version);
        await serving.end();
      }
    });
  });

  describe('ending', () => {
    it('answers what is on its way after the input has ended, also without a line end', async () => {
      const { input, write, answer, serving } = open();
      write(hello(), call(1, 'slow'));
      input.end(JSON.stringify(call(2)));
      await serving.ended;
      assert.equal((await answer(1)).error, undefined);
      assert.equal((await answer(2)).error, undefined);
    });

    it('aborts what takes longer, with an answer, in both eras, within two seconds', async () => {
      await Promise.all(
        [[hello(), call(1, 'stuck')], [modern(1, 'tools/call', { name: 'stuck' })]].map(async (messages) => {
          const { write, answer, serving } = open();
          const { started } = seen;
          write(...messages);
          await until(() => seen.started > started);
          const since = Date.now();
          await serving.end();
          assert.ok(Date.now() - since < 2000);
          assert.match(JSON.stringify((await answer(1)).result), /cancelled/);
        }),
      );
    });
  });
});
