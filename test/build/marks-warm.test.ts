/** Forms and prompts in the generated module: it type-checks, binds by identity, and a warm build writes what a fresh one does. */
import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ts } from '../../src/build/compiler.js';
import { buildManifest, openBuild } from '../../src/build/index.js';
import { codes, makeProject, programIn, writeFiles } from './support.js';

const files = {
  'src/dto.ts': 'export class Booking {\n  nights!: number;\n}\nexport interface SignUp {\n  name: string;\n}\n',
  'src/forms.ts':
    "import { form } from 'toolmark';\nimport type { SignUp } from './dto.js';\nexport const signUp = form<SignUp>();\nexport const { inner } = { inner: 1 };\n",
  'src/a.ts': `import { prompt, resource, type ToolContext } from 'toolmark';
import { Booking } from './dto.js';
import { signUp } from './forms.js';
export class A {
  @resource('app://a/{id}') read(id: number): string { return String(id); }
  @prompt() async ask(context: ToolContext): Promise<string> {
    await context.elicit({ message: 'Who?', form: signUp });
    return (await context.elicit({ message: 'When?', form: Booking })).action;
  }
}
`,
  'src/b.ts': `import { tool, type ToolContext } from 'toolmark';
import { Booking } from './dto.js';
export class B {
  @tool() async book(context: ToolContext): Promise<string> {
    return (await context.elicit({ message: 'When?', form: Booking })).action;
  }
}
`,
};

describe('build: forms in the generated module', () => {
  let folder: string;
  beforeEach(() => {
    folder = makeProject(files, { noUnusedLocals: true });
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('type-checks, and has each form once', () => {
    const { text, out, diagnostics, forms } = buildManifest({ cwd: folder });
    assert.deepEqual(diagnostics, []);
    assert.deepEqual(forms, ['Booking', 'signUp']);
    writeFileSync(out, text);
    const program = programIn(folder);
    const file = program.getSourceFile(out);
    const faults = [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)];
    assert.deepEqual(
      faults.map((one) => ts.flattenDiagnosticMessageText(one.messageText, '\n')),
      [],
    );
    assert.match(text, /forms: \[\n {4}\{\n {6}form: \(\) => Booking,\n {6}name: 'Booking',\n {6}source: 'dto\.ts',\n/);
    assert.match(text, /form: \(\) => signUp,\n {6}name: 'signUp',\n {6}source: 'forms\.ts',\n/);
    assert.match(text, /import \{ A \} from '\.\/a\.js';/);
    assert.match(text, /'dto\.ts':/);
  });

  it('a program without forms has no word of them', () => {
    writeFiles(folder, { 'src/a.ts': 'export {};\n', 'src/b.ts': 'export {};\n', 'src/forms.ts': 'export {};\n' });
    writeFiles(folder, { 'src/a.ts': "import { prompt } from 'toolmark';\nexport class A { @prompt() hi(): string { return ''; } }\n" });
    const { text, diagnostics, prompts } = buildManifest({ cwd: folder });
    assert.deepEqual([diagnostics, prompts], [[], ['A.hi']]);
    assert.ok(!text.includes('forms'), text);
  });

  const changes: [title: string, change: Record<string, string>][] = [
    ['a field of the class', { 'src/dto.ts': files['src/dto.ts'].replace('nights!: number', 'days!: number;\n  late?: boolean') }],
    ['a field of the interface', { 'src/dto.ts': files['src/dto.ts'].replace('name: string', 'mail: string') }],
    ['one of two questions is gone', { 'src/b.ts': files['src/b.ts'].replace('form: Booking', 'requestedSchema: {}') }],
    [
      'both questions are gone',
      {
        'src/a.ts': files['src/a.ts'].replace('form: Booking', 'requestedSchema: {}'),
        'src/b.ts': files['src/b.ts'].replace('form: Booking', 'requestedSchema: {}'),
      },
    ],
    ['the form is another', { 'src/forms.ts': files['src/forms.ts'].replace('<SignUp>', "<Pick<SignUp, 'name'>>") }],
    ['the prompt is a tool', { 'src/a.ts': files['src/a.ts'].replace('@prompt()', '@tool()').replace('import { prompt', 'import { tool') }],
    ['the template', { 'src/a.ts': files['src/a.ts'].replace('read(id: number)', 'read(id: string)') }],
  ];
  for (const [title, change] of changes) {
    it(`warm as from scratch: ${title}`, () => {
      const warm = openBuild({ cwd: folder });
      const first = warm.run().text;
      writeFiles(folder, change);
      const again = warm.run();
      assert.deepEqual(codes(again), []);
      const fresh = buildManifest({ cwd: folder });
      assert.equal(again.text, fresh.text);
      assert.deepEqual([again.tools, again.prompts, again.forms], [fresh.tools, fresh.prompts, fresh.forms]);
      assert.notEqual(again.text, first);
      writeFiles(folder, files);
      assert.equal(warm.run().text, first);
    });
  }

  it('tells a fault and its mending on a warm program', () => {
    const warm = openBuild({ cwd: folder });
    const first = warm.run().text;
    writeFiles(folder, { 'src/dto.ts': files['src/dto.ts'].replace('nights!: number', 'nights!: { x: number }') });
    const broken = warm.run();
    assert.deepEqual([...new Set(codes(broken))], ['TM1050']);
    assert.ok(broken.diagnostics.every((one) => one.file === join(folder, 'src/dto.ts') && one.line === 2));
    writeFiles(folder, { 'src/dto.ts': files['src/dto.ts'] });
    const mended = warm.run();
    assert.deepEqual(codes(mended), []);
    assert.equal(mended.text, first);
  });
});
