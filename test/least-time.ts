/** How long work takes, for what must not grow with what an attacker sends. */
import { ok } from 'node:assert/strict';

/**
 * Milliseconds of the processor, the least of several runs: a busy machine is not the library's fault.
 * @param enough no further run once one took less
 */
export async function leastTime(work: () => unknown, enough = 0): Promise<number> {
  let least = Infinity;
  for (let round = 0; round < 6 && least >= enough; round += 1) {
    const start = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(start);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}

/** @param most milliseconds, as `leastTime` measures them */
export async function takesLess(most: number, work: () => unknown): Promise<void> {
  const took = await leastTime(work, most);
  ok(took < most, `took ${took.toFixed(1)} ms, allowed are ${most}`);
}
