/** Requests of a connection that have no answer yet, and the batches that they came in. */
import type { Message, RequestId } from '../wire/message.js';

/** Answers that go out together. */
interface Batch {
  waiting: Set<RequestId>;
  answers: object[];
}

interface Entry {
  method: string;
  batch?: Batch;
}

/** These last until one side ends them: nobody waits for their answer. */
const endless = new Set(['subscriptions/listen']);

/** Ids of cancelled requests that are kept: their methods may still run, and what they give would pass for the answer to a new request. */
const mostCancelled = 1000;

export class Pending {
  readonly #entries = new Map<RequestId, Entry>();
  readonly #cancelled = new Set<RequestId>();
  readonly #watchers = new Set<() => void>();
  readonly #write: (value: object) => void;

  /** @param write sends a message or a batch */
  constructor(write: (value: object) => void) {
    this.#write = write;
  }

  /** Whether an answer to this id may still come, or may be what is left of a request that was cancelled. */
  has(id: RequestId): boolean {
    return this.#entries.has(id) || this.#cancelled.has(id);
  }

  methodOf(id: RequestId): string | undefined {
    return this.#entries.get(id)?.method;
  }

  add(id: RequestId, method: string, batch?: Batch): void {
    batch?.waiting.add(id);
    this.#entries.set(id, { method, ...(batch && { batch }) });
  }

  newBatch(): Batch {
    return { waiting: new Set(), answers: [] };
  }

  /** Sends an answer, or keeps it for its batch. An answer that nobody waits for any more is dropped. */
  answer(id: RequestId, message: Message): void {
    const entry = this.#entries.get(id);
    if (!entry) return;
    this.#entries.delete(id);
    if (entry.batch) {
      entry.batch.answers.push(message);
      entry.batch.waiting.delete(id);
      this.flush(entry.batch);
    } else {
      this.#write(message);
    }
    this.#tellIdle();
  }

  /** The client no longer wants an answer. */
  cancel(id: RequestId): void {
    const entry = this.#entries.get(id);
    // The handshake cannot be taken back.
    if (!entry || entry.method === 'initialize') return;
    this.#entries.delete(id);
    this.#remember(id);
    entry.batch?.waiting.delete(id);
    if (entry.batch) this.flush(entry.batch);
    this.#tellIdle();
  }

  #remember(id: RequestId): void {
    this.#cancelled.add(id);
    const [oldest] = this.#cancelled;
    if (this.#cancelled.size > mostCancelled && oldest !== undefined) this.#cancelled.delete(oldest);
  }

  /** Sends a batch of which nothing is waited for. */
  flush(batch: Batch): void {
    if (batch.waiting.size > 0 || batch.answers.length === 0) return;
    this.#write(batch.answers);
    batch.answers = [];
  }

  /** Waits until every request that has an end is answered, so many milliseconds at most. */
  idle(milliseconds: number): Promise<void> {
    if (this.#isIdle()) return Promise.resolve();
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        this.#watchers.delete(done);
        resolve();
      };
      const timer = setTimeout(done, milliseconds);
      this.#watchers.add(done);
    });
  }

  #isIdle(): boolean {
    return [...this.#entries.values()].every(({ method }) => endless.has(method));
  }

  #tellIdle(): void {
    if (this.#watchers.size > 0 && this.#isIdle()) for (const tell of this.#watchers) tell();
  }
}
