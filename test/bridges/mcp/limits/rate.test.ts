/** How often one caller may call. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import fc from 'fast-check';
import { OverloadedError, RateLimit } from '../../../../src/bridges/mcp/limits/index.js';

const isTaken = (rate: RateLimit, id: string): Promise<boolean> =>
  rate.take({ id }).then(
    () => true,
    (error) => {
      assert.ok(error instanceof OverloadedError, String(error));
      return false;
    },
  );

describe('RateLimit', () => {
  it('counts each caller alone, and says when to come again', async () => {
    const rate = new RateLimit({ calls: 2, per: 60 });
    assert.deepEqual([await isTaken(rate, 'ann'), await isTaken(rate, 'ann'), await isTaken(rate, 'ann')], [true, true, false]);
    assert.equal(await isTaken(rate, 'bob'), true);
    await assert.rejects(rate.take({ id: 'ann' }), (error) => {
      assert.ok(error instanceof OverloadedError);
      assert.deepEqual([error.code, error.status], [-32000, 429]);
      assert.ok(error.retryAfter > 50 && error.retryAfter <= 60, String(error.retryAfter));
      assert.match(error.message, /more than 2 calls in 60 s/);
      return true;
    });
  });

  it('begins anew with the next window', async () => {
    const rate = new RateLimit({ calls: 1, per: 0.02 });
    assert.equal(await isTaken(rate, 'ann'), true);
    while (!(await isTaken(rate, 'ann'))) await new Promise((resolve) => setTimeout(resolve, 5));
  });

  it('never lets more in than said, whoever comes and however mixed', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 5 }), fc.array(fc.nat({ max: 3 }), { maxLength: 60 }), async (calls, comers) => {
        const rate = new RateLimit({ calls, per: 600 });
        const taken = await Promise.all(comers.map((caller) => isTaken(rate, String(caller))));
        for (const caller of new Set(comers)) {
          const all = comers.filter((one) => one === caller).length;
          const letIn = comers.filter((one, index) => one === caller && taken[index]).length;
          assert.equal(letIn, Math.min(calls, all));
        }
      }),
      { numRuns: 100 },
    );
  });

  it('remembers a bounded number of callers; the ones beyond share one count', async () => {
    const rate = new RateLimit({ calls: 1, per: 600 }, 3);
    const taken = await Promise.all(Array.from({ length: 50 }, (_, index) => isTaken(rate, `caller ${index}`)));
    assert.equal(rate.size, 3);
    assert.equal(taken.filter(Boolean).length, 4);
    assert.equal(await isTaken(rate, 'caller 0'), false);
  });

  it('forgets callers whose window is over when it needs the place', async () => {
    const rate = new RateLimit({ calls: 1, per: 0.01 }, 2);
    await Promise.all([rate.take({ id: 'a' }), rate.take({ id: 'b' })]);
    await new Promise((resolve) => setTimeout(resolve, 20));
    assert.equal(await isTaken(rate, 'c'), true);
    assert.equal(rate.size, 1);
  });

  it('is not loaded unless asked for', () => {
    const source = resolve(import.meta.dirname, '../../../../src/bridges/mcp/limits/index.ts');
    const script = [
      "import { createRequire } from 'node:module';",
      `const { RateLimit } = await import(${JSON.stringify(source)});`,
      'const loaded = () => Object.keys(createRequire(import.meta.url).cache).some((path) => path.includes("rate-limiter-flexible"));',
      'const rate = new RateLimit({ calls: 1, per: 1 });',
      'const before = loaded();',
      "await rate.take({ id: 'a' });",
      'process.stdout.write(JSON.stringify([before, loaded()]));',
    ].join('\n');
    const { stdout, stderr } = spawnSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
      encoding: 'utf8',
      cwd: import.meta.dirname,
    });
    assert.equal(stdout, '[false,true]', stderr);
  });
});
