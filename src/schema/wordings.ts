/** One entry a keyword: what to tell a model when it refuses. */
import type { JsonSchema } from '../types.js';
import { authorWord } from './author-words.js';
import type { Failure } from './engine/run.js';
import { alternativesExpected, formatExpected, listMembers, plural, unknownKey } from './expectations.js';
import { cut, HiddenValue, preview, shortJson, sizeOf } from './words.js';

interface Word {
  /** What was expected, from the schema alone: this is all that is told of a secret. */
  expected(schema: JsonSchema, failure: Failure): string;
  /** The whole message; otherwise what was expected, and a preview of what came. */
  told?(failure: Failure, expected: string): string;
}

const quoted = (key: string | undefined): string => `'${cut(key ?? '', 60)}'`;
const noun = ({ path }: Failure): string => (path.length === 0 ? 'argument' : 'property');
const asExpected = (_failure: Failure, expected: string): string => expected;
const withSize = ({ value }: Failure, expected: string): string => `${expected}, got ${sizeOf(value)}`;

const limit = (words: string, keyword: string): Word => ({ expected: (schema) => `${words} ${shortJson(schema[keyword], 40)}` });
const size = (words: string, keyword: string, unit: string): Word => ({
  expected: (schema) => `must have ${words} ${plural(schema[keyword], unit)}`,
  told: withSize,
});

function typeTold({ schema, value }: Failure, expected: string): string {
  const isObjectForText = schema.type === 'string' && typeof value === 'object' && value !== null;
  const isFraction = schema.type === 'integer' && typeof value === 'number';
  return `${expected}, got ${preview(value)}${isObjectForText ? '; send the text as one string' : ''}${isFraction ? ' (no fraction allowed)' : ''}`;
}

const unknown: Word = {
  expected: (schema, failure) => `has an unknown ${noun(failure)} (${unknownKey(schema, undefined, noun(failure)).list})`,
  told: (failure) => {
    const { hint, list } = unknownKey(failure.schema, failure.key, noun(failure));
    return `unknown ${noun(failure)} ${quoted(failure.key)}${hint} (${list})`;
  },
};

function containsExpected({ minContains, maxContains }: JsonSchema, { detail }: Failure): string {
  const isTooMany = detail !== undefined && (detail as { count: number; most: number }).count > (detail as { most: number }).most;
  return isTooMany
    ? `must have at most ${plural(maxContains, 'item')} of a certain form`
    : `must have at least ${plural(minContains ?? 1, 'item')} of a certain form`;
}

const words = new Map<string, Word>(
  Object.entries({
    type: { expected: ({ type }) => `expected ${Array.isArray(type) ? type.join(' or ') : type}`, told: typeTold },
    enum: {
      expected: ({ enum: members = [] }, { isSecret, value }) => listMembers(members, isSecret ? undefined : value),
    },
    const: { expected: (schema) => `must be ${shortJson(schema.const, 100)}` },
    alternatives: { expected: (_schema, failure) => alternativesExpected(failure) },
    format: { expected: formatExpected },
    pattern: { expected: ({ pattern }) => `must match the pattern ${cut(pattern ?? '', 120)}` },
    minimum: limit('must be at least', 'minimum'),
    maximum: limit('must be at most', 'maximum'),
    exclusiveMinimum: limit('must be above', 'exclusiveMinimum'),
    exclusiveMaximum: limit('must be below', 'exclusiveMaximum'),
    multipleOf: limit('must be a multiple of', 'multipleOf'),
    minLength: { expected: ({ minLength }) => `must have at least ${plural(minLength, 'character')}` },
    maxLength: size('at most', 'maxLength', 'character'),
    minItems: size('at least', 'minItems', 'item'),
    maxItems: size('at most', 'maxItems', 'item'),
    minProperties: size('at least', 'minProperties', 'key'),
    maxProperties: size('at most', 'maxProperties', 'key'),
    items: { expected: (schema) => `must have at most ${plural(listed(schema), 'item')}`, told: withSize },
    contains: { expected: containsExpected, told: asExpected },
    uniqueItems: {
      expected: () => 'items must differ',
      told: ({ detail }, expected) => (Array.isArray(detail) ? `${expected}, but items ${detail[0]} and ${detail[1]} are equal` : expected),
    },
    required: {
      expected: () => 'misses a required property',
      told: (failure) => `missing required ${noun(failure)} ${quoted(failure.key)}`,
    },
    dependentRequired: {
      expected: () => 'misses a property that another one requires',
      told: ({ key, detail }) => `${quoted(key)} is required when ${quoted(String(detail))} is given`,
    },
    additionalProperties: unknown,
    unevaluatedProperties: unknown,
    propertyNames: {
      expected: () => 'has a key that is not allowed',
      told: ({ key, detail }) => `the key ${quoted(key)} is not allowed${detail === undefined ? '' : `: ${wordOf(detail as Failure)}`}`,
    },
    anyOf: { expected: () => 'fits none of the alternatives', told: asExpected },
    oneOf: {
      expected: () => 'must fit exactly one of the alternatives',
      told: ({ detail }) =>
        detail === undefined ? 'fits none of the alternatives' : 'fits more than one alternative; it must fit exactly one',
    },
    not: { expected: ({ not }) => `must not fit ${shortJson(not, 160)}`, told: asExpected },
    $ref: { expected: () => 'must be a JSON Schema', told: asExpected },
    'false schema': { expected: () => 'is not allowed here', told: asExpected },
  } satisfies Record<string, Word>),
);

/** How many items the list before `items: false` has. */
function listed({ prefixItems, items }: JsonSchema): number {
  const list = Array.isArray(items) ? items : prefixItems;
  return Array.isArray(list) ? list.length : 0;
}

/** Characters of an author's message. */
const longestGiven = 500;

/** The message of a failure: at most a few hundred characters, whatever the schema and the value hold. */
export function wordOf(failure: Failure): string {
  const { keyword, schema, value, isSecret } = failure;
  const given = authorWord(schema, keyword, isSecret || value instanceof HiddenValue ? undefined : value);
  if (given !== undefined) return cut(given, longestGiven);
  const word = words.get(keyword);
  if (!word) return `does not fit '${cut(keyword, 40)}'`;
  if (isSecret) return word.expected(schema, failure);
  if (word === unknown) return unknown.told?.(failure, '') ?? '';
  const expected = word.expected(schema, failure);
  return word.told ? word.told(failure, expected) : `${expected}, got ${preview(value)}`;
}
