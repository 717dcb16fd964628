// Runs every check of the house, also after one fails, and says at the end which failed.
import { spawnSync } from 'node:child_process';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** The npm scripts that make up `npm run check`, in this order. */
const checks = ['lint', 'format:check', 'types', 'types:published', 'package', 'generated:check'];

const failed = checks.filter((name) => {
  console.log(`\n> ${name}`);
  return spawnSync('npm', ['run', '--silent', name], { cwd: root, stdio: 'inherit' }).status !== 0;
});
console.log(failed.length === 0 ? `\nAll ${checks.length} checks hold.` : `\nFailed: ${failed.join(', ')}`);
process.exit(failed.length === 0 ? 0 : 1);
