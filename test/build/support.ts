/** Small projects in a temporary folder, built in this process. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ts } from '../../src/build/compiler.js';
import { type BuildOptions, type BuildResult, buildManifest } from '../../src/build/index.js';
import type { ToolContract } from '../../src/types.js';

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');

/** A folder with the given files and a tsconfig.json in which 'toolmark' is this repository's source. */
export function makeProject(
  files: Record<string, string>,
  options: Record<string, unknown> = {},
  type: 'module' | 'commonjs' = 'module',
): string {
  const folder = mkdtempSync(join(tmpdir(), 'toolmark-'));
  const compilerOptions = {
    target: 'ES2022',
    module: 'nodenext',
    strict: true,
    experimentalDecorators: true,
    noEmit: true,
    skipLibCheck: true,
    types: ['node'],
    typeRoots: [join(root, 'node_modules/@types')],
    paths: { toolmark: [join(root, 'src/index.ts')], '*': [join(root, 'node_modules/*')] },
    ...options,
  };
  writeFiles(folder, {
    'package.json': JSON.stringify({ name: 'fixture', type }),
    'tsconfig.json': JSON.stringify({ compilerOptions, include: ['src'] }),
    ...files,
  });
  return folder;
}

export function writeFiles(folder: string, files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}

/** Builds and removes the folder. */
export function buildFiles(files: Record<string, string>, options: BuildOptions = {}): BuildResult {
  const folder = makeProject(files);
  try {
    return buildManifest({ cwd: folder, ...options });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export const codes = (result: BuildResult): string[] => result.diagnostics.map((one) => one.code);

/** The contract of `Class.method`, or of a function. */
export function contractOf(result: BuildResult, name: string): ToolContract {
  const [owner, method] = name.split('.');
  const found =
    result.model?.classes.find((one) => one.name === owner)?.methods[method ?? ''] ??
    result.model?.functions.find((one) => one.name === name)?.contract;
  if (!found) throw new Error(`${name} is not in the manifest: ${result.tools.join(', ')}; ${JSON.stringify(result.diagnostics)}`);
  return found;
}

/** The project as the compiler sees it; `files` in place of its own. */
export function programIn(folder: string, files?: readonly string[]): ts.Program {
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => undefined };
  const config = ts.getParsedCommandLineOfConfigFile(join(folder, 'tsconfig.json'), {}, host);
  return ts.createProgram(files ?? config?.fileNames ?? [], config?.options ?? {});
}
