/** Most schemas are one simple value that every provider takes as it is: they need no rule. */
import type { JsonSchema } from '../../../types.js';
import type { SchemaFacts } from '../facts.js';
import { isSimple } from './patterns.js';
import { isFitting } from './well-formed.js';

const scalars: ReadonlySet<unknown> = new Set(['string', 'number', 'integer', 'boolean']);

type Fits = (value: unknown, schema: JsonSchema, facts: SchemaFacts) => boolean;

/** Values of one enumeration that are compared here. */
const mostValues = 100;

const bounds = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'minLength', 'maxLength'];

/** By keyword, what needs no rule where the provider takes the keyword. */
const plain: Readonly<Record<string, Fits>> = {
  type: (value) => scalars.has(value),
  description: (value) => typeof value === 'string',
  ...Object.fromEntries(bounds.map((keyword) => [keyword, (value: unknown) => isFitting(keyword, value)])),
  pattern: (value, _schema, { simplePatterns }) => typeof value === 'string' && (!simplePatterns || isSimple(value)),
  format: (value, _schema, { formats }) => typeof value === 'string' && (!formats || formats.includes(value)),
  enum: (value, { type }) =>
    type === 'string' &&
    Array.isArray(value) &&
    value.length > 0 &&
    value.length <= mostValues &&
    value.every((one) => typeof one === 'string' && one !== '') &&
    new Set(value).size === value.length,
};

/** Whether a schema below the root is declared as it stands. */
export function isPlainLeaf(schema: JsonSchema, facts: SchemaFacts): boolean {
  const { keywords } = facts;
  if (!scalars.has(schema.type)) return false;
  for (const keyword in schema) {
    const fits = Object.hasOwn(plain, keyword) ? plain[keyword] : undefined;
    if (!fits || !(keywords === 'all' || keywords.includes(keyword)) || !fits(schema[keyword], schema, facts)) return false;
  }
  return true;
}

/** The same, as the rules leave it. */
export function plainLeaf(schema: JsonSchema): JsonSchema {
  const { description, ...rest } = schema;
  return description === undefined ? rest : { description, ...rest };
}
