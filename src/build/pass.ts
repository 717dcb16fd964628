/** One pass over a Program: what is in its files, and the contracts of that. */
import type { ContractSchema, ToolContract } from '../types.js';
import { ts } from './compiler.js';
import { compareText, createCollector, type DiagnosticCollector } from './diagnostics/collector.js';
import type { Diagnostic } from './diagnostics/diagnostic.js';
import { checkMethods } from './discover/checks/index.js';
import { chooseClasses, type FoundClass, methodSource, withAccess } from './discover/classes.js';
import { type ContractSource, type DraftContract, draftContract } from './discover/contracts.js';
import { ExportIndex, moduleSpecifiers } from './discover/exports.js';
import { type FoundFunction, readFunction } from './discover/functions.js';
import { finishForm } from './discover/form-fields.js';
import { type FoundForm, readForm, readQuestion } from './discover/forms.js';
import { draftSchema, type FoundSchema, readSchemas } from './discover/schemas.js';
import { hasContract } from './discover/kinds.js';
import { kindsOf } from './discover/marked.js';
import { isToolmarkFile, Marks } from './discover/marks.js';
import { MethodIndex } from './discover/methods.js';
import type { Discovery } from './discover/parameters.js';
import { References } from './discover/references.js';
import { scanFile } from './discover/scan.js';
import { ValueChecker } from './discover/values.js';
import type { ClassModel, FormModel, FunctionModel, ManifestModel, SchemaModel } from './emit/model.js';
import { createGenerator } from './generate/index.js';
import { usedNames } from './used-names.js';
import type { PackageIndex } from './project/packages.js';

/** One class, function or form, finished; what it was made from tells when it is to be made again. */
export interface Unit {
  /** The file it is declared in. */
  file: string;
  class?: ClassModel;
  function?: FunctionModel;
  form?: FormModel;
  schema?: SchemaModel;
  /** Files that its contracts come from. */
  sources: string[];
  /** Listed or not, a generic base depends on who extends it. */
  hasGenericBase: boolean;
}

/** What one pass gave. */
export interface Pass {
  units: Unit[];
  types: ManifestModel['types'];
  $defs: ManifestModel['$defs'];
  diagnostics: Diagnostic[];
}

/** What was found in the files. */
interface Found {
  classes: FoundClass[];
  functions: FoundFunction[];
  forms: FoundForm[];
  schemas: FoundSchema[];
}

/** A class or function whose contracts are being made. */
interface Draft {
  drafts: Map<string, DraftContract>;
  start: ts.Node[];
}

/** Sources of the project itself: not the generated module, not what is installed, not toolmark. */
export function projectFiles(program: ts.Program, generatedFile: string, packages: PackageIndex): ts.SourceFile[] {
  return program
    .getSourceFiles()
    .filter((file) => !file.isDeclarationFile && !program.isSourceFileFromExternalLibrary(file) && file.fileName !== generatedFile)
    .filter((file) => !file.fileName.endsWith('.json') && !isToolmarkFile(file.fileName, packages));
}

/** The work on one Program; to be run once. */
export class BuildPass {
  readonly #program: ts.Program;
  readonly #generatedFile: string;
  readonly #packages: PackageIndex;
  readonly #collector: DiagnosticCollector = createCollector();
  readonly #discovery: Discovery;
  readonly #exports: ExportIndex;
  readonly #references: References;

  constructor(program: ts.Program, generatedFile: string, packages: PackageIndex) {
    this.#program = program;
    this.#generatedFile = generatedFile;
    this.#packages = packages;
    const checker = program.getTypeChecker();
    const { report } = this.#collector;
    this.#exports = new ExportIndex(program);
    this.#references = new References(program);
    const generator = createGenerator(program, report, program.getCurrentDirectory());
    this.#discovery = { program, checker, marks: new Marks(checker, packages), generator, report };
  }

  run(files: readonly ts.SourceFile[]): Pass {
    for (const file of files) this.#checkFile(file);
    const { classes, functions, forms, schemas } = this.#find(files);
    const { generator, report } = this.#discovery;
    const classDrafts = classes.map((found) => this.#draftClass(found));
    const functionDrafts = functions.map((found) => this.#draft(new Map([[found.name, found.source]]), [found.source.declaration]));
    const formDrafts = forms.map(({ name, type, node, at }) => generator.input(`form '${name}'`, type, node, at));
    const schemaDrafts = schemas.map((found) => draftSchema(found, generator));
    const finished = generator.finish();
    const types = this.#types(finished.classes);
    const values = new ValueChecker(finished.$defs, report);
    const finish = (draft: Draft): [string, ToolContract][] =>
      [...draft.drafts].map(([name, one]) => [name, finishContract(one, finished.rename, values)]);
    const units = [
      ...classes.map((found, index) => this.#classUnit(found, classDrafts[index] as Draft, finish, finished.$defs)),
      ...functions.map((found, index) => this.#functionUnit(found, functionDrafts[index] as Draft, finish)),
      ...forms.map((found, index) => this.#formUnit(found, finished.rename(formDrafts[index] as ContractSchema), finished.$defs)),
      ...schemas.map((found, index) => this.#schemaUnit(found, schemaDrafts[index], finished.rename)),
    ].filter((unit) => unit !== undefined);
    const all = Object.fromEntries(finished.$defs);
    const used = usedNames(units, all);
    const $defs = Object.fromEntries(Object.entries(all).filter(([name]) => used.has(name)));
    return { units, types, $defs, diagnostics: this.#collector.all() };
  }

  /** Faults of syntax, and a toolmark that is not there: without it no decorator would be known. */
  #checkFile(file: ts.SourceFile): void {
    for (const fault of this.#program.getSyntacticDiagnostics(file)) {
      const said = ts.flattenDiagnosticMessageText(fault.messageText, ' ').replace(/\.$/, '');
      this.#collector.reportAt('TM1005', file, fault.start, fault.length, said);
    }
    for (const specifier of moduleSpecifiers(file)) {
      if (specifier.text === 'toolmark' && !this.#discovery.checker.getSymbolAtLocation(specifier))
        this.#collector.report('TM1004', specifier, specifier.text);
    }
  }

  #find(files: readonly ts.SourceFile[]): Found {
    const { marks, checker, report } = this.#discovery;
    const scanned = files.map((file) => scanFile(file, marks));
    const methods = new MethodIndex(checker, marks);
    const nodes = scanned.flatMap((one) => one.classes);
    const exports = this.#exports;
    const forms = scanned.flatMap((one) => one.forms).map((call) => readForm(this.#discovery, call, exports));
    const functions = scanned.flatMap((one) => one.tools).map((call) => readFunction(this.#discovery, call, exports));
    const questions = scanned.flatMap((one) => one.questions).flatMap((call) => readQuestion(this.#discovery, call, exports));
    return {
      classes: chooseClasses(nodes, { checker, marks, methods, exports, report }),
      functions: functions.filter((one) => one !== undefined),
      forms: [...forms.filter((one) => one !== undefined), ...questions],
      schemas: scanned.flatMap((one) => one.schemas).flatMap((taker) => readSchemas(this.#discovery, taker, exports)),
    };
  }

  /** Undefined for a class that has nothing but completions. */
  #classUnit(
    found: FoundClass,
    draft: Draft,
    finish: (draft: Draft) => [string, ToolContract][],
    $defs: ReadonlyMap<string, ContractSchema>,
  ): Unit | undefined {
    const { ref, name, file, lineage } = found;
    const methods = Object.fromEntries(finish(draft));
    checkMethods(found, draft.drafts, methods, { ...this.#discovery, $defs });
    if (draft.drafts.size === 0) return undefined;
    const hasGenericBase = lineage.slice(1).some((base) => base.typeParameters !== undefined);
    const kinds = found.methods.filter((method) => method.name in methods).map((method) => [method.name, kindsOf(method)] as const);
    const marks = Object.fromEntries(kinds.sort(([a], [b]) => compareText(a, b)));
    return { file, class: { ref, name, file, methods, marks }, sources: this.#sources(draft, file), hasGenericBase };
  }

  #formUnit(found: FoundForm, schema: ContractSchema, $defs: ReadonlyMap<string, ContractSchema>): Unit | undefined {
    const { checker, report } = this.#discovery;
    const { ref, name, file, source, start } = found;
    const form = ref && { ref, name, file: source, schema: finishForm(found, schema, $defs, checker, report) };
    return form && { file, form, sources: this.#sources({ start }, source), hasGenericBase: false };
  }

  #schemaUnit(found: FoundSchema, draft: ContractSchema | undefined, rename: (schema: ContractSchema) => ContractSchema): Unit | undefined {
    const { ref, name, file, source, direction, node } = found;
    if (!ref || !draft) return undefined;
    const schema = { ref, name, file: source, [direction]: rename(draft) };
    return { file, schema, sources: this.#sources({ start: [node] }, source), hasGenericBase: false };
  }

  #functionUnit({ ref, name, file }: FoundFunction, draft: Draft, finish: (draft: Draft) => [string, ToolContract][]): Unit {
    const [finished] = finish(draft) as [[string, ToolContract]];
    return { file, function: { ref, name, file, contract: finished[1] }, sources: this.#sources(draft, file), hasGenericBase: false };
  }

  #draftClass(found: FoundClass): Draft {
    const methods = new Map<string, ContractSource>();
    for (const method of found.methods.filter(hasContract).sort((a, b) => compareText(a.name, b.name))) {
      const source = methodSource(found, method, this.#discovery.checker);
      if (source) methods.set(method.name, source);
    }
    const heritage = found.lineage.flatMap((node) => [...(node.heritageClauses ?? [])]);
    return this.#draft(methods, [...heritage, ...found.methods.filter(hasContract).flatMap((method) => method.lineage)]);
  }

  #draft(sources: Map<string, ContractSource>, start: ts.Node[]): Draft {
    return { drafts: new Map([...sources].map(([name, source]) => [name, draftContract(this.#discovery, source)])), start };
  }

  #types(classes: ReadonlyMap<string, ts.Symbol>): ManifestModel['types'] {
    const found: ManifestModel['types'] = {};
    for (const [name, symbol] of classes) {
      const ref = this.#exports.locate(symbol);
      const declaration = symbol.valueDeclaration;
      if (ref) found[name] = withAccess(ref, declaration);
      // A compiled class that cannot be imported arrives as plain data.
      else if (!declaration?.getSourceFile().isDeclarationFile) {
        this.#collector.report(
          declaration && this.#exports.assigned(declaration) ? 'TM1016' : 'TM1012',
          declaration && ts.getNameOfDeclaration(declaration),
          name,
        );
      }
    }
    return found;
  }

  #sources({ start }: Pick<Draft, 'start'>, own: string): string[] {
    const files = this.#references.closure(start, this.#collector.report).add(own);
    return [...files].filter((file) => !isToolmarkFile(file, this.#packages) && file !== this.#generatedFile);
  }
}

function finishContract(draft: DraftContract, rename: (schema: ContractSchema) => ContractSchema, values: ValueChecker): ToolContract {
  const { contract, checks } = draft;
  for (const check of checks) values.check(check, rename(check.schema));
  const parameters = contract.parameters.map((one) => (one.schema ? { ...one, schema: rename(one.schema) } : one));
  const { output, ...rest } = contract;
  return output ? { ...rest, parameters, output: rename(output) } : { ...rest, parameters };
}
