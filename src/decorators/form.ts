/** `form<T>()`: names the fields that a person is asked for; records only. */
import type { Form, FormOptions } from '../types.js';
import { recordForm } from './metadata.js';
import { checkOptions, formRules } from './options.js';

/**
 * A form for `context.elicit({ message, form })`. The build step reads its fields from `T`: strings, numbers, booleans, enums and arrays of enums.
 * @param options `schema`, a flat JSON Schema, where there is no build step
 * @throws ToolError INVALID_DEFINITION for an unknown or unfit option
 */
export function form<T extends object>(options: FormOptions = {}): Form<T> {
  checkOptions(options, formRules, 'form()');
  const made: Form<T> = { options: Object.freeze({ ...options }) };
  recordForm(made);
  return Object.freeze(made);
}
