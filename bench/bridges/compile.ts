/** Makes the contenders ready to run. */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const home = dirname(fileURLToPath(import.meta.url));
export const root = resolve(home, '../..');
/** Everything that is made, also the folder in which the compiled modules find `toolmark`. */
const made = join(home, '.build');

/** The peers, when they are not there yet. @throws Error */
export function install(): void {
  if (!existsSync(join(home, 'node_modules'))) run('npm', ['ci'], 'npm ci failed in bench/bridges');
}

/** @throws Error with the compiler's messages */
export function compile(): void {
  rmSync(made, { recursive: true, force: true });
  mkdirSync(join(made, 'node_modules'), { recursive: true });
  // A copy, not a link: our bridges are to find the same SDKs as the peers do, as they would in a program.
  for (const name of ['package.json', 'dist']) cpSync(join(root, name), join(made, 'node_modules/toolmark', name), { recursive: true });
  const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
  run(process.execPath, [tsc, '-p', join(home, 'contenders')], 'the contenders do not compile');
}

/** Runs the compiled measurements in a process of their own. @throws Error */
export function measured(...args: string[]): unknown {
  const said = run(process.execPath, [join(made, 'contenders/measure.js'), ...args], `measuring ${args.join(' ')} failed`);
  return JSON.parse(said.slice(said.lastIndexOf('\n') + 1));
}

function run(command: string, args: string[], complaint: string): string {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: home, encoding: 'utf8', maxBuffer: 2 ** 28 });
  if (status !== 0) throw new Error(`${complaint}:\n${stdout}${stderr}`);
  return stdout;
}
