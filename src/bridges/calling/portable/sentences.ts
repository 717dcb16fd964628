/** A keyword in words: short, plain, always the same. */
import type { JsonSchema } from '../../../types.js';
import { entriesOf, isSchema, stringsOf } from './rule.js';

/** Characters of a value, and values of a list, that are said. */
const longestValue = 160;
const mostValues = 40;

/** A value as it is said. */
export function inWords(value: unknown): string {
  const text = safely(value);
  return text.length > longestValue ? `${text.slice(0, longestValue - 1)}…` : text;
}

/** Values as they are said: the first ones, and how many there are. */
export function listed(values: readonly unknown[]): string {
  const shown = values.slice(0, mostValues).map(inWords).join(', ');
  return values.length > mostValues ? `${shown}, … (${values.length} in all)` : shown;
}

function safely(value: unknown): string {
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return 'a value that is too deep to be shown';
  }
}

const count = (value: unknown, one: string, many = `${one}s`): string => `${inWords(value)} ${value === 1 ? one : many}`;

/** Both ends of a range that has but one value say the same, which is said once. */
const least = (value: unknown, end: unknown): string => (value === end ? 'Exactly' : 'At least');
const most = (value: unknown, start: unknown): string => (value === start ? 'Exactly' : 'At most');

type Say = (value: unknown, schema: JsonSchema) => string;

/** By keyword, in the order in which several are said. A keyword that is not here says nothing that a model needs. */
const sentences: Readonly<Record<string, Say>> = {
  const: (value) => `Always ${inWords(value)}.`,
  enum: (value) => (Array.isArray(value) ? `One of ${listed(value)}.` : ''),
  format: (value) => `Format: ${String(value)}.`,
  pattern: (value) => `Matches the pattern \`${String(value)}\`.`,
  contentEncoding: (value) => `Encoded as ${String(value)}.`,
  contentMediaType: (value) => `Content of type ${String(value)}.`,
  minLength: (value, { maxLength }) => `${least(value, maxLength)} ${count(value, 'character')}.`,
  maxLength: (value, { minLength }) => `${most(value, minLength)} ${count(value, 'character')}.`,
  minimum: (value, { maximum }) => `${least(value, maximum)} ${inWords(value)}.`,
  exclusiveMinimum: (value) => `More than ${inWords(value)}.`,
  maximum: (value, { minimum }) => `${most(value, minimum)} ${inWords(value)}.`,
  exclusiveMaximum: (value) => `Less than ${inWords(value)}.`,
  multipleOf: (value) => (value === 1 ? 'A whole number.' : `A multiple of ${inWords(value)}.`),
  minItems: (value, { maxItems }) => `${least(value, maxItems)} ${count(value, 'item')}.`,
  maxItems: (value, { minItems }) => `${most(value, minItems)} ${count(value, 'item')}.`,
  uniqueItems: (value) => (value === true ? 'No item twice.' : ''),
  contains: (value) => (isSchema(value) && Object.keys(value).length > 0 ? `At least one item fits ${inWords(value)}.` : ''),
  minProperties: (value, { maxProperties }) => `${least(value, maxProperties)} ${count(value, 'key')}.`,
  maxProperties: (value, { minProperties }) => `${most(value, minProperties)} ${count(value, 'key')}.`,
  propertyNames: (value) => (isSchema(value) ? namesInWords(value) : ''),
  patternProperties: (value) =>
    entriesOf(value)
      .map(([pattern, schema]) => `A key that matches \`${pattern}\` has a value of ${inWords(schema)}.`)
      .join(' '),
  additionalProperties: (value) =>
    isSchema(value) && Object.keys(value).length > 0 ? `Further keys have values that fit ${inWords(value)}.` : '',
  dependentRequired: (value) =>
    isSchema(value)
      ? Object.entries(value)
          .map(([key, needed]) => (stringsOf(needed).length > 0 ? `With ${key} comes ${stringsOf(needed).join(', ')}.` : ''))
          .filter((text) => text !== '')
          .join(' ')
      : '',
  dependentSchemas: (value) =>
    entriesOf(value)
      .map(([key, schema]) => `With ${key} it fits ${inWords(schema)}.`)
      .join(' '),
  not: (value) => `Not ${inWords(value)}.`,
  if: (value, { then, else: otherwise }) =>
    `If it fits ${inWords(value)}${then === undefined ? '' : `, then also ${inWords(then)}`}${otherwise === undefined ? '' : `, otherwise ${inWords(otherwise)}`}.`,
  anyOf: (value) => `Fits one of ${inWords(value)}.`,
  oneOf: (value) => `Fits exactly one of ${inWords(value)}.`,
  allOf: (value) => `Fits all of ${inWords(value)}.`,
  default: (value) => `Default: ${inWords(value)}.`,
  examples: (value) => (Array.isArray(value) && value.length > 0 ? `For example ${value.slice(0, 3).map(inWords).join(', ')}.` : ''),
  deprecated: (value) => (value === true ? 'Deprecated.' : ''),
};

function namesInWords(schema: JsonSchema): string {
  const said = sayAll(schema);
  return said === '' ? '' : `Each key: ${said}`;
}

/** Everything a schema says of values, apart from its type. */
export function sayAll(schema: JsonSchema): string {
  const said = Object.keys(sentences)
    .filter((keyword) => schema[keyword] !== undefined)
    .map((keyword) => sentenceFor(schema, keyword))
    .filter((sentence) => sentence !== '');
  return [...new Set(said)].join(' ');
}

/** What the keyword says; empty where a model needs not know. */
export function sentenceFor(schema: JsonSchema, keyword: string): string {
  return Object.hasOwn(sentences, keyword) ? (sentences[keyword] as Say)(schema[keyword], schema) : '';
}

const order = new Map(Object.keys(sentences).map((keyword, index) => [keyword, index]));

/** Keywords in the order in which they are said. */
export const inOrderOfSaying = (keywords: readonly string[]): string[] =>
  [...keywords].sort((left, right) => (order.get(left) ?? 99) - (order.get(right) ?? 99));

/** A description with sentences after it. */
export function withSentences(description: string | undefined, said: readonly string[]): string | undefined {
  if (said.length === 0) return description;
  const sentences = [...new Set(said)].filter((sentence) => sentence !== '' && !(description ?? '').includes(sentence));
  if (sentences.length === 0) return description;
  const start = (description ?? '').trim();
  if (start === '') return sentences.join(' ');
  return `${/[.!?:;)\]]$/.test(start) ? start : `${start}.`} ${sentences.join(' ')}`;
}
