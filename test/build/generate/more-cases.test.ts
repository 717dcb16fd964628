import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { ContractSchema } from '../../../src/types.js';
import { generics, mapped, type Row, unions, utility } from './more-cases.js';
import { classRows, documentation, enums, intersectionRows, objectRows, tupleRows } from './more-cases-2.js';
import { argumentsSchema, generate, type Generated, programOf, repository, validatorOf } from './support.js';

const groups: Record<string, readonly Row[]> = {
  'utility types and lookups': utility,
  'mapped and conditional types': mapped,
  'generics and recursion': generics,
  unions,
  enums,
  classes: classRows,
  'objects and built-ins': objectRows,
  'arrays and tuples': tupleRows,
  'intersections and brands': intersectionRows,
  'tags and templates': documentation,
};

const folder = 'test/build/programs/more';

function program(): Generated {
  const read = (name: string): string => readFileSync(path.join(repository, folder, name), 'utf8');
  const rows = Object.values(groups).flat();
  const functions = rows.map(([type], index) => `export function f${index}(a: ${type}) {}`);
  const main = ["import * as T from './types';", "import * as O from './other';", ...functions].join('\n');
  return generate(
    programOf({ [`${folder}/types.ts`]: read('types.ts'), [`${folder}/other.ts`]: read('other.ts'), [`${folder}/main.ts`]: main }),
    `${folder}/main.ts`,
  );
}

describe('generate: further type cases', () => {
  let generated: Generated;
  before(() => {
    generated = program();
  });

  let number = 0;
  for (const [title, rows] of Object.entries(groups)) {
    describe(title, () => {
      for (const row of rows) {
        const name = `f${number++}`;
        it(row[0].replace(/\s+/g, ' '), () => check(row, name, generated));
      }
    });
  }
});

/** The definitions that are referred to: judging all of them for each row would take long. */
function reached(schema: ContractSchema): Record<string, ContractSchema> {
  const found: Record<string, ContractSchema> = {};
  const open: unknown[] = [schema.properties];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    for (const [, name = ''] of JSON.stringify(one).matchAll(/"#\/\$defs\/([^"]+)"/g)) {
      const definition = schema.$defs?.[name];
      if (!definition || Object.hasOwn(found, name)) continue;
      found[name] = definition;
      open.push(definition);
    }
  }
  return found;
}

function check(row: Row, name: string, generated: Generated): void {
  const errors = generated.found.filter((found) => found.during === name && found.severity === 'error');
  if (row.length === 2) {
    assert.ok(
      errors.some((found) => found.code === row[1]),
      `${row[1]} is wanted, not ${JSON.stringify(errors.map((found) => [found.code, found.details]))}`,
    );
    return;
  }
  assert.deepEqual(
    errors.map((found) => [found.code, ...found.details]),
    [],
  );
  const whole = argumentsSchema(generated, name);
  const schema = { ...whole, $defs: reached(whole) };
  const valid = validatorOf(schema);
  const shown = JSON.stringify({ ...schema, $defs: undefined });
  for (const value of row[1]) assert.equal(valid({ a: value }), true, `${JSON.stringify(value)} is to be accepted by ${shown}`);
  for (const value of row[2]) assert.equal(valid({ a: value }), false, `${JSON.stringify(value)} is to be refused by ${shown}`);
}
