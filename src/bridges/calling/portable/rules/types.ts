/** `type`: said where the provider wants it, and split where it takes no lists. */
import type { JsonSchema } from '../../../../types.js';
import { become, type Draft, type Rule, type Spot, typesOf } from '../rule.js';

/** Keywords that speak of values of one type only. */
const speaksOf: Readonly<Record<string, readonly string[]>> = {
  object: ['properties', 'required', 'additionalProperties', 'patternProperties', 'propertyNames', 'minProperties', 'maxProperties'],
  array: ['items', 'prefixItems', 'minItems', 'maxItems', 'uniqueItems', 'contains'],
  string: ['minLength', 'maxLength', 'pattern', 'format', 'contentEncoding', 'contentMediaType'],
  number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
};

export const types: Rule = {
  before(draft, spot) {
    if (spot.isRoot) return atRoot(draft);
    if (!spot.facts.typed || draft.anyOf || draft.$ref !== undefined) return;
    const named = typesOf(draft);
    if (named.length === 0) return infer(draft, spot);
    const others = named.filter((type) => type !== 'null');
    if (Array.isArray(draft.type) && spot.facts.typeLists === 'nullable' && others.length > 1) split(draft, named);
  },
};

/** What says nothing of an object. */
const idleAtRoot = Object.entries(speaksOf).flatMap(([type, own]) => (type === 'object' ? [] : own));

/** Arguments are an object, whatever else is said. */
function atRoot(draft: Draft): void {
  draft.type = 'object';
  draft.properties ??= {};
  for (const keyword of idleAtRoot) if (draft[keyword] !== undefined) delete draft[keyword];
}

function infer(draft: Draft, spot: Spot): void {
  const hinted = Object.keys(speaksOf).filter((type) => (speaksOf[type] ?? []).some((keyword) => draft[keyword] !== undefined));
  const [type] = hinted;
  if (type !== undefined) {
    draft.type = type;
    return;
  }
  if (draft.enum || 'const' in draft) return;
  spot.refuseStrict('any value is allowed');
  if (spot.strict) return;
  draft.anyOf = anything();
  spot.lose('WIDENED', 'type', 'any value is allowed; it is declared as a union of types');
}

/** Any value, where each schema must say its type. */
const anything = (): JsonSchema[] => [
  ...['string', 'number', 'boolean', 'object'].map((type) => ({ type })),
  { type: 'array', items: { type: 'string' } },
  { type: 'null' },
];

/** One branch a type, each with the keywords that speak of it. */
function split(draft: Draft, named: readonly string[]): void {
  const { type: _type, description, default: fallback, examples, deprecated, enum: listed, ...rest } = draft;
  const about = Object.entries({ description, default: fallback, examples, deprecated }).filter(([, value]) => value !== undefined);
  const elsewhere = new Set(Object.values(speaksOf).flat());
  const branches = named.map((type): JsonSchema => {
    const own = new Set(speaksOf[type === 'integer' ? 'number' : type] ?? []);
    const kept = Object.entries(rest).filter(([keyword]) => own.has(keyword) || !elsewhere.has(keyword));
    return { type, ...Object.fromEntries(kept) };
  });
  become(draft, { ...Object.fromEntries(about), ...(listed && { enum: listed }), anyOf: branches });
}
