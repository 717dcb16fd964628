/** What is handed over to run calls, or to write their results. What is none is told at once: otherwise calls would vanish in silence. */
import { ToolError } from '../../errors.js';
import { Tool } from '../../runtime/tool.js';
import { aPromise, told } from './given.js';
import { isRegistry } from './given-tools.js';
import { isFields } from './shapes.js';

/**
 * A list of what anything iterable holds.
 * @param what whose argument it is, and what belongs there
 * @throws ToolError INVALID_DEFINITION for what holds nothing
 */
export function listOf<T>(given: Iterable<T>, what: string): readonly T[] {
  if (Array.isArray(given)) return given as readonly T[];
  const value: unknown = given;
  if (typeof value === 'object' && value !== null && Symbol.iterator in value) return Array.from(given);
  const got = toldInOrder(value);
  throw new ToolError('INVALID_DEFINITION', `${what}, and got ${got}${got.endsWith('?') ? '' : '.'}`);
}

/** @throws ToolError INVALID_DEFINITION for what cannot run a call */
export function checkTarget(target: unknown): void {
  if (isFields(target) && typeof target['call'] === 'function') return;
  throw noRegistry('executeCalls(calls, registry)', target);
}

/** @param place who was given it */
export function noRegistry(place: string, value: unknown): ToolError {
  const isTools = Array.isArray(value) && value.length > 0 && value.every((item) => item instanceof Tool || typeof item === 'function');
  const given = isTools ? 'a list of tools' : toldInOrder(value);
  const mend = isTools ? 'register them: new ToolRegistry().register([…])' : 'new ToolRegistry({ manifest }).register(…)';
  const end = given.endsWith('?') ? '' : '.';
  return new ToolError('INVALID_DEFINITION', `${place}: the registry is ${given}${end} Calls are run by a registry; ${mend}.`);
}

/** @throws ToolError INVALID_DEFINITION for what no bridge has read */
export function checkCalls(calls: readonly { name: unknown }[], place = 'executeCalls(calls, registry)'): void {
  for (const call of calls) {
    if (typeof (call as { name: unknown } | undefined)?.name === 'string') continue;
    const mend = "pass what a bridge's parseCalls() gave, or ToolCalls.from(…)";
    throw new ToolError(
      'INVALID_DEFINITION',
      `${place}: among the calls is ${isRegistry(call) ? 'a registry' : told(call)}, without a name; ${mend}.`,
    );
  }
}

/**
 * Pieces of an answer come one by one.
 * @throws ToolError INVALID_DEFINITION for the whole stream, or for what is not there yet
 */
export function checkChunk(chunk: unknown): void {
  if (chunk instanceof Promise) throw notAChunk(aPromise);
  if (isFields(chunk) && Symbol.asyncIterator in chunk)
    throw notAChunk('the whole stream: for await (const chunk of stream) answer.push(chunk)');
}

const notAChunk = (what: string): ToolError =>
  new ToolError('INVALID_DEFINITION', `accumulate().push() takes one chunk of a stream, and got ${what}.`);

/** With what may have been meant: two arguments are easily mistaken for each other. */
function toldInOrder(value: unknown): string {
  if (isRegistry(value)) return `a registry${inOrder}`;
  return Array.isArray(value) ? `a list${inOrder}` : told(value);
}

const inOrder = ': is the order of the arguments right?';
