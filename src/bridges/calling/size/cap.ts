/** How many characters of a result a model gets, and how many more it may read. */
import { ToolError } from '../../../errors.js';
import { shortJson } from '../../../schema/words.js';
import { modelFacts } from '../models.js';

/** Characters that a token is taken for. */
export const TOOL_RESULT_CAP_CHARS_PER_TOKEN = 4;
/** The share of the context window that one result may fill. */
export const TOOL_RESULT_CAP_CONTEXT_FRACTION = 0.25;
/** Tokens of the window of a model of which none is known. */
export const TOOL_RESULT_CAP_WINDOW_FLOOR = 128_000;

/** What a result may cost. */
export interface ResultSizeOptions {
  /** Characters of one result; 0 for no cap. Otherwise a quarter of the context window. */
  maxToolResultChars?: number | null | undefined;
  /** Characters of a truncated result that the model may read beyond, each; 0 (the default) for none. */
  truncatedResultReadChars?: number | null | undefined;
}

/** What the cap depends on where it is not said. */
interface Window {
  model?: string;
  /** Tokens. */
  contextWindow?: number;
}

/** The cap in characters; 0 for none. @throws ToolError INVALID_DEFINITION for what is no such number */
export function resultCap({ maxToolResultChars }: Pick<ResultSizeOptions, 'maxToolResultChars'>, window: Window = {}): number {
  if (maxToolResultChars !== undefined && maxToolResultChars !== null) return characters(maxToolResultChars, 'maxToolResultChars');
  return Math.floor(windowOf(window).tokens * TOOL_RESULT_CAP_CHARS_PER_TOKEN * TOOL_RESULT_CAP_CONTEXT_FRACTION);
}

/** Where the cap comes from, in words: what to change where it is too low. */
export function capSource({ maxToolResultChars }: Pick<ResultSizeOptions, 'maxToolResultChars'>, window: Window = {}): string {
  if (maxToolResultChars !== undefined && maxToolResultChars !== null) return `maxToolResultChars is ${maxToolResultChars}`;
  const { tokens, source } = windowOf(window);
  return `a quarter of ${tokens} tokens, ${source}; maxToolResultChars sets another cap`;
}

function windowOf({ model, contextWindow }: Window): { tokens: number; source: string } {
  if (contextWindow !== undefined) return { tokens: contextWindow, source: "the option 'contextWindow'" };
  const known = modelFacts(model).contextWindow;
  if (known !== undefined) return { tokens: known, source: `the context window of '${String(model)}' in the table of models` };
  return { tokens: TOOL_RESULT_CAP_WINDOW_FLOOR, source: 'which are assumed where the window of a model is not known' };
}

/** The allowance in characters; 0 for none. @throws ToolError INVALID_DEFINITION for what is no such number */
export function readAllowance({ truncatedResultReadChars }: Pick<ResultSizeOptions, 'truncatedResultReadChars'>): number {
  return truncatedResultReadChars === undefined || truncatedResultReadChars === null
    ? 0
    : characters(truncatedResultReadChars, 'truncatedResultReadChars');
}

/** @throws ToolError INVALID_DEFINITION unless it is 0 or a positive integer */
export function characters(value: unknown, option: string): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
  throw new ToolError('INVALID_DEFINITION', `${option} must be an integer, 0 or more, not ${shortJson(value, 40)}.`);
}

/**
 * The options in a configuration file: its keys `max_tool_result_chars` and `truncated_result_read_chars`.
 * @param overrides win, where they say something
 * @throws ToolError INVALID_DEFINITION for what is no such number
 */
export function resultSizesOf(config: Readonly<Record<string, unknown>>, overrides: ResultSizeOptions = {}): ResultSizeOptions {
  const read = (key: string): number | undefined => {
    const value = config[key];
    return value === undefined || value === null ? undefined : characters(value, key);
  };
  const options = {
    maxToolResultChars: overrides.maxToolResultChars ?? read('max_tool_result_chars'),
    truncatedResultReadChars: overrides.truncatedResultReadChars ?? read('truncated_result_read_chars'),
  };
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}
