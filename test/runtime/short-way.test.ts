/** Cases in which the short way must step back, or do what the long way does: each was found by an attack. */
import assert from 'node:assert/strict';
import { Transform } from 'class-transformer';
import { IsLowercase, Max, Min, MinLength, ValidateIf, ValidateNested } from 'class-validator';
import { type ContractSchema, type JsonSchema, tool, Tool, ToolRegistry, type ToolCall } from '../../src/index.js';
import { contract, integer, manifestOf, object, payloadOf, property, string } from './support.js';

const trimmed = ({ value }: { value: unknown }): unknown => (typeof value === 'string' ? value.trim() : value);

async function outcome(inputSchema: JsonSchema, args: unknown): Promise<unknown> {
  const registry = new ToolRegistry().register(new Tool({ name: 'it', inputSchema, handler: (given) => given }));
  const { isError, value } = await registry.call({ name: 'it', args: args as object }, { repair: false });
  return isError ? 'refused' : value;
}

describe('the short way steps back', () => {
  it('where a condition hides an instance below a class that class-transformer takes part in', async () => {
    class Child {
      @IsLowercase() id!: string;
    }
    class Inner {
      @Transform(trimmed) name!: string;
      @ValidateIf(() => false) @ValidateNested() child!: Child;
    }
    class Outer {
      inner!: Inner;
    }
    class Service {
      @tool() take(outer: Outer): string {
        return outer.inner.name;
      }
    }
    const child: ContractSchema = { 'x-class': 'Child', ...object({ id: {} }) };
    const inner: ContractSchema = { 'x-class': 'Inner', ...object({ name: string, child }) };
    const schema: ContractSchema = { 'x-class': 'Outer', ...object({ inner }) };
    const manifest = manifestOf(Service, { take: contract([payloadOf(schema)]) }, { types: { Child, Inner, Outer } });
    const registry = new ToolRegistry({ manifest }).register(new Service());
    const result = await registry.call({ name: 'take', args: { inner: { name: ' a ', child: { id: 'ABC' } } } });
    assert.equal(result.error?.message, undefined);
    assert.equal(result.value, 'a');
  });

  it('where decorators come after the first call, also of classes made the long way', async () => {
    class Late {
      @Transform(trimmed) name!: string;
    }
    class Plain {
      late!: Late;
      count!: number;
    }
    class Service {
      @tool() take(_plain: Plain): string {
        return 'taken';
      }
    }
    const late: ContractSchema = { 'x-class': 'Late', ...object({ name: string }) };
    const schema: ContractSchema = { 'x-class': 'Plain', ...object({ late, count: integer }) };
    const manifest = manifestOf(Service, { take: contract([payloadOf(schema)]) }, { types: { Late, Plain } });
    const registry = new ToolRegistry({ manifest }).register(new Service());
    const args = { late: { name: 'ab' }, count: 7 };
    assert.equal((await registry.call({ name: 'take', args })).isError, false);
    MinLength(3)(Late.prototype, 'name');
    assert.equal((await registry.call({ name: 'take', args })).isError, true);
    assert.equal((await registry.call({ name: 'take', args: { ...args, late: { name: 'abc' } } })).isError, false);
    Max(5)(Plain.prototype, 'count');
    assert.equal((await registry.call({ name: 'take', args: { ...args, late: { name: 'abc' } } })).isError, true);
  });

  it('where fewer levels are allowed than the schema has', async () => {
    const deep = { type: 'object', properties: { a: { type: 'object', properties: { a: { type: 'object', properties: { a: {} } } } } } };
    const recursive = {
      type: 'object',
      properties: { next: { $ref: '#/$defs/n' } },
      $defs: { n: { type: 'object', properties: { next: { $ref: '#/$defs/n' } } } },
    };
    const nested = (levels: number, key: string): object => (levels === 0 ? {} : { [key]: nested(levels - 1, key) });
    for (const [inputSchema, key] of [
      [deep, 'a'],
      [recursive, 'next'],
    ] as const) {
      const made = new Tool({ name: 'it', inputSchema, handler: () => 'ran' });
      const registry = new ToolRegistry({ limits: { argumentDepth: 3 } }).register(made);
      assert.equal((await registry.call({ name: 'it', args: nested(3, key) })).isError, false);
      assert.match((await registry.call({ name: 'it', args: nested(4, key) })).error?.message ?? '', /deeper than 3 levels/);
    }
  });

  it('where a default makes instances that have rules', async () => {
    class Part {
      @Min(5) size!: number;
    }
    class Whole {
      part?: Part;
    }
    class Service {
      @tool() take(whole: Whole): boolean {
        return whole.part instanceof Part;
      }
    }
    const part: ContractSchema = { 'x-class': 'Part', ...object({ size: { type: 'number' } }) };
    const registryWith = (value: unknown): ToolRegistry => {
      const schema: ContractSchema = { 'x-class': 'Whole', ...object({ part: { ...part, default: value } }, { required: [] }) };
      const manifest = manifestOf(Service, { take: contract([payloadOf(schema)]) }, { types: { Part, Whole } });
      return new ToolRegistry({ manifest }).register(new Service());
    };
    assert.equal((await registryWith({ size: 5 }).call({ name: 'take', args: {} })).value, true);
    const refused = await registryWith({ size: 1 }).call({ name: 'take', args: {} });
    assert.deepEqual(refused.error?.issues[0]?.path, ['part', 'size']);
  });

  it('where defaults would make more than arguments may hold', async () => {
    const $defs: Record<string, JsonSchema> = { n0: { type: 'object' } };
    for (let level = 1; level <= 30; level += 1) {
      const inner = { default: {}, $ref: `#/$defs/n${level - 1}` };
      $defs[`n${level}`] = { type: 'object', properties: { x: inner, y: inner } };
    }
    const schema = { type: 'object', properties: { a: { default: {}, $ref: '#/$defs/n30' } }, $defs };
    const registry = new ToolRegistry().register(new Tool({ name: 'it', imported: true, inputSchema: schema, handler: () => 'ran' }));
    for (const args of [{}, { a: {} }]) {
      const result = await registry.call({ name: 'it', args });
      assert.match(result.error?.message ?? 'none', /defaults/);
    }
  });

  it('where a tuple is that of another draft', async () => {
    const items = { type: 'array', prefixItems: [{ type: 'number' }], items: { type: 'string' } };
    const schema = { type: 'object', properties: { a: items, b: { type: 'array', items: [{ type: 'number' }] } } };
    assert.equal(await outcome(schema as unknown as JsonSchema, { a: [1, 'a'] }), 'refused');
  });

  it('takes a list of very many members', async () => {
    const schema = { type: 'object', properties: { a: { enum: Array.from({ length: 200_000 }, (_, index) => `m${index}`) } } };
    assert.deepEqual(await outcome(schema, { a: 'm199999' }), { a: 'm199999' });
    assert.equal(await outcome(schema, { a: 'm' }), 'refused');
  });
});

describe('a call that resists being read', () => {
  it('gives a result all the same', async () => {
    const registry = new ToolRegistry().register(new Tool({ name: 'it', handler: () => 1 }));
    const thrower = Object.defineProperty({ name: 'it' }, 'id', {
      get: () => {
        throw new Error('secret');
      },
    });
    for (const call of [{ name: Object.create(null) as string }, thrower, null, {}, { name: Symbol('it') }]) {
      const result = await registry.call(call as unknown as ToolCall);
      assert.equal(result.error?.code, 'UNKNOWN_TOOL');
      assert.doesNotMatch(result.error.message, /secret/);
    }
  });

  it('is refused where a getter of the class throws as the refusal is worded', async () => {
    class Odd {
      @Min(5) a!: number;
      constructor() {
        Object.defineProperty(this, 'trap', {
          enumerable: true,
          get: () => {
            throw new Error('secret');
          },
        });
      }
    }
    class Service {
      @tool() take(odd: Odd): number {
        return odd.a;
      }
    }
    const schema: ContractSchema = { 'x-class': 'Odd', ...object({ a: {} }) };
    const manifest = manifestOf(Service, { take: contract([property('odd', schema)]) }, { types: { Odd } });
    const registry = new ToolRegistry({ manifest }).register(new Service());
    const result = await registry.call({ name: 'take', args: { odd: { a: 1 } } });
    assert.equal(result.error?.code, 'INVALID_ARGUMENTS');
  });
});
