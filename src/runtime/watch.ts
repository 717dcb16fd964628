/**
 * One call's clock and cancellation. What costs (a signal, a listener, a timer) is made when it is needed: a method that answers
 * at once and asks for none of them needs none.
 */
import { ToolError } from '../errors.js';
import type { CallSignal } from '../types.js';
import { about, titleAtStart, titleOf, type ToolSource } from './definition/source.js';
import { wrapThrown } from './result/envelope.js';

/** Node's longest timer, milliseconds; a longer limit is none. */
const longestTimer = 2 ** 31 - 1;

export class Watch {
  readonly #source: ToolSource;
  readonly #caller: CallSignal | undefined;
  /** Milliseconds the call may take. */
  readonly #allowed: number;
  #left: number;
  #startedAt: number;
  #waiting = 0;
  /** Somebody waits for something: the timer runs whenever the clock does. */
  #isTicking = false;
  #timer: NodeJS.Timeout | undefined;
  #onAbort: (() => void) | undefined;
  #controller: AbortController | undefined;
  #giveUp: ((reason: ToolError) => void) | undefined;
  #reason: ToolError | undefined;
  #isStopped = false;

  /** @param timeout milliseconds */
  constructor(source: ToolSource, caller: CallSignal | undefined, timeout: number) {
    this.#source = source;
    this.#caller = caller;
    this.#allowed = timeout;
    this.#left = timeout;
    this.#startedAt = this.#isTimed ? performance.now() : 0;
  }

  /** Aborts when the caller cancels or the time is over; made when it is first read. */
  get signal(): AbortSignal {
    this.#listen();
    if (!this.#controller) {
      this.#controller = new AbortController();
      if (this.#reason) this.#controller.abort(this.#reason);
    }
    return this.#controller.signal;
  }

  get isOver(): boolean {
    return this.#isStopped || this.#notice() !== undefined;
  }

  refuseIfAborted(): void {
    const reason = this.#notice();
    if (reason) throw reason;
  }

  /** From here on the time limit is held by a timer; until then nothing could have been interrupted. */
  tick(): void {
    if (this.#isTicking) return;
    this.#isTicking = true;
    if (this.#waiting > 0 || !this.#isTimed) return;
    const now = performance.now();
    this.#halt(now);
    this.#run(now);
  }

  /** The work, or the reason to give up, whichever is first; work that fails later is let go. */
  race<T>(work: Promise<T>): Promise<T> {
    this.#listen();
    this.tick();
    return new Promise<T>((resolve, reject) => {
      work.then(resolve, reject);
      this.#giveUp = reject;
      if (this.#reason) reject(this.#reason);
    });
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
    return this.#notice() ?? asToolError(this.#source, error);
  }

  stop(): void {
    this.#isStopped = true;
    if (this.#timer) clearTimeout(this.#timer);
    if (this.#onAbort) this.#caller?.removeEventListener('abort', this.#onAbort);
  }

  get #isTimed(): boolean {
    return this.#allowed > 0 && this.#allowed <= longestTimer;
  }

  /** Why the call is over, if it is: a caller to whom nobody listens yet is looked at. */
  #notice(): ToolError | undefined {
    if (!this.#reason && !this.#isStopped && this.#caller?.aborted) this.#end(cancelled(this.#source, this.#caller));
    return this.#reason;
  }

  #listen(): void {
    if (!this.#caller || this.#onAbort || this.#notice() || this.#isStopped) return;
    this.#onAbort = () => this.#end(cancelled(this.#source, this.#caller));
    this.#caller.addEventListener('abort', this.#onAbort, { once: true });
  }

  #run(now = performance.now()): void {
    if (!this.#isTimed || this.#reason) return;
    const expire = (): void =>
      this.#end(
        new ToolError(
          'TIMEOUT',
          `${titleAtStart(this.#source)} took longer than ${this.#allowed} ms and was stopped.`,
          about(this.#source),
        ),
      );
    this.#startedAt = now;
    // It keeps the process: a call that never settles must still end as a TIMEOUT, not with the process.
    if (this.#isTicking) this.#timer = setTimeout(expire, this.#left);
  }

  #halt(now = performance.now()): void {
    if (!this.#isTimed) return;
    if (this.#timer) clearTimeout(this.#timer);
    this.#left = Math.max(1, this.#left - (now - this.#startedAt));
  }

  #end(reason: ToolError): void {
    if (this.#reason) return;
    this.#reason = reason;
    this.#controller?.abort(reason);
    this.#giveUp?.(reason);
  }
}

export function cancelled(source: ToolSource, caller: CallSignal | undefined): ToolError {
  return new ToolError('CANCELLED', `The call of ${titleOf(source)} was cancelled.`, {
    ...about(source),
    cause: caller?.reason,
  });
}

export const asToolError = (source: ToolSource, error: unknown): ToolError =>
  error instanceof ToolError ? error : wrapThrown(source, error);
