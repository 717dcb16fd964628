/**
 * Keeps standard output for the protocol: whatever else is written to `process.stdout`, or with `node:fs` to file descriptor 1
 * (as pino and its like do), goes to standard error. It cannot catch children that inherit descriptor 1: start those with stdout piped or ignored.
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { Writable } from 'node:stream';

const guardKey = Symbol.for('toolmark.stdoutGuard');

/** The one way left to standard output. */
export interface StdoutGuard {
  readonly protocol: Writable;
}

type Write = (chunk: unknown, ...rest: unknown[]) => boolean;

/** Takes standard output over. Called again, also by another copy of this module, it gives the same guard. */
export function guardStdout(): StdoutGuard {
  const stdout = process.stdout as typeof process.stdout & { [guardKey]?: StdoutGuard };
  if (stdout[guardKey]) return stdout[guardKey];
  const write = stdout.write.bind(stdout) as (chunk: unknown, callback: (error?: Error | null) => void) => boolean;
  const divert: Write = (chunk, ...rest) => (process.stderr.write as unknown as Write).call(process.stderr, chunk, ...rest);
  const protocol = new Writable({ decodeStrings: false, write: (chunk, _encoding, done) => void write(chunk, done) });
  Object.assign(stdout, { write: divert, end: (chunk: unknown) => divertEnd(stdout, divert, chunk) });
  // An end of the pipe that nobody listens for would crash the process.
  stdout.on('error', (error) => protocol.destroy(error));
  protocol.on('error', () => undefined);
  const guard: StdoutGuard = { protocol };
  Object.defineProperty(stdout, guardKey, { value: guard });
  divertDescriptor();
  return guard;
}

function divertEnd(stdout: NodeJS.WriteStream, divert: Write, chunk: unknown): NodeJS.WriteStream {
  if (typeof chunk === 'string' || chunk instanceof Uint8Array) divert(chunk);
  return stdout;
}

/** Functions of `node:fs` whose first argument may be standard output, as a descriptor or as a path. */
const writers = ['write', 'writeSync', 'writev', 'writevSync', 'writeFile', 'writeFileSync', 'appendFile', 'appendFileSync'] as const;

/** Node's own stream of a pipe, a terminal or a file does not come this way. */
function divertDescriptor(): void {
  const table = fs as unknown as Record<string, (...args: unknown[]) => unknown>;
  for (const name of writers) {
    const write = table[name] as (...args: unknown[]) => unknown;
    const diverted = (target: unknown, ...rest: unknown[]): unknown =>
      write.call(fs, target === 1 || target === '/dev/stdout' ? 2 : target, ...rest);
    // Callbacks, arity and `util.promisify` stay as they were.
    table[name] = Object.defineProperties(diverted, Object.getOwnPropertyDescriptors(write));
  }
  syncBuiltinESMExports();
}
