/** The dispatcher by itself: whose lists, what is kept, the text of an answer, calls that wait for a wire. */
import assert from 'node:assert/strict';
import { Calls } from '../../../src/bridges/mcp/dispatch/calls.js';
import type { Outcome } from '../../../src/bridges/mcp/dispatch/outcome.js';
import { anonymousCaller, type Caller, type Era, localCaller, type RequestContext } from '../../../src/bridges/mcp/dispatch/request.js';
import { LateWire, noWire } from '../../../src/bridges/mcp/dispatch/wire.js';
import { announce } from '../../../src/bridges/mcp/eras/changes.js';
import { createFactory, createServer } from '../../../src/bridges/mcp/eras/legacy.js';
import { publish } from '../../../src/bridges/mcp/eras/publication.js';
import type { McpServerOptions } from '../../../src/bridges/mcp/options.js';
import { object, Prompt, Resource, silent, Tool, ToolRegistry } from './cases/build.js';

const toolOf = (name: string, scopes?: string[]) =>
  new Tool({ name, inputSchema: object(), ...(scopes && { scopes }), handler: (_args, { progress }) => (progress(1), name) });

const registry = (): ToolRegistry =>
  new ToolRegistry({ logger: silent }).register([
    toolOf('a'),
    toolOf('b', ['read']),
    toolOf('c', ['read', 'write']),
    toolOf('d'),
    new Resource({ uri: 'test://open', name: 'open', read: () => 'x' }),
    new Resource({ uri: 'test://closed', name: 'closed', scopes: ['read'], read: () => 'x' }),
    new Prompt({ name: 'closed', scopes: ['read'], render: () => 'x' }),
  ]);

function contextOf(caller: Caller, era: Era = 'legacy', more: Partial<RequestContext> = {}): RequestContext {
  const controller = new AbortController();
  return { id: 1, era, caller, signal: controller.signal, abort: (reason) => controller.abort(reason), wire: noWire, ...more };
}

const callerOf = (...scopes: string[]): Caller => ({ id: scopes.join(), auth: { sub: scopes.join() }, scopes });
const namesOf = ({ result }: Outcome): string[] =>
  Object.values(result).flatMap((list) => (Array.isArray(list) ? list.map(({ name }) => String(name)) : []));

describe('mcp dispatcher', () => {
  it('lists what a caller may use: all for this process, the rest by scopes, on every page', async () => {
    const { dispatch } = publish(registry());
    const names = async (method: string, caller: Caller) => namesOf(await dispatch(method, {}, contextOf(caller)));
    assert.deepEqual(await names('tools/list', localCaller), ['a', 'b', 'c', 'd']);
    assert.deepEqual(await names('tools/list', anonymousCaller), ['a', 'd']);
    assert.deepEqual(await names('tools/list', callerOf('read')), ['a', 'b', 'd']);
    assert.deepEqual(await names('tools/list', callerOf('write', 'read')), ['a', 'b', 'c', 'd']);
    assert.deepEqual(await names('resources/list', anonymousCaller), ['open']);
    assert.deepEqual(await names('prompts/list', anonymousCaller), []);
    assert.deepEqual(await names('prompts/list', callerOf('read')), ['closed']);
    const paged = publish(registry(), { pageSize: 2 }).dispatch;
    const first = await paged('tools/list', {}, contextOf(anonymousCaller));
    assert.deepEqual([namesOf(first), first.result['nextCursor']], [['a', 'd'], undefined]);
    const begun = await paged('tools/list', {}, contextOf(callerOf('read')));
    assert.deepEqual(namesOf(await paged('tools/list', { cursor: begun.result['nextCursor'] }, contextOf(callerOf('read')))), ['d']);
  });

  it('refuses what a caller may not use', async () => {
    const { dispatch } = publish(registry());
    const { result } = await dispatch('tools/call', { name: 'c' }, contextOf(callerOf('read')));
    assert.equal(result['isError'], true);
    await assert.rejects(dispatch('resources/read', { uri: 'test://closed' }, contextOf(anonymousCaller)), { code: -32000 });
    await assert.rejects(dispatch('prompts/get', { name: 'closed' }, contextOf(anonymousCaller)), { code: -32000 });
  });

  it('remembers no subscription to what is not there, or may not be read', async () => {
    const { dispatch } = publish(registry());
    const remembered = new Set<string>();
    const subscribe = (uri: string, caller: Caller, method = 'resources/subscribe') =>
      dispatch(method, { uri }, contextOf(caller, 'legacy', { subscriptions: remembered }));
    await subscribe('test://open', anonymousCaller);
    await subscribe('test://closed', callerOf('read'));
    for (const uri of ['test://nope', 'test://closed', 'x'.repeat(1_000_000)])
      await assert.rejects(subscribe(uri, anonymousCaller), ({ code, message }: { code: number; message: string }) => {
        assert.equal(code, -32002);
        assert.ok(message.length < 1000);
        return true;
      });
    assert.deepEqual([...remembered], ['test://open', 'test://closed']);
    await subscribe('test://nope', anonymousCaller, 'resources/unsubscribe');
    await subscribe('test://closed', anonymousCaller, 'resources/unsubscribe');
    assert.deepEqual([...remembered], ['test://open']);
  });

  it('tells of a resource once a turn, however often it changed', async () => {
    const changing = registry();
    const told: string[] = [];
    const none = (): void => undefined;
    const stop = announce(changing, { tools: none, resources: none, prompts: none, updated: (uri) => void told.push(uri) });
    for (let round = 0; round < 1000; round += 1) for (const uri of ['test://open', 'test://closed']) changing.resources.updated(uri);
    await Promise.resolve();
    assert.deepEqual(told, ['test://open', 'test://closed']);
    changing.resources.updated('test://open');
    await Promise.resolve();
    assert.equal(told.length, 3);
    changing.resources.updated('test://open');
    stop();
    await Promise.resolve();
    assert.equal(told.length, 3);
  });

  it('options that are none are refused, and a key is not shown', async () => {
    const wrong: [options: object | null, message: RegExp][] = [
      [{ pageSize: 0 }, /'pageSize' must be a whole number/],
      [{ pageSize: -1 }, /pageSize/],
      [{ pageSize: Number.NaN }, /pageSize/],
      [{ pageSize: '2' }, /pageSize/],
      [{ errorDetail: 'mask' }, /'errorDetail' must be 'message' or 'masked'/],
      [{ requestStateKey: '' }, /16 bytes at least/],
      [{ requestStateKey: 'hunter2' }, /16 bytes at least\.$/],
      [{ requestStateKey: 5 }, /requestStateKey/],
      [{ log: 5 }, /'log' must be a function/],
      [{ name: 5 }, /'name'/],
      [{ icons: [{ src: 'a' }, {}] }, /'icons' must be a list of \{ src \}; 'src' of entry 2 is undefined/],
      [{ icons: 'a.png' }, /'icons' must be a list of \{ src \}, not string/],
      [{ eror: 1 }, /createServer: there is no option 'eror'\. Known are name, /],
      [{ errorDetial: 'masked' }, /there is no option 'errorDetial'\. Did you mean 'errorDetail'\? Known are/],
      [null, /options must be an object, not null/],
      [{ cache: { ttlMs: -1 } }, /'cache\.ttlMs'/],
      [{ cache: { ttlMs: Infinity } }, /'cache\.ttlMs'/],
      [{ cache: { cacheScope: 'x' } }, /'cache\.cacheScope' must be 'public' or 'private', not string "x"/],
      [{ cache: 5 }, /'cache' must be an object of ttlMs, cacheScope, not number 5/],
    ];
    for (const [options, message] of wrong)
      await assert.rejects(
        createServer(registry(), options as McpServerOptions),
        { code: 'INVALID_DEFINITION', message },
        JSON.stringify(options),
      );
    await createServer(registry(), { pageSize: Infinity, requestStateKey: new Uint8Array(16), cache: {}, errorDetail: undefined });
  });

  it('keeps a list, and its text, until the registry changes', async () => {
    const tools = registry();
    const { dispatch } = publish(tools);
    const first = await dispatch('tools/list', {}, contextOf(anonymousCaller));
    assert.equal(await dispatch('tools/list', {}, contextOf({ id: 'other', scopes: [] })), first);
    tools.register(toolOf('e'));
    assert.deepEqual(namesOf(await dispatch('tools/list', {}, contextOf(anonymousCaller))), ['a', 'd', 'e']);
  });

  for (const era of ['legacy', 'modern'] as const)
    it(`the text of an answer says what the answer is, ${era}`, async () => {
      const { dispatch } = publish(registry(), { cache: { ttlMs: 1000, cacheScope: 'public' } });
      const asked: [string, object][] = [
        ['tools/list', {}],
        ['tools/call', { name: 'a' }],
        ['tools/call', { name: 'b', arguments: { x: 1 } }],
        ['resources/list', {}],
        ['resources/read', { uri: 'test://open' }],
        ['prompts/get', { name: 'closed' }],
      ];
      for (const [method, params] of asked) {
        const outcome = await dispatch(method, params, contextOf(localCaller, era));
        assert.deepEqual(JSON.parse(outcome.json()), JSON.parse(JSON.stringify(outcome.result)), method);
      }
    });

  it('what may depend on who asks may be kept by nobody else', async () => {
    const { dispatch } = publish(registry(), { cache: { ttlMs: 1000, cacheScope: 'public' } });
    const scope = async (caller: Caller) => (await dispatch('tools/list', {}, contextOf(caller, 'modern'))).result['cacheScope'];
    assert.equal(await scope(anonymousCaller), 'public');
    assert.equal(await scope(callerOf()), 'private');
    assert.equal(await scope(anonymousCaller), 'public');
  });

  it('an error of our own is told with an id, and logged', async () => {
    const logged: string[] = [];
    const broken = { list: () => [], get: () => undefined, on: () => () => undefined, call: () => Promise.reject(new Error('hunter2')) };
    const { dispatch } = publish(broken, { log: (message) => void logged.push(message) });
    await assert.rejects(dispatch('tools/call', { name: 'x' }, contextOf(localCaller)), {
      code: -32603,
      message: /^Internal error \(\w{8}\)\.$/,
    });
    assert.match(logged.join(), /hunter2/);
  });

  it('a wire that comes late gets everything in its order, once', async () => {
    const sent: unknown[] = [];
    let needed = 0;
    const late = new LateWire(() => (needed += 1));
    late.notify('one', {});
    const answer = late.ask('two', {});
    late.notify('three', {});
    assert.equal(needed, 1);
    late.attach({ notify: (method) => void sent.push(method), ask: async (method) => (sent.push(method), 'answered') });
    late.notify('four', {});
    assert.equal(await answer, 'answered');
    assert.deepEqual(sent, ['one', 'two', 'three', 'four']);
    const mute = new LateWire(() => undefined);
    mute.attach(noWire);
    await assert.rejects(mute.ask('two', {}), /no way to ask/);
  });

  it('calls are waited for, and ended with the rest', async () => {
    const calls = new Calls();
    const client = new AbortController();
    const [one, two] = [calls.begin(client.signal), calls.begin()];
    client.abort('gone');
    assert.deepEqual([one.signal.aborted, two.signal.aborted, calls.size], [true, false, 2]);
    assert.equal(await calls.idle(5), false);
    calls.abortAll(new Error('over'));
    assert.equal(two.signal.aborted, true);
    const idle = calls.idle(1000);
    one.done();
    two.done();
    assert.equal(await idle, true);
    assert.ok(calls.begin(AbortSignal.abort()).signal.aborted);
  });

  it('a server for one request offers nothing that it could only tell later', async () => {
    const factory = await createFactory(registry());
    assert.deepEqual(factory.create({})['getCapabilities'](), { tools: {}, resources: {}, prompts: {}, logging: {} });
    assert.deepEqual(factory.create()['getCapabilities'](), {
      tools: { listChanged: true },
      resources: { listChanged: true, subscribe: true },
      prompts: { listChanged: true },
      logging: {},
    });
  });
});
