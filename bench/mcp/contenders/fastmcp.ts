/** fastmcp, which makes its own HTTP server. */
import { FastMCP } from 'fastmcp';
import { book, description, input, namesOf, output, resultOf } from './booking.js';
import { freePort, mode, ready, toolCount } from './serve.js';

const server = new FastMCP({ name: 'bench', version: '1.0.0' });
for (const name of namesOf(toolCount))
  server.addTool({ name, description, parameters: input, outputSchema: output, execute: async (request) => resultOf(book(request)) });

const port = await freePort();
const stateless = mode === 'stateless';
await server.start({ transportType: 'httpStream', httpStream: { port, host: '127.0.0.1', stateless, enableJsonResponse: stateless } });
ready(port);
