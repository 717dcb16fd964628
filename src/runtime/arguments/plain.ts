/** Arguments given in process may hold instances: here they get the JSON form that the schema speaks of. */
import { types } from 'node:util';
import { isPlain } from './guard.js';

/** A copy without `undefined`, in which dates, maps, bytes and class instances are JSON. The guard has bounded its depth. */
export function plainCopy(value: unknown): unknown {
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => (item === undefined ? null : plainCopy(item)));
  const form = isPlain(value) ? undefined : builtInForm(value);
  return form ? form.json : plainFields(value);
}

function builtInForm(value: object): { json: unknown } | undefined {
  if (value instanceof Date) return { json: Number.isNaN(value.getTime()) ? null : value.toISOString() };
  if (value instanceof URL) return { json: value.href };
  if (value instanceof Map) return { json: plainFields(Object.fromEntries(value)) };
  if (value instanceof Set) return { json: [...value].map(plainCopy) };
  if (value instanceof Uint8Array) return { json: Buffer.from(value).toString('base64') };
  if (types.isBoxedPrimitive(value)) return { json: plainCopy(value.valueOf()) };
  return undefined;
}

function plainFields(value: object): Record<string, unknown> {
  const copy: Record<string, unknown> = {};
  for (const [key, inner] of Object.entries(value)) {
    if (inner === undefined) continue;
    Object.defineProperty(copy, key, { value: plainCopy(inner), enumerable: true, configurable: true, writable: true });
  }
  return copy;
}
