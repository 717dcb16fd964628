/** What a completion gave, as MCP wants it: at most 100 strings. */
import { ToolError } from '../../errors.js';
import type { Completion } from '../../types.js';
import type { CompiledTool } from '../compiled-tool.js';
import { invalidResult } from '../result/shape.js';

const most = 100;

/** @throws ToolError INVALID_RESULT for what is neither a list of strings nor a Completion */
export function proposals(tool: CompiledTool, given: unknown): Completion {
  const { values, total, hasMore } = (Array.isArray(given) ? { values: given as unknown[] } : (given ?? {})) as Partial<Completion>;
  if (!Array.isArray(values) || !values.every((value) => typeof value === 'string'))
    throw invalidResult(tool.source, new ToolError('INVALID_RESULT', 'it gave no list of strings'));
  const isCut = values.length > most;
  const isCount = Number.isSafeInteger(total) && Number(total) >= values.length;
  const count = isCount ? total : Array.isArray(given) ? values.length : undefined;
  return {
    values: values.slice(0, most),
    ...(count !== undefined && { total: count }),
    ...((isCut || hasMore !== undefined || Array.isArray(given)) && { hasMore: isCut || hasMore === true }),
  };
}
