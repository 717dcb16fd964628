/** Narrows the schema of a class by its rules: what JSON Schema can say becomes keywords, the rest a sentence. */
import { isDeepStrictEqual } from 'node:util';
import { withAuthorWords } from '../../schema/author-words.js';
import type { Constructor, ContractSchema } from '../../types.js';
import { isTransformed } from '../transformer.js';
import { applyToElements, applyToValue, type ResolveReference, type Surroundings, typesOf } from './apply.js';
import { argumentsOf, entryOf, validationArguments } from './built-in.js';
import { elementsOf } from './compile.js';
import { sentenceOf, withSentences } from './describe.js';
import { givenMessage } from './message.js';
import { constraintsOf, type PropertyRules, type RuleOptions, type RuleRecord, rulesOf } from './metadata.js';
import { initialValues, restOf, type SaidWhere, withSaid } from './said.js';
import type { Narrowing } from './table/index.js';
import { wireForms } from './wire-form.js';

/**
 * Object schema of a class -> copy narrowed by the class's rules; this level's properties only, nested classes are separate calls.
 * A property without a schema of its own is left out. Deterministic: rules count in the order of the source.
 * @param resolve finds the schema behind a `$ref`; without it, keywords are put beside the reference unseen
 */
export function narrowByClass(
  schema: ContractSchema,
  owner: Constructor,
  options: RuleOptions,
  resolve: ResolveReference = () => undefined,
): ContractSchema {
  const properties = { ...schema.properties } as Record<string, ContractSchema>;
  const required = new Set(schema.required);
  const said = new Map<RuleRecord, SaidWhere>();
  for (const rules of rulesOf(owner, options)) {
    const { property } = rules;
    const before = Object.hasOwn(properties, property) ? properties[property] : undefined;
    if (before === undefined) continue;
    const { schema: after, wholly } = (isTransformed(owner, property) ? tellProperty : narrowProperty)(before, rules, resolve);
    properties[property] = after;
    addSaid(said, wholly, rules, owner, before.default);
    if (holdsObjects(after, { nullPasses: rules.optional, resolve })) for (const rule of rules.nested) said.set(rule, 'always');
    if (refusesAbsence(rules, owner, before.default)) {
      required.add(property);
      properties[property] = withoutDefault(after);
    } else if (rules.optional) required.delete(property);
  }
  const { required: _required, ...rest } = schema;
  const ordered = Object.keys(properties).filter((name) => required.has(name));
  const others = [...required].filter((name) => !Object.hasOwn(properties, name));
  const narrowed: ContractSchema = schema.properties ? { ...rest, properties } : { ...rest };
  if (ordered.length + others.length > 0) narrowed.required = [...ordered, ...others];
  return withSaid(narrowed, said);
}

/** The property's schema, and the rules that it says wholly. */
interface NarrowedProperty {
  schema: ContractSchema;
  wholly: RuleRecord[];
}

function narrowProperty(schema: ContractSchema, rules: PropertyRules, resolve: ResolveReference): NarrowedProperty {
  const around: Surroundings = { nullPasses: rules.optional, resolve };
  let narrowed = schema;
  const sentences: string[] = [];
  const wholly: RuleRecord[] = [];
  for (const rule of rules.rules) {
    const entry = entryOf(rule);
    const conditional = rules.conditional || rule.validateIf !== undefined;
    const said = conditional ? undefined : saySchema(narrowed, rule, around, entry?.narrow?.(argumentsOf(rule)));
    narrowed = said?.schema ?? narrowed;
    if (said?.wholly) wholly.push(rule);
    const sentence = said?.wholly ? undefined : sentenceOf(rule, entry, conditional);
    if (sentence !== undefined) sentences.push(sentence);
  }
  if (rules.nested.length > 0) {
    if (!rules.conditional) narrowed = narrowNested(narrowed, around);
    if (narrowed['x-as'] === undefined && !holdsObjects(narrowed, around)) sentences.push(nestedSentence(rules.conditional));
  }
  return { schema: describedBy(narrowed, sentences), wholly };
}

function describedBy(schema: ContractSchema, sentences: readonly string[]): ContractSchema {
  const description = withSentences(schema.description, sentences);
  return description === schema.description ? schema : { ...schema, description };
}

/** Rules judge what `@Transform` made of the value, which no schema sees: they are told, save what the declared type says of itself. */
function tellProperty(schema: ContractSchema, rules: PropertyRules, resolve: ResolveReference): NarrowedProperty {
  const around: Surroundings = { nullPasses: rules.optional, resolve };
  const sentences = rules.rules.flatMap((rule) => {
    const entry = entryOf(rule);
    const said = saySchema(schema, rule, around, entry?.narrow?.(argumentsOf(rule)));
    if (said?.wholly && isDeepStrictEqual(said.schema, schema)) return [];
    return sentenceOf(rule, entry, rules.conditional || rule.validateIf !== undefined) ?? [];
  });
  return { schema: describedBy(schema, sentences), wholly: [] };
}

/** Rules may rest whose schema speaks for them: what no schema has seen, a default or an initialiser, must pass them by itself. */
function addSaid(
  said: Map<RuleRecord, SaidWhere>,
  wholly: readonly RuleRecord[],
  { property }: PropertyRules,
  owner: Constructor,
  fallback: unknown,
): void {
  const unseen = [fallback, initialValues(owner)?.[property]].filter((value) => value !== undefined && value !== null);
  for (const rule of wholly) {
    const entry = entryOf(rule);
    const rests = entry && restOf(rule, entry);
    if (rests && unseen.every((value) => passes(rule, value))) said.set(rule, rests);
  }
}

const objects: Narrowing = { types: ['object', 'array'] };

/** `@ValidateNested` lets objects pass, and lists of such: no text, no number, and null only where `@IsOptional` stands beside. */
function narrowNested(schema: ContractSchema, around: Surroundings): ContractSchema {
  const narrowed = applyToValue(schema, objects, around);
  return narrowed ? (applyToElements(narrowed, objects, around) ?? narrowed) : schema;
}

const nestedSentence = (isConditional: boolean): string =>
  isConditional ? 'In some cases only: must be an object, or a list of objects.' : 'Must be an object, or a list of objects.';

/** Whether `@ValidateNested` finds objects wherever it looks: the schema lets nothing else pass. */
function holdsObjects(schema: ContractSchema, around: Surroundings): boolean {
  if (schema['x-as'] !== undefined) return false;
  const types = typesOf(schema, around).filter((type) => !(type === 'null' && around.nullPasses));
  const items = schema.type === 'array' && schema.prefixItems === undefined && typeof schema.items === 'object' ? schema.items : undefined;
  return items ? holdsObjects(items, { ...around, nullPasses: false }) : types.length > 0 && types.every((type) => type === 'object');
}

/** The verdict of a built-in rule, which looks at nothing but the value. */
function passes(rule: RuleRecord, value: unknown): boolean {
  const judged = rule.each ? (elementsOf(value)?.map(([, element]) => element) ?? [value]) : [value];
  return judged.every((one) => [one, ...wireForms(one)].some((form) => accepts(rule, form)));
}

function accepts(rule: RuleRecord, value: unknown): boolean {
  try {
    return constraintsOf(rule).every(({ instance }) => instance.validate(value, validationArguments(rule, {}, value)) === true);
  } catch {
    return false;
  }
}

function saySchema(
  schema: ContractSchema,
  rule: RuleRecord,
  around: Surroundings,
  narrowing: ReturnType<NonNullable<NonNullable<ReturnType<typeof entryOf>>['narrow']>>,
) {
  if (!narrowing) return undefined;
  const applied = (rule.each ? applyToElements : applyToValue)(schema, narrowing, around);
  return applied && { schema: worded(applied, rule, narrowing), wholly: !narrowing.partly };
}

/** A message of the author's own is also given when the keyword refuses that the rule became. */
function worded(schema: ContractSchema, rule: RuleRecord, { keywords = {}, values }: Narrowing): ContractSchema {
  if (!rule.message) return schema;
  const names = [...Object.keys(keywords), ...(values ? ['enum', 'const'] : [])];
  const word = (value: unknown): string | undefined => givenMessage(rule, value);
  if (!rule.each || typeof schema.items !== 'object') return withAuthorWords(schema, names, word);
  return { ...schema, items: withAuthorWords(schema.items, names, word) };
}

/** Whether a rule refuses what an absent property has, its initialiser's value or its default or nothing, so that the property must be sent. */
function refusesAbsence(
  { rules, property, conditional, optional, argument }: PropertyRules,
  owner: Constructor,
  fallback: unknown,
): boolean {
  if (conditional) return false;
  const initial = argument ? {} : initialValues(owner);
  // A class that cannot be made tells nothing.
  if (!initial) return false;
  const value = initial[property] ?? fallback;
  if (optional && (value === undefined || value === null)) return false;
  return rules.some((rule) => {
    // An argument that is absent is left to the method's own default, unless it is said to be needed.
    if (argument && (rule.name !== 'isDefined' || fallback !== undefined)) return false;
    return rule.validateIf === undefined && entryOf(rule) !== undefined && !passes(rule, value);
  });
}

function withoutDefault({ default: _default, ...schema }: ContractSchema): ContractSchema {
  return schema;
}
