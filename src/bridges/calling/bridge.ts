/**
 * The one shape of every bridge to a function-calling API. A bridge's own file holds only what differs.
 * `Native` names the SDK's types, so that what a bridge makes goes into a request as it is.
 */
import type { ToolRegistry } from '../../runtime/registry.js';
import type { Tool } from '../../runtime/tool.js';
import type { ObjectSchema, ToolDefinition, ToolExample } from '../../types.js';
import type { Provider, ProviderFacts } from './facts.js';
import type { McpServer } from './mcp-servers.js';

/** A tool of ours, or the definition of one. */
export type ToolLike = Tool | ToolDefinition;

/** Tools as a bridge takes them: all of a registry, a list or anything else that gives them one by one, or one. */
export type GivenTools = Iterable<ToolLike> | ToolRegistry | ToolLike;

/** The SDK's types that a bridge reads and makes. */
export interface NativeTypes {
  tool: unknown;
  choice: object;
  response: unknown;
  chunk: unknown;
  message: unknown;
  assistant: unknown;
}

/** How tools are declared. */
export interface DeclareOptions {
  /** `auto`: each tool that can be, where the provider has a strict mode that is on by default. True: wherever it exists. False: never. */
  strict?: boolean | 'auto' | undefined;
  /** `off`: the budgets of a request are not kept, only what one tool may have (DPT-168). */
  strictBudget?: 'off' | undefined;
  /** The schema of the response, where a structured one is asked for: its share of the budgets is reserved first. */
  responseSchema?: object | undefined;
  /** Hears of each thing that a declaration cannot say. */
  onLoss?: ((loss: Loss) => void) | undefined;
  /** Hears each warning, as text; otherwise they are only in the result. */
  onWarning?: ((warning: string) => void) | undefined;
  /** Tools to hide behind the provider's tool search: by name, or those whose `defer` says so. Needs `toolSearch`. */
  defer?: readonly string[] | ((tool: ToolLike) => boolean) | boolean | undefined;
  /** Which search of the provider; true for its usual one. */
  toolSearch?: boolean | 'regex' | 'bm25' | undefined;
  /** Send the tools' examples, where the provider takes them. */
  examples?: boolean | undefined;
  /** Send the schemas of what the tools give, where the provider takes them: they cost tokens, and not all models heed them. */
  outputSchemas?: boolean | undefined;
  /** Mark the last tool as the end of what the provider is to cache. */
  cache?: boolean | '5m' | '1h' | undefined;
  /**
   * Tools whose one text argument the model is to write as plain text rather than as JSON, where the provider has such tools (custom
   * tools of OpenAI); elsewhere they are declared as always. By the tool's own name: the provider's `format` of the text, or true.
   */
  freeText?: FreeText | undefined;
  /** The provider's own tools, beside ours: put after them as they are. */
  builtIn?: readonly object[] | undefined;
  /** MCP servers that the provider runs. */
  mcpServers?: readonly McpServer[] | undefined;
  /** Further fields of a tool's declaration, in the provider's form. What the bridge says itself stays. */
  extra?: ((tool: ToolLike) => object | undefined) | undefined;
  /** For what depends on the model. */
  model?: string | undefined;
}

/** Formats of texts by the names of tools; true for any text. */
export type FreeText = Readonly<Record<string, object | true>>;

/** One thing that the declaration cannot say as the schema does. The original is enforced at the call all the same. */
export interface Loss {
  /** The tool's own name. */
  tool: string;
  /** Keys from the root of its input schema; empty for the tool itself. */
  path: readonly (string | number)[];
  /** The keyword concerned; empty when it is no keyword. */
  keyword: string;
  /** A key of the table of losses. */
  code: LossCode;
  /** What became of it: one plain sentence. */
  what: string;
}

/** What can become of a part of a declaration, and whether the provider would refuse the request all the same. */
export const lossCodes = {
  TOLD: { refuses: false, meaning: 'a constraint that the provider does not take is said in the description' },
  DROPPED: { refuses: false, meaning: 'a constraint that the provider does not take is left out' },
  FOLDED: { refuses: false, meaning: 'a union is declared as one object with the properties of all its branches' },
  WIDENED: { refuses: false, meaning: 'the declared type is wider than the original' },
  CUT: { refuses: false, meaning: 'a schema that contains itself, or is nested too deeply, is cut off' },
  ENUM: { refuses: false, meaning: 'the values of an enumeration are declared in another form' },
  RENAMED: { refuses: false, meaning: 'a name that the provider refuses is declared under another, and mapped back' },
  SHORTENED: { refuses: false, meaning: 'a description that is too long is cut' },
  LENIENT: { refuses: false, meaning: 'the tool cannot be strict' },
  TOO_MANY_TOOLS: { refuses: true, meaning: 'the request has more tools than the provider takes' },
} as const;

/** A key of the table of losses. */
export type LossCode = keyof typeof lossCodes;

/** One tool as it goes to a provider, in nobody's dialect. */
export interface Declaration {
  /** As the provider gets it. */
  readonly name: string;
  /** As it is registered. */
  readonly originalName: string;
  readonly description?: string;
  readonly parameters: ObjectSchema;
  /** Of the structured content, where that was asked for. */
  readonly output?: ObjectSchema;
  readonly strict: boolean;
  /** Hidden behind the provider's tool search. */
  readonly defer: boolean;
  readonly examples: readonly ToolExample[];
  /** What it was made from: its schema is the one that arguments are checked against. */
  readonly tool: ToolLike;
}

/** Names both ways. */
export interface NameMap {
  /** The provider's name of a tool; the name itself for one that is not among them. */
  toProvider(name: string): string;
  /** The tool's own name; the name itself for one that is not among them. */
  toOriginal(name: string): string;
}

/** All that a request needs of its tools. */
export interface Declarations {
  readonly declarations: readonly Declaration[];
  readonly names: NameMap;
  readonly losses: readonly Loss[];
  readonly warnings: readonly string[];
  /** The tools' own names. */
  readonly strict: readonly string[];
  readonly lenient: readonly string[];
  /** The own names of tools that are hidden behind the provider's search. */
  readonly deferred: readonly string[];
}

/** What every bridge tells of itself. */
export interface BridgeFacts {
  readonly provider: Provider;
  readonly limits: ProviderFacts;
}
