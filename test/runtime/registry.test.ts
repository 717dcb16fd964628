import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { context, defineManifest, param, payload, Tool, tool, toolset, ToolRegistry, type ToolContext } from '../../src/index.js';
import { sourceHash } from '../../src/source-hash.js';
import { contextParameter, contract, manifestOf, number, object, property, string } from './support.js';

class Greeter {
  constructor(readonly word = 'hello') {}

  @tool({ description: 'Greets.' })
  greet(name: string, caller?: ToolContext): string {
    return `${this.word} ${name} ${caller?.callId ?? ''}`.trim();
  }
}
const manifest = manifestOf(Greeter, { greet: contract([property('name', string), contextParameter]) });

describe('ToolRegistry', () => {
  it('runs a method on its instance, with the context injected', async () => {
    const registry = new ToolRegistry({ manifest }).register(new Greeter());
    assert.deepEqual(registry.get('greet')?.definition, {
      name: 'greet',
      description: 'Greets.',
      inputSchema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'], additionalProperties: false },
    });
    assert.equal((await registry.call({ id: '7', name: 'greet', args: { name: 'Ada' } })).value, 'hello Ada 7');
  });

  it('refuses a second item where the options belong, and lists without end', () => {
    const registry = new ToolRegistry({ manifest });
    const register = registry.register.bind(registry) as (...items: unknown[]) => unknown;
    assert.throws(() => register(new Greeter(), new Greeter()), { code: 'INVALID_DEFINITION', message: /register\(\[a, b\]\)/ });
    assert.throws(() => register(new Greeter(), {}, new Greeter()), { code: 'INVALID_DEFINITION' });
    class WithoutFields {}
    for (const second of [new WithoutFields(), [], new Map(), () => ''])
      assert.throws(() => register(new Greeter(), second), { code: 'INVALID_DEFINITION', message: /register\(\[a, b\]\)/ });
    assert.equal(registry.size, 0);
    for (const options of [Object.create(null), structuredClone({})])
      assert.doesNotThrow(() => new ToolRegistry({ manifest }).register(new Greeter(), options as object));
    const endless: unknown[] = [];
    endless.push(endless);
    assert.throws(() => register(endless), { code: 'INVALID_DEFINITION', message: /nested more than/ });
    assert.equal(registry.size, 0);
  });

  it('takes anything that gives items one by one, in lists within lists', () => {
    const make = (name: string): Tool => new Tool({ name });
    const names = (items: Iterable<object>): string[] =>
      new ToolRegistry({ manifest })
        .register(items)
        .list()
        .map(({ name }) => name);
    const items = (): object[] => [make('a'), new Greeter(), make('b')];
    const series: Iterable<object>[] = [
      new Set(items()),
      items().values(),
      new Map(items().entries()).values(),
      (function* () {
        yield* items();
      })(),
      { [Symbol.iterator]: () => items().values() },
      [make('a'), new Set([new Greeter(), [make('b')]])],
    ];
    for (const one of series) assert.deepEqual(names(one), ['a', 'greet', 'b']);
    assert.deepEqual(names(new Set()), []);
    const map = new Map([['a', make('a')]]);
    assert.throws(() => new ToolRegistry({ manifest }).register(map), { code: 'INVALID_DEFINITION', message: /map\.values\(\)/ });
    const once = items().values();
    for (let time = 0; time < 2; time += 1) assert.deepEqual(names(once), ['a', 'greet', 'b']);
    const faulty = (function* (): Generator<object> {
      yield make('c');
      throw new RangeError('no more');
    })();
    const registry = new ToolRegistry();
    assert.throws(() => registry.register(faulty), RangeError);
    assert.equal(registry.size, 0);
  });

  it('takes a service that can be iterated as one thing', async () => {
    class List extends Array<unknown> {
      @tool() count(): number {
        return this.length;
      }
    }
    class Book extends Greeter {
      *[Symbol.iterator](): Generator {
        yield assert.fail('nobody is to look');
      }
    }
    const both = { ...manifest, classes: [...manifest.classes, ...manifestOf(List, { count: contract([]) }).classes] };
    for (const items of [new List(1, 2), [new List(1, 2), new Book()], new Set([new List(1, 2), new Book()])]) {
      const registry = new ToolRegistry({ manifest: both }).register(items);
      assert.equal((await registry.call({ name: 'count', args: {} })).value, 2);
    }
    const book = new Book();
    const registry = new ToolRegistry({ manifest }).register(book);
    assert.deepEqual([registry.size, registry.unregister(book), registry.size], [1, true, 0]);
  });

  it('takes a proxy that has an answer to everything as what it stands for', () => {
    const proxy = new Proxy(new Greeter(), {
      get: (target, key, self) => (Reflect.get(target, key, self) as unknown) ?? (() => assert.fail()),
    });
    assert.equal(new ToolRegistry({ manifest }).register(proxy).size, 1);
    assert.equal(new ToolRegistry({ manifest }).register([proxy]).size, 1);
  });

  it('ends notices with the call', async () => {
    const told: unknown[] = [];
    const late = new ToolRegistry().register(
      new Tool({
        name: 'late',
        description: 'Goes on.',
        inputSchema: { type: 'object' },
        handler: (_args, running) => {
          running.log('info', 'during');
          running.progress(1);
          setTimeout(() => (running.log('info', 'after'), running.progress(2)), 1);
        },
      }),
    );
    await late.call({ name: 'late', args: {} }, { log: (_level, data) => told.push(data), progress: (done) => told.push(done) });
    await new Promise((resolve) => setTimeout(resolve, 20));
    assert.deepEqual(told, ['during', 1]);
  });

  it('takes a class with a resolve, asked at each call', async () => {
    let asked = 0;
    const registry = new ToolRegistry({ manifest, resolve: async () => new Greeter(`hi${(asked += 1)}`) }).register(Greeter);
    assert.equal((await registry.call({ name: 'greet', args: { name: 'A' } })).value, 'hi1 A');
    assert.equal((await registry.call({ name: 'greet', args: { name: 'A' } })).value, 'hi2 A');
    assert.throws(() => new ToolRegistry({ manifest }).register(Greeter), { code: 'INVALID_DEFINITION', message: /resolve/ });
  });

  it('refuses two tools of one name, naming both, and registers nothing of the batch', () => {
    @toolset({ prefix: 'x_' })
    class Prefixed extends Greeter {}
    const registry = new ToolRegistry({ manifest });
    assert.throws(() => registry.register([new Prefixed(), new Greeter(), new Greeter()]), {
      code: 'DUPLICATE_TOOL',
      message: /Greeter\.greet and Greeter\.greet/,
    });
    assert.deepEqual(registry.list(), []);
    assert.deepEqual(
      registry
        .register([new Prefixed(), new Greeter()])
        .list()
        .map(({ name }) => name),
      ['x_greet', 'greet'],
    );
  });

  it('says of what is registered twice that it is, and when', () => {
    const registry = new ToolRegistry({ manifest });
    const refused = (items: object, message: RegExp): void =>
      assert.throws(() => registry.register(items), { code: 'DUPLICATE_TOOL', toolName: 'greet', message });
    const greeter = new Greeter();
    refused([greeter, greeter], /^registry\.register\(\): this very instance of Greeter stands twice in the list: leave out the second/);
    registry.register(greeter);
    refused(greeter, /this very instance of Greeter was registered before, by an earlier register\(\): leave out the second/);
    refused(new Greeter(), /Greeter\.greet and Greeter\.greet\. Both come of one class or function.*register one instance/);
    refused(registry.list(), /It is the same one, registered twice/);
    registry.unregister(greeter);
    const other = new Tool({ name: 'greet' });
    registry.register(other);
    refused(greeter, /Give one another name/);
    refused(new Tool({ name: 'greet' }), /Give one another name/);
  });

  it('says to whoever calls it otherwise how it is called', async () => {
    const registry = new ToolRegistry({ manifest }).register(new Greeter());
    const call = (...given: unknown[]): Promise<unknown> => registry.call(...(given as Parameters<typeof registry.call>));
    const code = 'INVALID_DEFINITION';
    await assert.rejects(call('greet', { name: 'A' }), {
      code,
      message: /takes one object: registry\.call\(\{ name: "greet", args: \{ … \} \}\)/,
    });
    for (const key of ['arguments', 'input', 'parameters'])
      await assert.rejects(call({ name: 'greet', [key]: { name: 'A' } }), { code, message: new RegExp(`as 'args', not as '${key}'`) });
    await assert.rejects(call({ id: 'a', type: 'function', function: { name: 'greet', arguments: '{}' } }), {
      code,
      message: /parseCalls\(\)/,
    });
    const result = await registry.call({ name: 'greet', args: { arguments: 1 } });
    assert.equal(result.error?.code, 'INVALID_ARGUMENTS');
  });

  it('[DSPY-06] [DSPY-07] says clearly what it cannot take', () => {
    const registry = new ToolRegistry({ manifest });
    for (const item of [undefined, null, 5, {}, { greet: () => 1 }, () => 1, class Bare {}, new Date()]) {
      assert.throws(() => registry.register(item as object), { code: 'INVALID_DEFINITION', message: /register/ });
    }
  });

  it('tells of changes, once a batch', () => {
    const registry = new ToolRegistry({ manifest });
    let changes = 0;
    const stop = registry.on('change', () => (changes += 1));
    registry.register(new Greeter());
    assert.equal(registry.unregister('greet'), true);
    assert.equal(registry.unregister('greet'), false);
    stop();
    registry.register(new Greeter());
    assert.equal(changes, 2);
  });

  it('removes several at once, given as they were for registering', () => {
    const items = ['a', 'b', 'c'].map((name) => new Tool({ name }));
    const registry = new ToolRegistry({ manifest }).register([...items, new Greeter()]);
    const [a, b, c] = items as [Tool, Tool, Tool];
    let changes = 0;
    registry.on('change', () => (changes += 1));
    assert.equal(registry.unregister([a, 'greet', new Set([b]), a]), true);
    assert.equal(changes, 1, 'listeners hear of it once');
    assert.deepEqual(
      registry.list().map(({ name }) => name),
      ['c'],
    );
    assert.equal(registry.unregister([a, 'greet']), false);
    assert.equal(registry.unregister(new Set([c])), true);
    assert.throws(() => registry.unregister(new Map([['c', c]])), { code: 'INVALID_DEFINITION', message: /^registry\.unregister\(\)/ });
  });

  it('finds the contract for anonymous subclasses, mocks and wrapped methods', async () => {
    const mock = new (class extends Greeter {
      override greet(name: string, _caller?: ToolContext): string {
        return `mock ${name}`;
      }
    })();
    assert.equal((await new ToolRegistry({ manifest }).register(mock).call({ name: 'greet', args: { name: 'A' } })).value, 'mock A');
    class Wrapped {
      @tool() run(a: number): number {
        return a;
      }
    }
    const original = Wrapped.prototype.run;
    Wrapped.prototype.run = function (this: Wrapped, ...args: [number]) {
      return original.apply(this, args) * 2;
    };
    const wrapped = new ToolRegistry({ manifest: manifestOf(Wrapped, { run: contract([property('a', number)]) }) }).register(new Wrapped());
    assert.equal((await wrapped.call({ name: 'run', args: { a: 2 } })).value, 4);
  });

  it('binds a marked function', async () => {
    const search = tool(function search(query: string) {
      return query.length;
    });
    const found = {
      ...manifest,
      functions: [{ function: () => search, name: 'search', source: 'x.ts', contract: () => contract([property('query', string)]) }],
    };
    assert.equal((await new ToolRegistry({ manifest: found }).register(search).call({ name: 'search', args: { query: 'abc' } })).value, 3);
  });

  it('a function has the name of its source, also where a bundler has renamed it; an explicit name wins', () => {
    const renamed = tool(function search2(query: string) {
      return query;
    });
    const named = tool(
      function find2(query: string) {
        return query;
      },
      { name: 'look' },
    );
    const entry = (name: string, fn: unknown) => ({
      function: () => fn,
      name,
      source: 'x.ts',
      contract: () => contract([property('query', string)]),
    });
    const found = { ...manifest, functions: [entry('search', renamed), entry('find', named)] };
    assert.deepEqual(
      new ToolRegistry({ manifest: found })
        .register([renamed, named])
        .list()
        .map(({ name }) => name),
      ['search', 'look'],
    );
  });
});

describe('stale manifests', () => {
  const stale = (run: () => unknown, message: RegExp): void =>
    assert.throws(run, (error: Error & { code?: string }) => {
      assert.equal(error.code, 'STALE_MANIFEST');
      assert.match(error.message, message);
      assert.match(error.message, /npx toolmark build/);
      return true;
    });

  it('are told from missing ones, naming class and method', () => {
    stale(() => new ToolRegistry().register(new Greeter()), /no manifest.*Greeter\.greet/);
    stale(
      () => new ToolRegistry({ manifest: manifestOf(class Other {}, {}) }).register(new Greeter()),
      /Greeter\.greet is not in the manifest/,
    );
    stale(() => new ToolRegistry({ manifest: manifestOf(Greeter, {}) }).register(new Greeter()), /though its class is/);
    stale(
      () => new ToolRegistry({ manifest: manifestOf(Greeter, { greet: contract([property('name', string)]) }) }).register(new Greeter()),
      /parameters/,
    );
  });

  it('are found by the hash of a source that lies there, whatever its line ends', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'toolmark-'));
    try {
      const bound = { ...manifest, file: path.join(folder, 'toolmark.generated.ts'), sources: { 'x.ts': sourceHash('a\nb') } };
      new ToolRegistry({ manifest: bound }).register(new Greeter());
      writeFileSync(path.join(folder, 'x.ts'), 'a\r\nb');
      new ToolRegistry({ manifest: bound }).register(new Greeter());
      writeFileSync(path.join(folder, 'x.ts'), 'a\nc');
      stale(() => new ToolRegistry({ manifest: bound }).register(new Greeter()), /has changed/);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('need no manifest where every parameter has a schema', async () => {
    class Explicit {
      @tool() add(
        @param({ name: 'a', schema: number }) a: number,
        @param({ name: 'b', schema: number, default: 2 }) b: number,
        @context() _c: unknown,
      ): number {
        return a + b;
      }
      @tool() all(@payload({ schema: object({ x: number }) }) p: { x: number }): number {
        return p.x;
      }
    }
    const registry = new ToolRegistry().register(new Explicit());
    assert.equal((await registry.call({ name: 'add', args: { a: 1 } })).value, 3);
    assert.equal((await registry.call({ name: 'all', args: { x: 5 } })).value, 5);
    assert.deepEqual(registry.get('add')?.inputSchema.required, ['a']);
  });

  it('know the file that defined them', () => {
    assert.equal(path.basename(defineManifest(manifest).file ?? ''), 'registry.test.ts');
  });
});

describe('options of a registry', () => {
  it('are refused where TypeScript did not look', () => {
    const cases: [object, string, RegExp][] = [
      [{ manifset: {} }, 'INVALID_DEFINITION', /there is no option 'manifset'\. Did you mean 'manifest'\?/],
      [
        { limits: { argumentByte: 1 } },
        'INVALID_DEFINITION',
        /there is no option 'limits\.argumentByte'\. Did you mean 'limits\.argumentBytes'\?/,
      ],
      [{ limits: { argumentBytes: -1 } }, 'INVALID_DEFINITION', /'limits\.argumentBytes' must be a number above 0/],
      [{ repair: 'no' }, 'INVALID_DEFINITION', /'repair' must be true or false/],
      [{ manifest: {} }, 'INVALID_DEFINITION', /no manifest: pass what the generated module exports by default/],
      [{ manifest: { default: {} } }, 'INVALID_DEFINITION', /pass its 'default' export/],
      [{ manifest: null }, 'INVALID_DEFINITION', /must be what the generated module exports/],
      [{ manifest: { version: 9, classes: [], functions: [] } }, 'STALE_MANIFEST', /format 9.*npx toolmark build/],
    ];
    for (const [options, code, message] of cases) assert.throws(() => new ToolRegistry(options), { code, message });
  });
});
