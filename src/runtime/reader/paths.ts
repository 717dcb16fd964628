/** Finds where instances lie in what was made; needed only to tell of a refusal. */
type Path = readonly (string | number)[];

/** Every object within the arguments, with its path. */
export function pathsIn(args: object): ReadonlyMap<object, Path> {
  const paths = new Map<object, Path>();
  const open: { value: unknown; path: Path }[] = [{ value: args, path: [] }];
  for (let at = open.pop(); at; at = open.pop()) {
    const { value, path } = at;
    if (typeof value !== 'object' || value === null || paths.has(value)) continue;
    paths.set(value, path);
    for (const [key, inner] of childrenOf(value)) open.push({ value: inner, path: [...path, key] });
  }
  return paths;
}

function childrenOf(value: object): Iterable<readonly [string | number, unknown]> {
  if (ArrayBuffer.isView(value)) return [];
  if (Array.isArray(value) || value instanceof Set) return [...value].entries();
  if (value instanceof Map) return [...value].map(([key, inner]) => [String(key), inner as unknown] as const);
  try {
    return Object.entries(value);
  } catch {
    // A getter of the class threw: what it hides has no path.
    return [];
  }
}
