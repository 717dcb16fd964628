/** The requests that are being answered now, so that a server that stops can wait for them and end the rest. */

/** One request that is being answered. */
export interface Answering {
  /** Fires when the client's own signal does, on `abort`, and when all are ended. */
  readonly signal: AbortSignal;
  abort(reason: Error): void;
  /** To be called when it is answered. */
  done(): void;
}

export class Calls {
  readonly #running = new Set<Answering>();
  readonly #idle = new Set<() => void>();

  /** How many there are. */
  get size(): number {
    return this.#running.size;
  }

  /** @param client fires when the client cancels or goes away */
  begin(client?: AbortSignal): Answering {
    const controller = new AbortController();
    const follow = (): void => controller.abort(client?.reason);
    if (client?.aborted) follow();
    else client?.addEventListener('abort', follow, { once: true });
    const answering: Answering = {
      signal: controller.signal,
      abort: (reason) => controller.abort(reason),
      done: () => {
        client?.removeEventListener('abort', follow);
        this.#running.delete(answering);
        if (this.#running.size === 0) this.#tellIdle();
      },
    };
    this.#running.add(answering);
    return answering;
  }

  /** Ends all that run; each is still answered. */
  abortAll(reason: Error): void {
    for (const { abort } of this.#running) abort(reason);
  }

  /** Waits until none runs, so many milliseconds at most. @returns whether none runs */
  idle(milliseconds: number): Promise<boolean> {
    if (this.size === 0) return Promise.resolve(true);
    return new Promise((resolve) => {
      const idle = (): void => {
        clearTimeout(timer);
        resolve(true);
      };
      const timer = setTimeout(() => {
        this.#idle.delete(idle);
        resolve(false);
      }, milliseconds);
      this.#idle.add(idle);
    });
  }

  #tellIdle(): void {
    for (const idle of this.#idle) idle();
    this.#idle.clear();
  }
}
