/** The size of a schema that came from elsewhere is bounded before anything is made of it. */
import type { JsonSchema } from '../types.js';
import { renewAll } from './older-drafts.js';
import { sizeOfPattern } from './pattern-size.js';

interface Measure {
  bytes: number;
  depth: number;
  properties: number;
  patterns: number;
}

type Bound = keyof Measure;

/** Bounds of one imported schema. The largest of the tools of well-known servers has 6 kB, 10 levels and 41 properties. */
const bounds: Readonly<Record<Bound, { most: number; words: string }>> = {
  bytes: { most: 65_536, words: 'bytes of JSON' },
  depth: { most: 32, words: 'levels of nesting' },
  properties: { most: 500, words: 'properties in all' },
  // What JavaScript compiles in less than 0.2 s.
  patterns: { most: 40_000, words: 'parts of patterns' },
};

/** Counting ends when a bound is passed so many times over. */
const farOut = 8;

/** Why a schema is not taken. */
export class SchemaOutOfBounds extends Error {}

interface Open {
  from: object;
  to: Record<string, unknown> | unknown[];
  depth: number;
  /** Whether the keys are names of properties. */
  areNames: boolean;
  /** Whether they are patterns. */
  arePatterns: boolean;
}

const mapsOfProperties = new Set(['properties', 'patternProperties']);

/**
 * A copy that is plain JSON: what is looked at is what is used, whatever getters or proxies the schema is made of. What older drafts write
 * otherwise is written as later ones do.
 * Without recursion; a schema that contains itself ends at a bound.
 * @throws SchemaOutOfBounds
 */
export function copyWithinBounds(schema: JsonSchema): JsonSchema {
  try {
    return copy(schema);
  } catch (error) {
    if (error instanceof SchemaOutOfBounds) throw error;
    throw new SchemaOutOfBounds('it cannot be read', { cause: error });
  }
}

function copy(schema: JsonSchema): JsonSchema {
  const measure: Measure = { bytes: 2, depth: 1, properties: 0, patterns: 0 };
  const root: Record<string, unknown> = {};
  const open: Open[] = [{ from: schema, to: root, depth: 1, areNames: false, arePatterns: false }];
  for (let at = open.pop(); at; at = open.pop()) {
    measure.depth = Math.max(measure.depth, at.depth);
    copyItems(at, measure, open);
  }
  if (isOver(measure, 1)) throw outOfBounds(measure, '');
  renewAll(root);
  return root;
}

function copyItems(at: Open, measure: Measure, open: Open[]): void {
  const { from, to } = at;
  const keys = Array.isArray(from) ? undefined : Object.keys(from);
  const { length } = keys ?? (from as unknown[]);
  measure.bytes += Math.max(0, length - 1);
  for (let index = 0; index < length; index += 1) {
    const key = keys?.[index] ?? String(index);
    const value = (from as Record<string, unknown>)[key];
    if (keys) measure.bytes += byteLength(key) + 3;
    if (at.areNames) measure.properties += 1;
    if (at.arePatterns) measure.patterns += weighPattern(key);
    else if (key === 'pattern' && !at.areNames && typeof value === 'string') measure.patterns += weighPattern(value);
    put(to, key, typeof value === 'object' && value !== null ? container(value, key, at, open) : scalar(value, key), measure);
    if (isOver(measure, farOut)) throw outOfBounds(measure, 'at least ');
  }
}

function container(value: object, key: string, at: Open, open: Open[]): object {
  const to = Array.isArray(value) ? [] : {};
  const areNames = !at.areNames && mapsOfProperties.has(key) && !Array.isArray(value);
  open.push({ from: value, to, depth: at.depth + 1, areNames, arePatterns: areNames && key === 'patternProperties' });
  return to;
}

function scalar(value: unknown, key: string): unknown {
  const isJson = value === null || typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value) || value === undefined;
  if (!isJson) throw new SchemaOutOfBounds(`'${key.slice(0, 60)}' is no JSON but a ${typeof value}`);
  return value;
}

function put(to: Record<string, unknown> | unknown[], key: string, value: unknown, measure: Measure): void {
  measure.bytes +=
    typeof value === 'object' && value !== null ? 2 : typeof value === 'string' ? byteLength(value) + 2 : String(value).length;
  if (Array.isArray(to)) to.push(value);
  else if (value !== undefined) Object.defineProperty(to, key, { value, writable: true, enumerable: true, configurable: true });
}

/** JavaScript writes out three of a counted repetition. */
const weighPattern = (source: string): number => (source.length > bounds.bytes.most ? source.length : sizeOfPattern(source, 3));

const encoder = new TextEncoder();

/** Bytes of a text in JSON; of a long one, characters, as it is over the bound anyway. */
function byteLength(text: string): number {
  return text.length > bounds.bytes.most ? text.length : encoder.encode(JSON.stringify(text)).length - 2;
}

const names = Object.keys(bounds) as Bound[];

const isOver = (measure: Measure, times: number): boolean => names.some((name) => measure[name] > bounds[name].most * times);

function outOfBounds(measure: Measure, about: string): SchemaOutOfBounds {
  const over = names.filter((name) => measure[name] > bounds[name].most);
  const told = over.map((name) => `${about}${measure[name]} ${bounds[name].words} (at most ${bounds[name].most})`);
  return new SchemaOutOfBounds(`it is out of bounds: ${told.join(', ')}`);
}
