/** What a dispatcher is given: the registry that it publishes, and one request in no SDK's terms. */
import type {
  CallSignal,
  CallOptions,
  Completion,
  CompletionReference,
  LogLevel,
  PromptDefinition,
  RenderedPrompt,
  ResourceContents,
  ResourceDefinition,
  ResourceTemplateDefinition,
  ToolCall,
  ToolDefinition,
  ToolResult,
} from '../../../types.js';
import type { LateWire, Wire } from './wire.js';

/** Whose lists are wanted. */
export interface ListOptions {
  /** What the caller was granted; absent for all. */
  scopes?: readonly string[];
}

/** A tool as far as publishing needs it. */
export interface PublishedTool {
  readonly name: string;
  readonly definition: Readonly<ToolDefinition>;
  /** The output schema wraps another under `result`, because the 2025 eras want an object. */
  readonly wrapsOutput?: boolean;
  readonly options?: { readonly timeout?: number };
}

/** The resources of a registry. */
export interface PublishedResources {
  list(options?: ListOptions): readonly Readonly<ResourceDefinition>[];
  templates(options?: ListOptions): readonly Readonly<ResourceTemplateDefinition>[];
  /** Whether the caller may read what is under the URI; absent where nobody can tell. */
  has?(uri: string, options?: ListOptions): boolean;
  /** @throws ToolError UNKNOWN_RESOURCE and what a tool's call can fail with */
  read(uri: string, options?: CallOptions): Promise<readonly ResourceContents[]>;
}

/** The prompts of a registry. */
export interface PublishedPrompts {
  list(options?: ListOptions): readonly Readonly<PromptDefinition>[];
  /** @throws ToolError UNKNOWN_PROMPT and what a tool's call can fail with */
  render(name: string, args: Record<string, unknown>, options?: CallOptions): Promise<RenderedPrompt>;
}

/** As much of a `ToolRegistry` as publishing needs. */
export interface PublishedRegistry {
  list(options?: ListOptions): readonly PublishedTool[];
  get(name: string): Partial<PublishedTool> | undefined;
  call(call: ToolCall, options?: CallOptions): Promise<ToolResult>;
  on(event: 'change' | 'resources' | 'prompts', listener: () => void): () => void;
  on(event: 'resource-updated', listener: (uri: string) => void): () => void;
  readonly resources?: PublishedResources;
  readonly prompts?: PublishedPrompts;
  complete?(
    reference: CompletionReference,
    argument: { name: string; value: string },
    others: Record<string, string>,
    options?: CallOptions,
  ): Promise<Completion>;
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

/** What a client said it can, as far as questions go (MCP's `ClientCapabilities`). */
export interface ClientCapabilities {
  elicitation?: { form?: object; url?: object };
  sampling?: { tools?: object; context?: object };
  roots?: object;
}

/** What a client of the modern era sends along when it tries again with answers; not checked. */
export interface Retry {
  inputResponses?: unknown;
  requestState?: unknown;
}

/** The resources that one legacy session wants to hear of. */
export interface Subscriptions {
  add(uri: string): void;
  delete(uri: string): void;
}

/** What a binder, or the direct path, knows of one request, in no SDK's terms. */
export interface RequestContext {
  id: string | number;
  era: Era;
  caller: Caller;
  /** The protocol revision that a client of the legacy era speaks; absent where nobody knows. */
  revision?: string;
  /** Fires when the client cancels or goes away, and when `abort` is called. */
  signal: CallSignal;
  /** Ends the method that runs for this request, because its answer is no longer wanted (a run of the modern era that asked a question). */
  abort(reason: Error): void;
  /** The way back to the client beside the answer. */
  wire: Wire;
  meta?: Record<string, unknown>;
  headers?: Readonly<Record<string, string | undefined>>;
  /** What the client declared; absent when nobody knows. */
  capabilities?: ClientCapabilities;
  /** A request of the legacy era that belongs to no session: what its client declared was told to nobody who remembers. */
  isAlone?: boolean;
  /** Modern era only. */
  retry?: Retry;
  /** The least severe level the client wants to see. Undefined: all in the legacy era, none in the modern one. */
  logLevel?: LogLevel;
  /** Absent where nobody would remember it. */
  setLogLevel?(level: LogLevel): void;
  subscriptions?: Subscriptions;
}

/** A call that was begun without the SDK, and that a binder's handler may join once the call needs the wire. */
export interface Running<Answer> {
  readonly wire: LateWire;
  readonly answer: Promise<Answer>;
  abort(reason: Error): void;
}
