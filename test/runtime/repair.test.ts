/** Repair as a caller of the registry sees it; what each repair does is tested in test/schema/repair. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { IsIn, IsInt, Max, MinLength } from 'class-validator';
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
    assert.match(text(bad), /limit: expected integer, got string "500"/);
    assert.equal(bad.repairs, undefined);
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

describe('defaults', () => {
  it('of @param that break a rule of their own are a fault of the definition', () => {
    class Named {
      @tool() greet(@param({ default: '' }, MinLength(1)) name: string): string {
        return name;
      }
    }
    const manifest = manifestOf(Named, { greet: contract([property('name', string)]) });
    const registry = new ToolRegistry({ manifest }).register(new Named());
    assert.throws(() => registry.get('greet')?.definition, { code: 'INVALID_DEFINITION', message: /default of 'name' breaks its own rule/ });
  });
});
