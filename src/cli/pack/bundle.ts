/** Puts a bundle together: the package as npm would publish it, what it needs at run time, a program and the manifest. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { entryOf, filesOf, runtimePackages } from './dependencies.js';
import { entryPoint, entrySource } from './manifest.js';
import { publishedFiles } from './project.js';
import type { PackRequest } from './request.js';
import { zip, type ZipEntry } from './zip.js';

/** Files of a bundle, without its manifest. */
export interface Contents {
  entries: ZipEntry[];
  /** Whether compiled code is among them. */
  natives: boolean;
  packages: number;
}

/** @throws Error for a module that npm would leave out, or a dependency that is not installed */
export function contentsOf(request: PackRequest): Contents {
  const { project, modules } = request;
  const own = publishedFiles(project).filter((path) => path !== 'manifest.json' && path !== 'server.json' && !path.endsWith('.mcpb'));
  const missing = modules.find((module) => !own.includes(module));
  if (missing !== undefined)
    throw new Error(`npm would not publish ${missing}, so the bundle would lack it. Name its folder in "files" of package.json.`);
  const packages = runtimePackages(project);
  const entries = [
    ...own.map((path) => entryOf(project.folder, path, path)),
    ...packages.flatMap(({ folder, path }) => filesOf(folder).map((file) => entryOf(folder, file, join(path, file)))),
    { name: entryPoint, data: Buffer.from(entrySource(request)) },
  ];
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  return { entries, packages: packages.length, natives: entries.some(({ name }) => name.endsWith('.node')) };
}

/** The archive, with the manifest in front, and its hash. */
export function archive({ entries }: Contents, manifest: object): { data: Buffer; sha256: string } {
  const data = zip([{ name: 'manifest.json', data: Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`) }, ...entries]);
  return { data, sha256: createHash('sha256').update(data).digest('hex') };
}
