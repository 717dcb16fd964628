/** `const` and `enum`: each value once, of the declared type, in the form the provider takes. */
import { type Draft, type Rule, type Spot, typesOf, writing } from '../rule.js';
import { inWords, listed } from '../sentences.js';

/** Values of one enumeration that are declared. */
const mostValues = 5000;

export const values: Rule = {
  before(draft, spot) {
    constant(draft, spot);
    if (!draft.enum) return;
    if (draft.enum.length > mostValues) return inWordsOnly(draft, spot);
    draft.enum = fitting(draft, distinct(draft.enum));
    if (spot.facts.typed && draft.enum.some((value) => typeof value === 'object' && value !== null)) return inWordsOnly(draft, spot);
    if (spot.facts.stringEnums) texts(draft, draft.enum, spot);
    else if (spot.facts.typed && draft.type === undefined && !draft.anyOf) inferType(draft, draft.enum, spot);
  },
};

function constant(draft: Draft, spot: Spot): void {
  if (!('const' in draft)) return;
  const value = draft.const;
  const isPlain = typeof value !== 'object' || value === null;
  if (spot.takes('const') && isPlain) {
    delete draft.enum;
    if (spot.facts.typed && draft.type === undefined && !draft.anyOf) draft.type = typeOf(value);
    return;
  }
  delete draft.const;
  draft.enum = [value];
}

function distinct(all: readonly unknown[]): unknown[] {
  const isPlain = all.every((value) => typeof value !== 'object' || value === null);
  return isPlain ? [...new Set(all)] : [...new Map(all.map((value) => [writing(value), value])).values()];
}

/** Too many values, or objects and lists: what they are is said. */
function inWordsOnly(draft: Draft, spot: Spot): void {
  const types = [...new Set((draft.enum ?? []).map(typeOf))];
  spot.say(draft, 'enum');
  draft.type ??= types.length === 1 ? types[0] : types;
}

/** Values of another type can never be given. */
function fitting(draft: Draft, all: unknown[]): unknown[] {
  const types = typesOf(draft);
  const some = all.filter((value) => types.includes(typeOf(value)) || (typeOf(value) === 'integer' && types.includes('number')));
  return types.length === 0 || some.length === 0 ? all : some;
}

function inferType(draft: Draft, all: readonly unknown[], spot: Spot): void {
  const types = [...new Set(all.map(typeOf))];
  if (types.includes('number') && types.includes('integer')) types.splice(types.indexOf('integer'), 1);
  if (types.length > 1 && spot.facts.typeLists === 'none') return;
  draft.type = types.length === 1 ? (types[0] as string) : types;
}

/** Where only strings may be listed: numbers become texts, which are read back; null becomes a type; truth values are said. */
function texts(draft: Draft, all: readonly unknown[], spot: Spot): void {
  const named = all.filter((value) => (typeof value === 'string' && value !== '') || typeof value === 'number').map(String);
  if (all.every((value) => typeof value === 'string' && value !== '')) {
    draft.type = 'string';
    return;
  }
  const hasNull = all.includes(null);
  delete draft.enum;
  if (all.includes('')) spot.tell('May also be empty.');
  if (all.some((value) => typeof value === 'boolean') || (named.length > 0 && all.includes(''))) {
    if (named.length > 0) spot.tell(`One of ${listed(all)}.`);
    else if (all.filter((value) => typeof value === 'boolean').length === 1)
      spot.tell(`Always ${inWords(all.find((one) => one !== null))}.`);
    draft.type = named.length === 0 ? (hasNull ? ['boolean', 'null'] : 'boolean') : hasNull ? ['string', 'null'] : 'string';
  } else if (named.length === 0) draft.type = hasNull ? 'null' : 'string';
  else {
    const texts = { type: 'string', enum: [...new Set(named)] };
    delete draft.type;
    for (const keyword of ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'] as const) delete draft[keyword];
    if (hasNull) draft.anyOf = [texts, { type: 'null' }];
    else Object.assign(draft, texts);
  }
  spot.lose('ENUM', 'enum', 'the values are declared as texts or said in the description, and read back');
}

/** JSON Schema's name for the type of a value. */
export function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value === 'number' ? (Number.isInteger(value) ? 'integer' : 'number') : typeof value;
}
