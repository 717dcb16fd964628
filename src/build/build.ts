/** Opens a project and builds its manifest, once or again and again. */
import { join, posix, resolve } from 'node:path';
import { Builder, type BuildOutcome } from './builder.js';
import { ts } from './compiler.js';
import { createCollector } from './diagnostics/collector.js';
import type { Diagnostic } from './diagnostics/diagnostic.js';
import { forbidsImports, importEnding } from './emit/ending.js';
import type { MethodKindName } from './discover/marked.js';
import type { ManifestModel } from './emit/model.js';
import { writeModule } from './emit/module-text.js';
import { loadProject, type Project, type ProjectRequest } from './project/config.js';

/** What to build. */
export interface BuildOptions extends ProjectRequest {
  /** Where the generated module is to lie; by default `src/toolmark.generated.ts`, or beside the tsconfig when no source is in `src`. */
  out?: string;
}

/** What a build gives. Nothing is written. */
export interface BuildResult {
  /** The generated module's text. */
  text: string;
  /** Absolute path of the generated module. */
  out: string;
  /** Sorted by place. With an error among them the text is not to be used. */
  diagnostics: Diagnostic[];
  /** Names of the tools, as `Class.method` or the function's name, in the manifest's order. */
  tools: string[];
  /** Likewise, `Class.method`. */
  resources: string[];
  prompts: string[];
  /** Names of the forms. */
  forms: string[];
  /** Names of the classes that are given as schemas. */
  schemas: string[];
  /** What the text was written from. Undefined when no project was found. */
  model: ManifestModel | undefined;
  /** The project's compiler settings and files. */
  project: Project | undefined;
  /** Every source of the project that was read. */
  inputs: string[];
}

/** Builds once. Faults of the sources are diagnostics; nothing is thrown for them. */
export function buildManifest(options: BuildOptions = {}): BuildResult {
  return openBuild(options).run();
}

/** A build that can be run again and is faster then. */
export interface WarmBuild {
  run(): BuildResult;
  project: Project | undefined;
}

/** Reads the project; each run builds from what the files hold then. */
export function openBuild(options: BuildOptions = {}): WarmBuild {
  const collector = createCollector();
  const project = loadProject(options, collector);
  const out = outputFile(options, project);
  if (!project)
    return { project, run: () => ({ ...nothing, text: '', out, diagnostics: collector.all(), model: undefined, project, inputs: [] }) };
  const builder = new Builder(project, out);
  return { project, run: () => toResult(builder.run(), out, project) };
}

const nothing = { tools: [], resources: [], prompts: [], forms: [], schemas: [] };

function toResult({ model, diagnostics, program, inputs }: BuildOutcome, out: string, project: Project): BuildResult {
  const text = writeModule(model, out, importEnding(program, inputs, out));
  const marked = (kind: MethodKindName): string[] =>
    model.classes.flatMap((one) =>
      Object.keys(one.methods)
        .filter((method) => one.marks[method]?.includes(kind))
        .map((method) => `${one.name}.${method}`),
    );
  const found = {
    tools: [...marked('tool'), ...model.functions.map((one) => one.name)],
    resources: marked('resource'),
    prompts: marked('prompt'),
    forms: model.forms.map((one) => one.name),
    schemas: model.schemas.map((one) => one.name),
  };
  const own = createCollector();
  const isEmpty = Object.values(found).every((names) => names.length === 0);
  if (!isEmpty && forbidsImports(out, project.options)) own.report('TM1007', undefined, posix.relative(project.folder, out));
  return { ...found, text, out, diagnostics: [...own.all(), ...diagnostics], model, project, inputs };
}

function outputFile(options: BuildOptions, project: Project | undefined): string {
  const cwd = options.cwd ?? process.cwd();
  if (options.out !== undefined) return resolve(cwd, options.out).replaceAll('\\', '/');
  const folder = project?.folder ?? resolve(cwd);
  const source = join(folder, 'src').replaceAll('\\', '/');
  const inSource = ts.sys.directoryExists(source) && (project?.files ?? []).some((file) => file.startsWith(`${source}/`));
  return join(inSource ? source : folder, 'toolmark.generated.ts').replaceAll('\\', '/');
}
