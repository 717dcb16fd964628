/** What is being answered now, so that a server that is told to stop can wait for it, and answer what takes too long. */
import { ProtocolError } from '../wire/errors.js';

/** Something that is being answered. */
export interface Task {
  /** Ends it now; its caller is told why. */
  stop(error: ProtocolError): unknown;
}

export const shuttingDown = (): ProtocolError => new ProtocolError(-32000, 'The server is shutting down.');

export class Work {
  readonly #tasks = new Set<Task>();
  readonly #waiting = new Set<() => void>();
  /** Nothing new is taken. */
  isClosed = false;

  get size(): number {
    return this.#tasks.size;
  }

  add(task: Task): void {
    this.#tasks.add(task);
  }

  done(task: Task): void {
    if (this.#tasks.delete(task) && this.#tasks.size === 0) for (const tell of this.#waiting) tell();
  }

  /** Takes nothing new, waits for what runs, and stops what takes longer. */
  async drain(milliseconds: number): Promise<void> {
    this.isClosed = true;
    if (this.#tasks.size === 0) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    await new Promise<void>((resolve) => {
      this.#waiting.add(resolve);
      if (Number.isFinite(milliseconds)) timer = setTimeout(resolve, milliseconds);
    });
    clearTimeout(timer);
    await Promise.all([...this.#tasks].map(async (task) => task.stop(shuttingDown())));
  }
}
