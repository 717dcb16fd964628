// Uses the built package with agent frameworks (test/frameworks), and runs its samples. Ends with 1 when a test failed.
// node scripts/frameworks.mjs [part of a file's name]
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installed } from './conformance-support.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const home = join(root, 'test/frameworks');

/** The package lies beside the frameworks, so that it finds them as it would with a user; its own dependencies are the root's. */
function place(folder) {
  const target = join(folder, 'node_modules/toolmark');
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  for (const part of ['package.json', 'dist']) cpSync(join(root, part), join(target, part), { recursive: true });
}

for (const folder of [home, join(home, 'agents')]) {
  installed(folder);
  place(folder);
}
const wanted = process.argv[2] ?? '';
const files = readdirSync(home)
  .filter((name) => name.endsWith('.test.ts') && name.includes(wanted))
  .map((name) => join(home, name));
if (files.length === 0) throw new Error(`No test of frameworks has '${wanted}' in its name.`);
// A report of the root's tests is not to be written over.
const { TOOLMARK_TEST_REPORT: _, ...env } = process.env;
const { status } = spawnSync(process.execPath, [join(root, 'node_modules/mocha/bin/mocha.js'), ...files, '--exit'], {
  cwd: root,
  env: { ...env, OPENAI_AGENTS_DISABLE_TRACING: '1' },
  stdio: 'inherit',
});
process.exit(status ?? 1);
