/** Schemas by hand that are more than JSON, or less: what a look at their keys does not see would let pass anything. */
import assert from 'node:assert/strict';
import { createContext, runInContext } from 'node:vm';
import { type JsonSchema, param, Tool, tool, ToolRegistry } from '../../src/index.js';

const text = { type: 'string', minLength: 2 } as const;
const plain = { type: 'object', properties: { a: text }, required: ['a'] } as const;
const holding = (a: unknown): object => ({ type: 'object', properties: { a } });
const boom = (): never => {
  throw new Error('boom');
};
const revoked = (): object => {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
};

/** A library that makes JSON Schema by classes. */
class Node {
  readonly type = 'string';
  readonly minLength = 2;
  optional(): this {
    return this;
  }
  get isNode(): boolean {
    return true;
  }
}
class Hidden {
  readonly type = 'string';
  get minLength(): number {
    return 2;
  }
}
class Getters {
  get type(): string {
    return 'string';
  }
}

/** Each says that `a` is a text of at least two characters. */
const fine: Readonly<Record<string, () => object>> = {
  'without a prototype': () =>
    Object.assign(Object.create(null) as object, plain, { properties: Object.assign(Object.create(null), { a: text }) }),
  'of another realm': () => runInContext(`(${JSON.stringify(plain)})`, createContext()) as object,
  'instances with keywords of their own': () => holding(new Node()),
  'getters of its own': () => ({
    get type() {
      return 'object';
    },
    properties: {
      get a() {
        return text;
      },
    },
  }),
  'a proxy': () => new Proxy(plain, {}),
  'a proxy within': () => holding(new Proxy(text, {})),
  frozen: () => Object.freeze(holding(Object.freeze({ ...text }))),
  'with symbols': () => ({ ...plain, [Symbol('kind')]: 'Object' }),
  'the same part twice': () => ({ type: 'object', properties: { a: text, b: text }, allOf: [plain, plain] }),
};

/** What is wrong, after the name of the option. */
const wrong: Readonly<Record<string, [make: () => unknown, words: RegExp]>> = {
  'keywords that are inherited': [
    () => Object.create(plain),
    /^inherits 'type', which JSON does not see; give the object what it inherits/,
  ],
  'some that are': [() => Object.assign(Object.create({ required: ['a'] }) as object, { type: 'object' }), /^inherits 'required'/],
  'through several objects': [() => Object.create(Object.create(plain) as object), /^inherits 'type'/],
  'properties that are': [() => ({ type: 'object', properties: Object.create({ a: text }) as object }), /^at \/properties inherits 'a'/],
  'within a property': [() => holding(Object.create(text)), /^at \/properties\/a inherits 'type'/],
  'in a list': [() => ({ type: 'object', anyOf: [Object.create(plain)] }), /^at \/anyOf\/0 inherits 'type'/],
  'a getter of a class': [() => holding(new Hidden()), /^at \/properties\/a inherits 'minLength'/],
  'getters of a class alone': [() => holding(new Getters()), /^at \/properties\/a is an instance of Getters, in which JSON sees nothing/],
  'a getter that throws': [
    () => ({
      type: 'object',
      properties: {
        get a() {
          return boom();
        },
      },
    }),
    /^cannot be read: boom; give a plain object/,
  ],
  'a getter of a class that throws': [
    () =>
      holding({
        ...text,
        get pattern() {
          return boom();
        },
      }),
    /^cannot be read: boom/,
  ],
  'a proxy that throws for keys': [() => new Proxy(plain, { ownKeys: boom }), /^cannot be read: boom/],
  'a proxy that throws for values': [() => new Proxy(plain, { get: boom }), /^cannot be read: boom/],
  'a proxy that throws for its prototype': [() => holding(new Proxy(text, { getPrototypeOf: boom })), /^cannot be read: boom/],
  'a proxy that is revoked': [revoked, /^cannot be read: .*revoked/],
  'what throws no error': [
    () =>
      new Proxy(plain, {
        get: () => {
          // eslint-disable-next-line typescript/only-throw-error -- anything may be thrown
          throw undefined;
        },
      }),
    /^cannot be read: undefined/,
  ],
  'a Map': [() => new Map(Object.entries(plain)), /^must be JSON Schema, a plain object, and is an instance of Map/],
  'a Map within': [
    () => ({ type: 'object', properties: new Map([['a', text]]) }),
    /^at \/properties is an .* Map, .*; give Object\.fromEntries\(map\)/,
  ],
  'a Set within': [() => ({ ...plain, required: new Set(['a']) }), /^at \/required is an instance of Set, .*; give Array\.from\(set\)/],
  'a Date': [() => new Date(), /^must be JSON Schema, a plain object, and is an instance of Date/],
  'a Date within': [
    () => holding({ type: 'string', default: new Date() }),
    /^at \/properties\/a\/default .* Date, .*; give its text, toISOString\(\)/,
  ],
  'an expression': [() => holding({ type: 'string', pattern: /a/ }), /^at \/properties\/a\/pattern .* RegExp, .*; give its text, source/],
  'a promise': [() => Promise.resolve(plain), /is an instance of Promise/],
  'a promise within': [() => holding(Promise.resolve(text)), /^at \/properties\/a is an instance of Promise/],
  'a method toJSON': [() => ({ toJSON: () => plain }), /^has a method toJSON\(\); give what it returns/],
  'a method toJSON within': [() => holding({ ...text, toJSON: boom }), /^at \/properties\/a has a method toJSON/],
  'undefined in a list': [() => holding({ enum: ['x', undefined] }), /^at \/properties\/a\/enum is a list with undefined in it/],
  'a hole in a list': [() => ({ ...plain, required: Object.assign(['a'], { 2: 'b' }) }), /^at \/required is a list with undefined in it/],
  'a bigint': [() => holding({ enum: [1n] }), /^at \/properties\/a\/enum\/0 is a bigint/],
};

describe('schemas by hand that are no plain JSON', () => {
  for (const [title, make] of Object.entries(fine))
    it(`${title}: works by what JSON.stringify sees`, async () => {
      for (const imported of [false, true]) {
        const echo = new Tool({
          name: 'echo',
          inputSchema: make() as JsonSchema,
          outputSchema: make() as JsonSchema,
          imported,
          handler: (args) => args,
        });
        assert.deepEqual(JSON.parse(JSON.stringify(echo.inputSchema)), JSON.parse(JSON.stringify(make())));
        const registry = new ToolRegistry().register(echo);
        assert.deepEqual((await registry.call({ name: 'echo', args: { a: 'xy' } })).structuredContent, { a: 'xy' });
        assert.equal((await registry.call({ name: 'echo', args: { a: 'x' } })).error?.code, 'INVALID_ARGUMENTS');
      }
    });

  for (const [title, [make, words]] of Object.entries(wrong))
    it(`${title}: refused where the tool is made`, () => {
      for (const option of ['inputSchema', 'outputSchema'])
        for (const imported of [false, true])
          assert.throws(
            () => new Tool({ name: 'a', [option]: make(), imported }),
            ({ code, message }: { code: string; message: string }) => {
              assert.equal(code, 'INVALID_DEFINITION');
              assert.ok(message.startsWith(`new Tool("a"): '${option}' `), message);
              assert.match(message.slice(`new Tool("a"): '${option}' `.length), words);
              return true;
            },
          );
    });

  it('of a parameter', () => {
    // The decorator has a look of its own first.
    for (const [make, words] of Object.values(wrong).filter(([make]) => make !== revoked)) {
      class Service {
        run(a: unknown): unknown {
          return a;
        }
      }
      param({ name: 'a', schema: make() as JsonSchema })(Service.prototype, 'run', 0);
      tool()(Service.prototype, 'run', Object.getOwnPropertyDescriptor(Service.prototype, 'run') as never);
      assert.throws(
        () => new ToolRegistry().register(new Service()),
        ({ code, message }: { code: string; message: string }) =>
          code === 'INVALID_DEFINITION' && words.test(message.replace("Service.run: 'schema' ", '')),
      );
    }
  });
});
