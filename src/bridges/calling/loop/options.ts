/** What a run is given, and what it gives. */
import type { Logger } from '../../../runtime/logger.js';
import type { ToolRegistry, Registrable } from '../../../runtime/registry.js';
import type { CallOptions, ToolResult } from '../../../types.js';
import type { DeclareOptions, NativeTypes } from '../bridge.js';
import type { ParsedCall } from '../calls.js';
import type { ToolChoice } from '../choice.js';
import type { Provider } from '../facts.js';
import type { ResultSizeOptions } from '../size/cap.js';
import type { TruncatedResultStore } from '../size/store.js';
import type { Usage } from '../usage.js';
import type { RunClient, RunWith } from './clients.js';
import type { Driver } from './driver.js';
import type { RunEvent } from './events.js';
import type { FinishReason } from './finish.js';
import type { FurtherFields } from './request-fields.js';

/** Options of `runTools` beside its client and its tools. */
export interface RunSettings<T extends NativeTypes = NativeTypes> extends ResultSizeOptions {
  model: string;
  /** The conversation so far, in the provider's form; left as it is. */
  messages: readonly T['message'][];
  /** Further fields of each request in the provider's form: a system prompt, a temperature, the most tokens. */
  request?: FurtherFields | undefined;
  /**
   * How many times the model's calls are run, at most; 10 by default. The model may answer once more after that. An answer that the
   * provider broke off and is asked to go on with (Anthropic's `pause_turn`) counts too.
   */
  maxToolIterations?: number | undefined;
  /**
   * Of the first request; a choice that forces a call is `auto` from the second on, unless `resetToolChoice` is false. A list of what may
   * be called stays.
   */
  toolChoice?: ToolChoice | undefined;
  resetToolChoice?: boolean | undefined;
  /** Whether there may be several calls in one turn. False: what comes all the same runs one after the other. */
  parallel?: boolean | undefined;
  strict?: DeclareOptions['strict'] | undefined;
  /** Tools to hide behind the provider's tool search, beside those that are marked so. Needs `declare.toolSearch`. */
  deferTools?: Exclude<DeclareOptions['defer'], true> | undefined;
  /** How tools are declared beside that. */
  declare?: Omit<DeclareOptions, 'strict' | 'defer' | 'model' | 'onWarning'> | undefined;
  stream?: boolean | undefined;
  onEvent?: ((event: RunEvent) => void) | undefined;
  /** Characters of a result in its event: 500 by default, 0 for all. */
  toolResultPreviewChars?: number | undefined;
  /** Sees each call before it runs, and can decline it: false or a text that says why. The model is told. */
  guard?:
    | ((call: ParsedCall & { id: string }, about: { turn: number; signal: AbortSignal }) => RunVerdict | Promise<RunVerdict>)
    | undefined;
  /** Ends the run wherever it is. */
  signal?: AbortSignal | undefined;
  /** Tokens; otherwise what is known of the model. */
  contextWindow?: number | undefined;
  /** Where truncated results are kept: give each session its own, so that later runs of it can read them. */
  truncatedResults?: TruncatedResultStore | undefined;
  /** What each call is given: `auth`, `scopes`, `headers`, `meta`, `timeout` and the like. */
  context?: Omit<CallOptions, 'signal' | 'callId'> | undefined;
  /** Where warnings go; standard error by default. */
  logger?: Logger | undefined;
}

/** What the model may call: a registry, or the same without one. */
export type RunTarget =
  | { registry: ToolRegistry; tools?: undefined }
  | {
      /** Tools, instances of marked classes, marked functions. */
      tools: Registrable | Iterable<Registrable>;
      registry?: undefined;
    };

/** Options of `runTools`. */
export type RunOptions<T extends NativeTypes = NativeTypes> = RunSettings<T> &
  RunTarget &
  RunWith<RunClient | Driver<T>, Provider | undefined>;

/** What a guard says: nothing or true allows. */
export type RunVerdict = boolean | string | void;

/** How a run ended: the model had no more to call; the bound was reached; the signal fired; the client failed, or there was no answer. */
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
  /** Why the last answer ended; `length` and `content-filter`: it is not whole. Absent where none ended, or the provider does not tell. */
  readonly finishReason?: FinishReason;
  /** The same in the provider's own word, where it has one. */
  readonly rawFinishReason?: string;
  /** The model's last text; '' when there was none. */
  readonly text: string;
  /**
   * The conversation with all that was added: each call has its result, so it can go on from here. Of an answer that broke off its text
   * is there, and no calls.
   */
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
