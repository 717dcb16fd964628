/** MCP servers that a provider runs: what may stand in their entries. */
import { isFields } from './shapes.js';

/**
 * `allowed_tools` of an entry: a list of names, or the provider's own filter where it has one.
 * @throws TypeError for anything else, before any request: a bare name would hide everything, or nothing
 */
export function checkAllowedTools(server: object, label: string, { takesFilter = false }: { takesFilter?: boolean } = {}): void {
  const { allowed_tools: allowed } = server as { allowed_tools?: unknown };
  if (allowed === undefined || allowed === null) return;
  if (Array.isArray(allowed) && allowed.every((name) => typeof name === 'string')) return;
  if (takesFilter && isFields(allowed)) return;
  const wanted = takesFilter ? 'a list of names of tools, or a filter object' : 'a list of names of tools';
  throw new TypeError(`allowed_tools of an MCP server that ${label} runs must be ${wanted}.`);
}
