/**
 * Keeps standard output for the protocol: whatever else is written to `process.stdout`, or with `node:fs` to file descriptor 1
 * (as pino and its like do), goes to standard error, and so does what a child would write that inherits descriptor 1.
 * It cannot catch a worker thread that writes to the descriptor itself.
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { Writable } from 'node:stream';
import { divertChildren } from './children.js';

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
  divertChildren();
  return guard;
}

function divertEnd(stdout: NodeJS.WriteStream, divert: Write, chunk: unknown): NodeJS.WriteStream {
  if (typeof chunk === 'string' || chunk instanceof Uint8Array) divert(chunk);
  return stdout;
}

type AnyFunction = (...args: unknown[]) => unknown;
type Table = Record<string, AnyFunction>;

/** Functions of `node:fs` whose first argument may be standard output, as a descriptor or as a path. */
const writers = ['write', 'writeSync', 'writev', 'writevSync', 'writeFile', 'writeFileSync', 'appendFile', 'appendFileSync'];

/** Functions that open a path, in `node:fs` and in its promises. */
const openers = ['open', 'openSync'];

const stdoutPath = new RegExp(`^/(?:dev/stdout|dev/fd/1|proc/(?:self|${process.pid})/fd/1)$`);
const isStdoutPath = (target: unknown): boolean => typeof target === 'string' && stdoutPath.test(target);

/** Node's own stream of a pipe, a terminal or a file does not come this way. */
function divertDescriptor(): void {
  const [table, promises] = [fs, fs.promises] as unknown as [Table, Table];
  for (const name of writers)
    replace(
      table,
      name,
      (write) =>
        (target, ...rest) =>
          write(target === 1 || isStdoutPath(target) ? 2 : target, ...rest),
    );
  // What is there already must not be cut off.
  const opening =
    (open: AnyFunction): AnyFunction =>
    (path, flags, ...rest) =>
      isStdoutPath(path) ? open('/dev/stderr', typeof flags === 'function' ? flags : 'a', ...rest) : open(path, flags, ...rest);
  for (const name of openers) replace(table, name, opening);
  replace(promises, 'open', opening);
  const append = promises['appendFile'] as AnyFunction;
  for (const name of ['writeFile', 'appendFile'])
    replace(
      promises,
      name,
      (write) =>
        (path, ...rest) =>
          isStdoutPath(path) ? append('/dev/stderr', ...rest) : write(path, ...rest),
    );
  syncBuiltinESMExports();
}

function replace(table: Table, name: string, by: (before: AnyFunction) => AnyFunction): void {
  const before = table[name] as AnyFunction;
  const after = by((...args) => before.apply(table, args));
  // Callbacks, arity and `util.promisify` stay as they were.
  table[name] = Object.defineProperties(after, Object.getOwnPropertyDescriptors(before));
}
