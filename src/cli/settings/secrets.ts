/** Secrets are named by where they are, so that neither a process list nor a repository shows them. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { UsageError } from '../io.js';

/** A secret, and where it was found, for people. */
export interface Secret {
  value: string;
  /** `env:NAME` or `file:PATH` as it was given; absent when the secret itself was. */
  place?: string;
}

/**
 * Reads `env:NAME` and `file:PATH`; any other text is the secret itself.
 * @param folder relative paths start here
 * @throws UsageError when nothing is there
 */
export function readSecret(given: string, setting: string, folder: string, env: NodeJS.ProcessEnv): Secret {
  const [, scheme, rest = ''] = /^(env|file):(.+)$/s.exec(given) ?? [];
  if (scheme === 'env') return { value: present(env[rest], `${setting}: the environment variable ${rest} is not set.`), place: given };
  if (scheme === 'file')
    return { value: present(readText(resolve(folder, rest), rest, setting), `${setting}: ${rest} is empty.`), place: given };
  return { value: given };
}

function readText(path: string, shown: string, setting: string): string {
  try {
    // Editors and `echo` end a file with a line break that is not meant.
    return readFileSync(path, 'utf8')
      .replace(/^\uFEFF/, '')
      .trim();
  } catch {
    throw new UsageError(`${setting}: cannot read the file ${shown}.`);
  }
}

function present(value: string | undefined, otherwise: string): string {
  if (value === undefined || value === '') throw new UsageError(otherwise);
  return value;
}
