/** Edge hosts and hardened processes forbid `new Function`: all must work there, with the same verdicts and words. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import path from 'node:path';

interface Outcome {
  mayGenerate: boolean;
  results: { name: string; isError: boolean; text: string; repaired: number }[];
}

function run(...flags: string[]): Outcome {
  const script = path.resolve('test/runtime/fixtures/edge.ts');
  const text = execFileSync(process.execPath, [...flags, '--import', 'tsx', script], { encoding: 'utf8' });
  return JSON.parse(text) as Outcome;
}

describe('without code generation', () => {
  it('gives the verdicts, repairs and words that it gives with it', () => {
    const free = run();
    const bound = run('--disallow-code-generation-from-strings');
    assert.deepEqual([free.mayGenerate, bound.mayGenerate], [true, false]);
    assert.deepEqual(bound.results, free.results);
    const accepted = free.results.map(({ isError }) => !isError);
    assert.deepEqual(accepted, [true, true, false, false, true, true, false, false, false, true, false]);
    assert.equal(free.results[0]?.text, '{"isOrder":true,"isLine":true}');
    assert.equal(free.results[1]?.repaired, 1);
  });
});
