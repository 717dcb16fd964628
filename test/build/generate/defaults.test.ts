import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { buildManifest } from '../../../src/build/index.js';
import { buildFiles, codes, contractOf, makeProject } from '../support.js';

/** Initialiser -> its default; undefined where it is not constant. */
const initialisers: readonly (readonly [string, unknown])[] = [
  ['Limits.most', 5],
  ['-Limits.most', -5],
  ['settings.deep.x', 1],
  ['settings.list[0].id', 9],
  ['numbers[1]', 2],
  ['[...numbers, 4]', [1, 2, 3, 4]],
  ['{ ...settings.deep, y: 2 }', { x: 1, y: 2 }],
  ['Svc.most', 7],
  ['Svc.changing', undefined],
  ["Kind['A']", 'a'],
  ['[Kind.A, Kind.B]', ['a', 'b']],
  ["{ [Kind.B]: 1, 'q-r': [null] }", { b: 1, 'q-r': [null] }],
  ['{ a: undefined, b: 1 }', { b: 1 }],
  ['`${Kind.A}-${1 + 1}`', 'a-2'],
  ['imported', 11],
  ['other.value', { z: [1] }],
  ['later', 12],
  ["'abc'.length", 3],
  ['2 ** 3', 8],
  ['-5n', '-5'],
  ["'\\u{1F600}'", '\u{1F600}'],
  ['!0', true],
  ['Math.PI', undefined],
  ['new Date(0)', undefined],
  ['[, 1]', undefined],
  ['NaN', undefined],
];

const service = `import { tool } from 'toolmark';
import { imported } from './other.js';
import * as other from './other.js';
namespace Limits { export const most = 5; }
export enum Kind { A = 'a', B = 'b' }
const settings = { deep: { x: 1 }, list: [{ id: 9 }] } as const;
const numbers = [1, 2, 3] as const;
export class Svc {
  static readonly most = 7;
  static changing = 8;
  @tool() f(${initialisers.map(([text], index) => `p${index} = ${text}`).join(', ')}) {}
}
const later = 12;`;

describe('generate: defaults', () => {
  it('are the values of constant initialisers, wherever the constants stand; nothing else', () => {
    const built = buildFiles({ 'src/a.ts': service, 'src/other.ts': 'export const imported = 11;\nexport const value = { z: [1] };' });
    assert.deepEqual(codes(built), []);
    const { parameters } = contractOf(built, 'Svc.f');
    assert.deepEqual(
      parameters.map((one, index) => [initialisers[index]?.[0], one.schema?.default]),
      initialisers,
    );
    assert.ok(parameters.every((one) => !one.required && one.initialised));
  });
});

describe('build: comments of methods on one line', () => {
  it('belong to the method that follows on that line, to no other', () => {
    const built = buildFiles({
      'src/a.ts':
        "import { tool } from 'toolmark';\nexport class Svc { /** One. @param x no such\n */ @tool() a(y: string) {} /** Two. */ @tool() b() {} /** of b */\n@tool() c() {} }",
    });
    assert.deepEqual(
      ['a', 'b', 'c'].map((name) => contractOf(built, `Svc.${name}`).description),
      ['One.', 'Two.', undefined],
    );
    assert.deepEqual(
      built.diagnostics.map((one) => [one.code, one.file?.endsWith('src/a.ts')]),
      [['TM1033', true]],
    );
  });
});

describe('build: a tsconfig.json that only refers to others', () => {
  it('names them', () => {
    const folder = makeProject({
      'tsconfig.json': '{ "files": [], "references": [{ "path": "./tsconfig.app.json" }] }',
      'tsconfig.app.json': '{ "compilerOptions": { "composite": true }, "include": ["src"] }',
    });
    const built = buildManifest({ cwd: folder });
    rmSync(folder, { recursive: true });
    assert.deepEqual(codes(built), ['TM1001']);
    assert.match(built.diagnostics[0]?.message ?? '', /only refers to tsconfig\.app\.json$/);
  });
});
