/** Verdicts on parts of a schema: whether a value fits one branch of a union, for example. */
import type { JsonSchema } from '../types.js';
import { rebase, refersByShape } from './rebase.js';
import { compileSchema } from './validator.js';

/** Whether a value fits a part of the schema. */
export type Fits = (part: JsonSchema | boolean, value: unknown) => boolean;

/**
 * Compiles each part at its first use, with all that its references need.
 * @param root the schema that the parts belong to; marks (`x-as` and so on) do not disturb
 * @param what for messages, for example `a union in tool 'x'`
 */
export function partsOf(root: JsonSchema, what: string): Fits {
  const compiled = new WeakMap<object, (value: unknown) => boolean>();
  return (part, value) => {
    if (typeof part !== 'object') return part;
    let fits = compiled.get(part);
    if (!fits) {
      const check = compileSchema(standingAlone(root, part), what, { mostIssues: 1 });
      fits = (candidate) => check(candidate).length === 0;
      compiled.set(part, fits);
    }
    return fits(value);
  };
}

/** A part of a schema with all that its references need. */
function standingAlone(root: JsonSchema, part: JsonSchema): JsonSchema {
  const start = '#/$defs/toolmark-root';
  const isMoved = refersByShape(root);
  const whole = isMoved ? rebase(root, start) : root;
  const { $defs, definitions, $schema } = whole;
  const shared = isMoved ? { ...$defs, 'toolmark-root': whole } : $defs;
  const around = {
    ...($schema !== undefined && { $schema }),
    ...(shared && { $defs: shared }),
    ...(definitions !== undefined && { definitions }),
  };
  return { ...around, ...(isMoved ? rebase(part, start) : part) };
}
