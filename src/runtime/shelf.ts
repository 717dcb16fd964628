/** Things of one kind under their keys; a batch comes all or not at all. */
import type { ToolError } from '../errors.js';
import { messageOf } from './instances/thrown.js';
import type { Logger } from './logger.js';

export class Shelf<T> {
  #items = new Map<string, T>();

  /**
   * @param keyOf a name or URI
   * @param duplicate words for two under one key
   */
  constructor(
    private readonly keyOf: (item: T) => string,
    private readonly duplicate: (one: T, other: T) => ToolError,
  ) {}

  /** Looks whether all can be added. @returns what adds them @throws ToolError for a key that is taken */
  stage(items: readonly T[]): () => void {
    const staged = new Map<string, T>();
    for (const item of items) {
      const key = this.keyOf(item);
      const other = staged.get(key) ?? this.#items.get(key);
      if (other !== undefined) throw this.duplicate(other, item);
      staged.set(key, item);
    }
    return () => {
      if (this.#items.size === 0) this.#items = staged;
      else for (const [key, item] of staged) this.#items.set(key, item);
    };
  }

  get(key: string): T | undefined {
    return this.#items.get(key);
  }

  /** In the order of registration. */
  all(): T[] {
    return [...this.#items.values()];
  }

  keys(): IterableIterator<string> {
    return this.#items.keys();
  }

  get size(): number {
    return this.#items.size;
  }

  /** Removes what is under the keys, and these very items. @returns what was there */
  remove(keysOrItems: readonly (string | T | undefined)[]): T[] {
    return keysOrItems.flatMap((one) => {
      if (one === undefined) return [];
      const key = typeof one === 'string' ? one : this.keyOf(one);
      const item = this.#items.get(key);
      if (item === undefined || (typeof one !== 'string' && item !== one)) return [];
      this.#items.delete(key);
      return [item];
    });
  }
}

/** Their definitions; one that cannot be published does not hide the others. */
export function published<D>(items: readonly { readonly place: string; readonly definition: D }[], logger: Logger): D[] {
  return items.flatMap((item) => {
    try {
      return [item.definition];
    } catch (error) {
      logger.error(`${item.place} is not published: ${messageOf(error)}`);
      return [];
    }
  });
}
