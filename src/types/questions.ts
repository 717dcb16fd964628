/** What a running method may ask of whoever calls: the person (elicitation) or the model (sampling). Field names are MCP's. */
import type { Constructor, ContentBlock, JsonObject, JsonSchema, ObjectSchema, ReadonlySchema } from '../types.js';

/** A form made with `form<T>()`: the build step reads its fields from `T`. */
export interface Form<T> {
  readonly options: Readonly<FormOptions>;
  /** Never there at run time: it carries the type of an answer. */
  readonly '~answer'?: T;
}

/** Options of `form<T>(options)`. */
export interface FormOptions {
  /** What the form is called in messages to its author. */
  name?: string;
  /** A flat JSON Schema; replaces whatever the type would have given. */
  schema?: JsonSchema | ReadonlySchema;
}

/** What the person answered. Content is there only when they accepted. */
export type Answer<T> = { action: 'accept'; content: T } | { action: 'decline' | 'cancel'; content?: undefined };

/** How a question is put. */
export interface QuestionOptions {
  /** Names the question to the client and in logs, where the protocol has names for questions (2026-07-28); made up when absent. */
  key?: string;
}

/** Asks for the fields of a form: a class-validator class, or what `form<T>()` made. */
export interface FormQuestion<T> extends QuestionOptions {
  message: string;
  form: Constructor<T> | Form<T>;
}

/** Asks for the fields of a flat JSON Schema. */
export interface SchemaQuestion extends QuestionOptions {
  message: string;
  requestedSchema: JsonSchema | ReadonlySchema;
}

/** Sends the person to a page; what they do there never passes through the client. */
export interface UrlQuestion extends QuestionOptions {
  message: string;
  /** An https: URL. */
  url: string;
  /** Names this question to the client when it is over; made up when absent. */
  elicitationId?: string;
}

/** Params of MCP's `elicitation/create`: what a bridge sends. */
export type ElicitRequest =
  | { mode?: 'form'; message: string; requestedSchema: ObjectSchema }
  | { mode: 'url'; message: string; url: string; elicitationId: string };

/** Result of MCP's `elicitation/create`, as the client sent it: not checked. */
export interface ElicitResult {
  action: 'accept' | 'decline' | 'cancel';
  content?: JsonObject;
}

/** One part of a sampling message: text, image, audio, a use of a tool, or its result. */
export type SampleContent =
  | Extract<ContentBlock, { type: 'text' | 'image' | 'audio' }>
  | { type: 'tool_use'; id: string; name: string; input: Record<string, unknown>; _meta?: Record<string, unknown> }
  | {
      type: 'tool_result';
      toolUseId: string;
      content: ContentBlock[];
      structuredContent?: JsonObject;
      isError?: boolean;
      _meta?: Record<string, unknown>;
    };

/** One turn of a conversation with the client's model. */
export interface SampleMessage {
  role: 'user' | 'assistant';
  content: SampleContent | SampleContent[];
  _meta?: Record<string, unknown>;
}

/** A tool that the client's model may ask for. */
export interface SampleTool {
  name: string;
  title?: string;
  description?: string;
  inputSchema: ObjectSchema;
}

/** Params of MCP's `sampling/createMessage`: what a bridge sends. */
export interface SampleRequest {
  messages: SampleMessage[];
  /** Tokens the model may write. */
  maxTokens: number;
  systemPrompt?: string;
  /** 0 to 1 in most models. */
  temperature?: number;
  stopSequences?: string[];
  modelPreferences?: {
    hints?: { name?: string }[];
    /** Each 0 to 1. */
    costPriority?: number;
    speedPriority?: number;
    intelligencePriority?: number;
  };
  includeContext?: 'none' | 'thisServer' | 'allServers';
  tools?: SampleTool[];
  toolChoice?: { mode?: 'auto' | 'required' | 'none' };
  metadata?: Record<string, unknown>;
}

/** What a method asks of the caller's model; `tools` may be tools of this process. */
export interface SampleQuestion extends Omit<SampleRequest, 'tools'>, QuestionOptions {
  tools?: readonly (SampleTool | { readonly definition: Readonly<SampleTool> })[];
}

/** Result of MCP's `sampling/createMessage`. */
export interface SampleResult {
  role: 'user' | 'assistant';
  content: SampleContent | SampleContent[];
  /** The model that wrote it. */
  model: string;
  /** `endTurn`, `stopSequence`, `maxTokens`, `toolUse`, or a provider's own. */
  stopReason?: string;
}

/** A folder or other place that the client works in. */
export interface Root {
  /** A file: URI. */
  uri: string;
  name?: string;
  _meta?: Record<string, unknown>;
}
