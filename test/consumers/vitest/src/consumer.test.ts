/** The shared checks as tests of Vitest. */
import { describe, it } from 'vitest';
import { checks, makeWorld } from './shared/checks.js';
import manifest from './toolmark.generated.js';

const world = makeWorld(manifest);

describe('toolmark', () => {
  for (const { name, run } of checks) {
    it(name, async () => {
      await run(world);
      console.log(`ok ${name}`);
    });
  }
});
