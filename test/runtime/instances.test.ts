import 'reflect-metadata';
import assert from 'node:assert/strict';
import { Exclude, Expose, Transform, Type } from 'class-transformer';
import { IsString, ValidateNested } from 'class-validator';
import { payload, Tool, tool, type Constructor, type ContractSchema, type ToolError, ToolRegistry } from '../../src/index.js';
import { Maker, type MakerPlan } from '../../src/runtime/instances/make.js';
import { contract, manifestOf, number, object, payloadOf, property, string } from './support.js';

/** Calls a method that takes one payload of the schema, and gives what it received. */
async function receive(
  schema: ContractSchema,
  args: unknown,
  types: Record<string, Constructor> = {},
  $defs: Record<string, ContractSchema> = {},
): Promise<Record<string, unknown>> {
  let received: unknown;
  class Taker {
    @tool() take(@payload() p: unknown): void {
      received = p;
    }
  }
  const registry = new ToolRegistry({ manifest: manifestOf(Taker, { take: contract([payloadOf(schema)]) }, { types, $defs }) }).register(
    new Taker(),
  );
  const result = await registry.call({ name: 'take', args: args as Record<string, unknown> });
  if (result.error) throw result.error;
  return received as Record<string, unknown>;
}

class Item {
  @IsString() id!: string;
  when?: Date;
}
const itemSchema = object(
  { id: string, when: { type: 'string', format: 'date-time', 'x-as': 'Date' } },
  { 'x-class': 'Item', required: ['id'] },
);

describe('instances', () => {
  it('makes every built-in at any depth', async () => {
    const schema = object({
      date: { type: 'string', format: 'date-time', 'x-as': 'Date' },
      map: {
        type: 'object',
        additionalProperties: { type: 'string', format: 'date-time', 'x-as': 'Date' },
        'x-as': 'Map',
        'x-keys': 'number',
      },
      set: { type: 'array', uniqueItems: true, items: { type: 'string', pattern: '^-?\\d+$', 'x-as': 'bigint' }, 'x-as': 'Set' },
      url: { type: 'string', format: 'uri', 'x-as': 'URL' },
      buffer: { type: 'string', contentEncoding: 'base64', 'x-as': 'Buffer' },
      bytes: { type: 'string', contentEncoding: 'base64', 'x-as': 'Uint8Array' },
    });
    const got = await receive(schema, {
      date: '2025-01-31T00:00:00Z',
      map: { 7: '2025-01-31T00:00:00Z' },
      set: ['1', '2'],
      url: 'https://a.example/b',
      buffer: 'aGk=',
      bytes: 'aGk=',
    });
    assert.deepEqual(got['date'], new Date('2025-01-31T00:00:00Z'));
    assert.deepEqual(got['map'], new Map([[7, new Date('2025-01-31T00:00:00Z')]]));
    assert.deepEqual(got['set'], new Set([1n, 2n]));
    assert.equal((got['url'] as URL).host, 'a.example');
    assert.deepEqual(got['buffer'], Buffer.from('hi'));
    assert.equal(Object.getPrototypeOf(got['bytes']), Uint8Array.prototype);
  });

  it('[B07] refuses a date that does not exist and a URL that is none', async () => {
    await assert.rejects(receive(object({ d: { type: 'string', format: 'date-time', 'x-as': 'Date' } }), { d: '2024-02-30T00:00:00Z' }), {
      code: 'INVALID_ARGUMENTS',
    });
    await assert.rejects(
      receive(object({ u: { type: 'string', 'x-as': 'URL' } }), { u: 'nothing' }),
      (error: ToolError) => error.issues[0]?.path[0] === 'u',
    );
    await assert.rejects(receive(object({ b: { type: 'string', 'x-as': 'Buffer' } }), { b: '***' }), /base64/);
  });

  it('[B15] makes and checks nested classes without @Type', async () => {
    class Order {
      @ValidateNested() it!: Item;
      list!: Item[];
    }
    const schema = object(
      { it: { $ref: '#/$defs/Item' }, list: { type: 'array', items: { $ref: '#/$defs/Item' } } },
      { 'x-class': 'Order' },
    );
    const got = await receive(
      schema,
      { it: { id: 'a', when: '2025-01-31T00:00:00Z' }, list: [{ id: 'b' }] },
      { Order, Item },
      { Item: itemSchema },
    );
    assert.ok(got instanceof Order);
    assert.ok(got.it instanceof Item && got.it.when instanceof Date);
    assert.ok(got.list[0] instanceof Item);
    await assert.rejects(
      receive(schema, { it: { id: 1 }, list: [] }, { Order, Item }, { Item: itemSchema }),
      (error: ToolError) => error.issues[0]?.path.join('/') === 'it/id',
    );
  });

  it('[DSPY-32] accepts instances given in process, and honours class-transformer', async () => {
    class Person {
      @Transform(({ value }) => String(value).trim()) name!: string;
      @Type(() => Item) items!: Item[];
      @Exclude() secret?: string;
      @Expose({ name: 'nick' }) nickname?: string;
      role = 'user';
    }
    const schema = object(
      { name: string, items: { type: 'array', items: itemSchema }, secret: string, nick: string, role: string },
      { 'x-class': 'Person', required: ['name', 'items'] },
    );
    const given = Object.assign(new Item(), { id: 'x', when: new Date(0) });
    const got = (await receive(schema, { name: ' Ada ', items: [given], nick: 'n' }, { Person, Item })) as unknown as Person;
    assert.ok(got instanceof Person);
    assert.equal(got.name, 'Ada');
    assert.ok(got.items[0] instanceof Item && got.items[0].when instanceof Date);
    assert.equal(got.secret, undefined);
    assert.equal(got.nickname, 'n');
    assert.equal(got.role, 'user');
  });

  it('fills defaults of fields unless the class does, with fresh copies', async () => {
    class Query {
      limit = 9;
      tags?: string[];
    }
    const schema = object(
      { limit: { ...number, default: 5 }, tags: { type: 'array', items: string, default: ['a'] } },
      { 'x-class': 'Query', required: [] },
    );
    const first = await receive(schema, {}, { Query });
    const second = await receive(schema, {}, { Query });
    assert.equal(first['limit'], 9);
    assert.deepEqual(first['tags'], ['a']);
    assert.notEqual(first['tags'], second['tags']);
  });

  it('takes the branch of a union that fits, and follows recursion', async () => {
    class Leaf {
      value!: number;
    }
    class Branch {
      children!: unknown[];
    }
    const node: ContractSchema = {
      anyOf: [
        object({ value: number }, { 'x-class': 'Leaf' }),
        object({ children: { type: 'array', items: { $ref: '#/$defs/Node' } } }, { 'x-class': 'Branch' }),
      ],
    };
    const got = await receive(
      object({ root: { $ref: '#/$defs/Node' } }),
      { root: { children: [{ value: 1 }, { children: [] }] } },
      { Leaf, Branch },
      { Node: node },
    );
    const root = got['root'] as Branch;
    assert.ok(root instanceof Branch && root.children[0] instanceof Leaf && root.children[1] instanceof Branch);
  });

  it('[B28] publishes a union payload as an object with both branches', async () => {
    class Mutator {
      @tool() mutate(@payload() p: unknown): unknown {
        return p;
      }
    }
    const union: ContractSchema = { anyOf: [object({ create: string }), object({ remove: string })] };
    const registry = new ToolRegistry({ manifest: manifestOf(Mutator, { mutate: contract([payloadOf(union)]) }) }).register(new Mutator());
    const schema = registry.get('mutate')?.inputSchema;
    assert.equal(schema?.type, 'object');
    assert.equal(schema?.anyOf?.length, 2);
    assert.equal((await registry.call({ name: 'mutate', args: { remove: 'x' } })).isError, false);
    assert.equal((await registry.call({ name: 'mutate', args: { other: 'x' } })).isError, true);
  });

  it('tells an author whose constructor needs parameters', async () => {
    class Needy {
      constructor(config: { a: string }) {
        this.a = config.a;
      }
      a: string;
    }
    await assert.rejects(receive(object({ a: string }, { 'x-class': 'Needy' }), { a: 'x' }, { Needy: Needy }), {
      code: 'INVALID_DEFINITION',
      message: /Needy.*constructor/,
    });
  });

  it('[DSPY-17] [DSPY-18] inlines references, keeps recursive ones, and strips marks', () => {
    class Any {
      @tool() take(item: unknown, tree: unknown): void {
        void [item, tree];
      }
    }
    const manifest = manifestOf(
      Any,
      {
        take: contract([property('item', { $ref: '#/$defs/Item', description: 'said here' }), property('tree', { $ref: '#/$defs/Tree' })]),
      },
      { types: { Item }, $defs: { Item: itemSchema, Tree: object({ next: { $ref: '#/$defs/Tree' } }, { required: [] }), Unused: string } },
    );
    const schema = new ToolRegistry({ manifest }).register(new Any()).get('take')?.inputSchema;
    assert.equal(schema?.properties?.['item']?.description, 'said here');
    assert.equal(schema?.properties?.['item']?.$ref, undefined);
    assert.deepEqual(Object.keys(schema?.$defs ?? {}), ['Tree']);
    assert.doesNotMatch(JSON.stringify(schema), /x-class|x-as/);
  });
});

describe('the defaults of a schema', () => {
  /** Each level holds the next one twice, as a default. */
  function bomb(levels: number): ContractSchema {
    const level = (index: number): ContractSchema => {
      const next = { default: {}, $ref: `#/$defs/n${index + 1}` };
      return index === levels ? {} : { type: 'object', properties: { x: next, y: next } };
    };
    return {
      type: 'object',
      properties: { a: { default: {}, $ref: '#/$defs/n0' } },
      $defs: Object.fromEntries(Array.from({ length: levels + 1 }, (_, index) => [`n${index}`, level(index)])),
    };
  }

  const planOf = (root: ContractSchema): MakerPlan => ({ root, classNamed: () => undefined, fits: () => true, warn: () => undefined });

  it('make so many values and no more', async () => {
    const root = bomb(23);
    const maker = new Maker(planOf(root));
    maker.make(root, {}, []);
    assert.deepEqual(
      maker.issues.map(({ message }) => message),
      ['the defaults of the schema make more than 100000 values'],
    );
    const registry = new ToolRegistry().register(new Tool({ name: 't', inputSchema: bomb(10), imported: true, handler: () => 'ok' }));
    assert.equal((await registry.call({ name: 't', args: {} })).isError, false);
  });

  it('may not hold themselves', () => {
    const $defs = { n: { type: 'object', properties: { n: { $ref: '#/$defs/n', default: {} } } } };
    const root: ContractSchema = { type: 'object', properties: { a: { $ref: '#/$defs/n' } }, $defs };
    const maker = new Maker(planOf(root));
    maker.make(root, { a: {} }, []);
    assert.match(maker.issues[0]?.message ?? '', /^the defaults of the schema are nested deeper than 64 levels$/);
    assert.equal(maker.issues.length, 1);
  });

  it('count with all that is in them', () => {
    const field: ContractSchema = { type: 'array', items: number, default: [1, 2, [3, 4]] };
    const root = object({ list: { type: 'array', items: object({ field }, { required: [] }) } });
    const plan = { ...planOf(root), limits: { argumentNodes: 60, argumentDepth: 2, issues: 20 } };
    const made = (count: number): Maker => {
      const maker = new Maker(plan);
      maker.make(root, { list: Array.from({ length: count }, () => ({})) }, []);
      return maker;
    };
    assert.equal(made(10).defaultNodes, 60);
    assert.deepEqual(made(10).issues, []);
    assert.deepEqual(made(20).issues, [{ message: 'the defaults of the schema make more than 60 values', path: ['list', 10, 'field'] }]);
  });
});

describe('what cannot be made', () => {
  it('is told of the first twenty, and how many more', async () => {
    const schema = object({ urls: { type: 'array', items: { type: 'string', 'x-as': 'URL' } } });
    await assert.rejects(receive(schema, { urls: Array.from({ length: 5000 }, () => 'nope') }), (error: ToolError) => {
      assert.equal(error.issues.length, 21);
      assert.deepEqual(error.issues[20], { message: 'and 4980 more', path: [] });
      return error.message.length < 4000;
    });
  });
});

describe('patternProperties', () => {
  const open = (pattern: string, sub: ContractSchema): ContractSchema => ({
    type: 'object',
    properties: { box: { type: 'object', patternProperties: { [pattern]: sub } } },
  });

  it('lead to what is made of a value, by a pattern that is compiled once and cannot hold up the process', async () => {
    const sub: ContractSchema = { type: 'object', properties: { a: { default: 1 } } };
    for (const imported of [true, false]) {
      let got: unknown;
      const inputSchema = open('^(a+)+$', sub);
      const registry = new ToolRegistry().register(new Tool({ name: 't', inputSchema, imported, handler: (args) => void (got = args) }));
      const start = performance.now();
      const evil = `${'a'.repeat(40)}!`;
      const result = await registry.call({ name: 't', args: { box: { aa: {}, [evil]: {} } } });
      assert.equal(result.isError, false);
      assert.deepEqual(got, { box: { aa: { a: 1 }, [evil]: {} } });
      assert.ok(performance.now() - start < 2000);
    }
  });

  it('that take too long are a refusal', () => {
    const root = open('^(?=a)(a+)+$', {});
    const plan: MakerPlan = { root, classNamed: () => undefined, fits: () => true, warn: () => undefined };
    const maker = new Maker(plan);
    assert.equal(maker.make(root, { box: { [`${'a'.repeat(40)}!`]: 1 } }, []), undefined);
    assert.match(maker.issues[0]?.message ?? '', /a key takes too long/);
  });
});
