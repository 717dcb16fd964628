/** Runs the build on one project, again and again: what did not change is not worked out twice. */
import { ts } from './compiler.js';
import { compareText, createCollector, sortDiagnostics } from './diagnostics/collector.js';
import type { Diagnostic } from './diagnostics/diagnostic.js';
import type { FormModel, ManifestModel, SchemaModel } from './emit/model.js';
import { sourceHash } from '../source-hash.js';
import { affectedFiles, mergePasses } from './incremental.js';
import { BuildPass, type Pass, projectFiles, type Unit } from './pass.js';
import type { Project } from './project/config.js';
import { type CachingHost, createHost } from './project/host.js';
import { PackageIndex } from './project/packages.js';

/** What one run gave. */
export interface BuildOutcome {
  model: ManifestModel;
  diagnostics: Diagnostic[];
  program: ts.Program;
  /** Every source of the project that was read. */
  inputs: string[];
}

/** One project on one warm Program. */
export class Builder {
  readonly #project: Project;
  readonly #host: CachingHost;
  readonly #generatedFile: string;
  readonly #packages = new PackageIndex();
  #program: ts.Program | undefined;
  /** The last pass without errors, and what changed since. */
  #last: { pass: Pass; program: ts.Program } | undefined;
  #changed = new Set<string>();

  constructor(project: Project, generatedFile: string) {
    this.#project = project;
    this.#generatedFile = generatedFile;
    this.#host = createHost(project.options, generatedFile);
  }

  /** Builds from what the files hold now. */
  run(): BuildOutcome {
    for (const file of this.#host.refresh()) this.#changed.add(file);
    const rootNames = this.#project.files.filter((file) => file !== this.#generatedFile);
    const program = ts.createProgram({ rootNames, options: this.#project.options, host: this.#host, oldProgram: this.#program });
    this.#program = program;
    const files = projectFiles(program, this.#generatedFile, this.#packages);
    const pass = this.#again(program, files) ?? this.#pass(program, files);
    if (!pass.diagnostics.some((found) => found.severity === 'error')) {
      this.#last = { pass, program };
      this.#changed = new Set();
    }
    return { ...toOutcome(pass, program, this.#project), inputs: files.map((file) => file.fileName) };
  }

  #pass(program: ts.Program, files: readonly ts.SourceFile[]): Pass {
    return new BuildPass(program, this.#generatedFile, this.#packages).run(files);
  }

  /** Only what the changes reach; undefined when that cannot be told apart. */
  #again(program: ts.Program, files: readonly ts.SourceFile[]): Pass | undefined {
    if (!this.#last) return undefined;
    const affected = affectedFiles(program, this.#last.program, this.#changed);
    if (!affected) return undefined;
    if (affected.size === 0) return this.#last.pass;
    const part = this.#pass(
      program,
      files.filter((file) => affected.has(file.fileName)),
    );
    return mergePasses(this.#last.pass, part, affected);
  }
}

function toOutcome({ units, types, $defs, diagnostics }: Pass, program: ts.Program, project: Project): Omit<BuildOutcome, 'inputs'> {
  const collector = createCollector();
  // An error about a tool says more than that none is left.
  if (units.length === 0 && diagnostics.length === 0) collector.report('TM1003', undefined, project.configFile ?? project.folder);
  const model: ManifestModel = {
    classes: units
      .map((unit) => unit.class)
      .filter((one) => one !== undefined)
      .sort(byExport),
    functions: units
      .map((unit) => unit.function)
      .filter((one) => one !== undefined)
      .sort(byExport),
    forms: uniqueForms(units.map((unit) => unit.form).filter((one) => one !== undefined)).sort(byExport),
    schemas: mergedSchemas(units.map((unit) => unit.schema).filter((one) => one !== undefined)).sort(byExport),
    types: sortRecord(types),
    $defs: sortRecord($defs),
    sources: hashAll(units, program),
  };
  return { model, diagnostics: sortDiagnostics([...diagnostics, ...collector.all()]), program };
}

/** A class may be given as a form in several files. */
function uniqueForms(forms: readonly FormModel[]): FormModel[] {
  return [...new Map(forms.map((form) => [`${form.ref.module}\0${form.ref.name}`, form])).values()];
}

/** A class may be given as the schema of arguments here and of results there. */
function mergedSchemas(schemas: readonly SchemaModel[]): SchemaModel[] {
  const found = new Map<string, SchemaModel>();
  for (const schema of schemas) {
    const key = `${schema.ref.module}\0${schema.ref.name}`;
    found.set(key, { ...found.get(key), ...schema });
  }
  return [...found.values()];
}

function hashAll(units: readonly Unit[], program: ts.Program): Record<string, string> {
  const files = [...new Set(units.flatMap((unit) => unit.sources))].sort(compareText);
  return Object.fromEntries(files.map((file) => [file, sourceHash(program.getSourceFile(file)?.text ?? '')]));
}

function byExport(a: { ref: { module: string; name: string } }, b: { ref: { module: string; name: string } }): number {
  return compareText(a.ref.module, b.ref.module) || compareText(a.ref.name, b.ref.name);
}

function sortRecord<V>(record: Record<string, V>): Record<string, V> {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => compareText(a, b)));
}
