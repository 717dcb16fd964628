/**
 * Replies that become ready in one turn of the event loop go out one after the other at its end. A client that sleeps is woken by each
 * write; when replies are written between calls it falls asleep again and again, which costs the server about as much as the calls do
 * (decision 014). Where replies come one a turn there is nothing to gather, and they go out at once.
 */

/** Milliseconds after which replies wait for no further calls of the turn: some calls compute for long. */
const longest = 1;

interface Turn {
  end: Promise<void>;
  finish(): void;
  /** By the clock of the turns. */
  since: number;
  replies: number;
}

export class Turns {
  #turn: Turn | undefined;
  /** Whether the turn before had several replies: then this one is likely to have, too. */
  #isBusy = false;

  /** @param now milliseconds, which only grow */
  constructor(private readonly now: () => number = () => performance.now()) {}

  /**
   * Fulfilled when the calls that are ready now have run; undefined when nothing is worth waiting for.
   * Who awaits it goes on in an asynchronous context of its own.
   */
  end(): Promise<void> | undefined {
    const now = this.now();
    if (this.#turn && now - this.#turn.since > longest) this.#turn.finish();
    const turn = (this.#turn ??= this.#begin(now));
    turn.replies += 1;
    return this.#isBusy || turn.replies > 1 ? turn.end : undefined;
  }

  #begin(since: number): Turn {
    let resolve = (): void => undefined;
    const end = new Promise<void>((fulfil) => (resolve = fulfil));
    const turn: Turn = {
      end,
      since,
      replies: 0,
      finish: () => {
        if (this.#turn !== turn) return;
        this.#turn = undefined;
        this.#isBusy = turn.replies > 1;
        resolve();
      },
    };
    setImmediate(turn.finish);
    return turn;
  }
}

/** One event loop, one row of turns. */
export const turns = new Turns();
