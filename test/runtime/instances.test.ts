import 'reflect-metadata';
import assert from 'node:assert/strict';
import { Exclude, Expose, Transform, Type } from 'class-transformer';
import { IsString, ValidateNested } from 'class-validator';
import { payload, tool, type Constructor, type ContractSchema, type ToolError, ToolRegistry } from '../../src/index.js';
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
