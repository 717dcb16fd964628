/** Runs a compiled tool: arguments, call, time limit, cancellation, result. */
import { ToolError } from '../errors.js';
import type { CallOptions, Repair, ToolContext } from '../types.js';
import type { CompiledTool, Prepared } from './compiled-tool.js';
import { makeContext } from './context.js';
import { collect, collectSync, isAsyncIterable, isIterator } from './result/collect.js';
import { wrapThrown } from './result/envelope.js';
import { type ShapedResult, shapeResult } from './result/shape.js';
import type { Settings } from './settings.js';

/** Node's longest timer, milliseconds; a longer limit is none. */
const longestTimer = 2 ** 31 - 1;

/** @param hear told of repairs, before the method runs @throws ToolError for every failure */
export async function invoke(
  tool: CompiledTool,
  given: unknown,
  options: CallOptions,
  settings: Settings,
  hear?: (repairs: readonly Repair[]) => void,
): Promise<ShapedResult> {
  const watch = new Watch(tool, options, settings);
  try {
    watch.refuseIfAborted();
    const prepared = await watch.race(tool.prepare(given, settings, options.repair));
    const args = accepted(tool, prepared);
    if (prepared.repairs) hear?.(prepared.repairs);
    const context = makeContext(tool.source.name, watch.signal, whileRunning(options, watch), settings.logger);
    const value = await watch.race(settle(tool, args, context, settings));
    return shapeResult(tool, value, settings.limits);
  } catch (error) {
    throw watch.reasonFor(error);
  } finally {
    watch.stop();
  }
}

/** Progress ends with the call, whatever the method left running. */
function whileRunning(options: CallOptions, watch: Watch): CallOptions {
  const { progress } = options;
  if (!progress) return options;
  return { ...options, progress: (...told) => (watch.isOver ? undefined : progress.apply(options, told)) };
}

async function settle(tool: CompiledTool, args: Record<string, unknown>, context: ToolContext, { limits }: Settings): Promise<unknown> {
  const value = await tool.source.call(tool.inOrder(args, context));
  if (isAsyncIterable(value)) return collect(value, context, limits);
  return isIterator(value) ? collectSync(value, limits) : value;
}

/** @throws ToolError ASYNC_TOOL when anything about the call is asynchronous */
export function invokeSync(tool: CompiledTool, given: unknown, options: CallOptions): ShapedResult {
  const { source } = tool;
  if (options.signal?.aborted) throw cancelled(source.name, options.signal);
  if (source.isAsync()) throw asynchronous(source.name, 'it is asynchronous');
  const prepared = tool.prepare(given, source.settings, options.repair);
  if (prepared instanceof Promise) {
    prepared.catch(() => undefined);
    throw asynchronous(source.name, 'one of its rules is asynchronous');
  }
  const args = accepted(tool, prepared);
  const context = makeContext(source.name, options.signal ?? new AbortController().signal, options, source.settings.logger);
  const value = callNow(tool, args, context);
  return shapeResult(tool, isIterator(value) ? collectSync(value, source.settings.limits) : value, source.settings.limits);
}

function callNow(tool: CompiledTool, args: Record<string, unknown>, context: ToolContext): unknown {
  const { source } = tool;
  let value: unknown;
  let isPromise: boolean;
  try {
    value = source.call(tool.inOrder(args, context));
    isPromise = typeof (value as { then?: unknown } | null | undefined)?.then === 'function';
  } catch (error) {
    throw asToolError(source.name, error);
  }
  if (isPromise) {
    // The refused promise must not become an unhandled rejection.
    Promise.resolve(value).catch(() => undefined);
    throw asynchronous(source.name, 'it gave a promise');
  }
  if (isAsyncIterable(value)) throw asynchronous(source.name, 'its result streams');
  return value;
}

function accepted(tool: CompiledTool, prepared: Prepared): Record<string, unknown> {
  if (prepared.issues) throw tool.refusal(prepared.issues);
  return prepared.args;
}

function asynchronous(toolName: string, reason: string): ToolError {
  return new ToolError('ASYNC_TOOL', `callSync cannot run tool '${toolName}': ${reason}. Use 'await tool.invoke(args)'.`, { toolName });
}

function cancelled(toolName: string, caller: AbortSignal | undefined): ToolError {
  return new ToolError('CANCELLED', `The call of tool '${toolName}' was cancelled.`, { toolName, cause: caller?.reason as unknown });
}

const asToolError = (toolName: string, error: unknown): ToolError => (error instanceof ToolError ? error : wrapThrown(toolName, error));

/** One call's clock and cancellation. */
class Watch {
  readonly #controller = new AbortController();
  readonly #toolName: string;
  readonly #caller: AbortSignal | undefined;
  readonly #onAbort = (): void => this.#end(cancelled(this.#toolName, this.#caller));
  #timer: NodeJS.Timeout | undefined;
  #reason: ToolError | undefined;
  #isStopped = false;

  constructor(tool: CompiledTool, options: CallOptions, settings: Settings) {
    this.#toolName = tool.source.name;
    this.#caller = options.signal;
    this.#caller?.addEventListener('abort', this.#onAbort, { once: true });
    if (this.#caller?.aborted) this.#onAbort();
    this.#start(options.timeout ?? tool.source.options.timeout ?? settings.limits.timeout);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  refuseIfAborted(): void {
    if (this.#reason) throw this.#reason;
  }

  /** The work, or the reason to give up, whichever is first; work that fails later is let go. */
  async race<T>(work: T | Promise<T>): Promise<T> {
    if (!(work instanceof Promise)) return work;
    work.catch(() => undefined);
    let onAbort: (() => void) | undefined;
    const given = new Promise<never>((_resolve, reject) => {
      onAbort = () => reject(this.#reason);
      this.signal.addEventListener('abort', onAbort, { once: true });
      if (this.signal.aborted) onAbort();
    });
    try {
      return await Promise.race([work, given]);
    } finally {
      if (onAbort) this.signal.removeEventListener('abort', onAbort);
    }
  }

  /** An abort explains whatever it made the method throw. */
  reasonFor(error: unknown): ToolError {
    return this.#reason ?? asToolError(this.#toolName, error);
  }

  get isOver(): boolean {
    return this.#isStopped || this.#reason !== undefined;
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    this.#caller?.removeEventListener('abort', this.#onAbort);
  }

  #start(milliseconds: number): void {
    if (!(milliseconds > 0) || milliseconds > longestTimer || this.#reason) return;
    const expire = (): void =>
      this.#end(
        new ToolError('TIMEOUT', `Tool '${this.#toolName}' took longer than ${milliseconds} ms and was stopped.`, {
          toolName: this.#toolName,
        }),
      );
    // It keeps the process: a call that never settles must still end as a TIMEOUT, not with the process.
    this.#timer = setTimeout(expire, milliseconds);
  }

  #end(reason: ToolError): void {
    if (this.#reason) return;
    this.#reason = reason;
    this.#controller.abort(reason);
  }
}
