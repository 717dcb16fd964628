/** Rules for arrays. */
import { isFiniteNumber, type Narrowing, primitives, type RuleTable, show } from './entry.js';

const array: Narrowing = { types: ['array'] };

/** Sizes of JSON Schema are whole numbers from 0. */
export function atLeast(keyword: string, limit: unknown, types: Narrowing['types']): Narrowing {
  if (!isFiniteNumber(limit)) return { types, partly: true };
  return limit > 0 ? { types, keywords: { [keyword]: Math.ceil(limit) } } : { types };
}

export function atMost(keyword: string, limit: unknown, types: Narrowing['types']): Narrowing {
  if (limit === Infinity) return { types };
  return isFiniteNumber(limit) && limit >= 0 ? { types, keywords: { [keyword]: Math.floor(limit) } } : { types, partly: true };
}

function containsAll([values]: readonly unknown[]): Narrowing {
  const found = primitives(values);
  const rest = Array.isArray(values) && found.length < new Set(values).size;
  return { ...array, keywords: { allOf: found.map((value) => ({ contains: { const: value } })) }, ...(rest && { partly: true }) };
}

function containsNone([values]: readonly unknown[]): Narrowing {
  const found = primitives(values);
  return found.length > 0 ? { ...array, keywords: { not: { type: 'array', contains: { enum: found } } } } : array;
}

const byIdentity = 'objects are compared by identity, so one from outside never equals';

export const arrayRules: RuleTable = {
  ArrayContains: {
    exact: true,
    advertised: '`contains`',
    narrow: containsAll,
    describe: ([values]) => `Must contain ${show(values)}.`,
    reason: byIdentity,
  },
  ArrayNotContains: {
    exact: true,
    advertised: '`not: { contains }`',
    narrow: containsNone,
    describe: ([values]) => `Must not contain any of ${show(values)}.`,
  },
  ArrayNotEmpty: {
    exact: true,
    advertised: '`minItems: 1`',
    narrow: () => ({ ...array, keywords: { minItems: 1 } }),
    describe: () => 'Must have at least 1 item.',
  },
  ArrayMinSize: {
    exact: true,
    advertised: '`minItems`',
    narrow: ([limit]) => atLeast('minItems', limit, ['array']),
    describe: ([limit]) => `Must have at least ${show(limit)} items.`,
  },
  ArrayMaxSize: {
    exact: true,
    advertised: '`maxItems`',
    narrow: ([limit]) => atMost('maxItems', limit, ['array']),
    describe: ([limit]) => `Must have at most ${show(limit)} items.`,
    reason: 'a limit below 0 lets nothing pass',
  },
  ArrayUnique: {
    exact: true,
    advertised: '`uniqueItems` where items are primitives',
    narrow: () => ({ ...array, keywords: { uniqueItems: true }, primitiveItems: true }),
    describe: () => 'Must have no equal items.',
    reason: 'objects are compared by identity, or by a function of the author: told',
  },
};
