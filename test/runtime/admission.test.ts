import assert from 'node:assert/strict';
import {
  type CallOptions,
  type Guard,
  type GuardRequest,
  Prompt,
  Resource,
  Tool,
  tool,
  ToolError,
  type ToolOptions,
  ToolRegistry,
  toolset,
} from '../../src/index.js';
import { contract, integer, manifestOf, object, payloadOf, property } from './support.js';

class Point {
  x = 0;
}

class Service {
  ran = 0;

  @tool({ scopes: ['read'] })
  read(n: number): number {
    this.ran += 1;
    return n;
  }

  @tool({ scopes: ['read', 'write'], guard: ({ args }) => args['n'] !== 13 || 'no luck' })
  write(n: number): number {
    this.ran += 1;
    return n;
  }

  @tool()
  open(n: number): number {
    this.ran += 1;
    return n;
  }
}
const contracts = Object.fromEntries(['read', 'write', 'open'].map((name) => [name, contract([property('n', integer)])]));
const manifest = manifestOf(Service, contracts);
const names = (tools: readonly Tool[]): string[] => tools.map(({ name }) => name);

/** A registry whose guard is the one given, with what it logs. */
function guarded(guard: Guard, options: ToolOptions = {}) {
  const logged: string[] = [];
  const logger = { error: (message: string) => void logged.push(message), warn() {} };
  const one = new Tool({ name: 'one', inputSchema: object({ n: integer }), handler: ({ n }) => n, ...options });
  const registry = new ToolRegistry({ guard, logger }).register(one);
  const call = async (given: CallOptions = {}, args: object = { n: 1 }) => registry.call({ id: '7', name: 'one', args }, given);
  return { registry, logged, call };
}

describe('scopes', () => {
  it('decide what is listed and what is called; a caller without scopes is trusted', async () => {
    const service = new Service();
    const registry = new ToolRegistry({ manifest }).register(service);
    assert.deepEqual(names(registry.list()), ['read', 'write', 'open']);
    assert.deepEqual(names(registry.list({})), ['read', 'write', 'open']);
    assert.deepEqual(names(registry.list({ scopes: [] })), ['open']);
    assert.deepEqual(names(registry.list({ scopes: ['write', 'read', 'x'] })), ['read', 'write', 'open']);
    const outcome = async (name: string, scopes?: string[]): Promise<unknown> => {
      const { error, value } = await registry.call({ name, args: { n: 1 } }, scopes ? { scopes } : {});
      return error?.code ?? value;
    };
    assert.deepEqual([await outcome('read'), await outcome('read', ['read']), await outcome('open', [])], [1, 1, 1]);
    assert.deepEqual(
      [await outcome('read', []), await outcome('write', ['read']), await outcome('write', ['write'])],
      ['DENIED', 'DENIED', 'DENIED'],
    );
    assert.equal(service.ran, 3);
  });

  it('are looked at before the arguments, and say what is missing and what is needed', async () => {
    const registry = new ToolRegistry({ manifest }).register(new Service());
    const { error } = await registry.call({ name: 'write', args: { n: 'wrong' } }, { scopes: ['read'] });
    assert.equal(error?.code, 'DENIED');
    assert.equal(error.message, "The call of tool 'write' was denied: it needs the scope 'write'.");
    assert.deepEqual(error.scopes, ['read', 'write']);
    assert.equal(error.toolName, 'write');
  });

  it('hide what may not be called from the words for an unknown tool', async () => {
    const registry = new ToolRegistry({ manifest }).register(new Service());
    const told = async (scopes?: string[]): Promise<string> =>
      (await registry.call({ name: 'wrte' }, scopes ? { scopes } : {})).error?.message ?? '';
    assert.match(await told(), /Did you mean 'write'\? Known tools: read, write, open/);
    assert.equal(await told([]), 'Unknown tool: wrte. Known tools: open.');
  });

  it('hold for inherited methods, for a toolset, and for tools called without a registry', async () => {
    class Child extends Service {
      override read(n: number): number {
        return -n;
      }
    }
    @toolset({ scopes: ['all'] })
    class Closed extends Service {}
    const child = new ToolRegistry({ manifest }).register(new Child());
    assert.deepEqual(names(child.list({ scopes: [] })), ['open']);
    assert.equal((await child.call({ name: 'read', args: { n: 1 } }, { scopes: [] })).error?.code, 'DENIED');
    const closed = new ToolRegistry({ manifest }).register(new Closed());
    assert.deepEqual(names(closed.list({ scopes: ['read', 'write'] })), ['read', 'write']);
    const write = child.get('write');
    await assert.rejects(async () => write?.invoke({ n: 1 }, { scopes: [] }), { code: 'DENIED' });
    assert.throws(() => write?.callSync({ n: 1 }, { scopes: [] }), { code: 'DENIED' });
    assert.throws(() => write?.callSync({ n: 13 }), { code: 'DENIED', message: "The call of tool 'write' was denied: no luck." });
    assert.equal(write?.callSync({ n: 1 }), 1);
  });
});

describe('guards', () => {
  it('[DPT-189] may decline a call; a model reads the reason, and the method does not run', async () => {
    const service = new Service();
    const registry = new ToolRegistry({ manifest }).register(service);
    const refused = await registry.call({ name: 'write', args: { n: 13 } });
    assert.deepEqual(refused.content, [{ type: 'text', text: "The call of tool 'write' was denied: no luck." }]);
    assert.equal(service.ran, 0);
    assert.equal((await registry.call({ name: 'write', args: { n: 12 } })).value, 12);
  });

  it('allow by true or nothing, refuse by anything else', async () => {
    const code = async (verdict: unknown): Promise<unknown> => {
      const { error, value } = await guarded((() => verdict) as Guard).call();
      return error ? `${error.code} ${error.message}` : value;
    };
    for (const verdict of [undefined, true]) {
      assert.equal(await code(verdict), 1);
      assert.equal(await code(Promise.resolve(verdict)), 1);
    }
    for (const verdict of [false, null, 0, '', {}, NaN]) {
      assert.equal(await code(verdict), "DENIED The call of tool 'one' was denied.");
      assert.equal(await code(Promise.resolve(verdict)), "DENIED The call of tool 'one' was denied.");
    }
    assert.equal(await code('ask the owner!'), "DENIED The call of tool 'one' was denied: ask the owner!");
  });

  it('see the checked arguments and the caller, and cannot change them', async () => {
    let seen: GuardRequest | undefined;
    const { call } = guarded((request) => void (seen = request));
    const known = { auth: { user: 'ada' }, scopes: ['a'], headers: { host: 'h' }, meta: { m: 1 } };
    assert.equal((await call(known, { n: '5' })).value, 5);
    const { signal, args, ...rest } = seen as unknown as GuardRequest;
    assert.deepEqual({ ...args }, { n: 5 });
    assert.deepEqual(rest, { name: 'one', kind: 'tool', callId: '7', ...known });
    assert.ok(signal instanceof AbortSignal && Object.isFrozen(args));
    const meddling = guarded(({ args }) => {
      Object.assign(args, { n: 6 });
    });
    const { error } = await meddling.call();
    assert.equal(error?.code, 'DENIED');
  });

  it('see an instance of the class that the method gets', async () => {
    class Points {
      @tool({ guard: ({ args }) => args instanceof Point && args['x'] === 3 })
      take(point: Point): number {
        point.x += 1;
        return point.x;
      }
    }
    const schema = object({ x: integer }, { 'x-class': 'Point' });
    const registry = new ToolRegistry({ manifest: manifestOf(Points, { take: contract([payloadOf(schema)]) }, { types: { Point } }) });
    registry.register(new Points());
    assert.equal((await registry.call({ name: 'take', args: { x: 3 } })).value, 4);
    assert.equal((await registry.call({ name: 'take', args: { x: 4 } })).error?.code, 'DENIED');
  });

  it('are not asked about arguments that do not fit', async () => {
    let asked = 0;
    const { call } = guarded(() => void (asked += 1));
    assert.equal((await call({}, { n: 'x' })).error?.code, 'INVALID_ARGUMENTS');
    assert.equal(asked, 0);
  });

  it('keep the door shut when they fail, and tell the operator alone why', async () => {
    const fail = (error: unknown, isAsync: boolean) =>
      guarded(
        isAsync
          ? async () => {
              throw error;
            }
          : () => {
              throw error;
            },
      );
    for (const isAsync of [false, true]) {
      const { call, logged } = fail(new Error('db password is 1234'), isAsync);
      const { error } = await call();
      assert.equal(error?.code, 'DENIED');
      const [, id] = /^The call of tool 'one' was denied \(id (\w{8})\)\.$/.exec(error.message) ?? [];
      assert.ok(id && logged[0]?.startsWith(`[${id}] the guard of tool 'one' threw Error: db password is 1234`), error.message);
      assert.equal(logged.length, 1);
      const told = await fail(new ToolError('OVERLOADED', 'come back later'), isAsync).call({ errorDetail: 'masked' });
      assert.deepEqual([told.error?.code, told.error?.message], ['OVERLOADED', 'come back later']);
      for (const odd of [undefined, null, 'text', Object.create(null)])
        assert.equal((await fail(odd, isAsync).call()).error?.code, 'DENIED');
    }
  });

  it('that never end are ended by the time limit and by the caller', async () => {
    const { call } = guarded(async () => new Promise<never>(() => {}));
    assert.equal((await call({ timeout: 20 })).error?.code, 'TIMEOUT');
    const controller = new AbortController();
    const pending = call({ signal: controller.signal });
    controller.abort();
    assert.equal((await pending).error?.code, 'CANCELLED');
  });

  it("are asked in turn, the registry's first; the next is not asked once one refuses", async () => {
    const asked: string[] = [];
    const note = (name: string, verdict: boolean) => async () => {
      asked.push(name);
      return verdict;
    };
    assert.equal((await guarded(note('registry', true), { guard: note('own', true) }).call()).value, 1);
    assert.equal((await guarded(note('registry', false), { guard: note('own', true) }).call()).error?.code, 'DENIED');
    assert.deepEqual(asked, ['registry', 'own', 'registry']);
  });

  it('that are asynchronous do not let callSync pass', () => {
    const { registry } = guarded(async () => true);
    const own = new Tool({ name: 'own', handler: () => 1, guard: async () => false });
    assert.throws(() => own.callSync(), { code: 'ASYNC_TOOL', message: /its guard is asynchronous/ });
    assert.throws(() => new Tool({ name: 'no', handler: () => 1, guard: () => false }).callSync(), { code: 'DENIED' });
    assert.equal(registry.size, 1);
  });

  it('are checked where a tool is made by hand, as scopes are', () => {
    for (const init of [{ guard: true }, { scopes: 'read' }, { scopes: [''] }])
      assert.throws(() => new Tool({ name: 't', handler: () => 1, ...init } as never), {
        code: 'INVALID_DEFINITION',
        message: /^new Tool\("t"\): option '(guard|scopes)' must be/,
      });
  });

  it('are asked for resources and prompts as well', async () => {
    const seen: unknown[] = [];
    const guard: Guard = ({ kind, name, args }) => {
      seen.push([kind, name, { ...args }]);
      return args['x'] !== 'no';
    };
    const registry = new ToolRegistry({ guard }).register([
      new Resource({ uri: 'app://{x}', name: 'r', read: ({ x }) => x }),
      new Prompt({ name: 'p', arguments: [{ name: 'x' }], render: ({ x }) => x }),
    ]);
    assert.equal((await registry.resources.read('app://yes'))[0]?.text, 'yes');
    await assert.rejects(registry.resources.read('app://no'), { code: 'DENIED', message: "The call of resource 'app://{x}' was denied." });
    await assert.rejects(registry.prompts.render('p', { x: 'no' }), { code: 'DENIED' });
    assert.deepEqual(seen, [
      ['resource', 'app://yes', { x: 'yes' }],
      ['resource', 'app://no', { x: 'no' }],
      ['prompt', 'p', { x: 'no' }],
    ]);
  });
});
