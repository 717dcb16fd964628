/**
 * JSON Schema without code generation: each keyword becomes a closure, each schema a list of them.
 * It gives the verdict where code may not be generated or where Ajv errs, and the reasons for every refusal.
 */
import type { JsonSchema } from '../../types.js';
import type { Dialect } from '../dialect.js';
import type { ReadPattern } from '../pattern.js';
import { type Resource, type Schema, SchemaDocument, UnresolvedReference } from './document.js';
import type { Keyword, Making, Vocabulary } from './keyword.js';
import { applicators } from './keywords/applicators.js';
import { arrays } from './keywords/arrays.js';
import { objects } from './keywords/objects.js';
import { references } from './keywords/references.js';
import { scalars } from './keywords/scalars.js';
import { unevaluatedItems, unevaluatedProperties } from './keywords/unevaluated.js';
import { type Check, Keys, type Knowledge, Run, Seen, Sink } from './run.js';
import { inTurn } from './in-turn.js';

/** In the order in which they are asked: what others have looked at must be known at the end. */
const vocabularies: readonly Vocabulary[] = [scalars, references, objects, arrays, applicators];
type Kind = keyof Vocabulary;
const kinds: readonly Kind[] = ['any', 'string', 'number', 'array', 'object'];

/** What is wrong with a value, and how much more there is. */
export type Findings = Pick<Sink, 'failures' | 'count'>;

/** Failures counted before the search ends. */
export const mostCounted = 10_000;

/** A schema that can be asked. Nothing is compiled before the first question. @throws UnresolvedReference from the constructor */
export class Interpreter {
  readonly #document: SchemaDocument;
  readonly #compiled = new Map<Resource, Map<Schema, Check>>();
  readonly #keys = new Keys();
  #root: Check | undefined;

  constructor(
    schema: Schema,
    dialect: Dialect,
    readonly readPattern: ReadPattern,
  ) {
    this.#document = new SchemaDocument(schema, dialect);
    const unresolved = this.#document.unresolved();
    if (unresolved !== undefined) throw new UnresolvedReference(unresolved);
  }

  accepts(value: unknown): boolean {
    return this.#check(value, new Run(this.#keys), undefined);
  }

  /** Lets go of the values that were looked at. */
  forget(): void {
    this.#keys.forget();
  }

  /** Whether a value fits one of the schemas in the document, by identity. */
  acceptsAt(part: Schema, value: unknown): boolean {
    return this.#compileAt(part, this.#document.root.resource)(value, new Run(this.#keys), undefined);
  }

  /**
   * @param most failures told; the others are counted
   * @param check looks for them, in place of the schema's own
   */
  explain(value: unknown, most: number, knowledge: Knowledge = {}, check = this.#check): Findings {
    return new Run(this.#keys, knowledge).collect(value, check, new Sink(most, mostCounted));
  }

  /** Notes in a run why a value does not fit a part of the schema, or a schema like it; false when it fits. */
  reasons(part: Schema): (value: unknown, run: Run) => boolean {
    let check: Check | undefined;
    return (value, run) => !(check ??= this.#compile(part, this.#document.root.resource))(value, run, undefined);
  }

  get #check(): Check {
    const { schema, resource } = this.#document.root;
    return (this.#root ??= this.#compileAt(schema, resource));
  }

  /** Made at its first use: references lead back to where they stand. */
  #compileAt(target: Schema, resource: Resource): Check {
    let known = this.#compiled.get(resource);
    if (!known) this.#compiled.set(resource, (known = new Map()));
    const before = known.get(target);
    if (before) return before;
    let made: Check | undefined;
    const check: Check = (value, run, seen) => (made ??= this.#compile(target, resource))(value, run, seen);
    known.set(target, check);
    return check;
  }

  #compile(schema: Schema, outer: Resource): Check {
    if (typeof schema === 'boolean') return schema ? () => true : (value, run) => run.fail('false schema', value, {});
    const resource = this.#document.resourceOf(schema, outer);
    const check = this.#checkOf(schema, resource);
    if (!this.#document.isDynamic) return check;
    return (value, run, seen) => {
      const { scope } = run;
      if (scope?.resource === resource) return check(value, run, seen);
      run.scope = { resource, outer: scope };
      const fits = check(value, run, seen);
      run.scope = scope;
      return fits;
    };
  }

  #checkOf(schema: JsonSchema, resource: Resource): Check {
    const making: Making = {
      schema,
      resource,
      document: this.#document,
      compile: (sub) => this.#compile(sub, resource),
      compileAt: (target, at) => this.#compileAt(target, at),
      pattern: this.readPattern,
    };
    // In draft-07, what stands beside `$ref` does not count.
    if (this.#document.dialect === 'draft-07' && schema.$ref !== undefined) return inTurn(made(reference, making));
    const checks = Object.fromEntries(kinds.map((kind) => [kind, made(keywords[kind], making)])) as Record<Kind, Check[]>;
    const check = byType(checks);
    const after = Object.hasOwn(schema, 'unevaluatedProperties') || Object.hasOwn(schema, 'unevaluatedItems');
    return after && this.#document.dialect !== 'draft-07' ? withRest(check, unevaluated(making)) : check;
  }
}

type Keywords = readonly (readonly [name: string, keyword: Keyword])[];

const keywords = Object.fromEntries(
  kinds.map((kind): [Kind, Keywords] => [kind, vocabularies.flatMap((vocabulary) => Object.entries(vocabulary[kind] ?? {}))]),
) as Record<Kind, Keywords>;

const reference = keywords.any.filter(([name]) => name === '$ref');

function made(table: Keywords, making: Making): Check[] {
  const checks: Check[] = [];
  for (const [name, keyword] of table) {
    const check = Object.hasOwn(making.schema, name) ? keyword(making) : undefined;
    if (check) checks.push(check);
  }
  return checks;
}

/** First what concerns every value, then what concerns its kind. */
function byType({ any, ...typed }: Record<Kind, Check[]>): Check {
  const other = inTurn(any);
  if (Object.values(typed).every(({ length }) => length === 0)) return other;
  const [string, number, array, object] = [typed.string, typed.number, typed.array, typed.object].map((own) =>
    inTurn([...any, ...own]),
  ) as [Check, Check, Check, Check];
  return (value, run, seen) => {
    if (typeof value === 'string') return string(value, run, seen);
    if (typeof value === 'number') return number(value, run, seen);
    if (typeof value !== 'object' || value === null) return other(value, run, seen);
    return Array.isArray(value) ? array(value, run, seen) : object(value, run, seen);
  };
}

const unevaluated = (making: Making): Record<'array' | 'object', Check> => ({
  object: inTurn(made([['unevaluatedProperties', unevaluatedProperties]], making)),
  array: inTurn(made([['unevaluatedItems', unevaluatedItems]], making)),
});

/** Notes what the others look at, then asks for the rest. */
function withRest(check: Check, rest: Record<'array' | 'object', Check>): Check {
  return (value, run, seen) => {
    if (typeof value !== 'object' || value === null) return check(value, run, seen);
    const own = new Seen();
    let fits = check(value, run, own);
    if (!fits && run.sink === undefined) return false;
    fits = rest[Array.isArray(value) ? 'array' : 'object'](value, run, own) && fits;
    seen?.add(own);
    return fits;
  };
}
