/** Runs the calls of one turn. Nothing that a model can cause is thrown: it becomes a result, so that no turn is lost. */
import { ToolError } from '../../errors.js';
import { isSeries, itemsOf } from '../../runtime/registration.js';
import type { ToolRegistry } from '../../runtime/registry.js';
import { Tool } from '../../runtime/tool.js';
import { kindOf } from '../../schema/words.js';
import type { CallOptions, Repair, ToolCall, ToolResult } from '../../types.js';
import { callIdFor, type ParsedCall } from './calls.js';
import { checkCalls, checkTarget, listOf } from './given-calls.js';
import { isRegistry } from './given-tools.js';
import { isFields } from './shapes.js';

/** What runs a call: a registry, or anything that stands before one. */
export interface CallTarget {
  call(call: ToolCall, options?: CallOptions): Promise<ToolResult>;
}

/** Beside what every call may be given. */
export interface ExecuteOptions extends CallOptions {
  /** Which turn of the conversation this is, from 0: calls without an id get `call_{turn}_{index}`. */
  turn?: number;
  /** False: one call after the other, in order. */
  concurrent?: boolean;
  /** Hears of each call before it runs. A text declines it: the model reads why, and the tool does not run. */
  onCall?(call: ParsedCall & { id: string }, index: number): string | void | Promise<string | void>;
  /** Hears of each result as it comes. */
  onResult?(result: ToolResult, call: ParsedCall & { id: string }, index: number): void;
}

/**
 * Runs the calls at once, each by the target.
 * @returns a result for each call, in the order of the calls; `callId` is the call's own id, or the one it got here
 * @throws ToolError INVALID_DEFINITION for what are no calls, or what cannot run any
 */
export async function executeCalls(calls: Iterable<ParsedCall>, target: CallTarget, options: ExecuteOptions = {}): Promise<ToolResult[]> {
  const { turn = 0, concurrent = true, onResult } = options;
  const shared = callOptionsOf(options);
  const run = (given: ParsedCall, index: number): Promise<ToolResult> => {
    const call = given.id === undefined ? { ...given, id: callIdFor(turn, index) } : (given as IdentifiedCall);
    const running = outcomeOf(call, index, target, options, shared);
    if (!onResult && !given.repairs) return running;
    return running.then((outcome) => {
      const result = withTextRepairs(outcome, given.repairs);
      onResult?.(result, call, index);
      return result;
    });
  };
  const all = listOf(calls, "executeCalls(calls, registry) needs the calls that a bridge's parseCalls() gave");
  checkTarget(target);
  checkCalls(all);
  const [only, ...others] = all;
  if (only && others.length === 0) return [await run(only, 0)];
  if (concurrent) return Promise.all(all.map(run));
  const results: ToolResult[] = [];
  for (const [index, call] of all.entries()) results.push(await run(call, index));
  return results;
}

type IdentifiedCall = ParsedCall & { id: string };

const ownOptions: ReadonlySet<string> = new Set(['turn', 'concurrent', 'onCall', 'onResult'] satisfies (keyof ExecuteOptions)[]);

/** What is not for us. */
function callOptionsOf(options: ExecuteOptions): CallOptions {
  const shared: Record<string, unknown> = {};
  for (const key of Object.keys(options)) if (!ownOptions.has(key)) shared[key] = options[key as keyof ExecuteOptions];
  return shared;
}

function outcomeOf(
  call: IdentifiedCall,
  index: number,
  target: CallTarget,
  { onCall }: ExecuteOptions,
  shared: CallOptions,
): Promise<ToolResult> {
  const running = onCall ? afterWord(onCall, call, index, target, shared) : started(call, target, shared);
  return running.then(undefined, (error: unknown) => failed(call, error));
}

/** @throws ToolError for what may not run */
async function afterWord(
  onCall: NonNullable<ExecuteOptions['onCall']>,
  call: IdentifiedCall,
  index: number,
  target: CallTarget,
  shared: CallOptions,
): Promise<ToolResult> {
  refuseAborted(call, shared);
  const reason = await onCall(call, index);
  if (typeof reason === 'string') throw declined(call, reason);
  return started(call, target, shared);
}

/** Never throws at once. */
function started(call: IdentifiedCall, target: CallTarget, shared: CallOptions): Promise<ToolResult> {
  const { id, name, refusal } = call;
  try {
    refuseAborted(call, shared);
    if (refusal !== undefined) throw new ToolError('INVALID_ARGUMENTS', refusal, { toolName: name });
    const running: unknown = target.call({ id, name, args: argumentsOf(call) }, { ...shared, callId: id });
    return running instanceof Promise ? (running as Promise<ToolResult>) : Promise.resolve(running as ToolResult);
  } catch (error) {
    return Promise.reject(error);
  }
}

function refuseAborted({ name }: IdentifiedCall, { signal }: CallOptions): void {
  if (signal?.aborted) throw new ToolError('CANCELLED', `The call of '${name}' was cancelled.`, { toolName: name });
}

/** What is no object is told of by whoever checks it: it goes there as it came. */
function argumentsOf({ args, raw, problem }: ToolCall & Pick<ParsedCall, 'raw' | 'problem'>): object | string {
  return problem === undefined ? (args ?? {}) : (raw ?? args ?? {});
}

function declined({ name }: ParsedCall, reason: string): ToolError {
  const why = reason === '' ? '' : `: ${reason}`;
  return new ToolError('DENIED', `The call of tool '${name}' was declined${why}${/[.!?]$/.test(why) ? '' : '.'}`, { toolName: name });
}

function failed({ id, name }: { id: string; name: string }, thrown: unknown): ToolResult {
  const error = thrown instanceof ToolError ? thrown : executionError(`Execution error in ${name}`, name, thrown);
  return { callId: id, name, isError: true, content: [{ type: 'text', text: error.message }], error };
}

function executionError(start: string, toolName: string, thrown: unknown): ToolError {
  const message = thrown instanceof Error ? thrown.message : typeof thrown === 'string' ? thrown : 'it threw a value without a message';
  return new ToolError('EXECUTION_FAILED', `${start}: ${message}`, { toolName, cause: thrown });
}

/** What was mended before the registry saw it. */
function withTextRepairs(result: ToolResult, repairs: readonly Repair[] | undefined): ToolResult {
  return repairs ? { ...result, repairs: [...repairs, ...(result.repairs ?? [])] } : result;
}

/** What a single call can be run with: tools, a registry of them, or functions by name, which get the arguments object. */
export type Runnable = Iterable<Tool> | ToolRegistry | Readonly<Record<string, Tool | ((args: never) => unknown)>>;

function toolNamed(name: string, tools: Runnable): Tool | ((args: never) => unknown) | undefined {
  const list = isRegistry(tools) ? tools.list() : isSeries(tools) ? (itemsOf(tools) as readonly Tool[]) : undefined;
  if (list) return list.find((tool) => tool.name === name);
  if (isFields(tools)) return Object.hasOwn(tools, name) ? (tools as Readonly<Record<string, Tool>>)[name] : undefined;
  throw new ToolError('INVALID_DEFINITION', `executeCall(call, tools): needs tools, or functions by name, and got ${kindOf(tools)}.`);
}

/**
 * Runs one call and gives what the tool gave. Arguments of a Tool are checked, and mended as the registry would.
 * @throws ToolError UNKNOWN_TOOL, or EXECUTION_FAILED with the reason as its cause
 */
export async function executeCall(call: ToolCall | ParsedCall, tools: Runnable): Promise<unknown> {
  checkCalls([call], 'executeCall(call, tools)');
  const { name, refusal } = call as ParsedCall;
  const failure = (error: unknown): ToolError => executionError(`Error executing tool '${name}'`, name, error);
  if (refusal !== undefined) throw failure(new ToolError('INVALID_ARGUMENTS', refusal, { toolName: name }));
  const found = toolNamed(name, tools);
  if (found === undefined)
    throw new ToolError('UNKNOWN_TOOL', `Tool function '${name}' not found. Please pass the tool functions to the execute method.`, {
      toolName: name,
    });
  try {
    const args = argumentsOf(call);
    return found instanceof Tool
      ? await found.invoke(args, { repair: true, ...(call.id !== undefined && { callId: call.id }) })
      : await found(args as never);
  } catch (error) {
    throw failure(error);
  }
}
