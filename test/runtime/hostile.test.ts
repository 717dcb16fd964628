/** What a hostile caller, a careless author or bad luck may hand in; nothing of it may hang, crash or leak. */
import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { spawnSync } from 'node:child_process';
import { Tool, ToolError, ToolRegistry, type ToolContext, type ToolInit, type ToolResult } from '../../src/index.js';

type Handler = (args: Record<string, unknown>, context: ToolContext) => unknown;

const logged: string[] = [];
const logger = { error: (message: string) => void logged.push(message), warn: (message: string) => void logged.push(message) };
const open = { type: 'object' } as const;

function registryOf(handler: Handler, more: Partial<ToolInit> = {}): ToolRegistry {
  return new ToolRegistry({ logger, errorDetail: 'masked' }).register(new Tool({ name: 'it', inputSchema: open, ...more, handler }));
}

const textOf = ({ content }: ToolResult): string => content.map((block) => (block.type === 'text' ? block.text : block.type)).join('\n');
const codeOf = ({ error }: ToolResult): string | undefined => error?.code;
const echo: Handler = (args) => args;

async function called(handler: Handler, args: unknown = {}, more: Partial<ToolInit> = {}): Promise<ToolResult> {
  return registryOf(handler, more).call({ name: 'it', args: args as Record<string, unknown> });
}

describe('hostile input', () => {
  it('arguments that resist being read are refused, and what they threw is not told', async () => {
    const revoked = Proxy.revocable({}, {});
    revoked.revoke();
    const thrower = (): never => {
      throw new Error('secret');
    };
    const hostile = [
      Object.defineProperty({}, 'a', { get: thrower, enumerable: true }),
      new Proxy({}, { ownKeys: thrower }),
      new Proxy({}, { getPrototypeOf: thrower }),
      revoked.proxy,
    ];
    for (const args of hostile) {
      const result = await called(echo, args);
      assert.equal(codeOf(result), 'INVALID_ARGUMENTS');
      assert.doesNotMatch(textOf(result), /secret|proxy/);
    }
  });

  it('a proxy cannot give the method another value than was checked', async () => {
    let reads = 0;
    const args = new Proxy({ a: 'text' }, { get: (target, key) => (key === 'a' && (reads += 1) > 2 ? 5 : Reflect.get(target, key)) });
    const result = await called(({ a }) => typeof a, args, { inputSchema: { type: 'object', properties: { a: { type: 'string' } } } });
    assert.equal(result.isError ? 'string' : result.value, 'string');
  });

  it('an array that claims to be huge costs nothing', async () => {
    const huge: unknown[] = [];
    huge.length = 4_000_000_000;
    const start = performance.now();
    assert.equal(codeOf(await called(echo, { a: huge })), 'INVALID_ARGUMENTS');
    assert.equal(codeOf(await called(() => huge)), 'INVALID_RESULT');
    assert.equal(codeOf(await called(() => ({ a: new Uint16Array(5_000_000) }))), 'INVALID_RESULT');
    assert.ok(performance.now() - start < 2000);
  });

  it('errors that resist being read still end as a result', async () => {
    const thrower = (): never => {
      throw new Error('inner');
    };
    const hidden = (key: string): Error => Object.defineProperty(new Error('secret'), key, { get: thrower });
    const proxy = new Proxy(new Error('secret'), { get: thrower, has: thrower, getPrototypeOf: thrower });
    for (const thrown of [
      hidden('message'),
      hidden('stack'),
      hidden('name'),
      hidden('cause'),
      proxy,
      null,
      undefined,
      Symbol('secret'),
      Object.create(null),
      Object.freeze(new Error('secret')),
    ]) {
      const result = await called(() => {
        throw thrown;
      });
      assert.equal(result.isError, true);
      assert.equal(codeOf(result), 'EXECUTION_FAILED');
      assert.doesNotMatch(textOf(result), /secret|inner/);
    }
  });

  it('a message of megabytes is cut, and one that is none is replaced', async () => {
    const long = await called(() => {
      throw new ToolError('DENIED', 'x'.repeat(5_000_000));
    });
    assert.ok(textOf(long).length <= 16_384);
    const none = await called(() => {
      throw Object.defineProperty(new ToolError('DENIED', ''), 'message', { value: undefined });
    });
    assert.equal(typeof textOf(none), 'string');
    assert.notEqual(textOf(none), '');
  });

  it('content objects are JSON too', async () => {
    const cycle: Record<string, unknown> = {};
    cycle['self'] = cycle;
    const good = await called(() => ({ type: 'text', text: 'x', _meta: { n: 1n, at: new Date(0) } }));
    assert.deepEqual(good.content, [{ type: 'text', text: 'x', _meta: { n: '1', at: '1970-01-01T00:00:00.000Z' } }]);
    assert.equal(codeOf(await called(() => ({ type: 'text', text: 'x', _meta: cycle }))), 'INVALID_RESULT');
  });

  it('a stream that waits for ever is closed when the call ends', async () => {
    let closed = 0;
    const stream = {
      [Symbol.asyncIterator]: () => ({
        next: () => new Promise(() => undefined),
        return: async () => ({ done: true, value: (closed += 1) }),
      }),
    };
    const result = await called(() => stream, {}, { timeout: 20 });
    assert.equal(codeOf(result), 'TIMEOUT');
    assert.equal(closed, 1);
  });

  it('one signal for many calls collects no listeners', async () => {
    const controller = new AbortController();
    const registry = registryOf(async () => 1);
    for (let index = 0; index < 100; index += 1) await registry.call({ name: 'it' }, { signal: controller.signal });
    assert.equal(getEventListeners(controller.signal, 'abort').length, 0);
  });

  it('progress ends with the call', async () => {
    const told: number[] = [];
    const registry = registryOf((_args, context) => {
      context.progress(1);
      setTimeout(() => context.progress(2), 1);
      return 'done';
    });
    await registry.call({ name: 'it' }, { progress: (progress) => void told.push(progress) });
    await new Promise((resolve) => setTimeout(resolve, 20));
    assert.deepEqual(told, [1]);
  });

  it('callSync does not start what is cancelled already', () => {
    let ran = false;
    const tool = new Tool({ name: 'it', handler: () => (ran = true) });
    assert.throws(
      () => tool.callSync({}, { signal: AbortSignal.abort() }),
      (error) => error instanceof ToolError && error.code === 'CANCELLED',
    );
    assert.equal(ran, false);
  });

  it('a call that never settles ends as TIMEOUT, though nothing else keeps the process', () => {
    const script =
      "import { Tool, ToolRegistry } from './src/index.ts'; const tool = new Tool({ name: 'it', timeout: 50, handler: () => new Promise(() => {}) }); console.log((await new ToolRegistry().register(tool).call({ name: 'it' })).error.code);";
    const { stdout, status } = spawnSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], { encoding: 'utf8' });
    assert.equal(stdout.trim(), 'TIMEOUT');
    assert.equal(status, 0);
  });

  it('a definition that is no JSON names its tool', async () => {
    const cyclic: Record<string, unknown> = { type: 'object', properties: {} };
    (cyclic['properties'] as Record<string, unknown>)['self'] = cyclic;
    for (const inputSchema of [cyclic, { type: 'object', properties: { a: { default: () => 1 } } }]) {
      const result = await called(echo, {}, { inputSchema: inputSchema });
      assert.equal(codeOf(result), 'UNSUPPORTED_SCHEMA');
      assert.match(textOf(result), /tool 'it'/);
    }
  });

  it('references by shape hold, also within unions and wrapped outputs', async () => {
    const inputSchema = {
      type: 'object',
      properties: {
        name: { type: 'string' },
        child: { anyOf: [{ $ref: '#' }, { type: 'null' }] },
        other: { oneOf: [{ $ref: '#/properties/name' }, { type: 'number' }] },
      },
      additionalProperties: false,
    } as const;
    const given = { child: { child: { child: null, name: 'a' } }, other: 'x' };
    assert.deepEqual(
      (await called(echo, given, { inputSchema: inputSchema as unknown as NonNullable<ToolInit['inputSchema']> })).value,
      given,
    );
    const outputSchema = { type: 'array', items: { anyOf: [{ type: 'number' }, { $ref: '#' }] } };
    const result = await called(() => [1, [2, [3]]], {}, { outputSchema });
    assert.deepEqual(result.structuredContent, { result: [1, [2, [3]]] });
    assert.equal(codeOf(await called(() => [1, ['x']], {}, { outputSchema })), 'INVALID_RESULT');
  });

  it('a recursive union without tags projects in time by its size', async () => {
    const branch = (more: string) => ({
      type: 'object',
      properties: { child: { $ref: '#/$defs/Node' }, [more]: { type: 'number' } },
      required: ['child'],
      additionalProperties: false,
    });
    const outputSchema = {
      type: 'object',
      properties: { root: { $ref: '#/$defs/Node' } },
      required: ['root'],
      $defs: { Node: { anyOf: [{ type: 'null' }, branch('a'), branch('b')] } },
    };
    let root: unknown = null;
    for (let level = 0; level < 12; level += 1) root = { child: root, a: level, internal: true };
    const start = performance.now();
    const result = await called(() => ({ root }), {}, { outputSchema });
    assert.equal(result.isError, false, textOf(result));
    assert.doesNotMatch(JSON.stringify(result.structuredContent), /internal/);
    assert.ok(performance.now() - start < 2000);
  });
});
