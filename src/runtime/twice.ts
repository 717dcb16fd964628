/** What is said of two things of one name: where both come of one thing that is registered twice, another name is no mend. */
import { ToolError } from '../errors.js';
import type { Holdings } from './holdings.js';

interface Placed {
  readonly place: string;
}

/** @param otherwise what mends it where two different things share a name */
export function mendOfTwo(one: Placed, other: Placed, otherwise: string): string {
  if (one === other) return 'It is the same one, registered twice: leave out the second.';
  const isByHand = one.place.startsWith('new ');
  if (one.place !== other.place || isByHand) return otherwise;
  return 'Both come of one class or function, of which one is enough: register one instance; a second needs a subclass with a @toolset({ prefix }).';
}

/** A part of what a registry keeps. */
interface Known {
  get(item: object): Holdings | undefined;
  /** Whether something of it is there yet. */
  holds(holdings: Holdings): boolean;
}

/**
 * The error for an item that is there twice, in place of one about the names of all that it holds.
 * @param origins of the items that are to be registered
 * @param place who registers them
 */
export function registeredTwice(
  error: unknown,
  origins: readonly (readonly [item: object, holdings: Holdings])[],
  known: Known,
  place: string,
): unknown {
  if (!(error instanceof ToolError) || !error.code.startsWith('DUPLICATE_')) return error;
  const items = origins.map(([item]) => item);
  const again = items.find((item, index) => items.indexOf(item) !== index);
  const before = items.find((item) => {
    const holdings = known.get(item);
    return holdings !== undefined && known.holds(holdings);
  });
  const item = before ?? again;
  if (item === undefined) return error;
  const when = item === before ? 'was registered before, by an earlier register()' : 'stands twice in the list';
  const { code, toolName } = error;
  const words = `${place}: ${nameOf(item)} ${when}: leave out the second.`;
  return new ToolError(code, words, { cause: error, ...(toolName !== undefined && { toolName }) });
}

function nameOf(item: object): string {
  if (typeof item === 'function')
    return `${/^class\b/.test(Function.prototype.toString.call(item)) ? 'the class' : 'the function'} ${item.name}`;
  const { name } = item.constructor;
  return name === '' ? 'an instance of an unnamed class' : `this very instance of ${name}`;
}
