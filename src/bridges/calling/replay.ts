/**
 * Calls and their results as messages again. Only when each call has its result: providers refuse a request with one that has none.
 */
import { ToolError } from '../../errors.js';
import { callIdFor, type ParsedCall } from './calls.js';
import { listOf } from './given-calls.js';
import { type CallResult, textOf } from './results.js';

/** A call with its result. */
export interface Pair {
  readonly call: ParsedCall & { id: string };
  readonly result: CallResult;
}

/** A message in the form of chat completions, which several APIs share. */
export type ChatMessage =
  | { role: 'assistant'; content: string | null; tool_calls?: ChatCall[] }
  | { role: 'tool'; content: string; tool_call_id: string; name: string };

/** A call in such a message; `arguments` is JSON text. */
export interface ChatCall {
  id: string;
  type: 'function';
  function: { name: string; arguments: string };
}

/** @returns undefined unless every call has an id of its own and the results have the same ids in the same order */
export function paired(calls: Iterable<ParsedCall>, results: Iterable<CallResult>): Pair[] | undefined {
  const pairs = pairsInOrder(Array.from(calls), Array.from(results));
  return pairs && new Set(pairs.map(({ call }) => call.id)).size === pairs.length ? pairs : undefined;
}

/**
 * Each call with its result, in the order of the calls. Results are found by id; that of a call without one, or with an id that
 * others have too, stands in the same place.
 * @throws ToolError INVALID_ARGUMENTS unless each call has one result, and each result its call
 */
export function pairsOf(calls: Iterable<ParsedCall>, results: Iterable<CallResult>): Pair[] {
  const all = listOf(results, 'toMessages(calls, results) needs the results that executeCalls() gave');
  const asked = listOf(calls, 'toMessages(calls, results) needs the calls that parseCalls() gave');
  const pairs = pairsInOrder(asked, all);
  return pairs?.every(({ call, result }) => result.name === call.name) ? pairs : pairsById(asked, all);
}

/** As `executeCalls` gives them, and so nearly always. */
function pairsInOrder(calls: readonly ParsedCall[], results: readonly CallResult[]): Pair[] | undefined {
  if (calls.length !== results.length) return undefined;
  const pairs: Pair[] = [];
  // A loop: what `map` makes of a list of calls is slow.
  for (let index = 0; index < calls.length; index += 1) {
    const call = calls[index] as Pair['call'];
    const result = results[index] as CallResult;
    if (call.id === undefined || result?.callId !== call.id) return undefined;
    pairs.push({ call, result });
  }
  return pairs;
}

function pairsById(calls: readonly ParsedCall[], all: readonly CallResult[]): Pair[] {
  const used = new Set<CallResult>();
  const pairs: Pair[] = [];
  for (const call of calls) {
    const { id } = call;
    const here = all[pairs.length];
    const result = id === undefined || here?.callId === id ? here : all.find((one) => one.callId === id && !used.has(one));
    if (!result || result.name !== call.name || used.has(result)) throw unpaired(`the call of '${call.name}'`, 'result', id);
    if (!Array.isArray(result.content)) throw noResult(call.name);
    used.add(result);
    const made = id === undefined ? { ...call, id: result.callId ?? callIdFor(0, pairs.length) } : (call as Pair['call']);
    pairs.push({ call: made, result });
  }
  if (used.size === all.length) return pairs;
  const left = all.find((result) => !used.has(result));
  throw unpaired(`the result of '${left?.name ?? ''}'`, 'call', left?.callId);
}

/** Calls look much like results. */
function noResult(name: string): ToolError {
  const mend = 'pass what executeCalls() gave; is the order of the arguments right?';
  return new ToolError(
    'INVALID_DEFINITION',
    `toMessages(calls, results): what stands among the results for '${name}' has no 'content'; ${mend}`,
  );
}

function unpaired(what: string, missing: string, id: string | undefined): ToolError {
  return new ToolError(
    'INVALID_ARGUMENTS',
    `${what}${id === undefined ? '' : ` (${id})`} has no ${missing}: providers refuse a request with either alone.`,
  );
}

/**
 * The assistant's message with its calls, then a message for each result. Where they do not pair, only the text is left,
 * and nothing where there is none.
 */
export function replay(calls: Iterable<ParsedCall>, results: Iterable<CallResult>, text?: string | null): ChatMessage[] {
  const content = text === undefined || text === '' ? null : text;
  const pairs = paired(calls, results);
  if (!pairs || pairs.length === 0) return content === null ? [] : [{ role: 'assistant', content }];
  return [
    { role: 'assistant', content, tool_calls: pairs.map(({ call }) => chatCall(call)) },
    ...pairs.map(({ call, result }): ChatMessage => ({ role: 'tool', content: textOf(result), tool_call_id: call.id, name: call.name })),
  ];
}

function chatCall(call: ParsedCall & { id: string }): ChatCall {
  return { id: call.id, type: 'function', function: { name: call.name, arguments: argumentText(call) } };
}

/** The arguments as JSON text; text that a model wrote as it is. */
export function argumentText({ args }: Pick<ParsedCall, 'args'>): string {
  return typeof args === 'string' ? args : JSON.stringify(args);
}
