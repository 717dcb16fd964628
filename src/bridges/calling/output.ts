/** The output of a call as JSON, for APIs that take more than text. */
import { type CallResult, textOf } from './results.js';

/**
 * Structured where the result is; otherwise its text. Text that was cut to size is no JSON any more and stays text.
 * @param text the result's text, with words for what the API does not take
 */
export function jsonOutput(result: CallResult, text: string): unknown {
  if (result.isError) return text;
  if (result.structuredContent !== undefined) return result.structuredContent;
  if (typeof result.value !== 'object' || result.value === null || text !== textOf(result)) return text;
  try {
    const value: unknown = JSON.parse(text);
    // Not where numbers would be rounded.
    return JSON.stringify(value) === text ? value : text;
  } catch {
    return text;
  }
}
