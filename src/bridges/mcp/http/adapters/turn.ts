/**
 * Replies that become ready in one turn of the event loop go out one after the other at its end. A client that sleeps is woken by each
 * write; when replies are written between calls it falls asleep again and again, which costs the server about as much as the calls do
 * (decision 014).
 */

/** Milliseconds after which replies wait for no further calls of the turn: some calls compute for long. */
const longest = 1;

interface Turn {
  end: Promise<void>;
  finish(): void;
  /** As `performance.now()` tells it. */
  since: number;
}

let turn: Turn | undefined;

/** Fulfilled when the calls that are ready now have run. Who awaits it goes on in an asynchronous context of its own. */
export function turnsEnd(): Promise<void> {
  const now = performance.now();
  if (turn && now - turn.since > longest) turn.finish();
  turn ??= begin(now);
  return turn.end;
}

function begin(since: number): Turn {
  let resolve = (): void => undefined;
  const end = new Promise<void>((fulfil) => (resolve = fulfil));
  const mine: Turn = {
    end,
    since,
    finish: () => {
      if (turn === mine) turn = undefined;
      resolve();
    },
  };
  setImmediate(mine.finish);
  return mine;
}
