/** The shared type cases as tools: built from their source by the real build step, and bound to the classes of that source. */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { buildManifest, type BuildResult } from '../../../src/build/index.js';
import { ts } from '../../../src/build/compiler.js';
import * as toolmark from '../../../src/index.js';
import type { Constructor, ToolManifest } from '../../../src/types.js';
import { makeProject, root } from '../../build/support.js';

/** One row of cases.json. */
export interface TypeCase {
  name: string;
  parameters: string;
  accept: Record<string, unknown>[];
  refuse: Record<string, unknown>[];
  note?: string;
}

const folder = resolve(root, '../shared/cases/types');

/** Empty where the shared files are not beside the repository. */
export const typeCases: readonly TypeCase[] = existsSync(folder)
  ? (JSON.parse(readFileSync(join(folder, 'cases.json'), 'utf8')) as TypeCase[]).filter(
      ({ note }) => !note?.startsWith('a build diagnostic'),
    )
  : [];

/** A registry with one tool for each case. */
export function typeCaseRegistry(): toolmark.ToolRegistry {
  const files = sources();
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
    const { Cases } = load('main') as { Cases: new () => object };
    return new toolmark.ToolRegistry({ manifest: bind(built, load) }).register(new Cases());
  } finally {
    rmSync(project, { recursive: true, force: true });
  }
}

function sources(): Record<string, string> {
  const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
  const main = [
    "import { tool } from 'toolmark';",
    "import * as T from './types';",
    "import * as O from './other';",
    "import type { PkgPoint, PkgUnion, PkgClass } from 'fake-pkg';",
    "import type { JSONSchema7 } from 'json-schema';",
    'export class Cases {',
    ...typeCases.map(({ name, parameters }) => `  @tool() ${name}(${parameters}): void {}`),
    '}',
  ];
  return {
    'src/types.ts': read('types.ts'),
    'src/other.ts': read('other.ts'),
    'src/node_modules/fake-pkg/index.d.ts': read('fake-pkg/index.d.ts'),
    'src/node_modules/fake-pkg/package.json': read('fake-pkg/package.json'),
    'src/main.ts': main.join('\n'),
  };
}

type Load = (name: string) => Record<string, unknown>;

/** Runs the files as CommonJS modules; packages come from this repository. */
function loaderOf(files: Readonly<Record<string, string>>): Load {
  const loaded = new Map<string, Record<string, unknown>>();
  const packages = createRequire(import.meta.url);
  const load: Load = (name) => {
    const known = loaded.get(name);
    if (known) return known;
    const exports: Record<string, unknown> = {};
    loaded.set(name, exports);
    const compilerOptions = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.CommonJS, experimentalDecorators: true };
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
