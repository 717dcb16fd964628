/** Words diagnostics as tsc does: place, code, what and mend, then the source line underlined. */
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Diagnostic } from './diagnostic.js';

/** How to word diagnostics. */
export interface FormatOptions {
  /** ANSI colours. */
  color?: boolean;
  /** Paths are told relative to this folder; the process's own by default. */
  cwd?: string;
}

type Paint = (code: number, text: string) => string;

/** One text for all diagnostics, each `file:line:col - error TM1xxx: what. How to mend it.` and its source line underlined. */
export function formatDiagnostics(diagnostics: readonly Diagnostic[], options: FormatOptions = {}): string {
  const paint: Paint = options.color ? (code, text) => `\u001B[${code}m${text}\u001B[0m` : (_code, text) => text;
  const files = new Map<string, string[]>();
  return diagnostics.map((diagnostic) => formatOne(diagnostic, options.cwd ?? process.cwd(), paint, files)).join('\n');
}

function formatOne(diagnostic: Diagnostic, cwd: string, paint: Paint, files: Map<string, string[]>): string {
  const { file, line, column, severity } = diagnostic;
  const tone = severity === 'error' ? 91 : 93;
  const told = `${paint(tone, severity)} ${paint(90, `${diagnostic.code}:`)} ${sentence(diagnostic.message)} ${diagnostic.mend}\n`;
  if (file === undefined || line === undefined || column === undefined) return told;
  const place = `${paint(96, relative(cwd, file).replaceAll('\\', '/'))}:${paint(93, String(line))}:${paint(93, String(column))}`;
  const source = linesOf(file, files)[line - 1];
  const frame = source === undefined ? '' : `\n${underline(source, line, column, diagnostic.length ?? 1, tone, paint)}\n`;
  return `${place} - ${told}${frame}`;
}

function underline(source: string, line: number, column: number, length: number, tone: number, paint: Paint): string {
  const gutter = String(line);
  const shown = source.replaceAll('\t', ' ');
  const marks = '~'.repeat(Math.max(1, Math.min(length, shown.length - column + 1)));
  return `${paint(7, gutter)} ${shown}\n${paint(7, ' '.repeat(gutter.length))} ${' '.repeat(column - 1)}${paint(tone, marks)}`;
}

function linesOf(file: string, files: Map<string, string[]>): string[] {
  const known = files.get(file) ?? readLines(file);
  files.set(file, known);
  return known;
}

function readLines(file: string): string[] {
  try {
    return readFileSync(file, 'utf8')
      .replace(/^\uFEFF/, '')
      .split(/\r\n|\r|\n/);
  } catch {
    return [];
  }
}

const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);
