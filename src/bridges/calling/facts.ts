/**
 * What each function-calling API accepts: data only, as documented and seen in November 2026. It moves; change it here and nowhere else.
 * `schema` holds for every tool, `strict` (where there is such a mode) for tools that are sent strict.
 */

/** An API, or a framework that stands before several. */
export type Provider =
  | 'openai-chat'
  | 'openai-responses'
  | 'anthropic'
  | 'gemini'
  | 'bedrock'
  | 'mistral'
  | 'cohere'
  | 'ollama'
  | 'ai-sdk'
  | 'langchain'
  | 'openai-agents'
  | 'google-adk'
  | 'mastra'
  /** A prompt, for models without function calling. */
  | 'text';

/** What a name may be. */
export interface NameFacts {
  /** A whole legal name. */
  readonly legal: RegExp;
  /** One character that may not stand in a name. */
  readonly refused: RegExp;
  /** What a name may begin with; whatever it may contain where absent. */
  readonly start?: RegExp;
  /** Characters. */
  readonly longest: number;
}

/** What a schema may contain. A keyword that is not listed is said in the description instead, or dropped where it says nothing. */
export interface SchemaFacts {
  /** Keywords that may stand anywhere; `all` for those of draft 2020-12. */
  readonly keywords: 'all' | readonly string[];
  /** Keywords that may stand at the root, where those are fewer. */
  readonly rootKeywords?: readonly string[];
  /** Keywords that combine schemas and may stand at the root. */
  readonly rootCombinators: readonly string[];
  /** Shared definitions: kept in `$defs`, or written out wherever they are used. */
  readonly references: 'keep' | 'inline';
  /** Definitions that contain themselves: kept, kept below optional properties only, or cut. */
  readonly recursion: 'keep' | 'optional' | 'cut';
  /** Whether anything may stand beside `$ref`. */
  readonly besideReference: boolean;
  /** Values of `format`; any where absent. */
  readonly formats?: readonly string[];
  /** Patterns that every language reads alike only: see `portable/patterns.ts`. */
  readonly simplePatterns?: boolean;
  /** The most that `minItems` may be. */
  readonly mostMinItems?: number;
  /** Every schema says its type, an enumeration, a union or a reference. */
  readonly typed: boolean;
  /** `type` may be a list: any, only of one type and null, or never. */
  readonly typeLists: 'any' | 'nullable' | 'none';
  /** Enumerations hold strings only. */
  readonly stringEnums: boolean;
  /** Every array says what its items are. */
  readonly items: boolean;
  /** `required` may name only what is in `properties`. */
  readonly requiredKnown: boolean;
  /** What the name of a property may be. */
  readonly propertyName?: NameFacts;
}

/** What a schema must be in strict mode. */
export interface StrictFacts extends SchemaFacts {
  /** Strict wherever a tool can be, unless told otherwise; otherwise only when asked for. */
  readonly byDefault: boolean;
  /** Every object lists all of its properties as required, so optional ones become nullable. */
  readonly allRequired: boolean;
  /** At least so many properties of each object must be required. */
  readonly leastRequired?: number;
  /** A switch for the whole request rather than for each tool: all tools are strict or none is. */
  readonly wholeRequest?: boolean;
  /** Of one tool. */
  readonly limits: {
    readonly properties?: number;
    readonly depth?: number;
    readonly enumValues?: number;
    /** Characters of the names of properties and definitions and of the values of enumerations. */
    readonly characters?: number;
    /** An enumeration of strings with more than `values` values may have so many characters. */
    readonly longEnum?: { readonly values: number; readonly characters: number };
  };
  /** Of all strict tools of a request, and its response schema, together. */
  readonly budgets?: Budgets;
}

/** What the strict tools of one request may have in all. */
export interface Budgets {
  readonly tools?: number;
  /** Properties that are not required. */
  readonly optional?: number;
  /** Unions: `anyOf`, `oneOf` and lists of types. */
  readonly unions?: number;
  readonly fields?: number;
}

/** Everything this house knows of one API's requests. */
export interface ProviderFacts {
  /** For people. */
  readonly label: string;
  readonly name: NameFacts;
  /** The longest description of a tool, in characters; without end where absent. */
  readonly description?: number;
  /** The most tools in one request. */
  readonly tools?: number;
  readonly schema: SchemaFacts;
  readonly strict?: StrictFacts;
  /** Has a search of its own, behind which tools can be hidden. */
  readonly search?: boolean;
  /** How the arguments of a call come in a stream: in pieces, whole, or in pieces where the request asks for it. Absent for frameworks. */
  readonly streamedArguments?: 'pieces' | 'whole' | 'on request';
}

// ---- names ---------------------------------------------------------------------------------------------------------

const word64: NameFacts = { legal: /^[a-zA-Z0-9_-]{1,64}$/, refused: /[^a-zA-Z0-9_-]/, longest: 64 };
const word128: NameFacts = { legal: /^[a-zA-Z0-9_-]{1,128}$/, refused: /[^a-zA-Z0-9_-]/, longest: 128 };
const geminiName: NameFacts = {
  legal: /^[A-Za-z_][A-Za-z0-9_.:-]{0,127}$/,
  refused: /[^A-Za-z0-9_.:-]/,
  start: /[A-Za-z_]/,
  longest: 128,
};
/** Legal with every API of this table, for frameworks that stand before any of them. */
const everywhere: NameFacts = { legal: /^[A-Za-z_][A-Za-z0-9_]{0,63}$/, refused: /[^A-Za-z0-9_]/, start: /[A-Za-z_]/, longest: 64 };
/** As before, with hyphens, which only Cohere refuses. */
const nearlyEverywhere: NameFacts = {
  legal: /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/,
  refused: /[^A-Za-z0-9_-]/,
  start: /[A-Za-z_]/,
  longest: 64,
};

/** What every subset has; Ollama lacks a few. */
const shape = ['type', 'description', 'enum', 'anyOf', '$ref', '$defs', 'properties', 'required', 'additionalProperties', 'items'] as const;

// ---- schemas -------------------------------------------------------------------------------------------------------

/** JSON Schema 2020-12 with an object at its root: what the APIs of OpenAI and their kin take when not strict. */
const openObject: SchemaFacts = {
  keywords: 'all',
  // "schema must have type 'object' and not have 'oneOf'/'anyOf'/'allOf'/'enum'/'not' at the top level" (2025-08).
  rootCombinators: [],
  references: 'inline',
  recursion: 'keep',
  besideReference: false,
  // "'…' is not a 'regex'", "regex lookaround is not supported": OpenAI's 400 for tools that are not strict too (2026-09).
  simplePatterns: true,
  typed: false,
  typeLists: 'any',
  stringEnums: false,
  // "array schema missing items" (2024-09).
  items: true,
  requiredKnown: false,
};

// https://platform.openai.com/docs/guides/structured-outputs#supported-schemas, 2026-11.
const openaiStrict: StrictFacts = {
  byDefault: true,
  keywords: [
    ...shape,
    'const',
    'minItems',
    'maxItems',
    'minimum',
    'maximum',
    'exclusiveMinimum',
    'exclusiveMaximum',
    'multipleOf',
    'pattern',
    'format',
  ],
  rootCombinators: [],
  references: 'inline',
  recursion: 'keep',
  besideReference: false,
  formats: ['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'ipv4', 'ipv6', 'uuid'],
  simplePatterns: true,
  typed: true,
  typeLists: 'any',
  stringEnums: false,
  items: true,
  requiredKnown: true,
  allRequired: true,
  limits: {
    properties: 5000,
    depth: 10,
    enumValues: 1000,
    characters: 120_000,
    longEnum: { values: 250, characters: 15_000 },
  },
};

/**
 * "Property keys should match pattern '^[a-zA-Z0-9_.-]{1,64}$'": a 400 of the Messages API and of Converse, for the names of the root
 * at least (2025; aws-solutions-library-samples/accelerated-intelligent-document-processing-on-aws#709, 2026).
 */
const anthropicKeys: NameFacts = { legal: /^[a-zA-Z0-9_.-]{1,64}$/, refused: /[^a-zA-Z0-9_.-]/, longest: 64 };

// https://docs.anthropic.com/en/docs/agents-and-tools/tool-use, 2026-11; root unions are refused even when not strict.
const anthropicSchema: SchemaFacts = {
  ...openObject,
  references: 'keep',
  besideReference: true,
  propertyName: anthropicKeys,
  items: false,
};

// https://docs.anthropic.com/en/docs/build-with-claude/structured-outputs#json-schema-limitations, 2026-11.
const anthropicStrict: StrictFacts = {
  byDefault: true,
  // `allOf` is taken too, but not with a reference in it: it is merged instead.
  keywords: [...shape, 'const', 'minItems', 'pattern', 'format', 'default'],
  rootCombinators: [],
  references: 'keep',
  recursion: 'cut',
  besideReference: false,
  formats: ['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'uri', 'ipv4', 'ipv6', 'uuid'],
  simplePatterns: true,
  mostMinItems: 1,
  typed: true,
  typeLists: 'any',
  stringEnums: false,
  items: true,
  requiredKnown: true,
  propertyName: anthropicKeys,
  allRequired: false,
  limits: {},
  // A request over any of these is answered 400, 2026-11.
  budgets: { tools: 20, optional: 24, unions: 16 },
};

// `FunctionDeclaration.parametersJsonSchema` and `responseJsonSchema` in @google/genai 2.32.0, 2026-11.
const geminiSchema: SchemaFacts = {
  keywords: [...shape, 'format', 'prefixItems', 'minItems', 'maxItems', 'minimum', 'maximum'],
  rootCombinators: [],
  references: 'inline',
  recursion: 'optional',
  besideReference: false,
  // A 400 for others: "only 'enum' and 'date-time' are supported for STRING type" (2025).
  formats: ['date-time', 'enum', 'int32', 'int64', 'float', 'double'],
  typed: true,
  typeLists: 'nullable',
  // google/adk-python#3401: a number in an enumeration is a 400 where the schema is read as `Schema`.
  stringEnums: true,
  items: true,
  requiredKnown: true,
};

// https://docs.aws.amazon.com/nova/latest/userguide/tool-use-definition.html, 2026: Nova takes three keywords at the root.
const bedrockSchema: SchemaFacts = {
  ...openObject,
  rootKeywords: ['type', 'properties', 'required'],
  recursion: 'cut',
  propertyName: anthropicKeys,
};

// Structured outputs of Converse follow Anthropic's subset; 2026-11.
const bedrockStrict: StrictFacts = { ...anthropicStrict, byDefault: false, references: 'inline' };

// Mistral documents the switch but no subset: the narrowest of the others is safe.
const mistralStrict: StrictFacts = { ...openaiStrict, byDefault: false };

// https://docs.cohere.com/docs/structured-outputs#unsupported-schema-features, 2026-11: no composition, no `additionalProperties`, and
// nothing in patterns that would hold them to the whole text; each object has a required property.
const cohereStrict: StrictFacts = {
  byDefault: false,
  keywords: ['type', 'description', 'enum', 'const', '$ref', '$defs', 'properties', 'required', 'items', 'format'],
  rootCombinators: [],
  references: 'inline',
  recursion: 'cut',
  besideReference: false,
  formats: ['date-time', 'uuid', 'date', 'time'],
  simplePatterns: true,
  typed: true,
  typeLists: 'any',
  stringEnums: false,
  items: true,
  requiredKnown: true,
  allRequired: false,
  leastRequired: 1,
  // `strict_tools` is a field of the request.
  wholeRequest: true,
  limits: {},
  budgets: { fields: 200 },
};

// `ToolFunctionParameters` and `ToolProperty` of ollama/ollama api/types.go, 2026: what is not among them is dropped in silence.
const ollamaSchema: SchemaFacts = {
  ...openObject,
  keywords: ['type', 'description', 'enum', 'anyOf', 'properties', 'required', 'items'],
  recursion: 'cut',
};

/** For a framework that may stand before any API: written out, no union at the root, names that Anthropic takes. */
const frameworkSchema: SchemaFacts = { ...openObject, propertyName: anthropicKeys };
const frameworkStrict: StrictFacts = { ...openaiStrict, byDefault: false, propertyName: anthropicKeys };

/** What a prompt may say: anything, without references that a reader would have to follow. */
const anyName: NameFacts = { legal: /^[^]+$/, refused: /(?!)/, longest: Infinity };
const promptSchema: SchemaFacts = { ...openObject, recursion: 'cut', items: false, simplePatterns: false };

// ---- the table -----------------------------------------------------------------------------------------------------

/** By provider. Sources: the SDKs' types and the pages named beside each part, November 2026. */
export const facts: Readonly<Record<Provider, ProviderFacts>> = {
  // https://platform.openai.com/docs/api-reference/chat/create: name 64, description 1024, 128 tools.
  'openai-chat': {
    label: 'OpenAI Chat Completions',
    name: word64,
    description: 1024,
    tools: 128,
    schema: openObject,
    strict: openaiStrict,
    streamedArguments: 'pieces',
  },
  // https://platform.openai.com/docs/api-reference/responses/create: name 128. The other two are those of Chat.
  'openai-responses': {
    label: 'OpenAI Responses',
    name: word128,
    description: 1024,
    tools: 128,
    schema: openObject,
    strict: openaiStrict,
    // https://platform.openai.com/docs/guides/tools-tool-search, 2026.
    search: true,
    streamedArguments: 'pieces',
  },
  // https://docs.anthropic.com/en/api/messages#body-tools; the search: tool_search_tool_*_20251119.
  anthropic: {
    label: 'Anthropic Messages',
    name: word128,
    schema: anthropicSchema,
    strict: anthropicStrict,
    search: true,
    streamedArguments: 'pieces',
  },
  // @google/genai 2.32.0, `FunctionDeclaration.name`; 512 declarations.
  gemini: {
    label: 'Gemini',
    name: geminiName,
    tools: 512,
    schema: geminiSchema,
    // `FunctionCallingConfig.streamFunctionCallArguments`.
    streamedArguments: 'on request',
  },
  // https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ToolSpecification.html.
  bedrock: { label: 'Bedrock Converse', name: word64, schema: bedrockSchema, strict: bedrockStrict, streamedArguments: 'pieces' },
  // "must be a-z, A-Z, 0-9, or contain underscores and dashes, with a maximum length of 64": a 422 of the API.
  // Seen with the API: each call is whole in one chunk (comet-ml/opik#7385, 2026-07).
  mistral: { label: 'Mistral', name: word64, schema: openObject, strict: mistralStrict, streamedArguments: 'whole' },
  // "Valid names contain only the characters a-z, A-Z, 0-9, _ and must not begin with a digit" (API reference).
  cohere: { label: 'Cohere v2', name: everywhere, schema: openObject, strict: cohereStrict, streamedArguments: 'pieces' },
  // Pieces are asked for in ollama/ollama#13581, 2025-12.
  ollama: { label: 'Ollama', name: nearlyEverywhere, schema: ollamaSchema, streamedArguments: 'whole' },
  'ai-sdk': { label: 'Vercel AI SDK', name: nearlyEverywhere, schema: frameworkSchema, strict: frameworkStrict },
  langchain: { label: 'LangChain', name: nearlyEverywhere, schema: frameworkSchema, strict: frameworkStrict },
  // `toFunctionToolName` of @openai/agents-core 0.20.0 makes other characters into `_`; strict unless told otherwise.
  'openai-agents': {
    label: 'OpenAI Agents',
    name: { ...everywhere, start: /[A-Za-z0-9_]/, legal: /^[A-Za-z0-9_]{1,64}$/ },
    description: 1024,
    tools: 128,
    schema: openObject,
    strict: openaiStrict,
  },
  // Its declarations go to Gemini as they are.
  'google-adk': {
    label: 'Google ADK',
    name: geminiName,
    tools: 512,
    schema: geminiSchema,
  },
  mastra: { label: 'Mastra', name: nearlyEverywhere, schema: frameworkSchema, strict: frameworkStrict },
  text: { label: 'a prompt', name: anyName, schema: promptSchema },
};

/** Every provider of the table. */
export const providers = Object.keys(facts) as Provider[];
