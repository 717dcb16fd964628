/** What one repair may cost, so that a hostile value ends fast. */

/** Steps of one repair: a part of the schema held against a part of the value is one, a check costs one for each value in it. */
const mostSteps = 1_000_000;
/** A check costs at least as much as this many steps. */
const leastCheck = 20;

/** Values that may come out of JSON text, all texts together. */
const mostParsed = 100_000;

/** Thrown when the steps are used up; repair is given up. */
export class Exhausted extends Error {
  constructor() {
    super('the repair takes too long');
  }
}

export class Budget {
  #left = mostSteps;
  #parsed = 0;
  readonly #sizes = new WeakMap<object, number>();

  /** @throws Exhausted */
  spend(steps: number): void {
    this.#left -= steps;
    if (this.#left < 0) throw new Exhausted();
  }

  /** @throws Exhausted */
  spendOnCheck(value: unknown): void {
    this.spend(leastCheck + this.#sizeOf(value));
  }

  /** Whether a value that was read from JSON text is small enough. */
  admits(value: unknown): boolean {
    this.#parsed += this.#sizeOf(value);
    return this.#parsed <= mostParsed;
  }

  #sizeOf(value: unknown): number {
    if (typeof value !== 'object' || value === null) return 1;
    const known = this.#sizes.get(value);
    if (known !== undefined) return known;
    let size = 1;
    for (const inner of Object.values(value)) size += this.#sizeOf(inner);
    this.#sizes.set(value, size);
    return size;
  }
}
