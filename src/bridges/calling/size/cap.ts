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
  maxToolResultChars?: number | null;
  /** Characters of a truncated result that the model may read beyond, each; 0 (the default) for none. */
  truncatedResultReadChars?: number | null;
}

/** The cap in characters; 0 for none. @throws ToolError INVALID_DEFINITION for what is no such number */
export function resultCap(
  { maxToolResultChars }: Pick<ResultSizeOptions, 'maxToolResultChars'>,
  { model, contextWindow }: { model?: string; contextWindow?: number } = {},
): number {
  if (maxToolResultChars !== undefined && maxToolResultChars !== null) return characters(maxToolResultChars, 'maxToolResultChars');
  const tokens = contextWindow ?? modelFacts(model).contextWindow ?? TOOL_RESULT_CAP_WINDOW_FLOOR;
  return Math.floor(tokens * TOOL_RESULT_CAP_CHARS_PER_TOKEN * TOOL_RESULT_CAP_CONTEXT_FRACTION);
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
