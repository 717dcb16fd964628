/** Rules for text: length, content, letters. */
import { regularExpression } from '../pattern.js';
import { atLeast, atMost } from './array.js';
import { type Narrowing, patterned, type RuleTable, show, told } from './entry.js';

const text: Narrowing = { types: ['string'] };
const partlyText: Narrowing = { types: ['string'], partly: true };

const variation = 'a character with a variation selector (some emoji) counts as two characters, in class-validator as one';

/** Whether a text has a character unit from `first` to `last`; a loop, because it runs for every text of a call. */
function hasUnit(value: unknown, first: number, last: number): boolean {
  if (typeof value !== 'string') return false;
  for (let index = 0; index < value.length; index += 1) {
    const unit = value.charCodeAt(index);
    if (unit >= first && unit <= last) return true;
  }
  return false;
}

/** A variation selector is a character to JSON Schema, and part of the one before to class-validator; no text is empty to it for that. */
const hasVariation = ([minimum]: readonly unknown[]) =>
  typeof minimum === 'number' && minimum > 1 ? (value: unknown): boolean => hasUnit(value, 0xfe0e, 0xfe0f) : undefined;

/** ASCII between anchors, in which nothing matches by not being something. */
const onlyAscii = /^\^(?:[\w :;,@#%&=~'"<>/-]|\\[dw.+*?()[\]{}|/\\^$-]|\[[\w :;,@#%&=~'"<>/.+*?(){}|$-]+\]|[*+?()]|\{\d+(?:,\d*)?\})*\$$/;

/** Without the flag u, a character beyond U+FFFF is two. A pattern of ASCII alone matches none. */
function hasSurrogate([pattern]: readonly unknown[]): ((value: unknown) => boolean) | undefined {
  const isAscii = pattern instanceof RegExp && onlyAscii.test(pattern.source) && !/[imsvy]/.test(pattern.flags);
  return isAscii ? undefined : (value) => hasUnit(value, 0xd800, 0xdfff);
}

function length([minimum, maximum]: readonly unknown[]): Narrowing {
  const low = atLeast('minLength', minimum ?? 0, ['string']);
  const high = maximum === undefined ? text : atMost('maxLength', maximum, ['string']);
  return {
    ...low,
    ...high,
    keywords: { ...low.keywords, ...high.keywords },
    ...((low.partly ?? high.partly) && { partly: true as const }),
  };
}

function describeLength([minimum, maximum]: readonly unknown[]): string {
  return maximum === undefined
    ? `Must have at least ${show(minimum)} characters.`
    : `Must have ${show(minimum)} to ${show(maximum)} characters.`;
}

/** The seed as a pattern, or undefined where that would be another rule. */
function literal(seed: unknown): string | undefined {
  if (typeof seed !== 'string' || seed === '' || /\p{Surrogate}/u.test(seed)) return undefined;
  return seed.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

function contains([seed]: readonly unknown[]): Narrowing {
  const pattern = literal(seed);
  return pattern === undefined ? partlyText : { ...text, keywords: { pattern } };
}

function containsNot([seed]: readonly unknown[]): Narrowing {
  const pattern = literal(seed);
  return pattern === undefined ? partlyText : { ...text, keywords: { not: { type: 'string', pattern } } };
}

function matches([pattern, modifiers]: readonly unknown[]): Narrowing {
  const source = regularExpression(pattern, modifiers);
  return source === undefined ? partlyText : { ...text, keywords: { pattern: source } };
}

const english = ([locale]: readonly unknown[]): boolean => locale === undefined || locale === 'en-US';

export const textRules: RuleTable = {
  Length: {
    exact: true,
    advertised: '`minLength`, `maxLength`',
    narrow: length,
    unless: hasVariation,
    describe: describeLength,
    stricter: variation,
  },
  MinLength: {
    exact: true,
    advertised: '`minLength`',
    narrow: ([limit]) => atLeast('minLength', limit, ['string']),
    unless: hasVariation,
    describe: ([limit]) => `Must have at least ${show(limit)} characters.`,
  },
  MaxLength: {
    exact: true,
    advertised: '`maxLength`',
    narrow: ([limit]) => atMost('maxLength', limit, ['string']),
    describe: ([limit]) => `Must have at most ${show(limit)} characters.`,
    reason: 'a limit below 0 lets nothing pass',
    stricter: variation,
  },
  IsByteLength: told(
    ([minimum, maximum]) =>
      maximum === undefined ? `Must be at least ${show(minimum)} bytes long.` : `Must be ${show(minimum)} to ${show(maximum)} bytes long.`,
    'JSON Schema counts characters, not bytes',
  ),
  Contains: { exact: true, advertised: '`pattern`', narrow: contains, describe: ([seed]) => `Must contain ${show(seed)}.` },
  NotContains: {
    exact: true,
    advertised: '`not: { pattern }`',
    narrow: containsNot,
    describe: ([seed]) => `Must not contain ${show(seed)}.`,
  },
  Matches: {
    exact: true,
    advertised: '`pattern`',
    narrow: matches,
    unless: hasSurrogate,
    describe: ([pattern, modifiers]) =>
      `Must match ${pattern instanceof RegExp ? String(pattern) : `/${String(pattern)}/${typeof modifiers === 'string' ? modifiers : ''}`}.`,
    reason: 'the flags i, m, s, v, y have no form in JSON Schema: told',
    stricter: 'without the flag u, `.` and negated classes count an emoji as two; JSON Schema counts characters',
  },
  IsAlpha: patterned('^[A-Za-z]+$', 'Must consist of letters.', english),
  IsAlphanumeric: patterned('^[0-9A-Za-z]+$', 'Must consist of letters and digits.', english),
  IsAscii: patterned('^[\\x00-\\x7F]+$', 'Must consist of ASCII characters.'),
  IsMultibyte: patterned('[^\\x00-\\x7F]', 'Must contain a character outside ASCII.'),
  IsSurrogatePair: patterned('[\\u{10000}-\\u{10FFFF}]', 'Must contain a character beyond U+FFFF.'),
  IsFullWidth: told('Must contain a full-width character.', 'a table of characters in code'),
  IsHalfWidth: told('Must contain a half-width character.', 'a table of characters in code'),
  IsVariableWidth: told('Must contain both full-width and half-width characters.', 'a table of characters in code'),
  IsLowercase: told('Must be in lower case.', 'letter case of every script is judged by code'),
  IsUppercase: told('Must be in upper case.', 'letter case of every script is judged by code'),
};
