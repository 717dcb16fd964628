/** One call's clock and cancellation. */
import { ToolError } from '../errors.js';
import { about, titleAtStart, titleOf, type ToolSource } from './definition/source.js';
import { wrapThrown } from './result/envelope.js';

/** Node's longest timer, milliseconds; a longer limit is none. */
const longestTimer = 2 ** 31 - 1;

export class Watch {
  readonly #controller = new AbortController();
  readonly #source: ToolSource;
  readonly #caller: AbortSignal | undefined;
  readonly #onAbort = (): void => this.#end(cancelled(this.#source, this.#caller));
  /** Milliseconds the call may take. */
  readonly #allowed: number;
  #left: number;
  #startedAt = 0;
  #waiting = 0;
  #timer: NodeJS.Timeout | undefined;
  #reason: ToolError | undefined;
  #isStopped = false;

  /** @param timeout milliseconds */
  constructor(source: ToolSource, caller: AbortSignal | undefined, timeout: number) {
    this.#source = source;
    this.#caller = caller;
    this.#allowed = timeout;
    this.#left = timeout;
    caller?.addEventListener('abort', this.#onAbort, { once: true });
    if (caller?.aborted) this.#onAbort();
    this.#run();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  get isOver(): boolean {
    return this.#isStopped || this.#reason !== undefined;
  }

  refuseIfAborted(): void {
    if (this.#reason) throw this.#reason;
  }

  /** The work, or the reason to give up, whichever is first; work that fails later is let go. */
  async race<T>(work: T | Promise<T>): Promise<T> {
    if (!(work instanceof Promise)) return work;
    work.catch(() => undefined);
    let onAbort: (() => void) | undefined;
    const given = new Promise<never>((_resolve, reject) => {
      onAbort = () => reject(this.#reason);
      this.signal.addEventListener('abort', onAbort, { once: true });
      if (this.signal.aborted) onAbort();
    });
    try {
      return await Promise.race([work, given]);
    } finally {
      if (onAbort) this.signal.removeEventListener('abort', onAbort);
    }
  }

  /** Waits for someone else than the method: that time does not count. */
  async standStill<T>(wait: () => Promise<T>): Promise<T> {
    if (this.isOver) throw this.#reason ?? cancelled(this.#source, undefined);
    if (this.#waiting === 0) this.#halt();
    this.#waiting += 1;
    try {
      return await wait();
    } finally {
      this.#waiting -= 1;
      if (this.#waiting === 0 && !this.isOver) this.#run();
    }
  }

  /** An abort explains whatever it made the method throw. */
  reasonFor(error: unknown): ToolError {
    return this.#reason ?? asToolError(this.#source, error);
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    this.#caller?.removeEventListener('abort', this.#onAbort);
  }

  get #isTimed(): boolean {
    return this.#allowed > 0 && this.#allowed <= longestTimer;
  }

  #run(): void {
    if (!this.#isTimed || this.#reason) return;
    const expire = (): void =>
      this.#end(
        new ToolError(
          'TIMEOUT',
          `${titleAtStart(this.#source)} took longer than ${this.#allowed} ms and was stopped.`,
          about(this.#source),
        ),
      );
    this.#startedAt = performance.now();
    // It keeps the process: a call that never settles must still end as a TIMEOUT, not with the process.
    this.#timer = setTimeout(expire, this.#left);
  }

  #halt(): void {
    if (!this.#isTimed) return;
    clearTimeout(this.#timer);
    this.#left = Math.max(1, this.#left - (performance.now() - this.#startedAt));
  }

  #end(reason: ToolError): void {
    if (this.#reason) return;
    this.#reason = reason;
    this.#controller.abort(reason);
  }
}

export function cancelled(source: ToolSource, caller: AbortSignal | undefined): ToolError {
  return new ToolError('CANCELLED', `The call of ${titleOf(source)} was cancelled.`, {
    ...about(source),
    cause: caller?.reason as unknown,
  });
}

export const asToolError = (source: ToolSource, error: unknown): ToolError =>
  error instanceof ToolError ? error : wrapThrown(source, error);
