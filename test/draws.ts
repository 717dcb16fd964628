/**
 * What property tests draw. The same each time, so that one commit has one verdict; new in long runs and where asked.
 * `TOOLMARK_SEED`: `random`, or the seed of a failure. fast-check tells the seed of each failure.
 */
import fc from 'fast-check';

const asked = process.env['TOOLMARK_SEED'] ?? (process.env['TOOLMARK_LONG'] ? 'random' : '20261130');
if (asked !== 'random') {
  const seed = Number(asked);
  if (!Number.isInteger(seed)) throw new Error(`TOOLMARK_SEED is "${asked}"; it must be "random" or a whole number`);
  fc.configureGlobal({ ...fc.readConfigureGlobal(), seed });
}
