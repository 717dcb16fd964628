/** docs/performance.md quotes the results of the last full run, and the report's verdicts follow from its numbers. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { quote, render } from '../../bench/arguments/report.js';
import type { Results } from '../../bench/arguments/results.js';
import { quoteReport } from '../../bench/mcp/quotations.js';
import { aimsOf, met, speedOf, targetsOf } from '../../bench/arguments/targets.js';

const root = resolve(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const results = JSON.parse(read('bench/results/arguments.json')) as Results;

/** The results with toolmark's speed multiplied. */
function faster(by: number): Results {
  const copy = structuredClone(results);
  for (const { speeds } of copy.speeds) if (speeds.toolmark !== undefined) speeds.toolmark *= by;
  return copy;
}

describe('docs/performance.md', () => {
  it('quotes the results file', () => {
    const page = read('docs/performance.md');
    assert.ok((page.match(/<!-- quoted: \S+ -->\n[^<]/g) ?? []).length >= 9);
    assert.equal(page, quote(page, results));
  });

  it('quotes a full run', () => {
    assert.equal(results.quick, false);
    assert.equal(results.contenders.length, 10);
  });

  it('has a report that is made from the same numbers', () => {
    assert.equal(read('bench/results/arguments.md'), render(results));
  });

  it('has its part on MCP from the report of that benchmark', () => {
    const report = read('bench/results/mcp.md');
    const page = read('docs/performance.md');
    assert.equal((page.match(/<!-- from mcp\.md -->\n[^<]/g) ?? []).length, 4);
    assert.equal(page, quoteReport(page, report));
    assert.notEqual(page, quoteReport(page, report.replaceAll('met', 'MET')));
    assert.throws(() => quoteReport(page, ''), /nothing that begins/);
  });

  it('would not match another run', () => {
    const page = read('docs/performance.md');
    assert.notEqual(page, quote(page, faster(2)));
  });
});

describe('the verdicts of the argument benchmark', () => {
  const verdict = (given: Results, says: string): boolean | undefined => {
    const target = [...targetsOf(given), ...aimsOf(given)].find((one) => one.says.startsWith(says));
    return target && met(target);
  };

  it('follow the numbers', () => {
    const atAjv = speedOf(results, 'flat', 'accepted', 'Ajv') / speedOf(results, 'flat', 'accepted', 'toolmark');
    assert.equal(verdict(faster(atAjv * 0.51), '0.5 x Ajv alone, flat'), true);
    assert.equal(verdict(faster(atAjv * 0.49), '0.5 x Ajv alone, flat'), false);
    assert.equal(verdict(faster(1e9), 'ahead of zod, valibot and arktype, accepted'), true);
    assert.equal(verdict(faster(1e-9), 'ahead of zod, valibot and arktype, accepted'), false);
  });

  it('are not met by a number that is missing', () => {
    const copy = structuredClone(results);
    copy.speeds = copy.speeds.map((row) => (row.case === 'items' ? { ...row, speeds: { Ajv: 1 } } : row));
    assert.equal(verdict(copy, '0.35 x Ajv alone, items'), false);
    assert.equal(verdict(copy, 'ahead of zod, valibot and arktype, accepted'), false);
    assert.equal(verdict(copy, 'a refused value'), false);
  });
});
