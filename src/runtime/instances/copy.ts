/** Copies on which no key of an argument can touch a prototype. */

const dangerous = new Set(['__proto__', 'constructor', 'prototype']);

/** Whether a key may become an own key of what a method gets. A schema may declare `constructor`; nothing may declare `__proto__`. */
export function isSafeKey(key: string, declared?: object): boolean {
  return !dangerous.has(key) || (key !== '__proto__' && declared !== undefined && Object.hasOwn(declared, key));
}

/** A deep copy of a JSON value without dangerous keys. */
export function safeCopy(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(safeCopy);
  const copy: Record<string, unknown> = {};
  for (const [key, inner] of Object.entries(value)) if (isSafeKey(key)) copy[key] = safeCopy(inner);
  return copy;
}

/** Sets an own property, whatever the prototype has under that name. */
export function setOwn(target: object, key: string, value: unknown): void {
  if (dangerous.has(key)) Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
  else (target as Record<string, unknown>)[key] = value;
}

/** A JSON object, as opposed to an instance of a class. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
