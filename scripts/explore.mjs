// Runs the property tests with new draws, and many more of them, so often: npm run test:explore -- 5
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const mocha = join(root, 'node_modules/mocha/bin/mocha.js');
const rounds = Number(process.argv[2] ?? 1);
if (!Number.isInteger(rounds) || rounds < 1) throw new Error(`"${process.argv[2]}" is no number of rounds`);

/** Not of `npm test`: each has packages of its own. */
const apart = ['consumers', 'clients', 'frameworks'];
const folders = readdirSync(join(root, 'test'), { withFileTypes: true }).filter((one) => one.isDirectory() && !apart.includes(one.name));
const drawn = folders.flatMap(({ name: folder }) =>
  readdirSync(join(root, 'test', folder), { recursive: true })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => join('test', folder, name))
    .filter((file) => readFileSync(join(root, file), 'utf8').includes("from 'fast-check'")),
);

const env = { ...process.env, TOOLMARK_LONG: '1', TOOLMARK_SEED: 'random' };
let failed = 0;
for (let round = 1; round <= rounds; round += 1) {
  console.log(`\n> round ${round} of ${rounds}: ${drawn.length} files`);
  if (spawnSync(process.execPath, [mocha, '--timeout', '1800000', ...drawn], { cwd: root, stdio: 'inherit', env }).status !== 0)
    failed += 1;
}
console.log(
  failed === 0
    ? `\nNothing found in ${rounds} rounds.`
    : `\nRounds that found something: ${failed} of ${rounds}. Write each down as an example.`,
);
process.exit(failed === 0 ? 0 : 1);
