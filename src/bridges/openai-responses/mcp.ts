/** MCP servers that OpenAI runs: an entry stands among the tools of a request. */
import type { Tool } from 'openai/resources/responses/responses.js';
import { checkMcpEntry, type McpEntryForm } from '../calling/mcp-servers.js';

const places = ['server_url', 'connector_id', 'tunnel_id'];

const form: McpEntryForm = {
  label: 'OpenAI',
  fields: [
    'type',
    'server_label',
    ...places,
    'server_description',
    'authorization',
    'headers',
    'allowed_tools',
    'allowed_callers',
    'require_approval',
    'defer_loading',
  ],
  wanted: { server_label: 'by which its tools are known' },
  oneOf: places,
  foreign: { name: 'server_label', url: 'server_url', authorization_token: 'authorization', token: 'authorization' },
  takesFilter: true,
};

/** `allowed_tools` goes as it is given; an empty list hides all. @throws ToolError INVALID_DEFINITION, or TypeError for `allowed_tools` */
export function mcpServer(server: object): Tool.Mcp {
  checkMcpEntry(server, form);
  return { ...(server as Omit<Tool.Mcp, 'type'>), type: 'mcp' };
}
