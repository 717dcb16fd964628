/** The built command in a process of its own, and folders to run it in. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '../..');
export const bin = join(root, 'dist/esm/cli/main.js');

export interface Ran {
  code: number | null;
  out: string;
  err: string;
}

export function toolmark(args: string[], cwd: string, env: Record<string, string | undefined> = {}): Ran {
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, ...args], {
    cwd,
    encoding: 'utf8',
    input: '',
    env: { ...process.env, FORCE_COLOR: undefined, NO_COLOR: '1', ...env },
  });
  return { code: status, out: stdout, err: stderr };
}

/** A folder with these files, and with toolmark among its modules. */
export class Folder {
  readonly path: string;

  constructor(files: Record<string, string | object>, { modules = false } = {}) {
    this.path = realpathSync(mkdtempSync(join(tmpdir(), 'toolmark-cli-')));
    // The end of the way up: what lies above is nobody's business here.
    mkdirSync(join(this.path, '.git'));
    for (const [name, content] of Object.entries(files)) this.write(name, content);
    if (!modules) return;
    mkdirSync(join(this.path, 'node_modules'), { recursive: true });
    symlinkSync(root, join(this.path, 'node_modules/toolmark'), 'junction');
  }

  write(name: string, content: string | object): void {
    const file = join(this.path, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}
