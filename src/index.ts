/** Public names, nothing else. */
export * from './decorators/index.js';
export { errorCodes, ToolError, type ToolErrorCode, type ToolErrorInit } from './errors.js';
export {
  type ClassSchemaOptions,
  normalizeInputSchema,
  normalizeOutputSchema,
  schemaFromClass,
} from './runtime/definition/class-schema.js';
export type { ClassToolInit, ToolInit } from './runtime/definition/handler-source.js';
export type { Completer } from './runtime/completion/source.js';
export type { Resolve } from './runtime/definition/method-source.js';
export type { SignatureEntry } from './runtime/definition/signature.js';
export type { Limits } from './runtime/limits.js';
export type { Logger } from './runtime/logger.js';
export { defineManifest } from './runtime/manifest.js';
export type { RegistryEvents, RepairEvent } from './runtime/observers.js';
export { Prompt } from './runtime/prompts/prompt.js';
export type { RegisteredPrompts } from './runtime/prompts/registered.js';
export type { PromptInit } from './runtime/prompts/source.js';
export { type Registrable, type RegistryOptions, ToolRegistry } from './runtime/registry.js';
export type { ListOptions, RegisteredResources } from './runtime/resources/registered.js';
export { Resource } from './runtime/resources/resource.js';
export type { ResourceInit } from './runtime/resources/source.js';
export type { RuleOptions } from './runtime/rules/index.js';
export { configure, type ScopedSettings, withContext } from './runtime/scope.js';
export type { ErrorDetail } from './runtime/settings.js';
export type { StandardResult, StandardSchema } from './runtime/standard-schema.js';
export { Tool } from './runtime/tool.js';
export type {
  Answer,
  ArrivesAs,
  CallerInfo,
  CallOptions,
  CompleteOptions,
  Completion,
  CompletionReference,
  Constructor,
  ContentBlock,
  ContractSchema,
  ElicitRequest,
  ElicitResult,
  Form,
  FormOptions,
  FormQuestion,
  Guard,
  GuardRequest,
  Issue,
  JsonObject,
  JsonSchema,
  JsonValue,
  LogLevel,
  ManifestClass,
  ManifestForm,
  ManifestFunction,
  ManifestSchema,
  MarkedFunction,
  ObjectSchema,
  ParameterContract,
  ParamOptions,
  PromptArgument,
  PromptDefinition,
  PromptMessage,
  PromptOptions,
  QuestionOptions,
  ReadonlySchema,
  RenderedPrompt,
  Repair,
  RepairKind,
  ResourceAnnotations,
  ResourceContents,
  ResourceDefinition,
  ResourceOptions,
  ResourceTemplateDefinition,
  Root,
  SampleContent,
  SampleMessage,
  SampleQuestion,
  SampleRequest,
  SampleResult,
  SampleTool,
  SchemaQuestion,
  ToolAnnotations,
  ToolCall,
  ToolContext,
  ToolContract,
  ToolDefinition,
  ToolExample,
  ToolFacts,
  ToolFailure,
  ToolIcon,
  ToolManifest,
  ToolOptions,
  ToolResult,
  ToolSuccess,
  ToolsetOptions,
  UrlQuestion,
} from './types.js';
