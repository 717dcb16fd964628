/** SDK v1 as its own examples use it, without a framework: a server and a transport for each request, or for each session. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { Ajv } from 'ajv';
import { book, type BookingRequest, description, input, inputSchema, namesOf, output, outputSchema, resultOf } from './booking.js';
import { mode, serve, toolCount } from './serve.js';

const [kind, session, json] = mode.split('-');
const info = { name: 'bench', version: '1.0.0' };
const names = namesOf(toolCount);

function highLevel(): McpServer {
  const server = new McpServer(info);
  for (const name of names)
    server.registerTool(name, { description, inputSchema: input, outputSchema: output }, (request) => resultOf(book(request)));
  return server;
}

const validate = new Ajv().compile<BookingRequest>(inputSchema);
const known = new Set(names);
const tools = names.map((name) => ({ name, description, inputSchema, outputSchema }));

function lowLevel(): Server {
  const server = new Server(info, { capabilities: { tools: {} } });
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools }));
  server.setRequestHandler(CallToolRequestSchema, ({ params }) => {
    if (!known.has(params.name)) throw new Error('unknown tool');
    const args: unknown = params.arguments;
    if (!validate(args)) return { isError: true, content: [{ type: 'text', text: JSON.stringify(validate.errors) }] };
    return resultOf(book(args));
  });
  return server;
}

const create = kind === 'high' ? highLevel : lowLevel;

async function stateless(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const server = create();
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined, enableJsonResponse: true });
  response.once('close', () => {
    void transport.close();
    void server.close();
  });
  await server.connect(transport);
  await transport.handleRequest(request, response);
}

const transports = new Map<string, StreamableHTTPServerTransport>();

async function stateful(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const open = transports.get(String(request.headers['mcp-session-id']));
  if (open) return open.handleRequest(request, response);
  const transport = new StreamableHTTPServerTransport({
    sessionIdGenerator: randomUUID,
    enableJsonResponse: json === 'json',
    onsessioninitialized: (id) => void transports.set(id, transport),
  });
  await create().connect(transport);
  await transport.handleRequest(request, response);
}

const handle = session === 'stateful' ? stateful : stateless;
serve((request, response) => void handle(request, response));
