/** Ends the process in order when it is told to. */

const names = ['SIGTERM', 'SIGINT'] as const;

/** Runs `stop` at the first signal, then lets the signal end the process, unless somebody else listens to it. @returns what forgets it */
export function onSignals(stop: () => Promise<void>): () => void {
  const before = new Map(names.map((name) => [name, process.listenerCount(name)]));
  const listeners = names.map((name) => {
    const listener = (): void => {
      const isAlone = before.get(name) === 0 && process.listenerCount(name) === 0;
      void stop().finally(() => isAlone && process.kill(process.pid, name));
    };
    process.once(name, listener);
    return () => void process.off(name, listener);
  });
  return () => listeners.forEach((forget) => forget());
}
