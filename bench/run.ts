/** `npm run bench -- NAME… [--quick]`: runs benchmarks, each a folder here with a run.ts of its own; without a name all of them. Flags are passed on. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = dirname(fileURLToPath(import.meta.url));
const known = readdirSync(folder)
  .filter((name) => existsSync(join(folder, name, 'run.ts')))
  .sort();
const flags = process.argv.slice(2).filter((argument) => argument.startsWith('-'));
const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('-'));
const unknown = wanted.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  process.stderr.write(`no benchmark named ${unknown.join(', ')}; known: ${known.join(', ')}\n`);
  process.exit(2);
}
for (const name of wanted.length > 0 ? wanted : known) {
  const { status } = spawnSync(process.execPath, ['--import', 'tsx', join(folder, name, 'run.ts'), ...flags], { stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}
