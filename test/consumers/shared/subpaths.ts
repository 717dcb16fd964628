/** The package's other entries: their types resolve, and they load, as ESM and by require(). */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { buildManifest, type BuildResult } from 'toolmark/build';
import { httpHandler, type HttpOptions } from 'toolmark/mcp';
import { makeWorld, runChecks } from './checks.js';
import manifest from '../toolmark.generated.js';

const options: HttpOptions = { name: 'orders' };

void runChecks(makeWorld(manifest), [
  { name: 'toolmark/mcp makes a handler', run: ({ registry }) => assert.equal(typeof httpHandler(registry, options), 'function') },
  {
    name: 'toolmark/build gives what the command wrote',
    run: () => {
      const { text, diagnostics, tools }: BuildResult = buildManifest({ project: 'tsconfig.json' });
      assert.deepEqual([diagnostics.length, tools.includes('OrderService.place'), tools.includes('convert')], [0, true, true]);
      assert.equal(text, readFileSync('src/toolmark.generated.ts', 'utf8'));
    },
  },
]);
