/** Pages of a list, and cursors that still hold when the list has changed in between. */
import { randomBytes } from 'node:crypto';
import { invalidParams } from '../wire/errors.js';
import type { WireObject } from './outcome.js';

/** One entry of a list: what names it among its like, and its wire form. */
export type Entry = readonly [name: string, wire: WireObject];

/** Numbers every name in the order of its coming; a name that comes back gets a new number, at the end. */
export class Order {
  readonly #numbers = new Map<string, number>();
  #next = 1;
  /** Of the registry, when the names were noted. */
  version = -1;

  constructor(readonly method: string) {}

  note(names: readonly string[], version: number): void {
    this.version = version;
    const present = new Set(names);
    for (const name of this.#numbers.keys()) if (!present.has(name)) this.#numbers.delete(name);
    let last = 0;
    for (const name of names) {
      // What stands behind a later one has been away in the meantime.
      const known = this.#numbers.get(name) ?? 0;
      if (known > last) last = known;
      else this.#numbers.set(name, (last = this.#next++));
    }
  }

  /** The place of a name; undefined when it is not in the list. */
  of(name: string): number | undefined {
    return this.#numbers.get(name);
  }
}

/** @throws ProtocolError -32602 for a cursor that this list never gave */
export function pageOf(
  entries: readonly Entry[],
  orderOf: () => Order,
  cursor: string | undefined,
  size: number,
): { items: unknown[]; nextCursor?: string } {
  const start = cursor === undefined ? 0 : startAfter(entries, orderOf(), cursor);
  const page = entries.slice(start, start + size);
  const items = page.map(([, wire]) => wire);
  const last = page.at(-1);
  if (!last || start + page.length >= entries.length) return { items };
  return { items, nextCursor: writeCursor(orderOf(), last[0]) };
}

const thisProcess = randomBytes(4).toString('base64url');

/** The last entry that was shown: where it stood, and its name. */
interface Place {
  /** Whose numbers these are. */
  process: string;
  number: number;
  name: string;
}

/** The first entry behind the place. */
function startAfter(entries: readonly Entry[], order: Order, cursor: string): number {
  const { process, number, name } = readCursor(order.method, cursor);
  // Another process may have numbered otherwise; there the name counts, as long as it is there.
  const after = process === thisProcess ? number : (order.of(name) ?? number);
  const index = entries.findIndex(([other]) => (order.of(other) ?? 0) > after);
  return index < 0 ? entries.length : index;
}

function writeCursor(order: Order, name: string): string {
  return Buffer.from(JSON.stringify([order.method, thisProcess, order.of(name) ?? 0, name])).toString('base64url');
}

function readCursor(method: string, cursor: string): Place {
  try {
    const [of, process, number, name] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[];
    if (of === method && typeof process === 'string' && Number.isSafeInteger(number) && typeof name === 'string')
      return { process, number: number as number, name };
  } catch {
    // Whatever it is, it is none of ours.
  }
  throw invalidParams('the cursor is none that this list gave; begin again without one.');
}
