/** Words for messages about values: kinds, previews, nearest names. */

/** What kind of JSON value this is. */
export function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value;
}

/** The kind, and for scalars the value itself, cut to 40 characters. */
export function preview(value: unknown): string {
  const kind = kindOf(value);
  if (kind === 'string') return `string ${cut(JSON.stringify(value), 40)}`;
  if (kind === 'number' || kind === 'boolean') return `${kind} ${String(value)}`;
  return kind;
}

/** At most `length` characters, with a mark where something was cut. */
export function cut(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length - 1)}…` : text;
}

/** The known name that looks most like the one given, when one is close enough to be meant. */
export function nearest(name: string, known: Iterable<string>): string | undefined {
  let best: string | undefined;
  let least = Math.max(2, Math.floor(name.length / 3)) + 1;
  for (const candidate of known) {
    if (Math.abs(candidate.length - name.length) >= least) continue;
    const distance = editDistance(plainName(name), plainName(candidate));
    if (distance < least && distance < candidate.length) [best, least] = [candidate, distance];
  }
  return best;
}

/** `maxResults`, `max_results` and `max-results` are one name to a model. */
const plainName = (name: string): string => name.toLowerCase().replace(/[_.-]/g, '');

function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}

/** A JSON pointer for people and models: `/a/0`, or `the arguments` for the root. */
export function pointer(path: readonly (string | number)[]): string {
  return path.map((key) => `/${String(key).replace(/~/g, '~0').replace(/\//g, '~1')}`).join('');
}
