/** Scopes: what is one, and which hold others. */

/** RFC 6750: printable ASCII without space, quote and backslash. */
export const isScope = (value: unknown): value is string => typeof value === 'string' && /^[\x21\x23-\x5B\x5D-\x7E]+$/.test(value);

/** Makes the function that adds what scopes imply, also in several steps. */
export function impliedBy(implied: Readonly<Record<string, readonly string[]>> = {}): (scopes: readonly string[]) => readonly string[] {
  const table = new Map(Object.entries(implied));
  if (table.size === 0) return (scopes) => scopes;
  return (scopes) => {
    const all = new Set(scopes);
    // A set that grows is walked to its end.
    for (const scope of all) for (const one of table.get(scope) ?? []) all.add(one);
    return [...all];
  };
}

/** Those that are needed and were not granted. */
export const missingOf = (needed: readonly string[], granted: readonly string[]): string[] =>
  needed.filter((scope) => !granted.includes(scope));
