/** Runs the build on one project, again and again: what did not change is not worked out twice. */
import type { ContractSchema, ToolContract } from '../types.js';
import { ts } from './compiler.js';
import { createCollector, compareText, type DiagnosticCollector, sortDiagnostics } from './diagnostics/collector.js';
import type { Diagnostic } from './diagnostics/diagnostic.js';
import { chooseClasses, type FoundClass, methodSource, withAccess } from './discover/classes.js';
import { type ContractSource, type DraftContract, draftContract } from './discover/contracts.js';
import { ExportIndex, moduleSpecifiers } from './discover/exports.js';
import { type FoundFunction, readFunction } from './discover/functions.js';
import { isToolmarkFile, Marks } from './discover/marks.js';
import { MethodIndex } from './discover/methods.js';
import type { Discovery } from './discover/parameters.js';
import { References } from './discover/references.js';
import { scanFile } from './discover/scan.js';
import { ValueChecker } from './discover/values.js';
import type { ClassModel, FunctionModel, ManifestModel } from './emit/model.js';
import { hashSource } from './emit/sources.js';
import type { ContractGenerator } from './generate/contract-generator.js';
import { createGenerator } from './generate/index.js';
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

/** A class or function whose contracts are being made. */
interface Unit {
  file: string;
  drafts: Map<string, DraftContract>;
  start: ts.Node[];
}

/** One project on one warm Program. */
export class Builder {
  readonly #project: Project;
  readonly #host: CachingHost;
  readonly #generatedFile: string;
  readonly #packages = new PackageIndex();
  #program: ts.Program | undefined;

  constructor(project: Project, generatedFile: string) {
    this.#project = project;
    this.#generatedFile = generatedFile;
    this.#host = createHost(project.options, generatedFile);
  }

  /** Builds from what the files hold now. */
  run(): BuildOutcome {
    this.#host.refresh();
    const rootNames = this.#project.files.filter((file) => file !== this.#generatedFile);
    const program = ts.createProgram({ rootNames, options: this.#project.options, host: this.#host, oldProgram: this.#program });
    this.#program = program;
    return new BuildRun(program, this.#generatedFile, this.#packages).run(this.#project.configFile ?? this.#project.folder);
  }
}

/** The work on one Program. */
class BuildRun {
  readonly #program: ts.Program;
  readonly #generatedFile: string;
  readonly #packages: PackageIndex;
  readonly #collector: DiagnosticCollector = createCollector();
  readonly #discovery: Discovery;
  readonly #exports: ExportIndex;

  constructor(program: ts.Program, generatedFile: string, packages: PackageIndex) {
    this.#program = program;
    this.#generatedFile = generatedFile;
    this.#packages = packages;
    const checker = program.getTypeChecker();
    const { report } = this.#collector;
    this.#exports = new ExportIndex(program);
    const root = program.getCurrentDirectory();
    const generator: ContractGenerator = createGenerator(program, report, root);
    this.#discovery = { program, checker, marks: new Marks(checker, packages), generator, report };
  }

  run(place: string): BuildOutcome {
    const files = this.#sourceFiles();
    for (const file of files) this.#checkFile(file);
    const { classes, functions } = this.#find(files);
    if (classes.length === 0 && functions.length === 0) this.#collector.report('TM1003', undefined, place);
    const model = this.#build(classes, functions);
    return { model, diagnostics: sortDiagnostics(this.#collector.all()), program: this.#program, inputs: files.map((file) => file.fileName) };
  }

  #sourceFiles(): ts.SourceFile[] {
    return this.#program
      .getSourceFiles()
      .filter((file) => !file.isDeclarationFile && !this.#program.isSourceFileFromExternalLibrary(file) && file.fileName !== this.#generatedFile)
      .filter((file) => !file.fileName.endsWith('.json') && !isToolmarkFile(file.fileName, this.#packages));
  }

  /** Faults of syntax, and a toolmark that is not there: without it no decorator would be known. */
  #checkFile(file: ts.SourceFile): void {
    for (const fault of this.#program.getSyntacticDiagnostics(file)) {
      const said = ts.flattenDiagnosticMessageText(fault.messageText, ' ').replace(/\.$/, '');
      this.#collector.reportAt('TM1005', file, fault.start, fault.length, said);
    }
    for (const specifier of moduleSpecifiers(file)) {
      if (specifier.text === 'toolmark' && !this.#discovery.checker.getSymbolAtLocation(specifier)) this.#collector.report('TM1004', specifier, specifier.text);
    }
  }

  #find(files: readonly ts.SourceFile[]): { classes: FoundClass[]; functions: FoundFunction[] } {
    const { marks, checker, report } = this.#discovery;
    const scanned = files.map((file) => scanFile(file, marks));
    const methods = new MethodIndex(checker, marks);
    const nodes = scanned.flatMap((one) => one.classes);
    const classes = chooseClasses(nodes, { checker, marks, methods, exports: this.#exports, report });
    const calls = scanned.flatMap((one) => one.calls);
    const functions = calls.map((call) => readFunction(this.#discovery, call, this.#exports)).filter((one) => one !== undefined);
    return { classes: classes.sort(byExport), functions: functions.sort(byExport) };
  }

  #build(classes: readonly FoundClass[], functions: readonly FoundFunction[]): ManifestModel {
    const classUnits = classes.map((found) => this.#classUnit(found));
    const functionUnits = functions.map((found) => this.#unit(found.file, new Map([[found.name, found.source]]), [found.source.declaration]));
    const finished = this.#discovery.generator.finish();
    const types = this.#types(finished.classes);
    const values = new ValueChecker(finished.$defs, this.#collector.report);
    const finish = (unit: Unit): [string, ToolContract][] =>
      [...unit.drafts].map(([name, draft]) => [name, finishContract(draft, (schema) => finished.rename(schema), values)]);
    const classModels = classes.map((found, index): ClassModel => ({ ...pick(found), methods: Object.fromEntries(finish(classUnits[index] as Unit)) }));
    const functionModels = functions.map((found, index): FunctionModel => ({ ...pick(found), contract: (finish(functionUnits[index] as Unit)[0] as [string, ToolContract])[1] }));
    const sources = this.#sources([...classUnits, ...functionUnits]);
    return { classes: classModels, functions: functionModels, types, $defs: sortRecord(Object.fromEntries(finished.$defs)), sources };
  }

  #classUnit(found: FoundClass): Unit {
    const methods = new Map<string, ContractSource>();
    for (const method of [...found.methods].sort((a, b) => compareText(a.name, b.name))) {
      const source = methodSource(found, method, this.#discovery.checker);
      if (source) methods.set(method.name, source);
    }
    const heritage = found.lineage.flatMap((node) => [...(node.heritageClauses ?? [])]);
    return this.#unit(found.file, methods, [...heritage, ...found.methods.flatMap((method) => method.lineage)]);
  }

  #unit(file: string, sources: Map<string, ContractSource>, start: ts.Node[]): Unit {
    const drafts = new Map([...sources].map(([name, source]) => [name, draftContract(this.#discovery, source)]));
    return { file, drafts, start };
  }

  #types(classes: ReadonlyMap<string, ts.Symbol>): ManifestModel['types'] {
    const found: ManifestModel['types'] = {};
    for (const [name, symbol] of classes) {
      const ref = this.#exports.locate(symbol);
      const declaration = symbol.valueDeclaration;
      if (ref) found[name] = withAccess(ref, declaration);
      else this.#collector.report('TM1012', declaration && ts.getNameOfDeclaration(declaration), name);
    }
    return sortRecord(found);
  }

  #sources(units: readonly Unit[]): Record<string, string> {
    const references = new References(this.#program);
    const files = references.closure(
      units.flatMap((unit) => unit.start),
      this.#collector.report,
    );
    for (const unit of units) files.add(unit.file);
    const own = [...files].filter((file) => !isToolmarkFile(file, this.#packages) && file !== this.#generatedFile).sort(compareText);
    return Object.fromEntries(own.map((file) => [file, hashSource(this.#program.getSourceFile(file)?.text ?? '')]));
  }
}

function finishContract(draft: DraftContract, rename: (schema: ContractSchema) => ContractSchema, values: ValueChecker): ToolContract {
  const { contract, checks } = draft;
  for (const check of checks) values.check(check, rename(check.schema));
  const parameters = contract.parameters.map((one) => (one.schema ? { ...one, schema: rename(one.schema) } : one));
  const { output, ...rest } = contract;
  return output ? { ...rest, parameters, output: rename(output) } : { ...rest, parameters };
}

const pick = <R>({ ref, name, file }: { ref: R; name: string; file: string }): { ref: R; name: string; file: string } => ({ ref, name, file });

function byExport(a: { ref: { module: string; name: string } }, b: { ref: { module: string; name: string } }): number {
  return compareText(a.ref.module, b.ref.module) || compareText(a.ref.name, b.ref.name);
}

function sortRecord<V>(record: Record<string, V>): Record<string, V> {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => compareText(a, b)));
}
