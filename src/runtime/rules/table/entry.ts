/** The form of the rule table: one small entry for each decorator of class-validator. */
import type { JsonSchema } from '../../../types.js';

/** A type of JSON Schema. */
export type JsonType = 'null' | 'boolean' | 'object' | 'array' | 'number' | 'integer' | 'string';

/** A value that `===` can find in JSON. */
export type Primitive = null | boolean | number | string;

/** What a rule takes away from a schema. Everything it states holds for each value that the rule lets through. */
export interface Narrowing {
  /** The only types let through; absent: any. */
  types?: readonly JsonType[];
  /** The only values let through. */
  values?: readonly Primitive[];
  /** Values refused. */
  except?: readonly Primitive[];
  /** Keywords to add; each concerns values of its own type alone. */
  keywords?: JsonSchema;
  /** Holds only where the elements are primitives: objects are compared by identity. */
  primitiveItems?: true;
  /** Holds only for plain objects: instances of a class have own properties that were never sent. */
  plainObjects?: true;
  /** The rule demands more than this says, so the description tells it too. */
  partly?: true;
}

/** One decorator. `args` are its arguments as class-validator keeps them (`metadata.constraints`). */
export interface RuleEntry {
  /** What the schema can say; undefined where these arguments leave nothing to say. */
  narrow?(args: readonly unknown[]): Narrowing | undefined;
  /** What a model reads where the schema does not say it all: a sentence that starts with "Must". Undefined: nothing to tell. */
  describe?(args: readonly unknown[]): string | undefined;
  /** The advertised keywords, in words, for the guide. */
  advertised?: string;
  /** The schema refuses just what the rule refuses. */
  exact?: true;
  /** Tells the values on which the schema says less than the rule, so that the rule itself must run; undefined where there are none. */
  unless?(args: readonly unknown[]): ((value: unknown) => boolean) | undefined;
  /** Why the rule is told in words, or not at all. */
  reason?: string;
  /** How the schema is stricter than bare class-validator. */
  stricter?: string;
}

/** Decorator name -> entry. */
export type RuleTable = Record<string, RuleEntry>;

/** All types but null, as `@IsDefined` wants them. */
export const nonNull: readonly JsonType[] = ['boolean', 'object', 'array', 'number', 'string'];

/** A rule for text that JSON Schema cannot say. */
export function told(sentence: string | ((args: readonly unknown[]) => string), reason: string): RuleEntry {
  const describe = typeof sentence === 'string' ? (): string => sentence : sentence;
  return { advertised: '`type: string`', narrow: () => ({ types: ['string'], partly: true }), describe, reason };
}

/** A rule for text that a pattern says exactly; with arguments it may be another rule, and then it is only told. */
export function patterned(pattern: string, sentence: string, applies: (args: readonly unknown[]) => boolean = () => true): RuleEntry {
  return {
    exact: true,
    advertised: '`pattern`',
    narrow: (args) => (applies(args) ? { types: ['string'], keywords: { pattern } } : { types: ['string'], partly: true }),
    describe: () => sentence,
  };
}

export const isFiniteNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);

/** The values among `list` that JSON can carry and `===` can find. */
export function primitives(list: unknown): Primitive[] {
  if (!Array.isArray(list)) return [];
  const fit = list.filter(
    (value): value is Primitive => value === null || typeof value === 'string' || typeof value === 'boolean' || isFiniteNumber(value),
  );
  return [...new Set(fit.map((value) => (value === 0 ? 0 : value)))];
}

/** A value as a sentence shows it. */
export function show(value: unknown): string {
  if (Array.isArray(value)) return value.map(show).join(', ');
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'an invalid date' : value.toISOString();
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'function') return value.name || 'a computed value';
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value);
  return jsonText(value);
}

function jsonText(value: unknown): string {
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return 'a certain value';
  }
}
