/** Finds what `toolmark build` wrote for compiled modules. */
import { existsSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ToolManifest } from '../types.js';

const name = 'toolmark.generated';

/** For messages. */
export const generatedName = `${name}.js`;

/** The manifests of the packages that the modules belong to: beside each module or above it, up to its package.json. */
export async function manifestsOf(paths: readonly string[]): Promise<ToolManifest[]> {
  const files = new Set(paths.map(nearest).filter((file): file is string => file !== undefined));
  const found = await Promise.all([...files].map(load));
  return found.filter((one): one is ToolManifest => one !== undefined);
}

/** Whether a module's default export is a manifest: somebody may name the generated module itself. */
export function isManifest(value: unknown): value is ToolManifest {
  if (typeof value !== 'object' || value === null) return false;
  const { version, classes, functions } = value as Partial<ToolManifest>;
  return typeof version === 'number' && Array.isArray(classes) && Array.isArray(functions);
}

function nearest(path: string): string | undefined {
  const endings = [...new Set([extname(path), '.js', '.mjs', '.cjs'])];
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const found = endings.map((ending) => join(folder, name + ending)).find((file) => existsSync(file));
    if (found !== undefined) return found;
    if (existsSync(join(folder, 'package.json')) || folder === dirname(folder)) return undefined;
  }
}

async function load(file: string): Promise<ToolManifest | undefined> {
  const { default: given } = (await import(pathToFileURL(file).href)) as { default?: unknown };
  // A CommonJS module's own default export lies one deeper.
  const manifest = isManifest(given) ? given : (given as { default?: unknown } | undefined)?.default;
  return isManifest(manifest) ? manifest : undefined;
}
