/** What is left and cannot stay is said in the description. */
import type { JsonSchema } from '../../../../types.js';
import { referenceOf } from '../references.js';
import { type Draft, isSchema, type Rule, type Spot, writing } from '../rule.js';
import { inOrderOfSaying } from '../sentences.js';

/** Keywords whose schemas are conditions: they stay as they are, or are said. */
const conditions = ['not', 'if', 'contains', 'propertyNames', 'dependentSchemas', 'unevaluatedProperties', 'unevaluatedItems'] as const;
/** Only beside another. */
const companions: Readonly<Record<string, readonly string[]>> = { if: ['then', 'else'], contains: ['minContains', 'maxContains'] };
/** What no API wants beside the properties of the arguments themselves. */
const neverAtRoot = new Set<string>(['not', 'if', 'enum', 'const', 'dependentSchemas', 'dependentRequired']);
/** Characters of a condition that is declared. */
const longestCondition = 2000;

export const keywords: Rule = {
  before(draft, spot) {
    for (const keyword of inOrderOfSaying(Object.keys(draft))) {
      if (draft[keyword] === undefined) delete draft[keyword];
      else if (!stays(draft, keyword, spot)) {
        spot.say(draft, keyword);
        for (const companion of companions[keyword] ?? []) delete draft[companion];
      }
    }
  },
};

function stays(draft: Draft, keyword: string, spot: Spot): boolean {
  if (keyword === 'description') return true;
  if (keyword === 'unevaluatedProperties' && draft[keyword] === false) draft.additionalProperties ??= false;
  if ((spot.isRoot && neverAtRoot.has(keyword)) || !spot.takes(keyword)) return false;
  if (keyword === 'format') return !spot.facts.formats || spot.facts.formats.includes(String(draft.format));
  if (keyword === 'pattern') return !spot.facts.simplePatterns || isSimple(String(draft.pattern));
  return !(conditions as readonly string[]).includes(keyword) || isPlain(draft[keyword]);
}

/** No look-around, no back-references, no word boundaries, nothing of Unicode. */
export const isSimple = (pattern: string): boolean => !/\(\?[=!<]|\\[1-9bBkpPu]/.test(pattern);

/** Short, and refers to nothing. */
function isPlain(value: unknown): boolean {
  const text = writing(value);
  return typeof text === 'string' && text.length <= longestCondition && !(isSchema(value) && mentionsReference(value, text));
}

const mentionsReference = (value: JsonSchema, text: string): boolean =>
  referenceOf(value) !== undefined || /"\$(?:ref|dynamicRef|recursiveRef)"|"items":\[|"definitions"/.test(text);
