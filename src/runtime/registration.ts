/** What is handed to `register`: one thing, or several in anything that can be iterated. */
import { decoratedMethods } from '../decorators/metadata.js';
import { ToolError } from '../errors.js';
import { className } from '../schema/foreign.js';
import type { Constructor } from '../types.js';

/** Who registers, for messages, where nobody else does. */
export const ownPlace = 'registry.register()';

/** How deeply lists may be nested; one that holds itself has no end. */
const deepestList = 16;

/** Whether it stands for what it holds. A service that can be iterated is one thing all the same; so are texts and bytes. */
export function isSeries(value: unknown): value is Iterable<unknown> {
  if (typeof value !== 'object' || value === null) return false;
  if (Object.getPrototypeOf(value) === Array.prototype) return true;
  // In that order: a proxy may have an answer to whatever it is asked for.
  if (!(Symbol.iterator in value) || typeof value[Symbol.iterator] !== 'function') return false;
  return !isService(value) && !ArrayBuffer.isView(value) && !(value instanceof String);
}

/** A Map, of this realm or another, headers, fields of a form: what gives pairs holds no items by itself. */
export function givesPairs(value: object): boolean {
  const { entries, [Symbol.iterator]: iterator } = value as Partial<Map<unknown, unknown>>;
  return typeof entries === 'function' && entries === iterator;
}

/** Of what follows, in words for "got …". */
export const asyncItems = 'an async iterable: collect what it gives first (for await …), and give the list';

/** Gives its items in its own time, so that they are not there yet. */
export const isAsyncSeries = (value: unknown): boolean => typeof value === 'object' && value !== null && Symbol.asyncIterator in value;

/** What a series that can be gone through once has given: whoever writes a loop gives the same tools again and again. */
const given = new WeakMap<object, readonly unknown[]>();

/** All that a series holds. */
export function itemsOf(series: Iterable<unknown>): readonly unknown[] {
  if (!('next' in series)) return Array.from(series);
  const known = given.get(series);
  if (known) return known;
  const items = Array.from(series);
  given.set(series, items);
  return items;
}

function isService({ constructor }: object): boolean {
  return typeof constructor === 'function' && decoratedMethods(constructor as Constructor).size > 0;
}

/**
 * The things one by one, out of lists in lists.
 * @param place who registers them
 * @throws ToolError INVALID_DEFINITION for lists without end, and for a Map and the like
 */
export function flattened(items: unknown, place: string): readonly unknown[] {
  // As most give them.
  if (Array.isArray(items) && isSeries(items) && !items.some(isSeries)) return items;
  const flat: unknown[] = [];
  const add = (item: unknown, depth: number): void => {
    if (!isSeries(item)) flat.push(item);
    else if (givesPairs(item))
      throw refused(place, `got ${className(item) === 'Map' ? 'a Map' : 'pairs'}; give what it holds: map.values()`);
    else if (depth === deepestList) throw refused(place, `lists are nested more than ${deepestList} deep`);
    else for (const one of itemsOf(item)) add(one, depth + 1);
  };
  add(items, 0);
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
