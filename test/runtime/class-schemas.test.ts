/** Tools by hand whose schemas are classes that no manifest knows; and what is neither class nor schema. */
import assert from 'node:assert/strict';
import { IsInt, IsOptional, IsString, Max, MinLength } from 'class-validator';
import { openai } from '../../src/bridges/openai.js';
import {
  type ContractSchema,
  normalizeInputSchema,
  normalizeOutputSchema,
  schemaFromClass,
  Tool,
  tool,
  ToolError,
  type ToolManifest,
  ToolRegistry,
} from '../../src/index.js';

class Search {
  @IsString()
  @MinLength(2)
  query!: string;
  @IsInt()
  @Max(50)
  limit = 10;
  @IsOptional()
  @IsString()
  near?: string;
}

class HalfTold {
  @MinLength(2)
  query!: string;
  limit = 5;
  at?: Date;
}

class Untold {
  query!: string;
}

/** What the build step would write of it. */
const schema: ContractSchema = {
  type: 'object',
  properties: {
    query: { type: 'string' },
    limit: { type: 'number', default: 5 },
    at: { type: 'string', format: 'date-time', 'x-as': 'Date' },
  },
  required: ['query'],
  additionalProperties: false,
  'x-class': 'HalfTold',
};
const manifestWith = (input: ContractSchema): ToolManifest => ({
  version: 1,
  sources: {},
  classes: [],
  functions: [],
  types: { HalfTold: () => HalfTold },
  $defs: {},
  schemas: [{ class: () => HalfTold, name: 'HalfTold', source: 'dto.ts', input: () => input, output: () => input }],
});
const manifest = manifestWith(schema);
const fields = ['query', 'limit', 'at'];

/** As a provider is told. */
function parametersOf(tool: object): object {
  const [declared] = openai.toTools([tool as Tool]);
  return declared?.type === 'function' ? (declared.function.parameters?.['properties'] as object) : {};
}

const isRefused = (code: string, message: RegExp) => (error: unknown) => {
  assert.ok(error instanceof ToolError, String(error));
  assert.equal(error.code, code);
  assert.match(error.message, message);
  return true;
};

describe('classes that no manifest knows', () => {
  for (const given of [Search, HalfTold, Untold]) {
    it(`[GLLM-30] ${given.name}: is refused, whatever its rules say, with the place, the cause, and what to do`, async () => {
      const said = new RegExp(
        `^Stale manifest: there is no manifest, .* the class ${given.name}, which new Tool\\("a"\\) takes as its input schema; pass .*Run 'npx toolmark build', or .*toolmark/register`,
      );
      const made = (): Tool => new Tool({ name: 'a', inputSchema: given, handler: () => 1 });
      assert.throws(() => made().inputSchema, isRefused('STALE_MANIFEST', said));
      assert.throws(() => JSON.stringify(made()), isRefused('STALE_MANIFEST', said));
      assert.throws(() => new ToolRegistry().register(made()), isRefused('STALE_MANIFEST', said));
      await assert.rejects(made().invoke({ query: 'sea' }), isRefused('STALE_MANIFEST', said));
      const ofResult = new Tool({ name: 'a', outputSchema: given });
      assert.throws(() => new ToolRegistry().register(ofResult), isRefused('STALE_MANIFEST', /takes as its output schema/));
      assert.throws(() => schemaFromClass(given), isRefused('STALE_MANIFEST', /schemaFromClass\(\) takes as its input schema/));
      assert.throws(() => normalizeInputSchema(given), isRefused('STALE_MANIFEST', /normalizeInputSchema\(\)/));
      assert.throws(() => normalizeOutputSchema(given), isRefused('STALE_MANIFEST', /normalizeOutputSchema\(\)/));
    });
  }

  it('a manifest that has others is told apart from none', () => {
    const said =
      /the class Search, which new Tool\("a"\) takes .*, is not in the manifest\. .*new Tool\(\{ inputSchema: Search \}\) or schemaFromClass\(Search\)\. Run/;
    const made = new Tool({ name: 'a', inputSchema: Search });
    assert.throws(() => new ToolRegistry({ manifest }).register(made), isRefused('STALE_MANIFEST', said));
    assert.throws(
      () => schemaFromClass(Search, { manifest }),
      isRefused('STALE_MANIFEST', /schemaFromClass\(\) takes .*not in the manifest/),
    );
  });

  const looks: [title: string, look: (tool: Tool<HalfTold>) => unknown][] = [
    ['as JSON', (tool) => JSON.stringify(tool)],
    ['at inputSchema', (tool) => tool.inputSchema],
    ['at outputSchema', (tool) => tool.outputSchema],
    ['at its signature', (tool) => tool.signature],
    ['as text', (tool) => String(tool)],
    ['through a bridge', (tool) => openai.toTools([tool])],
    ['by a call', (tool) => tool.callSync({ query: 'sea' })],
    ['by a registry without a manifest', (tool) => new ToolRegistry().register(tool)],
  ];
  for (const [title, look] of looks) {
    it(`looking at a tool before it is registered leaves no verdict: ${title}`, async () => {
      const tool = new Tool({ name: 'a', inputSchema: HalfTold, outputSchema: HalfTold, handler: (args) => args });
      assert.throws(() => look(tool), { code: 'STALE_MANIFEST' });
      const registry = new ToolRegistry({ manifest }).register(tool);
      assert.deepEqual(Object.keys(tool.inputSchema.properties ?? {}), fields);
      const args = { query: 'sea', limit: 7, at: '2026-01-02T03:04:05.000Z' };
      const { value } = await registry.call({ name: 'a', args });
      assert.ok(value instanceof HalfTold && value.at instanceof Date);
    });
    it(`nor one that came of another manifest, in memory: ${title}`, async () => {
      const { at: _at, ...rest } = schema.properties ?? {};
      const ambient = Symbol.for('toolmark.ambientManifest');
      const held = globalThis as Record<symbol, unknown>;
      const tool = new Tool({ name: 'a', inputSchema: HalfTold, outputSchema: HalfTold, handler: (args) => args });
      const before = held[ambient];
      held[ambient] = manifestWith({ ...schema, properties: rest });
      try {
        if (!title.includes('registry')) look(tool);
      } finally {
        held[ambient] = before;
      }
      const registry = new ToolRegistry({ manifest }).register(tool);
      assert.deepEqual(Object.keys(tool.inputSchema.properties ?? {}), fields);
      assert.deepEqual(Object.keys(parametersOf(tool)), fields);
      assert.equal((await registry.call({ name: 'a', args: { query: 'sea', at: '2026-01-02T03:04:05.000Z' } })).isError, false);
    });
  }

  it('a registration that fails leaves no verdict either', () => {
    const make = (name: string): Tool<HalfTold> => new Tool({ name, inputSchema: HalfTold, handler: (args) => args });
    const [tool, twin, other] = [make('a'), make('a'), new Tool({ name: 'b', inputSchema: Search })];
    const smaller = manifestWith({ ...schema, properties: { query: { type: 'string' } } });
    assert.throws(() => new ToolRegistry({ manifest: smaller }).register([tool, twin]), { code: 'DUPLICATE_TOOL' });
    assert.throws(() => new ToolRegistry({ manifest: smaller }).register([tool, other]), { code: 'STALE_MANIFEST' });
    new ToolRegistry({ manifest }).register(tool);
    assert.deepEqual(Object.keys(tool.inputSchema.properties ?? {}), fields);
  });

  it('the first registry that knows them decides, for those after it as well', () => {
    const tool = new Tool({ name: 'a', inputSchema: HalfTold, handler: (args) => args });
    new ToolRegistry({ manifest }).register(tool);
    const { definition } = tool;
    new ToolRegistry({ manifest: manifestWith({ ...schema, properties: {} }) }).register(tool);
    assert.equal(tool.definition, definition);
  });

  it('[GLLM-29] [GLLM-30] [GLLM-31] [GLLM-32] what is neither class nor schema is refused, null is no schema of results', () => {
    const plain = { type: 'object', properties: { a: { type: 'string' } } };
    assert.deepEqual(normalizeInputSchema(plain), plain);
    assert.deepEqual(normalizeInputSchema({ properties: { a: {} } }), { type: 'object', properties: { a: {} } });
    assert.deepEqual(normalizeOutputSchema({ type: 'string' }), { type: 'string' });
    assert.deepEqual([normalizeOutputSchema(null), normalizeOutputSchema(undefined)], [null, null]);
    const arrow = () => 1;
    for (const bad of [undefined, null, 'object', 1, true, [], [{}], Symbol('s'), arrow]) {
      assert.throws(() => normalizeInputSchema(bad as never), { code: 'INVALID_DEFINITION' });
      if (bad !== undefined) assert.throws(() => new Tool({ name: 'a', inputSchema: bad as never }), { code: 'INVALID_DEFINITION' });
      if (bad === null || bad === undefined) continue;
      assert.throws(() => normalizeOutputSchema(bad as never), { code: 'INVALID_DEFINITION' });
      assert.throws(() => new Tool({ name: 'a', outputSchema: bad as never }), { code: 'INVALID_DEFINITION' });
    }
    assert.throws(() => normalizeInputSchema({ type: 'string' }), isRefused('INVALID_DEFINITION', /^normalizeInputSchema\(\): /));
    assert.throws(() => schemaFromClass(plain as never), { code: 'INVALID_DEFINITION' });
  });

  it('[GLLM-10] [GLLM-31] outputSchema: null', async () => {
    const open = new Tool({ name: 'open', outputSchema: null, handler: () => ({ any: 1 }) });
    assert.equal(open.outputSchema, undefined);
    assert.deepEqual(await open.invoke(), { any: 1 });
  });
});

describe('marked functions that no manifest knows', () => {
  const search = tool(async (query: string) => Promise.resolve(query), { name: 'search', title: 'Search', description: 'Looks.' });

  it('[GLLM-48] tell what was said; what the build step would know is told to be missing', () => {
    assert.deepEqual([search.name, search.title, search.description, search.isAsync], ['search', 'Search', 'Looks.', true]);
    assert.throws(() => search.inputSchema, isRefused('STALE_MANIFEST', /tool\(search\).*toolmark build/));
    const bare = tool(function bare(query: string) {
      return query;
    });
    assert.throws(() => bare.description, { code: 'STALE_MANIFEST' });
    assert.deepEqual([bare.name, bare.title, bare.isAsync, Object.keys(bare)], ['bare', undefined, false, []]);
  });
});
