/** How a case reaches a server: one entry a transport and era. A way gives pipes; the raw client on them is the same for all. */
import type { McpServerOptions } from '../../../../src/bridges/mcp/options.js';
import type { Era } from '../../../../src/bridges/mcp/dispatch/request.js';
import type { ToolRegistry } from '../../../../src/runtime/registry.js';
import { type ClientSetup, connected, type RawClient } from './raw-client.js';

export type Json = Record<string, unknown>;

/** Carries JSON-RPC messages, as objects that went through JSON. */
export interface Pipe {
  send(message: Json): void;
  /** Set by the client before anything is sent. */
  onmessage: (message: Json) => void;
  close(): Promise<void>;
}

/** What a way can carry beside requests and their answers. */
export type Ability =
  /** Requests of the server, or `input_required`, reach the client. */
  | 'questions'
  /** The server remembers a client: log level, subscriptions, notices of changes. */
  | 'session';

export interface Way {
  name: string;
  era: Era;
  abilities: readonly Ability[];
  /** A server of this registry, and a pipe to it. */
  open(registry: ToolRegistry, options: McpServerOptions): Promise<Pipe>;
}

/** A client that has shaken hands where the era does so. */
export async function connect(
  way: Way,
  registry: ToolRegistry,
  options: McpServerOptions = {},
  setup: ClientSetup = {},
): Promise<RawClient> {
  const pipe = await way.open(registry, { log: () => undefined, ...options });
  return connected(pipe, way.era, setup);
}
