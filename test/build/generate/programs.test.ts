/** Each folder of test/build/programs that has an expected.json for the generator: its functions' schemas and diagnostics. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { generate, programOf, repository, validatorOf, argumentsSchema, type Generated } from './support.js';

const folder = path.join(repository, 'test', 'build', 'programs');

const programs: Record<string, string> = {
  records: 'records, index signatures and template keys; [B02]',
  brands: 'branded primitives and open literal unions',
  builtins: 'built-in classes arrive as such; [B03] [B07]',
  refused: 'types without a JSON form are diagnostics; [B07]',
  templates: 'template literals and string mappings',
  classes: 'only the public data of classes, initialised fields optional with their defaults; [B01] [B06]',
  tuples: 'tuples of draft 2020-12; [B04]',
  unions: 'enums and unions in the order of the source',
  intersections: 'intersections are one closed object',
  aliases: 'tags of an alias are kept wherever it is used',
  tags: 'tags of JSDoc, also on the line of the brace',
  'tags-refused': 'tags that do not fit are diagnostics; nothing is run',
  names: 'same-named types get stable names',
  recursion: 'recursive types',
  results: 'results of methods',
  mixins: 'mapped bases are data, constructors that want arguments are told, tuples of results hold in both drafts',
};

const filesOf = (name: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(path.join(folder, name))
      .filter((file) => file.endsWith('.ts'))
      .map((file) => [`test/build/programs/${name}/${file}`, readFileSync(path.join(folder, name, file), 'utf8')]),
  );

function summary(generated: Generated): unknown {
  const sorted = [...generated.functions].sort(([a], [b]) => (a < b ? -1 : 1));
  const functions = sorted.map(([name, { parameters, output }]) => [
    name,
    { parameters: Object.fromEntries([...parameters].map(([key, { schema }]) => [key, schema])), ...(output ? { output } : {}) },
  ]);
  return {
    functions: Object.fromEntries(functions),
    $defs: Object.fromEntries(generated.$defs),
    classes: [...generated.classes.keys()],
    diagnostics: generated.found
      .map(({ code, details, node }) => `${code} ${details.join(' | ')} <- ${node?.getText().split('\n')[0]}`)
      .sort(),
  };
}

describe('generate: test/build/programs', () => {
  for (const [name, title] of Object.entries(programs)) {
    it(`${name}: ${title}`, () => {
      const main = `test/build/programs/${name}/main.ts`;
      const generated = generate(programOf(filesOf(name)), main);
      const actual = JSON.parse(JSON.stringify(summary(generated))) as unknown;
      const expected = path.join(folder, name, 'expected.json');
      if (process.env['UPDATE_EXPECTED'] && !existsSync(expected)) writeFileSync(expected, `${JSON.stringify(actual, null, 2)}\n`);
      assert.deepEqual(actual, JSON.parse(readFileSync(expected, 'utf8')));
      for (const key of generated.functions.keys()) validatorOf(argumentsSchema(generated, key));
      const text = JSON.stringify(summary(generated));
      assert.ok(!text.includes(repository) && !text.includes('__@'), 'no machine paths, no symbol keys');
      const reversed = generate(programOf(filesOf(name)), main, true);
      const contracts = (of: Generated): unknown => ({ ...(summary(of) as object), diagnostics: undefined });
      assert.deepEqual(contracts(reversed), contracts(generated), 'the order of the calls does not matter');
    });
  }
});
