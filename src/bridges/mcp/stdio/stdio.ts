/** Serves a registry over standard input and output, for a client that starts this process. */
import type { PublishedRegistry } from '../dispatch/request.js';
import { checkEntry } from '../entry.js';
import { publish } from '../eras/publication.js';
import { flag, type TableOf } from '../../../runtime/option-table.js';
import type { McpServerOptions } from '../options.js';
import { serverTable } from '../options-check.js';
import { serveStreams } from './serve.js';
import { guardStdout } from './stdout.js';

export interface StdioOptions extends McpServerOptions {
  /** End the process when the client has gone or a signal came; true by default. */
  exit?: boolean;
}

/** One entry an option. */
const stdioTable: TableOf<StdioOptions> = { ...serverTable, exit: flag };

/** A running server. */
export interface StdioServer {
  /** Lets running calls finish for a second, aborts the rest, and stops serving. */
  close(): Promise<void>;
  /** Fulfilled when serving has ended. */
  readonly closed: Promise<void>;
}

const signals = ['SIGTERM', 'SIGINT'] as const;

/**
 * Publishes the registry over stdio, in the era that the client opens. From this call on nothing but protocol reaches standard output:
 * other writes to `process.stdout` go to standard error. Ends on end of input, SIGTERM and SIGINT, within 2 seconds.
 * @throws ToolError INVALID_DEFINITION for what is no registry, and an option that there is not or that cannot be
 */
export async function serveStdio(registry: PublishedRegistry, options: StdioOptions = {}): Promise<StdioServer> {
  checkEntry('serveStdio', registry, options, stdioTable);
  const publication = publish(registry, options);
  const { protocol } = guardStdout();
  const serving = serveStreams(publication, process.stdin, protocol);
  const end = (): void => void serving.end();
  for (const signal of signals) process.on(signal, end);
  // Nobody is left to read an answer.
  protocol.once('error', end);
  const closed = serving.ended.then(async () => {
    for (const signal of signals) process.off(signal, end);
    await flushed(protocol);
    if (options.exit ?? true) process.exit(process.exitCode ?? 0);
  });
  return { close: () => serving.end().then(() => closed), closed };
}

/** A short while at most: a reader that does not read must not keep us. */
function flushed(protocol: NodeJS.WritableStream): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 300).unref();
    if (!protocol.writable) resolve();
    else protocol.write('', () => resolve());
  });
}
