/** What a package needs at run time, found as Node finds it, and laid out for a bundle. */
import { existsSync, lstatSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { type PackageJson, type Project, readPackage } from './project.js';

/** A package in a bundle. */
interface Placed {
  /** Where it is now. */
  folder: string;
  /** Where it goes: `node_modules/name`, or deeper when two versions are needed. */
  path: string;
}

/**
 * What the compiler and its neighbours need: a bundle serves what was compiled, and they would make it ten times as large.
 * `toolmark serve` loads them only for TypeScript.
 */
const onlyForBuilding = new Set(['typescript', 'typescript-json-schema', 'tsx']);

/** All packages below `project`, itself not among them. @throws Error for a dependency that is not installed */
export function runtimePackages(project: Project): Placed[] {
  const placed = new Map<string, string>();
  const waiting: { folder: string; path: string; facts: PackageJson }[] = [{ folder: project.folder, path: '', facts: project.facts }];
  const all: Placed[] = [];
  for (let one = waiting.shift(); one; one = waiting.shift()) {
    for (const [name, isNeeded] of neededBy(one.facts, one.path)) {
      const folder = find(name, one.folder);
      if (folder === undefined) {
        if (isNeeded) throw new Error(`the dependency '${name}' of ${one.facts.name ?? 'the package'} is not installed; run npm install.`);
        continue;
      }
      const path = placeFor(name, folder, one.path, placed);
      if (path === undefined) continue;
      placed.set(path, folder);
      all.push({ folder, path });
      waiting.push({ folder, path, facts: readPackage(folder) });
    }
  }
  return all;
}

/** Names, and whether the package cannot do without. */
function neededBy(
  { name, dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta }: PackageJson,
  path: string,
): Map<string, boolean> {
  const needed = new Map<string, boolean>();
  for (const peer of Object.keys(peerDependencies ?? {})) if (!peerDependenciesMeta?.[peer]?.optional) needed.set(peer, false);
  for (const one of Object.keys(dependencies ?? {})) needed.set(one, true);
  for (const one of Object.keys(optionalDependencies ?? {})) needed.set(one, false);
  // The server itself runs in toolmark, whether the package says so or not.
  if (path === '' && name !== 'toolmark') needed.set('toolmark', true);
  if (name === 'toolmark') for (const one of onlyForBuilding) needed.delete(one);
  return needed;
}

function find(name: string, from: string): string | undefined {
  for (let folder = realpathSync(from); ; folder = dirname(folder)) {
    const candidate = join(folder, 'node_modules', name);
    if (existsSync(join(candidate, 'package.json'))) return realpathSync(candidate);
    if (folder === dirname(folder)) return undefined;
  }
}

/** @returns undefined when what the importer would find is this package already */
function placeFor(name: string, folder: string, importer: string, placed: ReadonlyMap<string, string>): string | undefined {
  for (let at = importer; ; at = parentOf(at)) {
    const found = placed.get(join(at, 'node_modules', name));
    if (found === folder) return undefined;
    if (found !== undefined) return join(importer, 'node_modules', name);
    if (at === '') return join('node_modules', name);
  }
}

/** The importer's own importer in the layout. */
function parentOf(path: string): string {
  const end = path.lastIndexOf(`${sep}node_modules${sep}`);
  return end === -1 ? '' : path.slice(0, end);
}

/** Never needed at run time, and often large. */
const skipped = /^(?:\.git|\.github|node_modules)$|\.(?:map|d\.[mc]?ts|[mc]?tsx?|tsbuildinfo)$/;

/** Files of an installed package, relative to it; packages inside it are packed on their own, and links are not followed. */
export function filesOf(folder: string): string[] {
  const found: string[] = [];
  // Folders that are left out are not entered: a linked package may hold links back to itself.
  const visit = (within: string): void => {
    for (const entry of readdirSync(join(folder, within), { withFileTypes: true })) {
      if (skipped.test(entry.name)) continue;
      const path = join(within, entry.name);
      if (entry.isDirectory()) visit(path);
      else if (entry.isFile()) found.push(path);
    }
  };
  visit('');
  return found.sort();
}

/** One file as an entry of the archive. */
export const entryOf = (folder: string, path: string, name: string): { name: string; data: Buffer; isExecutable: boolean } => {
  const file = join(folder, path);
  return { name: name.split(sep).join('/'), data: readFileSync(file), isExecutable: (lstatSync(file).mode & 0o100) !== 0 };
};
