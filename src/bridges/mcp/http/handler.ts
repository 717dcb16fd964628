/** Serves a registry over Streamable HTTP, as a handler for `node:http`, express, fastify and their like. */
import type { ServerResponse } from 'node:http';
import { ToolError } from '../../../errors.js';
import { preview } from '../../../schema/words.js';
import type { PublishedRegistry } from '../dispatch/request.js';
import { checkEntry } from '../entry.js';
import { Endpoint } from './endpoint.js';
import { NodeExchange, type NodeRequest, send } from './adapters/node.js';
import type { HttpOptions } from './options.js';
import { httpTable } from './options-check.js';

/** Takes one request; never rejects. */
export interface HttpHandler {
  (request: NodeRequest, response: ServerResponse): Promise<void>;
  /** Takes nothing new, waits for running calls up to `limits.drain`, answers the rest with an error, and ends all sessions and streams. */
  close(drain?: number): Promise<void>;
  /** What stands behind it, for a server that routes. */
  readonly endpoint: Endpoint;
}

/**
 * A handler to mount where MCP is to be served, for example `app.all('/mcp', httpHandler(registry))`.
 * Refuses foreign hosts and origins, bodies over 1 MiB, and by default keeps the messages of unexpected errors to the log.
 * @throws ToolError INVALID_DEFINITION for what is no registry, and an option that there is not or that cannot be
 */
export function httpHandler(registry: PublishedRegistry, options: HttpOptions = {}): HttpHandler {
  checkEntry('httpHandler', registry, options, httpTable);
  const endpoint = new Endpoint(registry, options);
  const handle = async (request: NodeRequest, response: ServerResponse): Promise<void> => {
    const reply = await endpoint.handle(new NodeExchange(request, response));
    await send(request, response, reply, { isLast: endpoint.isClosing, stall: endpoint.limits.stallTimeout });
  };
  return Object.assign(handle, { close: (drain?: number) => endpoint.drain(drain), endpoint });
}

/** A fastify route's handler: `app.all('/mcp', fastifyHandler(httpHandler(registry)))`. */
export function fastifyHandler(
  handler: HttpHandler,
  ...more: never[]
): (request: { raw: NodeRequest; body?: unknown; auth?: unknown }, reply: { raw: ServerResponse; hijack(): unknown }) => Promise<void> {
  if (typeof handler !== 'function' || handler.endpoint === undefined)
    throw new ToolError('INVALID_DEFINITION', `fastifyHandler: give what httpHandler(registry, options) gives, not ${preview(handler)}.`);
  if (more.length > 0) throw new ToolError('INVALID_DEFINITION', 'fastifyHandler: options are given to httpHandler(registry, options).');
  return async (request, reply) => {
    // From here on the reply is ours: fastify must not send one of its own.
    reply.hijack();
    const { raw, body, auth } = request;
    await handler(Object.assign(raw, { ...(body !== undefined && { body }), ...(auth !== undefined && { auth }) }), reply.raw);
  };
}
