/** Finds out how relative imports end in the project, so that the generated module's end alike. */
import { ts } from '../compiler.js';
import { moduleSpecifiers } from '../discover/exports.js';
import type { ImportEnding } from './imports.js';

/** By the compiler's rules where they leave no choice, by the sources' habit otherwise; without a habit no ending. */
export function importEnding(program: ts.Program, inputs: readonly string[], file: string): ImportEnding {
  const options = program.getCompilerOptions();
  const habits = countEndings(program, inputs);
  const mayBeTs = options.allowImportingTsExtensions === true || options.rewriteRelativeImportExtensions === true;
  if (mayBeTs && habits.ts > habits.js + habits.none) return 'ts';
  if (isEsm(file, options)) return 'js';
  return habits.js > habits.none ? 'js' : 'none';
}

/** Whether the compiler refuses every import and export in the file: it is CommonJS, and they are to stay as they are written. */
export function forbidsImports(file: string, options: ts.CompilerOptions): boolean {
  if (options.verbatimModuleSyntax !== true) return false;
  if (followsNode(options)) return !isEsm(file, options);
  return options.module === ts.ModuleKind.CommonJS && !file.endsWith('.mts');
}

/** Whether each file's format is told by its ending and the package.json. */
function followsNode(options: ts.CompilerOptions): boolean {
  const resolution = options.moduleResolution;
  if (resolution === ts.ModuleResolutionKind.Node16 || resolution === ts.ModuleResolutionKind.NodeNext) return true;
  const module = options.module ?? ts.ModuleKind.CommonJS;
  return module >= ts.ModuleKind.Node16 && module <= ts.ModuleKind.NodeNext;
}

function isEsm(file: string, options: ts.CompilerOptions): boolean {
  if (!followsNode(options)) return false;
  const settings = { ...options, moduleResolution: ts.ModuleResolutionKind.NodeNext, module: ts.ModuleKind.NodeNext };
  return ts.getImpliedNodeFormatForFile(file, undefined, ts.sys, settings) === ts.ModuleKind.ESNext;
}

function countEndings(program: ts.Program, inputs: readonly string[]): Record<ImportEnding, number> {
  const counts = { none: 0, js: 0, ts: 0 };
  for (const input of inputs) {
    const source = program.getSourceFile(input);
    if (!source) continue;
    for (const { text } of moduleSpecifiers(source)) {
      if (!text.startsWith('.') || text.endsWith('.json')) continue;
      counts[/\.[cm]?jsx?$/.test(text) ? 'js' : /\.[cm]?tsx?$/.test(text) ? 'ts' : 'none'] += 1;
    }
  }
  return counts;
}
