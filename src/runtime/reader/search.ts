/**
 * Looks refused arguments through for all that does not fit, as the short way reads them. What fits is told apart here, in closures that know the
 * schema; why the rest does not fit is left to the schema's interpreter, so that reasons and words have one home.
 * Whatever is not plain is in doubt, and goes the long way.
 */
import type { Key, Run } from '../../schema/engine/run.js';
import type { ContractSchema } from '../../types.js';
import { doubt, refused, type Reading, type State } from './reading.js';
import type { Writer } from './writer.js';

/** Notes in the run whatever does not fit, unless it leaves that in doubt. */
export type Search = (value: unknown, state: State, run: Run) => void;

/** A part of a schema. */
export type Part = ContractSchema | boolean;

/** What searches share. */
export interface SearchContext {
  /** Notes all reasons why a value does not fit a part of the schema; false when there are none. */
  reasons(part: Part): (value: unknown, run: Run) => boolean;
  /** Adds a value that was not read to what was counted; in doubt, when it is no plain JSON or too much. @param depth levels above it */
  count(value: unknown, state: State, depth: number): void;
  /** Makes a search of the source of a function; undefined where code must not be generated. @param write gives the function's name */
  generate(write: (writer: Writer) => string): Search | undefined;
}

/** @param part what the reading was planned from */
export function searchOf(reading: Reading, part: Part, context: SearchContext): Search {
  if (reading.search) return reading.search(part as ContractSchema, context);
  const read = reading.close();
  const explain = explained(part, context);
  return (value, state, run) => {
    if (read(value, state) === refused) explain(value, state, run);
  };
}

/** Says of a value that was refused as a whole why it was. */
export function explained(part: Part, context: SearchContext): Search {
  const reasons = context.reasons(part);
  return (value, state, run) => {
    if (!state.isUnsure) context.count(value, state, run.path.length);
    // The interpreter has the last word: what it takes the long way takes.
    if (!state.isUnsure && !reasons(value, run)) doubt(state);
  };
}

/** Searches what stands below a key. */
export function within(key: Key, value: unknown, search: Search, state: State, run: Run): void {
  if (state.isUnsure) return;
  run.path.push(key);
  search(value, state, run);
  run.path.pop();
}
