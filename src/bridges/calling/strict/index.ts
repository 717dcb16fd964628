/** A tool's input schema in a provider's strict form, or why there is none. */
import type { JsonSchema, ObjectSchema } from '../../../types.js';
import type { StrictFacts } from '../facts.js';
import type { Portable } from '../portable/index.js';
import { Pass } from '../portable/pass.js';
import { rules as portableRules } from '../portable/rules/index.js';
import { overLimit, type Size, sizeOf } from './limits.js';
import { allRequired, closed } from './rules.js';

const rules = [...portableRules, closed, allRequired];

/** The strict form. */
export interface StrictForm extends Portable {
  readonly size: Size;
}

/** Gives the strict form, or the first reason why the tool cannot be strict. */
export function strictForm(schema: JsonSchema, facts: StrictFacts): StrictForm | string {
  const pass = new Pass(schema, facts, rules, facts);
  const made = pass.root(schema) as ObjectSchema;
  const [refusal] = pass.refusals;
  if (refusal !== undefined) return refusal;
  const size = sizeOf(made);
  return overLimit(size, facts) ?? { schema: made, losses: pass.losses, words: pass.rootWords, size };
}
