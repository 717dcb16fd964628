/** Builds in memory and makes the manifest known to every registry of this process. */
import { readFileSync } from 'node:fs';
import { register } from 'node:module';
import { dirname, extname, resolve } from 'node:path';
import type { Diagnostic } from '../build/index.js';
import { publish } from './binder.js';
import { type CachedBuild, type CachePlace, findCachePlace, nearest, readCache, writeCache } from './cache.js';
import { hookCommonJs } from './commonjs-hook.js';
import { makePlan } from './plan.js';

/** What to build. */
export interface InstallOptions {
  /** Sources to read instead of the project's own list. */
  files?: string[];
  cwd?: string;
  /** A tsconfig file or its folder; the nearest one otherwise. */
  project?: string;
  /** Also lets node run TypeScript, through tsx. */
  tsx?: boolean;
}

/** Form of what is kept; to be raised when it changes. */
const format = 3;

/** To be called before the modules with tools are loaded. With errors nothing is installed. */
export async function installInMemory(options: InstallOptions = {}): Promise<{ diagnostics: Diagnostic[] }> {
  if (options.tsx) await registerTsx();
  const cwd = resolve(options.cwd ?? process.cwd());
  const place = findCachePlace(projectFolder(options, cwd), [
    format,
    version(),
    process.version.split('.')[0],
    options.files,
    options.project,
  ]);
  const built = readCache(place) ?? (await buildNow(options, cwd, place));
  if (!built.diagnostics.some((one) => one.severity === 'error')) install(built);
  return { diagnostics: built.diagnostics };
}

function projectFolder({ project, files }: InstallOptions, cwd: string): string {
  if (project !== undefined) return extname(project) === '.json' ? dirname(resolve(cwd, project)) : resolve(cwd, project);
  const start = files?.[0] === undefined ? cwd : dirname(resolve(cwd, files[0]));
  const config = nearest(start, 'tsconfig.json');
  return config === undefined ? start : dirname(config);
}

async function buildNow(options: InstallOptions, cwd: string, place: CachePlace): Promise<CachedBuild> {
  // Only here is the compiler loaded.
  const { buildManifest, outputFiles } = await import('../build/index.js');
  const { model, out, diagnostics: all, project, inputs } = buildManifest({ cwd, files: options.files, project: options.project });
  // Nothing is written here, so the form of the generated module is no concern.
  const diagnostics = all.filter((one) => one.code !== 'TM1007');
  const none = { classes: [], functions: [], forms: [], schemas: [], types: {}, $defs: {}, sources: {} };
  const built = { model: model ?? none, out, diagnostics, outputs: project ? outputFiles(project) : {} };
  if (!diagnostics.some((one) => one.severity === 'error')) writeCache(place, built, inputs);
  return { ...built, outside: {} };
}

function install({ model, out, outputs }: CachedBuild): void {
  publish(model, out);
  const plan = makePlan(model, outputs);
  hookCommonJs(plan);
  // From source, under tsx, the hooks' file ends as this one does.
  register(`./esm-hooks${extname(new URL(import.meta.url).pathname)}`, { parentURL: import.meta.url, data: plan });
}

async function registerTsx(): Promise<void> {
  const [esm, commonJs] = await Promise.all([import('tsx/esm/api'), import('tsx/cjs/api')]);
  commonJs.register();
  esm.register();
}

function version(): string {
  const file = nearest(dirname(new URL(import.meta.url).pathname), 'package.json');
  const { version: own } = JSON.parse(readFileSync(file ?? '', 'utf8')) as { version: string };
  return own;
}
