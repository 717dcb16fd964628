/**
 * MCP servers that Anthropic runs (connector `mcp-client-2025-11-20`): an entry is a server of the request and a toolset among its tools.
 * An entry is `{ name, url, authorization_token?, allowed_tools?, default_config?, configs? }`, or a toolset as Anthropic has it.
 */
import type Anthropic from '@anthropic-ai/sdk';
import { checkAllowedTools } from '../calling/mcp-servers.js';
import { isFields } from '../calling/shapes.js';

type Toolset = Anthropic.Beta.Messages.BetaMCPToolset;
type Server = Anthropic.Beta.Messages.BetaRequestMCPServerURLDefinition;
type Configs = NonNullable<Toolset['configs']>;

/** What either may say. */
type Entry = Partial<Omit<Server, 'type'> & Omit<Toolset, 'type'>> & { type?: string; allowed_tools?: string[] | null };

/** The header that such a request needs, for `betas`. */
export const mcpBeta = 'mcp-client-2025-11-20';

const label = 'Anthropic';
/** What belongs to the toolset and not to the server. */
const toolsetKeys = new Set(['allowed_tools', 'default_config', 'configs', 'cache_control', 'tool_configuration']);

/** The toolset of an entry: what `allowed_tools` says of a tool decides; all else stays as it was given. */
export function toolsetOf(entry: object): Toolset {
  checkAllowedTools(entry, label);
  const { type, name, mcp_server_name, default_config, configs, cache_control, allowed_tools: allowed } = entry as Entry;
  const given: Partial<Toolset> = {
    ...(default_config !== undefined && { default_config }),
    ...(configs && { configs }),
    ...(cache_control && { cache_control }),
  };
  const mcpServerName = (type === 'mcp_toolset' ? mcp_server_name : name) ?? '';
  if (mcpServerName === '') throw new TypeError(`${label}: an MCP server needs a name.`);
  return {
    type: 'mcp_toolset',
    mcp_server_name: mcpServerName,
    ...given,
    ...(allowed && { default_config: { ...default_config, enabled: false }, configs: allowedConfigs(allowed, configs ?? {}) }),
  };
}

function allowedConfigs(allowed: readonly string[], configs: Configs): Configs {
  const names = new Set([...Object.keys(configs), ...allowed]);
  return Object.fromEntries(Array.from(names, (name) => [name, { ...configs[name], enabled: allowed.includes(name) }]));
}

/** The servers of the request; toolsets that stand alone name servers that the caller adds. */
export function serversOf(entries: readonly object[]): Server[] {
  return entries.flatMap((entry) => {
    if (!isFields(entry) || entry['type'] === 'mcp_toolset') return [];
    const own = Object.entries(entry).filter(([key]) => !toolsetKeys.has(key));
    return [{ ...Object.fromEntries(own), type: 'url' } as Server];
  });
}
