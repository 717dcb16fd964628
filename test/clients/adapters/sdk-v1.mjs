// MCP's SDK of the first line: the protocol up to 2025-11-25.
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { CreateMessageRequestSchema, ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { sdkAdapter } from './sdk.mjs';

export const sdkV1 = {
  name: '@modelcontextprotocol/sdk',
  connect: async (target, answers) => {
    const client = new Client({ name: 'outside', version: '1' }, { capabilities: { elicitation: {}, sampling: {} } });
    client.setRequestHandler(ElicitRequestSchema, () => answers.elicitation);
    client.setRequestHandler(CreateMessageRequestSchema, () => answers.sampling);
    const transport = target.url
      ? new StreamableHTTPClientTransport(new URL(target.url))
      : new StdioClientTransport({ command: target.command, args: target.args, cwd: target.cwd, stderr: 'ignore' });
    await client.connect(transport);
    return sdkAdapter(client);
  },
};
