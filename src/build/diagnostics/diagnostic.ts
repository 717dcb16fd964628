/** A diagnostic of the build step, and how it is reported. */
import type * as ts from 'typescript';
import { typeCodes } from './type-codes.js';
import { usageCodes } from './usage-codes.js';

/** One entry of the tables of codes. `{0}`, `{1}` … stand for details. */
export interface DiagnosticCode {
  severity: 'error' | 'warning';
  /** What is wrong. */
  message: string;
  /** How to mend it. */
  mend: string;
}

/** All TM codes. docs/diagnostics.md is generated from this table. */
export const diagnosticCodes = { ...usageCodes, ...typeCodes } satisfies Record<string, DiagnosticCode>;

export type DiagnosticCodeName = keyof typeof diagnosticCodes;

/** What was found, where. `start` and `length` are offsets in characters of the file's text. */
export interface Diagnostic {
  code: DiagnosticCodeName;
  severity: 'error' | 'warning';
  message: string;
  mend: string;
  /** Absolute path; absent when no place in a file is meant. */
  file?: string;
  start?: number;
  length?: number;
  /** One-based. */
  line?: number;
  column?: number;
}

/** Where the build step's parts put what they find. */
export type Report = (code: DiagnosticCodeName, node: ts.Node | undefined, ...details: string[]) => void;
