/**
 * The repairs, one entry a kind. A rule is asked only about a value that its part of the schema refuses by `type`, `enum` or `const`,
 * so that what fits is never touched; what it gives counts only when the part does not refuse that too.
 */
import type { JsonSchema, RepairKind } from '../../types.js';
import { kindOf } from '../words.js';
import { looksLikeJson } from './json-in-text.js';
import { losslessNumber } from './text/numbers.js';
import type { Wanted } from './wanted.js';

/** Where a rule is asked. */
export interface Place {
  part: JsonSchema;
  wanted: Wanted;
  /** The value is an item of an array. */
  isItem: boolean;
  /** The object or array that a text is the JSON of; the same one for the same text. */
  jsonIn(text: string): { value: unknown } | undefined;
}

export interface RepairRule {
  kind: RepairKind;
  /** The value in place of the one given; undefined where the rule does not apply. */
  apply(value: unknown, place: Place): { value: unknown } | undefined;
  /** A last word, once what is inside the new value has been mended too; then the whole part must fit, or its item be of the right kind. */
  accepts?(mended: unknown, before: unknown): boolean;
}

const booleans: ReadonlyMap<unknown, boolean> = new Map([
  ['true', true],
  ['false', false],
  ['True', true],
  ['False', false],
]);

const found = (value: unknown): { value: unknown } | undefined => (value === undefined ? undefined : { value });

/** In the order in which they are tried; the first that gives what is wanted is taken. */
export const rules: readonly RepairRule[] = [
  {
    kind: 'bigint',
    apply: (value, { part }) => (part['x-as'] === 'bigint' && isExactInteger(value) ? { value: String(value) } : undefined),
  },
  {
    kind: 'null',
    apply: (value) => (value === 'null' ? { value: null } : undefined),
  },
  {
    kind: 'boolean',
    apply: (value) => found(booleans.get(value)),
  },
  {
    kind: 'number',
    apply: (value) => (typeof value === 'string' ? found(losslessNumber(value)) : undefined),
  },
  {
    kind: 'enum-case',
    apply: (value, { wanted }) => (typeof value === 'string' ? found(wanted.memberLike(value)) : undefined),
  },
  {
    kind: 'json',
    apply: (value, { wanted, jsonIn }) => {
      const parsed = typeof value === 'string' && (wanted.kind('object') || wanted.kind('array')) ? jsonIn(value) : undefined;
      return parsed && wanted.kind(kindOf(parsed.value)) ? parsed : undefined;
    },
  },
  {
    kind: 'wrap',
    // Within an array it is not clear which of the two arrays was left out; '' and null stand for nothing.
    apply: (value, { part, wanted, isItem }) =>
      wanted.kind('array') && !isItem && !Array.isArray(value) && value !== '' && value !== null && isOneItem(value, part)
        ? { value: [value] }
        : undefined,
    // JSON text that is broken, or of another kind, was not meant as text.
    accepts: (mended, before) => !(looksLikeJson(before) && (mended as unknown[])[0] === before),
  },
];

/** An object is one item only where something says what items are: else it may be the array itself, as `{}` or `{ "items": […] }` is. */
const isOneItem = (value: unknown, { items, prefixItems }: JsonSchema): boolean =>
  typeof value !== 'object' || (typeof items === 'object' && Object.keys(items).length > 0) || prefixItems !== undefined;

/** Repairs that make another kind of value of a scalar. */
export const changesKind = (kind: RepairKind): boolean => kind === 'number' || kind === 'boolean' || kind === 'null' || kind === 'wrap';

/** What a repair weighs where several branches of a union could be meant: a wrapped value is the least likely. */
export const weightOf = (kind: RepairKind): number => (kind === 'wrap' ? 2 : 1);

/** Repairs that leave a property out: one that is optional, and whose schema does not take the value. */
export const omissions: readonly { kind: RepairKind; applies(value: unknown): boolean }[] = [
  { kind: 'null-dropped', applies: (value) => value === null },
  { kind: 'empty-dropped', applies: (value) => value === '' },
];

/** What stands for an absent value, perhaps. */
export const isNothing = (value: unknown): boolean => omissions.some(({ applies }) => applies(value));

const isExactInteger = (value: unknown): boolean => typeof value === 'bigint' || (Number.isSafeInteger(value) && !Object.is(value, -0));
