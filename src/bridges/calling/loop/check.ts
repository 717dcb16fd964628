/** Checks what a run was given, before anything is sent: what is misspelt would go without effect. */
import { ToolError } from '../../../errors.js';
import {
  callback,
  checkOptions,
  elsewhere,
  flag,
  type Mends,
  objectOf,
  type TableOf,
  type Wanted,
  type WantedTable,
  withMethods,
} from '../../../runtime/option-table.js';
import type { CallOptions } from '../../../types.js';
import { isRegistry } from '../given-tools.js';
import { declareTable, deferTools, fields, strict } from '../declare-options.js';
import type { RunSettings } from './options.js';
import { managedFields } from './request-fields.js';

const count = (is: string, least: number): Wanted => ({ is, fits: (value) => Number.isSafeInteger(value) && (value as number) >= least });
const orNull = ({ is, fits }: Wanted): Wanted => ({ is, fits: (value) => value === null || fits(value) });
const characters = count('an integer, 0 or more', 0);

const registry: Wanted = { is: "a ToolRegistry (instances of marked classes are given as 'tools')", fits: isRegistry };

const context: TableOf<CallOptions> = {
  signal: elsewhere,
  callId: elsewhere,
  auth: fields('an object'),
  headers: fields('an object of texts by name'),
  meta: fields('an object'),
  scopes: { is: 'a list of texts', fits: (value) => Array.isArray(value) && value.every((scope) => typeof scope === 'string') },
  timeout: { is: 'milliseconds, a number above 0', fits: (value) => typeof value === 'number' && value > 0 },
  errorDetail: { is: "'message' or 'masked'", fits: (value) => value === 'message' || value === 'masked' },
  repair: flag,
  progress: callback,
  log: callback,
  closeStream: callback,
  elicit: callback,
  sample: callback,
  roots: callback,
};

const without = (table: WantedTable, ...names: readonly string[]): WantedTable =>
  Object.fromEntries(Object.entries(table).filter(([name]) => !names.includes(name)));

const inRun = (name: string, more = ''): string => `It is an option of the run itself: '${name}'${more}.`;

/** One entry an option. */
const table: TableOf<RunSettings & { client: unknown; provider: unknown; registry: unknown; tools: unknown }> = {
  client: elsewhere,
  provider: elsewhere,
  model: { is: 'the name of a model', fits: (value) => typeof value === 'string' },
  messages: { is: "a list in the provider's form, such as [{ role: 'user', content: 'Hi.' }]", fits: Array.isArray },
  registry,
  tools: {
    is: "tools, instances of marked classes or marked functions; a registry is given as 'registry'",
    fits: (value) => !registry.fits(value) && ((typeof value === 'object' && value !== null) || typeof value === 'function'),
  },
  request: fields("an object of further fields of each request, in the provider's form (a system prompt is a message, or a field of it)"),
  maxToolIterations: { is: characters.is, fits: (value) => value === Infinity || characters.fits(value) },
  toolChoice: elsewhere,
  resetToolChoice: flag,
  parallel: flag,
  strict,
  deferTools,
  declare: {
    ...objectOf(without(declareTable, 'strict', 'defer', 'model', 'onWarning')),
    mends: {
      strict: inRun('strict'),
      defer: inRun('deferTools'),
      deferTools: inRun('deferTools'),
      model: inRun('model'),
      onWarning: inRun('onEvent', " (events of type 'warning'), or 'logger'"),
    },
  },
  stream: flag,
  onEvent: callback,
  toolResultPreviewChars: characters,
  guard: callback,
  signal: {
    is: "an AbortSignal (of an AbortController, its 'signal')",
    fits: (value) => {
      const { aborted, addEventListener } = (value ?? {}) as Partial<AbortSignal>;
      return typeof aborted === 'boolean' && typeof addEventListener === 'function';
    },
  },
  contextWindow: count('tokens, an integer of 1 or more', 1),
  maxToolResultChars: orNull(characters),
  truncatedResultReadChars: orNull(characters),
  truncatedResults: withMethods('a TruncatedResultStore', 'keep', 'retire'),
  context: { ...objectOf(without(context, 'signal', 'callId')), mends: { signal: inRun('signal'), callId: 'Each call has its own.' } },
  logger: withMethods('a logger, { error(message), warn(message) }', 'error', 'warn'),
};

const inRequest = (name: string): string => `Put it into 'request', as the provider wants it: request: { ${name} }.`;
const bound = "The bound is 'maxToolIterations'.";
const system = "A system prompt is a message, or a field of 'request' in the provider's form.";

/** Words of other libraries and of the APIs. */
const mends: Mends = {
  ...managedFields,
  system,
  systemPrompt: system,
  instructions: system,
  prompt: "What the user says is a message: messages: [{ role: 'user', content }].",
  temperature: inRequest('temperature'),
  top_p: inRequest('top_p'),
  topP: inRequest('topP'),
  max_tokens: inRequest('max_tokens'),
  maxTokens: inRequest('maxTokens'),
  maxOutputTokens: inRequest('maxOutputTokens'),
  maxIterations: bound,
  maxSteps: bound,
  maxTurns: bound,
  onWarning: "Warnings go to 'logger', and to 'onEvent' as events of type 'warning'.",
  defer: "Here it is 'deferTools'.",
  builtIn: 'Put it into declare: declare: { builtIn }.',
  mcpServers: 'Put it into declare: declare: { mcpServers }.',
  toolSearch: 'Put it into declare: declare: { toolSearch }.',
  abortSignal: "Here it is 'signal'.",
  parallel_tool_calls: "Here it is 'parallel'.",
  parallelToolCalls: "Here it is 'parallel'.",
  scopes: 'Put it into context: context: { scopes }.',
  auth: 'Put it into context: context: { auth }.',
};

const place = 'runTools';

/** A client of Azure may know the model itself: its documentation leaves the name empty then. */
const hasDeployment = (client: unknown): boolean => Boolean((client as { deploymentName?: unknown } | null | undefined)?.deploymentName);

/** @throws ToolError INVALID_DEFINITION */
export function checkRunOptions(options: object): void {
  checkOptions(place, options, table, mends);
  const { client, registry: own, tools, model, messages } = options as Partial<Record<string, unknown>>;
  const refuse = (reason: string): never => {
    throw new ToolError('INVALID_DEFINITION', `${place}: ${reason}.`);
  };
  if (model === undefined) refuse("'model' must be the name of a model");
  if (model === '' && !hasDeployment(client)) refuse(`'model' must be the name of a model, not string ""`);
  if (messages === undefined) refuse("'messages' must be a list");
  if (own === undefined && tools === undefined)
    refuse(
      "calls are asked for, but there are no tools: give a 'registry', or 'tools' (tools, marked functions, instances of marked classes)",
    );
  if (own !== undefined && tools !== undefined) refuse("give either 'registry' or 'tools', not both");
}
