/**
 * Names as a provider takes them: legal, unique and stable. A name depends on the set of names alone, never on their order;
 * a legal one stays as it is.
 */
import type { NameMap } from './bridge.js';
import type { NameFacts } from './facts.js';

/** Legal names by the given ones. */
export function legalNames(names: Iterable<string>, facts: NameFacts): Map<string, string> {
  const given = new Set(names);
  const legal = new Map<string, string>();
  const taken = new Set<string>();
  const others: string[] = [];
  for (const name of given) {
    if (facts.legal.test(name)) {
      legal.set(name, name);
      taken.add(name);
    } else others.push(name);
  }
  if (others.length === 0) return legal;
  const wishes = countOf(others.map((name) => plainForm(name, facts)));
  // Who could clash gets a hash; in a fixed order, should even the hashes clash.
  for (const name of others.sort(byCodeUnits)) {
    const wish = plainForm(name, facts);
    const isFree = wish === cleaned(name, facts) && wishes.get(wish) === 1 && !taken.has(wish);
    const chosen = isFree ? wish : withHash(name, facts, taken);
    legal.set(name, chosen);
    taken.add(chosen);
  }
  return legal;
}

/** Both ways of `legalNames`. */
export function nameMap(names: readonly string[], facts: NameFacts): NameMap {
  // Legal ones stay as they are.
  if (names.every((name) => facts.legal.test(name))) return { toProvider: same, toOriginal: same };
  const there = legalNames(names, facts);
  const back = new Map([...there].map(([original, legal]) => [legal, original]));
  return {
    toProvider: (name) => there.get(name) ?? name,
    toOriginal: (name) => back.get(name) ?? name,
  };
}

const same = (name: string): string => name;

/** A legal form of one name that depends on nothing else: for names whose companions are not known. */
export function legalName(name: string, facts: NameFacts): string {
  return facts.legal.test(name) ? name : withHash(name, facts, new Set());
}

function withHash(name: string, facts: NameFacts, taken: ReadonlySet<string>): string {
  const clean = cleaned(name, facts);
  for (let round = 0; ; round += 1) {
    const ending = `_${hash(`${name}${'#'.repeat(round)}`)}`;
    const chosen = clean.slice(0, facts.longest - ending.length) + ending;
    if (!taken.has(chosen)) return chosen;
  }
}

const plainForm = (name: string, facts: NameFacts): string => cleaned(name, facts).slice(0, facts.longest);

function cleaned(name: string, { refused, start }: NameFacts): string {
  const clean = [...name].map((character) => (refused.test(character) ? '_' : character)).join('');
  return clean === '' || (start && !start.test(clean.charAt(0))) ? `_${clean}` : clean;
}

function countOf(values: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

const byCodeUnits = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0);

/** FNV-1a over code units with two seeds, as ten characters of base 36. */
function hash(text: string): string {
  const half = (seed: number): string => {
    let value = seed;
    for (let index = 0; index < text.length; index += 1) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
    return (value >>> 0).toString(36).padStart(7, '0').slice(-5);
  };
  return half(0x811c9dc5) + half(0x9747b28c);
}
