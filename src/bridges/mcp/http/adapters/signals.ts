/** Ends the process in order when it is told to. */

const names = ['SIGTERM', 'SIGINT'] as const;

/** A server that stops at the next signal. */
interface Stopping {
  stop(): Promise<void>;
  /** Signals that nobody else listened to when it came: who was there before may take itself off when the signal comes. */
  free: readonly NodeJS.Signals[];
}

/** All servers of the process, which share one listener a signal. */
const waiting = new Set<Stopping>();
/** Servers that stop now. */
let stopping = 0;

const isOurs = (listener: NodeJS.SignalsListener): boolean => listener === onSignal;
const isAlone = (name: NodeJS.Signals): boolean => process.listeners(name).every(isOurs);

/**
 * Runs `stop` at the first signal, then lets the signal end the process, unless somebody else listens to it or another server
 * of this process still stops. A second signal ends the process at once. @returns what forgets it
 */
export function onSignals(stop: () => Promise<void>): () => void {
  const one: Stopping = { stop, free: names.filter(isAlone) };
  if (waiting.size === 0) for (const name of names) process.on(name, onSignal);
  waiting.add(one);
  return () => {
    if (waiting.delete(one) && waiting.size === 0) unlisten();
  };
}

function unlisten(): void {
  for (const name of names) process.off(name, onSignal);
}

function onSignal(name: NodeJS.Signals): void {
  const all = [...waiting];
  const isFree = isAlone(name) && all.every(({ free }) => free.includes(name));
  waiting.clear();
  unlisten();
  stopping += all.length;
  for (const { stop } of all) {
    void stop().finally(() => {
      stopping -= 1;
      if (isFree && stopping === 0 && isAlone(name)) process.kill(process.pid, name);
    });
  }
}
