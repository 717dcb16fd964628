/** Keeps what was built on disk, by the content of all that it was built from, so that a hit needs no compiler. */
import { createHash, type Hash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { Diagnostic } from '../build/index.js';
import type { ManifestModel } from '../build/emit/model.js';

/** What is kept. */
export interface CachedBuild {
  model: ManifestModel;
  out: string;
  /** Source file -> compiled file. */
  outputs: Record<string, string>;
  /** Warnings; a build with errors is not kept. */
  diagnostics: Diagnostic[];
  /** Files that the key does not cover -> hash of their text. */
  outside: Record<string, string>;
}

/** Where one project's builds are kept. */
export interface CachePlace {
  file: string;
  folder: string;
}

const counted = /(?:\.[cm]?tsx?|^tsconfig[^/]*\.json|^package\.json)$/;
const skipped = new Set(['node_modules', 'coverage']);

/** @param request what besides the files decides: versions and options, as JSON */
export function findCachePlace(folder: string, request: unknown): CachePlace {
  const hash = createHash('sha256').update(JSON.stringify([folder, request]));
  addFolder(folder, hash);
  const modules = nearest(folder, 'node_modules');
  // Another version of a dependency may bring other types.
  if (modules) addFile(join(modules, '.package-lock.json'), hash);
  addAncestors(folder, hash);
  const place = modules ? join(modules, '.cache', 'toolmark') : join(tmpdir(), 'toolmark-cache');
  return { file: join(place, `${hash.digest('hex').slice(0, 32)}.json`), folder };
}

export function readCache(place: CachePlace): CachedBuild | undefined {
  try {
    const cached = JSON.parse(readFileSync(place.file, 'utf8')) as CachedBuild;
    return Object.entries(cached.outside).every(([file, hash]) => hashFile(file) === hash) ? cached : undefined;
  } catch {
    return undefined;
  }
}

/** A cache that cannot be written is no reason to fail. @param files all sources of the project that were read */
export function writeCache(place: CachePlace, build: Omit<CachedBuild, 'outside'>, files: readonly string[]): void {
  const beyond = files.filter((file) => !resolve(file).startsWith(join(place.folder, '/')));
  const cached: CachedBuild = { ...build, outside: Object.fromEntries(beyond.map((file) => [file, hashFile(file)])) };
  try {
    mkdirSync(dirname(place.file), { recursive: true });
    const draft = `${place.file}.${process.pid}.tmp`;
    writeFileSync(draft, JSON.stringify(cached));
    renameSync(draft, place.file);
  } catch {
    return;
  }
}

/** The nearest entry of that name from the folder upwards. */
export function nearest(folder: string, name: string): string | undefined {
  for (let current = folder; ; current = dirname(current)) {
    if (existsSync(join(current, name))) return join(current, name);
    if (dirname(current) === current) return undefined;
  }
}

function addFolder(folder: string, hash: Hash): void {
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    if (entry.isDirectory() && !skipped.has(entry.name) && !entry.name.startsWith('.')) addFolder(join(folder, entry.name), hash);
    else if (entry.isFile() && counted.test(entry.name) && !entry.name.includes('toolmark.generated.'))
      addFile(join(folder, entry.name), hash);
  }
}

/** Settings above the project: what a tsconfig may extend, and the package's format. */
function addAncestors(folder: string, hash: Hash): void {
  for (let current = dirname(folder); dirname(current) !== current; current = dirname(current)) {
    for (const name of ['package.json', 'tsconfig.json', 'tsconfig.base.json']) addFile(join(current, name), hash);
  }
}

function addFile(file: string, hash: Hash): void {
  const text = readText(file);
  if (text !== undefined) hash.update(`${file}\0${text.length}\0`).update(text);
}

function hashFile(file: string): string {
  return createHash('sha256')
    .update(readText(file) ?? '\0')
    .digest('hex');
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
