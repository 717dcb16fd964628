// MCP's SDK of the second line: as it comes, finding out what the server speaks, and with 2026-07-28 alone.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { sdkAdapter } from './sdk.mjs';

const adapter = (label, versionNegotiation) => ({
  name: `@modelcontextprotocol/client ${label}`,
  speaks: versionNegotiation && '2026-07-28',
  connect: async (target, answers) => {
    const client = new Client(
      { name: 'outside', version: '1' },
      { capabilities: { elicitation: {}, sampling: {} }, ...(versionNegotiation && { versionNegotiation }) },
    );
    client.setRequestHandler('elicitation/create', () => answers.elicitation);
    client.setRequestHandler('sampling/createMessage', () => answers.sampling);
    const transport = target.url
      ? new StreamableHTTPClientTransport(new URL(target.url))
      : new StdioClientTransport({ command: target.command, args: target.args, cwd: target.cwd, stderr: 'ignore' });
    await client.connect(transport);
    return sdkAdapter(client);
  },
});

export const sdkV2 = [
  adapter('as it comes', undefined),
  adapter('auto', { mode: 'auto' }),
  adapter('pinned to 2026-07-28', { mode: { pin: '2026-07-28' } }),
];
