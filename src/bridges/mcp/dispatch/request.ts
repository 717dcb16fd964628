/** What a dispatcher is given: the registry that it publishes, and one request in no SDK's terms. */
import type { CallOptions, LogLevel, ToolCall, ToolDefinition, ToolResult } from '../../../types.js';

/** As much of a `ToolRegistry` as publishing needs. */
export interface PublishedRegistry {
  list(): readonly { readonly name: string; readonly definition: Readonly<ToolDefinition> }[];
  get(name: string): object | undefined;
  call(call: ToolCall, options?: CallOptions): Promise<ToolResult>;
  on(event: 'change', listener: () => void): () => void;
}

/** Who sends a request, as the transport found out. */
export interface Caller {
  /** Counts for limits and binds sessions: the same for all requests of one principal. */
  readonly id: string;
  /** What a method sees as `context.auth`; never holds the token. */
  readonly auth?: unknown;
  /** What was granted. Absent for a trusted caller: this process, or the one that started it. */
  readonly scopes?: readonly string[];
}

/** The process that started a stdio server, or holds the other end in memory. */
export const localCaller: Caller = { id: 'local' };

/** Someone over HTTP who was not asked who he is. */
export const anonymousCaller: Caller = { id: 'anonymous', scopes: [] };

/** The protocol before 2026-07-28 (a handshake, then requests), and from it on (each request stands alone). */
export type Era = 'legacy' | 'modern';

/** What a binder knows of one request, in no SDK's terms. */
export interface RequestContext {
  id: string | number;
  era: Era;
  caller: Caller;
  /** Fires when the client cancels or goes away. */
  signal: AbortSignal;
  meta?: Record<string, unknown>;
  headers?: Readonly<Record<string, string | undefined>>;
  /** Sends a notice on this request's own stream. */
  notify(method: string, params: Record<string, unknown>): void;
  /** Ask the client; absent what it did not declare. */
  elicit?: CallOptions['elicit'];
  sample?: CallOptions['sample'];
  /** The least severe level the client wants to see; undefined for all. */
  logLevel?: LogLevel;
  setLogLevel(level: LogLevel): void;
}
