/** How a server names itself when its author did not say. */
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

export interface Identity {
  name?: string;
  version?: string;
}

/** Name and version of the package that a file belongs to: of the nearest package.json above it. */
export function packageIdentity(file: string): Identity {
  let folder = dirname(resolve(file));
  while (!existsSync(join(folder, 'package.json')) && folder !== dirname(folder)) folder = dirname(folder);
  try {
    const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<string, unknown>;
    return { ...(typeof name === 'string' && { name }), ...(typeof version === 'string' && { version }) };
  } catch {
    // A package.json that cannot be read is not the server's business.
    return {};
  }
}

/** Those of the program that runs; nothing where there is no file system, or no script. */
export function programIdentity(): Identity {
  try {
    const [, script] = process.argv;
    // npm starts programs by links that lie in another package.
    return script === undefined ? {} : packageIdentity(realpathSync(script));
  } catch {
    return {};
  }
}
