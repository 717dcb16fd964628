/** What a run is given, and what it gives. */
import { ToolError } from '../../../errors.js';
import type { Logger } from '../../../runtime/logger.js';
import type { ToolRegistry, Registrable } from '../../../runtime/registry.js';
import { shortJson } from '../../../schema/words.js';
import type { CallOptions, ToolResult } from '../../../types.js';
import type { DeclareOptions, NativeTypes } from '../bridge.js';
import type { ParsedCall } from '../calls.js';
import type { ToolChoice } from '../choice.js';
import type { Provider } from '../facts.js';
import type { ResultSizeOptions } from '../size/cap.js';
import type { TruncatedResultStore } from '../size/store.js';
import type { Usage } from '../usage.js';
import type { Driver } from './driver.js';
import type { RunEvent } from './events.js';

/** Options of `runTools`. */
export interface RunOptions<T extends NativeTypes = NativeTypes> extends ResultSizeOptions {
  /** The provider's own client, or a driver. */
  client: object | Driver<T>;
  /** Only where the client does not tell. */
  provider?: Provider;
  model: string;
  /** The conversation so far, in the provider's form; left as it is. */
  messages: readonly T['message'][];
  /** Whose tools the model may call. */
  registry?: ToolRegistry;
  /** The same without a registry: tools, instances of marked classes, marked functions. */
  tools?: Registrable | readonly Registrable[];
  /** Further fields of each request in the provider's form: a system prompt, a temperature, the most tokens. */
  request?: Readonly<Record<string, unknown>>;
  /**
   * How many times the model's calls are run, at most; 10 by default. The model may answer once more after that. An answer that the
   * provider broke off and is asked to go on with (Anthropic's `pause_turn`) counts too.
   */
  maxToolIterations?: number;
  /** Of the first request; a choice that forces a call is `auto` from the second on, unless `resetToolChoice` is false. */
  toolChoice?: ToolChoice;
  resetToolChoice?: boolean;
  /** Whether there may be several calls in one turn. False: what comes all the same runs one after the other. */
  parallel?: boolean;
  strict?: DeclareOptions['strict'];
  /** Tools to hide behind the provider's tool search. Needs `declare.toolSearch`. */
  deferTools?: DeclareOptions['defer'];
  /** How tools are declared beside that. */
  declare?: Omit<DeclareOptions, 'strict' | 'defer' | 'model' | 'onWarning'>;
  stream?: boolean;
  onEvent?(event: RunEvent): void;
  /** Characters of a result in its event: 500 by default, 0 for all. */
  toolResultPreviewChars?: number;
  /** Sees each call before it runs, and can decline it: false or a text that says why. The model is told. */
  guard?(call: ParsedCall & { id: string }, about: { turn: number; signal: AbortSignal }): RunVerdict | Promise<RunVerdict>;
  /** Ends the run wherever it is. */
  signal?: AbortSignal;
  /** Tokens; otherwise what is known of the model. */
  contextWindow?: number;
  /** Where truncated results are kept: give each session its own, so that later runs of it can read them. */
  truncatedResults?: TruncatedResultStore;
  /** What each call is given: `auth`, `scopes`, `headers`, `meta`, `timeout` and the like. */
  context?: Omit<CallOptions, 'signal' | 'callId'>;
  /** Where warnings go; standard error by default. */
  logger?: Logger;
}

/** What a guard says: nothing or true allows. */
export type RunVerdict = boolean | string | void;

/** How a run ended: the model had no more to call; the bound was reached; the signal fired; the client failed. */
export type RunEnd = 'done' | 'iterations' | 'cancelled' | 'error';

/** A call that was run, as evidence: nothing of it is cut. */
export interface ToolUse {
  readonly turn: number;
  readonly id: string;
  readonly name: string;
  readonly args: object | string;
  readonly result: ToolResult;
}

/** What a run gives. */
export interface RunOutcome<T extends NativeTypes = NativeTypes> {
  readonly outcome: RunEnd;
  /** The model's last text; '' when there was none. */
  readonly text: string;
  /** The conversation with all that was added: each call has its result, so it can go on from here. */
  readonly messages: T['message'][];
  readonly toolsUsed: ToolUse[];
  /** Of all turns together. */
  readonly usage: Usage;
  /** The tools that were hidden behind the provider's search. */
  readonly deferredTools: readonly string[];
  /** How many answers the model gave. */
  readonly turns: number;
  /** Why, where `outcome` is `error`. */
  readonly error?: unknown;
}

/** @throws ToolError INVALID_DEFINITION */
export function checkRunOptions({ model, messages, registry, tools, maxToolIterations }: RunOptions): void {
  const refuse = (reason: string): never => {
    throw new ToolError('INVALID_DEFINITION', `runTools: ${reason}.`);
  };
  if (typeof model !== 'string' || model === '') refuse("'model' must be the name of a model");
  if (!Array.isArray(messages)) refuse("'messages' must be a list");
  if (registry === undefined && tools === undefined)
    refuse(
      "calls are asked for, but there are no tools: give a 'registry', or 'tools' (tools, marked functions, instances of marked classes)",
    );
  if (registry !== undefined && tools !== undefined) refuse("give either 'registry' or 'tools', not both");
  if (maxToolIterations !== undefined && !(Number.isSafeInteger(maxToolIterations) && maxToolIterations >= 0))
    refuse(`'maxToolIterations' must be an integer, 0 or more, not ${shortJson(maxToolIterations, 40)}`);
}
