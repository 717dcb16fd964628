/** The pass itself: one copy of each schema goes through the rules, then its subschemas do. Bounded, whatever schema comes. */
import { annotationKeywords } from '../../../schema/walk.js';
import type { JsonSchema } from '../../../types.js';
import type { Loss, LossCode } from '../bridge.js';
import type { SchemaFacts, StrictFacts } from '../facts.js';
import { lookOver, referenceOf, type References } from './references.js';
import { type Draft, isSchema, type Rule, type Spot } from './rule.js';
import { sentenceFor, withSentences } from './sentences.js';
import { isPlainLeaf, plainLeaf } from './leaf.js';
import { mergeInto } from './merge.js';

/** Levels of nesting, and schemas, that are declared; what lies beyond is cut off. */
const mostDepth = 32;
const mostNodes = 10_000;
/** Losses of one tool that are noted. */
const mostLosses = 1000;
/** Schemas after which definitions are no longer written out. */
const roomy = 1500;

/** Keywords that demand nothing: said, nothing of them is lost. */
const annotations = new Set<string>(annotationKeywords);

interface Place {
  readonly path: readonly (string | number)[];
  readonly depth: number;
  readonly isOptional: boolean;
  /** Definitions that are being written out. */
  readonly open: readonly JsonSchema[];
}

export class Pass {
  readonly losses: Omit<Loss, 'tool'>[] = [];
  /** Why the tool cannot be strict. */
  readonly refusals: string[] = [];
  readonly references: References;
  /** What the root's description would say, where it may have none. */
  rootWords: string | undefined;
  readonly #definitions = new Map<JsonSchema, string>();
  readonly #defined = new Map<string, JsonSchema>();
  readonly #waiting: JsonSchema[] = [];
  #nodes = 0;
  #isCut = false;

  constructor(
    root: JsonSchema,
    readonly facts: SchemaFacts,
    readonly rules: readonly Rule[],
    readonly strict?: StrictFacts,
  ) {
    this.references = lookOver(root);
  }

  /** The root's schema as the provider takes it, with the definitions that it needs. */
  root(schema: JsonSchema): JsonSchema {
    const made = this.transform(schema, { path: [], depth: 0, isOptional: false, open: [schema] });
    const $defs: [string, JsonSchema][] = [];
    for (let target = this.#waiting.shift(); target; target = this.#waiting.shift()) {
      const name = this.#definitions.get(target) as string;
      $defs.push([name, this.transform(target, { path: ['$defs', name], depth: 1, isOptional: false, open: [target] })]);
    }
    return $defs.length > 0 ? { ...made, $defs: Object.fromEntries($defs) } : made;
  }

  transform(schema: JsonSchema, place: Place): JsonSchema {
    this.#nodes += 1;
    if (place.depth > 0 && this.#isRoomy(place) && isPlainLeaf(schema, this.facts)) return plainLeaf(schema);
    const spot = new PassSpot(this, place);
    if (!this.#isRoomy(place)) return this.#cut(schema, spot);
    const draft: Draft = { ...schema };
    for (const { before } of this.rules) before?.(draft, spot);
    this.#children(draft, spot);
    for (const { after } of this.rules) after?.(draft, spot);
    const { description: said, ...made } = draft;
    const description = withSentences(typeof said === 'string' ? said : undefined, spot.said);
    if (!spot.takes('description')) this.rootWords = description;
    return description === undefined || !spot.takes('description') ? made : { description, ...made };
  }

  #isRoomy({ depth }: Place): boolean {
    return depth <= mostDepth && this.#nodes <= mostNodes;
  }

  #cut(schema: JsonSchema, spot: Spot): JsonSchema {
    this.#tooLarge(spot);
    const description = 'Nested more deeply than can be shown.';
    return schema.type === 'string' || schema.type === 'number' || schema.type === 'integer' || schema.type === 'boolean'
      ? { type: schema.type, description }
      : { type: 'object', description };
  }

  /** Noted once: there may be thousands of such places. */
  #tooLarge(spot: Spot): void {
    if (!this.#isCut) spot.lose('CUT', '', 'the schema is too large or nested too deeply; the rest of it is not declared');
    if (!this.#isCut) spot.refuseStrict('it is nested too deeply, or too large');
    this.#isCut = true;
  }

  #children(draft: Draft, spot: PassSpot): void {
    if (isSchema(draft.properties)) draft.properties = this.#properties(draft, draft.properties, spot);
    for (const keyword of ['items', 'additionalProperties'] as const) {
      const sub = draft[keyword];
      if (isSchema(sub)) draft[keyword] = this.transform(sub, spot.below([keyword]));
    }
    for (const keyword of ['anyOf', 'oneOf', 'prefixItems', 'allOf'] as const) {
      const subs = draft[keyword];
      if (Array.isArray(subs)) draft[keyword] = subs.map((sub, index) => this.transform(sub, spot.below([keyword, index])));
    }
    if (isSchema(draft.patternProperties)) {
      draft.patternProperties = Object.fromEntries(
        Object.entries(draft.patternProperties).map(([name, sub]) => [name, this.transform(sub, spot.below(['patternProperties', name]))]),
      );
    }
  }

  #properties(draft: Draft, properties: Record<string, JsonSchema>, spot: PassSpot): Record<string, JsonSchema> {
    const required = new Set(draft.required);
    const made: [string, JsonSchema][] = [];
    const all = Object.entries(properties);
    for (const [name, sub] of all) {
      if (this.#nodes > mostNodes) break;
      made.push([name, this.transform(sub, spot.below(['properties', name], !required.has(name)))]);
    }
    if (made.length < all.length) {
      this.#tooLarge(spot);
      const kept = new Set(made.map(([name]) => name));
      if (draft.required) draft.required = draft.required.filter((name) => kept.has(name));
    }
    return Object.fromEntries(made);
  }

  hasRoom(): boolean {
    return this.#nodes < roomy;
  }

  /** Work that makes no schema of its own counts as well. */
  spend(): void {
    this.#nodes += 1;
  }

  define(target: JsonSchema, reference: string): string {
    const known = this.#definitions.get(target);
    if (known !== undefined) return `#/$defs/${known}`;
    const last = reference.slice(reference.lastIndexOf('/') + 1).replace(/[^A-Za-z0-9_-]/g, '_') || 'root';
    let name = last.slice(0, 60);
    for (let round = 2; this.#defined.has(`#/$defs/${name}`); round += 1) name = `${last.slice(0, 60)}_${round}`;
    this.#definitions.set(target, name);
    this.#defined.set(`#/$defs/${name}`, target);
    this.#waiting.push(target);
    return `#/$defs/${name}`;
  }

  defined(reference: string): JsonSchema | undefined {
    return this.#defined.get(reference);
  }
}

/** References that are followed one after the other. */
const longestChain = 32;

class PassSpot implements Spot {
  readonly said: string[] = [];
  /** What was said and so left out. */
  readonly taken: Draft = {};
  #open: readonly JsonSchema[];

  constructor(
    readonly pass: Pass,
    readonly place: Place,
  ) {
    this.#open = place.open;
  }

  get facts(): SchemaFacts {
    return this.pass.facts;
  }

  get strict(): StrictFacts | undefined {
    return this.pass.strict;
  }

  get path(): readonly (string | number)[] {
    return this.place.path;
  }

  get isRoot(): boolean {
    return this.place.depth === 0;
  }

  get isOptional(): boolean {
    return this.place.isOptional;
  }

  takes(keyword: string): boolean {
    const { keywords, rootKeywords } = this.facts;
    // A reference needs a place for what it refers to.
    if (keyword === '$ref' && rootKeywords && !rootKeywords.includes('$defs')) return false;
    if (this.isRoot && rootKeywords) return rootKeywords.includes(keyword);
    return keywords === 'all' || keywords.includes(keyword);
  }

  lose(code: LossCode, keyword: string, what: string): void {
    if (this.pass.losses.length < mostLosses) this.pass.losses.push({ path: this.path, keyword, code, what });
  }

  tell(sentence: string): void {
    this.said.push(sentence);
  }

  say(draft: Draft, keyword: string): void {
    if (draft[keyword] === undefined) return;
    // A range is said by both of its ends.
    const sentence = sentenceFor({ ...draft, ...this.taken, [keyword]: draft[keyword] }, keyword);
    this.taken[keyword] = draft[keyword];
    delete draft[keyword];
    if (sentence === '') return;
    this.tell(sentence);
    if (!annotations.has(keyword)) this.lose('TOLD', keyword, `the description says: ${sentence}`);
  }

  refuseStrict(reason: string): void {
    const where = this.path.filter((key) => key !== 'properties').join('.');
    if (this.strict) this.pass.refusals.push(where === '' ? reason : `${where}: ${reason}`);
  }

  resolve(schema: JsonSchema): JsonSchema {
    let at = schema;
    for (let length = 0; length < longestChain; length += 1) {
      const reference = referenceOf(at);
      if (reference === undefined) return at;
      const { $ref: _reference, $dynamicRef: _dynamic, $recursiveRef: _recursive, ...siblings } = at;
      const target = this.target(reference);
      if (!target || target === at) {
        this.lose('CUT', '$ref', `the reference ${reference} leads nowhere`);
        this.refuseStrict(`the reference ${reference} leads nowhere`);
        return siblings;
      }
      this.enter(target);
      const merged: JsonSchema = { ...siblings };
      mergeInto(merged, target, this);
      at = merged;
    }
    return {};
  }

  target(reference: string): JsonSchema | undefined {
    return this.pass.references.target(reference);
  }

  isRecursive(target: JsonSchema): boolean {
    return this.pass.references.isRecursive(target);
  }

  uses(target: JsonSchema): number {
    return this.pass.references.uses(target);
  }

  isOpen(target: JsonSchema): boolean {
    return this.#open.includes(target);
  }

  enter(target: JsonSchema): void {
    this.pass.spend();
    // The list of the place is that of its neighbours too.
    this.#open = [...this.#open, target];
  }

  hasRoom(): boolean {
    return this.pass.hasRoom();
  }

  define(target: JsonSchema, reference: string): string {
    return this.pass.define(target, reference);
  }

  defined(reference: string): JsonSchema | undefined {
    return this.pass.defined(reference);
  }

  below(keys: readonly (string | number)[], isOptional = false): Place {
    return {
      path: [...this.path, ...keys],
      depth: this.place.depth + 1,
      isOptional: this.isOptional || isOptional,
      open: this.#open,
    };
  }
}
