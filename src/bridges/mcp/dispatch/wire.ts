/** The way back to a client while its request is being answered. */

/** What can be sent on a request's own stream. */
export interface Wire {
  /** Sends a notice; a client that has gone needs none, so it never fails. */
  notify(method: string, params: Record<string, unknown>): void;
  /** Sends a request to the client and waits for its answer; absent where the era or the transport has no way. */
  ask?(method: string, params: Record<string, unknown>): Promise<unknown>;
  /** Ends the stream before the answer, which its client then comes back for; absent where it cannot. */
  closeStream?(): void;
}

/** Takes what is sent before there is a wire, and passes it on once there is one. */
export class LateWire implements Wire {
  readonly #needed: () => void;
  #wire: Wire | undefined;
  #waiting: ((wire: Wire) => void)[] = [];
  #isNeeded = false;

  /** @param needed called once, when the first thing is to be sent */
  constructor(needed: () => void) {
    this.#needed = needed;
  }

  notify(method: string, params: Record<string, unknown>): void {
    this.#use((wire) => wire.notify(method, params));
  }

  ask(method: string, params: Record<string, unknown>): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.#use((wire) => {
        if (wire.ask) wire.ask(method, params).then(resolve, reject);
        else reject(new Error('This connection has no way to ask the client.'));
      });
    });
  }

  closeStream(): void {
    this.#use((wire) => wire.closeStream?.());
  }

  /** Sends what has waited, in its order; from now on everything goes straight through. */
  attach(wire: Wire): void {
    this.#wire = wire;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const send of waiting) send(wire);
  }

  #use(send: (wire: Wire) => void): void {
    if (this.#wire) return send(this.#wire);
    this.#waiting.push(send);
    if (this.#isNeeded) return;
    this.#isNeeded = true;
    this.#needed();
  }
}

/** For requests that can have no wire. */
export const noWire: Wire = { notify: () => undefined };
