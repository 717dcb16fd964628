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
  /** As `performance.now()` tells it. */
  since: number;
  replies: number;
}

let turn: Turn | undefined;
/** Whether the turn before had several replies: then this one is likely to have, too. */
let isBusy = false;

/**
 * Fulfilled when the calls that are ready now have run; undefined when nothing is worth waiting for.
 * Who awaits it goes on in an asynchronous context of its own.
 */
export function turnsEnd(): Promise<void> | undefined {
  const now = performance.now();
  if (turn && now - turn.since > longest) turn.finish();
  turn ??= begin(now);
  turn.replies += 1;
  return isBusy || turn.replies > 1 ? turn.end : undefined;
}

function begin(since: number): Turn {
  let resolve = (): void => undefined;
  const end = new Promise<void>((fulfil) => (resolve = fulfil));
  const mine: Turn = {
    end,
    since,
    replies: 0,
    finish: () => {
      if (turn !== mine) return;
      turn = undefined;
      isBusy = mine.replies > 1;
      resolve();
    },
  };
  setImmediate(mine.finish);
  return mine;
}
