import type { DiagnosticCode } from './diagnostic.js';

/** TM10xx: projects, files and how decorators are used. TM13xx: defaults and examples that do not fit their schema. */
export const usageCodes = {
  TM1001: {
    severity: 'error',
    message: 'no project found: {0}',
    mend: 'Run it where a tsconfig.json is, or name one with --project.',
  },
} satisfies Record<string, DiagnosticCode>;
