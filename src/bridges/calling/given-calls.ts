/** What is handed over to run calls, or to write their results. What is none is told at once: otherwise calls would vanish in silence. */
import { ToolError } from '../../errors.js';
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
  throw new ToolError('INVALID_DEFINITION', `${what}, and got ${told(value)}.`);
}

/** @throws ToolError INVALID_DEFINITION for what cannot run a call */
export function checkTarget(target: unknown): void {
  if (isFields(target) && typeof target['call'] === 'function') return;
  const mend = 'Calls are run by a registry: new ToolRegistry({ manifest }).register(…)';
  throw new ToolError('INVALID_DEFINITION', `executeCalls(calls, registry): the registry is ${told(target)}. ${mend}.`);
}

/** @throws ToolError INVALID_DEFINITION for what no bridge has read */
export function checkCalls(calls: readonly { name: unknown }[]): void {
  for (const call of calls) {
    if (typeof (call as { name: unknown } | undefined)?.name === 'string') continue;
    const mend = "pass what a bridge's parseCalls() gave, or ToolCalls.from(…)";
    throw new ToolError('INVALID_DEFINITION', `executeCalls(calls, registry): among the calls is ${told(call)}, without a name; ${mend}.`);
  }
}

function told(value: unknown): string {
  if (value instanceof Promise) return "a promise: put 'await' before it";
  if (isRegistry(value)) return 'a registry: is the order of the arguments right?';
  if (Array.isArray(value)) return 'a list: is the order of the arguments right?';
  if (typeof value === 'function') return `the function or class ${value.name}`;
  if (typeof value === 'string') return 'a text';
  if (!isFields(value)) return String(value);
  const { name } = value.constructor ?? {};
  if (typeof name === 'string' && name !== 'Object') return `an instance of ${name}`;
  return `an object with ${Object.keys(value).slice(0, 8).join(', ') || 'nothing in it'}`;
}
