/**
 * Arguments as the author's schema has them, from arguments as a provider's declaration had them: without the null that strict mode put
 * in place of what is absent, with numbers where they were declared as texts, under the properties' own names.
 */
import { compileParts, type Parts } from '../../../schema/validator.js';
import { eachSubschema } from '../../../schema/walk.js';
import type { JsonSchema } from '../../../types.js';
import type { NameFacts, SchemaFacts } from '../facts.js';
import { legalName } from '../names.js';
import { valuesOf } from '../portable/rules/fold.js';
import { referenceOf } from '../portable/references.js';
import { entriesOf, isSchema, schemasOf, typesOf } from '../portable/rule.js';
import { localTarget } from '../../../schema/references.js';
import { acceptsNull } from './null.js';

/** Levels of arguments that are looked at. */
const mostDepth = 64;
/** References and unions that are opened for one object. */
const mostViews = 200;
/** Values, and branches of unions, that are looked at in all; the rest stays as it is, for the registry to judge. */
const mostSteps = 100_000;
const mostTrials = 2000;
/** Levels of arguments that are worked on at all. */
const mostArgumentDepth = 256;

type Values = Record<string, unknown>;

/** Takes out exactly the nulls that strict mode introduced; never one that the schema allows. Gives the same object when there are none. */
export function undoStrict(args: unknown, schema: JsonSchema): unknown {
  return undo(args, schema, {});
}

/** The same for everything that a provider's form of the schema changed. */
export function undo(args: unknown, schema: JsonSchema, facts: Renaming): unknown {
  const { propertyName, stringEnums = false } = facts;
  return hasNull(args) || ((propertyName || stringEnums) && isDeclaredOtherwise(schema, facts))
    ? new Undo(schema, propertyName, stringEnums).value(args, schema, 0)
    : args;
}

type Renaming = Partial<Pick<SchemaFacts, 'propertyName' | 'stringEnums'>>;

/** By what providers take: whether names or values of a schema that cannot change were declared in another form. */
const declaredOtherwise = new WeakMap<Renaming, WeakMap<JsonSchema, boolean>>();

function isDeclaredOtherwise(schema: JsonSchema, facts: Renaming): boolean {
  if (!Object.isFrozen(schema)) return true;
  const verdicts = declaredOtherwise.get(facts) ?? new WeakMap<JsonSchema, boolean>();
  declaredOtherwise.set(facts, verdicts);
  const verdict = verdicts.get(schema) ?? holdsOther(schema, facts);
  verdicts.set(schema, verdict);
  return verdict;
}

function holdsOther(root: JsonSchema, { propertyName, stringEnums }: Renaming): boolean {
  const seen = new Set<JsonSchema>();
  const open = [root];
  for (let schema = open.pop(); schema; schema = open.pop()) {
    if (seen.has(schema)) continue;
    seen.add(schema);
    if (propertyName && !Object.keys(schema.properties ?? {}).every((name) => propertyName.legal.test(name))) return true;
    if (stringEnums && !(valuesOf(schema) ?? []).every((value) => typeof value === 'string')) return true;
    eachSubschema(schema, (sub) => open.push(sub));
  }
  return false;
}

/** Without recursion. Arguments that are too deep are left to the registry, which refuses them. */
function hasNull(args: unknown): boolean {
  const isNullInFlat = nullInFlat(args);
  if (isNullInFlat !== undefined) return isNullInFlat;
  let found = false;
  let level = [args];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > mostArgumentDepth) return false;
    found ||= level.includes(null);
    level = level.flatMap((value): unknown[] => (typeof value === 'object' && value !== null ? Object.values(value) : []));
  }
  return found;
}

/** Most arguments hold no objects; undefined for those that do. */
function nullInFlat(args: unknown): boolean | undefined {
  if (!isSchema(args)) return undefined;
  let found = false;
  for (const name in args) {
    const value = args[name];
    if (value === null) found = true;
    else if (typeof value === 'object') return undefined;
  }
  return found;
}

class Undo {
  #fits: Parts | undefined;
  #steps = 0;
  #trials = 0;

  constructor(
    readonly root: JsonSchema,
    readonly propertyName: NameFacts | undefined,
    readonly isText: boolean,
  ) {}

  value(value: unknown, schema: JsonSchema, depth: number): unknown {
    this.#steps += 1;
    if (depth > mostDepth || this.#steps > mostSteps) return value;
    if (Array.isArray(value)) return this.#list(value, schema, depth);
    if (isSchema(value)) return this.#object(value, schema, depth);
    return this.isText && typeof value === 'string' ? this.#plain(value, schema) : value;
  }

  /** The schema and all that holds beside it; its unions are left as they are. */
  #views(schema: JsonSchema): JsonSchema[] {
    const views = new Set<JsonSchema>();
    const open = [schema];
    for (let at = open.shift(); at && views.size < mostViews; at = open.shift()) {
      if (views.has(at)) continue;
      views.add(at);
      const reference = referenceOf(at);
      const target = reference === undefined ? undefined : localTarget(this.root, reference);
      if (target) open.push(target);
      open.push(...schemasOf(at.allOf));
    }
    return [...views];
  }

  #list(list: readonly unknown[], schema: JsonSchema, depth: number): unknown {
    const views = this.#views(schema);
    const made = list.map((value, index) => {
      const schemas = views.flatMap((view) => itemSchemas(view, index));
      return schemas.reduce<unknown>((item, one) => this.value(item, one, depth + 1), value);
    });
    const changed = made.some((value, index) => value !== list[index]) ? made : list;
    return this.#inUnions(changed, views, depth, new Set());
  }

  #object(object: Values, schema: JsonSchema, depth: number): unknown {
    const views = this.#views(schema);
    const named = this.#ownNames(object, views);
    const required = new Set(views.flatMap((view) => (Array.isArray(view.required) ? view.required : [])));
    const kept: [string, unknown][] = [];
    for (const [name, value] of Object.entries(named)) {
      const schemas = views.flatMap((view) => propertySchemas(view, name));
      if (value === null && !required.has(name) && schemas.length > 0 && !schemas.every((one) => this.#acceptsNull(one))) continue;
      kept.push([name, schemas.reduce<unknown>((inner, one) => this.value(inner, one, depth + 1), value)]);
    }
    const isSame = kept.length === Object.keys(named).length && kept.every(([name, value]) => named[name] === value);
    const known = new Set(views.flatMap((view) => Object.keys(view.properties ?? {})));
    return this.#inUnions(isSame ? named : Object.fromEntries(kept), views, depth, known);
  }

  /** Each union's branch that fits what it makes of the value decides; where none does, the value stays. */
  #inUnions(value: unknown, views: readonly JsonSchema[], depth: number, known: ReadonlySet<string>): unknown {
    let made = value;
    for (const view of views)
      for (const keyword of ['anyOf', 'oneOf'] as const) {
        const branches = schemasOf(view[keyword]);
        // What fits as it is stays.
        if (branches.length === 0 || this.#fitsUnion(keyword, branches, made)) continue;
        const candidate = this.#firstThatFits(made, branches, depth, known);
        if (candidate) made = candidate.value;
      }
    return made;
  }

  #fitsUnion(keyword: 'anyOf' | 'oneOf', branches: readonly JsonSchema[], value: unknown): boolean {
    this.#trials += branches.length;
    if (this.#trials > mostTrials) return false;
    const fitting = branches.filter((branch) => this.#isFit(branch, value)).length;
    return keyword === 'anyOf' ? fitting > 0 : fitting === 1;
  }

  #firstThatFits(
    value: unknown,
    branches: readonly JsonSchema[],
    depth: number,
    known: ReadonlySet<string>,
  ): { value: unknown } | undefined {
    for (const branch of branches) {
      this.#trials += 1;
      if (this.#trials > mostTrials || depth > mostDepth) return undefined;
      const made = this.#inBranch(value, branch, branches, depth, known);
      if (this.#isFit(branch, made)) return { value: made };
    }
    return undefined;
  }

  /** What the branch makes of the value; null of a property that only other branches have is absent, as one object was declared for all. */
  #inBranch(value: unknown, branch: JsonSchema, branches: readonly JsonSchema[], depth: number, known: ReadonlySet<string>): unknown {
    const cleaned = this.value(value, branch, depth + 1);
    if (!isSchema(cleaned) || !Object.values(cleaned).includes(null)) return cleaned;
    const own = new Set([...known, ...this.#propertyNames(branch)]);
    const alien = new Set(branches.flatMap((other) => this.#propertyNames(other)).filter((name) => !own.has(name)));
    const entries = Object.entries(cleaned);
    const kept = entries.filter(([name, inner]) => inner !== null || !alien.has(name));
    return kept.length === entries.length ? cleaned : Object.fromEntries(kept);
  }

  /** Of the schema, with all its unions. */
  #propertyNames(schema: JsonSchema): string[] {
    return this.#choices(schema).flatMap((choice) => Object.keys(choice.properties ?? {}));
  }

  #acceptsNull(schema: JsonSchema): boolean {
    return acceptsNull(schema, (reference) => localTarget(this.root, reference));
  }

  #isFit(branch: JsonSchema, value: unknown): boolean {
    this.#fits ??= partsOf(this.root);
    try {
      return this.#fits(branch, value);
    } catch {
      // References that lead back to themselves are found only now.
      this.#fits = () => false;
      return false;
    }
  }

  #ownNames(object: Values, views: readonly JsonSchema[]): Values {
    const { propertyName } = this;
    if (!propertyName) return object;
    const names = views.flatMap((view) => Object.keys(view.properties ?? {})).filter((name) => !propertyName.legal.test(name));
    if (names.length === 0) return object;
    const back = new Map(names.map((name) => [legalName(name, propertyName), name]));
    return Object.fromEntries(Object.entries(object).map(([name, value]) => [back.get(name) ?? name, value]));
  }

  /** A number, null or truth value that was declared as a text; where a text could be meant, it is one. */
  #plain(text: string, schema: JsonSchema): unknown {
    const choices = this.#choices(schema);
    if (choices.some((choice) => takesText(choice, text))) return text;
    const isOther = (value: unknown): boolean => (typeof value !== 'object' || value === null) && String(value) === text;
    const values = choices.flatMap((choice) => valuesOf(choice) ?? []);
    return values.some(isOther) ? values.find(isOther) : text;
  }

  /** The schema with all that its unions and references lead to. */
  #choices(schema: JsonSchema): JsonSchema[] {
    const choices = new Set<JsonSchema>();
    const open = [schema];
    for (let at = open.pop(); at && choices.size < mostViews; at = open.pop())
      for (const view of this.#views(at)) {
        if (choices.has(view)) continue;
        choices.add(view);
        open.push(...schemasOf(view.anyOf), ...schemasOf(view.oneOf));
      }
    return [...choices];
  }
}

function takesText(schema: JsonSchema, text: string): boolean {
  const values = valuesOf(schema);
  if (values) return values.includes(text);
  const types = typesOf(schema);
  const isWrapper = [schema.anyOf, schema.oneOf, schema.allOf, referenceOf(schema)].some((one) => one !== undefined);
  return types.includes('string') || (types.length === 0 && !isWrapper);
}

function itemSchemas(view: JsonSchema, index: number): JsonSchema[] {
  const tuple = view.prefixItems ?? (Array.isArray(view.items) ? (view.items as JsonSchema[]) : undefined);
  const at = tuple?.[index];
  if (isSchema(at)) return [at];
  return isSchema(view.items) ? [view.items] : [];
}

function propertySchemas(view: JsonSchema, name: string): JsonSchema[] {
  const own = isSchema(view.properties) && Object.hasOwn(view.properties, name) ? view.properties[name] : undefined;
  if (isSchema(own)) return [own];
  if (entriesOf(view.patternProperties).length > 0) return [];
  return isSchema(view.additionalProperties) ? [view.additionalProperties] : [];
}

const known = new WeakMap<JsonSchema, Parts>();

/** @returns what fits nothing, for a schema that cannot be compiled */
function partsOf(root: JsonSchema): Parts {
  const parts = known.get(root) ?? compiled(root);
  known.set(root, parts);
  return parts;
}

function compiled(root: JsonSchema): Parts {
  try {
    return compileParts(root, 'the input schema');
  } catch {
    return () => false;
  }
}
