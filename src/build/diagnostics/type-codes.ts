import type { DiagnosticCode } from './diagnostic.js';

/** TM11xx: types that have no JSON form. TM12xx: JSDoc tags that do not fit. */
export const typeCodes = {
  TM1101: {
    severity: 'error',
    message: "{0} has type '{1}', which has no JSON form",
    mend: 'Use a type that JSON can carry, or give the parameter an explicit schema with @param({ schema }).',
  },
} satisfies Record<string, DiagnosticCode>;
