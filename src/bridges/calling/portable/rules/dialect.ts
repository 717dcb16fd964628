/** Older drafts and stray keywords: what comes out is 2020-12, with booleans as schemas only where they are common. */
import { renew } from '../../../../schema/older-drafts.js';
import type { JsonSchema } from '../../../../types.js';
import { type Draft, entriesOf, isSchema, type Rule, schemasOf, stringsOf } from '../rule.js';
import { isFitting, typeNames } from '../well-formed.js';

/** Keywords of 2020-12 that are declared, or said. All others are of no use to a model. */
const standard = new Set(
  (
    'type description enum const format pattern contentEncoding contentMediaType minLength maxLength minimum maximum exclusiveMinimum ' +
    'exclusiveMaximum multipleOf items prefixItems minItems maxItems uniqueItems contains minContains maxContains properties required ' +
    'patternProperties additionalProperties propertyNames minProperties maxProperties dependentRequired dependentSchemas anyOf oneOf ' +
    'allOf not if then else default examples deprecated unevaluatedProperties unevaluatedItems $ref $defs'
  ).split(' '),
);

export const dialect: Rule = {
  before(draft, { path }) {
    describeByTitle(draft, path);
    renew(draft);
    olderTuples(draft);
    olderDependencies(draft);
    for (const keyword of Object.keys(draft)) if (!standard.has(keyword) || !isFitting(keyword, draft[keyword])) delete draft[keyword];
    if (draft.$defs !== undefined) delete draft.$defs;
    tidy(draft);
  },
};

/** A title is worth reading only where it says more than the name, and nothing else does. */
function describeByTitle(draft: Draft, path: readonly (string | number)[]): void {
  const { title, description } = draft;
  const isName = typeof title !== 'string' || letters(title) === letters(String(path.at(-1) ?? ''));
  if (typeof description !== 'string') delete draft.description;
  if (!isName && path.length > 0 && draft.description === undefined && title.trim() !== '') draft.description = title;
}

const letters = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase();

/** Draft-07: `items: [ … ]` and `additionalItems`. */
function olderTuples(draft: Draft): void {
  if (!Array.isArray(draft.items)) return;
  draft.prefixItems = schemasOf(draft.items);
  delete draft.items;
  const rest = draft['additionalItems'];
  if (typeof rest === 'boolean' || isSchema(rest)) draft.items = rest;
}

function olderDependencies(draft: Draft): void {
  const { dependencies } = draft;
  if (!isSchema(dependencies)) return;
  const lists = Object.entries(dependencies).filter(([, needed]) => Array.isArray(needed));
  if (lists.length > 0) draft['dependentRequired'] = { ...Object.fromEntries(lists), ...(draft['dependentRequired'] as object) };
  const schemas = entriesOf(dependencies);
  if (schemas.length > 0) draft['dependentSchemas'] = { ...Object.fromEntries(schemas), ...(draft['dependentSchemas'] as object) };
}

/** What is malformed goes, so that no rule meets it. */
function tidy(draft: Draft): void {
  tidyType(draft);
  if (typeof draft.$ref !== 'string') delete draft.$ref;
  if (draft.required !== undefined) draft.required = stringsOf(draft.required);
  for (const keyword of ['properties', 'patternProperties'] as const)
    if (draft[keyword] !== undefined && !holdsOnlySchemas(draft[keyword])) draft[keyword] = Object.fromEntries(entriesOf(draft[keyword]));
  for (const keyword of ['anyOf', 'oneOf', 'allOf', 'prefixItems'] as const) {
    if (draft[keyword] === undefined) continue;
    draft[keyword] = schemasOf(draft[keyword]);
    if (draft[keyword].length === 0) delete draft[keyword];
  }
  if (draft.enum !== undefined && !(Array.isArray(draft.enum) && draft.enum.length > 0)) delete draft.enum;
  for (const keyword of ['items', 'additionalProperties'] as const)
    if (draft[keyword] !== undefined && typeof draft[keyword] !== 'boolean' && !isSchema(draft[keyword])) delete draft[keyword];
}

function holdsOnlySchemas(map: unknown): boolean {
  if (!isSchema(map)) return false;
  for (const name in map) if (!isSchema(map[name])) return false;
  return true;
}

function tidyType(draft: Draft): void {
  if (draft.type === undefined || (typeof draft.type === 'string' && typeNames.has(draft.type))) return;
  const known: JsonSchema['type'] = (Array.isArray(draft.type) ? stringsOf(draft.type) : [draft.type]).filter((type) =>
    typeNames.has(type),
  );
  const wanted = known.filter((type) => type !== 'integer' || !known.includes('number'));
  if (wanted.length === 0) delete draft.type;
  else draft.type = wanted.length === 1 ? (wanted[0] as string) : wanted;
}
