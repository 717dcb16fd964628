/** A program given as text: built by the real build step, run as CommonJS modules, and bound together as the generated module would do it. */
import { rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { ts } from '../../../src/build/compiler.js';
import { buildManifest, type BuildResult } from '../../../src/build/index.js';
import * as toolmark from '../../../src/index.js';
import type { Constructor, ToolManifest } from '../../../src/types.js';
import { makeProject } from '../../build/support.js';

/** Gives the exports of `src/NAME.ts`. */
export type Load = (name: string) => Record<string, unknown>;

/** What was made of a program. */
export interface Program {
  manifest: ToolManifest;
  load: Load;
  /** Loads the modules once more, apart from the manifest's. */
  fresh(): Load;
}

/** @param files their service classes are in `src/main.ts` @throws Error for diagnostics of the build step */
export function programOf(files: Readonly<Record<string, string>>): Program {
  const project = makeProject(
    files,
    { lib: ['es2023'], module: 'commonjs', moduleResolution: 'node10', esModuleInterop: true },
    'commonjs',
  );
  try {
    const built = buildManifest({ cwd: project });
    const errors = built.diagnostics.filter(({ severity }) => severity === 'error');
    if (errors.length > 0) throw new Error(errors.map(({ code, message }) => `${code} ${message}`).join('\n'));
    const load = loaderOf(files);
    return { manifest: bind(built, load), load, fresh: () => loaderOf(files) };
  } finally {
    rmSync(project, { recursive: true, force: true });
  }
}

/** Runs the files as CommonJS modules; packages come from this repository. */
function loaderOf(files: Readonly<Record<string, string>>): Load {
  const loaded = new Map<string, Record<string, unknown>>();
  const packages = createRequire(import.meta.url);
  const load: Load = (name) => {
    const known = loaded.get(name);
    if (known) return known;
    const exports: Record<string, unknown> = {};
    loaded.set(name, exports);
    const compilerOptions = {
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.CommonJS,
      experimentalDecorators: true,
      emitDecoratorMetadata: true,
    };
    const { outputText } = ts.transpileModule(files[`src/${name}.ts`] ?? '', { compilerOptions });
    const find = (specifier: string): unknown =>
      specifier === 'toolmark' ? toolmark : specifier.startsWith('./') ? load(specifier.slice(2)) : packages(specifier);
    // oxlint-disable-next-line typescript/no-implied-eval -- the test's own files
    (new Function('exports', 'require', outputText) as (exports: object, find: (specifier: string) => unknown) => void)(exports, find);
    return exports;
  };
  return load;
}

/** What the generated module would say. */
function bind({ model }: BuildResult, load: Load): ToolManifest {
  if (!model) throw new Error('no manifest');
  const fileOf = (path: string): string => /([^/\\]+)\.ts$/.exec(path)?.[1] ?? path;
  const thunks = <V>(values: Record<string, V>): Record<string, () => V> =>
    Object.fromEntries(Object.entries(values).map(([key, value]) => [key, () => value]));
  return {
    version: 1,
    sources: {},
    functions: [],
    $defs: thunks(model.$defs),
    types: Object.fromEntries(
      Object.entries(model.types).map(([name, ref]) => [name, () => load(fileOf(ref.module))[ref.name] as Constructor]),
    ),
    classes: model.classes.map((one) => ({
      class: () => load('main')[one.name] as Constructor,
      name: one.name,
      source: one.file,
      methods: thunks(one.methods),
    })),
  };
}
