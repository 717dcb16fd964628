/** SDK v2's `createMcpHandler` under `node:http`, as its documentation mounts it; one handler serves both eras. */
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { book, description, input, namesOf, output, resultOf } from './booking.js';
import { serve, toolCount } from './serve.js';

const names = namesOf(toolCount);

function create(): McpServer {
  const server = new McpServer({ name: 'bench', version: '1.0.0' });
  for (const name of names)
    server.registerTool(name, { description, inputSchema: input, outputSchema: output }, (request) => resultOf(book(request)));
  return server;
}

const handle = toNodeHandler(createMcpHandler(create));
serve((request, response) => void handle(request, response));
