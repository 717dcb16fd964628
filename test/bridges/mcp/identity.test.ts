/** The name of a server whose author gave none. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { publish } from '../../../src/bridges/mcp/eras/publication.js';
import { makeRegistry } from './support.js';

describe('mcp: how a server names itself', () => {
  const folder = mkdtempSync(join(tmpdir(), 'toolmark-identity-'));
  const given = [...process.argv];
  const under = (path: string, options = {}) => {
    process.argv[1] = path;
    const { name, version } = publish(makeRegistry(), options).serverInfo;
    return { name, version };
  };
  afterEach(() => void process.argv.splice(0, Infinity, ...given));
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('as the package of the program that runs, where nobody says another name', () => {
    mkdirSync(join(folder, 'atlas', 'dist'), { recursive: true });
    writeFileSync(join(folder, 'atlas', 'package.json'), '{ "name": "@maps/atlas", "version": "2.1.0" }');
    writeFileSync(join(folder, 'atlas', 'dist', 'main.js'), '');
    const main = join(folder, 'atlas', 'dist', 'main.js');
    assert.deepEqual(under(main), { name: '@maps/atlas', version: '2.1.0' });
    assert.deepEqual(under(main, { name: 'mine' }), { name: 'mine', version: '2.1.0' });
    assert.deepEqual(under(main, { name: 'mine', version: '3' }), { name: 'mine', version: '3' });
    // As npm links programs.
    mkdirSync(join(folder, '.bin'));
    symlinkSync(main, join(folder, '.bin', 'atlas'));
    assert.deepEqual(under(join(folder, '.bin', 'atlas')), { name: '@maps/atlas', version: '2.1.0' });
  });

  it('as toolmark where no package says anything', () => {
    writeFileSync(join(folder, 'package.json'), 'none');
    writeFileSync(join(folder, 'main.js'), '');
    assert.deepEqual(under(join(folder, 'main.js')), { name: 'toolmark', version: '0.0.0' });
    assert.deepEqual(under(join(folder, 'is-not-there.js')), { name: 'toolmark', version: '0.0.0' });
    process.argv.length = 1;
    assert.equal(publish(makeRegistry()).serverInfo.name, 'toolmark');
  });
});
