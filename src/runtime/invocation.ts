/** Runs a compiled tool: arguments, call, time limit, cancellation, result. */
import { ToolError, withoutStack } from '../errors.js';
import type { CallOptions, Repair, ToolContext } from '../types.js';
import { type Admission, admit, refuseScopes } from './admission.js';
import type { CompiledTool, Prepared } from './compiled-tool.js';
import { Cancellation, realSignal } from './cancellation.js';
import { makeContext } from './context.js';
import { about, titleOf, type ToolSource } from './definition/source.js';
import { collect, collectSync, isAsyncIterable, isIterator } from './result/collect.js';
import { type ShapedResult, shapeResult } from './result/shape.js';
import { scopedSetting } from './scope.js';
import type { Settings } from './settings.js';
import { asToolError, cancelled, Watch } from './watch.js';

/** What a call is for. */
export interface Errand<T> {
  /** What a guard is told. */
  admission?: Admission;
  /** A failure becomes a result: nobody asks where it was thrown. */
  isTold?: boolean;
  /** Told of repairs, before the method runs. */
  hear?(repairs: readonly Repair[]): void;
  /** What becomes of the method's value. @throws ToolError INVALID_RESULT */
  shape(tool: CompiledTool, value: unknown, settings: Settings): T;
}

/** @throws ToolError for every failure */
export async function invoke<T>(
  tool: CompiledTool,
  sent: unknown,
  options: CallOptions,
  settings: Settings,
  errand: Errand<T>,
): Promise<T> {
  const { source } = tool;
  const watch = new Watch(source, options.signal, options.timeout ?? source.options.timeout ?? settings.limits.timeout);
  try {
    watch.refuseIfAborted();
    refuseScopes(source, options.scopes);
    const preparing = tool.prepare(sent, settings, options.repair);
    const prepared = preparing instanceof Promise ? await watch.race(preparing) : preparing;
    const args = accepted(tool, prepared, errand.isTold);
    const admitted = admit(source, args, options, settings, watch, errand.admission);
    if (admitted) await watch.race(admitted);
    if (prepared.repairs) errand.hear?.(prepared.repairs);
    let made: ToolContext | undefined;
    const context = (): ToolContext => (made ??= makeContext(source, watch, whileRunning(options, watch), settings, watch));
    // A timer that starts before the method's own is due before them.
    if (source.isAsync()) watch.tick();
    const given = source.call(tool.inOrder(args, context));
    const settled = isThenable(given) ? await watch.race(Promise.resolve(given)) : given;
    const collecting = collected(settled, context, settings);
    const value = collecting instanceof Promise ? await watch.race(collecting) : collecting;
    watch.refuseIfAborted();
    return errand.shape(tool, value, settings);
  } catch (error) {
    throw watch.reasonFor(error);
  } finally {
    watch.stop();
  }
}

/** Notices end with the call, whatever the method left running. */
function whileRunning(options: CallOptions, watch: Watch): CallOptions {
  const { progress, log } = options;
  if (!progress && !log) return options;
  const unlessOver =
    <A extends unknown[]>(tell: (...told: A) => void) =>
    (...told: A): void =>
      watch.isOver ? undefined : tell.apply(options, told);
  return { ...options, ...(progress && { progress: unlessOver(progress) }), ...(log && { log: unlessOver(log) }) };
}

function collected(value: unknown, context: () => ToolContext, { limits }: Settings): unknown {
  if (isAsyncIterable(value)) return collect(value, context(), limits);
  return isIterator(value) ? collectSync(value, limits) : value;
}

const isThenable = (value: unknown): value is PromiseLike<unknown> =>
  typeof (value as { then?: unknown } | null | undefined)?.then === 'function';

/**
 * At once, or where the scope allows promises (`withContext`) the promise of what turns out to be asynchronous.
 * @throws ToolError ASYNC_TOOL otherwise, when anything about the call is asynchronous
 */
export function invokeSync(tool: CompiledTool, given: unknown, options: CallOptions): ShapedResult | Promise<ShapedResult> {
  const { source } = tool;
  const { settings } = source;
  if (options.signal?.aborted) throw cancelled(source, options.signal);
  const isAllowed = scopedSetting('allowToolAsyncSyncConversion') === true;
  if (source.isAsync()) {
    if (!isAllowed) throw asynchronous(source, 'it is asynchronous');
    return invoke(tool, given, options, settings, { shape: shapeFor });
  }
  const next = turns(source, isAllowed);
  refuseScopes(source, options.scopes);
  const ending = options.signal ? { signal: realSignal(options.signal) } : new Cancellation();
  const context = (): ToolContext => makeContext(source, ending, options, settings);
  const prepared = tool.prepare(given, settings, options.repair);
  return next('one of its rules is asynchronous', prepared, (ready) => {
    const args = accepted(tool, ready);
    const admitted = admit(source, args, options, settings, ending);
    return next('its guard is asynchronous', admitted, () =>
      next('it gave a promise', callNow(tool, args, context), (settled) => {
        if (!isAllowed && isAsyncIterable(settled)) throw asynchronous(source, 'its result streams');
        return next('its result streams', collected(settled, context, settings), (value) => shapeFor(tool, value, settings));
      }),
    );
  });
}

const shapeFor = (tool: CompiledTool, value: unknown, { limits }: Settings): ShapedResult => shapeResult(tool, value, limits);

type Turn = <A, B>(reason: string, value: A | Promise<A>, go: (value: A) => B | Promise<B>) => B | Promise<B>;

/** Goes on with what is there, and with what is to come where that is allowed. */
function turns(source: ToolSource, isAllowed: boolean): Turn {
  return (reason, value, go) => {
    if (!(value instanceof Promise)) return go(value);
    if (!isAllowed) throw letGo(value, source, reason);
    return value.then(go, (error: unknown) => {
      throw asToolError(source, error);
    });
  };
}

function callNow(tool: CompiledTool, args: Record<string, unknown>, context: () => ToolContext): unknown {
  const { source } = tool;
  try {
    const value = source.call(tool.inOrder(args, context));
    // Asked here: a getter that throws is the author's.
    return isThenable(value) ? Promise.resolve(value) : value;
  } catch (error) {
    throw asToolError(source, error);
  }
}

function accepted(tool: CompiledTool, { issues, args }: Prepared, isTold = false): Record<string, unknown> {
  if (issues) throw isTold ? withoutStack(() => tool.refusal(issues)) : tool.refusal(issues);
  return args;
}

/** A promise that is refused must not become an unhandled rejection. */
function letGo(promise: Promise<unknown>, source: ToolSource, reason: string): ToolError {
  promise.catch(() => undefined);
  return asynchronous(source, reason);
}

function asynchronous(source: ToolSource, reason: string): ToolError {
  return new ToolError(
    'ASYNC_TOOL',
    `callSync cannot run ${titleOf(source)}: ${reason}. Use 'await tool.invoke(args)', or let callSync give promises: withContext({ allowToolAsyncSyncConversion: true }, …).`,
    about(source),
  );
}
