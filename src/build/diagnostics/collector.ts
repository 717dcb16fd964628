/** Gathers diagnostics: each once, sorted by place. */
import type * as ts from 'typescript';
import { type Diagnostic, type DiagnosticCodeName, diagnosticCodes, type Report } from './diagnostic.js';

/** What a build found so far. */
export interface DiagnosticCollector {
  report: Report;
  /** For places that are no node, such as a syntax error's. */
  reportAt(code: DiagnosticCodeName, file: ts.SourceFile | undefined, start: number, length: number, ...details: string[]): void;
  /** What was found since the last `take`, unsorted; used to keep what belongs to one class. */
  take(): Diagnostic[];
  /** Puts back what `take` gave, in this run or one before. */
  give(diagnostics: readonly Diagnostic[]): void;
  all(): Diagnostic[];
}

export function createCollector(): DiagnosticCollector {
  let found: Diagnostic[] = [];
  const add = (code: DiagnosticCodeName, place: Partial<Diagnostic>, details: string[]): void => {
    const { severity, message, mend } = diagnosticCodes[code];
    found.push({ code, severity, message: fill(message, details), mend: fill(mend, details), ...place });
  };
  const reportAt: DiagnosticCollector['reportAt'] = (code, file, start, length, ...details) =>
    add(code, file ? place(file, start, length) : {}, details);
  return {
    reportAt,
    report(code, node, ...details) {
      const file = node?.getSourceFile();
      const start = node && file ? node.getStart(file) : 0;
      reportAt(code, file, start, node ? node.getEnd() - start : 0, ...details);
    },
    take() {
      const taken = found;
      found = [];
      return taken;
    },
    give: (diagnostics) => void found.push(...diagnostics),
    all: () => sortDiagnostics(found),
  };
}

function place(file: ts.SourceFile, start: number, length: number): Partial<Diagnostic> {
  const { line, character } = file.getLineAndCharacterOfPosition(start);
  return { file: file.fileName, start, length, line: line + 1, column: character + 1 };
}

/** Fills `{0}`, `{1}` … */
function fill(template: string, details: string[]): string {
  return template.replace(/\{(\d)\}/g, (whole, index: string) => details[Number(index)] ?? whole);
}

/** By file, place and code; what is said twice of one place stays once. */
export function sortDiagnostics(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const key = (found: Diagnostic): string => [found.file, found.start, found.code, found.message].join('\0');
  const unique = [...new Map(diagnostics.map((found) => [key(found), found])).values()];
  return unique.sort(
    (a, b) =>
      compareText(a.file ?? '', b.file ?? '') ||
      (a.start ?? 0) - (b.start ?? 0) ||
      compareText(a.code, b.code) ||
      compareText(a.message, b.message),
  );
}

/** Order of code units: the same on every machine, unlike `localeCompare`. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
