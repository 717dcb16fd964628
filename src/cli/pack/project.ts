/** The package that is packed: what its package.json says, and which of its files npm would publish. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { UsageError } from '../io.js';

/** package.json, as far as it is needed. */
export interface PackageJson {
  name?: string;
  version?: string;
  description?: string;
  /** The server's name in the MCP registry. */
  mcpName?: string;
  private?: boolean;
  author?: string | { name?: string; email?: string; url?: string };
  license?: string;
  homepage?: string;
  bugs?: string | { url?: string };
  repository?: string | { type?: string; url?: string; directory?: string };
  keywords?: string[];
  engines?: { node?: string };
  bin?: string | Record<string, string>;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
}

/** A package and its folder. */
export interface Project {
  folder: string;
  facts: PackageJson;
}

/** The package at or above a folder. @throws UsageError where there is none */
export function findProject(start: string): Project {
  for (let folder = resolve(start); ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'package.json'))) return { folder, facts: readPackage(folder) };
    if (folder === dirname(folder)) throw new UsageError(`there is no package.json in ${start} or above it.`);
  }
}

/** @throws UsageError when it cannot be read */
export function readPackage(folder: string): PackageJson {
  try {
    return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as PackageJson;
  } catch (error) {
    throw new UsageError(`package.json cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Paths that `npm pack` would take, relative to the package. npm alone knows all of its rules. */
export function publishedFiles({ folder }: Project): string[] {
  const windows = process.platform === 'win32';
  try {
    const told = execFileSync(windows ? 'npm.cmd' : 'npm', ['pack', '--dry-run', '--json', '--ignore-scripts', '--silent'], {
      cwd: folder,
      encoding: 'utf8',
      shell: windows,
      stdio: ['ignore', 'pipe', 'pipe'],
      maxBuffer: 64 * 1024 * 1024,
    });
    const [{ files } = { files: [] }] = Object.values(JSON.parse(told) as Record<string, { files: { path: string }[] }>);
    return files.map(({ path }) => path);
  } catch (error) {
    throw new Error(`npm pack --dry-run failed: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}

/** `git+https://…/x.git`, `github:you/x` and `git@host:you/x` as a page that a browser opens. */
export function repositoryOf({ repository }: PackageJson): { url: string; source: string; subfolder?: string } | undefined {
  const { url = '', directory } = typeof repository === 'string' ? { url: repository } : (repository ?? {});
  const short = /^(?:(github|gitlab):)?([\w.-]+\/[\w.-]+)$/.exec(url);
  const page = short
    ? `https://${short[1] ?? 'github'}.com/${short[2]}`
    : url
        .replace(/^git\+/, '')
        .replace(/^(?:ssh:\/\/)?git@([^:/]+)[:/]/, 'https://$1/')
        .replace(/^git:/, 'https:')
        .replace(/\.git$/, '');
  if (!URL.canParse(page)) return undefined;
  const { hostname } = new URL(page);
  return { url: page, source: hostname.replace(/\.[^.]+$/, ''), ...(directory && { subfolder: directory.replace(/^\.\//, '') }) };
}

/** `Ann <ann@example.com> (https://example.com)` as an object. */
export function authorOf({ author }: PackageJson): { name: string; email?: string; url?: string } | undefined {
  if (typeof author !== 'string') return author?.name === undefined ? undefined : { ...author, name: author.name };
  const [, name = '', email, url] = /^([^<(]*)(?:<([^>]*)>)?\s*(?:\(([^)]*)\))?/.exec(author) ?? [];
  return name.trim() === '' ? undefined : { name: name.trim(), ...(email && { email }), ...(url && { url }) };
}
