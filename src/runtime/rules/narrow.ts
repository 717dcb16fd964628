/** Narrows the schema of a class by its rules: what JSON Schema can say becomes keywords, the rest a sentence. */
import type { Constructor, ContractSchema } from '../../types.js';
import { applyToElements, applyToValue, type ResolveReference, type Surroundings } from './apply.js';
import { argumentsOf, entryOf, validationArguments } from './built-in.js';
import { sentenceOf, withSentences } from './describe.js';
import { constraintsOf, type PropertyRules, type RuleOptions, type RuleRecord, rulesOf } from './metadata.js';
import { initialValues, restOf, type SaidWhere, withSaid } from './said.js';

/** A class as it is built when arguments come in. */
type Instantiable = new () => Record<string, unknown>;

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
    const { schema: after, wholly } = narrowProperty(before, rules, resolve);
    properties[property] = after;
    addSaid(said, wholly, rules, owner, before.default);
    if (rules.optional) required.delete(property);
    else if (!required.has(property) && refusesAbsence(rules) && before.default === undefined && isAbsentByDefault(owner, rules))
      required.add(property);
  }
  const { required: _required, ...rest } = schema;
  const ordered = Object.keys(properties).filter((name) => required.has(name));
  const others = [...required].filter((name) => !Object.hasOwn(properties, name));
  const narrowed: ContractSchema = schema.properties ? { ...rest, properties } : { ...rest };
  if (ordered.length + others.length > 0) narrowed.required = [...ordered, ...others];
  return withSaid(narrowed, said);
}

/** The property's schema, and the rules that it says wholly. */
function narrowProperty(schema: ContractSchema, rules: PropertyRules, resolve: ResolveReference): { schema: ContractSchema; wholly: RuleRecord[] } {
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
  const description = withSentences(narrowed.description, sentences);
  return { schema: description === narrowed.description ? narrowed : { ...narrowed, description }, wholly };
}

/** Rules may rest whose schema speaks for them: what no schema has seen, a default or an initialiser, must pass them by itself. */
function addSaid(said: Map<RuleRecord, SaidWhere>, wholly: readonly RuleRecord[], { property }: PropertyRules, owner: Constructor, fallback: unknown): void {
  const unseen = [fallback, initialValues(owner)?.[property]].filter((value) => value !== undefined && value !== null);
  for (const rule of wholly) {
    const entry = entryOf(rule);
    const rests = entry && restOf(rule, entry);
    if (rests && unseen.every((value) => passes(rule, value))) said.set(rule, rests);
  }
}

function passes(rule: RuleRecord, value: unknown): boolean {
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
  return applied && { schema: applied, wholly: !narrowing.partly };
}

/** Whether a rule refuses an absent value, so that the property must be sent. */
function refusesAbsence(rules: PropertyRules): boolean {
  if (rules.conditional) return false;
  return rules.rules.some((rule) => {
    // An argument that is absent is left to the method's own default, unless it is said to be needed.
    if (rules.argument && rule.name !== 'isDefined') return false;
    const entry = entryOf(rule);
    return entry !== undefined && !entry.absent && rule.validateIf === undefined;
  });
}

/** A field with an initialiser has a value when nothing was sent. */
function isAbsentByDefault(owner: Constructor, { property, argument }: PropertyRules): boolean {
  if (argument) return true;
  try {
    return new (owner as unknown as Instantiable)()[property] === undefined;
  } catch {
    return false;
  }
}
