/** `uniqueItems` in linear time: comparing every pair of ten thousand objects takes seconds. */

/** The indexes of the first two equal items. */
export function firstPair(items: readonly unknown[]): [number, number] | undefined {
  const seen = new Map<unknown, number>();
  const seenObjects = new Map<string, number>();
  for (const [index, item] of items.entries()) {
    const isObject = typeof item === 'object' && item !== null;
    const before = isObject ? seenObjects.get(canonical(item)) : seen.get(item);
    if (before !== undefined) return [before, index];
    if (isObject) seenObjects.set(canonical(item), index);
    else seen.set(item, index);
  }
  return undefined;
}

/** JSON with sorted keys: equal values have one text. */
export function canonical(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([key, inner]) => `${JSON.stringify(key)}:${canonical(inner)}`).join(',')}}`;
}
