import assert from 'node:assert/strict';
import { readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildManifest, formatDiagnostics, openBuild } from '../../../src/build/index.js';
import { forbidsImports } from '../../../src/build/emit/ending.js';
import { writeKey, writeLiteral } from '../../../src/build/emit/literals.js';
import { ts } from '../../../src/build/compiler.js';
import { build } from '../../../src/cli/build.js';
import { makeProject, programIn, writeFiles } from '../support.js';

const sources = (ending: string): Record<string, string> => ({
  'src/a/item.ts': 'export class Item { id!: number }\n',
  'src/b/item.ts': 'export default class Item { name!: string }\n',
  'src/service.ts': `import { tool, payload } from 'toolmark';
import { Item } from './a/item${ending}';
import Other from './b/item${ending}';
export class Service {
  private constructor() {}
  static make(): Service { return new Service(); }
  /** It's "quoted". */
  @tool() one(@payload() item: Item): Other[] { return [item as unknown as Other]; }
}
export class ToolManifest { @tool() two(text = "a'b"): string { return text; } }
`,
  'src/main.ts': `import manifest from './toolmark.generated${ending}';\nexport const all = manifest.classes;\n`,
});

function typeFaults(folder: string): string[] {
  const program = programIn(folder);
  const file = program.getSourceFile(join(folder, 'src/toolmark.generated.ts'));
  return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)].map((one) =>
    ts.flattenDiagnosticMessageText(one.messageText, '\n'),
  );
}

describe('build: the generated module', () => {
  const projects: [string, string, Record<string, unknown>, 'module' | 'commonjs'][] = [
    ['an ESM project', '.js', { verbatimModuleSyntax: true, isolatedModules: true, noUnusedLocals: true }, 'module'],
    [
      'a CommonJS project',
      '',
      { module: 'commonjs', moduleResolution: 'node10', ignoreDeprecations: '5.0', noUnusedLocals: true, esModuleInterop: true },
      'commonjs',
    ],
  ];
  for (const [title, ending, options, type] of projects) {
    it(`type-checks in ${title}, before it exists and after it broke`, () => {
      const folder = makeProject(sources(ending), options, type);
      const first = buildManifest({ cwd: folder });
      assert.deepEqual(
        first.diagnostics.filter((one) => one.severity === 'error'),
        [],
      );
      writeFileSync(first.out, 'export class Broken { @@ ');
      assert.equal(buildManifest({ cwd: folder }).text, first.text);
      writeFileSync(first.out, first.text);
      assert.deepEqual(typeFaults(folder), []);
      assert.ok(first.text.includes(`from './a/item${ending}';`), first.text);
      assert.ok(!first.text.includes(folder), 'no path of this machine');
      rmSync(folder, { recursive: true });
    });
  }

  it('knows exactly where verbatimModuleSyntax forbids imports, and warns there', () => {
    const settings: [Record<string, unknown>, 'module' | 'commonjs', string, boolean][] = [
      [{}, 'module', 'src/a.ts', false],
      [{}, 'commonjs', 'src/a.ts', true],
      [{}, 'commonjs', 'src/a.mts', false],
      [{}, 'module', 'src/a.cts', true],
      [{ verbatimModuleSyntax: false }, 'commonjs', 'src/a.ts', false],
      [{ module: 'commonjs', moduleResolution: 'node10' }, 'module', 'src/a.ts', true],
      [{ module: 'commonjs', moduleResolution: 'node10' }, 'module', 'src/a.mts', false],
      [{ module: 'preserve', moduleResolution: 'bundler' }, 'commonjs', 'src/a.ts', false],
      [{ module: 'esnext', moduleResolution: 'bundler' }, 'commonjs', 'src/a.ts', false],
    ];
    for (const [options, type, name, forbidden] of settings) {
      const folder = makeProject(
        { [name]: "import { a } from 'b';\nexport default a;\n" },
        { verbatimModuleSyntax: true, types: [], ...options },
        type,
      );
      const config = ts.getParsedCommandLineOfConfigFile(
        join(folder, 'tsconfig.json'),
        {},
        { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => undefined },
      );
      const program = ts.createProgram([join(folder, name)], { ...config?.options, noLib: true, noResolve: true });
      const codes = program.getSemanticDiagnostics(program.getSourceFile(join(folder, name))).map((one) => one.code);
      const label = JSON.stringify([options, type, name, codes]);
      assert.equal(
        codes.some((code) => code === 1286 || code === 1295),
        forbidden,
        label,
      );
      assert.equal(forbidsImports(join(folder, name), config?.options ?? {}), forbidden, label);
      rmSync(folder, { recursive: true });
    }
    const folder = makeProject(
      { 'src/service.ts': "import { tool } from 'toolmark';\nexport class Service { @tool() run(): void {} }\n" },
      { verbatimModuleSyntax: true },
      'commonjs',
    );
    const { diagnostics, tools } = buildManifest({ cwd: folder });
    rmSync(folder, { recursive: true });
    assert.deepEqual(tools, ['Service.run']);
    assert.deepEqual(
      diagnostics.map((one) => [one.code, one.severity]),
      [['TM1007', 'warning']],
    );
    assert.match(diagnostics[0]?.message ?? '', /^src\/toolmark\.generated\.ts is a CommonJS module/);
  });

  it('is the same whatever the order of the files and their line ends', () => {
    const folder = makeProject(sources('.js'));
    const files = ['src/a/item.ts', 'src/b/item.ts', 'src/service.ts'];
    const first = buildManifest({ cwd: folder, files }).text;
    for (const file of files) writeFileSync(join(folder, file), readFileSync(join(folder, file), 'utf8').replaceAll('\n', '\r\n'));
    assert.equal(buildManifest({ cwd: folder, files: files.reverse() }).text, first);
    rmSync(folder, { recursive: true });
  });

  it('gives the same again on a warm program as from scratch', () => {
    const folder = makeProject(sources('.js'));
    const warm = openBuild({ cwd: folder });
    const first = warm.run().text;
    assert.equal(warm.run().text, first);
    const changes = {
      'src/a/item.ts': 'export class Item { id!: string; more?: boolean }\n',
      'src/service.ts': sources('.js')['src/service.ts']?.replace('text = ', 'words = ') ?? '',
    };
    for (const [file, text] of Object.entries(changes)) {
      writeFiles(folder, { [file]: text });
      const again = warm.run().text;
      assert.notEqual(again, first);
      assert.equal(again, buildManifest({ cwd: folder }).text);
    }
    rmSync(folder, { recursive: true });
  });

  it('writes literals that mean what they say', () => {
    const value = JSON.parse('{"__proto__":{"a":"it\'s \\"x\\" \\\\ \\u2028"},"a-b":[1,null,true]}') as unknown;
    // eslint-disable-next-line typescript/no-implied-eval -- what was written is what is tested
    const back = Function(`return ${writeLiteral(value, 0)}`)() as object;
    assert.deepEqual(Object.keys(back), ['__proto__', 'a-b']);
    assert.equal(JSON.stringify(back), JSON.stringify(value));
    assert.equal(writeKey('ok'), 'ok');
  });
});

describe('toolmark build', () => {
  async function run(folder: string, ...args: string[]): Promise<{ code: number; out: string; err: string }> {
    let [out, err] = ['', ''];
    const code = await build(args, { cwd: folder, stdout: { write: (text) => (out += text) }, stderr: { write: (text) => (err += text) } });
    return { code, out, err };
  }

  it('counts all that it binds', async () => {
    const folder = makeProject({
      ...sources('.js'),
      'src/pages.ts': `import { form, prompt, resource } from 'toolmark';
export class Pages {
  @resource('app://config') config(): string { return ''; }
  @resource('app://users/{id}') user(id: string): string { return id; }
  @prompt() plan(city: string): string { return city; }
}
export const wish = form<{ colour: string }>();
`,
    });
    const told = await run(folder);
    assert.match(told.out, /: 2 tools, 2 resources, 1 prompt, 1 form, written/, told.err);
    const { resources, prompts, forms } = JSON.parse((await run(folder, '--json')).out) as Record<string, string[]>;
    assert.deepEqual([resources?.length, prompts, forms], [2, ['Pages.plan'], ['wish']]);
  });

  it('writes, is then up to date, and is stale after a change', async () => {
    const folder = makeProject(sources('.js'));
    const missing = await run(folder, '--check');
    assert.equal(missing.code, 1);
    assert.match(missing.err, /^src\/toolmark\.generated\.ts is not up to date\. Run: npx toolmark build$/m);
    assert.match((await run(folder)).out, /2 tools, written/);
    const file = join(folder, 'src/toolmark.generated.ts');
    utimesSync(file, 1, 1);
    assert.match((await run(folder)).out, /up to date/);
    assert.equal((await run(folder, '--check')).code, 0);
    writeFiles(folder, { 'src/a/item.ts': 'export class Item { other!: number }\n' });
    assert.equal((await run(folder, '--check')).code, 1);
    const json = JSON.parse((await run(folder, '--json')).out) as { ok: boolean; tools: string[] };
    assert.deepEqual([json.ok, json.tools], [true, ['Service.one', 'ToolManifest.two']]);
    rmSync(folder, { recursive: true });
  });

  it('tells every fault with its place, underlined, exits 1 and writes nothing', async () => {
    const folder = makeProject({
      'src/a.ts': "import { tool } from 'toolmark';\nexport class A {\n  @tool() static a(): void {}\n  @tool() private b(): void {}\n}\n",
    });
    const { code, err } = await run(folder);
    assert.equal(code, 1);
    assert.match(err, /^src\/a\.ts:3:18 - error TM1020: static method A\.a cannot be a tool\. Make it an instance method/m);
    assert.match(err, /^3 {3}@tool\(\) static a\(\): void \{\}\n {19}~$/m);
    assert.match(err, /TM1023/);
    assert.throws(() => readFileSync(join(folder, 'src/toolmark.generated.ts')));
    rmSync(folder, { recursive: true });
  });

  it('refuses an unknown flag in one line with exit code 2, and a missing project with 1', async () => {
    const { code, err } = await run('/', '--nope');
    assert.equal(code, 2);
    assert.match(err, /^toolmark build: .*--nope.*\n$/);
    assert.match((await run('/', '--project', 'nosuch.json')).err, /TM1001/);
    assert.match((await run('/', '--help')).out, /Examples:/);
  });

  it('words a diagnostic without a place', () => {
    const text = formatDiagnostics([{ code: 'TM1003', severity: 'warning', message: 'm', mend: 'Do.' }]);
    assert.equal(text, 'warning TM1003: m. Do.\n');
  });
});
