/** Tells whether class-validator has learnt of new rules since something was compiled from its records. */
import { getMetadataStorage } from 'class-validator';
import type { Constructor } from '../../types.js';

type Storage = ReturnType<typeof getMetadataStorage>;

/** The storage's own lists of records by class: private there, and held to exist by a test. */
const listsOf = (storage: Storage): ReadonlyMap<unknown, readonly unknown[]> =>
  (storage as unknown as { validationMetadatas: ReadonlyMap<unknown, readonly unknown[]> }).validationMetadatas;

/** A class's list of records, as long as it was. */
interface Counted {
  owner: unknown;
  list: readonly unknown[] | undefined;
  length: number;
}

/** The state of class-validator's records of some classes and of those they extend. */
export class Stamp {
  readonly #storage = getMetadataStorage();
  readonly #lists = listsOf(this.#storage);
  readonly #counted: Counted[] = [];
  #classes = this.#lists.size;

  constructor(owners: Iterable<Constructor> = []) {
    for (const owner of owners) this.add(owner);
  }

  add(owner: Constructor): void {
    for (
      let current: unknown = owner;
      typeof current === 'function' && current !== Function.prototype;
      current = Object.getPrototypeOf(current)
    ) {
      const list = this.#lists.get(current);
      this.#counted.push({ owner: current, list, length: list?.length ?? 0 });
    }
  }

  /** Cheap enough for each call: it compares a few lengths. Classes decorated elsewhere do not matter. */
  isStale(): boolean {
    if (getMetadataStorage() !== this.#storage) return true;
    if (this.#lists.size !== this.#classes) {
      this.#classes = this.#lists.size;
      if (this.#counted.some(({ owner, list }) => this.#lists.get(owner) !== list)) return true;
    }
    for (const { list, length } of this.#counted) if (list && list.length !== length) return true;
    return false;
  }
}
