/**
 * Most schemas hold nothing but the usual keywords, each as it should be. Those are looked over and copied in one pass; all others are
 * left to `compileSchema`, which knows every keyword and tells what is wrong.
 */
import type { JsonSchema } from '../types.js';
import { readExpression } from './pattern.js';

/** Levels of nesting, and schemas, that are looked over here. */
const mostDepth = 24;
const mostSchemas = 500;
/** Names of one list, which are compared with each other. */
const mostNames = 50;

/** What a reader gives for what is not as usual. */
const unusual = Symbol('unusual');

/** Gives the value of a keyword, or a copy of it that cannot change. */
type Reader = (value: unknown, copy: UsualCopy) => unknown;

const only =
  (fits: (value: unknown) => boolean): Reader =>
  (value) =>
    fits(value) ? value : unusual;

const text = only((value) => typeof value === 'string');
const flag = only((value) => typeof value === 'boolean');
const number = only(Number.isFinite);
const count = only((value) => Number.isInteger(value) && (value as number) >= 0);
const scalar = only((value) => typeof value === 'string' || typeof value === 'boolean' || value === null || Number.isFinite(value));
const typeNames: ReadonlySet<unknown> = new Set(['string', 'number', 'integer', 'boolean', 'null', 'array', 'object']);
const schema: Reader = (value, copy) => copy.schema(value);
const schemaOrFlag: Reader = (value, copy) => (typeof value === 'boolean' ? value : copy.schema(value));

/** By keyword. A list of types, unions, references and conditions are not among them. */
const readers = new Map<string, Reader>(
  Object.entries({
    type: only((value) => typeNames.has(value)),
    title: text,
    description: text,
    properties: (value, copy) => copy.properties(value),
    required: (value) => differentTexts(value),
    additionalProperties: schemaOrFlag,
    items: schema,
    enum: (value) => scalars(value),
    const: scalar,
    default: scalar,
    format: text,
    pattern: only((value) => typeof value === 'string' && isPattern(value)),
    minimum: number,
    maximum: number,
    exclusiveMinimum: number,
    exclusiveMaximum: number,
    multipleOf: only((value) => Number.isFinite(value) && (value as number) > 0),
    minLength: count,
    maxLength: count,
    minItems: count,
    maxItems: count,
    uniqueItems: flag,
    minProperties: count,
    maxProperties: count,
  } satisfies Record<string, Reader>),
);

/** A frozen copy of a schema with nothing but usual keywords, well-formed; undefined for any other. Each value is read once. */
export function usualCopy(given: unknown): Readonly<JsonSchema> | undefined {
  const copy = new UsualCopy().schema(given);
  return copy === unusual ? undefined : (copy as JsonSchema);
}

class UsualCopy {
  #depth = 0;
  #schemas = 0;

  schema(given: unknown): object | typeof unusual {
    this.#schemas += 1;
    if (!isPlain(given) || this.#depth >= mostDepth || this.#schemas > mostSchemas) return unusual;
    this.#depth += 1;
    const made: Record<string, unknown> = {};
    for (const keyword of Object.keys(given)) {
      const read = readers.get(keyword);
      const value = read === undefined ? unusual : read(given[keyword], this);
      if (value === unusual) return unusual;
      made[keyword] = value;
    }
    this.#depth -= 1;
    return Object.freeze(made);
  }

  properties(given: unknown): object | typeof unusual {
    if (!isPlain(given)) return unusual;
    const made: Record<string, unknown> = {};
    for (const name of Object.keys(given)) {
      const value = name === '__proto__' ? unusual : this.schema(given[name]);
      if (value === unusual) return unusual;
      made[name] = value;
    }
    return Object.freeze(made);
  }
}

function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function differentTexts(value: unknown): unknown {
  if (!Array.isArray(value) || value.length > mostNames) return unusual;
  const copy: unknown[] = [];
  for (const item of value as unknown[]) {
    if (typeof item !== 'string' || copy.includes(item)) return unusual;
    copy.push(item);
  }
  return Object.freeze(copy);
}

function scalars(value: unknown): unknown {
  if (!Array.isArray(value)) return unusual;
  const copy: unknown[] = [];
  for (const item of value as unknown[]) {
    if (typeof item !== 'string' && typeof item !== 'boolean' && item !== null && !Number.isFinite(item)) return unusual;
    copy.push(item);
  }
  return Object.freeze(copy);
}

/** Expressions that were read without a fault; there are few, and the same are met again. */
const known = new Set<string>();
const mostKnown = 1000;

function isPattern(source: string): boolean {
  if (known.has(source)) return true;
  try {
    readExpression(source);
  } catch {
    return false;
  }
  if (known.size < mostKnown && source.length < 1000) known.add(source);
  return true;
}
