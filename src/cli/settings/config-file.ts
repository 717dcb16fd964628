/** Finds and loads `toolmark.config.*`, and tells what in it is no setting. */
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { nearest } from '../../schema/words.js';
import { UsageError } from '../io.js';
import { settings } from './table.js';

/** In this order, when a folder has several. */
export const configNames = ['ts', 'mts', 'js', 'mjs', 'json'].map((ending) => `toolmark.config.${ending}`);

/** A configuration file that was read. */
export interface ConfigFile {
  path: string;
  /** Whether it is data and not a program, so that what stands there was written there. */
  isData: boolean;
  /** By the keys of the table of settings, `limits.calls` for example. */
  values: ReadonlyMap<string, unknown>;
}

/**
 * The file that was named, or the nearest one from `cwd` upwards: not beyond the folder of a repository.
 * @throws UsageError for a file that is not there, cannot be read, or holds what is no setting
 */
export async function loadConfigFile(named: string | undefined, cwd: string): Promise<ConfigFile | undefined> {
  const path = named === undefined ? findUpwards(cwd) : resolve(cwd, named);
  if (path === undefined) return undefined;
  if (!existsSync(path)) throw new UsageError(`there is no configuration file '${named}'.`);
  const isData = extname(path) === '.json';
  const given = isData ? parsed(path) : await imported(path);
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw new UsageError(`${basename(path)} must ${isData ? 'hold' : 'export by default'} an object of settings.`);
  return { path, isData, values: flattened(given as Record<string, unknown>, basename(path)) };
}

function findUpwards(start: string): string | undefined {
  for (let folder = resolve(start); ; folder = dirname(folder)) {
    const found = configNames.map((name) => join(folder, name)).find((file) => existsSync(file));
    if (found !== undefined) return found;
    if (existsSync(join(folder, '.git')) || folder === dirname(folder)) return undefined;
  }
}

function parsed(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8').replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new UsageError(`${basename(path)} is no JSON: ${messageOf(error)}`);
  }
}

async function imported(path: string): Promise<unknown> {
  try {
    if (/^\.[mc]?ts$/.test(extname(path))) (await import('tsx/esm/api')).register();
    const namespace = (await import(pathToFileURL(path).href)) as { default?: unknown };
    return await unwrapped(namespace.default);
  } catch (error) {
    throw new UsageError(`cannot load ${basename(path)}: ${messageOf(error)}`);
  }
}

/** A CommonJS file's own default export, and what a function of that name gives. */
async function unwrapped(given: unknown): Promise<unknown> {
  const inner = typeof given === 'object' && given !== null && '__esModule' in given ? (given as { default?: unknown }).default : given;
  return typeof inner === 'function' ? await (inner as () => unknown)() : inner;
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).split('\n', 1)[0] ?? '';

const keys = settings.map(({ key }) => key);
/** Keys that only hold others: `auth`, `limits`, `cors`. */
const branches = new Set(keys.filter((key) => key.includes('.')).map((key) => key.slice(0, key.indexOf('.'))));
/** Not a setting: editors look for it. */
const ignored = new Set(['$schema']);

function flattened(given: Record<string, unknown>, file: string, prefix = ''): Map<string, unknown> {
  const found = new Map<string, unknown>();
  for (const [name, value] of Object.entries(given)) {
    const key = prefix + name;
    if (value === undefined || ignored.has(key)) continue;
    if (keys.includes(key)) found.set(key, value);
    else if (branches.has(key)) for (const [inner, one] of flattened(branch(value, key, file), file, `${key}.`)) found.set(inner, one);
    else throw new UsageError(`${file}: ${unknown(key)}`);
  }
  return found;
}

function branch(value: unknown, key: string, file: string): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  // `cors: ['https://…']` is the short form.
  if (key === 'cors' && Array.isArray(value)) return { origins: value };
  const inner = keys.filter((one) => one.startsWith(`${key}.`)).map((one) => one.slice(key.length + 1));
  throw new UsageError(`${file}: ${key} must be an object of ${inner.join(', ')}.`);
}

function unknown(key: string): string {
  // A name may also stand on the wrong level.
  const elsewhere = keys.find((known) => known.endsWith(`.${key}`));
  const close = elsewhere ?? nearest(key, [...keys, ...branches]) ?? settings.find(({ flag }) => flag === key)?.key;
  return `there is no setting '${key}'.${close ? ` Did you mean '${close}'?` : ''}`;
}
