/** The validation tags: one entry a tag, saying how its text is read and which types it applies to. */
import type { ContractSchema } from '../../../types.js';

/** How a tag becomes a keyword. */
export interface TagRule {
  /** Types of JSON Schema that the keyword applies to. */
  types: readonly string[];
  /** What the text must be, for the message. */
  wants: string;
  /** The keyword's value; undefined when the text is not what it must be. */
  read(text: string): unknown;
}

const number = (text: string): number | undefined => (/^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/.test(text) ? Number(text) : undefined);
const count = (text: string): number | undefined => (/^\d+$/.test(text) ? Number(text) : undefined);
const positive = (text: string): number | undefined => ((number(text) ?? 0) > 0 ? number(text) : undefined);
const flag = (text: string): boolean | undefined => (text === '' || text === 'true' ? true : text === 'false' ? false : undefined);

/** Takes the first word: what follows it on other lines or after a dash is prose. */
const first =
  <T>(read: (text: string) => T) =>
  (text: string): T =>
    read(text.split(/\s+/, 1)[0] ?? '');

const numbers = ['number', 'integer'];
const bound: TagRule = { types: numbers, wants: 'a number', read: first(number) };
const size = (type: string): TagRule => ({ types: [type], wants: 'a whole number of 0 or more', read: first(count) });

export const tagRules: ReadonlyMap<string, TagRule> = new Map<string, TagRule>([
  ['minimum', bound],
  ['maximum', bound],
  ['exclusiveMinimum', bound],
  ['exclusiveMaximum', bound],
  ['multipleOf', { types: numbers, wants: 'a number above 0', read: first(positive) }],
  ['minLength', size('string')],
  ['maxLength', size('string')],
  ['minItems', size('array')],
  ['maxItems', size('array')],
  ['minProperties', size('object')],
  ['maxProperties', size('object')],
  ['uniqueItems', { types: ['array'], wants: 'true or false', read: first(flag) }],
  ['format', { types: ['string', 'number', 'integer'], wants: 'the name of a format', read: first((text) => text || undefined) }],
  ['pattern', { types: ['string'], wants: 'a regular expression', read: regularExpression }],
]);

function regularExpression(text: string): string | undefined {
  try {
    return text === '' ? undefined : new RegExp(text, 'u').source;
  } catch {
    return undefined;
  }
}

/** Pairs of keywords between which some value must remain. */
export const bounds: readonly (readonly [low: string, high: string, orEqual: boolean])[] = [
  ['minimum', 'maximum', true],
  ['exclusiveMinimum', 'exclusiveMaximum', false],
  ['minimum', 'exclusiveMaximum', false],
  ['exclusiveMinimum', 'maximum', false],
  ['minLength', 'maxLength', true],
  ['minItems', 'maxItems', true],
  ['minProperties', 'maxProperties', true],
];

/** The first pair of a schema that no value fits. */
export function contradiction(schema: ContractSchema): readonly [string, string] | undefined {
  const found = bounds.find(([low, high, orEqual]) => {
    const [least, most] = [schema[low], schema[high]];
    return typeof least === 'number' && typeof most === 'number' && (orEqual ? least > most : least >= most);
  });
  return found && [`@${found[0]} ${String(schema[found[0]])}`, `@${found[1]} ${String(schema[found[1]])}`];
}
