/** The table of limits, and the guide page that quotes it. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { ToolError } from '../../../../src/errors.js';
import { type LimitEntry, limitTable, resolveLimits, type ServerLimits } from '../../../../src/bridges/mcp/limits/index.js';

const refused = (given: unknown): string => {
  try {
    resolveLimits(given as Partial<ServerLimits>);
  } catch (error) {
    assert.ok(error instanceof ToolError);
    assert.equal(error.code, 'INVALID_DEFINITION');
    return error.message;
  }
  return assert.fail(`accepted ${JSON.stringify(given)}`);
};

describe('limits of an MCP server', () => {
  it('have the defaults of the table', () => {
    const defaults = Object.fromEntries(Object.entries(limitTable).map(([name, entry]) => [name, entry.default]));
    assert.deepEqual({ ...resolveLimits() }, defaults);
    assert.equal(resolveLimits().calls, 64);
    assert.equal(resolveLimits().rate, undefined);
  });

  it('take what is given; undefined is not given', () => {
    const limits = resolveLimits({ calls: 2, queue: 0, queueWait: Infinity, sessions: undefined, rate: { calls: 5, per: 0.5 } });
    assert.deepEqual([limits.calls, limits.queue, limits.queueWait, limits.sessions], [2, 0, Infinity, 10_000]);
    assert.deepEqual(limits.rate, { calls: 5, per: 0.5 });
    assert.throws(() => Object.assign(limits, { calls: 9 }), TypeError);
  });

  it('refuse an unknown name and tell the one that was meant', () => {
    assert.match(refused({ callPerCaller: 3 }), /There is no limit 'callPerCaller'; did you mean 'callsPerCaller'\?/);
    assert.match(refused({ zzzzzzzz: 3 }), /the limits are toolTimeout, calls, /);
    assert.match(refused(JSON.parse('{"__proto__": 3}')), /There is no limit '__proto__'/);
    assert.match(refused({ toString: 3 }), /There is no limit 'toString'/);
  });

  it('refuse what cannot be a limit', () => {
    for (const value of [0, -1, 1.5, NaN, '64', null, true, [], 2 ** 60])
      assert.match(refused({ calls: value }), /limits\.calls must be a whole number/);
    // A timer of JavaScript would fire at once.
    assert.match(
      refused({ queueWait: 2 ** 31 }),
      /limits\.queueWait must be a whole number of milliseconds from 0 to 2147483647, or Infinity/,
    );
    for (const value of [
      5,
      null,
      {},
      { calls: 1 },
      { calls: 0, per: 1 },
      { calls: 1, per: 0 },
      { calls: 1, per: 1e9 },
      { calls: 1.5, per: 1 },
    ])
      assert.match(refused({ rate: value }), /limits\.rate must be \{ calls/);
    for (const value of [5, 'calls', null]) assert.match(refused(value), /limits must be an object/);
  });

  it('hold what the table says is the least, and nothing below', () => {
    for (const [name, { least }] of Object.entries(limitTable)) {
      if (name === 'rate') continue;
      assert.equal(resolveLimits({ [name]: least })[name as 'calls'], least);
      refused({ [name]: least - 1 });
    }
  });
});

describe('docs/guide/limits.md', () => {
  const page = readFileSync(resolve(import.meta.dirname, '../../../../docs/guide/limits.md'), 'utf8');

  const amounts: Partial<Record<LimitEntry['unit'], (value: number) => string>> = {
    bytes: (value) => (value % 1_048_576 === 0 ? `${value / 1_048_576} MiB` : `${value} bytes`),
    milliseconds: (value) => (value % 60_000 === 0 ? `${value / 60_000} min` : `${value / 1000} s`),
  };
  const amount = ({ default: value, unit }: LimitEntry): string =>
    typeof value === 'number' ? (amounts[unit] ?? ((given: number) => given.toLocaleString('en').replaceAll(',', ' ')))(value) : 'none';

  it('quotes the table', () => {
    const rows = Object.entries(limitTable).map(
      ([name, entry]) => `| \`${name}\` | ${entry.what} | ${amount(entry)} | ${entry.unit} | ${entry.then} | ${entry.also ?? ''} |`,
    );
    const quoted = page.split('\n').filter((line) => line.startsWith('| `'));
    assert.deepEqual(quoted, rows);
  });
});
