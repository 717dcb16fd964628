/** What is left and cannot stay is said in the description. */
import type { JsonSchema } from '../../../../types.js';
import type { SchemaFacts } from '../../facts.js';
import { isSimple } from '../patterns.js';
import { type Draft, isSchema, type Rule, type Spot, stringsOf, typesOf } from '../rule.js';
import { inOrderOfSaying } from '../sentences.js';
import { isFitting, isType } from '../well-formed.js';

/** Keywords whose schemas are conditions on what is declared elsewhere: simple ones stay as they are. */
const conditions = new Set(['not', 'if', 'contains', 'propertyNames', 'dependentSchemas', 'unevaluatedProperties', 'unevaluatedItems']);
/** Of no use without the other. */
const companions: Readonly<Record<string, readonly string[]>> = { if: ['then', 'else'], contains: ['minContains', 'maxContains'] };
/** What no API wants beside the properties of the arguments themselves. */
const neverAtRoot = new Set(['not', 'if', 'enum', 'const', 'dependentSchemas', 'dependentRequired']);

export const keywords: Rule = {
  before(draft, spot) {
    for (const keyword in companions)
      if (draft[keyword] === undefined) for (const other of companions[keyword] ?? []) if (other in draft) delete draft[other];
    const leaving = Object.keys(draft).filter((keyword) => draft[keyword] === undefined || !stays(draft, keyword, spot));
    if (leaving.length === 0) return;
    for (const keyword of inOrderOfSaying(leaving)) {
      if (draft[keyword] === undefined) delete draft[keyword];
      else {
        spot.say(draft, keyword);
        for (const companion of companions[keyword] ?? []) delete draft[companion];
      }
    }
  },
};

function stays(draft: Draft, keyword: string, spot: Spot): boolean {
  if (keyword === 'description') return true;
  if (keyword === 'unevaluatedProperties' && draft[keyword] === false && !spreads(draft) && spot.takes('additionalProperties'))
    draft.additionalProperties ??= false;
  if ((spot.isRoot && neverAtRoot.has(keyword)) || !spot.takes(keyword)) return false;
  if (keyword === 'format') return !spot.facts.formats || spot.facts.formats.includes(String(draft.format));
  if (keyword === 'pattern') return !spot.facts.simplePatterns || isSimple(String(draft.pattern));
  if (keyword === 'dependentSchemas') return arePlain(draft[keyword] as object, spot.facts);
  return !conditions.has(keyword) || [keyword, ...(companions[keyword] ?? [])].every((one) => isPlain(draft[one], spot.facts));
}

/** Whether properties may stand elsewhere than in the schema itself: then it cannot be closed. */
const spreads = (draft: Draft): boolean =>
  ['allOf', 'anyOf', 'oneOf', 'if', 'dependentSchemas', '$ref'].some((keyword) => draft[keyword] !== undefined);

/** What a condition that is declared may say. */
const plainKeywords = new Set(
  'type const enum required properties minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength pattern'.split(' '),
);
const mostDepth = 4;

/** Says a few simple things, in a way in which every draft says them. */
function isPlain(value: unknown, facts: SchemaFacts, depth = 0): boolean {
  if (typeof value !== 'object') return true;
  if (!isSchema(value) || depth > mostDepth) return false;
  return (
    Object.keys(value).every((keyword) => plainKeywords.has(keyword) && isFitting(keyword, value[keyword])) &&
    isWellFormed(value, facts, depth)
  );
}

function isWellFormed(schema: JsonSchema, facts: SchemaFacts, depth: number): boolean {
  const { enum: values, required, properties, exclusiveMinimum, exclusiveMaximum, pattern } = schema;
  if (schema.type !== undefined && (!isType(schema.type) || typesOf(schema).includes('array'))) return false;
  if (values !== undefined && !(Array.isArray(values) && values.length > 0)) return false;
  const needed = stringsOf(required);
  if (required !== undefined && needed.length !== (required as unknown[]).length) return false;
  if (!needed.every((name) => isLegal(name, facts))) return false;
  if (typeof exclusiveMinimum === 'boolean' || typeof exclusiveMaximum === 'boolean') return false;
  if (pattern !== undefined && facts.simplePatterns && !(typeof pattern === 'string' && isSimple(pattern))) return false;
  return properties === undefined || (isSchema(properties) && arePlain(properties, facts, depth + 1));
}

const isLegal = (name: string, { propertyName }: SchemaFacts): boolean => propertyName?.legal.test(name) ?? true;

function arePlain(schemas: object, facts: SchemaFacts, depth = 0): boolean {
  return Object.entries(schemas).every(([name, sub]) => isLegal(name, facts) && isPlain(sub, facts, depth));
}
