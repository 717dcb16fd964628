/** What a caller handed over in place of something else, in words for "and got …". */
import { asyncItems, isAsyncSeries } from '../../runtime/registration.js';
import { isFields } from './shapes.js';

/** In place of what it will give. */
export const aPromise = "a promise: put 'await' before it";

/** Of anything: what kind of thing it is, and nothing of what it holds. */
export function told(value: unknown): string {
  if (value instanceof Promise) return aPromise;
  if (isAsyncSeries(value)) return asyncItems;
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'function') return `the function or class ${value.name || 'without a name'}`;
  if (typeof value === 'string') return 'a text';
  if (!isFields(value)) return String(value);
  const { name } = value.constructor ?? {};
  if (typeof name === 'string' && name !== 'Object') return `an instance of ${name || 'an unnamed class'}`;
  return `an object with ${Object.keys(value).slice(0, 8).join(', ') || 'nothing in it'}`;
}
