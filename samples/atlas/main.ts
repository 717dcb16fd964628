/** Publishes the atlas over HTTP, makes one call through a real MCP client, and stays up. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ToolRegistry } from 'toolmark';
import { serveHttp } from 'toolmark/mcp';
import { AtlasService } from './atlas.service.js';
import { PlaceIndex } from './places.js';
import manifest from './toolmark.generated.js';

const registry = new ToolRegistry({ manifest }).register(new AtlasService(new PlaceIndex()));
const port = Number(process.env['PORT'] ?? 3000);

const server = await serveHttp(registry, { port, name: 'atlas', version: '1.0.0' }).catch((error: unknown) => {
  const taken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
  console.error(taken ? `Port ${port} is taken; choose another: PORT=3001 npm start` : error);
  process.exit(1);
});
console.log(
  `atlas serves ${registry.list().length} tools at ${server.url}: ${registry
    .list()
    .map(({ name }) => name)
    .join(', ')}\n`,
);

const client = new Client({ name: 'atlas-demo', version: '1.0.0' });
await client.connect(new StreamableHTTPClientTransport(new URL(server.url)));
const args = { latitude: 48.86, longitude: 2.35, radius: 30, limit: 3 };
const result = await client.callTool({ name: 'nearby', arguments: args });
console.log(`nearby(${JSON.stringify(args)}) through an MCP client:`);
console.log(JSON.stringify(result.structuredContent, null, 2));
await client.close();

console.log(`
It stays up; Ctrl-C stops it. To connect a client:
  any client's settings   { "mcpServers": { "atlas": { "type": "http", "url": "${server.url}" } } }
  over stdio instead      npx toolmark serve samples/atlas/tools.ts
  the MCP inspector       npx @modelcontextprotocol/inspector --cli ${server.url} --transport http --method tools/list
`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void server.close().then(() => process.exit(0)));
