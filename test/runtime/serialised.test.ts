/** What class-transformer's decorators and the return type keep inside the process. */
import assert from 'node:assert/strict';
import { Exclude, Expose, Transform } from 'class-transformer';
import { tool, ToolRegistry, type ContractSchema, type ToolContract, type ToolManifest } from '../../src/index.js';

class Account {
  id = '1';
  @Exclude() password = 'hunter2';
  @Expose({ name: 'full_name' }) fullName = 'Ann';
  /** Told as a day. */
  @Transform(({ value }: { value: Date }) => value.toISOString().slice(0, 10), { toPlainOnly: true }) born = new Date(0);
}

@Exclude()
class Guarded {
  @Expose() open = 1;
  secret = 2;
}

class Change {
  name!: string;
  @Exclude() internal?: string;
  @Exclude({ toPlainOnly: true }) password?: string;
}

class Service {
  got: unknown;

  @tool() account(): Account {
    return new Account();
  }

  @tool() guarded(): Guarded {
    return new Guarded();
  }

  @tool() change(change: Change): void {
    this.got = change;
    return [{ password: 'hunter2' }] as unknown as void;
  }
}

const object = (properties: Record<string, ContractSchema>, name: string, required = Object.keys(properties)): ContractSchema => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
  'x-class': name,
});
const text: ContractSchema = { type: 'string' };
const day: ContractSchema = { type: 'string', format: 'date-time', description: 'Told as a day.', 'x-as': 'Date' };

const contracts: Record<string, ToolContract> = {
  account: { length: 0, parameters: [], output: object({ id: text, password: text, fullName: text, born: day }, 'Account') },
  guarded: { length: 0, parameters: [], output: object({ open: { type: 'number' }, secret: { type: 'number' } }, 'Guarded') },
  change: {
    length: 1,
    parameters: [
      {
        name: 'change',
        role: 'property',
        required: true,
        schema: object({ name: text, internal: text, password: text }, 'Change', ['name']),
      },
    ],
    void: true,
  },
};

const manifest: ToolManifest = {
  version: 1,
  sources: {},
  types: { Account: () => Account, Guarded: () => Guarded, Change: () => Change },
  $defs: {},
  classes: [
    {
      class: () => Service,
      name: 'Service',
      source: 'a.ts',
      methods: Object.fromEntries(Object.entries(contracts).map(([name, contract]) => [name, () => contract])),
    },
  ],
  functions: [],
};

describe('what leaves and what comes in', () => {
  const service = new Service();
  const registry = new ToolRegistry({ manifest }).register(service);

  it('advertises and sends no @Exclude()d field, the @Expose()d name, and what @Transform makes', async () => {
    const tool = registry.get('account');
    assert.deepEqual(tool?.outputSchema?.properties, {
      id: { type: 'string' },
      full_name: { type: 'string' },
      born: { description: 'Told as a day.' },
    });
    assert.deepEqual(tool?.outputSchema?.required, ['id', 'full_name', 'born']);
    const result = await registry.call({ name: 'account' });
    assert.deepEqual(result.structuredContent, { id: '1', full_name: 'Ann', born: '1970-01-01' });
    assert.doesNotMatch(JSON.stringify(result.content), /hunter2/);
  });

  it('knows classes that exclude all but what they expose', async () => {
    assert.deepEqual(Object.keys(registry.get('guarded')?.outputSchema?.properties ?? {}), ['open']);
    assert.deepEqual((await registry.call({ name: 'guarded' })).structuredContent, { open: 1 });
  });

  it('takes no argument that class-transformer would drop', async () => {
    const schema = registry.get('change')?.inputSchema.properties?.['change'];
    assert.deepEqual(Object.keys(schema?.properties ?? {}), ['name', 'password']);
    const refused = await registry.call({ name: 'change', args: { change: { name: 'a', internal: 'x' } } });
    assert.equal(refused.error instanceof Error && 'code' in refused.error && refused.error.code, 'INVALID_ARGUMENTS');
    await registry.call({ name: 'change', args: { change: { name: 'a', password: 'p' } } });
    assert.equal(JSON.stringify(service.got), '{"name":"a","password":"p"}');
  });

  it('[GLLM-44] sends nothing of what a void method gives all the same', async () => {
    const result = await registry.call({ name: 'change', args: { change: { name: 'a' } } });
    assert.deepEqual([result.isError, result.content, result.structuredContent], [false, [{ type: 'text', text: '' }], undefined]);
  });
});
