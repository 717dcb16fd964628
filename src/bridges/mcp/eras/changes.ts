/** Tells clients what has changed in a registry, once a turn however much changed. */
import type { PublishedRegistry } from '../dispatch/request.js';

/** How one connection, or all of an era, is told. */
export interface Tell {
  tools(): void;
  resources(): void;
  prompts(): void;
  /** The contents of this resource changed. */
  updated(uri: string): void;
}

/** @returns what stops it */
export function announce(registry: PublishedRegistry, tell: Tell): () => void {
  let isOver = false;
  const onceATurn = (send: () => void): (() => void) => {
    let isScheduled = false;
    return () => {
      if (isScheduled) return;
      isScheduled = true;
      queueMicrotask(() => {
        isScheduled = false;
        if (!isOver) send();
      });
    };
  };
  const onceATurnEach = (send: (uri: string) => void): ((uri: string) => void) => {
    const changed = new Set<string>();
    const sendAll = onceATurn(() => {
      const uris = [...changed];
      changed.clear();
      for (const uri of uris) send(uri);
    });
    return (uri) => {
      changed.add(uri);
      sendAll();
    };
  };
  const stops = [registry.on('change', onceATurn(tell.tools))];
  if (registry.resources)
    stops.push(registry.on('resources', onceATurn(tell.resources)), registry.on('resource-updated', onceATurnEach(tell.updated)));
  if (registry.prompts) stops.push(registry.on('prompts', onceATurn(tell.prompts)));
  return () => {
    isOver = true;
    for (const stop of stops) stop();
  };
}
