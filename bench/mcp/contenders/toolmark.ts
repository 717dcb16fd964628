/** toolmark's handler under `node:http`, with its defaults: Host, Origin and size checked, limits on. */
import { Tool, ToolRegistry } from 'toolmark';
import { httpHandler } from 'toolmark/mcp';
import { book, type BookingRequest, description, inputSchema, namesOf, outputSchema } from './booking.js';
import { mode, serve, toolCount } from './serve.js';
import { HotelService } from './service.js';
import manifest from './toolmark.generated.js';

const registry = new ToolRegistry({ manifest }).register(new HotelService());
for (const name of namesOf(toolCount).slice(1))
  registry.register(new Tool({ name, description, inputSchema, outputSchema, handler: (args) => book(args as unknown as BookingRequest) }));

const handle = httpHandler(registry, { name: 'bench', version: '1.0.0', sessions: mode === 'stateful' });
serve((request, response) => void handle(request, response));
