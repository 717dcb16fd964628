/** Resources, prompts and completions: what is published of them, and what their authors say. Field names are MCP's. */
import type { ContentBlock, ToolIcon, ToolOptions } from '../types.js';

/** MCP's hints about who a resource is for. */
export interface ResourceAnnotations {
  audience?: ('user' | 'assistant')[];
  /** 0 (optional) to 1 (required). */
  priority?: number;
  /** ISO 8601. */
  lastModified?: string;
}

interface ResourceFacts {
  name: string;
  /** A display name for people. */
  title?: string;
  description?: string;
  mimeType?: string;
  annotations?: ResourceAnnotations;
  icons?: ToolIcon[];
  _meta?: Record<string, unknown>;
}

/** A resource with one URI, as a client sees it. */
export interface ResourceDefinition extends ResourceFacts {
  uri: string;
  /** Bytes, when known. */
  size?: number;
}

/** A family of resources: a URI template (RFC 6570), as a client sees it. */
export interface ResourceTemplateDefinition extends ResourceFacts {
  uriTemplate: string;
}

/** What tools, resources and prompts have in common. */
type SharedOptions = Pick<ToolOptions, 'title' | 'description' | 'icons' | 'tags' | 'meta' | '_meta' | 'timeout' | 'scopes' | 'guard'>;

/** What an author may say of a resource beside its URI. */
export interface ResourceOptions extends SharedOptions {
  /** What a client shows; otherwise the method's name. */
  name?: string;
  mimeType?: string;
  /** Bytes; only for a resource with one URI. */
  size?: number;
  annotations?: ResourceAnnotations;
}

/** One argument of a prompt; its value is a text on the wire. */
export interface PromptArgument {
  name: string;
  title?: string;
  description?: string;
  required?: boolean;
}

/** A prompt, as a client sees it. */
export interface PromptDefinition {
  name: string;
  title?: string;
  description?: string;
  arguments?: PromptArgument[];
  icons?: ToolIcon[];
  _meta?: Record<string, unknown>;
}

/** What an author may say of a prompt beside its signature. */
export interface PromptOptions extends SharedOptions {
  /** Otherwise the method's name. */
  name?: string;
}

/** One message of a rendered prompt. */
export interface PromptMessage {
  role: 'user' | 'assistant';
  content: ContentBlock;
}

/** A prompt filled in. */
export interface RenderedPrompt {
  description?: string;
  messages: PromptMessage[];
}

/** Which argument of which prompt or resource template a `@complete` method completes. */
export type CompleteOptions =
  | { prompt: string; resource?: undefined; argument: string }
  | { /** The URI template as `@resource` has it. */ resource: string; prompt?: undefined; argument: string };

/** What a client asks a completion for. */
export type CompletionReference = { type: 'ref/prompt'; name: string } | { type: 'ref/resource'; uri: string };

/** Proposals for one argument. */
export interface Completion {
  /** At most 100. */
  values: string[];
  /** How many there are in all, when known. */
  total?: number;
  hasMore?: boolean;
}

/**
 * Who calls. The members are what our own authentication gives; what a framework in front found out may have others,
 * and is not checked.
 */
export interface CallerInfo {
  /** Who: a person or a service. */
  readonly subject?: string;
  /** Which client acts. */
  readonly clientId?: string;
  /** Who issued the token. */
  readonly issuer?: string;
  /** What was granted, without what that implies. */
  readonly scopes?: readonly string[];
  /** Seconds since 1970. */
  readonly expiresAt?: number;
  /** For whom the token was issued. */
  readonly audience?: string | readonly string[];
  /** Anything else that the verifier tells. */
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly [name: string]: unknown;
}

/** What a guard decides on. */
export interface GuardRequest {
  /** The tool's or prompt's name, or the URI that is read. */
  name: string;
  kind: 'tool' | 'resource' | 'prompt';
  /** The arguments as they were checked; frozen. For a completion: the texts so far. */
  args: Readonly<Record<string, unknown>>;
  /** Set when it is a completion that is asked for: the argument's name. */
  completing?: string;
  /** Who calls, as a transport found out. */
  auth?: CallerInfo;
  scopes?: readonly string[];
  headers?: Readonly<Record<string, string | undefined>>;
  callId?: string;
  meta?: Readonly<Record<string, unknown>>;
  /** Aborts when the caller cancels, goes away, or the timeout passes. */
  signal: AbortSignal;
}

type Verdict = boolean | string | void;

/**
 * Decides whether a call may run, after its arguments were checked: true or nothing allows it; false, or a string that
 * says why, refuses it as DENIED. A thrown ToolError is told as it is; anything else that is thrown refuses too.
 */
export type Guard = (request: GuardRequest) => Verdict | Promise<Verdict>;
