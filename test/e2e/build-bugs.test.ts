/** The build bugs of the shared list, from source to call: what is advertised, what is refused, and what a method gets. */
import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { type Constructor, type ContractSchema, type ToolManifest, ToolError, ToolRegistry } from 'toolmark';
import { buildManifest, type BuildResult } from 'toolmark/build';
import * as bugs from './fixtures/build-bugs/bugs.js';

const folder = resolve(import.meta.dirname, 'fixtures/build-bugs').replaceAll('\\', '/');

describe('build bugs, from source to call', () => {
  let built: BuildResult;
  let registry: ToolRegistry;

  before(() => {
    built = buildManifest({ project: folder });
    registry = new ToolRegistry({ manifest: bind(built) }).register(new bugs.Bugs());
  });

  const argumentSchema = (name: string, argument: string): ContractSchema =>
    resolved(registry.get(name)?.inputSchema.properties?.[argument], name);
  const resolved = (schema: ContractSchema | undefined, name: string): ContractSchema => {
    assert.ok(schema);
    const { $ref } = schema;
    return $ref === undefined ? schema : (registry.get(name)?.inputSchema.$defs?.[$ref.replace('#/$defs/', '')] ?? assert.fail($ref));
  };

  /** What the generated module would say; with errors among the files none is written. */
  function bind({ model }: BuildResult): ToolManifest {
    assert.ok(model);
    const exported: Record<string, unknown> = { ...bugs };
    const of = (name: string) => (): Constructor => exported[name] as Constructor;
    const thunks = <V>(values: Record<string, V>): Record<string, () => V> =>
      Object.fromEntries(Object.entries(values).map(([key, value]) => [key, () => value]));
    return {
      version: 1,
      sources: {},
      functions: [],
      $defs: thunks(model.$defs),
      types: Object.fromEntries(Object.entries(model.types).map(([name, ref]) => [name, of(ref.name)])),
      classes: model.classes.map((one) => ({ class: of(one.ref.name), name: one.name, source: one.file, methods: thunks(one.methods) })),
    };
  }

  async function text(name: string, args: Record<string, unknown>): Promise<string> {
    const { isError, content } = await registry.call({ name, args });
    const [first] = content;
    const said = first?.type === 'text' ? first.text : assert.fail('no text');
    assert.equal(isError, false, said);
    return said;
  }

  async function refusal(name: string, args: Record<string, unknown>): Promise<string> {
    const { isError, error } = await registry.call({ name, args });
    assert.ok(isError, `${name} took ${JSON.stringify(args)}`);
    assert.ok(error instanceof ToolError);
    assert.equal(error.code, 'INVALID_ARGUMENTS', error.message);
    return error.message;
  }

  it('[B01] a property or argument that may be undefined may be absent', async () => {
    assert.deepEqual(argumentSchema('list', 'p').required ?? [], []);
    assert.deepEqual(registry.get('maybe')?.inputSchema.required ?? [], []);
    assert.equal(await text('list', { p: {} }), '[true,true,{}]');
    assert.equal(await text('maybe', {}), 'undefinedundefined');
    assert.match(await refusal('list', { p: { limit: 'x' } }), /limit/);
  });

  it('[B02] Record<number, V> is an object with values of V', async () => {
    assert.equal(argumentSchema('set', 'm').type, 'object');
    assert.equal(await text('set', { m: { '7': { baz: 'baz' }, '-1': { baz: 'baz' } } }), '7,-1');
    for (const m of [[{ baz: 'baz' }], { '7': { baz: 'bar' } }, { seven: { baz: 'baz' } }]) await refusal('set', { m });
  });

  it('[B03] Map and Set arrive as such, at any depth, and nothing of their inside is advertised', async () => {
    assert.doesNotMatch(JSON.stringify(registry.get('collect')), /"size"|toStringTag/);
    assert.equal(await text('collect', { m: { a: 1 }, s: ['x', 'y'], deep: { all: [{ x: [1] }] } }), 'Map,1,Set,2,Map,Set');
    await refusal('collect', { m: { a: 'one' }, s: [], deep: { all: [] } });
    await refusal('collect', { m: {}, s: ['x', 'x'], deep: { all: [] } });
  });

  it('[B04] the last element of a tuple that may be undefined may be absent', async () => {
    for (const name of ['t', 'u']) {
      const { minItems, maxItems, prefixItems, items } = argumentSchema('tuple', name);
      assert.deepEqual([minItems, prefixItems?.length, items], [2, 3, false]);
      assert.ok(maxItems === undefined || maxItems === 3);
    }
    assert.equal(await text('tuple', { t: [1, 'a'], u: [1, 'a', 'b'] }), '2 3');
    for (const t of [[1], [1, 'a', 'b', 'c'], [1, 'a', 3]]) await refusal('tuple', { t, u: [1, 'a'] });
  });

  it('[B06] an initialised field is optional, has its default and its words; what is private is not advertised', async () => {
    const { properties, required } = argumentSchema('dto', 'd');
    assert.deepEqual(properties, { flag: { type: 'boolean', description: 'Has a bar.', default: true } });
    assert.deepEqual(required ?? [], []);
    assert.equal(await text('dto', { d: {} }), 'true,true,s1');
    assert.equal(await text('dto', { d: { flag: false } }), 'true,false,s1');
    await refusal('dto', { d: { k: 'x' } });
  });

  it('[B07] Date and URL arrive as such and are checked; the promise of a result is unwrapped', async () => {
    assert.equal(argumentSchema('since', 'since').format, 'date-time');
    assert.equal(argumentSchema('since', 'u').format, 'uri');
    const output = registry.get('since')?.outputSchema;
    assert.deepEqual(output && Object.keys(resolved(output, 'since').properties ?? {}), ['value', 'at']);
    const said = JSON.parse(await text('since', { since: '2024-02-29T00:00:00Z', u: 'https://a.example/b' })) as unknown;
    assert.deepEqual(said, { value: 'Date URL a.example', at: '2024-02-29T00:00:00.000Z' });
    for (const since of ['soon', '2024-02-30', '2024-02-30T00:00:00Z', '']) await refusal('since', { since, u: 'https://a.example' });
    await refusal('since', { since: '2024-02-29T00:00:00Z', u: 'no address' });
  });

  it('[B07] what has no JSON form is a diagnostic with its place', () => {
    const places = built.diagnostics.map(({ code, severity, file, line }) => [code, severity, file, line]);
    const refused = `${folder}/refused.ts`;
    assert.deepEqual(places, [
      ['TM1101', 'error', refused, 4],
      ['TM1101', 'error', refused, 5],
      ['TM1111', 'error', refused, 6],
    ]);
  });
});
