/** The shared checks as tests of Jest: CommonJS, imports without endings. */
import manifest from './toolmark.generated';
import { checks, makeWorld } from './shared/checks';

const world = makeWorld(manifest);

describe('toolmark', () => {
  for (const { name, run } of checks) {
    it(name, async () => {
      await run(world);
      process.stdout.write(`ok ${name}\n`);
    });
  }
});
