/** What a rule of the schema pass is. */
import type { JsonSchema } from '../../../types.js';
import type { LossCode } from '../bridge.js';
import type { SchemaFacts, StrictFacts } from '../facts.js';

/** One schema on its way to a provider: a copy of its own, that rules change in place. Its subschemas are still the author's. */
export type Draft = JsonSchema;

/** Where a rule is, and what it may do beside changing the draft. */
export interface Spot {
  readonly facts: SchemaFacts;
  /** Set where the tool is to be strict. */
  readonly strict: StrictFacts | undefined;
  /** Keys from the root of the author's schema. */
  readonly path: readonly (string | number)[];
  readonly isRoot: boolean;
  /** Below a property that need not be there, within the same definition. */
  readonly isOptional: boolean;
  /** Whether the provider takes the keyword here. */
  takes(keyword: string): boolean;
  /** Notes a loss. */
  lose(code: LossCode, keyword: string, what: string): void;
  /** Puts a sentence into the description. */
  tell(sentence: string): void;
  /** Says a keyword that cannot stay in the description, and removes it. */
  say(draft: Draft, keyword: string): void;
  /** Notes why the tool cannot be strict. */
  refuseStrict(reason: string): void;
  /** The schema with what its references lead to in their place, as far as its own level goes. */
  resolve(schema: JsonSchema): JsonSchema;
  /** What a local reference leads to. */
  target(reference: string): JsonSchema | undefined;
  /** Whether the definition contains itself, and whether it is being written out right here. */
  isRecursive(target: JsonSchema): boolean;
  isOpen(target: JsonSchema): boolean;
  /** Notes that the definition is being written out here. */
  enter(target: JsonSchema): void;
  /** How often the definition is referred to. */
  uses(target: JsonSchema): number;
  /** There is still room to write definitions out. */
  hasRoom(): boolean;
  /** The reference to the definition in the `$defs` of what is made. */
  define(target: JsonSchema, reference: string): string;
  /** What a reference that `define` gave stands for. */
  defined(reference: string): JsonSchema | undefined;
}

/** One rule: before the subschemas are looked at, or after. */
export interface Rule {
  before?(draft: Draft, spot: Spot): void;
  after?(draft: Draft, spot: Spot): void;
}

export const isSchema = (value: unknown): value is JsonSchema => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The schemas of a list; true is the empty schema, false is left out, in either of its forms. */
export function schemasOf(value: unknown): JsonSchema[] {
  return Array.isArray(value) ? value.flatMap((one) => (one === true ? [{}] : isSchema(one) && !isNever(one) ? [one] : [])) : [];
}

/** `{ "not": {} }`, as zod writes what nothing fits. */
function isNever({ not, ...others }: JsonSchema): boolean {
  if (not === undefined || Object.keys(others).length > 0) return false;
  return (not as unknown) === true || (isSchema(not) && Object.keys(not).length === 0);
}

/** The entries of a keyword that maps names to schemas. */
export function entriesOf(value: unknown): [string, JsonSchema][] {
  if (!isSchema(value)) return [];
  return Object.entries(value).flatMap(([name, one]): [string, JsonSchema][] =>
    one === true ? [[name, {}]] : isSchema(one) ? [[name, one]] : [],
  );
}

/** Strings only, each once. */
export const stringsOf = (value: unknown): string[] =>
  Array.isArray(value) ? [...new Set(value.filter((one): one is string => typeof one === 'string'))] : [];

/** The types that are named; none where any is allowed. */
export const typesOf = ({ type }: JsonSchema): string[] => (typeof type === 'string' ? [type] : stringsOf(type));

/** Makes the draft into another schema. */
export function become(draft: Draft, schema: JsonSchema): void {
  for (const key of Object.keys(draft)) delete draft[key];
  Object.assign(draft, schema);
}

/** Whether two schemas are written alike. */
export function isSame(left: unknown, right: unknown): boolean {
  return left === right || writing(left) === writing(right);
}

/** A text for a value, to tell apart; what cannot be written is like nothing else. */
export function writing(value: unknown): string | symbol {
  try {
    return JSON.stringify(value) ?? 'undefined';
  } catch {
    return Symbol('unwritable');
  }
}
