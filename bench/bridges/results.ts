/** What a run of this benchmark leaves behind; the report is made from this and nothing else. */

/** What is measured, and what it is. */
export const rows = {
  first: 'declaring 100 tools, the first thing that a process does',
  new: 'declaring 100 new tools in a warm process',
  again: 'declaring the same 100 tools for the next request',
  call: 'one call: parse, validate, dispatch, format',
  refusal: 'one call that is refused, with what the model reads of it',
  turn: 'a conversation with one call and 20 tools, by a scripted model',
} as const;

export type Row = keyof typeof rows;

/** How a contender's times are told apart. */
export type Role = 'ours' | 'peer' | 'unchecked';

export interface Results {
  machine: { node: string; cpu: string; cores: number; memory: number; date: string };
  quick: boolean;
  /** Seconds. */
  took: number;
  rounds: number;
  /** Milliseconds of one contender in one round of one row. */
  window: number;
  contenders: { name: string; role: Role; version: string }[];
  /** Why a contender has no number. */
  failures: Record<string, string>;
  /** Microseconds each, round by round, by row and contender. */
  times: Partial<Record<Row, Record<string, number[]>>>;
}

export const medianOf = (values: readonly number[] = []): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
