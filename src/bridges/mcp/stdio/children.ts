/**
 * Keeps children of this process off the protocol: what would inherit standard output gets standard error, and nobody inherits standard input,
 * from which a child would read the client's requests.
 */
import children from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';

type Options = { stdio?: unknown };
type Run = (...args: unknown[]) => unknown;

/** Starts all children that run beside us; `spawn`, `exec`, `execFile` and `fork` come here. */
type Spawned = { spawn(options: Options): unknown };

const synchronous = ['spawnSync', 'execSync', 'execFileSync'] as const;

export function divertChildren(): void {
  const spawned = children.ChildProcess.prototype as unknown as Spawned;
  const { spawn } = spawned;
  spawned.spawn = function (this: Spawned, options) {
    return spawn.call(this, diverted(options));
  };
  const table = children as unknown as Record<string, Run>;
  for (const name of synchronous) {
    const run = table[name] as Run;
    // The options come last, wherever that is.
    const safe: Run = (...args) =>
      run.apply(
        children,
        args.map((one) => (isOptions(one) ? diverted(one) : one)),
      );
    table[name] = Object.defineProperties(safe, Object.getOwnPropertyDescriptors(run));
  }
  syncBuiltinESMExports();
}

const isOptions = (value: unknown): value is Options => typeof value === 'object' && value !== null && 'stdio' in value;

function diverted<O extends Options>(options: O): O {
  const { stdio } = options;
  if (stdio === 'inherit') return { ...options, stdio: ['ignore', 2, 2] };
  return Array.isArray(stdio) ? { ...options, stdio: stdio.map(divertedEnd) } : options;
}

/** One entry of `stdio`: what it stands for, and what takes its place. */
function divertedEnd(end: unknown, index: number): unknown {
  const { fd } = (typeof end === 'object' && end !== null ? end : {}) as { fd?: unknown };
  const target = end === 'inherit' ? index : (fd ?? end);
  if (target === 0) return 'ignore';
  return target === 1 ? 2 : end;
}
