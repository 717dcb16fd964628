/** Tells which package a file belongs to. */
import { dirname } from 'node:path';
import { ts } from '../compiler.js';

interface Package {
  name: string | undefined;
  folder: string;
}

/** Looks packages up by the nearest package.json that has a name; each folder is read once. */
export class PackageIndex {
  readonly #byFolder = new Map<string, Package | undefined>();

  of(file: string): Package | undefined {
    return this.#ofFolder(dirname(file));
  }

  #ofFolder(folder: string): Package | undefined {
    if (this.#byFolder.has(folder)) return this.#byFolder.get(folder);
    const parent = dirname(folder);
    const found = readPackage(folder) ?? (parent === folder ? undefined : this.#ofFolder(parent));
    this.#byFolder.set(folder, found);
    return found;
  }
}

function readPackage(folder: string): Package | undefined {
  const text = ts.sys.readFile(`${folder}/package.json`);
  if (text === undefined) return undefined;
  try {
    const { name } = JSON.parse(text) as { name?: unknown };
    // A package.json that only says { "type": "commonjs" } marks a folder's format, not a package.
    return typeof name === 'string' ? { name, folder } : undefined;
  } catch {
    return undefined;
  }
}
