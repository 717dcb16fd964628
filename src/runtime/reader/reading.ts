/**
 * A reader checks a value and makes what the method gets, in one pass: it accepts only what the schema accepts, and refuses
 * whatever it is not sure of. What it refuses goes the long way (`compiled-tool.ts`), which words the refusal or accepts after all.
 */
import type { ContractSchema } from '../../types.js';
import type { Limits } from '../limits.js';
import type { CheckInstance } from '../rules/index.js';
import type { Search, SearchContext } from './search.js';
import type { Writer } from './writer.js';

/** Given back in place of a value that does not fit, or of one that the reader is not sure of: then it also says so in the state. */
export const refused: unique symbol = Symbol('refused');

/** What one call's reading has come to. Counts are upper bounds, so that within the limits here is within the guard's. */
export interface State {
  readonly limits: Limits;
  /** UTF-16 units of all texts and keys. */
  chars: number;
  /** Values. */
  nodes: number;
  /** Levels above the definition that is being read. */
  depth: number;
  /** One object alone has more keys than there may be values. Listing them takes most of the time, so nobody else should. */
  isExcessive: boolean;
  /** A value was refused that may fit all the same, so that no other branch of a union may take it. */
  isUnsure: boolean;
  /** Fields of the whole that were found to fit before it was refused. */
  fitting: number;
  /** Instances with rules left to check, each followed by its check. */
  readonly made: (object | CheckInstance)[];
}

/** Refuses a value that may fit all the same. */
export function doubt(state: State): typeof refused {
  state.isUnsure = true;
  return refused;
}

/** The value that the method gets, or `refused`. */
export type Read = (value: unknown, state: State) => unknown;

/** How values of one schema are read: as a closure, and as source text that does the same faster. */
export interface Reading {
  close(): Read;
  /**
   * Writes statements that check the variable `value` and refuse by `writer.refusal`.
   * @returns an expression of what was made
   */
  write(writer: Writer, value: string): string;
  /** Looks for all that does not fit; absent where a value is refused as a whole. @param part what the reading was planned from */
  search?(part: ContractSchema, context: SearchContext): Search;
}

/** Bytes are not counted one by one: a UTF-16 unit takes at most three. */
export const isWithin = ({ chars, nodes, limits }: State): boolean => chars * 3 <= limits.argumentBytes && nodes <= limits.argumentNodes;
