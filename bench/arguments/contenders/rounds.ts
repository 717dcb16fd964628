/** Interleaved measuring: each round gives every entrant the same short time, in another order; the median of the rounds counts. */
import type { Check } from './contender.js';

export interface Entrant {
  check: Check;
  /** A pool whose length is a power of two. */
  values: readonly unknown[];
}

export interface Pace {
  rounds: number;
  /** Milliseconds. */
  window: number;
}

/** What the loops saw last, so that no result is unused. */
const sink: { last: unknown } = { last: undefined };

type Loop = (check: Check, values: readonly unknown[], count: number, sink: { last: unknown }) => void;

/** A loop of its own for each entrant: a shared one would be made slow for all by the mix of what it has called. */
function makeLoop(): Loop {
  return new Function(
    'check',
    'values',
    'count',
    'sink',
    `const mask = values.length - 1;
    for (let index = 0; index < count; index++) sink.last = check(values[index & mask]);`,
  ) as Loop;
}

class Runner {
  readonly #loop = makeLoop();
  #count = 1;

  constructor(readonly entrant: Entrant) {}

  /** Operations a second over about `window` milliseconds. The clock is read about once a tenth of it. */
  run(window: number): number {
    const { check, values } = this.entrant;
    const start = performance.now();
    let done = 0;
    let elapsed = 0;
    do {
      this.#loop(check, values, this.#count, sink);
      done += this.#count;
      elapsed = performance.now() - start;
    } while (elapsed < window);
    this.#count = Math.max(1, Math.round((done / elapsed) * (window / 10)));
    return (done / elapsed) * 1000;
  }
}

/** Medians, in the order of the entrants. */
export function race(entrants: readonly Entrant[], { rounds, window }: Pace): number[] {
  const runners = entrants.map((entrant) => new Runner(entrant));
  // Two rounds for the optimising compiler, not counted.
  for (let warm = 0; warm < 2; warm++) for (const runner of runners) runner.run(window);
  const speeds: number[][] = entrants.map(() => []);
  for (let round = 0; round < rounds; round++) {
    for (let turn = 0; turn < runners.length; turn++) {
      const index = (round + turn) % runners.length;
      // One entrant's garbage is not another's to collect. V8 then drops optimised code that made objects of which none is left,
      // as no process does that is at work, so each warms up again, uncounted.
      globalThis.gc?.();
      runners[index]?.run(window);
      speeds[index]?.push(runners[index]?.run(window) ?? Number.NaN);
    }
  }
  return speeds.map(median);
}

/** The same for what gives promises, each awaited before the next begins. */
export async function raceAsync(entrants: readonly Entrant[], { rounds, window }: Pace): Promise<number[]> {
  const speeds: number[][] = entrants.map(() => []);
  for (let round = -2; round < rounds; round++) {
    for (let turn = 0; turn < entrants.length; turn++) {
      const index = (round + 2 + turn) % entrants.length;
      globalThis.gc?.();
      await runAsync(entrants[index] as Entrant, window);
      const speed = await runAsync(entrants[index] as Entrant, window);
      if (round >= 0) speeds[index]?.push(speed);
    }
  }
  return speeds.map(median);
}

async function runAsync({ check, values }: Entrant, window: number): Promise<number> {
  const mask = values.length - 1;
  const start = performance.now();
  let done = 0;
  let elapsed = 0;
  do {
    for (let index = 0; index < 4; index++) sink.last = await check(values[(done + index) & mask]);
    done += 4;
    elapsed = performance.now() - start;
  } while (elapsed < window);
  return (done / elapsed) * 1000;
}

export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
