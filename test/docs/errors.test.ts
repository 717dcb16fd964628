/** docs/guide/errors.md says what the tables in the code say. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { errorCodes } from '../../src/errors.js';
import { defaultLimits } from '../../src/runtime/limits.js';

const page = readFileSync(resolve(import.meta.dirname, '../../docs/guide/errors.md'), 'utf8');

describe('docs/guide/errors.md', () => {
  it('lists every code with its meaning', () => {
    const rows = [...page.matchAll(/^\| `([A-Z_]+)` \| (.*) \|$/gm)].map(([, code, meaning]) => [code, meaning]);
    assert.deepEqual(rows, Object.entries(errorCodes));
  });

  it('names every limit', () => {
    const named = [...page.matchAll(/\| `(\w+)`(?:;.*)? \|$/gm)].map(([, name]) => name).filter((name) => name && /^[a-z]/.test(name));
    assert.deepEqual(named, Object.keys(defaultLimits));
  });
});
