/** A union of objects as one object: all their properties, required what each of them requires. */
import type { JsonSchema } from '../../../../types.js';
import { mergeInto } from '../merge.js';
import { type Draft, entriesOf, isSame, type Spot, stringsOf, typesOf, writing } from '../rule.js';
import { inWords } from '../sentences.js';
import { mergeAllOf } from './all-of.js';

/** Branches that are looked at, unions within unions, and forms that are told. */
const mostBranches = 200;
const mostNested = 4;
const mostForms = 12;

/** Folds the union into the draft; says it where none of it is an object. */
export function fold(draft: Draft, keyword: 'anyOf' | 'oneOf', spot: Spot): void {
  const all = branchesOf(draft[keyword] ?? [], spot, 0);
  const branches = all.filter(isObjectLike);
  if (branches.length === 0) return spot.say(draft, keyword);
  delete draft[keyword];
  // A branch that says nothing of objects requires nothing of them.
  const required = commonOf(
    all.filter((branch) => isObjectLike(branch) || typesOf(branch).length === 0).map((one) => stringsOf(one.required)),
  );
  draft.type ??= 'object';
  draft.properties = foldProperties(draft, branches, spot);
  const known = new Set(Object.keys(draft.properties));
  const needed = [...new Set([...stringsOf(draft.required), ...required])].filter((name) => known.has(name));
  if (needed.length > 0) draft.required = needed;
  if (draft.additionalProperties === undefined && branches.every((branch) => branch.additionalProperties === false))
    draft.additionalProperties = false;
  spot.lose('FOLDED', keyword, `${branches.length} forms are declared as one object`);
  const forms = formsOf(draft, branches);
  if (forms !== '') spot.tell(forms);
}

function branchesOf(branches: readonly JsonSchema[], spot: Spot, level: number): JsonSchema[] {
  const found: JsonSchema[] = [];
  for (const branch of branches) {
    if (found.length >= mostBranches) break;
    const flat: Draft = { ...spot.resolve(branch) };
    if (flat.allOf) mergeAllOf(flat, spot);
    const inner = flat.anyOf ?? flat.oneOf;
    if (!Array.isArray(inner) || level >= mostNested) {
      found.push(flat);
      continue;
    }
    const { anyOf: _any, oneOf: _one, ...rest } = flat;
    found.push(...branchesOf(inner, spot, level + 1).map((one) => both(rest, one, spot)));
  }
  return found;
}

function both(left: JsonSchema, right: JsonSchema, spot: Spot): JsonSchema {
  const draft: Draft = { ...left };
  mergeInto(draft, right, spot);
  return draft;
}

function isObjectLike(branch: JsonSchema): boolean {
  const types = typesOf(branch);
  return types.length === 0 ? branch.properties !== undefined || branch.required !== undefined : types.includes('object');
}

const commonOf = (lists: readonly string[][]): string[] => {
  const [first = [], ...others] = lists;
  const sets = others.map((list) => new Set(list));
  return first.filter((name) => sets.every((set) => set.has(name)));
};

function foldProperties(draft: Draft, branches: readonly JsonSchema[], spot: Spot): Record<string, JsonSchema> {
  const own = new Map(entriesOf(draft.properties));
  const found = new Map<string, JsonSchema[]>();
  for (const branch of branches)
    for (const [name, schema] of entriesOf(branch.properties)) {
      const known = found.get(name);
      if (known) known.push(schema);
      else found.set(name, [schema]);
    }
  const folded = new Map(own);
  for (const [name, schemas] of found) {
    const base = own.get(name);
    // A branch that says nothing of the property leaves it as the object itself has it.
    if (base && schemas.length < branches.length) continue;
    const joined = eitherOf(schemas, spot);
    folded.set(name, base ? both(base, joined, spot) : joined);
  }
  return Object.fromEntries(folded);
}

/** Either of several schemas: values are listed together, the rest is a union. */
function eitherOf(schemas: readonly JsonSchema[], spot: Spot): JsonSchema {
  const distinct = [...new Map(schemas.map((schema) => [writing(schema), schema])).values()];
  const [first = {}, ...others] = distinct;
  if (others.length === 0) return first;
  const resolved = distinct.map((schema) => spot.resolve(schema));
  const values = resolved.map(valuesOf);
  const description = resolved.every((one) => isSame(one.description, first.description)) ? first.description : undefined;
  const about = description === undefined ? {} : { description };
  if (!values.every((list) => list !== undefined)) return { ...about, anyOf: distinct };
  const { type } = resolved[0] as JsonSchema;
  const isOneType = type !== undefined && resolved.every((one) => isSame(one.type, type));
  return { ...about, ...(isOneType && { type }), enum: values.flat() };
}

/** The values a schema is limited to. */
export function valuesOf(schema: JsonSchema): readonly unknown[] | undefined {
  if ('const' in schema) return [schema.const];
  return Array.isArray(schema.enum) ? schema.enum : undefined;
}

/** What belongs together, in words; empty where that says nothing. */
function formsOf(draft: Draft, branches: readonly JsonSchema[]): string {
  const always = new Set(stringsOf(draft.required));
  const forms = branches.map((branch) => {
    const marks = entriesOf(branch.properties).filter(([, schema]) => valuesOf(schema)?.length === 1);
    const marked = new Set(marks.map(([name]) => name));
    const needed = stringsOf(branch.required).filter((name) => !marked.has(name) && !always.has(name));
    return [...marks.map(([name, schema]) => `${name} = ${inWords(valuesOf(schema)?.[0])}`), ...needed].join(', ');
  });
  const told = [...new Set(forms)].map((form) => (form === '' ? 'nothing more' : form));
  return told.length < 2 || told.length > mostForms ? '' : `Takes one of these forms: ${told.join(' | ')}.`;
}
