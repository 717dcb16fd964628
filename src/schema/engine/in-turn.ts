/** Several checks of one value as one. */
import type { Check, Run, Seen } from './run.js';

/** All must fit; with a sink each says what is wrong, without one the first that does not fit ends it. */
export function inTurn(checks: readonly Check[]): Check {
  const [first, second, third] = checks;
  if (!first) return () => true;
  if (!second) return first;
  if (!third) return (value, run, seen) => inBoth(first, second, value, run, seen);
  return (value, run, seen) => {
    let fits = true;
    for (const check of checks) {
      if (check(value, run, seen)) continue;
      if (run.sink === undefined) return false;
      fits = false;
    }
    return fits;
  };
}

function inBoth(first: Check, second: Check, value: unknown, run: Run, seen: Seen | undefined): boolean {
  const fits = first(value, run, seen);
  return !fits && run.sink === undefined ? false : second(value, run, seen) && fits;
}
