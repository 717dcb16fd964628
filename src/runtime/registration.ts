/** What is handed to `register`: one thing, or several in anything that can be iterated. */
import { decoratedMethods } from '../decorators/metadata.js';
import { ToolError } from '../errors.js';
import { className } from '../schema/foreign.js';
import type { Constructor } from '../types.js';

/** Who registers, for messages, where nobody else does. */
export const ownPlace = 'registry.register()';

/** How deeply lists may be nested; one that holds itself has no end. */
const deepestList = 16;

/** Whether it stands for what it holds. A service that can be iterated is one thing all the same. */
export function isSeries(value: unknown): value is Iterable<unknown> {
  if (typeof value !== 'object' || value === null || !(Symbol.iterator in value)) return false;
  return Object.getPrototypeOf(value) === Array.prototype || !isService(value);
}

function isService({ constructor }: object): boolean {
  return typeof constructor === 'function' && decoratedMethods(constructor as Constructor).size > 0;
}

/**
 * The things one by one, out of lists in lists.
 * @param place who registers them
 * @throws ToolError INVALID_DEFINITION for lists without end, and for a Map
 */
export function flattened(given: unknown, place: string): readonly unknown[] {
  // As most give them.
  if (Array.isArray(given) && isSeries(given) && !given.some(isSeries)) return given;
  const flat: unknown[] = [];
  const add = (item: unknown, depth: number): void => {
    if (!isSeries(item)) flat.push(item);
    else if (item instanceof Map) throw refused(place, 'got a Map; give what it holds: map.values()');
    else if (depth === deepestList) throw refused(place, `lists are nested more than ${deepestList} deep`);
    else for (const one of item) add(one, depth + 1);
  };
  add(given, 0);
  return flat;
}

const refused = (place: string, reason: string): ToolError => new ToolError('INVALID_DEFINITION', `${place}: ${reason}.`);

/** An item may have no fields, as most instances of classes, and so may a list. */
const isOptions = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && (className(value) === undefined || 'resolve' in value);

/** @param given how many arguments there were @throws ToolError INVALID_DEFINITION for a second item in their place */
export function checkRegisterOptions(options: unknown, given: number): void {
  if (given <= 2 && isOptions(options) && Object.keys(options).every((key) => key === 'resolve')) return;
  throw refused(
    ownPlace,
    'takes one item or one list of items, and then options ({ resolve }). Give several items as a list: register([a, b])',
  );
}
