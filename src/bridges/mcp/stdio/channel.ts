import type { Message } from '../wire/message.js';

/** What an SDK's server takes for its transport: both lines ask for the same. */
export class Channel {
  onmessage?: (message: never) => void;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  readonly #send: (message: Message) => void;
  #isClosed = false;

  constructor(send: (message: Message) => void) {
    this.#send = send;
  }

  async start(): Promise<void> {
    // The connection behind it has been started already.
  }

  async send(message: object): Promise<void> {
    if (!this.#isClosed) this.#send(message as Message);
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.onclose?.();
  }

  deliver(message: Message): void {
    if (!this.#isClosed) this.onmessage?.(message as never);
  }
}
