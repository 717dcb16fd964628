/** docs/architecture.md names files that are there and functions that are in them. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');
const page = readFileSync(join(root, 'docs/architecture.md'), 'utf8');
const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).map((path) => path.replaceAll('\\', '/'));

describe('docs/architecture.md', () => {
  it('names files that are there', () => {
    const named = [...page.matchAll(/`([\w./-]+\.ts)`/g)].map(([, path]) => path ?? '');
    assert.ok(named.length > 20);
    // A path may leave out the folders that the sentence has named before.
    assert.deepEqual(
      named.filter((path) => !sources.some((source) => source === path || source.endsWith(`/${path}`))),
      [],
    );
  });

  it('names folders that are there', () => {
    const named = [...page.matchAll(/`((?:[a-z-]+\/)+)`/g)].map(([, path]) => (path ?? '').slice(0, -1));
    assert.deepEqual(
      named.filter((path) => !existsSync(join(root, path)) && !sources.some((source) => source === path || source.endsWith(`/${path}`))),
      [],
    );
  });

  it('names functions that the code declares', () => {
    const code = sources
      .filter((path) => path.endsWith('.ts'))
      .map((path) => readFileSync(join(root, 'src', path), 'utf8'))
      .join('\n');
    const named = [...page.matchAll(/`(\w+)\(/g)].map(([, name]) => name ?? '').filter((name) => name !== 'tool');
    assert.deepEqual(
      named.filter((name) => !new RegExp(`\\b${name}\\b *[(<]`).test(code)),
      [],
    );
  });
});
