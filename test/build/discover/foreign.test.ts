import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { buildManifest } from '../../../src/build/index.js';
import { codes, contractOf, makeProject, root } from '../support.js';

const workspace = {
  'packages/dto/index.d.ts': `export declare class CreateUser { name: string; inner: Inner; local?: Local; private secret; greet(): void }
export declare class Inner { q: number }
declare class Local { l: string }
export {};`,
  'src/global.d.ts': 'declare class Nowhere { g: number }',
  'src/a.ts': `import { tool } from 'toolmark';
import type { CreateUser } from '@acme/dto';
export class Svc { @tool() f(a: CreateUser, b: Nowhere) {} }`,
};

const script = `import { tool } from 'toolmark';
export class Dto { a = 1; }
/** @typedef {{ k: number }} Typed */
/**
 * Adds.
 * @param {number} a first
 * @param {string} [b] second
 * @param {Typed} c
 * @param {Dto=} d
 * @param e free
 */
export const add = tool(function (a, b, c, d, e, f = 3) { return 'x'; });
/** @param {number} q */
export const inline = tool(/** @param {boolean} q */ (q) => q);
`;

describe('build: classes and types that are not written in TypeScript sources', () => {
  it('a compiled class of the workspace arrives as an instance where a package exports it, as plain data otherwise', () => {
    const options = { paths: { toolmark: [`${root}/src/index.ts`], '@acme/dto': ['./packages/dto/index.d.ts'] } };
    const folder = makeProject(workspace, options);
    const built = buildManifest({ cwd: folder });
    rmSync(folder, { recursive: true });
    assert.deepEqual(codes(built), []);
    assert.deepEqual(Object.keys(built.model?.types ?? {}), ['CreateUser', 'Inner']);
    assert.match(built.text, /import \{ CreateUser, Inner \} from '@acme\/dto';/);
    assert.deepEqual(Object.keys(built.model?.$defs['CreateUser']?.properties ?? {}), ['name', 'inner', 'local']);
  });

  it("the JSDoc of a JavaScript tool's constant gives its parameters their types", () => {
    const folder = makeProject({ 'src/a.js': script }, { allowJs: true });
    const built = buildManifest({ cwd: folder });
    rmSync(folder, { recursive: true });
    assert.deepEqual(codes(built), []);
    assert.deepEqual(
      contractOf(built, 'add').parameters.map(({ name, required, schema }) => [name, required, schema]),
      [
        ['a', true, { type: 'number', description: 'first' }],
        ['b', false, { type: 'string', description: 'second' }],
        ['c', true, { $ref: '#/$defs/Typed' }],
        ['d', false, { $ref: '#/$defs/Dto' }],
        ['e', true, { description: 'free' }],
        ['f', false, { type: 'number', default: 3 }],
      ],
    );
    assert.deepEqual(contractOf(built, 'inline').parameters[0]?.schema, { type: 'boolean' });
  });
});
