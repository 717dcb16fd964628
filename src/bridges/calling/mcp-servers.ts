/** MCP servers that a provider runs: what may stand in their entries. Each provider has entries of its own. */
import { ToolError } from '../../errors.js';
import { nearest } from '../../schema/words.js';
import { isFields } from './shapes.js';

/** A server that Anthropic runs. */
export interface AnthropicMcpServer {
  type?: 'url';
  name: string;
  url: string;
  authorization_token?: string | null | undefined;
  /** Names; an empty list allows none. */
  allowed_tools?: readonly string[] | null | undefined;
  default_config?: object | undefined;
  configs?: Readonly<Record<string, object>> | null | undefined;
  cache_control?: object | null | undefined;
  tool_configuration?: object | null | undefined;
}

/** The tools of a server that the caller adds to Anthropic's request. */
export interface AnthropicMcpToolset extends Omit<
  AnthropicMcpServer,
  'type' | 'name' | 'url' | 'authorization_token' | 'tool_configuration'
> {
  type: 'mcp_toolset';
  mcp_server_name: string;
  tools?: readonly object[] | null | undefined;
}

/** A server that OpenAI runs. One of `server_url`, `connector_id`, `tunnel_id` says where it is. */
export interface OpenAIMcpServer {
  type?: 'mcp';
  server_label: string;
  server_url?: string | undefined;
  connector_id?: string | undefined;
  tunnel_id?: string | undefined;
  server_description?: string | undefined;
  authorization?: string | undefined;
  headers?: Readonly<Record<string, string>> | null | undefined;
  /** Names, or a filter; an empty list allows none. */
  allowed_tools?: readonly string[] | { tool_names?: readonly string[]; read_only?: boolean } | null | undefined;
  allowed_callers?: readonly string[] | null | undefined;
  require_approval?: 'always' | 'never' | object | null | undefined;
  defer_loading?: boolean | undefined;
}

/** A server in the form of the provider that is to run it. */
export type McpServer = AnthropicMcpServer | AnthropicMcpToolset | OpenAIMcpServer;

/** How the entries of a provider look. */
export interface McpEntryForm {
  /** For people. */
  readonly label: string;
  /** The fields that there are. What is new at the provider passes, unless it looks like one of these misspelt. */
  readonly fields: readonly string[];
  /** Fields that must be texts, each with words for what it is. */
  readonly wanted: Readonly<Record<string, string>>;
  /** One of these must be there as well. */
  readonly oneOf?: readonly string[];
  /** Names that other providers have for the same, with those of this one. */
  readonly foreign: Readonly<Record<string, string>>;
  /** An object in place of the list of names is the provider's own filter. */
  readonly takesFilter?: boolean;
}

/**
 * Before any request: a misspelt `allowed_tools` would allow everything.
 * @throws ToolError INVALID_DEFINITION, or TypeError for `allowed_tools`
 */
export function checkMcpEntry(server: object, form: McpEntryForm): void {
  checkAllowedTools(server, form.label, form);
  const given = server as Readonly<Record<string, unknown>>;
  const refuse = (reason: string): never => {
    throw new ToolError('INVALID_DEFINITION', `An MCP server that ${form.label} runs ${reason}.`);
  };
  for (const name of Object.keys(given)) {
    if (form.fields.includes(name)) continue;
    const own = Object.hasOwn(form.foreign, name) ? form.foreign[name] : undefined;
    if (own !== undefined) refuse(`has no field '${name}'; ${form.label} calls it '${own}'`);
    const meant = nearest(name, form.fields);
    if (meant !== undefined) refuse(`has no field '${name}': '${meant}' may be meant`);
  }
  for (const [name, what] of Object.entries(form.wanted))
    if (typeof given[name] !== 'string' || given[name] === '') refuse(`needs '${name}', ${what}`);
  const { oneOf } = form;
  if (oneOf && !oneOf.some((name) => typeof given[name] === 'string'))
    refuse(`needs one of ${oneOf.map((name) => `'${name}'`).join(', ')}`);
}

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
