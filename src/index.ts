/** Public names, nothing else. */
export * from './decorators/index.js';
export { errorCodes, ToolError, type ToolErrorCode, type ToolErrorInit } from './errors.js';
export type { ToolInit } from './runtime/definition/handler-source.js';
export type { Resolve } from './runtime/definition/items.js';
export type { SignatureEntry } from './runtime/definition/signature.js';
export type { Limits } from './runtime/limits.js';
export type { Logger } from './runtime/logger.js';
export { defineManifest } from './runtime/manifest.js';
export type { RegistryEvents, RepairEvent } from './runtime/observers.js';
export { type Registrable, type RegistryOptions, ToolRegistry } from './runtime/registry.js';
export type { RuleOptions } from './runtime/rules/index.js';
export type { ErrorDetail } from './runtime/settings.js';
export type { StandardResult, StandardSchema } from './runtime/standard-schema.js';
export { Tool } from './runtime/tool.js';
export type {
  ArrivesAs,
  CallOptions,
  Constructor,
  ContentBlock,
  ContractSchema,
  Issue,
  JsonObject,
  JsonSchema,
  JsonValue,
  LogLevel,
  ManifestClass,
  ManifestFunction,
  ObjectSchema,
  ParameterContract,
  ParamOptions,
  ReadonlySchema,
  Repair,
  RepairKind,
  ResourceContents,
  ToolAnnotations,
  ToolCall,
  ToolContext,
  ToolContract,
  ToolDefinition,
  ToolExample,
  ToolFailure,
  ToolIcon,
  ToolManifest,
  ToolOptions,
  ToolResult,
  ToolSuccess,
  ToolsetOptions,
} from './types.js';
