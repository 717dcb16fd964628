/** Keeps what modules log out of a command's own output. */

/** While `work` runs, and after it, `console` writes to standard error. */
export async function quietly<T>(work: () => Promise<T>): Promise<T> {
  const { Console } = await import('node:console');
  const diverted = new Console(process.stderr, process.stderr);
  for (const method of ['log', 'info', 'debug', 'dir', 'table'] as const)
    console[method] = diverted[method].bind(diverted) as typeof console.log;
  return work();
}
