/** Walks a value along its schema and mends what each part refuses. */
import type { ContractSchema, JsonSchema, Repair } from '../../types.js';
import type { SurelyFits } from '../engine/run.js';
import type { Fits } from '../parts.js';
import type { Dialect } from '../dialect.js';
import { callBudget } from '../pattern-budget.js';
import { localTarget } from '../references.js';
import { type Budget, Exhausted } from './budget.js';
import { type Change, hidden, repairOf, under } from './change.js';
import { jsonIn } from './json-in-text.js';
import { changesKind, isNothing, omissions, type Place, rules, weightOf } from './rules.js';
import { inOrder, mayFit, takesKind } from './unions.js';
import { wantedBy } from './wanted.js';

type Part = JsonSchema | boolean | undefined;

/** What is known of a schema beside its text. */
export interface Knowledge {
  fits: Fits;
  holdsSecret: (part: JsonSchema) => boolean;
  surelyFits: SurelyFits | undefined;
}

/** Among this many items, those that fit are told apart quickly. */
const manyItems = 4;

/** Serves one value: it remembers what came of each part, so that a part is mended once however many branches lead to it. */
export class Mender {
  readonly #remembered = [new Map<JsonSchema, Map<unknown, Change>>(), new Map<JsonSchema, Map<unknown, Change>>()] as const;
  readonly #patterns = new Map<string, JsonSchema>();
  readonly #parsed = new Map<string, { value: unknown } | undefined>();
  readonly #uncheckable = new Set<JsonSchema | boolean>();

  constructor(
    readonly root: ContractSchema | JsonSchema,
    readonly known: Knowledge,
    readonly dialect: Dialect,
    readonly budget: Budget,
  ) {}

  /** Undefined when nothing was mended. `isItem`: the value is an item of an array. */
  mend(part: Part, value: unknown, isItem = false): Change {
    if (typeof part !== 'object' || part === null) return undefined;
    this.budget.spend(1);
    const wanted = wantedBy(part);
    // Most parts of most values: nothing to look into, and nothing to mend.
    if (wanted.isAlone && !wanted.refuses(value) && !(wanted.hasInside && isContainer(value))) return undefined;
    const ofPart = this.#rememberedOf(part, isItem);
    if (ofPart.has(value)) return ofPart.get(value);
    // A reference that leads back here with the same value finds this, and ends.
    ofPart.set(value, undefined);
    const change = this.#mendPart(part, value, isItem);
    ofPart.set(value, change);
    return change;
  }

  #rememberedOf(part: JsonSchema, isItem: boolean): Map<unknown, Change> {
    const remembered = this.#remembered[isItem ? 1 : 0];
    const known = remembered.get(part) ?? new Map<unknown, Change>();
    remembered.set(part, known);
    return known;
  }

  /** Each keyword that speaks of the value mends what the ones before it left. */
  #mendPart(part: JsonSchema, value: unknown, isItem: boolean): Change {
    if (this.#isReference(part)) return this.mend(localTarget(this.root, part.$ref as string), value, isItem);
    let change = this.#own(part, value, isItem);
    if (wantedBy(part).isAlone) return change;
    const next = (step: (current: unknown) => Change): void => {
      change = joined(change, step(change ? change.value : value));
    };
    if (typeof part.$ref === 'string') next((current) => this.mend(localTarget(this.root, part.$ref as string), current, isItem));
    for (const sub of part.allOf ?? []) next((current) => this.mend(sub, current, isItem));
    for (const branches of [part.anyOf, part.oneOf]) if (branches) next((current) => this.#union(branches, current, isItem));
    return change;
  }

  /** In draft-07, what stands beside `$ref` does not count. */
  #isReference({ $ref }: JsonSchema): boolean {
    return this.dialect === 'draft-07' && typeof $ref === 'string';
  }

  #own(part: JsonSchema, value: unknown, isItem: boolean): Change {
    const wanted = wantedBy(part);
    if (!wanted.refuses(value)) return this.#inside(part, value);
    const place: Place = { part, wanted, isItem, jsonIn: (text) => this.#jsonIn(text) };
    for (const { kind, apply, accepts } of rules) {
      const given = apply(value, place);
      if (!given || wanted.refuses(given.value)) continue;
      const inside = this.#inside(part, given.value);
      const change = {
        value: inside ? inside.value : given.value,
        repairs: [repairOf(kind, value, given.value), ...(inside?.repairs ?? [])],
      };
      if (accepts && !(accepts(change.value, value) && this.#isMeant(part, change.value))) continue;
      return this.#told(part, change);
    }
    return undefined;
  }

  /** A list that fits; or one of a faulty item, but of the kind that is wanted: then what is wrong with the item can be told. */
  #isMeant(part: JsonSchema, list: unknown): boolean {
    return this.#check(part, list) || takesKind(itemPart(part, 0, this.dialect) ?? true, (list as unknown[])[0], this.root, true);
  }

  #told(part: JsonSchema, { value, repairs }: Exclude<Change, undefined>): Change {
    return { value, repairs: this.known.holdsSecret(part) ? repairs.map(hidden) : repairs };
  }

  #inside(part: JsonSchema, value: unknown): Change {
    if (!isContainer(value) || !wantedBy(part).hasInside) return undefined;
    return Array.isArray(value) ? this.#items(part, value) : this.#properties(part, value as Record<string, unknown>);
  }

  #items(part: JsonSchema, items: readonly unknown[]): Change {
    let copy: unknown[] | undefined;
    const repairs: Repair[] = [];
    const surelyFits = items.length >= manyItems ? this.known.surelyFits : undefined;
    for (const [index, item] of items.entries()) {
      const sub = itemPart(part, index, this.dialect);
      if (sub !== undefined && surelyFits?.(sub, item)) continue;
      const change = this.mend(sub, item, true);
      if (!change) continue;
      copy ??= [...items];
      copy[index] = change.value;
      for (const repair of change.repairs) repairs.push(under(index, repair));
    }
    return copy && { value: copy, repairs };
  }

  #properties(part: JsonSchema, object: Record<string, unknown>): Change {
    let copy: Record<string, unknown> | undefined;
    const repairs: Repair[] = [];
    for (const [key, value] of Object.entries(object)) {
      const change = (isNothing(value) ? this.#omitted(part, key, value) : undefined) ?? this.#property(part, key, value);
      if (!change) continue;
      // The spread keeps an own `__proto__` an own key, and defining one never reaches the prototype.
      copy ??= { ...object };
      if (change.value === undefined) delete copy[key];
      else Object.defineProperty(copy, key, { value: change.value, enumerable: true, configurable: true, writable: true });
      for (const repair of change.repairs) repairs.push(under(key, repair));
    }
    return copy && { value: copy, repairs };
  }

  /** Only a declared property is ever left out: a key of a map is data. */
  #omitted({ properties = {}, required }: JsonSchema, key: string, value: unknown): Change {
    const rule = omissions.find(({ applies }) => applies(value));
    const declared = rule && Object.hasOwn(properties, key) ? properties[key] : undefined;
    if (!rule || typeof declared !== 'object' || (Array.isArray(required) && required.includes(key))) return undefined;
    if ((this.#isReference(declared) || !wantedBy(declared).refuses(value)) && this.#check(declared, value)) return undefined;
    const change = { value: undefined, repairs: [repairOf(rule.kind, value, undefined)] };
    return this.#told(declared, change);
  }

  #property(part: JsonSchema, key: string, value: unknown): Change {
    const { properties, patternProperties } = part;
    const declared = properties && Object.hasOwn(properties, key) ? properties[key] : undefined;
    if (declared !== undefined && !patternProperties) return this.mend(declared, value);
    let change: Change;
    for (const sub of this.#partsFor(part, declared, key)) change = joined(change, this.mend(sub, change ? change.value : value));
    return change;
  }

  #partsFor({ patternProperties = {}, additionalProperties }: JsonSchema, declared: Part, key: string): Part[] {
    const parts = declared === undefined ? [] : [declared];
    for (const [pattern, sub] of Object.entries(patternProperties)) if (this.#matches(pattern, key)) parts.push(sub);
    return parts.length > 0 ? parts : [additionalProperties];
  }

  /** Asked of the validator, which bounds the work of a pattern. */
  #matches(pattern: string, key: string): boolean {
    const part = this.#patterns.get(pattern) ?? { type: 'string', pattern };
    this.#patterns.set(pattern, part);
    return this.#check(part, key);
  }

  /** The branch that fits as it is; else, of those that fit once mended, the first with the fewest repairs. */
  #union(branches: readonly (JsonSchema | boolean)[], value: unknown, isItem: boolean): Change {
    const isFitting = (branch: JsonSchema | boolean): boolean => mayFit(branch, value, this.root) && this.#check(branch, value);
    if (branches.some(isFitting)) return undefined;
    let best: Change;
    let isMeant: boolean | undefined;
    for (const branch of inOrder(branches, value, this.root)) {
      const change = this.mend(branch, value, isItem);
      // What is too short a text is no number.
      if (change && !isContainer(value) && change.repairs.some(({ kind, path }) => path.length === 0 && changesKind(kind)))
        if ((isMeant ??= branches.some((other) => takesKind(other, value, this.root)))) continue;
      if (change && weight(change) < weight(best) && this.#check(branch, change.value)) best = change;
    }
    return best;
  }

  #check(part: JsonSchema | boolean, value: unknown): boolean {
    this.budget.spendOnCheck(value);
    if (this.#uncheckable.has(part)) return false;
    if (callBudget().isSpent) throw new Exhausted();
    try {
      return this.known.fits(part, value);
    } catch {
      // A part that cannot stand alone (its references need what is around it) is left as it is.
      this.#uncheckable.add(part);
      return false;
    }
  }

  /** All branches of a union get the same object, so that what is inside is mended once. */
  #jsonIn(text: string): { value: unknown } | undefined {
    if (this.#parsed.has(text)) return this.#parsed.get(text);
    this.budget.spend(text.length >> 3);
    const found = jsonIn(text);
    const parsed = found && this.budget.admits(found.value) ? found : undefined;
    this.#parsed.set(text, parsed);
    return parsed;
  }
}

const weight = (change: Change): number => (change ? change.repairs.reduce((sum, { kind }) => sum + weightOf(kind), 0) : Infinity);

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null;

function joined(before: Change, after: Change): Change {
  return before && after ? { value: after.value, repairs: [...before.repairs, ...after.repairs] } : (after ?? before);
}

/** Tuples are `prefixItems` and `items`, or a list of `items` and `additionalItems` in older drafts. */
function itemPart(part: JsonSchema, index: number, dialect: Dialect): Part {
  const { items, prefixItems, additionalItems } = part as JsonSchema & { additionalItems?: Part };
  const tuple = Array.isArray(items) ? (items as Part[]) : dialect === '2020-12' ? prefixItems : undefined;
  const rest = Array.isArray(items) ? additionalItems : items;
  return tuple && index < tuple.length ? tuple[index] : rest;
}
