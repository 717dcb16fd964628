/** Entries of MCP servers that a provider runs: what they may say of the tools that are allowed. */
import { shortJson } from '../../schema/words.js';
import { isFields } from './shapes.js';

/** Which forms of `allowed_tools` a provider takes. */
export interface AllowedToolsForms {
  /** For people. */
  readonly label: string;
  /** `{ tool_names, read_only }` beside a list of names. */
  readonly takesFilter?: boolean;
}

/**
 * The allowed tools of an entry as they were given: an empty list allows none, absent means all.
 * @throws TypeError for another form than the provider takes
 */
export function allowedToolsOf(server: object, { label, takesFilter = false }: AllowedToolsForms): unknown {
  const { allowed_tools: allowed } = server as { allowed_tools?: unknown };
  if (allowed === undefined || allowed === null) return undefined;
  if (Array.isArray(allowed) && allowed.every((name) => typeof name === 'string')) return allowed;
  if (takesFilter && isFields(allowed)) return allowed;
  const wanted = takesFilter ? 'a list of names or a filter object' : 'a list of names';
  throw new TypeError(`${label} takes ${wanted} as allowed_tools of an MCP server, not ${shortJson(allowed, 80)}.`);
}
