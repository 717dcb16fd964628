/** The guide's tables are the rule table's. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { guidePath, guideTables, markers } from './guide-table.js';

describe('docs/guide/rules.md', () => {
  it('is in step with the rule table (npx tsx test/runtime/rules/guide-table.ts)', () => {
    const text = readFileSync(guidePath, 'utf8');
    const between = text.slice(text.indexOf(markers.start) + markers.start.length, text.indexOf(markers.end)).trim();
    assert.equal(between, guideTables());
  });
});
