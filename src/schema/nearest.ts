/** Which known name was meant by one that is not known. */

/** Names longer than this are not compared: the work grows with the square. */
const longestName = 80;
/** Known names that are looked at. */
const mostNames = 2000;

interface Candidate {
  name: string;
  plain: string;
  letters: number;
}

/** Known names, made ready to be compared with. */
export class Names {
  readonly #names: readonly string[];
  #candidates: readonly Candidate[] | undefined;

  constructor(names: Iterable<string>) {
    this.#names = [...names];
  }

  get isEmpty(): boolean {
    return this.#names.length === 0;
  }

  /**
   * The known name that looks most like the one given, when one is close enough to be meant.
   * @param most how many edits lie between the two
   */
  nearest(name: string, most = Math.max(1, Math.floor(name.length / 3))): string | undefined {
    if (name.length > longestName) return undefined;
    const candidates = (this.#candidates ??= this.#names.slice(0, mostNames).map(candidateOf));
    const plain = plainName(name);
    const letters = lettersOf(plain);
    let best: string | undefined;
    let least = most + 1;
    for (const candidate of candidates) {
      const { length } = candidate.plain;
      const enough = Math.min(least, length);
      if (Math.abs(length - plain.length) >= least || isFar(letters, candidate.letters, enough)) continue;
      const distance = editDistance(plain, candidate.plain, enough);
      if (distance < enough) [best, least] = [candidate.name, distance];
    }
    return best;
  }
}

/** The known name that looks most like the one given, when one is close enough to be meant. */
export const nearest = (name: string, known: Iterable<string>): string | undefined => new Names(known).nearest(name);

function candidateOf(name: string): Candidate {
  const plain = plainName(name.slice(0, longestName * 2));
  return { name, plain, letters: lettersOf(plain) };
}

/** A bit for each letter that occurs; several share one. */
function lettersOf(plain: string): number {
  let letters = 0;
  for (let index = 0; index < plain.length; index += 1) letters |= 1 << plain.charCodeAt(index);
  return letters;
}

/** Whether so many letters of one do not occur in the other: each takes an edit of its own, so the distance is no less. */
const isFar = (letters: number, others: number, enough: number): boolean =>
  hasBits(letters & ~others, enough) || hasBits(others & ~letters, enough);

function hasBits(bits: number, wanted: number): boolean {
  let left = wanted;
  for (let rest = bits; rest !== 0 && left > 0; rest &= rest - 1) left -= 1;
  return left <= 0;
}

/** `maxResults`, `max_results` and `max-results` are one name to a model. */
const plainName = (name: string): string => (isPlain(name) ? name : name.replace(/[_.-]/g, '').toLowerCase());

/** Nothing but small letters and digits. */
function isPlain(name: string): boolean {
  for (let index = 0; index < name.length; index += 1) {
    const code = name.charCodeAt(index);
    if (code < 0x30 || code > 0x7a || (code > 0x39 && code < 0x61)) return false;
  }
  return true;
}

/** Insertions, deletions, replacements and swaps of neighbours between two names; once it cannot be less than `enough`, that. */
function editDistance(from: string, to: string, enough: number): number {
  let row: number[] = [];
  let next: number[] = [];
  let before: number[] = [];
  for (let j = 0; j <= to.length; j += 1) row.push(j);
  for (let i = 1; i <= from.length; i += 1) {
    let least = (next[0] = i);
    for (let j = 1; j <= to.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (from.charCodeAt(i - 1) === to.charCodeAt(j - 1) ? 0 : 1);
      const shifted = Math.min(row[j] ?? 0, next[j - 1] ?? 0) + 1;
      const isSwap = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      const swapped = isSwap ? (before[j - 2] ?? 0) + 1 : Infinity;
      const cost = (next[j] = Math.min(replaced, shifted, swapped));
      if (cost < least) least = cost;
    }
    if (least >= enough) return enough;
    [before, row, next] = [row, next, before];
  }
  return row[to.length] ?? 0;
}
