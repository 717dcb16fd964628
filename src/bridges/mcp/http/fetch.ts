/** Serves a registry over Streamable HTTP, as a function from `Request` to `Response`: Hono, Deno, Bun, Workers. */
import type { PublishedRegistry } from '../dispatch/request.js';
import { checkEntry } from '../entry.js';
import { isObject } from '../wire/tools.js';
import { Endpoint } from './endpoint.js';
import { type FetchContext, FetchExchange, toResponse } from './adapters/fetch.js';
import type { HttpOptions } from './options.js';
import { httpTable } from './options-check.js';

/** Takes one request; never rejects. */
export interface FetchHandler {
  (request: Request, context?: FetchContext): Promise<Response>;
  /** As `HttpHandler.close`. */
  close(drain?: number): Promise<void>;
}

/**
 * A handler to mount where MCP is to be served: `app.all('/mcp', (c) => mcp(c.req.raw))` in Hono,
 * `Deno.serve(mcp)`, `Bun.serve({ fetch: mcp })`, `export default { fetch: mcp }` in Workers.
 * @throws ToolError INVALID_DEFINITION for what is no registry, and an option that there is not or that cannot be
 */
export function fetchHandler(registry: PublishedRegistry, options: HttpOptions = {}): FetchHandler {
  checkEntry('fetchHandler', registry, options, httpTable);
  const endpoint = new Endpoint(registry, options);
  const handle = async (request: Request, context?: FetchContext, ...more: unknown[]): Promise<Response> => {
    const exchange = new FetchExchange(request, more.length === 0 && isContext(context) ? context : {});
    return toResponse(await endpoint.handle(exchange), () => exchange.leave());
  };
  return Object.assign(handle, { close: (drain?: number) => endpoint.drain(drain) });
}

/** Servers give arguments of their own (an environment, connection facts): those must not be taken for who calls. */
function isContext(context: unknown): context is FetchContext {
  return isObject(context) && Object.keys(context).every((name) => ['auth', 'body', 'isLoopback'].includes(name));
}
