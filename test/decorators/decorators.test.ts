import assert from 'node:assert/strict';
import { IsInt, Max, Min } from 'class-validator';
import { context, param, payload, tool, ToolError, toolset } from '../../src/index.js';
import { functionRecord, markedMethods, toolsetOptions } from '../../src/decorators/metadata.js';

/** The ToolError that `run` throws. */
function thrown(run: () => unknown): ToolError {
  try {
    run();
  } catch (error) {
    assert.ok(error instanceof ToolError, `not a ToolError: ${String(error)}`);
    return error;
  }
  return assert.fail('nothing was thrown');
}

/** Applies a decorator as `tsc` does with experimentalDecorators. */
function decorate(decorator: unknown, target: object, key: string | symbol): void {
  (decorator as (target: object, key: string | symbol, descriptor?: PropertyDescriptor) => void)(
    target,
    key,
    Object.getOwnPropertyDescriptor(target, key),
  );
}

describe('@tool', () => {
  it('[GLLM-34] [GLLM-35] [GLLM-36] works bare and called', () => {
    class Service {
      @tool bare(): void {}
      @tool() called(): void {}
      @tool({ name: 'third', title: 'Third' }) named(): void {}
      unmarked(): void {}
    }
    const marked = markedMethods(Service);
    assert.deepEqual([...marked.keys()], ['bare', 'called', 'named']);
    assert.deepEqual(marked.get('named')?.options, { name: 'third', title: 'Third' });
  });

  it('leaves the method untouched', () => {
    class Service {
      twice(value: number): number {
        return value * 2;
      }
    }
    const before = Service.prototype.twice;
    decorate(tool(), Service.prototype, 'twice');
    assert.equal(Service.prototype.twice, before);
    assert.equal(new Service().twice('4' as unknown as number), 8, 'calling it directly validates nothing');
  });

  it('is inherited, and an override keeps the mark unless it has its own', () => {
    class Base {
      @tool({ title: 'base' }) kept(@param('said by the base') value: string): string {
        return value;
      }
      @tool({ title: 'base' }) renewed(): void {}
    }
    class Derived extends Base {
      override kept(value: string): string {
        return `${value}!`;
      }
      @tool({ title: 'derived' }) override renewed(): void {}
      @tool() added(): void {}
    }
    const marked = markedMethods(Derived);
    assert.deepEqual([...marked.keys()], ['kept', 'renewed', 'added']);
    assert.equal(marked.get('kept')?.options.title, 'base');
    assert.equal(marked.get('kept')?.parameters.get(0)?.options?.description, 'said by the base');
    assert.equal(marked.get('renewed')?.options.title, 'derived');
    assert.equal(markedMethods(Base).get('renewed')?.options.title, 'base');
  });

  it('does not mix up sibling classes', () => {
    class Base {}
    class Left extends Base {
      @tool() left(): void {}
    }
    class Right extends Base {
      @tool() right(): void {}
    }
    assert.deepEqual([[...markedMethods(Left).keys()], [...markedMethods(Right).keys()]], [['left'], ['right']]);
  });

  it('refuses static methods, accessors, fields, symbols and classes, naming the place', () => {
    class Service {
      static fixed(): void {}
      get value(): number {
        return 1;
      }
      [Symbol.iterator](): void {}
    }
    const cases: [() => unknown, RegExp][] = [
      [() => decorate(tool(), Service, 'fixed'), /Service\.fixed.*static/],
      [() => decorate(tool, Service, 'fixed'), /Service\.fixed.*static/],
      [() => decorate(tool(), Service.prototype, 'value'), /Service\.value.*only methods/],
      [() => decorate(tool(), Service.prototype, 'field'), /Service\.field.*only methods/],
      [() => decorate(tool(), Service.prototype, Symbol.iterator), /symbol/],
      [() => (tool() as unknown as (target: unknown) => void)(Service), /Service.*not on a class/],
      [() => (tool as unknown as (target: unknown) => void)(Service), /Service.*class/],
    ];
    for (const [run, expected] of cases) {
      const error = thrown(run);
      assert.equal(error.code, 'INVALID_DEFINITION');
      assert.match(error.message, expected);
    }
  });

  it('checks its options when it is applied, naming class, method and option', () => {
    class Service {
      run(): void {}
    }
    const bad: [object, RegExp][] = [
      [{ titel: 'x' }, /unknown option 'titel'.*known: name, title/],
      [{ name: '' }, /'name' must be/],
      [{ name: 'two words' }, /'name' must be.*two words/],
      [{ name: 'x'.repeat(129) }, /'name' must be/],
      [{ description: '  ' }, /'description' must be a non-empty string/],
      [{ timeout: 0 }, /'timeout' must be milliseconds/],
      [{ tags: 'one' }, /'tags' must be an array/],
      [{ annotations: { readOnly: true } }, /'annotations' must be.*readOnlyHint/],
      [{ annotations: { readOnlyHint: 'yes' } }, /'annotations' must be/],
      [{ examples: [{ a: 1 }] }, /'examples' must be/],
      [JSON.parse('{"__proto__": 1}') as object, /unknown option '__proto__'/],
    ];
    for (const [options, expected] of bad) {
      const error = thrown(() => decorate(tool(options), Service.prototype, 'run'));
      assert.equal(error.code, 'INVALID_DEFINITION');
      assert.match(error.message, /@tool on Service\.run/);
      assert.match(error.message, expected);
    }
    assert.equal(markedMethods(Service).size, 0);
  });

  it('accepts names of the whole alphabet and length', () => {
    class Service {
      run(): void {}
    }
    decorate(tool({ name: 'Az09._-' }), Service.prototype, 'run');
    decorate(tool({ name: 'x'.repeat(128) }), Service.prototype, 'run');
    assert.equal(markedMethods(Service).get('run')?.options.name?.length, 128);
  });

  it('works with standard decorators too', () => {
    class Service {
      run(): void {}
    }
    const context = { kind: 'method', name: 'run', static: false, private: false, metadata: {}, addInitializer(): void {} };
    (tool({ title: 'Run' }) as unknown as (method: unknown, context: unknown) => void)(Service.prototype.run, context);
    assert.equal(markedMethods(Service).get('run')?.options.title, 'Run');
    const staticContext = { ...context, static: true };
    assert.match(thrown(() => (tool as unknown as (method: unknown, context: unknown) => void)(() => {}, staticContext)).message, /static/);
  });
});

describe('@param, @payload, @context', () => {
  it('record description, options, roles and rules by position', () => {
    class Service {
      @tool() run(
        @param('how many', Min(1), Max(9)) count: number,
        @param({ name: 'q', default: 'x' }, IsInt()) query: string,
        @param(IsInt()) only: number,
        @payload() body: object,
        @context() ctx: unknown,
        @param bare: string,
      ): unknown {
        return [count, query, only, body, ctx, bare];
      }
    }
    const parameters = markedMethods(Service).get('run')?.parameters;
    assert.ok(parameters);
    assert.deepEqual(parameters.get(0)?.options, { description: 'how many' });
    assert.equal(parameters.get(0)?.rules.length, 2);
    assert.deepEqual(parameters.get(1)?.options, { name: 'q', default: 'x' });
    assert.equal(parameters.get(2)?.rules.length, 1);
    assert.equal(parameters.get(3)?.role, 'payload');
    assert.equal(parameters.get(4)?.role, 'context');
    assert.deepEqual(parameters.get(5), { rules: [] });
  });

  it('refuse unknown options, rules that are none, and constructor parameters', () => {
    class Service {
      run(): void {}
    }
    const apply = (decorator: ParameterDecorator, key: string | undefined = 'run'): void => decorator(Service.prototype, key, 1);
    assert.match(
      thrown(() => apply(param({ descr: 'x' } as object))).message,
      /@param on Service\.run, parameter 2: unknown option 'descr'/,
    );
    assert.match(thrown(() => apply(param('x', 5 as unknown as PropertyDecorator))).message, /rules must be class-validator decorators/);
    assert.match(thrown(() => param('x')(Service, undefined, 0)).message, /constructor/);
    assert.match(thrown(() => apply(payload({ schema: 5 } as object))).message, /'schema' must be an object/);
  });
});

describe('@toolset', () => {
  it('gives defaults that subclasses inherit', () => {
    @toolset({ prefix: 'atlas_', tags: ['geo'] })
    class Service {}
    class Derived extends Service {}
    assert.deepEqual(toolsetOptions(Derived), { prefix: 'atlas_', tags: ['geo'] });
    assert.deepEqual(toolsetOptions(class {}), {});
  });

  it('refuses unknown options', () => {
    assert.match(
      thrown(() => toolset({ prefixx: 'a' } as object)(class Service {})).message,
      /@toolset on Service: unknown option 'prefixx'/,
    );
  });
});

describe('tool(fn)', () => {
  it('[GLLM-17] [GLLM-18] [GLLM-45] [GLLM-47] gives a function that is called as before and keeps name and length', async () => {
    const add = tool(function add(left: number, right: number) {
      return left + right;
    });
    const later = tool(
      async function later(value: string) {
        return Promise.resolve(value);
      },
      { title: 'Later' },
    );
    assert.equal(add(1, 2), 3);
    assert.equal(await later('x'), 'x');
    assert.deepEqual([add.name, add.length], ['add', 2]);
    assert.equal(functionRecord(later)?.options.title, 'Later');
    assert.equal(
      functionRecord(() => 1),
      undefined,
    );
  });

  it('keeps `this`', () => {
    const owner = {
      base: 2,
      plus: tool(function plus(this: { base: number }, value: number) {
        return this.base + value;
      }),
    };
    assert.equal(owner.plus(3), 5);
  });

  it('marks one function twice under two names without mixing them up', () => {
    function echo(value: string): string {
      return value;
    }
    const first = tool(echo, { name: 'first' });
    const second = tool(echo, { name: 'second' });
    assert.deepEqual(
      [functionRecord(first)?.options.name, functionRecord(second)?.options.name, functionRecord(echo)],
      ['first', 'second', undefined],
    );
  });

  it('[DSPY-12] asks for a name where there is none', () => {
    assert.match(
      thrown(() =>
        tool(
          (
            () => () =>
              1
          )(),
        ),
      ).message,
      /needs a name/,
    );
    assert.equal(
      functionRecord(
        tool(
          (
            () => () =>
              1
          )(),
          { name: 'one' },
        ),
      )?.options.name,
      'one',
    );
  });
});
