/** Values made from a schema: mostly valid, never judged here. Small on purpose: what it overlooks, the mutations find. */
import fc from 'fast-check';
import type { JsonSchema } from '../../../src/types.js';
import { nastyKeys, nastyNumbers, nastyText, nastyValue, objectOf } from './nasty.js';

type Sub = JsonSchema | boolean | undefined;

/** Texts of the formats that the build step and the rule table write; the last of each is none. */
export const formatTexts: Readonly<Record<string, readonly string[]>> = {
  'date-time': ['2024-02-29T12:00:00Z', '2024-01-01T00:00:00.123+02:00', '2024-02-30T12:00:00Z'],
  date: ['2024-02-29', '2024-02-30'],
  time: ['10:00:00Z', '25:00'],
  email: ['a@b.co', 'a@'],
  uri: ['https://example.com/a?b#c', 'urn:isbn:1', 'not a uri'],
  uuid: ['f47ac10b-58cc-4372-a567-0e02b2c3d479', 'f47ac10b'],
  ipv4: ['127.0.0.1', '256.0.0.1'],
};

/** Deeper than this, references end in what is at hand. */
const deepest = 5;

/** Makes values of the schemas inside one root. */
class ValueMaker {
  constructor(private readonly root: JsonSchema) {}

  of(schema: Sub, depth: number): fc.Arbitrary<unknown> {
    if (typeof schema !== 'object' || depth > deepest) return depth > deepest ? fc.constantFrom<unknown>(null, 'a', 1, {}, []) : nastyValue;
    if (schema.$ref !== undefined) return this.of({ ...this.target(schema.$ref), ...without(schema, '$ref') }, depth + 1);
    for (const keyword of ['anyOf', 'oneOf'] as const) {
      const branches = schema[keyword];
      if (branches) return fc.oneof(...branches.map((branch) => this.of(joined(without(schema, keyword), branch), depth)));
    }
    if (schema.allOf) return this.of(schema.allOf.reduce(joined, without(schema, 'allOf')), depth);
    if (schema.enum) return fc.constantFrom(...schema.enum);
    if ('const' in schema) return fc.constant(schema['const']);
    const types = schema.type === undefined ? undefined : [schema.type].flat();
    return types ? fc.oneof(...types.map((type) => this.ofType(type, schema, depth))) : this.untyped(schema, depth);
  }

  /** Keywords without a type concern values of theirs, so these are tried beside all others. */
  private untyped(schema: JsonSchema, depth: number): fc.Arbitrary<unknown> {
    const kinds = Object.entries(keywordsOf).flatMap(([type, keywords]) => (keywords.some((keyword) => keyword in schema) ? [type] : []));
    return fc.oneof(nastyValue, ...kinds.map((type) => this.ofType(type, schema, depth)));
  }

  private ofType(type: string, schema: JsonSchema, depth: number): fc.Arbitrary<unknown> {
    if (type === 'object') return this.object(schema, depth);
    if (type === 'array') return this.array(schema, depth);
    if (type === 'string') return text(schema);
    if (type === 'boolean') return fc.boolean();
    return type === 'null' ? fc.constant(null) : numbers(schema, type === 'integer');
  }

  private object(schema: JsonSchema, depth: number): fc.Arbitrary<unknown> {
    const required = new Set(schema.required);
    const declared = Object.entries(schema.properties ?? {}).map(([key, sub]) => {
      const entry = this.of(sub, depth + 1).map((value) => [[key, value] as const]);
      return required.has(key) ? entry : fc.oneof(entry, fc.constant([]));
    });
    const patterns = Object.entries(schema.patternProperties ?? {}).map(([pattern, sub]) => this.entries(matching(pattern), sub, depth));
    const extra = schema.additionalProperties ?? !schema.properties;
    const keys = schema.propertyNames
      ? this.of({ type: 'string', ...schema.propertyNames }, depth).map(String)
      : fc.oneof(fc.constantFrom(...nastyKeys), nastyText(0, 3));
    const others = extra === false ? [] : [this.entries(keys, extra, depth)];
    return fc.tuple(...declared, ...patterns, ...others).map((lists) => objectOf(lists.flat()));
  }

  private entries(keys: fc.Arbitrary<string>, sub: Sub, depth: number): fc.Arbitrary<(readonly [string, unknown])[]> {
    return fc.array(fc.tuple(keys, this.of(sub, depth + 1)), { maxLength: depth > 2 ? 1 : 3 });
  }

  private array(schema: JsonSchema, depth: number): fc.Arbitrary<unknown> {
    const prefix = (schema.prefixItems ?? []).map((item) => this.of(item, depth + 1));
    const { minItems = 0, maxItems = Math.max(minItems, prefix.length + (depth > 2 ? 1 : 3)) } = schema;
    // Bounds may exclude one another; then no value fits, and any will do.
    const minLength = Math.max(0, Math.min(minItems, maxItems) - prefix.length);
    const maxLength = Math.max(minLength, Math.min(maxItems, minItems + 4) - prefix.length);
    const items = this.of(schema.items === false ? true : schema.items, depth + 1);
    const others = schema.uniqueItems
      ? fc.uniqueArray(items, { maxLength, selector: (item) => JSON.stringify(item) })
      : fc.array(items, { minLength, maxLength });
    const contained =
      schema['contains'] === undefined ? fc.constant([]) : this.of(schema['contains'] as Sub, depth + 1).map((item) => [item]);
    return fc
      .tuple(fc.tuple(...prefix), schema.items === false ? fc.constant([]) : others, contained)
      .map(([first, then, last]) => [...first, ...then, ...last]);
  }

  private target(reference: string): JsonSchema {
    const steps = reference.replace(/^#\/?/, '').split('/').filter(Boolean);
    const step = (at: unknown, key: string): unknown =>
      (at as Record<string, unknown>)[decodeURIComponent(key).replaceAll('~1', '/').replaceAll('~0', '~')];
    return steps.reduce(step, this.root as unknown) as JsonSchema;
  }
}

const keywordsOf: Readonly<Record<string, readonly string[]>> = {
  string: ['pattern', 'format', 'minLength', 'maxLength'],
  number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  array: ['items', 'prefixItems', 'minItems', 'maxItems', 'uniqueItems', 'contains'],
  object: ['properties', 'additionalProperties', 'minProperties', 'required', 'patternProperties'],
};

function without(schema: JsonSchema, keyword: string): JsonSchema {
  const { [keyword]: _left, ...rest } = schema;
  return rest;
}

/** Both schemas in one, as far as that goes: of two properties of one name the last is taken. */
function joined(schema: JsonSchema, more: JsonSchema): JsonSchema {
  const both: JsonSchema = { ...schema, ...more };
  if (schema.properties && more.properties) both.properties = { ...schema.properties, ...more.properties };
  if (schema.required && more.required) both.required = [...schema.required, ...more.required];
  return both;
}

function matching(pattern: string): fc.Arbitrary<string> {
  // Classes of nearly all characters take minutes to enumerate.
  if (/\[\^|\\u\{|\\[pPDSW]/.test(pattern)) return nastyText();
  try {
    return fc.stringMatching(new RegExp(pattern, 'u'));
  } catch {
    // Lookaheads and the like: the generator of texts does not know them.
    return nastyText();
  }
}

function text({ pattern, format, minLength = 0, maxLength = minLength + 4 }: JsonSchema): fc.Arbitrary<string> {
  const known = format === undefined ? undefined : formatTexts[format];
  if (known) return fc.constantFrom(...known);
  const free = nastyText(minLength, Math.min(maxLength, minLength + 6));
  return pattern === undefined ? free : fc.oneof({ weight: 3, arbitrary: matching(pattern) }, free);
}

function numbers(schema: JsonSchema, whole: boolean): fc.Arbitrary<number> {
  const { minimum, exclusiveMinimum, maximum, exclusiveMaximum, multipleOf } = schema;
  const bounds = [minimum, exclusiveMinimum, maximum, exclusiveMaximum].filter((bound) => bound !== undefined);
  const near = bounds.flatMap((bound) => [bound, bound + 1, bound - 1, bound + 0.5, bound * (1 + Number.EPSILON)]);
  const inside = fc.integer({
    min: Math.ceil(minimum ?? exclusiveMinimum ?? -20),
    max: Math.max(Math.ceil(minimum ?? exclusiveMinimum ?? -20), Math.floor(maximum ?? exclusiveMaximum ?? 500)),
  });
  const fraction = fc.double({ noNaN: true, noDefaultInfinity: true });
  const all = fc.oneof(inside, fc.constantFrom(...nastyNumbers, ...near), ...(whole ? [] : [fraction]));
  return multipleOf === undefined
    ? all
    : fc.oneof(
        all,
        fc.constantFrom(...nastyNumbers, 4, 5, 6, 7).map((factor) => (Number.isFinite(factor * multipleOf) ? factor * multipleOf : factor)),
      );
}

/** An arbitrary of values for the schema. */
export const valuesOf = (schema: Sub, root: JsonSchema = typeof schema === 'object' ? schema : {}): fc.Arbitrary<unknown> =>
  new ValueMaker(root).of(schema, 0);
