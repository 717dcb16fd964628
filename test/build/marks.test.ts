/** Programs of test/build/programs that are built as a whole: resources, prompts, completions and forms. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { BuildResult } from '../../src/build/index.js';
import { buildFiles, root } from './support.js';

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
