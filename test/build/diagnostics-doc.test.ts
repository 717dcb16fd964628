import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { diagnosticCodes } from '../../src/build/diagnostics/diagnostic.js';
import { renderDiagnostics } from '../../scripts/diagnostics-doc.js';
import { root } from './support.js';

describe('docs/diagnostics.md', () => {
  it('is what the table of codes says (npx tsx scripts/diagnostics-doc.ts)', () => {
    assert.equal(readFileSync(join(root, 'docs/diagnostics.md'), 'utf8').replaceAll('\r\n', '\n'), renderDiagnostics(diagnosticCodes));
  });
});
