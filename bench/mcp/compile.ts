/** Makes the contenders ready to run: the real build step for ours, then the compiler for all. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const home = dirname(fileURLToPath(import.meta.url));
export const root = resolve(home, '../..');
/** Everything that is made, also the folder in which the compiled modules find `toolmark`. */
const made = join(home, '.build');

/** The peers, when they are not there yet. @throws Error */
export function install(): void {
  if (!existsSync(join(home, 'node_modules'))) run('npm', ['ci'], 'npm ci failed in bench/mcp');
}

/** Builds the manifest of our contender and compiles all of them. @throws Error */
export function compile(): void {
  rmSync(made, { recursive: true, force: true });
  mkdirSync(join(made, 'node_modules'), { recursive: true });
  symlinkSync(root, join(made, 'node_modules/toolmark'), 'junction');
  const project = join(home, 'contenders');
  const manifest = join(project, 'toolmark.generated.ts');
  const cli = join(root, 'dist/esm/cli/main.js');
  run(process.execPath, [cli, 'build', '--project', project, '--out', manifest], 'toolmark build failed');
  const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
  run(process.execPath, [tsc, '-p', project], 'the contenders do not compile');
}

/** Where a compiled contender is. */
export const compiled = (name: string): string => join(made, 'contenders', `${name}.js`);

function run(command: string, args: string[], complaint: string): void {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: home, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${complaint}:\n${stdout}${stderr}`);
}
