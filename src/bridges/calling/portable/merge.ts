/** Two schemas that hold at once, as one: by keyword, what both demand. */
import type { JsonSchema } from '../../../types.js';
import { type Draft, entriesOf, isSame, type Spot, stringsOf, typesOf } from './rule.js';
import { sentenceFor } from './sentences.js';

type Join = (left: never, right: never, draft: Draft) => unknown;

/** What cannot be joined. */
const clash = Symbol('clash');

const least = (left: number, right: number): number => Math.min(left, right);
const most = (left: number, right: number): number => Math.max(left, right);

/** By keyword, what holds when both do. Other keywords must be the same. */
const joins: Readonly<Record<string, Join>> = {
  minimum: most,
  exclusiveMinimum: most,
  minLength: most,
  minItems: most,
  minProperties: most,
  maximum: least,
  exclusiveMaximum: least,
  maxLength: least,
  maxItems: least,
  maxProperties: least,
  uniqueItems: (left: boolean, right: boolean) => left || right,
  deprecated: (left: boolean, right: boolean) => left || right,
  required: (left: unknown, right: unknown) => [...new Set([...stringsOf(left), ...stringsOf(right)])],
  type: joinTypes,
  enum: (left: unknown[], right: unknown[]) => {
    const both = left.filter((one) => right.some((other) => isSame(one, other)));
    return both.length > 0 ? both : clash;
  },
  additionalProperties: (left: unknown, right: unknown) =>
    left === false || right === false ? false : left === true ? right : right === true || isSame(left, right) ? left : clash,
  items: joinSchemas,
  properties: (left: unknown, right: unknown) => {
    const merged = new Map(entriesOf(left));
    for (const [name, schema] of entriesOf(right)) {
      const other = merged.get(name);
      merged.set(name, other && !isSame(other, schema) ? { allOf: [other, schema] } : schema);
    }
    return Object.fromEntries(merged);
  },
  patternProperties: (left: object, right: object) => ({ ...left, ...right }),
  $defs: (left: object) => left,
  definitions: (left: object) => left,
  allOf: (left: unknown[], right: unknown[]) => [...left, ...right],
};

/** Keywords that say nothing of validity: the first stands. */
const annotations = new Set([
  'title',
  'description',
  'default',
  'examples',
  'readOnly',
  'writeOnly',
  '$comment',
  '$id',
  '$schema',
  '$anchor',
]);

/** Makes the draft into what it and the other schema demand together. */
export function mergeInto(draft: Draft, other: JsonSchema, spot: Spot): void {
  for (const [keyword, value] of Object.entries(other)) {
    const own = draft[keyword];
    if (own === undefined) draft[keyword] = value;
    else if (!annotations.has(keyword) && !isSame(own, value)) joinKeyword(draft, keyword, other, spot);
  }
}

function joinKeyword(draft: Draft, keyword: string, other: JsonSchema, spot: Spot): void {
  const joined = Object.hasOwn(joins, keyword) ? (joins[keyword] as Join)(draft[keyword] as never, other[keyword] as never, draft) : clash;
  if (joined !== clash) {
    draft[keyword] = joined;
    return;
  }
  const sentence = sentenceFor(other, keyword);
  if (sentence !== '') spot.tell(sentence);
  spot.lose('WIDENED', keyword, `two schemas hold at once, and only one '${keyword}' can be declared`);
}

function joinTypes(left: unknown, right: unknown): unknown {
  const [ours, theirs] = [typesOf({ type: left as string }), typesOf({ type: right as string })];
  const both = ours.filter((type) => theirs.includes(type) || (type === 'integer' && theirs.includes('number')));
  if (ours.includes('number') && theirs.includes('integer') && !both.includes('integer')) both.push('integer');
  return both.length === 0 ? clash : both.length === 1 ? both[0] : both;
}

function joinSchemas(left: unknown, right: unknown): unknown {
  if (left === true) return right;
  if (right === true) return left;
  if (left === false || right === false) return false;
  return Array.isArray(left) || Array.isArray(right) ? clash : { allOf: [left, right] };
}
