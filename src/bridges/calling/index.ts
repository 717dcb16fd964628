/** `toolmark/calling`: what all bridges to function-calling APIs share. */
export type {
  Declaration,
  Declarations,
  DeclareOptions,
  FreeText,
  GivenTools,
  Loss,
  LossCode,
  NameMap,
  NativeTypes,
  ToolLike,
} from './bridge.js';
export { lossCodes } from './bridge.js';
export { type ParsedCall, type RawCall, ToolCalls } from './calls.js';
export {
  checkModel,
  type ChoiceForms,
  type ChoiceOptions,
  isForced,
  type NormalChoice,
  normalizeToolChoice,
  type ToolChoice,
  toolChoiceFields,
} from './choice.js';
export { declareTools } from './declare.js';
export { type CallTarget, executeCall, executeCalls, type ExecuteOptions, type Runnable } from './execute.js';
export { facts, type Provider, type ProviderFacts, providers } from './facts.js';
export { CallIds, type IdForm, wireId } from './ids.js';
export type { Accumulation, Driver, DriverEntry, LoopBridge, ReadAnswer, RequestParts } from './loop/driver.js';
export type { RunClient, RunWith, TypesOf } from './loop/clients.js';
export type { RunEvent } from './loop/events.js';
export type { Finish, FinishReason } from './loop/finish.js';
export type { RunEnd, RunOptions, RunOutcome, RunSettings, RunTarget, RunVerdict, ToolUse } from './loop/options.js';
export { runTools } from './loop/run.js';
export type { AnthropicMcpServer, AnthropicMcpToolset, McpServer, OpenAIMcpServer } from './mcp-servers.js';
export { extendModels, type ModelFacts, modelFacts, type ModelRow, type VendorFacts } from './models.js';
export { type ChatCall, type ChatMessage, type Pair, paired, pairsOf, replay } from './replay.js';
export { type CallResult, contentOf, nonTextOf, textOf, ToolCallResults } from './results.js';
export {
  readAllowance,
  resultCap,
  type ResultSizeOptions,
  resultSizesOf,
  TOOL_RESULT_CAP_CHARS_PER_TOKEN,
  TOOL_RESULT_CAP_CONTEXT_FRACTION,
  TOOL_RESULT_CAP_WINDOW_FLOOR,
} from './size/cap.js';
export { READ_TRUNCATED_RESULT, TruncatedResultSession } from './size/session.js';
export { ResultSizes, type SizeSurroundings } from './size/sizes.js';
export { type KeptResult, markedIds, TruncatedResultStore } from './size/store.js';
export { type CallDelta, type Delta, type IncompleteCall, StreamAccumulator, type StreamEvent } from './stream.js';
export { addUsage, type Usage } from './usage.js';
