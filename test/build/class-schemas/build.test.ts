/** Classes as schemas in the generated module: where they are found, what is written of them, and that a warm build writes the same. */
import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { ts } from '../../../src/build/compiler.js';
import { type BuildResult, buildManifest, openBuild } from '../../../src/build/index.js';
import { buildFiles, codes, makeProject, programIn, writeFiles } from '../support.js';

const files = {
  'src/dto.ts': `export class Inner { at!: Date }
export class Search { query!: string; inner?: Inner }
export class Found { hits!: Inner[] }
`,
  'src/a.ts': `import { Tool } from 'toolmark';
import { Found, Search } from './dto.js';
export const a = new Tool({ name: 'a', inputSchema: Search, outputSchema: Found, handler: ({ query }) => ({ hits: [query] }) });
`,
  'src/b.ts': `import { Tool } from 'toolmark';
import { Found } from './dto.js';
export const b = new Tool({ name: 'b', inputSchema: Found, handler: (args) => args.hits.length });
`,
};

/** Which classes are found, and whether as arguments (i) and results (o). */
const found = ({ model }: BuildResult): string[] =>
  (model?.schemas ?? []).map(({ name, input, output }) => `${name} ${input ? 'i' : ''}${output ? 'o' : ''}`);

const inOneFile = (text: string): BuildResult =>
  buildFiles({ 'src/dto.ts': files['src/dto.ts'], 'src/a.ts': `import { Found, Inner, Search } from './dto.js';\n${text}` });

describe('build: classes as schemas', () => {
  let folder: string;
  beforeEach(() => {
    folder = makeProject(files, { noUnusedLocals: true });
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('type-checks, and has each class once, for all that it is used for', () => {
    const built = buildManifest({ cwd: folder });
    assert.deepEqual([built.diagnostics, built.schemas], [[], ['Found', 'Search']]);
    assert.deepEqual(found(built), ['Found io', 'Search i']);
    writeFileSync(built.out, built.text);
    const program = programIn(folder);
    const faults = ts.getPreEmitDiagnostics(program).filter(({ file }) => file?.fileName.startsWith(folder));
    assert.deepEqual(
      faults.map((one) => ts.flattenDiagnosticMessageText(one.messageText, '\n')),
      [],
    );
    assert.match(built.text, /schemas: \[\n {4}\{\n {6}class: \(\) => Found,\n {6}name: 'Found',\n {6}source: 'dto\.ts',\n {6}input: /);
    assert.match(built.text, /'dto\.ts':/);
  });

  it('finds them by the symbol of what takes them, whatever it is called', () => {
    const result = inOneFile(`import { Tool as T, schemaFromClass } from 'toolmark';
import * as toolmark from 'toolmark';
const { Tool: Other } = toolmark;
export const tools = [
  new T({ name: 'a', inputSchema: Search }),
  new toolmark.Tool({ name: 'b', 'outputSchema': Found }),
  ...[Inner].map((inputSchema) => new Other({ name: 'c', inputSchema })),
];
export const result = schemaFromClass(Search, { direction: 'output' });
`);
    assert.deepEqual([codes(result), found(result)], [[], ['Found o', 'Inner i', 'Search io']]);
  });

  it('finds them in options that stand elsewhere, and in either of two', () => {
    const result = inOneFile(`import { Tool, normalizeInputSchema, normalizeOutputSchema } from 'toolmark';
const given = { name: 'a', inputSchema: Search };
export const a = new Tool(given);
export const b = new Tool({ ...given, name: 'b', outputSchema: Math.random() > 2 ? Found : Inner });
export const c = [normalizeInputSchema(Inner), normalizeOutputSchema(null)];
`);
    assert.deepEqual([codes(result), found(result)], [[], ['Found o', 'Inner io', 'Search i']]);
  });

  it('finds them where a class of the author’s extends Tool, and what a generic class is given', () => {
    const result = inOneFile(`import { Tool } from 'toolmark';
export class Page<T> { items!: T[] }
class MyTool extends Tool<Search> { constructor(name: string) { super({ name, inputSchema: Search, handler: ({ query }) => query }); } }
class Loose extends Tool {}
export const tools = [new MyTool('a'), new Loose({ name: 'b', inputSchema: Inner }), new Tool({ name: 'c', outputSchema: Page<Found> })];
`);
    assert.deepEqual([codes(result), found(result)], [[], ['Page o', 'Inner i', 'Search i']]);
    assert.deepEqual(result.model?.$defs['Page_Found']?.properties?.['items'], { type: 'array', items: { $ref: '#/$defs/Found' } });
  });

  it("nobody else's Tool, no plain schema, and no class beside", () => {
    const result = inOneFile(`import { Tool as Ours } from 'toolmark';
class Tool { constructor(readonly init: object) {} }
export class More extends Tool { constructor() { super({ inputSchema: Search }); } }
export const a = new Tool({ inputSchema: Search });
export const b = new Ours({ name: 'b', inputSchema: { type: 'object' }, outputSchema: null, handler: () => [Found, Inner] });
`);
    assert.deepEqual(found(result), []);
    assert.ok(!result.text.includes('schemas'), result.text);
  });

  it('a class that is not exported, and a field without a JSON form, are told with their place', () => {
    const result = inOneFile(`import { Tool } from 'toolmark';
class Hidden { name!: string }
export class Odd { run!: () => void }
export const tools = [Found, Inner, Search].map(() => [new Tool({ name: 'a', inputSchema: Hidden }), new Tool({ name: 'b', inputSchema: Odd })]);
`);
    const told = result.diagnostics.map(({ code, line, message }) => `${code} ${line} ${message}`);
    assert.equal(told.length, 2, told.join('\n'));
    assert.ok(
      told.some((one) => one.startsWith('TM1012 3 class Hidden')),
      told.join('\n'),
    );
    assert.ok(
      told.some((one) => /^TM11\d\d 4 .*run/.test(one)),
      told.join('\n'),
    );
  });

  it('TM1017: a class that only a parameter stands for is told, with its place', () => {
    const lines = [
      'export const a = <T extends object>(dto: new () => T) => new Tool({ name: "a", inputSchema: dto });',
      'export const b = <C extends new () => object>(inputSchema: C) => new Tool({ name: "b", inputSchema });',
      'export const c = (dto: Constructor) => normalizeOutputSchema(dto);',
      'export const d = <T extends object>(init: ClassToolInit<T>) => new Tool(init);',
      'export const e = (dto?: Constructor | null) => new Tool({ name: "e", outputSchema: dto ?? null });',
      'export class Mine<T extends object> extends Tool<T> { constructor(dto: Constructor<T>) { super({ name: "f", inputSchema: dto }); } }',
      'export const g = <T extends object>(dto: Constructor<T>) => schemaFromClass(dto);',
      'export const h = (dto: Constructor<Plain>) => new Tool({ name: "h", inputSchema: dto });',
    ];
    const head = "import { type Constructor, Tool, type ClassToolInit, normalizeOutputSchema, schemaFromClass } from 'toolmark';";
    const result = inOneFile([head, 'void [Found, Inner, Search];', 'interface Plain { a: string }', ...lines].join('\n'));
    assert.deepEqual(
      result.diagnostics.map(({ code, severity, line }) => `${code} ${severity} ${line}`),
      lines.map((_, index) => `TM1017 warning ${index + 5}`),
    );
    assert.match(result.diagnostics[0]?.message ?? '', /new Tool\(\) is given here is only known as 'new \(\) => T'/);
    assert.match(result.diagnostics[2]?.message ?? '', /normalizeOutputSchema\(\) is given here/);
    assert.deepEqual(found(result), []);
  });

  it('no TM1017 where the class is known, or where a plain schema may stand as well', () => {
    const result = inOneFile(`import { type Constructor, schemaFromClass, Tool, type ToolInit } from 'toolmark';
export const a = (init: ToolInit) => new Tool(init);
export const b = (inputSchema: ToolInit['inputSchema']) => new Tool({ name: 'b', inputSchema });
export const c = (dto: Constructor<Search>) => new Tool({ name: 'c', inputSchema: dto });
export const d = <C extends typeof Found>(dto: C) => schemaFromClass(dto);
export const e = new Tool({ name: 'e', inputSchema: Math.random() > 2 ? Inner : { type: 'object' } });
export const f = (any: any) => new Tool({ name: 'f', inputSchema: any });
`);
    assert.deepEqual([codes(result), found(result)], [[], ['Found i', 'Inner i', 'Search i']]);
  });

  it('no TM1017 in a class that is made of such options, and what they have is found', () => {
    const result = inOneFile(`import { type ClassToolInit, schemaFromClass, Tool } from 'toolmark';
class Mine<T extends object> extends Tool<T> { constructor(init: ClassToolInit<T>) { super({ ...init, tags: ['mine'] }); } }
class Same<T extends object> extends Tool<T> { constructor(init: ClassToolInit<T>) { super(init); } }
const options = (name: string) => ({ name, tags: ['a'] });
export const tools = [new Mine({ name: 'a', inputSchema: Search }), new Same({ name: 'b', inputSchema: Inner })];
export const more = new Tool({ ...options('c'), inputSchema: Found, handler: (args) => args.hits });
export const named = () => schemaFromClass(Found, { direction: 'output' });
`);
    assert.deepEqual([codes(result), found(result)], [[], ['Found io', 'Inner i', 'Search i']]);
  });

  it('TM1017 is told by a warm build as well', () => {
    const warm = openBuild({ cwd: folder });
    warm.run();
    writeFiles(folder, {
      'src/b.ts': `import { Tool } from 'toolmark';
export const b = <T extends object>(dto: new () => T) => new Tool({ name: 'b', inputSchema: dto });
`,
    });
    assert.deepEqual(codes(warm.run()), ['TM1017']);
    writeFiles(folder, { 'src/a.ts': `${files['src/a.ts']}export const more = 1;\n` });
    assert.deepEqual(codes(warm.run()), ['TM1017']);
  });

  const changes: [title: string, change: Record<string, string>][] = [
    ['a field', { 'src/dto.ts': files['src/dto.ts'].replace('query!: string', 'words!: string[]') }],
    ['one of two uses is gone', { 'src/b.ts': files['src/b.ts'].replace('inputSchema: Found', 'outputSchema: Found') }],
    ['a class is gone', { 'src/a.ts': files['src/a.ts'].replace('inputSchema: Search', "inputSchema: { type: 'object' }") }],
  ];
  for (const [title, change] of changes) {
    it(`warm as from scratch: ${title}`, () => {
      const warm = openBuild({ cwd: folder });
      const first = warm.run().text;
      writeFiles(folder, change);
      const again = warm.run();
      const fresh = buildManifest({ cwd: folder });
      assert.equal(again.text, fresh.text);
      assert.deepEqual(found(again), found(fresh));
      assert.notEqual(again.text, first);
      writeFiles(folder, files);
      assert.equal(warm.run().text, first);
    });
  }
});
