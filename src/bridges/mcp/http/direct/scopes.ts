/** Which scopes a request needs, so that a client can be told before it runs. */
import type { PublishedRegistry } from '../../dispatch/request.js';

interface Scoped {
  options?: { scopes?: readonly string[] };
}

/** What the registries of others need not have. */
interface Holdings {
  prompts?: { get?(name: string): Scoped | undefined };
  resources?: { find?(uri: string): Scoped | undefined };
}

interface Rule {
  /** The parameter that names what is asked for. */
  by: 'name' | 'uri';
  find(registry: PublishedRegistry & Holdings, key: string): Scoped | undefined;
}

const rules = new Map<string, Rule>([
  ['tools/call', { by: 'name', find: (registry, name) => registry.get(name) as Scoped | undefined }],
  ['prompts/get', { by: 'name', find: ({ prompts }, name) => prompts?.get?.(name) }],
  ['resources/read', { by: 'uri', find: ({ resources }, uri) => resources?.find?.(uri) }],
]);

/** Undefined where nothing is needed, or nothing is known: the runtime refuses all the same. */
export function scopesOf(registry: PublishedRegistry, method: string, params: Record<string, unknown>): readonly string[] | undefined {
  const rule = rules.get(method);
  const key = rule && params[rule.by];
  return typeof key === 'string' ? rule?.find(registry, key)?.options?.scopes : undefined;
}
