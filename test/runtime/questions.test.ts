import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { Type } from 'class-transformer';
import { IsArray, IsBoolean, IsEmail, IsEnum, IsIn, IsInt, IsOptional, IsString, Matches, MaxLength, Min } from 'class-validator';
import {
  type Answer,
  type CallOptions,
  type ContractSchema,
  type ElicitRequest,
  type ElicitResult,
  form,
  type JsonSchema,
  type SampleRequest,
  type SampleResult,
  Tool,
  type ToolContext,
  ToolError,
  type ToolManifest,
  ToolRegistry,
} from '../../src/index.js';
import { object, string } from './support.js';

enum Plan {
  Free = 'free',
  Paid = 'paid',
}

class SignUp {
  @IsEmail() email!: string;
  @IsString() @MaxLength(20) name = 'nobody';
  @IsInt() @Min(18) age!: number;
  @IsOptional() @IsBoolean() news?: boolean;
  @IsEnum(Plan) plan = Plan.Free;
  @IsArray() @IsIn(['a', 'b'], { each: true }) tags: string[] = ['a'];
  @Matches(/^x+$/) code = 'x';

  greeting(): string {
    return `hello ${this.name}`;
  }
}

/** Runs a method with a client that answers as told, and gives what the method gave and what the client was asked. */
async function asking<T>(
  run: (context: ToolContext) => Promise<T>,
  answer: unknown,
  options: ConstructorParameters<typeof ToolRegistry>[0] = {},
): Promise<{ value: T; error: ToolError | undefined; asked: ElicitRequest[] }> {
  const asked: ElicitRequest[] = [];
  const elicit = async (request: ElicitRequest): Promise<ElicitResult> => {
    asked.push(request);
    return answer as ElicitResult;
  };
  const one = new Tool({ name: 'ask', handler: (_args, context) => run(context) });
  const { value, error } = await new ToolRegistry({ logger: { error() {}, warn() {} }, ...options })
    .register(one)
    .call({ name: 'ask' }, { elicit });
  return { value: value as T, error, asked };
}

const accept = (content: unknown): unknown => ({ action: 'accept', content });

describe('context.elicit with a class', () => {
  it('sends a flat schema of its rules, and gives an instance with its defaults', async () => {
    const { value, asked } = await asking(
      async (context) => context.elicit({ message: 'Who?', form: SignUp }),
      accept({ email: 'a@b.co', age: 20 }),
    );
    assert.deepEqual(asked, [
      {
        message: 'Who?',
        requestedSchema: {
          type: 'object',
          properties: {
            email: { type: 'string', format: 'email' },
            name: { default: 'nobody', type: 'string', maxLength: 20 },
            age: { type: 'integer', minimum: 18 },
            news: { type: 'boolean' },
            plan: { default: 'free', type: 'string', enum: ['free', 'paid'] },
            tags: { default: ['a'], type: 'array', items: { type: 'string', enum: ['a', 'b'] } },
            code: { description: 'Must match the pattern ^x+$.', default: 'x', type: 'string' },
          },
          required: ['email', 'age'],
        },
      },
    ]);
    assert.equal(value.action, 'accept');
    assert.ok(value.content instanceof SignUp);
    assert.equal(value.content.greeting(), 'hello nobody');
    assert.deepEqual({ ...value.content, news: undefined }, { ...new SignUp(), email: 'a@b.co', age: 20, news: undefined });
  });

  it('takes what a person typed, where that loses nothing', async () => {
    const { value } = await asking(
      async (context) => context.elicit({ message: 'Who?', form: SignUp }),
      accept({ email: 'a@b.co', age: '20', news: 'true', plan: 'PAID' }),
    );
    assert.deepEqual([value.content?.age, value.content?.news, value.content?.plan], [20, true, 'paid']);
  });

  it('refuses an answer that does not fit, place by place', async () => {
    const refused = async (content: unknown): Promise<ToolError | undefined> =>
      (await asking(async (context) => context.elicit({ message: 'Who?', form: SignUp }), accept(content))).error;
    const error = await refused({ email: 'a', age: 2, tags: ['c'], code: 'y' });
    assert.equal(error?.code, 'INVALID_ANSWER');
    assert.match(
      error.message,
      /^The answer to a question of tool 'ask' does not fit what was asked: \/email: .*\/age: .*\/tags\/0: .*\/code: /,
    );
    assert.deepEqual(
      error.issues.map(({ path }) => path.join('.')),
      ['email', 'age', 'tags.0', 'code'],
    );
    const known = { email: 'a@b.co', age: 20 };
    for (const content of [
      undefined,
      null,
      {},
      [],
      'x',
      { ...known, extra: 1 },
      { ...known, name: {} },
      JSON.parse('{"__proto__":{"age":1}}'),
    ])
      assert.equal((await refused(content))?.code, 'INVALID_ANSWER', JSON.stringify(content));
  });

  it('gives no content of a person who did not accept', async () => {
    for (const action of ['decline', 'cancel']) {
      const { value } = await asking(async (context) => context.elicit({ message: 'Who?', form: SignUp }), {
        action,
        content: { email: 5 },
      });
      assert.deepEqual(value, { action });
    }
    for (const odd of [undefined, null, 5, {}, { action: 'yes' }, { action: 'Accept' }]) {
      const { error } = await asking(async (context) => context.elicit({ message: 'Who?', form: SignUp }), odd);
      assert.equal(error?.code, 'INVALID_ANSWER');
    }
  });

  it('says what is wrong with a class that is no form', async () => {
    class Untyped {
      @MaxLength(3) a!: string;
      @IsOptional() b!: number;
    }
    class Numbers {
      @IsIn([1, 2]) a!: number;
    }
    class Begun {
      @IsString() a!: string;
      limit = 5;
    }
    class Typed {
      @IsString() a!: string;
      @Type(() => Date) at?: Date;
    }
    class Empty {}
    const told = async (cls: new () => object): Promise<string> => {
      const { error, asked } = await asking(async (context) => context.elicit({ message: 'Who?', form: cls }), accept({}));
      assert.equal(error?.code, 'INVALID_DEFINITION');
      assert.equal(asked.length, 0);
      return error.message;
    };
    assert.match(
      await told(Untyped),
      /the class Untyped is in no manifest, and nothing says the type of 'b'\. Run 'npx toolmark build', or give each/,
    );
    assert.match(await told(Numbers), /form 'Numbers': the field 'a' is a choice of something else than strings; MCP takes only/);
    assert.match(await told(Begun), /nothing says the type of 'limit'/);
    assert.match(await told(Typed), /nothing says the type of 'at'/);
    assert.match(await told(Empty), /no field of it has a class-validator rule/);
  });
});

describe('context.elicit with a form', () => {
  const manifestOf = (made: unknown, schema: ContractSchema, more: Partial<ToolManifest> = {}): ToolManifest => ({
    version: 1,
    sources: {},
    classes: [],
    functions: [],
    types: {},
    $defs: {},
    forms: [{ form: () => made, name: 'Wish', source: 'x.ts', schema: () => schema }],
    ...more,
  });

  it('takes its schema from the manifest, by identity', async () => {
    const wish = form<{ colour: string }>();
    const schema = object(
      { colour: { $ref: '#/$defs/Colour' }, when: { type: 'string', format: 'date-time', 'x-as': 'Date' } },
      { required: [] },
    );
    const colour: ContractSchema = { title: 'Colour', oneOf: [{ const: 'r', title: 'Red' }, { const: 'g' }], default: 'g' };
    const manifest = manifestOf(wish, schema, { $defs: { Colour: () => colour } });
    const { value, asked } = await asking(
      async (context) => context.elicit({ message: 'Which?', form: wish }),
      accept({ when: '2026-01-02T03:04:05Z' }),
      { manifest },
    );
    assert.deepEqual(asked[0] && 'requestedSchema' in asked[0] && asked[0].requestedSchema, {
      type: 'object',
      properties: {
        colour: {
          title: 'Colour',
          default: 'g',
          type: 'string',
          oneOf: [
            { const: 'r', title: 'Red' },
            { const: 'g', title: 'g' },
          ],
        },
        when: { type: 'string', format: 'date-time' },
      },
    });
    assert.deepEqual(value.content, { colour: 'g', when: new Date('2026-01-02T03:04:05Z') });
  });

  it('makes the instance of a class that the manifest knows', async () => {
    class Plain {
      name!: string;
    }
    const schema = object({ name: string }, { 'x-class': 'Plain' });
    const manifest = manifestOf(Plain, schema, { types: { Plain: () => Plain } });
    const { value } = await asking(async (context) => context.elicit({ message: 'Who?', form: Plain }), accept({ name: 'A' }), {
      manifest,
    });
    assert.ok(value.content instanceof Plain);
  });

  it('takes a schema of its own, and says so where there is none', async () => {
    const own = form<{ n: number }>({ name: 'Own', schema: { type: 'object', properties: { n: { type: 'integer', default: 3 } } } });
    const { value } = await asking(async (context) => context.elicit({ message: 'n?', form: own }), accept({}));
    assert.deepEqual(value, { action: 'accept', content: { n: 3 } });
    const { error } = await asking(async (context) => context.elicit({ message: 'n?', form: form<{ n: number }>() }), accept({}));
    assert.equal(error?.code, 'STALE_MANIFEST');
    assert.match(error.message, /the form is not in the manifest\. Run 'npx toolmark build'.*form\(\{ schema \}\)/);
    for (const odd of [undefined, null, {}, 'x', 5]) {
      const outcome = await asking(async (context) => context.elicit({ message: 'n?', form: odd as never }), accept({}));
      assert.equal(outcome.error?.code, 'INVALID_DEFINITION');
    }
  });
});

describe('context.elicit with a schema', () => {
  const sentFor = async (properties: Record<string, JsonSchema>, more: JsonSchema = {}): Promise<JsonSchema | ToolError | undefined> => {
    const requestedSchema = { type: 'object', properties, ...more };
    const { asked, error } = await asking(async (context) => context.elicit({ message: '?', requestedSchema }), { action: 'cancel' });
    return error ?? (asked[0] as { requestedSchema: JsonSchema }).requestedSchema;
  };

  it('sends every kind of field that MCP has', async () => {
    const properties: Record<string, JsonSchema> = {
      text: { type: 'string', title: 'T', description: 'd', minLength: 1, maxLength: 9, default: 'x' },
      date: { type: 'string', format: 'date' },
      number: { type: 'number', minimum: 1, maximum: 2.5, default: 2 },
      flag: { type: 'boolean', default: false },
      plain: { type: 'string', enum: ['a', 'b'], default: 'a' },
      named: { type: 'string', enum: ['a', 'b'], enumNames: ['A', 'B'] },
      titled: { type: 'string', oneOf: [{ const: 'a', title: 'A' }] },
      many: { type: 'array', minItems: 1, maxItems: 2, items: { type: 'string', enum: ['a', 'b'] }, default: ['a'] },
      manyTitled: { type: 'array', items: { anyOf: [{ const: 'a', title: 'A' }] } },
    };
    const sent = (await sentFor(properties, { required: ['text', 'other'] })) as JsonSchema;
    assert.deepEqual(sent.required, ['text']);
    assert.deepEqual(sent.properties, properties);
  });

  it('tells in words what MCP has no keyword for', async () => {
    const sent = (await sentFor({
      a: { type: 'number', description: 'How much.', exclusiveMinimum: 0, multipleOf: 2 },
      b: { type: 'string', format: 'uuid', pattern: '^x' },
    })) as JsonSchema;
    assert.deepEqual(sent.properties, {
      a: { type: 'number', description: 'How much. Must be above 0. Must be a multiple of 2.' },
      b: { type: 'string', description: 'Must match the pattern ^x. Must have the format uuid.' },
    });
  });

  it('refuses what is not flat, naming the field', async () => {
    for (const [schema, fault] of [
      [{ type: 'object' }, /the field 'f' is of type object; MCP takes only/],
      [{ type: 'array', items: { type: 'string' } }, /is a list of something else than choices/],
      [{ type: 'array', items: { enum: [1] } }, /choice of something else than strings/],
      [{ type: 'array' }, /is a list of something else/],
      [{ enum: [1, 2] }, /choice of something else than strings/],
      [{ anyOf: [{ type: 'string' }, { type: 'number' }] }, /is a union/],
      [{ type: ['string', 'number'] }, /more than one type: string, number/],
      [{}, /has no single type/],
    ] as [JsonSchema, RegExp][]) {
      const refused = await sentFor({ f: schema });
      assert.ok(refused instanceof ToolError && refused.code === 'INVALID_DEFINITION', JSON.stringify(schema));
      assert.match(refused.message, fault);
    }
    const nullable = await sentFor({ f: { type: ['string', 'null'] } }, { required: ['f'] });
    assert.match((nullable as ToolError).message, /the field 'f' may be null: make it optional instead/);
    assert.deepEqual(await sentFor({ f: { type: ['string', 'null'] }, g: { anyOf: [{ type: 'null' }, { type: 'boolean' }] } }), {
      type: 'object',
      properties: { f: { type: 'string' }, g: { type: 'boolean' } },
    });
    const union = await sentFor({}, { anyOf: [{}, {}] });
    assert.match((union as ToolError).message, /a form cannot have 'anyOf'/);
  });

  it('refuses a default that does not fit: a client would refuse the question', async () => {
    const fields: [JsonSchema, RegExp][] = [
      [{ type: 'integer', default: 'x' }, /the default of \/f: /],
      [{ type: 'integer', minimum: 5, default: 1 }, /\/f: /],
      [{ type: 'string', enum: ['a'], default: 'b' }, /\/f: /],
      [{ type: 'boolean', default: 'true' }, /\/f: /],
      [{ type: 'array', items: { enum: ['a'] }, default: ['b'] }, /\/f\/0: /],
    ];
    for (const [field, message] of fields) {
      const requestedSchema = { type: 'object', properties: { f: field }, required: ['f'] } as const;
      const { error, asked } = await asking((context) => context.elicit({ message: 'm', requestedSchema }), accept({}));
      assert.equal(error?.code, 'INVALID_DEFINITION', JSON.stringify(field));
      assert.match(error?.message ?? '', message);
      assert.equal(asked.length, 0);
    }
  });

  it('checks the answer against it', async () => {
    const requestedSchema = { type: 'object', properties: { n: { type: 'integer', multipleOf: 2 } }, required: ['n'] } as const;
    const ask = async (content: unknown): Promise<{ value: Answer<object>; error: ToolError | undefined }> =>
      asking(async (context) => context.elicit({ message: '?', requestedSchema }), accept(content));
    assert.deepEqual((await ask({ n: '4' })).value.content, { n: 4 });
    for (const content of [{ n: 3 }, { n: 'x' }, {}]) assert.equal((await ask(content)).error?.code, 'INVALID_ANSWER');
  });

  it('asks for a visit to a page', async () => {
    const visit = (url: string, elicitationId?: string) =>
      asking(async (context) => context.elicit({ message: 'Pay', url, ...(elicitationId && { elicitationId }) }), accept({ secret: 1 }));
    const { value, asked } = await visit('https://pay.example/1', 'e1');
    assert.deepEqual(asked, [{ mode: 'url', message: 'Pay', url: 'https://pay.example/1', elicitationId: 'e1' }]);
    assert.deepEqual(value, { action: 'accept' });
    const made = (await visit('https://pay.example/2')).asked[0] as { elicitationId: string };
    assert.match(made.elicitationId, /^[0-9a-f-]{36}$/);
    for (const url of [
      'not a url',
      'javascript:alert(1)',
      ' JavaScript:alert(1)',
      'data:text/html,x',
      'file:///etc/passwd',
      'blob:https://x',
    ])
      assert.equal((await visit(url)).error?.code, 'INVALID_DEFINITION', url);
    assert.equal((await visit('myapp://pay/1')).error, undefined);
    const silent = await asking(async (context) => context.elicit({ message: ' ', url: 'https://a.example' }), accept({}));
    assert.equal(silent.error?.code, 'INVALID_DEFINITION');
  });
});

describe('a caller that cannot', () => {
  it('is told of by name', async () => {
    const ask = async (run: (context: ToolContext) => unknown): Promise<unknown> =>
      new Tool({ name: 'ask', handler: (_args, context) => run(context) })
        .invoke()
        .catch((error: ToolError) => `${error.code} ${error.message}`);
    assert.equal(
      await ask((context) => context.elicit({ message: '?', form: SignUp })),
      "NOT_IMPLEMENTED The caller of tool 'ask' does not support elicitation.",
    );
    assert.equal(
      await ask((context) => context.sample({ messages: [], maxTokens: 1 })),
      "NOT_IMPLEMENTED The caller of tool 'ask' does not support sampling.",
    );
    assert.equal(await ask((context) => context.roots()), "NOT_IMPLEMENTED The caller of tool 'ask' does not support roots.");
  });
});

describe('context.sample and context.roots', () => {
  it('pass on what was asked, with tools as a model sees them, and the key beside it', async () => {
    const helper = new Tool({
      name: 'add',
      description: 'Adds.',
      inputSchema: object({ a: string }),
      meta: { private: 1 },
      handler: () => 1,
    });
    const asked: unknown[] = [];
    const answer: SampleResult = { role: 'assistant', content: { type: 'text', text: 'hi' }, model: 'm' };
    const options: CallOptions = {
      sample: async (request: SampleRequest, how) => {
        asked.push(request, how);
        return answer;
      },
      roots: async (how) => {
        asked.push(how);
        return [{ uri: 'file:///a' }];
      },
    };
    const one = new Tool({
      name: 'ask',
      handler: async (_args, context) => [
        await context.sample({ key: 'k', messages: [], maxTokens: 5, tools: [helper, { name: 'raw', inputSchema: { type: 'object' } }] }),
        await context.sample({ messages: [], maxTokens: 6 }),
        await context.roots({ key: 'r' }),
      ],
    });
    assert.deepEqual(await one.invoke({}, options), [answer, answer, [{ uri: 'file:///a' }]]);
    assert.deepEqual(asked, [
      {
        messages: [],
        maxTokens: 5,
        tools: [
          { name: 'add', description: 'Adds.', inputSchema: object({ a: string }) },
          { name: 'raw', inputSchema: { type: 'object' } },
        ],
      },
      { key: 'k' },
      { messages: [], maxTokens: 6 },
      {},
      { key: 'r' },
    ]);
  });
});

describe('the clock of a call', () => {
  const slow: CallOptions = {
    timeout: 400,
    elicit: async () => {
      await sleep(600);
      return { action: 'accept', content: {} };
    },
  };
  const schema = { type: 'object', properties: {} };
  const calling = (run: (context: ToolContext) => Promise<unknown>) =>
    new Tool({ name: 'slow', handler: (_args, context) => run(context) }).invoke({}, slow);

  it('stands still while a question waits, also several at once', async () => {
    const ask = (context: ToolContext) => context.elicit({ message: '?', requestedSchema: schema });
    assert.equal(await calling(async (context) => (await ask(context)).action), 'accept');
    assert.equal(await calling(async (context) => (await Promise.all([ask(context), ask(context), sleep(20)])).length), 3);
  });

  it('goes on afterwards with what was left', async () => {
    const run = calling(async (context) => {
      await context.elicit({ message: '?', requestedSchema: schema });
      await new Promise(() => {});
    });
    await assert.rejects(run, { code: 'TIMEOUT', message: "Tool 'slow' took longer than 400 ms and was stopped." });
    await assert.rejects(
      calling(async () => new Promise(() => {})),
      { code: 'TIMEOUT' },
    );
  });

  it('lets a question end with the call', async () => {
    const controller = new AbortController();
    const waiting = new Tool({
      name: 'waiting',
      handler: (_args, context) => context.elicit({ message: '?', requestedSchema: schema }),
    }).invoke({}, { signal: controller.signal, elicit: () => new Promise(() => {}) });
    controller.abort();
    await assert.rejects(waiting, { code: 'CANCELLED' });
  });

  it('refuses a question of a call that is over', async () => {
    let asked = 0;
    let late: Promise<unknown> | undefined;
    const one = new Tool({
      name: 'late',
      handler: (_args, context) => {
        late = sleep(20).then(() => context.elicit({ message: '?', requestedSchema: schema }));
        return 'done';
      },
    });
    const elicit = async (): Promise<ElicitResult> => {
      asked += 1;
      return { action: 'cancel' };
    };
    assert.equal(await one.invoke({}, { elicit }), 'done');
    await assert.rejects(async () => late, { code: 'CANCELLED' });
    assert.equal(asked, 0);
  });
});

describe('context.progress', () => {
  it('only grows', async () => {
    const told: number[] = [];
    const one = new Tool({
      name: 'steps',
      handler: (_args, { progress }) => {
        for (const step of [1, 1, 0.5, 2, NaN, Infinity, 1.9, 2.1]) progress(step);
      },
    });
    await one.invoke({}, { progress: (step) => void told.push(step) });
    assert.deepEqual(told, [1, 2, 2.1]);
  });
});

describe('natural outputs', () => {
  it('are known beside the wrapped ones', async () => {
    const of = (outputSchema?: JsonSchema): Tool => new Tool({ name: 'out', handler: () => ['a'], ...(outputSchema && { outputSchema }) });
    const list = of({ type: 'array', items: { $ref: '#/$defs/Item' }, $defs: { Item: { type: 'string' } } });
    assert.deepEqual(
      [list.wrapsOutput, list.naturalOutputSchema],
      [true, { type: 'array', items: { $ref: '#/$defs/Item' }, $defs: { Item: { type: 'string' } } }],
    );
    assert.deepEqual(list.outputSchema?.properties, { result: { type: 'array', items: { $ref: '#/$defs/Item' } } });
    const whole = of(object({ a: string }));
    assert.deepEqual([whole.wrapsOutput, whole.naturalOutputSchema], [false, object({ a: string })]);
    assert.deepEqual([of().wrapsOutput, of().naturalOutputSchema], [false, undefined]);
    assert.ok(Object.isFrozen(list.naturalOutputSchema));
  });
});
