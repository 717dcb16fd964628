import assert from 'node:assert/strict';
import { Exclude } from 'class-transformer';
import fc from 'fast-check';
import { Tool, ToolError, ToolRegistry, type JsonSchema, type ToolInit, type ToolResult } from '../../src/index.js';
import { object, number, string } from './support.js';

const quiet = { error: () => undefined, warn: () => undefined };

async function resultOf(value: unknown, outputSchema?: JsonSchema, options: Partial<ToolInit> = {}): Promise<ToolResult> {
  const init: ToolInit = { name: 't', handler: () => value, ...options };
  if (outputSchema) init.outputSchema = outputSchema;
  return new ToolRegistry({ logger: quiet }).register(new Tool(init)).call({ name: 't' });
}

const textOf = async (value: unknown): Promise<string> => {
  const [block] = (await resultOf(value)).content;
  return block?.type === 'text' ? block.text : '';
};

describe('results', () => {
  it('[B30] gives void, bigint, dates, maps, sets, bytes a valid text', async () => {
    assert.equal(await textOf(undefined), '');
    assert.equal(await textOf(null), 'null');
    assert.equal(await textOf(1n), '1');
    assert.equal(await textOf('plain'), 'plain');
    assert.equal(
      await textOf({
        a: new Date(0),
        b: new Map([[1, new Set([2n])]]),
        c: Buffer.from('hi'),
        d: new URL('https://a.example/'),
        e: undefined,
        f: () => 1,
        g: NaN,
      }),
      '{"a":"1970-01-01T00:00:00.000Z","b":{"1":["2"]},"c":"aGk=","d":"https://a.example/","g":null}',
    );
  });

  it('gives flat objects the text that they have within others', async () => {
    const scalar = fc.oneof(
      fc.string(),
      fc.double(),
      fc.boolean(),
      fc.constantFrom(null, undefined, -0, 1n, Symbol('s'), () => 1, new Date(0), [1n]),
    );
    const key = fc.oneof(fc.string(), fc.constantFrom('__proto__', 'toJSON', 'constructor', '1'));
    await fc.assert(
      fc.asyncProperty(fc.dictionary(key, scalar, { maxKeys: 4, noNullPrototype: true }), async (value) => {
        assert.equal(`{"in":${await textOf(value)}}`, await textOf({ in: value }));
      }),
      {
        examples: [[{ a: NaN, b: -0 }], [Object.defineProperty({}, '__proto__', { value: 1, enumerable: true }) as Record<string, number>]],
      },
    );
    const many = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [index, index]));
    const registry = (resultNodes: number) =>
      new ToolRegistry({ logger: quiet, limits: { resultNodes } }).register(new Tool({ name: 't', handler: () => many }));
    assert.equal((await registry(21).call({ name: 't' })).isError, false);
    assert.equal((await registry(20).call({ name: 't' })).error?.code, 'INVALID_RESULT');
  });

  it('[B30] refuses a cycle cleanly, and no shared object', async () => {
    const cyclic: Record<string, unknown> = {};
    cyclic['self'] = cyclic;
    const result = await resultOf(cyclic);
    assert.equal((result.error as ToolError).code, 'INVALID_RESULT');
    const shared = { a: 1 };
    assert.equal(await textOf([shared, shared]), '[{"a":1},{"a":1}]');
  });

  it('passes MCP content, also mixed into arrays', async () => {
    const image = { type: 'image', data: Buffer.from('hi'), mimeType: 'image/png' };
    assert.deepEqual((await resultOf([image, 'text', { a: 1 }])).content, [
      { type: 'image', data: 'aGk=', mimeType: 'image/png' },
      { type: 'text', text: 'text' },
      { type: 'text', text: '{"a":1}' },
    ]);
    assert.equal(await textOf({ type: 'text', text: 'x', rows: 1 }), '{"type":"text","text":"x","rows":1}');
  });

  it('gives structured content, wrapped where the output is no object', async () => {
    assert.deepEqual((await resultOf({ a: 1 }, object({ a: number }) as JsonSchema)).structuredContent, { a: 1 });
    const wrapped = await resultOf(['x'], { type: 'array', items: string });
    assert.deepEqual(wrapped.structuredContent, { result: ['x'] });
    assert.deepEqual(wrapped.content, [{ type: 'text', text: '["x"]' }]);
  });

  it('drops what a closed output schema does not declare, in unions too', async () => {
    const row = { a: 1, password: 'p' };
    assert.deepEqual((await resultOf([row], { type: 'array', items: object({ a: number }) })).structuredContent, { result: [{ a: 1 }] });
    const union: JsonSchema = { anyOf: [object({ a: number }), object({ a: number, b: number }), { type: 'null' }] };
    assert.deepEqual((await resultOf({ a: 1, b: 2, c: 3 }, union)).structuredContent, { result: { a: 1, b: 2 } });
  });

  it('refuses a result that does not fit: short to the model, in full to the operator', async () => {
    const lines: string[] = [];
    const bad = new Tool({ name: 'bad', outputSchema: object({ a: number }), handler: () => ({ a: 'secret' }) });
    const result = await new ToolRegistry({ logger: { ...quiet, error: (line) => void lines.push(line) } })
      .register(bad)
      .call({ name: 'bad' });
    assert.equal((result.error as ToolError).code, 'INVALID_RESULT');
    assert.doesNotMatch(JSON.stringify(result.content), /secret/);
    assert.match(lines.join(), /\/a: expected number/);
  });

  it('never lets an @Exclude()d field out, and honours toJSON', async () => {
    class User {
      name = 'ada';
      @Exclude() password = 'p';
    }
    assert.equal(await textOf({ users: [new User()] }), '{"users":[{"name":"ada"}]}');
    assert.equal(await textOf({ toJSON: () => ({ x: 1 }) }), '{"x":1}');
  });

  it('collects streams with progress', async () => {
    const seen: number[] = [];
    const stream = new Tool({
      name: 's',
      async *handler() {
        yield 1;
        yield 2;
      },
    });
    const result = await new ToolRegistry().register(stream).call({ name: 's' }, { progress: (done) => void seen.push(done) });
    assert.deepEqual(result.value, [1, 2]);
    assert.deepEqual(seen, [1, 2]);
  });
});

describe('failures', () => {
  const registry = new ToolRegistry({ logger: quiet }).register([
    new Tool({
      name: 'throws',
      handler: () => {
        throw new Error('no such city');
      },
    }),
    new Tool({
      name: 'textual', // oxlint-disable-next-line typescript/only-throw-error -- what a careless author does
      handler: () => {
        // oxlint-disable-next-line typescript/only-throw-error -- what a careless author does
        throw 'boom';
      },
    }),
    new Tool({
      name: 'nothing',
      handler: () => {
        throw Object.create(null);
      },
    }),
    new Tool({
      name: 'said',
      handler: () => {
        throw new ToolError('DENIED', 'ask the owner');
      },
    }),
    new Tool({ name: 'slow', timeout: 20, handler: () => new Promise(() => undefined) }),
    new Tool({ name: 'empty' }),
  ]);
  const told = async (name: string, options = {}): Promise<[string | undefined, string]> => {
    const result = await registry.call({ name }, options);
    assert.equal(result.isError, true);
    return [result.error?.code, JSON.stringify(result.content)];
  };

  it('[DSPY-82] [DSPY-83] turns every failure into a result, without a stack', async () => {
    const cases = {
      throws: ['EXECUTION_FAILED', /"Execution error in throws: no such city/],
      textual: ['EXECUTION_FAILED', /boom/],
      nothing: ['EXECUTION_FAILED', /without a message/],
      said: ['DENIED', /ask the owner/],
      slow: ['TIMEOUT', /20 ms/],
      empty: ['NOT_IMPLEMENTED', /no handler/],
      throw: ['UNKNOWN_TOOL', /"Unknown tool: throw\. Did you mean 'throws'/],
    } as const;
    for (const [name, [code, message]] of Object.entries(cases)) {
      const [gotCode, content] = await told(name);
      assert.equal(gotCode, code, name);
      assert.match(content, message);
      assert.doesNotMatch(content, /\bat .*:\d+/);
    }
  });

  it('tells what a NestJS exception has for its caller', async () => {
    const responses: [unknown, string][] = [
      [{ message: ['a must be b', 'c must be d'], error: 'Bad Request' }, 'a must be b; c must be d'],
      [{ message: 'User 1 not found' }, 'User 1 not found'],
      [{ status: 403, error: 'no access' }, 'no access'],
      ['plain', 'plain'],
      [{}, 'Http Exception'],
      [undefined, 'Http Exception'],
    ];
    for (const [response, expected] of responses) {
      const thrown = Object.assign(new Error('Http Exception'), { getResponse: () => response });
      const failing = new Tool({
        name: 'nest',
        handler: () => {
          throw thrown;
        },
      });
      const result = await new ToolRegistry({ logger: quiet }).register(failing).call({ name: 'nest' });
      assert.equal((result.content[0] as { text: string }).text, `Execution error in nest: ${expected}`);
    }
  });

  it('masks unexpected messages on demand, and logs them under the same id', async () => {
    const lines: string[] = [];
    const masked = new ToolRegistry({ errorDetail: 'masked', logger: { ...quiet, error: (line) => void lines.push(line) } }).register(
      registry.list(),
    );
    const result = await masked.call({ name: 'throws' });
    const id = /id (\w+)/.exec(result.error?.message ?? '')?.[1];
    assert.ok(id !== undefined && lines[0]?.includes(id) && lines[0].includes('no such city'));
    assert.doesNotMatch(JSON.stringify(result), /no such city/);
    assert.match((await masked.call({ name: 'said' })).error?.message ?? '', /ask the owner/);
  });

  it('warns of what the author says to the model, and tells of what went wrong as an error', async () => {
    const lines: string[] = [];
    const logger = { error: (line: string) => void lines.push(`error ${line}`), warn: (line: string) => void lines.push(`warn ${line}`) };
    const failing = (name: string, thrown: Error): Tool =>
      new Tool({
        name,
        handler: () => {
          throw thrown;
        },
      });
    const logging = new ToolRegistry({ logger }).register([
      failing('meant', new ToolError('EXECUTION_FAILED', 'the shop is shut')),
      failing('caused', new ToolError('EXECUTION_FAILED', 'no answer', { cause: new Error('socket') })),
      failing('unseen', new Error('oh')),
      failing('denied', new ToolError('DENIED', 'ask')),
    ]);
    for (const { name } of logging.list()) await logging.call({ name });
    assert.equal(lines.length, 3);
    assert.match(lines[0] ?? '', /^warn \[\w+\] EXECUTION_FAILED: the shop is shut$/);
    assert.match(lines[1] ?? '', /^error .*no answer\n[^]*socket/);
    assert.match(lines[2] ?? '', /^error .*oh/);
  });

  it('cancels at once, and before the start', async () => {
    const controller = new AbortController();
    const running = told('slow', { signal: controller.signal, timeout: 5000 });
    controller.abort();
    assert.equal((await running)[0], 'CANCELLED');
    assert.equal((await told('throws', { signal: AbortSignal.abort() }))[0], 'CANCELLED');
  });

  it('invoke throws a ToolError with the cause', async () => {
    const error = await registry
      .get('throws')
      ?.invoke()
      .then(
        () => assert.fail('it was not refused'),
        (caught: ToolError) => caught,
      );
    assert.equal(error?.code, 'EXECUTION_FAILED');
    assert.equal((error?.cause as Error | undefined)?.message, 'no such city');
  });
});

describe('callSync', () => {
  it('[DSPY-39] [DSPY-41] [DSPY-47] runs what is synchronous and refuses the rest', () => {
    let ran = false;
    assert.equal(new Tool({ name: 'a', handler: () => 1 }).callSync(), 1);
    const declared = new Tool({
      name: 'b',
      handler: async () => {
        ran = true;
      },
    });
    assert.throws(() => declared.callSync(), { code: 'ASYNC_TOOL', message: /invoke/ });
    assert.equal(ran, false);
    assert.throws(() => new Tool({ name: 'c', handler: () => Promise.reject(new Error('late')) }).callSync(), { code: 'ASYNC_TOOL' });
  });
});

describe('Tool', () => {
  it('keeps meta private, publishes _meta, and is a Standard Schema', async () => {
    const made = new Tool({
      name: 'n',
      annotations: { title: 'Shown' },
      meta: { secret: 1 },
      _meta: { open: 1 },
      inputSchema: object({ a: number }),
      handler: () => 1,
    });
    assert.doesNotMatch(JSON.stringify(made), /secret/);
    assert.deepEqual(made.definition._meta, { open: 1 });
    assert.equal(made.displayName, 'Shown');
    assert.deepEqual(made.signature, [{ name: 'a', type: 'number', required: true }]);
    assert.deepEqual(made.input['~standard'].validate({ a: 1 }), { value: { a: 1 } });
    const outcome = await made.input['~standard'].validate({ a: 'x' });
    assert.deepEqual(outcome.issues?.[0]?.path, ['a']);
    assert.throws(() => Object.assign(made.definition, { name: 'other' }), TypeError);
  });

  it('[B38] judges unknown keys as the advertised schema does', async () => {
    const open = new Tool({ name: 'open', inputSchema: { type: 'object' }, handler: (args) => args });
    assert.deepEqual(await open.invoke({ bogus: 1 }), { bogus: 1 });
    const closed = new Tool({ name: 'closed', handler: (args) => args });
    await assert.rejects(closed.invoke({ bogus: 1 }), /unknown argument 'bogus'/);
  });

  it('takes no marks of the build step from a schema written by hand', async () => {
    const properties = {
      at: { type: 'string', 'x-as': 'Date' },
      of: { type: 'object', 'x-class': 'Date' },
      pin: { 'x-secret': true, type: 'string' },
    };
    for (const imported of [false, true]) {
      const made = new Tool({ name: 'marked', imported, inputSchema: { type: 'object', properties }, handler: (args) => args });
      assert.deepEqual(await made.invoke({ at: '2024-01-01T00:00:00Z', of: {} }), { at: '2024-01-01T00:00:00Z', of: {} });
      assert.doesNotMatch(JSON.stringify(made.definition), /x-/);
      const refusal = made.invoke({ pin: 4711 });
      await assert.rejects(refusal, imported ? /4711/ : (error: Error) => !error.message.includes('4711'));
    }
  });

  it('says what is wrong with a schema', () => {
    assert.throws(() => new Tool({ name: 'x y' }), { code: 'INVALID_DEFINITION' });
    assert.throws(() => new Tool({ name: 'x', inputSchema: { type: 'array' } }), { code: 'INVALID_DEFINITION' });
    assert.throws(
      () =>
        new Tool({
          name: 'x',
          inputSchema: { type: 'object', properties: { a: { $ref: 'https://a.example/x' } } },
          handler: () => 1,
        }).callSync({}),
      { code: 'UNSUPPORTED_SCHEMA' },
    );
  });

  it('gives the context its defaults', async () => {
    const asker = new Tool({ name: 'ask', handler: (_args, context) => context.elicit({ message: 'x', requestedSchema: {} }) });
    await assert.rejects(asker.invoke(), { code: 'NOT_IMPLEMENTED' });
  });
});
