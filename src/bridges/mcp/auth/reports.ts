/** Tells the operator why tokens were refused: under an id that the client gets, and not more than so many a minute. */
import { randomUUID } from 'node:crypto';

const mostInWindow = 20;
const window = 60_000;

export class Reports {
  readonly #log: (message: string) => void;
  #windowEnd = 0;
  #told = 0;
  #untold = 0;

  constructor(log: (message: string) => void) {
    this.#log = log;
  }

  /** @returns the id; undefined when too much was told lately, so that a flood of bad tokens does not flood the log */
  tell(reason: string): string | undefined {
    const now = Date.now();
    if (now >= this.#windowEnd) this.#begin(now);
    if (this.#told >= mostInWindow) {
      this.#untold += 1;
      return undefined;
    }
    this.#told += 1;
    const id = randomUUID().slice(0, 8);
    this.#log(`[${id}] ${reason}`);
    return id;
  }

  #begin(now: number): void {
    if (this.#untold > 0) this.#log(`auth: ${this.#untold} more reports were not logged`);
    [this.#windowEnd, this.#told, this.#untold] = [now + window, 0, 0];
  }
}
