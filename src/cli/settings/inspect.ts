/** `--inspect-config`: the settings in force as JSON, with where each came from; secrets are masked. */
import type { KeyEntry } from './auth.js';
import type { Effective } from './effective.js';
import type { KindName } from './kinds.js';
import { settings } from './table.js';

const mask = '********';

/** JSON text; numbers that JSON has no form for are told as text. */
export function inspected({ values, warnings }: Effective, facts: { config?: string; modules: readonly string[] }): string {
  const { config = null, modules } = facts;
  const transport = values.has('http') ? 'http' : 'stdio';
  const shown = settings.map(({ key, kind, holds }) => {
    const found = values.get(key);
    if (found !== undefined) return [key, { value: masked(kind, found.value), from: found.from }] as const;
    const held = typeof holds === 'function' ? holds(transport) : holds;
    return [key, held === undefined ? { value: null, from: 'not set' } : { value: told(held), from: 'default' }] as const;
  });
  return `${JSON.stringify({ config, transport, modules, settings: Object.fromEntries(shown), warnings }, null, 2)}\n`;
}

/** No secret leaves; of a key that was given out, who has it and what for does. */
function masked(kind: KindName, value: unknown): unknown {
  if (kind === 'secret') return mask;
  return kind === 'keys' ? (value as KeyEntry[]).map((one) => ({ ...one, key: mask })) : told(value);
}

function told(value: unknown): unknown {
  if (typeof value === 'function') return '(a function)';
  return value === Infinity ? 'Infinity' : value;
}
