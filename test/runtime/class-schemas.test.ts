/** Tools by hand whose schemas are classes that no manifest knows; and what is neither class nor schema. */
import assert from 'node:assert/strict';
import { IsInt, IsOptional, IsString, Max, MinLength, ValidateNested } from 'class-validator';
import { normalizeInputSchema, normalizeOutputSchema, schemaFromClass, Tool, tool, ToolError, ToolRegistry } from '../../src/index.js';

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

class Untold {
  query!: string;
}

class HalfTold {
  @IsString()
  query!: string;
  @ValidateNested()
  item!: Untold;
}

const searchSchema = {
  type: 'object',
  properties: {
    query: { type: 'string', minLength: 2 },
    limit: { type: 'integer', maximum: 50, default: 10 },
    near: { type: ['string', 'null'] },
  },
  required: ['query'],
  additionalProperties: false,
};

const isRefused = (code: string, message: RegExp) => (error: unknown) => {
  assert.ok(error instanceof ToolError, String(error));
  assert.equal(error.code, code);
  assert.match(error.message, message);
  return true;
};

describe('classes that no manifest knows', () => {
  it('[GLLM-04] [GLLM-05] are known by rules that name the type of each field', async () => {
    const search = new Tool({ name: 'search', inputSchema: Search, outputSchema: Search, handler: (args) => args });
    assert.deepEqual(search.inputSchema, searchSchema);
    assert.deepEqual(schemaFromClass(Search), searchSchema);
    assert.ok((await search.invoke({ query: 'sea' })) instanceof Search);
    await assert.rejects(search.invoke({ query: 's' }), { code: 'INVALID_ARGUMENTS' });
    const { limit } = (await new ToolRegistry().register(search).call({ name: 'search', args: { query: 'sea' } })).value as Search;
    assert.equal(limit, 10);
  });

  it('[GLLM-30] otherwise the error has the place, what is missing, and what to do', () => {
    const untold = new Tool({ name: 'untold', inputSchema: Untold, handler: () => 1 });
    const said =
      /new Tool\("untold"\): the class Untold is in no manifest, .* Run 'npx toolmark build', which sees it in new Tool\(\{ inputSchema: Untold \}\), or/;
    assert.throws(() => untold.inputSchema, isRefused('INVALID_DEFINITION', said));
    assert.throws(() => new ToolRegistry().register(untold), isRefused('INVALID_DEFINITION', said));
    assert.throws(
      () => new ToolRegistry().register(new Tool({ name: 'x', outputSchema: Untold })),
      isRefused('INVALID_DEFINITION', /Untold/),
    );
    assert.throws(
      () => schemaFromClass(HalfTold),
      isRefused('INVALID_DEFINITION', /^schemaFromClass\(\): .*nothing says the type of 'item'/),
    );
  });

  it('[GLLM-29] [GLLM-30] [GLLM-31] [GLLM-32] what is neither class nor schema is refused, null is no schema of results', () => {
    const plain = { type: 'object', properties: { a: { type: 'string' } } };
    assert.deepEqual(normalizeInputSchema(plain), plain);
    assert.deepEqual(normalizeInputSchema({ properties: { a: {} } }), { type: 'object', properties: { a: {} } });
    assert.deepEqual(normalizeOutputSchema({ type: 'string' }), { type: 'string' });
    assert.deepEqual(normalizeInputSchema(Search), searchSchema);
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
