/** Lists and tuples. */
import type { JsonSchema } from '../../../../types.js';
import { type Draft, isSchema, type Rule, schemasOf, type Spot, typesOf, writing } from '../rule.js';
import { inWords } from '../sentences.js';

export const arrays: Rule = {
  before(draft, spot) {
    fewestItems(draft, spot);
    if (!typesOf(draft).includes('array') && draft.items === undefined && !draft.prefixItems) return;
    if (draft.prefixItems) tuple(draft, draft.prefixItems, spot);
    if (draft.items === false) {
      draft.maxItems = 0;
      delete draft.items;
    }
    if (draft.items === true) draft.items = {};
    if (draft.items === undefined && spot.facts.items && typesOf(draft).includes('array')) draft.items = {};
  },
};

/** Said of anything: a provider that refuses it does not ask for the type. */
function fewestItems(draft: Draft, spot: Spot): void {
  const { mostMinItems } = spot.facts;
  if (mostMinItems === undefined || typeof draft.minItems !== 'number' || draft.minItems <= mostMinItems) return;
  spot.say(draft, 'minItems');
  draft.minItems = mostMinItems;
}

function tuple(draft: Draft, items: readonly JsonSchema[], spot: Spot): void {
  const rest = draft.items;
  if (rest === false) draft.maxItems = Math.min(draft.maxItems ?? items.length, items.length);
  if (spot.takes('prefixItems')) {
    if (!isSchema(rest)) delete draft.items;
    return;
  }
  delete draft.prefixItems;
  const all = isSchema(rest) ? [...items, rest] : items;
  const distinct = [...new Map(all.map((schema) => [writing(schema), schema])).values()];
  draft.items = distinct.length === 1 ? (distinct[0] as JsonSchema) : { anyOf: distinct };
  const told = schemasOf(items).map((schema) => briefly(spot.resolve(schema)));
  if (distinct.length > 1 || rest === false) {
    spot.tell(`Items in this order: ${told.join(', ')}.`);
    spot.lose('WIDENED', 'prefixItems', 'the order of the items is said in the description');
  }
}

function briefly(schema: JsonSchema): string {
  const { description, type } = schema;
  if (typeof description === 'string' && description !== '') return inWords(description);
  return type === undefined ? inWords(schema) : [type].flat().join(' or ');
}
