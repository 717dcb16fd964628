/** Programs of test/build/programs that are built as a whole: resources, prompts, completions and forms. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { buildManifest, type BuildResult } from '../../src/build/index.js';
import { buildFiles, makeProject, root } from './support.js';

const folder = join(root, 'test/build/programs');

const programs: Record<string, string> = {
  marks: 'resources, prompts and completions: inherited, overridden, wrapped, several on one method',
  'marks-refused': 'URIs, arguments, results and completions that do not fit are diagnostics',
  forms: 'form<T>() and classes that a context is asked with; titles of choices',
  'forms-refused': 'fields that MCP’s forms cannot ask for are diagnostics',
};

function summary({ model, diagnostics, tools, resources, prompts, forms }: BuildResult): unknown {
  const place = (ref: { module: string; name: string }): string => `${basename(ref.module)} ${ref.name}`;
  return {
    found: { tools, resources, prompts, forms },
    classes: model?.classes.map(({ ref, marks, methods }) => ({ ref: place(ref), marks, methods })),
    forms: model?.forms.map(({ ref, name, file, schema }) => ({ ref: place(ref), name, file: basename(file), schema })),
    $defs: model?.$defs,
    types: Object.values(model?.types ?? {}).map(place),
    diagnostics: diagnostics.map(
      ({ code, severity, line, column, message, mend }) => `${line}:${column} ${severity} ${code}: ${message}. ${mend}`,
    ),
  };
}

describe('build: resources, prompts, completions and forms', () => {
  for (const [name, title] of Object.entries(programs)) {
    it(`${name}: ${title}`, () => {
      const files = readdirSync(join(folder, name)).filter((file) => file.endsWith('.ts'));
      const result = buildFiles(Object.fromEntries(files.map((file) => [`src/${file}`, readFileSync(join(folder, name, file), 'utf8')])));
      const actual = JSON.parse(JSON.stringify(summary(result))) as unknown;
      const expected = join(folder, name, 'expected.json');
      if (process.env['UPDATE_EXPECTED'] && !existsSync(expected)) writeFileSync(expected, `${JSON.stringify(actual, null, 2)}\n`);
      assert.deepEqual(actual, JSON.parse(readFileSync(expected, 'utf8')));
    });
  }
});

describe('build: marks in other projects', () => {
  const built = (files: Record<string, string>, options: Record<string, unknown>): BuildResult => {
    const folder = makeProject(files, options);
    try {
      return buildManifest({ cwd: folder });
    } finally {
      rmSync(folder, { recursive: true });
    }
  };

  it('standard decorators', () => {
    const source = `import { complete, prompt, resource } from 'toolmark';
export class A {
  @resource('app://a/{id}') read(id: number): string { return String(id); }
  @prompt hello(name: string): string { return name; }
  @complete({ prompt: 'hello', argument: 'name' }) names(value: string): string[] { return [value]; }
}
`;
    const { resources, prompts, diagnostics } = built({ 'src/a.ts': source }, { experimentalDecorators: false });
    assert.deepEqual([resources, prompts, diagnostics], [['A.read'], ['A.hello'], []]);
  });

  it('JavaScript: types of comments, forms by their annotation or their schema', () => {
    const source = `import { form, prompt } from 'toolmark';
/** @type {import('toolmark').Form<{ name: string }>} */
export const typed = form();
export const byHand = form({ schema: { type: 'object', properties: {} } });
export const untold = form();
export class A {
  /** @param {number} count how many */
  @prompt() hello(count, name) { return name + count; }
}
`;
    const { forms, prompts, diagnostics, model } = built({ 'src/a.js': source }, { allowJs: true, checkJs: true });
    assert.deepEqual([forms, prompts], [['typed'], ['A.hello']]);
    assert.deepEqual(
      diagnostics.map(({ code, line }) => [code, line]),
      [['TM1052', 5]],
    );
    assert.deepEqual(model?.classes[0]?.methods['hello']?.parameters[0]?.schema, { type: 'number', description: 'how many' });
  });

  it('decorators that a function or variable of the author’s holds, and nobody’s', () => {
    const { prompts, tools, diagnostics } = built(
      {
        'src/marks.d.ts':
          "import type { ToolDecorator } from '../node_modules/none.js';\nexport declare function nobodys(): ToolDecorator;\n",
        'src/a.ts': `import { prompt, tool } from 'toolmark';
import { nobodys } from './marks.js';
const make = { quiet: () => { if (Math.random() > 2) return prompt({ tags: ['a'] }); return prompt(); } };
const kept = tool({ tags: ['x'] });
export class A {
  @make.quiet() one(): string { return ''; }
  @kept two(): string { return ''; }
  @nobodys() three(): string { return ''; }
}
`,
      },
      {},
    );
    assert.deepEqual([prompts, tools, diagnostics], [['A.one'], ['A.two'], []]);
  });
});
