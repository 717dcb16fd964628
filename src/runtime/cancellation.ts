/** An AbortSignal that is made when somebody wants it: making one costs more than most calls do (3 microseconds in Node 20). */
import type { CallSignal } from '../types.js';

/** Is aborted once; a real signal of it comes to be when it is read. */
export class Cancellation implements CallSignal {
  #controller: AbortController | undefined;
  #listeners: Set<() => void> | undefined;
  #isAborted = false;
  #reason: unknown;

  get aborted(): boolean {
    return this.#isAborted;
  }

  get reason(): unknown {
    return this.#reason;
  }

  /** The same as a real signal. */
  get signal(): AbortSignal {
    if (!this.#controller) {
      this.#controller = new AbortController();
      if (this.#isAborted) this.#controller.abort(this.#reason);
    }
    return this.#controller.signal;
  }

  /** Tells all listeners; the first reason stands. */
  abort(reason?: unknown): void {
    if (this.#isAborted) return;
    this.#isAborted = true;
    this.#reason = reason;
    this.#controller?.abort(reason);
    if (this.#listeners) for (const listener of this.#listeners) listener();
    this.#listeners = undefined;
  }

  /** Told once. Who comes after the abort is not told, as with a real signal. */
  addEventListener(_type: 'abort', listener: () => void): void {
    if (!this.#isAborted) (this.#listeners ??= new Set()).add(listener);
  }

  removeEventListener(_type: 'abort', listener: () => void): void {
    this.#listeners?.delete(listener);
  }
}

/** What a caller gave, as what a method may expect. */
export const realSignal = (given: CallSignal): AbortSignal => (given instanceof Cancellation ? given.signal : (given as AbortSignal));
