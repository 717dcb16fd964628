/** Whether a value fits: by the interpreter at first, by Ajv's generated code for what is asked often. */
import type { JsonSchema } from '../types.js';
import { compileWithAjv, isForAjv } from './ajv.js';
import type { Dialect } from './dialect.js';
import type { Interpreter } from './engine/interpreter.js';
import { PatternTimeout } from './pattern-budget.js';

export type Verdict = (value: unknown) => boolean;

/** Questions after which a schema is worth compiling: loading Ajv costs as much as tens of thousands of small checks, compiling one as thousands. */
const questionsWorthCode = 2000;

/** A verdict that becomes faster when it is asked for often. It is the same before and after. */
export function verdictOf(schema: JsonSchema, dialect: Dialect, engine: Interpreter): Verdict {
  let asked = 0;
  let fast: Verdict | undefined;
  return (value) => {
    if (fast) {
      try {
        return fast(value);
      } catch (error) {
        if (error instanceof PatternTimeout) throw error;
        const fits = engine.accepts(value);
        // Of a value that cannot be read the interpreter would have thrown too: the code is wrong.
        fast = undefined;
        return fits;
      }
    }
    asked += 1;
    if (asked === questionsWorthCode && isForAjv(schema, dialect)) fast = compileWithAjv(schema, dialect, engine.readPattern);
    return engine.accepts(value);
  };
}
