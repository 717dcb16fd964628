/** A copy of a declared schema that may be changed: some frameworks note things of their own on the schemas they are given. */
export function thawed<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(thawed) as T;
  const copy: Record<string, unknown> = {};
  for (const [key, inner] of Object.entries(value)) {
    if (key !== '__proto__') copy[key] = thawed(inner as unknown);
    else Object.defineProperty(copy, key, { value: thawed(inner as unknown), enumerable: true, configurable: true, writable: true });
  }
  return copy as T;
}
