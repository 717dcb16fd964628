import assert from 'node:assert/strict';
import {
  context,
  param,
  resource,
  Resource,
  tool,
  toolset,
  ToolError,
  ToolRegistry,
  type ContractSchema,
  type ToolContext,
} from '../../src/index.js';
import { contextParameter, contract, integer, manifestOf, number, object, property, string } from './support.js';

class User {
  id = 1;
  secret = 'hidden';
}

class Library {
  readonly names = new Map([[7, 'Ada']]);

  @resource('app://users/{id}', { title: 'User', mimeType: 'application/json', annotations: { audience: ['user'], priority: 1 } })
  user(id: number, caller: ToolContext): unknown {
    return this.names.has(id) ? { id, call: caller.callId } : undefined;
  }

  @resource('app://motd', { name: 'motd', description: 'Message of the day', size: 5, _meta: { a: 1 }, meta: { private: 1 } })
  motd(): string {
    return 'hello';
  }

  @resource('app://search{?q,limit,tag*}')
  search(q = '*', limit = 10, tag: string[] = []): unknown {
    return { q, limit, tag };
  }

  @resource('app://bytes', { mimeType: 'image/png' })
  bytes(): Uint8Array {
    return new Uint8Array([1, 2, 3]).subarray(1);
  }
}

const manifest = manifestOf(Library, {
  user: contract([property('id', integer), contextParameter], { description: 'A user.' }),
  motd: contract([]),
  search: contract([
    property('q', string, { required: false, initialised: true }),
    property('limit', integer, { required: false, initialised: true }),
    property('tag', { type: 'array', items: string }, { required: false, initialised: true }),
  ]),
  bytes: contract([]),
});
const registryOf = (): ToolRegistry => new ToolRegistry({ manifest }).register(new Library());
const code = (expected: string, message: RegExp = /./) => ({ code: expected, message });

/** A class with one resource, and its registry. */
function single(
  read: (...args: never[]) => unknown,
  options: ConstructorParameters<typeof ToolRegistry>[0] = {},
  output?: ContractSchema,
): ToolRegistry {
  class Single {
    run(): unknown {
      return read();
    }
  }
  resource('app://x')(Single.prototype, 'run');
  const one = manifestOf(Single, { run: contract([], output ? { output } : {}) });
  return new ToolRegistry({ manifest: one, logger: { error() {}, warn() {} }, ...options }).register(new Single());
}

describe('registry.resources', () => {
  it('lists resources and templates in the order of registration, and nothing that is private', () => {
    const { resources } = registryOf();
    assert.deepEqual(resources.list(), [
      { uri: 'app://motd', name: 'motd', description: 'Message of the day', size: 5, _meta: { a: 1 } },
      { uri: 'app://bytes', name: 'bytes', mimeType: 'image/png' },
    ]);
    assert.deepEqual(resources.templates(), [
      {
        uriTemplate: 'app://users/{id}',
        name: 'user',
        title: 'User',
        description: 'A user.',
        mimeType: 'application/json',
        annotations: { audience: ['user'], priority: 1 },
      },
      { uriTemplate: 'app://search{?q,limit,tag*}', name: 'search' },
    ]);
    assert.equal(resources.size, 4);
    assert.ok(Object.isFrozen(resources.list()[0]));
    assert.equal(resources.get('app://motd')?.place, 'Library.motd');
  });

  it('reads: variables become what the parameters are, and the context is injected', async () => {
    const { resources } = registryOf();
    assert.deepEqual(await resources.read('app://users/7', { callId: 'c' }), [
      { uri: 'app://users/7', mimeType: 'application/json', text: '{"id":7,"call":"c"}' },
    ]);
    assert.deepEqual(await resources.read('app://motd'), [{ uri: 'app://motd', text: 'hello' }]);
    assert.deepEqual(await resources.read('app://bytes'), [{ uri: 'app://bytes', mimeType: 'image/png', blob: 'AgM=' }]);
    assert.equal((await resources.read('app://search'))[0]?.text, '{"q":"*","limit":10,"tag":[]}');
    assert.equal((await resources.read('app://search?limit=3&tag=a&tag=b'))[0]?.text, '{"q":"*","limit":3,"tag":["a","b"]}');
  });

  it('refuses what is not there and what does not fit', async () => {
    const { resources } = registryOf();
    await assert.rejects(resources.read('app://users/9'), code('UNKNOWN_RESOURCE', /^There is no resource 'app:\/\/users\/9'\.$/));
    await assert.rejects(resources.read('app://mott'), code('UNKNOWN_RESOURCE', /Did you mean 'app:\/\/motd'/));
    for (const id of ['x', '7.5', '07', '9'.repeat(30)])
      await assert.rejects(resources.read(`app://users/${id}`), code('INVALID_ARGUMENTS', /resource 'app:\/\/users\/\{id\}': \/id/));
    for (const uri of ['', 'app://users/', 'app://users/7/', 'app://users/%2e%2e', `app://users/${'7'.repeat(1e6)}`, 'app://users/{id}'])
      await assert.rejects(resources.read(uri), (error: ToolError) => error.message.length < 400);
    for (const uri of [undefined, null, 5, {}, []]) await assert.rejects(resources.read(uri as never), code('UNKNOWN_RESOURCE'));
  });

  it('gives strings, bytes, contents and JSON each in its form', async () => {
    const read = async (value: unknown, output?: ContractSchema): Promise<unknown> =>
      single(() => value, {}, output).resources.read('app://x');
    assert.deepEqual(
      await read([
        { uri: 'app://1', text: 'a' },
        { uri: 'app://2', blob: Buffer.from('b') },
      ]),
      [
        { uri: 'app://1', text: 'a' },
        { uri: 'app://2', blob: 'Yg==' },
      ],
    );
    assert.deepEqual(await read({ uri: 'app://1', text: 'a', mimeType: 'text/css' }), [
      { uri: 'app://1', text: 'a', mimeType: 'text/css' },
    ]);
    for (const [value, text] of [
      [null, 'null'],
      [[], '[]'],
      [{ uri: 'app://1', text: 'a', extra: 1 }, '{"uri":"app://1","text":"a","extra":1}'],
      [10n, '"10"'],
      [new Date(0), '"1970-01-01T00:00:00.000Z"'],
    ] as const)
      assert.deepEqual(await read(value), [{ uri: 'app://x', mimeType: 'application/json', text }]);
    // What the return type does not declare stays here.
    assert.deepEqual(await read(new User(), object({ id: number })), [{ uri: 'app://x', mimeType: 'application/json', text: '{"id":1}' }]);
    assert.deepEqual(await read([new User()], { type: 'array', items: object({ id: number }) }), [
      { uri: 'app://x', mimeType: 'application/json', text: '[{"id":1}]' },
    ]);
  });

  it('contents have a JSON form, or are a fault of the resource', async () => {
    const cycle: Record<string, unknown> = {};
    cycle['self'] = cycle;
    const faulty = [
      { uri: 'app://1', text: '', _meta: cycle },
      [
        {
          uri: 'app://1',
          text: '',
          _meta: {
            get secret(): never {
              throw new Error('secret');
            },
          },
        },
      ],
      {
        get uri(): never {
          throw new Error('secret');
        },
      },
    ];
    for (const value of faulty)
      await assert.rejects(single(() => value).resources.read('app://x'), ({ code: told, message }: ToolError) => {
        assert.equal(told, 'INVALID_RESULT');
        assert.doesNotMatch(message, /secret/);
        return true;
      });
    const read = (value: unknown) => single(() => value).resources.read('app://x');
    assert.deepEqual(await read({ uri: 'app://1', text: '', _meta: { n: 1n } }), [{ uri: 'app://1', text: '', _meta: { n: '1' } }]);
    // What no client would take as contents is data.
    for (const odd of [{ mimeType: 5 }, { _meta: 5 }, { _meta: null }, { _meta: [] }])
      assert.deepEqual(await read({ uri: 'app://1', text: '', ...odd }), [
        { uri: 'app://x', mimeType: 'application/json', text: JSON.stringify({ uri: 'app://1', text: '', ...odd }) },
      ]);
  });

  it('knows what may be read', () => {
    const { resources } = new ToolRegistry().register(new Resource({ uri: 'app://a/{x}', name: 'a', scopes: ['s'], read: () => '' }));
    assert.deepEqual(
      [resources.has('app://a/1'), resources.has('app://a/1', { scopes: ['s'] }), resources.has('app://a/1', { scopes: [] })],
      [true, true, false],
    );
    assert.deepEqual([resources.has('app://a/'), resources.has('app://a/..'), resources.has(undefined as never)], [false, false, false]);
  });

  it('lists the others where one cannot be published', () => {
    const logged: string[] = [];
    const logger = { error: (message: string) => void logged.push(message), warn() {} };
    const odd = new Resource({ uri: 'app://odd', name: 'odd', _meta: { run: () => 1 }, read: () => '' });
    const registry = new ToolRegistry({ logger }).register([odd, new Resource({ uri: 'app://b', name: 'b', read: () => '' })]);
    assert.deepEqual(registry.resources.list(), [{ uri: 'app://b', name: 'b' }]);
    assert.match(logged[0] ?? '', /^new Resource\("app:\/\/odd"\) is not published: a function cannot be copied$/);
  });

  it('fails as tools fail: masked, timed, cancelled, told', async () => {
    const circle: Record<string, unknown> = {};
    circle['self'] = circle;
    await assert.rejects(single(() => circle).resources.read('app://x'), code('INVALID_RESULT', /^Resource 'app:\/\/x' ran, but/));
    const failing = single(() => {
      throw new Error('password');
    });
    await assert.rejects(failing.resources.read('app://x'), code('EXECUTION_FAILED', /^Resource 'app:\/\/x' failed: password$/));
    await assert.rejects(failing.resources.read('app://x', { errorDetail: 'masked' }), (error: ToolError) => {
      assert.match(error.message, /^Resource 'app:\/\/x' failed: internal error \(id \w+\)\.$/);
      assert.equal(error.cause, undefined);
      return error.code === 'EXECUTION_FAILED';
    });
    const hanging = single(() => new Promise(() => {}));
    await assert.rejects(hanging.resources.read('app://x', { timeout: 20 }), code('TIMEOUT', /^Resource 'app:\/\/x' took longer/));
    await assert.rejects(hanging.resources.read('app://x', { signal: AbortSignal.abort() }), code('CANCELLED'));
    const told = single(() => {
      throw new ToolError('DENIED', 'not you');
    });
    await assert.rejects(told.resources.read('app://x', { errorDetail: 'masked' }), code('DENIED', /^not you$/));
  });

  it('takes a fixed URI before a template, and the first template that fits', async () => {
    const registry = new ToolRegistry().register([
      new Resource({ uri: 'app://{x}', name: 'any', read: () => 'any' }),
      new Resource({ uri: 'app://a{x}', name: 'a', read: () => 'a' }),
      new Resource({ uri: 'app://fixed', name: 'fixed', read: () => 'fixed' }),
    ]);
    const text = async (uri: string): Promise<unknown> => (await registry.resources.read(uri))[0]?.text;
    assert.deepEqual([await text('app://fixed'), await text('app://ab')], ['fixed', 'any']);
  });

  it('tells of changes and updates', () => {
    const registry = new ToolRegistry({ manifest });
    const told: unknown[] = [];
    registry.on('resources', () => told.push('resources'));
    registry.on('change', () => told.push('change'));
    registry.on('resource-updated', (uri) => told.push(uri));
    registry.register(new Library());
    registry.resources.updated('app://motd');
    assert.equal(registry.resources.unregister('app://motd'), true);
    assert.equal(registry.resources.unregister('app://motd'), false);
    assert.equal(registry.resources.unregister(registry.resources.get('app://motd') as Resource), false);
    assert.deepEqual(told, ['resources', 'app://motd', 'resources']);
    assert.throws(() => registry.on('resource' as 'resources', () => {}), code('INVALID_DEFINITION', /'resource-updated'/));
  });

  it('refuses two of one URI, naming both, and registers nothing of the batch', () => {
    class Service extends Library {
      @tool({ description: 'x' }) run(): number {
        return 1;
      }
    }
    const registry = new ToolRegistry({ manifest });
    assert.throws(() => registry.register([new Service(), new Library()]), code('DUPLICATE_RESOURCE', /Service\.user and Library\.user/));
    assert.deepEqual([registry.size, registry.resources.size], [0, 0]);
    registry.register(new Service());
    assert.throws(() => registry.register(new Library()), code('DUPLICATE_RESOURCE'));
    assert.deepEqual([registry.size, registry.resources.size], [1, 4]);
  });

  it('refuses two templates that stand for the same URIs: the second could never be read', () => {
    const of = (uri: string): Resource => new Resource({ uri, name: 'n', read: () => '' });
    const registry = new ToolRegistry().register(of('app://u/{id}'));
    assert.throws(
      () => registry.register([of('app://other'), of('app://u/{name}')]),
      code('DUPLICATE_RESOURCE', /same URIs, 'app:\/\/u\/\{id\}' and 'app:\/\/u\/\{name\}'/),
    );
    assert.equal(registry.resources.size, 1);
    assert.throws(() => registry.register([of('app://q{?a,b}'), of('app://q{?b,a}')]), code('DUPLICATE_RESOURCE'));
    registry.register([of('app://u/{+path}'), of('app://u/{id*}'), of('app://u/{id}{?q}'), of('app://u/{id}{?r}')]);
    assert.equal(registry.resources.size, 5);
  });

  it('takes away what came from an instance', () => {
    const registry = new ToolRegistry({ manifest });
    const library = new Library();
    registry.register([library]);
    assert.equal(registry.unregister(new Library()), false);
    assert.equal(registry.unregister(library), true);
    assert.equal(registry.resources.size, 0);
    assert.equal(registry.unregister(library), false);
    registry.register(library);
    assert.equal(registry.resources.size, 4);
  });

  it('takes a class with a resolve, asked at each read', async () => {
    const registry = new ToolRegistry({ manifest, resolve: async (cls) => new (cls as new () => object)() }).register(Library);
    assert.equal((await registry.resources.read('app://motd'))[0]?.text, 'hello');
  });

  it('says at registration where variables and parameters differ', () => {
    const registered = (uri: string, parameters: Parameters<typeof contract>[0]) => () => {
      class Odd {
        run(..._args: unknown[]): void {}
      }
      Object.defineProperty(Odd.prototype.run, 'length', { value: contract(parameters).length });
      resource(uri)(Odd.prototype, 'run');
      new ToolRegistry({ manifest: manifestOf(Odd, { run: contract(parameters) }) }).register(new Odd());
    };
    const optional = property('b', string, { required: false });
    assert.throws(
      registered('app://{idd}', [property('id', string)]),
      code(
        'INVALID_DEFINITION',
        /@resource\('app:\/\/\{idd\}'\) on Odd\.run: the variable 'idd' of the URI is no parameter \(there are 'id'\); name them alike/,
      ),
    );
    assert.throws(registered('app://{a}', []), code('INVALID_DEFINITION', /there are none/));
    assert.throws(
      registered('app://x', [property('a', string)]),
      code('INVALID_DEFINITION', /nothing in the URI fills the parameter 'a'; add \{a\}/),
    );
    assert.doesNotThrow(registered('app://{a}', [property('a', string), optional, contextParameter]));
    assert.throws(() => new ToolRegistry({ manifest: [] }).register(new Library()), code('STALE_MANIFEST', /Library\.user/));
  });

  it('needs no manifest where every parameter has a schema', async () => {
    class Bare {
      @resource('app://n/{n}')
      run(@param({ name: 'n', schema: { type: 'integer' } }) n: number, @context() caller: ToolContext): unknown {
        return [n, typeof caller.log];
      }

      @resource('app://none')
      none(): string {
        return 'none';
      }
    }
    const { resources } = new ToolRegistry().register(new Bare());
    assert.equal((await resources.read('app://n/4'))[0]?.text, '[4,"function"]');
    assert.equal((await resources.read('app://none'))[0]?.text, 'none');
  });

  it('lists and reads by scopes, also of inherited methods', async () => {
    class Guarded {
      @resource('app://secret', { scopes: ['read', 'secret'] })
      secret(): string {
        return 's';
      }

      @resource('app://open')
      open(): string {
        return 'o';
      }
    }
    class Child extends Guarded {
      override secret(): string {
        return 'child';
      }
    }
    @toolset({ scopes: ['all'] })
    class Closed extends Guarded {}
    const { resources } = new ToolRegistry().register(new Child());
    const uris = (scopes?: string[]): string[] => resources.list(scopes ? { scopes } : {}).map(({ uri }) => uri);
    assert.deepEqual(
      [uris(), uris([]), uris(['read']), uris(['secret', 'read'])].map((list) => list.length),
      [2, 1, 1, 2],
    );
    assert.equal((await resources.read('app://secret'))[0]?.text, 'child');
    assert.equal((await resources.read('app://secret', { scopes: ['read', 'secret'] }))[0]?.text, 'child');
    await assert.rejects(resources.read('app://secret', { scopes: ['read'] }), (error: ToolError) => {
      assert.deepEqual(error.scopes, ['read', 'secret']);
      assert.match(error.message, /it needs the scope 'secret'/);
      return error.code === 'DENIED';
    });
    // What may not be listed is not told of either.
    await assert.rejects(resources.read('app://secreT', { scopes: [] }), (error: ToolError) => !error.message.includes("'app://secret'"));
    const closed = new ToolRegistry().register(new Closed()).resources;
    assert.deepEqual(
      closed.list({ scopes: ['read', 'secret'] }).map(({ uri }) => uri),
      ['app://secret'],
    );
    await assert.rejects(closed.read('app://open', { scopes: ['read'] }), code('DENIED'));
  });
});

describe('new Resource', () => {
  it('is read with checked variables, on its own object', async () => {
    const init = {
      uri: 'app://{a}/{n}{?more*}',
      name: 'hand',
      inputSchema: {
        type: 'object',
        properties: { a: { enum: ['x', 'y'] }, n: { type: 'integer' }, more: { type: 'array', items: { type: 'boolean' } } },
        required: ['a', 'n'],
        additionalProperties: false,
      },
      word: 'hi',
      read(variables: Record<string, unknown>, { callId }: ToolContext): unknown {
        return { ...variables, word: this.word, callId };
      },
    } as const;
    const { word: _word, ...options } = init;
    assert.throws(() => new Resource(init), code('INVALID_DEFINITION', /unknown option 'word'/));
    const plain = new Resource({ ...options, read: init.read.bind(init) });
    const { resources } = new ToolRegistry().register(plain);
    assert.equal(
      (await resources.read('app://X/3?more=true&more=false', { callId: 'c' }))[0]?.text,
      '{"a":"x","n":3,"more":[true,false],"word":"hi","callId":"c"}',
    );
    await assert.rejects(resources.read('app://z/3'), code('INVALID_ARGUMENTS'));
    assert.deepEqual(plain.definition, { uriTemplate: 'app://{a}/{n}{?more*}', name: 'hand' });
    assert.ok(plain instanceof Resource && plain.isTemplate && !(new (class {})() instanceof Resource));
  });

  it('refuses what is written wrongly', () => {
    const read = (): string => '';
    for (const [init, message] of [
      [{ uri: 'x', name: 'x', read }, /needs a scheme/],
      [{ uri: 5, name: 'x', read }, /must be a string/],
      [{ uri: 'a:b', read }, /needs a 'name'/],
      [{ uri: 'a:b', name: 'x' }, /'read' must be a function/],
      [{ uri: 'a:{b}', name: 'x', read, inputSchema: { type: 'object', properties: {}, additionalProperties: false } }, /variable 'b'/],
      [{ uri: 'a:b', name: 'x', read, scopes: 'x' }, /'scopes' must be/],
    ] as const)
      assert.throws(() => new Resource(init as never), code('INVALID_DEFINITION', message));
  });
});
