/** Repair as a caller of the registry sees it; what each repair does is tested in test/schema/repair. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { IsIn, IsInt, Matches, Max, MinLength } from 'class-validator';
import {
  type ContractSchema,
  type JsonSchema,
  param,
  type RepairEvent,
  tool,
  Tool,
  ToolRegistry,
  type ToolResult,
} from '../../src/index.js';
import { defaultLimits } from '../../src/runtime/limits.js';
import { contract, integer, manifestOf, object, payloadOf, property, string } from './support.js';

interface Row {
  id: string;
  schema: JsonSchema;
  raw: string;
  outcome: 'accept' | 'coerce' | 'reject';
  value: unknown;
  forbid: unknown;
}

const text = ({ content }: ToolResult): string => content.map((block) => (block.type === 'text' ? block.text : '')).join('');
const echo = (inputSchema: JsonSchema): Tool => new Tool({ name: 'echo', inputSchema, handler: (args) => args });

const limitSchema = {
  type: 'object',
  properties: { limit: { type: 'integer' }, flag: { type: 'boolean' } },
  additionalProperties: false,
} as const;

describe('repair', () => {
  it('[B12] [B18] judges every row of model-arguments.json as it says, with repair and without', async function () {
    const file = path.resolve('..', 'shared', 'cases', 'model-arguments.json');
    if (!existsSync(file)) this.skip(); // The shared cases lie beside the repository.
    for (const row of JSON.parse(readFileSync(file, 'utf8')) as Row[]) {
      const registry = new ToolRegistry().register(echo(row.schema));
      const repaired = await registry.call({ name: 'echo', args: row.raw });
      assert.equal(repaired.isError, row.outcome === 'reject', `${row.id}: ${text(repaired)}`);
      if (row.outcome !== 'reject') assert.deepEqual(repaired.value, row.value, row.id);
      assert.equal((repaired.repairs?.length ?? 0) > 0, row.outcome === 'coerce', row.id);
      if (row.forbid !== null && Object.keys(row.forbid as object).length > 0) assert.notDeepEqual(repaired.value, row.forbid, row.id);
      const strict = await registry.call({ name: 'echo', args: row.raw }, { repair: false });
      assert.equal(strict.isError, row.outcome !== 'accept', row.id);
      assert.equal(strict.repairs, undefined);
      if (strict.isError) assert.equal(strict.error?.code, 'INVALID_ARGUMENTS', row.id);
    }
  });

  describe('one thing in place of a list, which does not fit as its item', () => {
    const row = object({ sku: string, n: integer });
    const inputSchema: JsonSchema = {
      type: 'object',
      $defs: { Row: row },
      properties: {
        rows: { type: 'array', items: { $ref: '#/$defs/Row' } },
        either: { type: 'array', items: { anyOf: [row, { type: 'null' }] } },
        deep: object({ rows: { type: 'array', items: row } }),
        tags: { type: 'array', items: { type: 'string', minLength: 2 } },
        pair: { type: 'array', prefixItems: [{ type: 'integer', minimum: 5 }] },
        few: { type: 'array', items: string, minItems: 2 },
        units: { type: 'array', items: { type: 'string', enum: ['km', 'mile'] } },
        sides: { type: 'array', items: { anyOf: [{ const: 'left' }, { const: 'right' }] } },
        limit: { type: 'integer' },
      },
    };
    const told = async (args: object | string): Promise<string> => {
      const result = await new ToolRegistry().register(echo(inputSchema)).call({ name: 'echo', args });
      assert.equal(result.error?.code, 'INVALID_ARGUMENTS');
      return text(result).replace("Invalid arguments for tool 'echo': ", '');
    };
    const cases: [args: object, words: string][] = [
      [{ rows: { sku: 'a' } }, "/rows: expected array, got object; /rows/0/n: missing required property 'n'."],
      [
        { rows: { sku: 5, n: 'x', extra: 1 } },
        '/rows: expected array, got object; /rows/0/sku: expected string, got number 5; /rows/0/n: expected integer, got string "x"; /rows/0/extra: unknown property \'extra\' (known: sku, n).',
      ],
      [{ rows: '{"sku":"a"}' }, '/rows: expected array, got string "{\\"sku\\":\\"a\\"}"; /rows/0/n: missing required property \'n\'.'],
      [{ either: { sku: 'a' } }, "/either: expected array, got object; /either/0/n: missing required property 'n'."],
      [{ deep: { rows: { sku: 'a' } } }, "/deep/rows: expected array, got object; /deep/rows/0/n: missing required property 'n'."],
      [{ tags: 'a' }, '/tags: expected array, got string "a"; /tags/0: must have at least 2 characters, got string "a".'],
      [{ pair: 1 }, '/pair: expected array, got number 1; /pair/0: must be at least 5, got number 1.'],
      [{ few: 'a' }, '/few: expected array, got string "a"; /few: must have at least 2 items, got 1.'],
      [{ units: 'metre' }, '/units: expected array, got string "metre"; /units/0: must be one of "km", "mile", got string "metre".'],
      [{ sides: 'up' }, '/sides: expected array, got string "up"; /sides/0: must be one of "left", "right", got string "up".'],
      [{ units: 5 }, '/units: expected array, got number 5.'],
      // Of another kind than the items: there is nothing to tell of it.
      [{ rows: 5 }, '/rows: expected array, got number 5.'],
      [{ tags: { a: 1 } }, '/tags: expected array, got object.'],
      // What is mended is not told.
      [{ rows: { sku: 'a', n: '1' }, limit: 'x' }, '/limit: expected integer, got string "x".'],
      [
        { rows: '[{"sku":5},{"n":1}]' },
        "/rows/0/n: missing required property 'n'; /rows/0/sku: expected string, got number 5; /rows/1/sku: missing required property 'sku'.",
      ],
    ];
    for (const [args, words] of cases) it(JSON.stringify(args), async () => assert.equal(await told(args), words));

    it('is told with no more words than there may be', async () => {
      const rows = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`k${index}`, index]));
      const { error } = await new ToolRegistry().register(echo(inputSchema)).call({ name: 'echo', args: { rows } });
      assert.equal(error?.issues.length, defaultLimits.issues);
    });

    it('is refused in the usual words where nothing is mended', async () => {
      const registry = new ToolRegistry({ repair: false }).register(echo(inputSchema));
      const { error } = await registry.call({ name: 'echo', args: { rows: { sku: 'a' } } });
      assert.deepEqual(error?.issues, [{ path: ['rows'], message: 'expected array, got object' }]);
    });
  });

  it('is on in registry.call, off in invoke, callSync and the Standard Schema, and can be chosen', async () => {
    const made = echo(limitSchema);
    const args = { limit: '10' };
    const registry = new ToolRegistry().register(made);
    const result = await registry.call({ name: 'echo', args });
    assert.deepEqual(result.value, { limit: 10 });
    assert.deepEqual(result.repairs, [{ path: ['limit'], kind: 'number', before: '10', after: 10 }]);
    assert.deepEqual(args, { limit: '10' }, 'the caller keeps its object');
    await assert.rejects(made.invoke(args), { code: 'INVALID_ARGUMENTS' });
    assert.throws(() => made.callSync(args), { code: 'INVALID_ARGUMENTS' });
    assert.ok((await made.input['~standard'].validate(args)).issues);
    assert.deepEqual(await made.invoke(args, { repair: true }), { limit: 10 });
    const strict = new ToolRegistry({ repair: false }).register(made);
    assert.equal((await strict.call({ name: 'echo', args })).isError, true);
    assert.equal((await strict.call({ name: 'echo', args }, { repair: true })).isError, false);
  });

  it('is told to observers before the method runs, also when the method fails', async () => {
    const heard: (RepairEvent | string)[] = [];
    const failing = new Tool({
      name: 'failing',
      inputSchema: limitSchema,
      handler: () => {
        heard.push('ran');
        throw new Error('failed');
      },
    });
    const registry = new ToolRegistry({ logger: { error: () => undefined, warn: () => undefined } }).register(failing);
    const stop = registry.on('repair', (event) => heard.push(event));
    registry.on('repair', () => {
      throw new Error('a bad listener');
    });
    const result = await registry.call({ id: '7', name: 'failing', args: { flag: 'true' } });
    assert.equal(result.isError, true);
    assert.equal(result.repairs?.[0]?.kind, 'boolean');
    assert.deepEqual(heard, [{ toolName: 'failing', callId: '7', repairs: result.repairs }, 'ran']);
    stop();
    await registry.call({ name: 'failing', args: { flag: 'false' } });
    assert.equal(heard.length, 3);
  });

  it('goes before the rules of a class, and never past them', async () => {
    class Search {
      @IsInt() @Max(50) limit!: number;
      @IsIn(['asc', 'desc']) order!: string;
      @MinLength(2) words!: string;
    }
    class Service {
      @tool() find(search: Search): string {
        return `${search instanceof Search} ${search.limit} ${search.order}`;
      }
    }
    const schema: ContractSchema = { 'x-class': 'Search', ...object({ limit: integer, order: string, words: string }) };
    const manifest = manifestOf(Service, { find: contract([payloadOf(schema)]) }, { types: { Search } });
    const registry = new ToolRegistry({ manifest }).register(new Service());
    const good = await registry.call({ name: 'find', args: '{"limit": "5", "order": "ASC", "words": "ab"}' });
    assert.equal(text(good), 'true 5 asc');
    assert.deepEqual(
      good.repairs?.map(({ kind }) => kind),
      ['number', 'enum-case'],
    );
    const bad = await registry.call({ name: 'find', args: { limit: '500', order: 'asc', words: 'ab' } });
    assert.match(text(bad), /limit: must be at most 50, got number 500/);
    assert.equal(bad.repairs, undefined);
  });

  it('tells no fault of what it would have mended', async () => {
    const schema = {
      type: 'object',
      properties: { a: { type: 'integer' }, b: { type: 'object', properties: { c: { type: 'integer' } } } },
    };
    const registry = new ToolRegistry().register(echo(schema));
    const result = await registry.call({ name: 'echo', args: { a: '1', b: '{"c": "x"}' } });
    assert.deepEqual(
      result.error?.issues.map(({ path: place }) => place.join('/')),
      ['b/c'],
    );
  });

  it('obeys the limits inside JSON text', async () => {
    const schema = { type: 'object', properties: { v: { type: 'array' } } };
    const registry = new ToolRegistry({ limits: { argumentNodes: 10, argumentDepth: 5 } }).register(echo(schema));
    const many = await registry.call({ name: 'echo', args: { v: JSON.stringify(Array.from({ length: 30 }, () => 1)) } });
    assert.match(text(many), /more than 10 values/);
    const deep = await registry.call({ name: 'echo', args: { v: `${'['.repeat(20)}${']'.repeat(20)}` } });
    assert.match(text(deep), /nested deeper than 5 levels/);
  });

  it('hears of an asynchronous observer that fails, and goes on', async () => {
    const logged: string[] = [];
    const logger = { error: (line: string) => void logged.push(line), warn: () => undefined };
    const registry = new ToolRegistry({ logger }).register(echo(limitSchema));
    // eslint-disable-next-line typescript/no-misused-promises -- that a promise is given is the question
    registry.on('repair', () => Promise.reject(new Error('the audit store is down')));
    assert.equal((await registry.call({ name: 'echo', args: { limit: '1' } })).isError, false);
    await new Promise((resolve) => setImmediate(resolve));
    assert.match(logged.join(), /audit store is down/);
  });

  it('never rounds, and says where a number is too large', async () => {
    const registry = new ToolRegistry().register(echo(limitSchema));
    const result = await registry.call({ name: 'echo', args: '{"limit": 12345678901234567890}' });
    assert.equal(result.isError, true);
    assert.match(text(result), /\/limit.*too large/);
    const exact = await registry.call({ name: 'echo', args: '{"limit": 9007199254740991}' });
    assert.deepEqual(exact.value, { limit: 9007199254740991 });
  });
});

describe('secret parameters', () => {
  class Vault {
    @tool() open(
      @param({ secret: true }, MinLength(8, { message: '$property must be longer than $value' })) password: string,
      @param('how often') times: number,
    ): string {
      return `${password.length} ${times}`;
    }
  }
  const manifest = manifestOf(Vault, { open: contract([property('password', string), property('times', integer)]) });

  it('are never shown by messages of shape, rules or repair, nor marked in what is published', async () => {
    const warnings: string[] = [];
    const logger = { error: (line: string) => void warnings.push(line), warn: (line: string) => void warnings.push(line) };
    const registry = new ToolRegistry({ manifest, logger }).register(new Vault());
    assert.ok(!JSON.stringify(registry.get('open')?.definition).includes('secret'));
    for (const args of [
      { password: 'hunter2', times: 1 },
      { password: 8_675_309, times: 1 },
      { password: { nested: 'hunter2' }, times: 'x' },
      { password: ['hunter2'], times: 1.5 },
      '{"password": "hunter2", "times": "1"}',
      '{"password": "hunter2", "times": 1',
    ]) {
      const result = await registry.call({ name: 'open', args });
      assert.equal(result.isError, true);
      assert.doesNotMatch(JSON.stringify([result.content, result.error?.message, result.error?.issues, result.repairs]), /hunter2|8675309/);
    }
    const good = await registry.call({ name: 'open', args: '{"password": "hunter2hunter2", "times": "1"}' });
    assert.equal(text(good), '14 1');
    assert.doesNotMatch(JSON.stringify(good.repairs), /hunter2/);
    assert.doesNotMatch(warnings.join(), /hunter2/);
  });
});

describe('secret fields', () => {
  class Login {
    user!: string;
    pin!: string;
  }
  class Door {
    @tool() open(login: Login): { user: string; pin: string } {
      return { user: login.user, pin: 4711 as unknown as string };
    }
    @tool() all(logins: Login[]): number {
      return logins.length;
    }
  }
  const login: ContractSchema = { 'x-class': 'Login', ...object({ user: string, pin: { type: 'string', 'x-secret': true } }) };
  const manifest = manifestOf(
    Door,
    {
      open: contract([property('login', login)], { output: object({ user: string, pin: { type: 'string', 'x-secret': true } }) }),
      all: contract([property('logins', { type: 'array', items: { anyOf: [login, { type: 'null' }] } })]),
    },
    { types: { Login } },
  );

  it('are not shown when text comes in place of the object that holds them, nor of a result that is refused', async () => {
    const logged: string[] = [];
    const logger = { error: (line: string) => void logged.push(line), warn: (line: string) => void logged.push(line) };
    const registry = new ToolRegistry({ manifest, logger }).register(new Door());
    const calls: [string, unknown][] = [
      ['open', { login: '{"pin":"4711"}' }],
      ['open', { login: '{"user":"a","pin":"4711"' }],
      ['open', { login: '{"user":"a","pin":4711}' }],
      ['open', { login: { user: 'a', pin: 4711 } }],
      ['open', { login: { user: 'a', pin: 'x' } }],
      ['all', { logins: ['pin 4711'] }],
      ['all', { logins: 'pin 4711' }],
      ['all', { logins: [4711] }],
    ];
    for (const [name, args] of calls) {
      for (const repair of [true, false]) {
        const result = await registry.call({ name, args: args as Record<string, unknown> }, { repair });
        assert.equal(result.isError, true, JSON.stringify(args));
        assert.doesNotMatch(JSON.stringify([result.content, result.error?.message, result.error?.issues, result.repairs]), /4711/);
      }
    }
    assert.doesNotMatch(logged.join(), /4711/);
    assert.match(logged.join(), /INVALID_RESULT/);
  });
});

describe('messages of the author', () => {
  it('are given where a rule has become a keyword', async () => {
    class Address {
      @Matches(/^\d{5}$/, { message: 'zip must be five digits, not $value' }) zip!: string;
      @Max(9, { message: ({ constraints }) => `at most ${String(constraints[0])} floors` }) floor!: number;
      @MinLength(2, { each: true, message: 'names have $constraint1 letters' }) names!: string[];
      @IsIn(['a', 'b'], { message: '$property of $target is a or b' }) kind!: string;
      @Max(9) plain!: number;
    }
    class Post {
      @tool() send(address: Address): number {
        return address.floor;
      }
    }
    const fields = {
      zip: string,
      floor: { type: 'number' },
      names: { type: 'array', items: string },
      kind: string,
      plain: { type: 'number' },
    };
    const manifest = manifestOf(Post, { send: contract([payloadOf({ 'x-class': 'Address', ...object(fields) })]) }, { types: { Address } });
    const registry = new ToolRegistry({ manifest }).register(new Post());
    const result = await registry.call({ name: 'send', args: { zip: '12', floor: 10, names: ['x'], kind: 'c', plain: 10 } });
    assert.deepEqual(
      result.error?.issues.map(({ message }) => message),
      [
        'zip must be five digits, not 12',
        'at most 9 floors',
        'names have 2 letters',
        'kind of Address is a or b',
        'must be at most 9, got number 10',
      ],
    );
    assert.doesNotMatch(JSON.stringify(registry.get('send')?.definition), /five digits/);
  });
});

describe('defaults', () => {
  it('of @param that break a rule of their own are a fault of the definition', () => {
    class Named {
      @tool() greet(@param({ default: '' }, MinLength(1)) name: string): string {
        return name;
      }
    }
    const manifest = manifestOf(Named, { greet: contract([property('name', string)]) });
    const registry = new ToolRegistry({ manifest }).register(new Named());
    assert.throws(() => registry.get('greet')?.definition, {
      code: 'INVALID_DEFINITION',
      message: /default of 'name' breaks its own rule/,
    });
  });
});
