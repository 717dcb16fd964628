/** From classes to schemas and back to instances: tools by hand whose schemas are classes, built, registered and called. */
import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import {
  type Constructor,
  normalizeInputSchema,
  normalizeOutputSchema,
  schemaFromClass,
  Tool,
  type ToolManifest,
  ToolRegistry,
} from '../../../src/index.js';
import { buildManifest } from '../../../src/build/index.js';

/** Not imported as such: mocha may load this file as another kind of module than the generated one is. */
interface Program {
  search: Tool;
  write: Tool;
  plain: Tool;
  listed: Tool;
  add: typeof import('./program.js').add;
  lookUp: typeof import('./program.js').lookUp;
  got: { args?: unknown };
}

const searchSchema = {
  type: 'object',
  properties: {
    query: { type: 'string', description: 'The words.', minLength: 2 },
    limit: { type: 'number', default: 10, maximum: 50 },
    near: {
      type: 'object',
      properties: { name: { type: 'string' }, opened: { type: 'string', format: 'date-time' } },
      required: ['name'],
      additionalProperties: false,
      description: 'Without any decorator.',
    },
    tags: { type: 'array', items: { type: 'string' }, uniqueItems: true },
  },
  required: ['query'],
  additionalProperties: false,
  description: 'What to look for.',
};

const placeSchema = {
  type: 'object',
  properties: { name: { type: 'string' }, opened: { type: 'string', format: 'date-time' } },
  required: ['name'],
  additionalProperties: false,
  description: 'Without any decorator.',
};

describe('classes as schemas of tools by hand', () => {
  let manifest: ToolManifest;
  let program: Program;
  let text: string;
  const classNamed = (name: string): Constructor => manifest.types[name]?.() ?? assert.fail(`no class ${name}`);

  before(async () => {
    const built = buildManifest({ project: import.meta.dirname });
    assert.deepEqual(built.diagnostics, []);
    text = built.text;
    writeFileSync(built.out, text);
    try {
      ({ default: manifest } = (await import(pathToFileURL(built.out).href)) as { default: ToolManifest });
      program = await import(pathToFileURL(built.out.replace('toolmark.generated', 'program')).href);
    } finally {
      rmSync(built.out);
    }
  });

  const register = (...items: object[]): ToolRegistry => new ToolRegistry({ manifest }).register(items);

  it('the build step finds them wherever the type of the options tells them, and for what they are used', () => {
    assert.deepEqual(
      manifest.schemas?.map(({ name, input, output }) => [name, input !== undefined, output !== undefined]),
      [
        ['Contact', true, false],
        ['Place', true, true],
        ['ResultDto', false, true],
        ['SearchDto', true, false],
      ],
    );
  });

  it('[GLLM-04] [GLLM-05] [GLLM-07] [GLLM-10] [GLLM-33] schemas come from the classes, narrowed by their rules, and are frozen', () => {
    const registry = register(program.search);
    const { inputSchema, outputSchema } = registry.get('search') ?? assert.fail('no tool');
    assert.deepEqual(inputSchema, searchSchema);
    assert.deepEqual(outputSchema, {
      type: 'object',
      properties: { hits: { type: 'array', items: { type: 'string' } }, at: { type: 'string', format: 'date-time' } },
      required: ['hits', 'at'],
      additionalProperties: false,
    });
    assert.ok(Object.isFrozen(inputSchema.properties));
  });

  it('[GLLM-07] arguments arrive as instances, checked by the rules; results leave as their class says', async () => {
    const registry = register(program.search);
    const args = { query: 'sea', near: { name: 'Ahlbeck', opened: '2026-01-02T03:04:05Z' }, tags: ['a'] };
    const result = await registry.call({ name: 'search', args });
    assert.deepEqual(result.structuredContent, {
      hits: ['SEA', '10', 'Ahlbeck', '2026-01-02T03:04:05.000Z'],
      at: '1970-01-01T00:00:00.000Z',
    });
    const got = program.got.args as { near: object; tags: Set<string> };
    assert.ok(got instanceof classNamed('SearchDto') && got.near instanceof classNamed('Place') && got.tags instanceof Set);
    for (const bad of [{ query: 's' }, { query: 'sea', limit: 51 }, { query: 'sea', more: 1 }, {}, { query: 'sea', near: {} }])
      assert.equal((await registry.call({ name: 'search', args: bad })).isError, true, JSON.stringify(bad));
    await assert.rejects(program.search.invoke({ query: 's' }), { code: 'INVALID_ARGUMENTS' });
    assert.equal('issues' in (await program.search.input['~standard'].validate({ query: 's' })), true);
  });

  it('[GLLM-06] [GLLM-10] a class beside a schema, and no schema of results at all', async () => {
    const registry = register(program.plain, program.write, program.listed);
    assert.deepEqual(registry.get('plain')?.outputSchema, placeSchema);
    assert.equal((await registry.call({ name: 'plain', args: { query: 'x' } })).isError, false);
    assert.equal((await registry.call({ name: 'plain', args: { query: 'bad' } })).isError, true);
    assert.equal(registry.get('write')?.outputSchema, undefined);
    assert.equal((await registry.call({ name: 'write', args: { mail: 'nobody' } })).isError, true);
    assert.equal(await program.write.invoke({ mail: 'a@b.org' }), 'a@b.org');
    assert.deepEqual(await program.listed.invoke({ name: 'x' }), ['x']);
    assert.equal(registry.get('listed')?.wrapsOutput, true);
    assert.deepEqual(registry.get('listed')?.inputSchema, placeSchema);
  });

  it('[GLLM-49] the class is kept beside the schema', () => {
    register(program.search, program.plain, program.add, program.lookUp);
    assert.equal(program.search.inputClass, classNamed('SearchDto'));
    assert.equal(program.search.outputClass, classNamed('ResultDto'));
    assert.equal(program.plain.inputClass, undefined);
    assert.equal(program.plain.outputClass, classNamed('Place'));
    assert.equal(program.lookUp.inputClass, classNamed('SearchDto'));
    assert.equal(program.add.inputClass, undefined);
  });

  it('[GLLM-48] the definition of a marked function can be read on it, and its name stays its own', () => {
    const registry = register(program.add, program.lookUp);
    const { add, lookUp } = program;
    const tool = registry.get('add') ?? assert.fail('no tool');
    assert.deepEqual(
      [add.name, add.length, add.title, add.description, add.isAsync],
      ['add', 1, 'Sum', 'Adds two numbers.\n\nDeprecated.', false],
    );
    assert.equal(add.inputSchema, tool.inputSchema);
    assert.equal(add.outputSchema, tool.outputSchema);
    assert.equal(add(1), 3);
    assert.deepEqual([lookUp.name, lookUp.title, lookUp.description, lookUp.isAsync], ['look_up', undefined, 'Looks one up.', true]);
    assert.deepEqual(lookUp.inputSchema, searchSchema);
    assert.deepEqual(Object.keys(add), []);
  });

  it('[GLLM-05] [GLLM-29] [GLLM-31] [GLLM-32] schemas of classes and plain ones, by themselves', () => {
    const how = { manifest };
    assert.deepEqual(schemaFromClass(classNamed('SearchDto'), how), searchSchema);
    assert.deepEqual(schemaFromClass(classNamed('Place'), { ...how, direction: 'output' }), placeSchema);
    assert.deepEqual(normalizeInputSchema(classNamed('SearchDto'), how), searchSchema);
    assert.deepEqual(normalizeOutputSchema(classNamed('Place'), how), placeSchema);
  });

  it('a manifest may be given to the tool itself', async () => {
    const Contact = classNamed('Contact');
    const tool = new Tool({ name: 'contact', inputSchema: Contact, manifest, handler: (args) => args instanceof Contact });
    assert.equal(await tool.invoke({ mail: 'a@b.org' }), true);
    assert.equal(tool.inputSchema.properties?.['mail']?.format, 'email');
  });

  it('a registry that does not know the class does not hinder another that does', async () => {
    const Place = classNamed('Place');
    const tool = new Tool({ name: 'place', inputSchema: Place, handler: (args) => args instanceof Place });
    await assert.rejects(tool.invoke({ name: 'x' }), { code: 'STALE_MANIFEST' });
    assert.throws(() => new ToolRegistry().register(tool), { code: 'STALE_MANIFEST' });
    const registry = register(tool);
    assert.equal((await registry.call({ name: 'place', args: { name: 'x' } })).value, true);
    assert.equal(new ToolRegistry().register(tool).size, 1);
  });

  it('a manifest whose sources have changed is refused where the tool is registered', () => {
    const changed = { ...manifest, sources: Object.fromEntries(Object.keys(manifest.sources).map((file) => [file, 'other'])) };
    const tool = new Tool({ name: 'place', inputSchema: classNamed('Place'), handler: () => 'ok' });
    assert.throws(() => new ToolRegistry({ manifest: changed }).register(tool), { code: 'STALE_MANIFEST' });
  });
});
