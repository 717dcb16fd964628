/** Ends the process in order when it is told to. */

const names = ['SIGTERM', 'SIGINT'] as const;

/** Our own listeners, which are no reason to keep the process. */
const ours = new Set<NodeJS.SignalsListener>();
/** Servers that stop now. */
let stopping = 0;

const isAlone = (name: NodeJS.Signals): boolean => process.listeners(name).every((one) => ours.has(one));

/**
 * Runs `stop` at the first signal, then lets the signal end the process, unless somebody else listens to it or another server
 * of this process still stops. A second signal ends the process at once. @returns what forgets it
 */
export function onSignals(stop: () => Promise<void>): () => void {
  const forget = names.map((name) => {
    // One that was there before may take itself off when the signal comes.
    const wasFree = isAlone(name);
    const listener = (): void => {
      process.off(name, listener);
      const wasAlone = wasFree && isAlone(name);
      stopping += 1;
      void stop().finally(() => {
        stopping -= 1;
        if (wasAlone && stopping === 0 && isAlone(name)) process.kill(process.pid, name);
      });
    };
    ours.add(listener);
    process.on(name, listener);
    return () => {
      process.off(name, listener);
      ours.delete(listener);
    };
  });
  return () => forget.forEach((one) => one());
}
