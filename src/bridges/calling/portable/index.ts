/** The schema pass: a tool's input schema as a provider takes it, and what got lost on the way. Never changes the schema it is given. */
import type { Contents } from '../../../schema/usual.js';
import type { JsonSchema, ObjectSchema } from '../../../types.js';
import type { Loss } from '../bridge.js';
import type { SchemaFacts } from '../facts.js';
import { Pass } from './pass.js';
import { rules } from './rules/index.js';
import { isTaken } from './untouched.js';

/** A schema as a provider takes it. */
export interface Portable {
  readonly schema: ObjectSchema;
  /** Without the tool's name. */
  readonly losses: readonly Omit<Loss, 'tool'>[];
  /** What is to be said in the tool's description, as the root may have none. */
  readonly words: string | undefined;
}

const nothing: readonly never[] = [];

/**
 * Gives what the provider takes. Work and size are bounded, whatever schema is given.
 * @param contents what the schema holds, where that is known: one that nobody can change is given back as it is, if it may stay so
 */
export function portable(schema: JsonSchema, facts: SchemaFacts, contents?: Contents): Portable {
  if (contents && isTaken(contents, facts)) return { schema: schema as ObjectSchema, losses: nothing, words: undefined };
  const pass = new Pass(schema, facts, rules);
  const made = pass.root(schema) as ObjectSchema;
  return { schema: made, losses: pass.losses, words: pass.rootWords };
}
