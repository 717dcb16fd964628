import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { root } from './build/support.js';

/** What a process draws that loads `draws.ts`. */
function draw(seed: string | undefined, isLong = false): string {
  const { TOOLMARK_SEED: _seed, TOOLMARK_LONG: _long, ...env } = process.env;
  if (seed !== undefined) env['TOOLMARK_SEED'] = seed;
  if (isLong) env['TOOLMARK_LONG'] = '1';
  const script = `import './test/draws.ts'; import fc from 'fast-check'; console.log(fc.sample(fc.nat(), 5).join());`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', script], {
    cwd: root,
    encoding: 'utf8',
    env,
  });
  return stdout || stderr;
}

describe('draws of property tests', () => {
  it('are the same in each run, and new where asked and in long runs', () => {
    const usual = draw(undefined);
    assert.match(usual, /^\d+(,\d+){4}\n$/);
    assert.equal(draw(undefined), usual);
    assert.equal(draw('7'), draw('7'));
    assert.notEqual(draw('7'), usual);
    assert.notEqual(draw('random'), draw('random'));
    assert.notEqual(draw(undefined, true), draw(undefined, true));
    assert.equal(draw('7', true), draw('7'));
  });

  it('a seed that is none is told of', () => {
    assert.match(draw('seven'), /TOOLMARK_SEED is "seven"; it must be "random" or a whole number/);
  });
});
