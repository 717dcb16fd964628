/** Longer pieces of messages: the members of an enum, the known keys, the alternatives of a union, what a format looks like. */
import type { JsonSchema } from '../types.js';
import type { Failure } from './engine/run.js';
import { Names } from './nearest.js';
import { cut, shortJson } from './words.js';

/** Members of an enum told in full, when their text is short enough; of a longer one the nearest. */
const mostMembers = 12;
const mostOfMember = 40;
const mostOfMembers = 240;

export function plural(count: unknown, word: string): string {
  return `${shortJson(count, 40)} ${word}${count === 1 ? '' : 's'}`;
}

/** Texts that depend on the schema alone: one of its objects, and what was made of it. */
function remember<K extends object, V>(make: (key: K) => V): (key: K) => V {
  const known = new WeakMap<K, V>();
  return (key) => {
    let value = known.get(key);
    if (value === undefined) known.set(key, (value = make(key)));
    return value;
  };
}

interface Members {
  /** All members, or too many of them to be told. */
  list: string | undefined;
  some: string;
  names: Names;
}

const membersOf = remember((members: readonly unknown[]): Members => {
  const shown = members.slice(0, mostMembers).map((member) => shortJson(member, mostOfMember));
  const list = shown.join(', ');
  const isShort = members.length === 1 || (members.length <= mostMembers && list.length <= mostOfMembers);
  const names = new Names(members.filter((member) => typeof member === 'string'));
  return { list: isShort ? list : undefined, some: shown.slice(0, 3).join(', '), names };
});

/** @param value what came, to find the member that was meant; undefined for a secret */
export function listMembers(members: readonly unknown[], value: unknown): string {
  const { list, some, names } = membersOf(members);
  if (list !== undefined) return members.length === 1 ? `must be ${list}` : `must be one of ${list}`;
  const close = typeof value === 'string' ? names.nearest(value) : undefined;
  const hint = close === undefined ? `, such as ${some}` : `; did you mean ${shortJson(close, mostOfMember)}?`;
  return `must be one of ${members.length} values${hint}`;
}

/** Keys told of those that are known. */
const mostKnown = 30;

const knownOf = remember((properties: object): { names: Names; list: string } => {
  const all = Object.keys(properties);
  const shown = all.slice(0, mostKnown).map((name) => cut(name, 40));
  return { names: new Names(all), list: `known: ${cut([...shown, ...(all.length > mostKnown ? ['…'] : [])].join(', '), 200)}` };
});

/** The known keys, and the one that was meant when one is close. */
export function unknownKey(schema: JsonSchema, key: string | undefined, noun: string): { hint: string; list: string } {
  const { names, list } = knownOf(schema.properties ?? noKeys);
  if (names.isEmpty) return { hint: '', list: nothingKnown(schema, noun) };
  const close = key === undefined ? undefined : names.nearest(key);
  return { hint: close === undefined ? '' : `; did you mean '${cut(close, 60)}'?`, list };
}

function nothingKnown({ patternProperties = noKeys }: JsonSchema, noun: string): string {
  const forms = Object.keys(patternProperties).slice(0, 3);
  if (forms.length > 0) return `keys must match the pattern ${cut(forms.join(' or '), 120)}`;
  return noun === 'argument' ? 'no arguments are expected' : 'no property is expected';
}

const noKeys = {};

export function alternativesExpected({ detail, value, isSecret }: Failure): string {
  const types = new Set<string>();
  const members = new Set<unknown>();
  for (const { keyword, schema } of detail as Failure[]) {
    if (keyword === 'type') for (const type of [schema.type ?? []].flat()) types.add(type);
    else if (keyword === 'const') members.add(schema.const);
    else for (const member of schema.enum ?? []) members.add(member);
  }
  const wanted = [
    ...(types.size > 0 ? [`expected ${[...types].join(' or ')}`] : []),
    ...(members.size > 0 ? [listMembers([...members], isSecret ? undefined : value)] : []),
  ];
  return wanted.join(', or ');
}

/** What a value of a format looks like. */
const formatExamples: Record<string, string> = {
  'date-time': '2025-01-31T09:30:00Z',
  date: '2025-01-31',
  time: '09:30:00Z',
  duration: 'P1DT2H',
  email: 'name@example.com',
  uri: 'https://example.com/page',
  uuid: '123e4567-e89b-12d3-a456-426614174000',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  hostname: 'example.com',
};

export function formatExpected({ format = '', type }: JsonSchema): string {
  const example = Object.hasOwn(formatExamples, format) ? ` such as ${formatExamples[format]}` : '';
  return `expected a ${type === 'number' || type === 'integer' ? 'number' : 'string'} of format ${cut(format, 40)}${example}`;
}
