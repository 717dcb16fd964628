import assert from 'node:assert/strict';
import { IsEmail, Max } from 'class-validator';
import {
  complete,
  type Completion,
  param,
  prompt,
  Prompt,
  resource,
  Resource,
  tool,
  toolset,
  type ToolError,
  ToolRegistry,
  type ToolContext,
} from '../../src/index.js';
import { contextParameter, contract, integer, manifestOf, object, payloadOf, property, string } from './support.js';

class Mail {
  @IsEmail() to!: string;
  subject = 'none';
}

class Prompts {
  @prompt({ title: 'Greeting' })
  greet(@param('whom') name: string, mood: string, @param(Max(3)) times = 1, loud = false, caller?: ToolContext): unknown {
    return `${`${mood} ${name}`.repeat(times)} ${typeof times} ${typeof loud} ${caller?.callId ?? ''}`.trim();
  }

  @prompt
  mail(mail: Mail): unknown {
    return { description: `to ${mail.to}`, messages: [{ role: 'assistant', content: mail.constructor.name }, mail.subject] };
  }

  @complete({ prompt: 'greet', argument: 'name' })
  names(value: string, others: Record<string, string>, caller: ToolContext): string[] {
    return [`${value}!`, JSON.stringify(others), typeof caller.log];
  }
}

const prompts = {
  greet: contract(
    [
      property('name', string),
      property('mood', { enum: ['good', 'bad', 7] }),
      property('times', integer, { required: false, initialised: true }),
      property('loud', { type: 'boolean' }, { required: false, initialised: true }),
      contextParameter,
    ],
    { description: 'Greets.', output: { type: 'string', pattern: '(' } },
  ),
  mail: contract([
    payloadOf({
      type: 'object',
      properties: { to: { type: 'string', description: 'address' }, subject: string },
      required: ['to'],
      additionalProperties: false,
      'x-class': 'Mail',
    }),
  ]),
};
const manifest = manifestOf(Prompts, prompts, { types: { Mail } });
const registryOf = (): ToolRegistry => new ToolRegistry({ manifest }).register(new Prompts());
const code = (expected: string, message: RegExp = /./) => ({ code: expected, message });
const user = (text: string): unknown => ({ role: 'user', content: { type: 'text', text } });

describe('registry.prompts', () => {
  it('lists what a client sees: the parameters as arguments', () => {
    assert.deepEqual(registryOf().prompts.list(), [
      {
        name: 'greet',
        title: 'Greeting',
        description: 'Greets.',
        arguments: [
          { name: 'name', description: 'whom', required: true },
          { name: 'mood', required: true },
          { name: 'times', required: false },
          { name: 'loud', required: false },
        ],
      },
      {
        name: 'mail',
        arguments: [
          { name: 'to', description: 'address', required: true },
          { name: 'subject', required: false },
        ],
      },
    ]);
  });

  it('renders: texts become what the parameters are where that loses nothing', async () => {
    const registry = registryOf();
    const render = async (args: Record<string, unknown>): Promise<unknown> =>
      (await registry.prompts.render('greet', args, { callId: 'c' })).messages;
    assert.deepEqual(await render({ name: '007', mood: 'GOOD', times: '2', loud: 'true' }), [user('good 007good 007 number boolean c')]);
    assert.deepEqual(await render({ name: 'A', mood: '7' }), [user('7 A number boolean c')]);
    // A field that was left blank is absent.
    assert.deepEqual(await render({ name: '', mood: 'bad', times: '', loud: '' }), [user('bad  number boolean c')]);
    for (const args of [{}, { name: 'A', mood: 'odd' }, { name: 'A', mood: 'bad', times: '4' }, { name: 'A', mood: 'bad', times: '2.5' }])
      await assert.rejects(render(args), code('INVALID_ARGUMENTS', /^Invalid arguments for prompt 'greet': \//));
    await assert.rejects(render({ name: 'A', mood: 'bad', extra: 'x' }), code('INVALID_ARGUMENTS', /unknown argument 'extra'/));
    const hostile = JSON.parse('{"name":"A","mood":"bad","__proto__":{"x":1}}') as Record<string, unknown>;
    await assert.rejects(render(hostile), code('INVALID_ARGUMENTS'));
    for (const args of [5, [], 'x'] as unknown[])
      await assert.rejects(registry.prompts.render('greet', args as never), code('INVALID_ARGUMENTS'));
  });

  it('makes instances, checks their rules, and passes whole results on', async () => {
    const registry = registryOf();
    assert.deepEqual(await registry.prompts.render('mail', { to: 'a@b.co' }), {
      description: 'to a@b.co',
      messages: [{ role: 'assistant', content: { type: 'text', text: 'Mail' } }, user('none')],
    });
    await assert.rejects(registry.prompts.render('mail', { to: 'a' }), code('INVALID_ARGUMENTS', /\/to/));
  });

  it('takes strings, messages, content and lists of such', async () => {
    const rendered = async (value: unknown): Promise<unknown> => {
      const registry = new ToolRegistry({ logger: { error() {}, warn() {} } }).register(new Prompt({ name: 'p', render: () => value }));
      return (await registry.prompts.render('p')).messages;
    };
    const image = { type: 'image', data: 'AAAA', mimeType: 'image/png' };
    const embedded = { type: 'resource', resource: { uri: 'app://a', text: 'x' } };
    assert.deepEqual(await rendered(image), [{ role: 'user', content: image }]);
    assert.deepEqual(await rendered({ type: 'image', data: new Uint8Array([0, 0, 0]), mimeType: 'image/png' }), [
      { role: 'user', content: image },
    ]);
    assert.deepEqual(await rendered(['a', embedded, { role: 'assistant', content: ['b', image] }]), [
      user('a'),
      { role: 'user', content: embedded },
      { role: 'assistant', content: { type: 'text', text: 'b' } },
      { role: 'assistant', content: image },
    ]);
    assert.deepEqual(await rendered([]), []);
    for (const value of [
      undefined,
      null,
      5,
      {},
      [5],
      { role: 'system', content: 'x' },
      { role: 'user', content: { a: 1 } },
      { messages: {} },
    ])
      await assert.rejects(rendered(value), code('INVALID_RESULT', /^Prompt 'p' ran, but it gave/), JSON.stringify(value));
  });

  it('refuses unknown and doubled names; a prefix stands before each', async () => {
    @toolset({ prefix: 'x_', scopes: ['s'] })
    class Prefixed extends Prompts {}
    const registry = registryOf().register(new Prefixed());
    assert.deepEqual(
      registry.prompts.list().map(({ name }) => name),
      ['greet', 'mail', 'x_greet', 'x_mail'],
    );
    assert.throws(
      () => registry.register(new Prompts()),
      code('DUPLICATE_PROMPT', /Prompts\.greet and Prompts\.greet\. Both come of one class or function/),
    );
    await assert.rejects(
      registry.prompts.render('gret'),
      code('UNKNOWN_PROMPT', /Did you mean 'greet'\? Known prompts: greet, mail, x_greet/),
    );
    await assert.rejects(registry.prompts.render('gret', {}, { scopes: [] }), (error: ToolError) => !error.message.includes('x_'));
    await assert.rejects(
      registry.prompts.render('x_mail', {}, { scopes: [] }),
      code('DENIED', /prompt 'x_mail' was denied: it needs the scope 's'/),
    );
    assert.equal(registry.prompts.list({ scopes: ['s'] }).length, 4);
    for (const name of ['__proto__', 'constructor', '', 'x'.repeat(1e6)])
      await assert.rejects(
        registry.prompts.render(name),
        (error: ToolError) => error.code === 'UNKNOWN_PROMPT' && error.message.length < 500,
      );
  });

  it('tells of changes, and takes away', () => {
    const registry = new ToolRegistry({ manifest });
    let changes = 0;
    registry.on('prompts', () => (changes += 1));
    const service = new Prompts();
    registry.register(service);
    const greet = registry.prompts.get('greet');
    assert.ok(greet instanceof Prompt);
    assert.equal(registry.unregister(greet), true);
    assert.equal(registry.unregister(service), true);
    assert.equal(registry.unregister(service), false);
    assert.deepEqual([changes, registry.prompts.size], [3, 0]);
  });
});

describe('new Prompt', () => {
  it('gets its arguments as texts, unless a schema says more', async () => {
    const registry = new ToolRegistry().register([
      new Prompt({
        name: 'plain',
        arguments: [
          { name: 'a', title: 'A', required: true },
          { name: 'b', description: 'b' },
        ],
        render: (args) => JSON.stringify(args),
      }),
      new Prompt({ name: 'typed', inputSchema: object({ n: integer }), render: ({ n }) => typeof n }),
    ]);
    assert.deepEqual(registry.prompts.list(), [
      {
        name: 'plain',
        arguments: [
          { name: 'a', title: 'A', required: true },
          { name: 'b', description: 'b', required: false },
        ],
      },
      { name: 'typed', arguments: [{ name: 'n', required: true }] },
    ]);
    assert.deepEqual((await registry.prompts.render('plain', { a: '1' })).messages, [user('{"a":"1"}')]);
    assert.deepEqual((await registry.prompts.render('typed', { n: '1' })).messages, [user('number')]);
    await assert.rejects(registry.prompts.render('plain', { b: 'x' }), code('INVALID_ARGUMENTS', /'a'/));
  });

  it('refuses what is written wrongly', () => {
    for (const [init, message] of [
      [{ name: 'a b', render: () => '' }, /option 'name' must be a name/],
      [{ render: () => '' }, /the name undefined is not/],
      [{ name: 'p' }, /'render' must be a function/],
      [{ name: 'p', render: () => '', arguments: [{}] }, /'arguments' must be an array/],
    ] as const)
      assert.throws(() => new Prompt(init as never), code('INVALID_DEFINITION', message));
  });
});

describe('registry.complete', () => {
  const reference = { type: 'ref/prompt', name: 'greet' } as const;

  it('asks the method, with the other arguments and the context', async () => {
    assert.deepEqual(await registryOf().complete(reference, { name: 'name', value: 'Ad' }, { mood: 'good' }), {
      values: ['Ad!', '{"mood":"good"}', 'function'],
      total: 3,
      hasMore: false,
    });
  });

  it('proposes the choices of a type by itself', async () => {
    const registry = registryOf();
    const values = async (name: string, value: string): Promise<string[]> => (await registry.complete(reference, { name, value })).values;
    assert.deepEqual(await values('mood', ''), ['good', 'bad', '7']);
    assert.deepEqual(await values('mood', 'B'), ['bad']);
    assert.deepEqual(await values('loud', 't'), ['true']);
    assert.deepEqual(await values('times', '1'), []);
  });

  it('gives 100 values at most, and says how many there are', async () => {
    const completing = async (given: unknown): Promise<Completion> =>
      new ToolRegistry({ logger: { error() {}, warn() {} } })
        .register(new Resource({ uri: 'app://{x}', name: 'x', read: () => '', complete: { x: () => given as string[] } }))
        .complete({ type: 'ref/resource', uri: 'app://{x}' }, { name: 'x', value: '' });
    const many = Array.from({ length: 250 }, (_, index) => String(index));
    const { values, ...rest } = await completing(many);
    assert.deepEqual([values.length, rest], [100, { total: 250, hasMore: true }]);
    assert.deepEqual(await completing({ values: ['a'], total: 9, hasMore: true }), { values: ['a'], total: 9, hasMore: true });
    assert.deepEqual(await completing({ values: ['a'] }), { values: ['a'] });
    for (const given of [undefined, null, 'a', [1], { values: 'a' }])
      await assert.rejects(
        completing(given),
        code('INVALID_RESULT', /^Completion 'x of app:\/\/\{x\}' ran, but it gave no list of strings/),
      );
  });

  it('refuses what is unknown, and what is no text', async () => {
    const registry = registryOf();
    const ask = async (to: unknown, argument: unknown, others: unknown = {}): Promise<unknown> =>
      registry.complete(to as typeof reference, argument as { name: string; value: string }, others as Record<string, string>);
    await assert.rejects(ask({ type: 'ref/prompt', name: 'x' }, { name: 'a', value: '' }), code('UNKNOWN_PROMPT'));
    await assert.rejects(ask({ type: 'ref/prompt' }, { name: 'a', value: '' }), code('UNKNOWN_PROMPT'));
    await assert.rejects(ask({ type: 'ref/resource', uri: 'x' }, { name: 'a', value: '' }), code('UNKNOWN_RESOURCE'));
    for (const none of [{}, null, undefined, 5]) await assert.rejects(ask(none, { name: 'a', value: '' }), code('UNKNOWN_RESOURCE'));
    for (const none of [{}, null, undefined, 5]) await assert.rejects(ask(reference, none), code('INVALID_ARGUMENTS', /has no argument/));
    for (const name of ['nope', '__proto__', 'constructor', 'toString'])
      await assert.rejects(ask(reference, { name, value: '' }), code('INVALID_ARGUMENTS', /has no argument/));
    await assert.rejects(ask(reference, { name: 'name', value: 5 }), code('INVALID_ARGUMENTS'));
    await assert.rejects(ask(reference, { name: 'name', value: '' }, { mood: 5 }), code('INVALID_ARGUMENTS'));
    await assert.rejects(ask(reference, { name: 'name', value: 'x'.repeat(2 ** 21) }), code('INVALID_ARGUMENTS'));
  });

  it('belongs to what it completes: scopes, guard and time are those of its target', async () => {
    const seen: unknown[] = [];
    const guarded = new Prompt({
      name: 'p',
      scopes: ['s'],
      timeout: 20,
      guard: ({ kind, name, completing, args }) => void seen.push({ kind, name, completing, args: { ...args } }),
      arguments: [{ name: 'a' }, { name: 'b' }],
      render: () => '',
      complete: { a: async () => new Promise<never>(() => {}), b: () => ['b'] },
    });
    const registry = new ToolRegistry().register(guarded);
    const ask = (name: string, scopes?: string[]) =>
      registry.complete({ type: 'ref/prompt', name: 'p' }, { name, value: 'v' }, { a: '1' }, scopes ? { scopes } : {});
    await assert.rejects(ask('b', []), code('DENIED'));
    // Who may not use it is not told what its arguments are.
    await assert.rejects(ask('nope', []), code('DENIED'));
    assert.deepEqual((await ask('b')).values, ['b']);
    await assert.rejects(ask('a', ['s']), code('TIMEOUT'));
    assert.deepEqual(seen, [
      { kind: 'prompt', name: 'p', completing: 'b', args: { a: '1', b: 'v' } },
      { kind: 'prompt', name: 'p', completing: 'a', args: { a: 'v' } },
    ]);
    assert.equal(registry.unregister(guarded), true);
    registry.register(new Prompt({ name: 'p', arguments: [{ name: 'b' }], render: () => '' }));
    assert.deepEqual((await ask('b')).values, []);
  });

  it('is bound at registration, or refused with what mends it', () => {
    const registered = (options: Parameters<typeof complete>[0]) => () => {
      class Service {
        run(): string[] {
          return [];
        }
      }
      complete(options)(Service.prototype, 'run');
      return registryOf().register(new Service());
    };
    assert.throws(
      registered({ prompt: 'x', argument: 'a' }),
      code('INVALID_DEFINITION', /@complete on Service\.run: there is no prompt 'x'\. Register it together/),
    );
    assert.throws(registered({ resource: 'app://x', argument: 'a' }), code('INVALID_DEFINITION', /no resource 'app:\/\/x'/));
    assert.throws(
      registered({ prompt: 'greet', argument: 'a' }),
      code('INVALID_DEFINITION', /has no argument 'a' \(it has: name, mood, times, loud\)/),
    );
    assert.throws(
      registered({ prompt: 'greet', argument: 'name' }),
      code('INVALID_DEFINITION', /Two completions are for name of greet: Prompts\.names and Service\.run/),
    );
    assert.doesNotThrow(registered({ prompt: 'greet', argument: 'mood' }));
  });

  it('finds a prompt of its class under the prefix, and variables of a template', async () => {
    @toolset({ prefix: 'x_' })
    class Service extends Prompts {
      @resource('app://{city}')
      city(city: string): string {
        return city;
      }

      @complete({ resource: 'app://{city}', argument: 'city' })
      cities(): Completion {
        return { values: ['Lima'], hasMore: true };
      }

      @tool({ description: 'x' }) run(): number {
        return 1;
      }
    }
    const whole = manifestOf(Service, { ...prompts, city: contract([property('city', string)]) }, { types: { Mail } });
    const registry = new ToolRegistry({ manifest: whole }).register(new Service());
    assert.deepEqual(await registry.complete({ type: 'ref/resource', uri: 'app://{city}' }, { name: 'city', value: '' }), {
      values: ['Lima'],
      hasMore: true,
    });
    assert.equal((await registry.complete({ type: 'ref/prompt', name: 'x_greet' }, { name: 'name', value: 'A' })).values[0], 'A!');
  });
});
