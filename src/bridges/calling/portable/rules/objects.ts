/** Objects: names that are required are there, patterns of keys become free keys, names are what the provider takes. */
import type { JsonSchema } from '../../../../types.js';
import type { SchemaFacts } from '../../facts.js';
import { legalName } from '../../names.js';
import { isSimple } from '../patterns.js';
import { type Draft, entriesOf, type Rule, type Spot, typesOf } from '../rule.js';

export const objects: Rule = {
  before(draft, spot) {
    if (!typesOf(draft).includes('object') && !draft.properties && !draft.required && !draft.patternProperties) return;
    patterns(draft, spot);
    required(draft, spot);
    freeKeys(draft, spot);
    names(draft, spot);
  },
};

function patterns(draft: Draft, spot: Spot): void {
  if (!draft.patternProperties || (spot.takes('patternProperties') && areSimple(draft.patternProperties, spot.facts))) return;
  const schemas = entriesOf(draft.patternProperties).map(([, schema]) => schema);
  spot.say(draft, 'patternProperties');
  if (schemas.length === 0 || draft.additionalProperties === true) return;
  if (typeof draft.additionalProperties === 'object') schemas.push(draft.additionalProperties);
  draft.additionalProperties = schemas.length === 1 ? (schemas[0] as JsonSchema) : { anyOf: schemas };
}

/** A provider with a rule for names of properties has one for their patterns too, which nobody knows: then none is simple. */
function areSimple(patterns: object, { simplePatterns, propertyName }: SchemaFacts): boolean {
  return !propertyName && (!simplePatterns || Object.keys(patterns).every(isSimple));
}

/** What is required is a property; any value fits where nothing was said of it. */
function required(draft: Draft, spot: Spot): void {
  if (!draft.required) return;
  if (draft.required.length === 0) delete draft.required;
  else if (spot.facts.requiredKnown) {
    const known = draft.properties ?? {};
    const unknown = draft.required.filter((name) => !Object.hasOwn(known, name));
    if (unknown.length === 0) return;
    const further = typeof draft.additionalProperties === 'object' ? draft.additionalProperties : {};
    draft.properties = Object.fromEntries([...Object.entries(known), ...unknown.map((name): [string, JsonSchema] => [name, further])]);
  }
}

/** Free keys, where they cannot be declared. */
function freeKeys(draft: Draft, spot: Spot): void {
  if (draft.additionalProperties === undefined || spot.takes('additionalProperties')) return;
  if (draft.additionalProperties !== false) spot.refuseStrict('an object with free keys');
  if (typeof draft.additionalProperties === 'object') spot.say(draft, 'additionalProperties');
  else if (!draft.additionalProperties && !spot.isRoot)
    spot.lose('DROPPED', 'additionalProperties', 'that there are no further keys cannot be declared');
  delete draft.additionalProperties;
}

function names(draft: Draft, spot: Spot): void {
  const { propertyName } = spot.facts;
  if (!propertyName) return;
  const renamed = (name: string): string => legalName(name, propertyName);
  // Of properties that may stand elsewhere.
  if (draft.required) draft.required = draft.required.map(renamed);
  const needs = draft['dependentRequired'] as Record<string, string[]> | undefined;
  if (needs) draft['dependentRequired'] = Object.fromEntries(Object.entries(needs).map(([name, all]) => [renamed(name), all.map(renamed)]));
  if (!draft.properties) return;
  const refused = Object.keys(draft.properties).filter((name) => !propertyName.legal.test(name));
  if (refused.length === 0) return;
  draft.properties = Object.fromEntries(Object.entries(draft.properties).map(([name, schema]) => [renamed(name), schema]));
  for (const name of refused) {
    spot.tell(`${renamed(name)} stands for ${JSON.stringify(name.slice(0, 200))}.`);
    spot.lose('RENAMED', 'properties', `the property ${JSON.stringify(name)} is declared as '${renamed(name)}'`);
  }
}
