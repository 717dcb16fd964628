/** Watching: real files, edited as editors do. */
import assert from 'node:assert/strict';
import { mkdirSync, renameSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BuildResult, watchManifest } from '../../src/build/index.js';
import { build } from '../../src/cli/build.js';
import { codes, contractOf, makeProject } from './support.js';

const service = (name: string, parameter = 'query: string'): string =>
  `import { tool } from 'toolmark';\nexport class ${name} { @tool() find${name}(${parameter}): string { return ''; } }\n`;

describe('watch', () => {
  let folder: string;
  let stop: () => void;
  let results: BuildResult[];
  let wake: () => void = () => undefined;

  beforeEach(() => {
    folder = makeProject({
      'src/a.ts': service('A'),
      'src/b.ts': service('B', 'dto: Dto').replace('\n', "\nimport { Dto } from './dto.js';\n"),
      'src/dto.ts': 'export class Dto { id!: string }\n',
    });
    results = [];
  });
  afterEach(() => {
    stop();
    rmSync(folder, { recursive: true, force: true });
  });

  function start(): BuildResult {
    stop = watchManifest({
      cwd: folder,
      delay: 20,
      onBuild: (result) => {
        results.push(result);
        wake();
      },
    });
    assert.equal(results.length, 1);
    return results[0]!;
  }

  /** Edits, and waits until a build fits what is asked: events of one edit may come in two parts. */
  async function after(edit: () => void, fits: (result: BuildResult) => boolean): Promise<BuildResult> {
    const from = results.length;
    edit();
    for (;;) {
      const found = results.slice(from).find(fits);
      if (found) return found;
      await new Promise<void>((done) => (wake = done));
    }
  }

  const write = (name: string, text: string) => (): void => writeFileSync(join(folder, name), text);
  const names = (result: BuildResult): string => result.tools.join(' ');

  it('builds again after an edit, an atomic save, a new service in a new folder, and its removal', async () => {
    assert.equal(names(start()), 'A.findA B.findB');
    const edited = await after(write('src/a.ts', service('A', 'count: number')), (one) => one.text.includes("'count'"));
    assert.deepEqual(
      contractOf(edited, 'A.findA').parameters.map((one) => [one.name, one.schema]),
      [['count', { type: 'number' }]],
    );
    const saved = await after(
      () => {
        write('src/a.ts.swp', service('A', 'saved: boolean'))();
        renameSync(join(folder, 'src/a.ts.swp'), join(folder, 'src/a.ts'));
      },
      (one) => one.text.includes("'saved'"),
    );
    assert.equal(names(saved), 'A.findA B.findB');
    mkdirSync(join(folder, 'src/more'));
    const added = await after(write('src/more/c.ts', service('C')), (one) => one.tools.length === 3);
    assert.equal(names(added), 'A.findA B.findB C.findC');
    const removed = await after(
      () => unlinkSync(join(folder, 'src/more/c.ts')),
      (one) => one.tools.length === 2,
    );
    assert.equal(names(removed), 'A.findA B.findB');
    assert.deepEqual(codes(removed), []);
  });

  it('takes a change of a DTO to the services that use it', async () => {
    start();
    const changed = await after(write('src/dto.ts', 'export class Dto { id!: string; size?: number }\n'), (one) =>
      one.text.includes('size:'),
    );
    assert.deepEqual(Object.keys(changed.model?.$defs['Dto']?.properties ?? {}), ['id', 'size']);
  });

  it('tells a syntax error and a diagnostic, and that they are mended', async () => {
    const first = start();
    const broken = await after(write('src/a.ts', 'export class {{{ \n'), (one) => one.diagnostics.length > 0);
    assert.ok(codes(broken).includes('TM1005'), codes(broken).join());
    assert.deepEqual([...new Set(broken.diagnostics.map((one) => one.file))], [join(folder, 'src/a.ts')]);
    const mended = await after(write('src/a.ts', service('A')), (one) => one.diagnostics.length === 0);
    assert.equal(mended.text, first.text);
    const refused = await after(write('src/a.ts', service('A', 'pattern: RegExp')), (one) => one.diagnostics.length > 0);
    assert.deepEqual(codes(refused), ['TM1101']);
    const again = await after(write('src/a.ts', service('A')), (one) => one.diagnostics.length === 0);
    assert.equal(again.text, first.text);
  });

  it('takes new settings, and their mending', async () => {
    start();
    const broken = await after(
      write('tsconfig.json', '{ "compilerOptions": { "target": "nothing" } }'),
      (one) => one.diagnostics.length > 0,
    );
    assert.deepEqual(codes(broken), ['TM1002']);
    const other = makeProject({});
    const config = join(other, 'tsconfig.json');
    const mended = await after(
      () => renameSync(config, join(folder, 'tsconfig.json')),
      (one) => one.diagnostics.length === 0,
    );
    rmSync(other, { recursive: true });
    assert.equal(names(mended), 'A.findA B.findB');
  });

  it('watches sources beside the project', async () => {
    const beside = makeProject({ 'lib/dto.ts': 'export class Dto { id!: string }\n' });
    writeFileSync(join(folder, 'src/dto.ts'), `export { Dto } from '${join(beside, 'lib/dto.js')}';\n`);
    start();
    const changed = await after(
      () => writeFileSync(join(beside, 'lib/dto.ts'), 'export class Dto { beside!: string }\n'),
      (one) => one.text.includes('beside:'),
    );
    rmSync(beside, { recursive: true });
    assert.deepEqual(Object.keys(changed.model?.$defs['Dto']?.properties ?? {}), ['beside']);
  });

  it('is silent after it was stopped', async () => {
    start();
    stop();
    write('src/a.ts', service('A', 'late: string'))();
    await new Promise((done) => setTimeout(done, 150));
    assert.equal(results.length, 1);
  });

  it('toolmark build --watch writes after each change and ends with 0', async () => {
    const end = new AbortController();
    let told = '';
    let tell: () => void = () => undefined;
    const said = (pattern: RegExp): Promise<void> => new Promise((done) => (tell = () => pattern.test(told) && done()));
    const stream = {
      write: (text: string): void => {
        told += text;
        tell();
      },
    };
    stop = () => end.abort();
    const code = build(['--watch'], { stdout: stream, stderr: stream, cwd: folder, signal: end.signal });
    assert.match(told, /toolmark\.generated\.ts: 2 tools, written/);
    told = '';
    const refused = said(/TM1101[^]*1 error; nothing was written/);
    write('src/a.ts', service('A', 'pattern: RegExp'))();
    await refused;
    told = '';
    const written = said(/2 tools, written/);
    write('src/a.ts', service('A', 'other: string'))();
    await written;
    end.abort();
    assert.equal(await code, 0);
  });
});
