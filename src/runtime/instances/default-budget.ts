/** What the defaults of a schema may come to in one call: a default may hold places for further defaults, so a small schema can make values without end. */
import type { Limits } from '../limits.js';

/** Sizes of defaults, which are asked again and again; scalars are 1. */
const sizes = new WeakMap<object, number>();

function sizeOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  const known = sizes.get(value);
  if (known !== undefined) return known;
  let size = 0;
  const open: unknown[] = [value];
  while (open.length > 0) {
    const inner = open.pop();
    size += 1;
    if (typeof inner === 'object' && inner !== null) for (const item of Object.values(inner)) open.push(item);
  }
  sizes.set(value, size);
  return size;
}

export class DefaultBudget {
  /** Values made from defaults so far. */
  nodes = 0;
  /** Defaults within defaults. */
  #depth = 0;
  #isSpent = false;

  constructor(private readonly limits: Pick<Limits, 'argumentDepth' | 'argumentNodes'>) {}

  /**
   * Asked before a value is made from a default; `leave` follows unless it was too much.
   * @returns why no more may be made, empty when that was told already; undefined when it may
   */
  enter(value: unknown): string | undefined {
    if (this.#isSpent) return '';
    const { argumentDepth, argumentNodes } = this.limits;
    this.nodes += sizeOf(value);
    this.#isSpent = this.nodes > argumentNodes || this.#depth >= argumentDepth;
    if (this.nodes > argumentNodes) return `the defaults of the schema make more than ${argumentNodes} values`;
    if (this.#isSpent) return `the defaults of the schema are nested deeper than ${argumentDepth} levels`;
    this.#depth += 1;
    return undefined;
  }

  leave(): void {
    this.#depth -= 1;
  }
}
