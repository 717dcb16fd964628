/** Finds a project's compiler settings and files. */
import { dirname, join, relative, resolve } from 'node:path';
import { ts } from '../compiler.js';
import type { DiagnosticCollector } from '../diagnostics/collector.js';

/** What of the project is to be read. */
export interface ProjectRequest {
  /** A tsconfig file or its folder; otherwise the nearest tsconfig.json upwards from `cwd`. */
  project?: string;
  /** Source files to read instead of the project's own list; settings still come from the tsconfig, when there is one. */
  files?: readonly string[];
  /** Where relative paths start; the process's own by default. */
  cwd?: string;
}

/** Compiler settings and root files; all paths absolute, with `/`. */
export interface Project {
  configFile?: string;
  /** Folder of the tsconfig, or `cwd` without one. */
  folder: string;
  files: string[];
  options: ts.CompilerOptions;
  /** Then the root of the sources is the project's folder. */
  composite?: boolean;
}

/** Settings that fit what tsx runs, for sources without a tsconfig. */
export const defaultOptions: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  experimentalDecorators: true,
  strict: true,
  esModuleInterop: true,
  skipLibCheck: true,
  allowImportingTsExtensions: true,
  noEmit: true,
};

const normal = (path: string): string => path.replaceAll('\\', '/');

/** Undefined, with a diagnostic, when there is nothing to read. */
export function loadProject(request: ProjectRequest, collector: DiagnosticCollector): Project | undefined {
  const cwd = resolve(request.cwd ?? process.cwd());
  const files = request.files?.map((file) => normal(resolve(cwd, file)));
  const missing = files?.find((file) => !ts.sys.fileExists(file));
  if (missing !== undefined) return refuse(collector, `${missing} does not exist`);
  const configFile = findConfig(request, cwd, files);
  if (configFile !== undefined && !ts.sys.fileExists(configFile)) return refuse(collector, `${configFile} does not exist`);
  if (configFile === undefined) {
    if (files === undefined) return refuse(collector, `there is no tsconfig.json in ${cwd} or above`);
    return { folder: normal(cwd), files, options: { ...defaultOptions } };
  }
  return parseConfig(normal(configFile), files, collector);
}

function refuse(collector: DiagnosticCollector, why: string): undefined {
  collector.report('TM1001', undefined, why);
  return undefined;
}

function findConfig(request: ProjectRequest, cwd: string, files: readonly string[] | undefined): string | undefined {
  if (request.project === undefined) return ts.findConfigFile(files?.[0] === undefined ? cwd : dirname(files[0]), ts.sys.fileExists);
  const named = resolve(cwd, request.project);
  return ts.sys.directoryExists(named) ? join(named, 'tsconfig.json') : named;
}

/** Codes that do not matter here: no inputs (files may be given, or none yet), unknown options of other compiler versions. */
const tolerated = new Set([18002, 18003, 5023]);

function parseConfig(configFile: string, files: string[] | undefined, collector: DiagnosticCollector): Project | undefined {
  const source = ts.readJsonConfigFile(configFile, ts.sys.readFile);
  const parsed = ts.parseJsonSourceFileConfigFileContent(source, ts.sys, dirname(configFile), undefined, configFile);
  const faults = parsed.errors.filter((fault) => fault.category === ts.DiagnosticCategory.Error && !tolerated.has(fault.code));
  for (const fault of faults) {
    const said = ts.flattenDiagnosticMessageText(fault.messageText, ' ').replace(/\.$/, '');
    collector.reportAt('TM1002', fault.file, fault.start ?? 0, fault.length ?? 0, said);
  }
  if (faults.length > 0) return undefined;
  const others = parsed.projectReferences?.map((one) => relative(dirname(configFile), one.path)) ?? [];
  if (files === undefined && parsed.fileNames.length === 0 && others.length > 0)
    return refuse(collector, `${configFile} only refers to ${others.join(', ')}`);
  return {
    configFile,
    folder: dirname(configFile),
    files: (files ?? parsed.fileNames).map(normal),
    options: readingOptions(parsed.options),
    composite: parsed.options.composite,
  };
}

/** Nothing is written and nothing is checked, so what only matters for these is taken away. Without strictNullChecks the compiler would forget each `| null`. */
function readingOptions(options: ts.CompilerOptions): ts.CompilerOptions {
  const { incremental: _incremental, tsBuildInfoFile: _tsBuildInfoFile, declaration: _declaration, ...kept } = options;
  return { ...kept, composite: undefined, noEmit: true, skipLibCheck: true, strictNullChecks: true, noImplicitAny: true };
}
