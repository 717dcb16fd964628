/** One entry a keyword: what to tell a model when it refuses. */
import type { ErrorObject } from 'ajv';
import { cut, kindOf, nearest, preview } from './words.js';

/** A message, and the key it is about when that is a key of the value and not the value itself. */
export interface Wording {
  message: string;
  key?: string;
}

type Word = (error: ErrorObject, isRoot: boolean) => Wording;

/** Members of an enum told in full; of a longer one the nearest. */
const mostMembers = 12;

const say =
  (text: (params: Record<string, unknown>, error: ErrorObject) => string): Word =>
  (error) => ({ message: text(error.params as Record<string, unknown>, error) });

const plural = (count: unknown, word: string): string => `${String(count)} ${word}${count === 1 ? '' : 's'}`;

function listMembers(members: readonly unknown[], value: unknown): string {
  const shown = members.map((member) => JSON.stringify(member));
  if (shown.length <= mostMembers) return shown.length === 1 ? `must be ${shown[0]}` : `must be one of ${shown.join(', ')}`;
  const close =
    typeof value === 'string'
      ? nearest(
          value,
          members.filter((member) => typeof member === 'string'),
        )
      : undefined;
  return `must be one of ${shown.length} values${close === undefined ? `, such as ${shown.slice(0, 3).join(', ')}` : `; did you mean ${JSON.stringify(close)}?`}`;
}

const typeNames = (type: unknown): string => [type].flat().join(' or ');

function unknownKey(error: ErrorObject, key: string, isRoot: boolean): Wording {
  const known = Object.keys((error.parentSchema as { properties?: object } | undefined)?.properties ?? {});
  const word = isRoot ? 'argument' : 'property';
  const close = nearest(key, known);
  const list =
    known.length === 0 ? `no ${word === 'argument' ? 'arguments are' : 'property is'} expected` : `known: ${cut(known.join(', '), 300)}`;
  return { message: `unknown ${word} '${cut(key, 60)}'${close === undefined ? '' : `; did you mean '${close}'?`} (${list})`, key };
}

function sayAlternatives({ params, data }: ErrorObject): Wording {
  const errors = (params as { errors: ErrorObject[] }).errors;
  const types = [
    ...new Set(
      errors.filter(({ keyword }) => keyword === 'type').flatMap((error) => [(error.params as { type: string | string[] }).type].flat()),
    ),
  ];
  const members = errors.flatMap(({ keyword, params: { allowedValue, allowedValues } }) =>
    keyword === 'const' ? [allowedValue as unknown] : ((allowedValues as unknown[] | undefined) ?? []),
  );
  const wanted = [
    ...(types.length > 0 ? [`expected ${types.join(' or ')}`] : []),
    ...(members.length > 0 ? [listMembers(members, data)] : []),
  ];
  return { message: `${wanted.join(', or ')}, got ${preview(data)}` };
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

function sayFormat(params: Record<string, unknown>, { data }: ErrorObject): string {
  const format = String(params['format']);
  const example = Object.hasOwn(formatExamples, format) ? ` such as ${formatExamples[format]}` : '';
  return `expected a string of format ${format}${example}, got ${preview(data)}`;
}

function sayType(params: Record<string, unknown>, { data }: ErrorObject): string {
  const wanted = typeNames(params['type']);
  const isObjectForText = wanted === 'string' && typeof data === 'object' && data !== null;
  const fraction = wanted === 'integer' && typeof data === 'number' ? ' (no fraction allowed)' : '';
  return `expected ${wanted}, got ${preview(data)}${isObjectForText ? '; send the text as one string' : ''}${fraction}`;
}

export const wordings: Record<string, Word> = {
  type: say(sayType),
  format: say(sayFormat),
  alternatives: (error) => sayAlternatives(error),
  required: ({ params: { missingProperty } }, isRoot) => ({
    message: `missing required ${isRoot ? 'argument' : 'property'} '${String(missingProperty)}'`,
    key: String(missingProperty),
  }),
  additionalProperties: (error, isRoot) => unknownKey(error, (error.params as { additionalProperty: string }).additionalProperty, isRoot),
  unevaluatedProperties: (error, isRoot) =>
    unknownKey(error, (error.params as { unevaluatedProperty: string }).unevaluatedProperty, isRoot),
  propertyNames: ({ params: { propertyName } }) => ({
    message: `the key '${cut(String(propertyName), 60)}' is not allowed`,
    key: String(propertyName),
  }),
  dependentRequired: ({ params: { missingProperty, property } }) => ({
    message: `'${String(missingProperty)}' is required when '${String(property)}' is given`,
    key: String(missingProperty),
  }),
  enum: say(({ allowedValues }, { data }) => `${listMembers(allowedValues as unknown[], data)}, got ${preview(data)}`),
  const: say(({ allowedValue }, { data }) => `must be ${cut(JSON.stringify(allowedValue), 100)}, got ${preview(data)}`),
  oneOf: say(({ passingSchemas }) =>
    passingSchemas ? 'fits more than one alternative; it must fit exactly one' : 'fits none of the alternatives',
  ),
  anyOf: say(() => 'fits none of the alternatives'),
  not: say((_params, { schema }) => `must not fit ${cut(JSON.stringify(schema), 200)}`),
  'false schema': say(() => 'is not allowed here'),
  pattern: say(({ pattern }, { data }) => `must match the pattern ${String(pattern)}, got ${preview(data)}`),
  minimum: say(({ limit }, { data }) => `must be at least ${String(limit)}, got ${preview(data)}`),
  maximum: say(({ limit }, { data }) => `must be at most ${String(limit)}, got ${preview(data)}`),
  exclusiveMinimum: say(({ limit }, { data }) => `must be above ${String(limit)}, got ${preview(data)}`),
  exclusiveMaximum: say(({ limit }, { data }) => `must be below ${String(limit)}, got ${preview(data)}`),
  multipleOf: say(({ multipleOf }, { data }) => `must be a multiple of ${String(multipleOf)}, got ${preview(data)}`),
  minLength: say(({ limit }, { data }) => `must have at least ${plural(limit, 'character')}, got ${preview(data)}`),
  maxLength: say(({ limit }, { data }) => `must have at most ${plural(limit, 'character')}, got ${String([...String(data)].length)}`),
  minItems: say(({ limit }, { data }) => `must have at least ${plural(limit, 'item')}, got ${sizeOf(data)}`),
  maxItems: say(({ limit }, { data }) => `must have at most ${plural(limit, 'item')}, got ${sizeOf(data)}`),
  items: say(({ limit }, { data }) => `must have at most ${plural(limit, 'item')}, got ${sizeOf(data)}`),
  uniqueItems: say(({ i, j }) => `items must differ, but items ${String(j)} and ${String(i)} are equal`),
  minProperties: say(({ limit }, { data }) => `must have at least ${plural(limit, 'key')}, got ${sizeOf(data)}`),
  maxProperties: say(({ limit }, { data }) => `must have at most ${plural(limit, 'key')}, got ${sizeOf(data)}`),
};

const sizeOf = (value: unknown): string =>
  kindOf(value) === 'array' ? String((value as unknown[]).length) : String(Object.keys(value as object).length);
