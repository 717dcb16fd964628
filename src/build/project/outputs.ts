/** Tells which file the compiler writes for each source, so that compiled modules are known again. */
import { dirname, relative, resolve } from 'node:path';
import type { Project } from './config.js';

const isSource = /(?<!\.d)\.[cm]?tsx?$/;

/** Source file -> compiled file, for the project's own list of files. */
export function outputFiles(project: Project): Record<string, string> {
  const sources = project.files.filter((file) => isSource.test(file));
  const { outDir, rootDir } = project.options;
  const root = rootDir ?? (project.composite ? project.folder : commonFolder(sources));
  const entries = sources.map((file): [string, string] => {
    const target = outDir === undefined ? file : resolve(outDir, relative(root, file));
    return [file, target.replaceAll('\\', '/').replace(/\.([cm]?)tsx?$/, '.$1js')];
  });
  return Object.fromEntries(entries);
}

function commonFolder(files: readonly string[]): string {
  const [first = '/', ...others] = files.map((file) => dirname(file));
  let common = first;
  for (const folder of others)
    while (folder !== common && !folder.startsWith(`${common}/`) && dirname(common) !== common) common = dirname(common);
  return common;
}
