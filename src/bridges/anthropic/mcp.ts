/**
 * MCP servers that Anthropic runs (connector `mcp-client-2025-11-20`): an entry is a server of the request and a toolset among its tools.
 * An entry is `{ name, url, authorization_token?, allowed_tools?, default_config?, configs? }`, or a toolset as Anthropic has it.
 */
import type Anthropic from '@anthropic-ai/sdk';
import { checkMcpEntry, type McpEntryForm } from '../calling/mcp-servers.js';
import { isFields } from '../calling/shapes.js';

type Toolset = Anthropic.Beta.Messages.BetaMCPToolset;
type Server = Anthropic.Beta.Messages.BetaRequestMCPServerURLDefinition;
type Configs = NonNullable<Toolset['configs']>;

/** What either may say. */
type Entry = Partial<Omit<Server, 'type'> & Omit<Toolset, 'type'>> & { type?: string; allowed_tools?: string[] | null };

/** The header that such a request needs, for `betas`. */
export const mcpBeta = 'mcp-client-2025-11-20';

const label = 'Anthropic';
const ofToolset = ['allowed_tools', 'default_config', 'configs', 'cache_control'] as const;
/** What belongs to the toolset and not to the server. */
const toolsetKeys = new Set<string>([...ofToolset, 'tool_configuration']);

const foreign = { headers: 'authorization_token', authorization: 'authorization_token', token: 'authorization_token' };

const serverForm: McpEntryForm = {
  label,
  fields: ['type', 'name', 'url', 'authorization_token', ...toolsetKeys],
  wanted: { name: 'by which its tools are known', url: 'where it is' },
  foreign: { ...foreign, server_label: 'name', server_url: 'url', mcp_server_name: 'name' },
};

const toolsetForm: McpEntryForm = {
  label,
  fields: ['type', 'mcp_server_name', 'tools', ...ofToolset],
  wanted: { mcp_server_name: 'the name of the server among the mcp_servers of the request' },
  foreign: { name: 'mcp_server_name', server_label: 'mcp_server_name' },
};

/** The toolset of an entry: what `allowed_tools` says of a tool decides; all else stays as it was given. */
export function toolsetOf(entry: object): Toolset {
  checkMcpEntry(entry, isFields(entry) && entry['type'] === 'mcp_toolset' ? toolsetForm : serverForm);
  const { type, name, mcp_server_name, default_config, configs, cache_control, tools, allowed_tools: allowed } = entry as Entry;
  const given: Partial<Toolset> = {
    ...(default_config !== undefined && { default_config }),
    ...(configs && { configs }),
    ...(cache_control && { cache_control }),
    ...(tools && { tools }),
  };
  return {
    type: 'mcp_toolset',
    mcp_server_name: (type === 'mcp_toolset' ? mcp_server_name : name) ?? '',
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
