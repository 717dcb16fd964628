/** What is the same in every run with the same tools is told once. */
import type { Logger } from '../../../runtime/logger.js';

/** By logger, by what the tools came from. */
const told = new WeakMap<Logger, WeakMap<object, Set<string>>>();

/** Whether this logger has not heard it of these tools; from now on it has. */
export function isNews(message: string, logger: Logger, tools: object): boolean {
  const byTools = told.get(logger) ?? new WeakMap<object, Set<string>>();
  told.set(logger, byTools);
  const heard = byTools.get(tools) ?? new Set<string>();
  byTools.set(tools, heard);
  if (heard.has(message)) return false;
  heard.add(message);
  return true;
}
