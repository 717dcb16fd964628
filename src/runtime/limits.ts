/** Every limit in one table; `new ToolRegistry({ limits })` overrides any of them. */

/** What one call may cost. */
export interface Limits {
  /** Bytes (UTF-8) of the arguments: of their text, or of all strings and keys of the object. */
  argumentBytes: number;
  /** Levels of nesting of the arguments. */
  argumentDepth: number;
  /** Values in the arguments, objects and arrays included. */
  argumentNodes: number;
  /** Issues told of one refused call; the rest is counted. */
  issues: number;
  /** Levels of nesting of a result. */
  resultDepth: number;
  /** Values in a result. */
  resultNodes: number;
  /** Items collected from a result that streams. */
  resultItems: number;
  /** Milliseconds a call may take when neither the tool nor the caller says; Infinity for no limit. */
  timeout: number;
}

export const defaultLimits: Readonly<Limits> = {
  argumentBytes: 1024 * 1024,
  argumentDepth: 64,
  argumentNodes: 100_000,
  issues: 20,
  resultDepth: 200,
  resultNodes: 1_000_000,
  resultItems: 100_000,
  timeout: 30_000,
};
