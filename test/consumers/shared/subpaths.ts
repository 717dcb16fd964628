/** The package's other entries: their types resolve, and they load, as ESM and by require(). */
import assert from 'node:assert/strict';
import { buildManifest, type BuildResult } from 'toolmark/build';
import { httpHandler, type HttpOptions } from 'toolmark/mcp';
import { makeWorld, runChecks } from './checks.js';
import manifest from '../toolmark.generated.js';

const options: HttpOptions = { name: 'orders' };

void runChecks(makeWorld(manifest), [
  { name: 'toolmark/mcp makes a handler', run: ({ registry }) => assert.equal(typeof httpHandler(registry, options), 'function') },
  {
    name: 'toolmark/build finds the same tools',
    run: ({ registry }) => {
      const { tools }: BuildResult = buildManifest({ project: 'tsconfig.json' });
      assert.deepEqual(tools.sort(), registry.list().map(({ name }) => name).sort());
    },
  },
]);
