/**
 * The types that more than one folder speaks of. No values live here.
 * Words are those of MCP and JSON Schema where they have one.
 */
import type { ToolError } from './errors.js';
import type { CallerInfo, Guard } from './types/published.js';
import type {
  Answer,
  ElicitRequest,
  ElicitResult,
  FormQuestion,
  QuestionOptions,
  Root,
  SampleQuestion,
  SampleRequest,
  SampleResult,
  SchemaQuestion,
  UrlQuestion,
} from './types/questions.js';

export type * from './types/published.js';
export type * from './types/questions.js';

/** Any value JSON can carry. */
export type JsonValue = null | boolean | number | string | JsonValue[] | { [key: string]: JsonValue };

/** A JSON object. */
export type JsonObject = { [key: string]: JsonValue };

/** A JSON Schema of draft 2020-12. Keywords are loosely typed: schemas also come from elsewhere. */
export interface JsonSchema {
  $ref?: string;
  $defs?: Record<string, JsonSchema>;
  type?: string | string[];
  title?: string;
  description?: string;
  default?: unknown;
  examples?: unknown[];
  deprecated?: boolean;
  enum?: unknown[];
  const?: unknown;
  format?: string;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  multipleOf?: number;
  minLength?: number;
  maxLength?: number;
  contentEncoding?: string;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  items?: JsonSchema | boolean;
  prefixItems?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  patternProperties?: Record<string, JsonSchema>;
  additionalProperties?: JsonSchema | boolean;
  propertyNames?: JsonSchema;
  minProperties?: number;
  maxProperties?: number;
  required?: string[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  not?: JsonSchema;
  [keyword: string]: unknown;
}

/** The same as a constant (`as const`) has it. */
export type ReadonlySchema = { readonly [keyword: string]: unknown };

/** A schema whose root describes an object, as MCP and every function-calling API want. */
export interface ObjectSchema extends JsonSchema {
  type: 'object';
}

/** MCP's hints about a tool's behaviour (specification 2025-06-18, `ToolAnnotations`). */
export interface ToolAnnotations {
  title?: string;
  readOnlyHint?: boolean;
  destructiveHint?: boolean;
  idempotentHint?: boolean;
  openWorldHint?: boolean;
}

/** An icon a client may show (MCP 2025-11-25, `Icon`). */
export interface ToolIcon {
  /** An https: or data: URI. */
  src: string;
  mimeType?: string;
  /** For example `48x48`, or `any` for scalable formats. */
  sizes?: string[];
  theme?: 'light' | 'dark';
}

/** One example call, for providers that take them. */
export interface ToolExample {
  description?: string;
  args: Record<string, unknown>;
}

/** What a model sees of a tool; field names are MCP's. */
export interface ToolDefinition {
  name: string;
  title?: string;
  description?: string;
  inputSchema: ObjectSchema;
  outputSchema?: ObjectSchema;
  annotations?: ToolAnnotations;
  icons?: ToolIcon[];
  _meta?: Record<string, unknown>;
}

/** What is readable of a tool on the function that `tool(fn)` gave; its name is that of the function. */
export interface ToolFacts {
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  /** @throws ToolError STALE_MANIFEST, when it is read, where nothing is known of the function's parameters */
  readonly inputSchema: ToolDefinition['inputSchema'];
  readonly outputSchema?: ToolDefinition['outputSchema'] | undefined;
  /** The class of the payload, and of the result, where there is one. */
  readonly inputClass?: Constructor | undefined;
  readonly outputClass?: Constructor | undefined;
  /** The function is declared asynchronous. */
  readonly isAsync: boolean;
}

/** A function as it was, with what can be read of its tool. */
export type MarkedFunction<F> = F & ToolFacts;

/** What an author may say of a tool beside its signature; each field overrides what was inferred. */
export interface ToolOptions {
  /** `[A-Za-z0-9._-]{1,128}`; otherwise the method's or function's name. */
  name?: string;
  /** A display name for people. */
  title?: string;
  /** What the model reads; otherwise the JSDoc summary. */
  description?: string;
  annotations?: ToolAnnotations;
  icons?: ToolIcon[];
  tags?: string[];
  /** Private: never leaves the process. */
  meta?: Record<string, unknown>;
  /** MCP's `_meta`: published with the definition. */
  _meta?: Record<string, unknown>;
  /** Milliseconds one call may take. */
  timeout?: number;
  /** OAuth scopes a caller needs, all of them. */
  scopes?: string[];
  /** Decides, after the arguments were checked, whether this call may run. */
  guard?: Guard;
  examples?: ToolExample[];
  /** Ask providers for strict mode where they have one. */
  strict?: boolean;
  /** Hide behind a provider's tool search until asked for. */
  defer?: boolean;
}

/**
 * Options that `@toolset` gives to every tool of a class, and to its resources and prompts as far as they have them; their own win
 * field by field.
 */
export interface ToolsetOptions extends Omit<ToolOptions, 'name' | 'title' | 'description' | 'examples'> {
  /** Put before each tool's and prompt's name as it stands, for example `atlas_`. */
  prefix?: string;
}

/** What an author may say of one parameter. */
export interface ParamOptions {
  /** The argument's name; otherwise the parameter's in the source. */
  name?: string;
  description?: string;
  /** Replaces whatever the type would have given. */
  schema?: JsonSchema;
  /** Used when the argument is absent; makes it optional. */
  default?: unknown;
  examples?: unknown[];
  /** The value is a secret: no message, repair or log ever shows it. */
  secret?: boolean;
  /** Clients of MCP's 2026-07-28 repeat the value as the HTTP header `Mcp-Param-<header>`; for strings, whole numbers and booleans. */
  header?: string;
}

/** A call as a model asked for it, in no provider's dialect. */
export interface ToolCall {
  id?: string;
  name: string;
  /** The arguments object, or its JSON text as the model wrote it; absent or null for none. */
  args?: object | string | null;
}

/** One part of a result, in MCP's content shapes. */
export type ContentBlock =
  | { type: 'text'; text: string; annotations?: Record<string, unknown>; _meta?: Record<string, unknown> }
  | { type: 'image' | 'audio'; data: string; mimeType: string; annotations?: Record<string, unknown>; _meta?: Record<string, unknown> }
  | { type: 'resource'; resource: ResourceContents; annotations?: Record<string, unknown>; _meta?: Record<string, unknown> }
  | {
      type: 'resource_link';
      uri: string;
      name: string;
      title?: string;
      description?: string;
      mimeType?: string;
      size?: number;
      icons?: ToolIcon[];
      annotations?: Record<string, unknown>;
      _meta?: Record<string, unknown>;
    };

/** The contents of an embedded resource: `text` or base64 `blob`. */
export interface ResourceContents {
  uri: string;
  mimeType?: string;
  text?: string;
  blob?: string;
  _meta?: Record<string, unknown>;
}

/** The outcome of a call, in no provider's dialect; `isError` tells which. */
export type ToolResult = ToolSuccess | ToolFailure;

interface ToolOutcome {
  callId?: string;
  name: string;
  /** What a model reads. */
  content: ContentBlock[];
  /** What was changed in the arguments so that they fit; absent when nothing was. */
  repairs?: readonly Repair[];
}

/** The tool ran. */
export interface ToolSuccess extends ToolOutcome {
  isError: false;
  /** What the method returned, unchanged. */
  value?: unknown;
  /** JSON that fits the output schema, when there is one. */
  structuredContent?: JsonValue;
  error?: undefined;
}

/** The call was refused, or the tool failed. */
export interface ToolFailure extends ToolOutcome {
  isError: true;
  /** Why. */
  error: ToolError;
  value?: undefined;
  structuredContent?: undefined;
}

/** One change that made arguments fit their schema. */
export interface Repair {
  /** Keys and indexes from the arguments' root; empty for the whole text. */
  path: readonly (string | number)[];
  kind: RepairKind;
  /** What the model sent there; cut when it is long, and hidden when it is secret. */
  before: unknown;
  /** What the method gets; `undefined` where the value was dropped. */
  after: unknown;
}

/** The kinds of repair; what each does is told in the guide on arguments. */
export type RepairKind =
  | 'number'
  | 'boolean'
  | 'json'
  | 'wrap'
  | 'null-dropped'
  | 'null'
  | 'empty-dropped'
  | 'enum-case'
  | 'empty-text'
  | 'fence'
  | 'lenient-json'
  | 'bigint';

/** One thing wrong with a value, in Standard Schema's form. */
export interface Issue {
  message: string;
  /** Keys and indexes from the arguments' root. */
  path: readonly (string | number)[];
}

/** Severities of MCP's logging. */
export type LogLevel = 'debug' | 'info' | 'notice' | 'warning' | 'error' | 'critical' | 'alert' | 'emergency';

/** What a running call may use. A parameter of this type gets it and never appears in a schema. */
export interface ToolContext {
  /** Aborts when the caller cancels, goes away, or the timeout passes. */
  readonly signal: AbortSignal;
  /** The caller's id of this call, when it gave one. */
  readonly callId?: string;
  /** Who calls, as a transport found out. */
  readonly auth?: CallerInfo;
  /** Request headers, on transports that have them; names in lower case. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  /** The request's own metadata (MCP's `_meta`). */
  readonly meta?: Readonly<Record<string, unknown>>;
  /** Tells how far the work is; does nothing when the caller did not ask. `total` in the unit of `progress`. */
  progress(progress: number, total?: number, message?: string): void;
  /** Sends a log message to the caller. */
  log(level: LogLevel, data: unknown): void;
  /**
   * Lets go of the connection while the work goes on: the client comes back for the answer (MCP's polling of event streams).
   * Does nothing where it could not come back: without a session, or with a client before 2025-11-25.
   */
  closeStream(): void;
  /**
   * Asks the person behind the caller; the answer is checked against the form. The time until it comes does not count for the timeout.
   * @throws ToolError NOT_IMPLEMENTED where the caller cannot, INVALID_ANSWER for an answer that does not fit
   */
  elicit<T extends object>(question: FormQuestion<T>): Promise<Answer<T>>;
  elicit(question: SchemaQuestion): Promise<Answer<JsonObject>>;
  elicit(question: UrlQuestion): Promise<{ action: 'accept' | 'decline' | 'cancel' }>;
  /** Asks the caller's model. The time until it answers does not count. @throws ToolError NOT_IMPLEMENTED where the caller cannot. */
  sample(question: SampleQuestion): Promise<SampleResult>;
  /** Asks where the client works. The time until it answers does not count. @throws ToolError NOT_IMPLEMENTED where the caller cannot tell */
  roots(options?: QuestionOptions): Promise<Root[]>;
}

/** As much of an `AbortSignal` as a call needs of its caller's; an `AbortSignal` is one. */
export interface CallSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
  addEventListener(type: 'abort', listener: () => void, options?: { once?: boolean }): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** What a bridge hands in for a call; the rest is filled with what does nothing. */
export interface CallOptions extends Partial<Omit<ToolContext, 'signal' | 'callId' | 'auth' | 'elicit' | 'sample' | 'roots'>> {
  signal?: CallSignal;
  /** Who calls: what methods and guards read as `CallerInfo`. Any object fits; nothing of it is checked. */
  auth?: object;
  /** What the caller was granted; absent for a trusted caller, such as this process. */
  scopes?: readonly string[];
  /** Puts a question in MCP's wire form to the person; absent where the client cannot. */
  elicit?(request: ElicitRequest, how?: QuestionOptions): Promise<ElicitResult>;
  /** Puts a question in MCP's wire form to the client's model; absent where the client cannot. */
  sample?(request: SampleRequest, how?: QuestionOptions): Promise<SampleResult>;
  /** Gets the client's `roots/list`; absent where it has none. */
  roots?(how?: QuestionOptions): Promise<Root[]>;
  /** Milliseconds; overrides the tool's own. */
  timeout?: number;
  callId?: string;
  /** Overrides the registry's own: `masked` keeps the messages of unexpected errors from the caller. */
  errorDetail?: 'message' | 'masked';
  /** Repair arguments that do not fit, where that loses nothing; on in `registry.call`, off in `tool.invoke`. */
  repair?: boolean;
}

/** Anything with `new`, abstract or not. */
// eslint-disable-next-line typescript/no-explicit-any -- a constructor's parameters are contravariant: only `any` accepts every class
export type Constructor<T = object> = abstract new (...args: any[]) => T;

// ---- what the build step writes ----------------------------------------------------------------------------------

/**
 * A schema as the build step writes it: JSON Schema 2020-12 plus marks that say what a value arrives as.
 * The marks are removed before a schema is published.
 */
export interface ContractSchema extends JsonSchema {
  /** The built-in that the method gets instead of the JSON value. */
  'x-as'?: ArrivesAs;
  /** Keys of a `Map`, when they are not strings. */
  'x-keys'?: 'number';
  /** The class whose instance the method gets: a key of `ToolManifest.types`. */
  'x-class'?: string;
  /** The value must never be shown. */
  'x-secret'?: true;
}

/** Built-in types that JSON has no form for, and that arrive as such all the same. */
export type ArrivesAs = 'Date' | 'Map' | 'Set' | 'bigint' | 'URL' | 'Buffer' | 'Uint8Array';

/** One parameter of a marked method or function, in the order of the source. */
export interface ParameterContract {
  name: string;
  /** `property`: one argument. `payload`: the arguments object itself. `context`: injected. `rest`: an array argument, spread at the call. */
  role: 'property' | 'payload' | 'context' | 'rest';
  /** Whether a call must give it. */
  required: boolean;
  /** The parameter has an initialiser in the source, so an absent argument stays `undefined` and the method fills it. */
  initialised?: true;
  /** `$ref`s point into `ToolManifest.$defs` as `#/$defs/NAME`. Absent for `context`. */
  schema?: ContractSchema;
}

/** What the build step found out about one method or function. */
export interface ToolContract {
  parameters: ParameterContract[];
  /** JSDoc summary. */
  description?: string;
  /** `@deprecated`: its text, or true. */
  deprecated?: string | true;
  /** `@example` blocks that are JSON objects: arguments of example calls. */
  examples?: ToolExample[];
  /** Of the awaited return type, not yet wrapped; absent for `void`. */
  output?: ContractSchema;
  /** The return type is `void`: whatever the method gives all the same never leaves. */
  void?: true;
  /** `Function.length` of the source: parameters before the first default or rest. */
  length: number;
}

/** The contracts of one class's marked methods (tools, resources, prompts), bound to it by identity. Inherited methods are listed too. */
export interface ManifestClass {
  class: () => Constructor;
  name: string;
  /** Key of `ToolManifest.sources`. */
  source: string;
  methods: Record<string, () => ToolContract>;
}

/** The contract of one `tool(fn)`, bound to its result. */
export interface ManifestFunction {
  function: () => unknown;
  name: string;
  source: string;
  contract: () => ToolContract;
}

/** The schema of a form, bound to what `form<T>()` gave, or to the class that was given as a form. */
export interface ManifestForm {
  form: () => unknown;
  name: string;
  source: string;
  /** Flat, as MCP wants it; `x-class` at its root makes the answer an instance. */
  schema: () => ContractSchema;
}

/** What a class says as the schema of a tool made by hand, bound to it by identity. */
export interface ManifestSchema {
  class: () => Constructor;
  name: string;
  source: string;
  /** Of arguments, where it is used for such; `x-class` at its root makes them an instance. */
  input?: () => ContractSchema;
  /** Of results, where it is used for such. */
  output?: () => ContractSchema;
}

/** Everything the build step found; the generated module's default export. Thunks keep start-up cheap and import cycles harmless. */
export interface ToolManifest {
  /** Format of this object. */
  version: 1;
  /** Where the generated module lies (a path), when known; `sources` are relative to its folder. */
  file?: string;
  /** Source files that the contracts came from -> hash of their text. */
  sources: Record<string, string>;
  classes: ManifestClass[];
  functions: ManifestFunction[];
  forms?: ManifestForm[];
  /** Classes that are given as schemas: `new Tool({ inputSchema: SearchDto })`. */
  schemas?: ManifestSchema[];
  /** DTO classes by the name that `x-class` uses. */
  types: Record<string, () => Constructor>;
  /** Shared schemas by name. */
  $defs: Record<string, () => ContractSchema>;
}
