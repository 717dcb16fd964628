/** `--inspect-config`: the settings in force as JSON, with where each came from; secrets are masked. */
import type { KeyEntry } from './auth.js';
import type { Effective } from './effective.js';
import type { KindName } from './kinds.js';
import { settings } from './table.js';

const mask = '********';

/** JSON text; numbers that JSON has no form for are told as text. */
export function inspected({ values, warnings }: Effective, facts: { config?: string; modules: readonly string[] }): string {
  const shown = settings.map(({ key, kind }) => {
    const found = values.get(key);
    const value = found === undefined ? null : masked(kind, found.value);
    return [key, { value, from: found?.from ?? 'not set' }] as const;
  });
  const { config = null, modules } = facts;
  const transport = values.has('http') ? 'http' : 'stdio';
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
