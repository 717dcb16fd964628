/** Which scopes a request needs, so that a client can be told before it runs. */
import type { PublishedRegistry } from '../../dispatch/request.js';

interface Scoped {
  options?: { scopes?: readonly string[] };
}

/** Undefined where nothing is needed, or nothing is known: the runtime refuses all the same. */
export function scopesOf(registry: PublishedRegistry, method: string, { name }: Record<string, unknown>): readonly string[] | undefined {
  if (typeof name !== 'string') return undefined;
  if (method === 'tools/call') return (registry.get(name) as Scoped | undefined)?.options?.scopes;
  if (method !== 'prompts/get') return undefined;
  const { prompts } = registry as { prompts?: { get?(name: string): Scoped | undefined } };
  return prompts?.get?.(name)?.options?.scopes;
}
