/** Loads the modules named on the command line and puts their tools into one registry. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ToolError } from '../errors.js';
import { functionRecord, decoratedMethods } from '../decorators/metadata.js';
import { Prompt } from '../runtime/prompts/prompt.js';
import { ToolRegistry } from '../runtime/registry.js';
import { Resource } from '../runtime/resources/resource.js';
import { Tool } from '../runtime/tool.js';
import { nearest } from '../schema/words.js';
import type { Constructor } from '../types.js';
import { type CliIo, UsageError } from './io.js';
import { generatedName, isManifest, manifestsOf } from './manifests.js';

const typescriptEndings = new Set(['.ts', '.mts', '.cts']);
const endings = new Set([...typescriptEndings, '.js', '.mjs', '.cjs']);

/**
 * A registry with all tools, resources and prompts of the modules. Gives undefined after telling what stands in the sources' way.
 * @param purpose to `show` tools no instance is needed, so classes are not made
 */
export async function loadRegistry(
  files: readonly string[],
  io: CliIo,
  purpose: 'show' | 'call' = 'call',
): Promise<ToolRegistry | undefined> {
  const paths = files.map(checkedPath);
  const sources = paths.filter((path) => typescriptEndings.has(extname(path)));
  if (sources.length > 0 && !(await buildInMemory(sources, io))) return undefined;
  const compiled = paths.filter((path) => !typescriptEndings.has(extname(path)));
  const manifest = await manifestsOf(compiled);
  const items = new Set<object>();
  for (const [index, path] of paths.entries())
    for (const item of await itemsOf(path, files[index] as string, makers[purpose])) items.add(item);
  if (items.size === 0) throw new Error(`${files.join(', ')}: there are contracts only. Name the modules that export the classes.`);
  const registry = new ToolRegistry({ resolve: () => undefined, ...(manifest.length > 0 && { manifest }) });
  try {
    return registry.register([...items]);
  } catch (error) {
    const isUnbuilt = manifest.length === 0 && compiled.length > 0 && error instanceof ToolError && error.code === 'STALE_MANIFEST';
    throw isUnbuilt ? unbuilt(compiled, error) : error;
  }
}

/** The registry's own words are for who makes one. */
function unbuilt(compiled: readonly string[], cause: ToolError): Error {
  const names = compiled.map((path) => basename(path)).join(', ');
  return new Error(
    `${names}: nothing is known of the tools' parameters, because there is no ${generatedName} beside the module or above it, up to its package.json. Run 'npx toolmark build' and compile again, or name the TypeScript source.`,
    { cause },
  );
}

/** Whether the word names a module rather than a tool. */
export function looksLikeModule(word: string): boolean {
  return endings.has(extname(word)) || /[\\/]/.test(word);
}

function checkedPath(file: string): string {
  const path = resolve(file);
  if (!existsSync(path)) throw new UsageError(`there is no file '${file}'.${suggestion(path)}`);
  if (statSync(path).isDirectory()) throw new UsageError(`'${file}' is a folder; name a module in it.`);
  if (!endings.has(extname(path))) throw new UsageError(`'${file}' is no module; it must end in ${[...endings].join(', ')}.`);
  return path;
}

function suggestion(path: string): string {
  for (const ending of endings) if (existsSync(path + ending)) return ` Did you mean '${basename(path)}${ending}'?`;
  const folder = dirname(path);
  if (!existsSync(folder)) return '';
  const close = nearest(basename(path), filesOf(folder));
  return close === undefined ? '' : ` Did you mean '${close}'?`;
}

function filesOf(folder: string): string[] {
  return readdirSync(folder).filter((name) => endings.has(extname(join(folder, name))));
}

/** @returns false when the sources have errors */
async function buildInMemory(files: string[], io: CliIo): Promise<boolean> {
  const { installInMemory } = await import('../register/install.js');
  const { diagnostics: all } = await installInMemory({ files, cwd: process.cwd(), tsx: true });
  // Tools made by hand are not found in sources; whether there are any is told once the modules are loaded.
  const diagnostics = all.filter(({ code }) => code !== 'TM1003');
  if (diagnostics.length > 0) {
    const { formatDiagnostics } = await import('../build/index.js');
    io.stderr.write(formatDiagnostics(diagnostics, { color: io.stderr.isTTY === true && !process.env['NO_COLOR'] }));
  }
  return !diagnostics.some(({ severity }) => severity === 'error');
}

async function itemsOf(path: string, file: string, make: Make): Promise<object[]> {
  const exported = await importModule(path, file);
  // The generated module, named among the others, was read already.
  if (isManifest(exported['default'])) return [];
  const given = (await givenInstances(exported['default'], file)).flatMap((one) => unpack(one));
  const instances = new Set(given.map((one) => one.constructor));
  const named = Object.entries(exported).flatMap(([name, value]) => {
    if (isTool(value)) return [value];
    return isToolClass(value) && !instances.has(value) && !given.includes(value) ? [make(value, name, file, given)] : [];
  });
  const items = [...new Set([...given.map((one) => (isToolClass(one) ? make(one, 'default', file, given) : one)), ...named])].filter(
    (one): one is object => one !== undefined,
  );
  if (items.length > 0) return items;
  throw new Error(
    `${file} exports no tools, resources or prompts. Export a class with @tool(), @resource() or @prompt() methods, a function made with tool(fn), a Tool, or give instances as the default export.`,
  );
}

async function importModule(path: string, file: string): Promise<Record<string, unknown>> {
  try {
    const namespace = (await import(pathToFileURL(path).href)) as Record<string, unknown>;
    return unwrapCommonJs(namespace);
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    const mend = /experimental decorators/.test(said) ? `\n${withoutProject}` : '';
    throw new Error(`cannot load ${file}: ${said}${mend}`, { cause: error });
  }
}

/** What tsx says where no tsconfig.json covers the module has no word of the mend. */
const withoutProject = 'Set "experimentalDecorators": true in the compilerOptions of a tsconfig.json in this folder or above it.';

/** Node gives the exports of a CommonJS module as `default`, beside the names it could find. */
function unwrapCommonJs(namespace: Record<string, unknown>): Record<string, unknown> {
  const inner = namespace['default'];
  const isPlain = typeof inner === 'object' && inner !== null && (namespace['module.exports'] === inner || '__esModule' in inner);
  if (!isPlain) return namespace;
  const exported = inner as Record<string, unknown>;
  return '__esModule' in exported || !isGiven(exported) ? { ...namespace, ...exported, default: exported['default'] } : namespace;
}

const isGiven = (value: object): boolean => Array.isArray(value) || isTool(value) || isToolInstance(value);

/** What the default export gives: itself, or what the function makes. */
async function givenInstances(value: unknown, file: string): Promise<unknown[]> {
  const isMaker = typeof value === 'function' && !isTool(value) && !isClass(value);
  try {
    const given: unknown = isMaker ? await (value as () => unknown)() : await value;
    return given === undefined || given === null ? [] : [given];
  } catch (error) {
    throw new Error(`the default export of ${file} failed: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}

/** An array, or a plain object of instances, holds several; anything else is one. What holds no tools is left out. */
function unpack(value: unknown): object[] {
  if (Array.isArray(value)) return value.filter((one) => one !== value).flatMap(unpack);
  if (isTool(value) || isToolClass(value) || isToolInstance(value)) return [value];
  if (typeof value !== 'object' || value === null) return [];
  return [Object.prototype, null].includes(Object.getPrototypeOf(value) as null)
    ? Object.values(value).flatMap((one) => (Array.isArray(one) || isTool(one) || isToolInstance(one) ? unpack(one) : []))
    : [];
}

/** What is registered for a class. @returns undefined when a subclass's instance is given, which has these tools too */
type Make = (owner: Constructor, name: string, file: string, given: readonly object[]) => object | undefined;

const makers: Record<'show' | 'call', Make> = {
  show: (owner, _name, _file, given) => (given.some((one) => one instanceof owner) ? undefined : owner),
  call: instanceOf,
};

function instanceOf(owner: Constructor, name: string, file: string, given: readonly object[]): object | undefined {
  if (given.some((one) => one instanceof owner)) return undefined;
  const label = owner.name || name;
  if (owner.length > 0) {
    throw new Error(
      `${label} in ${file} needs constructor arguments. Give an instance: export default new ${label}(…), or export default async () => [new ${label}(…)].`,
    );
  }
  try {
    return new (owner as new () => object)();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`new ${label}() in ${file} failed: ${reason} Give an instance as the default export.`, { cause: error });
  }
}

const isClass = (value: (...args: never[]) => unknown): boolean =>
  isToolClass(value) || /^class\b/.test(Function.prototype.toString.call(value));

const isToolClass = (value: unknown): value is Constructor =>
  typeof value === 'function' &&
  typeof value.prototype === 'object' &&
  value.prototype !== null &&
  decoratedMethods(value as unknown as Constructor).size > 0;

const isTool = (value: unknown): value is object =>
  [Tool, Resource, Prompt].some((made) => value instanceof made) || functionRecord(value) !== undefined;

function isToolInstance(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  const { constructor } = value;
  return typeof constructor === 'function' && constructor !== Object && isToolClass(constructor);
}
