/** Serves a registry over standard input and output, for a client that starts this process. */
import type { PublishedRegistry } from '../dispatch/request.js';
import { createFactory, type ServerFactory } from '../eras/legacy.js';
import { loadStdio, type SdkServer } from '../eras/load.js';
import type { McpServerOptions } from '../options.js';
import { guardStdout } from './stdout.js';

export interface StdioOptions extends McpServerOptions {
  /** End the process when the client has gone or a signal came; true by default. */
  exit?: boolean;
}

/** A running server. */
export interface StdioServer {
  /** Aborts running calls and stops serving. */
  close(): Promise<void>;
  /** Fulfilled when serving has ended. */
  readonly closed: Promise<void>;
}

/** Milliseconds that running calls get after the client closed its end. */
const grace = 1000;

/**
 * Publishes the registry's tools over stdio. From this call on nothing but protocol reaches standard output:
 * other writes to `process.stdout` go to standard error. Ends on end of input, SIGTERM and SIGINT, within 2 seconds.
 */
export async function serveStdio(registry: PublishedRegistry, options: StdioOptions = {}): Promise<StdioServer> {
  const { protocol } = guardStdout();
  const [factory, { StdioServerTransport }] = await Promise.all([createFactory(registry, options), loadStdio()]);
  const server = factory.create();
  const ended = whenEnded(server, factory);
  await server.connect(new StdioServerTransport(process.stdin, protocol));
  protocol.once('error', () => ended.end());
  const closed = ended.promise.then(async () => {
    await flushed(protocol);
    if (options.exit ?? true) process.exit(process.exitCode ?? 0);
  });
  return { close: async () => (ended.end(), closed), closed };
}

interface End {
  end(): void;
  promise: Promise<void>;
}

function whenEnded(server: SdkServer, factory: ServerFactory): End {
  let settle = (): void => undefined;
  const promise = new Promise<void>((resolve) => (settle = resolve));
  const end = (): void => void server.close().finally(settle);
  const onInputEnd = (): void => void drained(factory).then(end);
  const before = server.onclose;
  server.onclose = () => {
    before?.();
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.off(signal, end);
    for (const event of ['end', 'close', 'error'] as const) process.stdin.off(event, onInputEnd);
    settle();
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, end);
  for (const event of ['end', 'close', 'error'] as const) process.stdin.once(event, onInputEnd);
  return { end, promise };
}

/** A client that writes its requests and closes its end still wants the answers. */
async function drained(factory: ServerFactory): Promise<void> {
  const until = Date.now() + grace;
  do await new Promise((resolve) => setTimeout(resolve, 10));
  while (factory.pending() > 0 && Date.now() < until);
}

/** Half a second at most: a reader that does not read must not keep us. */
function flushed(protocol: NodeJS.WritableStream): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 500).unref();
    if (!protocol.writable) resolve();
    else protocol.write('', () => resolve());
  });
}
