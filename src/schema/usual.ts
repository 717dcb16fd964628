/**
 * Most schemas hold nothing but the usual keywords, each as it should be. Those are looked over and copied in one pass; all others are
 * left to `compileSchema`, which knows every keyword and tells what is wrong. Plain loops in few functions: a program that declares its
 * tools runs this once, before anything is compiled.
 */
import type { JsonSchema } from '../types.js';
import { readExpression } from './pattern.js';

/** What a usual schema holds: enough to tell whether someone takes all of it. */
export interface Contents {
  /** Bits of the keywords of the root, and of all schemas below together; `oddities` among them. */
  root: number;
  below: number;
  /** Each once. */
  patterns: readonly string[];
  formats: readonly string[];
  /** How many there are. */
  schemas: number;
}

/** Gives the value of a keyword as it is kept; undefined for what is not usual. */
type Leaf = (value: unknown, contents: Contents) => unknown;

const typeName: Leaf = (value) => (typeNames.has(value) ? value : undefined);
const text: Leaf = (value) => (typeof value === 'string' ? value : undefined);
const count: Leaf = (value) => (Number.isInteger(value) && (value as number) >= 0 ? value : undefined);
const number: Leaf = (value) => (Number.isFinite(value) ? value : undefined);
const flag: Leaf = (value) => (typeof value === 'boolean' ? value : undefined);
const scalar: Leaf = (value) => (isScalar(value) ? value : undefined);
const pattern: Leaf = (value, contents) => (typeof value === 'string' ? noted(expressionOf(value), contents, 'patterns') : undefined);
const format: Leaf = (value, contents) => (typeof value === 'string' ? noted(value, contents, 'formats') : undefined);

/** What a keyword holds: schemas, a list, or neither. */
type Kind = 'schema' | 'properties' | 'names' | 'values' | Leaf;

const kinds = {
  type: typeName,
  title: text,
  description: text,
  properties: 'properties',
  required: 'names',
  additionalProperties: 'schema',
  items: 'schema',
  enum: 'values',
  default: scalar,
  format,
  pattern,
  minimum: number,
  maximum: number,
  exclusiveMinimum: number,
  exclusiveMaximum: number,
  minLength: count,
  maxLength: count,
  minItems: count,
  maxItems: count,
  uniqueItems: flag,
} as const satisfies Record<string, Kind>;

/** A usual keyword: neither unions nor references nor conditions are among them. */
export type UsualKeyword = keyof typeof kinds;

const keywords = Object.keys(kinds) as UsualKeyword[];
const bitOf = (keyword: UsualKeyword): number => 1 << keywords.indexOf(keyword);
const known = new Map<string, { kind: Kind; bit: number }>(
  keywords.map((keyword) => [keyword, { kind: kinds[keyword], bit: bitOf(keyword) }]),
);

/** The bits of those keywords that fit. */
export function bitsWhere(fits: (keyword: UsualKeyword) => boolean): number {
  let bits = 0;
  for (const keyword of keywords) if (fits(keyword)) bits |= bitOf(keyword);
  return bits;
}

/** What is allowed and yet not as most write it; bits of `Contents`. */
export const oddities = {
  /** A schema without a type. */
  untyped: 1 << 24,
  /** A list of required names that is empty, or has what is not among the properties. */
  required: 1 << 25,
  /** An array that does not say what its items are, or says it with true or false. */
  items: 1 << 26,
  /** A name of a property that is not 1 to 64 letters, digits and `_`, a digit not first. */
  names: 1 << 28,
  /** An enumeration of anything but different texts, none empty, of the type string. */
  values: 1 << 27,
} as const;

/** Levels of nesting, schemas, and items of one list that are looked over here. */
const mostDepth = 24;
const mostSchemas = 500;
const mostItems = 100;

const typeNames: ReadonlySet<unknown> = new Set(['string', 'number', 'integer', 'boolean', 'null', 'array', 'object']);

/** A frozen copy of a schema, and what it holds. */
export interface Usual {
  readonly schema: Readonly<JsonSchema>;
  readonly contents: Readonly<Contents>;
}

/** Of a schema with nothing but usual keywords, well-formed; undefined for any other. */
export function usualCopy(given: object): Usual | undefined {
  const contents: Contents = { root: 0, below: 0, patterns: none, formats: none, schemas: 0 };
  const schema = copied(given, contents, 0);
  return schema && { schema, contents };
}

/** One schema, in one function: calls are what costs before anything is optimised. Undefined stands for what is not usual. */
function copied(given: unknown, contents: Contents, depth: number): JsonSchema | undefined {
  contents.schemas += 1;
  if (!isPlain(given) || depth > mostDepth || contents.schemas > mostSchemas) return undefined;
  const made: JsonSchema = {};
  let bits = 0;
  let type: unknown;
  let properties: object | undefined;
  let names: readonly unknown[] | undefined;
  let values: readonly unknown[] | undefined;
  for (const keyword in given) {
    let value = given[keyword];
    // Nearly every schema has these two: they are quicker without a look at the table, and stored by name.
    if (keyword === 'type') {
      type = typeName(value, contents);
      if (type === undefined) return undefined;
      made.type = type as string;
      bits |= typeBit;
      continue;
    }
    if (keyword === 'description') {
      if (typeof value !== 'string') return undefined;
      made.description = value;
      bits |= descriptionBit;
      continue;
    }
    const entry = known.get(keyword);
    if (entry === undefined) return undefined;
    const { kind, bit } = entry;
    if (typeof kind === 'function') value = kind(value, contents);
    else if (kind === 'schema') {
      if (typeof value !== 'boolean') value = copied(value, contents, depth + 1);
      else if (bit === itemsBit) bits |= oddities.items;
    } else if (kind === 'properties') value = properties = copiedProperties(value, contents, depth + 1);
    else if (kind === 'names') value = names = Array.isArray(value) && areDifferentTexts(value) ? copiedList(value) : undefined;
    else value = values = copiedList(value);
    if (value === undefined) return undefined;
    made[keyword] = value;
    bits |= bit;
  }
  if (type === undefined) bits |= oddities.untyped;
  else if (type === 'array' && !(bits & itemsBit)) bits |= oddities.items;
  if (names !== undefined && !areKnown(names, properties)) bits |= oddities.required;
  if (values !== undefined && (type !== 'string' || values.length === 0 || !areDifferentTexts(values))) bits |= oddities.values;
  if (depth === 0) contents.root = bits;
  else contents.below |= bits;
  return Object.freeze(made);
}

/** @see oddities.names */
export const plainName = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;

/** Names that were looked at: most tools of one program share theirs. */
const plainNames = new Set<string>();
const mostKnown = 1000;
const longestKnown = 1000;

function isPlainName(name: string): boolean {
  if (plainNames.has(name)) return true;
  if (!plainName.test(name)) return false;
  if (plainNames.size < mostKnown) plainNames.add(name);
  return true;
}

function copiedProperties(given: unknown, contents: Contents, depth: number): object | undefined {
  if (!isPlain(given)) return undefined;
  const made: Record<string, unknown> = {};
  for (const name in given) {
    const value = name === '__proto__' ? undefined : copied(given[name], contents, depth);
    if (value === undefined) return undefined;
    made[name] = value;
    if (!isPlainName(name)) contents.below |= oddities.names;
  }
  return Object.freeze(made);
}

function noted(text: string | undefined, contents: Contents, list: 'patterns' | 'formats'): string | undefined {
  const before = contents[list];
  if (text !== undefined && !before.includes(text)) contents[list] = before === none ? listOfOne(text) : [...before, text];
  return text;
}

/** Lists that were made: most tools of one program have the same. */
const lists = new Map<string, readonly string[]>();

function listOfOne(text: string): readonly string[] {
  const before = lists.get(text);
  if (before) return before;
  const made = [text];
  if (lists.size < mostKnown && text.length < longestKnown) lists.set(text, made);
  return made;
}

const none: readonly string[] = [];

const itemsBit = bitOf('items');
const typeBit = bitOf('type');
const descriptionBit = bitOf('description');

/** Nothing is inherited that a loop over the keys would meet. */
function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

const isScalar = (value: unknown): boolean =>
  typeof value === 'string' || typeof value === 'boolean' || value === null || Number.isFinite(value);

/** None of them empty. */
function areDifferentTexts(list: readonly unknown[]): boolean {
  if (list.length > mostItems) return false;
  for (let index = 0; index < list.length; index += 1) {
    const item = list[index];
    if (typeof item !== 'string' || item === '' || list.indexOf(item) !== index) return false;
  }
  return true;
}

function areKnown(names: readonly unknown[], properties: object = {}): boolean {
  for (let index = 0; index < names.length; index += 1) if (!Object.hasOwn(properties, names[index] as string)) return false;
  return names.length > 0;
}

function copiedList(list: unknown): readonly unknown[] | undefined {
  if (!Array.isArray(list)) return undefined;
  const copy: unknown[] = [];
  for (let index = 0; index < list.length; index += 1) {
    if (!isScalar(list[index])) return undefined;
    copy.push(list[index]);
  }
  return Object.freeze(copy);
}

/** Expressions that were read without a fault: most tools of one program share theirs. */
const expressions = new Map<string, string>();

/** The same text as it was met first, which is found faster; undefined for what is no expression. */
function expressionOf(source: string): string | undefined {
  const before = expressions.get(source);
  if (before !== undefined) return before;
  try {
    readExpression(source);
  } catch {
    return undefined;
  }
  if (expressions.size < mostKnown && source.length < longestKnown) expressions.set(source, source);
  return source;
}
