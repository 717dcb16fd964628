/** Counts the changes of a registry, with one listener however many servers publish it. */
import type { PublishedRegistry } from './request.js';

export interface Versions {
  tools: number;
  resources: number;
  prompts: number;
}

const known = new WeakMap<PublishedRegistry, Versions>();

/** The counts; the same object for one registry. */
export function versionsOf(registry: PublishedRegistry): Readonly<Versions> {
  let versions = known.get(registry);
  if (versions) return versions;
  const counted: Versions = (versions = { tools: 0, resources: 0, prompts: 0 });
  known.set(registry, versions);
  registry.on('change', () => void (counted.tools += 1));
  if (registry.resources) registry.on('resources', () => void (counted.resources += 1));
  if (registry.prompts) registry.on('prompts', () => void (counted.prompts += 1));
  return versions;
}
