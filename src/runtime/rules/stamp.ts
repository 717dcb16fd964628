/** Tells whether class-validator has learnt of new rules since something was compiled from its records. */
import { getMetadataStorage } from 'class-validator';
import type { Constructor } from '../../types.js';

type Storage = ReturnType<typeof getMetadataStorage>;

/** The storage's own lists of records by class: private there, and held to exist by a test. */
const listsOf = (storage: Storage): ReadonlyMap<unknown, readonly unknown[]> =>
  (storage as unknown as { validationMetadatas: ReadonlyMap<unknown, readonly unknown[]> }).validationMetadatas;

/** The state of class-validator's records of some classes and of those they extend. */
export class Stamp {
  readonly #storage = getMetadataStorage();
  readonly #lists = listsOf(this.#storage);
  readonly #classes = this.#lists.size;
  readonly #counted: { list: readonly unknown[]; length: number }[] = [];

  constructor(owners: Iterable<Constructor> = []) {
    for (const owner of owners) this.add(owner);
  }

  add(owner: Constructor): void {
    for (let current: unknown = owner; typeof current === 'function'; current = Object.getPrototypeOf(current)) {
      const list = this.#lists.get(current);
      if (list) this.#counted.push({ list, length: list.length });
    }
  }

  /** Cheap enough for each call: it compares a few lengths. A class decorated elsewhere makes it stale as well. */
  isStale(): boolean {
    if (getMetadataStorage() !== this.#storage || this.#lists.size !== this.#classes) return true;
    for (const { list, length } of this.#counted) if (list.length !== length) return true;
    return false;
  }
}
