/** Narrows the schema of a class by its rules: what JSON Schema can say becomes keywords, the rest a sentence. */
import type { Constructor, ContractSchema } from '../../types.js';
import { applyToElements, applyToValue, type ResolveReference, type Surroundings } from './apply.js';
import { argumentsOf, entryOf } from './built-in.js';
import { sentenceOf, withSentences } from './describe.js';
import { type PropertyRules, type RuleOptions, type RuleRecord, rulesOf } from './metadata.js';

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
  for (const rules of rulesOf(owner, options)) {
    const { property } = rules;
    const before = Object.hasOwn(properties, property) ? properties[property] : undefined;
    if (before === undefined) continue;
    properties[property] = narrowProperty(before, rules, resolve);
    if (rules.optional) required.delete(property);
    else if (!required.has(property) && refusesAbsence(rules) && before.default === undefined && isAbsentByDefault(owner, rules))
      required.add(property);
  }
  const { required: _required, ...rest } = schema;
  const ordered = Object.keys(properties).filter((name) => required.has(name));
  const others = [...required].filter((name) => !Object.hasOwn(properties, name));
  const narrowed: ContractSchema = schema.properties ? { ...rest, properties } : { ...rest };
  if (ordered.length + others.length > 0) narrowed.required = [...ordered, ...others];
  return narrowed;
}

function narrowProperty(schema: ContractSchema, rules: PropertyRules, resolve: ResolveReference): ContractSchema {
  const around: Surroundings = { nullPasses: rules.optional, resolve };
  let narrowed = schema;
  const sentences: string[] = [];
  for (const rule of rules.rules) {
    const entry = entryOf(rule);
    const conditional = rules.conditional || rule.validateIf !== undefined;
    const said = conditional ? undefined : saySchema(narrowed, rule, around, entry?.narrow?.(argumentsOf(rule)));
    narrowed = said?.schema ?? narrowed;
    const sentence = said?.wholly ? undefined : sentenceOf(rule, entry, conditional);
    if (sentence !== undefined) sentences.push(sentence);
  }
  const description = withSentences(narrowed.description, sentences);
  return description === narrowed.description ? narrowed : { ...narrowed, description };
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
