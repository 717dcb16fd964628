/** Verdicts on parts of a schema: whether a value fits one branch of a union, for example. */
import type { JsonSchema } from '../types.js';
import { type CheckOptions, compileParts, type Parts } from './validator.js';

/** Whether a value fits a part of the schema. */
export type Fits = (part: JsonSchema | boolean, value: unknown) => boolean;

/**
 * Compiles each part at its first use; its references lead into the whole schema.
 * @param root the schema that the parts belong to; marks (`x-as` and so on) do not disturb
 * @param what for messages, for example `a union in tool 'x'`
 */
export function partsOf(root: JsonSchema, what: string, options: Pick<CheckOptions, 'isImported'> = {}): Fits {
  let fits: Parts | undefined;
  return (part, value) => {
    if (typeof part !== 'object') return part;
    fits ??= compileParts(root, what, options);
    return fits(part, value);
  };
}
