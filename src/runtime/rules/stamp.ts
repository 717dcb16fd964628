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
  readonly #lengths = new Map<unknown, number>();

  constructor(owners: Iterable<Constructor> = []) {
    for (const owner of owners) this.add(owner);
  }

  add(owner: Constructor): void {
    for (let current: unknown = owner; typeof current === 'function'; current = Object.getPrototypeOf(current))
      this.#lengths.set(current, this.#lengthOf(current));
  }

  /** Cheap enough for each call: a few lookups. Classes decorated elsewhere do not matter. */
  isStale(): boolean {
    if (getMetadataStorage() !== this.#storage) return true;
    for (const [owner, length] of this.#lengths) if (this.#lengthOf(owner) !== length) return true;
    return false;
  }

  #lengthOf(owner: unknown): number {
    return this.#lists.get(owner)?.length ?? 0;
  }
}
