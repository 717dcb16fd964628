/** The schema of a form as MCP allows it (2025-11-25, "Requested Schema"): one level of texts, numbers, booleans and choices. */
import { ToolError } from '../../errors.js';
import { localTarget } from '../../schema/references.js';
import type { ContractSchema, JsonSchema, ObjectSchema } from '../../types.js';

/** One kind of field: what of its schema a client is sent. */
const sent: Readonly<Record<string, readonly string[]>> = {
  string: ['minLength', 'maxLength', 'format'],
  number: ['minimum', 'maximum'],
  integer: ['minimum', 'maximum'],
  boolean: [],
};

const formats = new Set<unknown>(['email', 'uri', 'date', 'date-time']);

/** What MCP's forms cannot say is said in words; the answer is checked all the same. */
const told: Readonly<Record<string, (value: unknown) => string>> = {
  pattern: (value) => `Must match the pattern ${String(value)}.`,
  format: (value) => (formats.has(value) ? '' : `Must have the format ${String(value)}.`),
  exclusiveMinimum: (value) => `Must be above ${String(value)}.`,
  exclusiveMaximum: (value) => `Must be below ${String(value)}.`,
  multipleOf: (value) => `Must be a multiple of ${String(value)}.`,
  uniqueItems: (value) => (value === true ? 'No choice twice.' : ''),
};

const allowed = 'MCP takes only strings, numbers, integers, booleans, choices of strings and lists of such choices, all on one level';

/** @param place for messages @throws ToolError INVALID_DEFINITION, naming the field that is not flat */
export function flatSchema(root: ContractSchema, place: string): ObjectSchema {
  const refuse = (what: string): ToolError => new ToolError('INVALID_DEFINITION', `${place}: ${what}; ${allowed}.`);
  for (const keyword of ['anyOf', 'oneOf', 'allOf', 'not', 'patternProperties'])
    if (root[keyword] !== undefined) throw refuse(`a form cannot have '${keyword}'`);
  const properties: Record<string, JsonSchema> = {};
  for (const [name, schema] of Object.entries(root.properties ?? {})) {
    const field = resolved(schema, root);
    const flat = flatField(root.required?.includes(name) ? field : resolved(withoutNull(field), root), root);
    if (typeof flat === 'string') throw refuse(`the field '${name}' ${flat}`);
    Object.defineProperty(properties, name, { value: flat, enumerable: true, configurable: true, writable: true });
  }
  const required = (root.required ?? []).filter((name) => Object.hasOwn(properties, name));
  return { type: 'object', properties, ...(required.length > 0 && { required }) };
}

/** The field as it is sent, or what is wrong with it. */
function flatField(schema: ContractSchema, root: ContractSchema): JsonSchema | string {
  const choice = choiceOf(schema);
  if (typeof choice === 'string') return choice;
  if (choice) return { ...words(schema), ...choice };
  const type = Array.isArray(schema.type) && schema.type.length === 1 ? schema.type[0] : schema.type;
  if (Array.isArray(type))
    return type.includes('null') ? 'may be null: make it optional instead' : `has more than one type: ${type.join(', ')}`;
  if (type === 'array') return flatList(schema, root);
  if (typeof type !== 'string' || !Object.hasOwn(sent, type)) return type === undefined ? 'has no single type' : `is of type ${type}`;
  return { ...words(schema), type, ...picked(schema, sent[type] ?? []) };
}

/** Null stands for an absent field where it may be absent: no form sends it. */
function withoutNull(schema: ContractSchema): ContractSchema {
  const { type, enum: members, anyOf, oneOf } = schema;
  const rest = (branches: JsonSchema[]): JsonSchema[] => branches.filter((branch) => branch.type !== 'null');
  const [first, ...others] = rest(anyOf ?? oneOf ?? []);
  if (first && others.length === 0 && (anyOf ?? oneOf)?.length === 2) {
    const { anyOf: _any, oneOf: _one, ...beside } = schema;
    return { ...first, ...beside };
  }
  return {
    ...schema,
    ...(Array.isArray(type) && { type: type.filter((one) => one !== 'null') }),
    ...(members && { enum: members.filter((member) => member !== null) }),
    ...(anyOf && { anyOf: rest(anyOf) }),
    ...(oneOf && { oneOf: rest(oneOf) }),
  };
}

function flatList(schema: ContractSchema, root: ContractSchema): JsonSchema | string {
  const items = typeof schema.items === 'object' ? resolved(schema.items, root) : {};
  const choice = choiceOf(items);
  if (typeof choice !== 'object') return choice ?? 'is a list of something else than choices';
  const { oneOf, ...plain } = choice;
  return { ...words(schema), type: 'array', ...picked(schema, ['minItems', 'maxItems']), items: oneOf ? { anyOf: oneOf } : plain };
}

/** A choice among strings, with titles where there are some; undefined for what is none, words for one that MCP has no form for. */
function choiceOf({ enum: members, const: only, oneOf, anyOf, enumNames }: ContractSchema): JsonSchema | string | undefined {
  const branches = oneOf ?? anyOf;
  if (branches) return titled(branches);
  const values = members ?? (only === undefined ? undefined : [only]);
  if (!values) return undefined;
  if (!values.every((value) => typeof value === 'string')) return 'is a choice of something else than strings';
  return { type: 'string', enum: [...values], ...(Array.isArray(enumNames) && { enumNames }) };
}

function titled(branches: readonly JsonSchema[]): JsonSchema | string {
  const choices = branches.map((branch) =>
    typeof branch.const === 'string' ? { const: branch.const, title: titleOf(branch) } : undefined,
  );
  if (choices.every((choice) => choice !== undefined)) return { type: 'string', oneOf: choices };
  return branches.some(({ type }) => type === 'null') ? 'may be null: make it optional instead' : 'is a union';
}

const titleOf = ({ const: value, title, description }: JsonSchema): string => title ?? description ?? String(value);

function words(schema: ContractSchema): JsonSchema {
  const sentences = Object.entries(told).map(([keyword, tell]) => (schema[keyword] === undefined ? '' : tell(schema[keyword])));
  const description = [schema.description, ...sentences].filter(Boolean).join(' ');
  return { ...picked(schema, ['title']), ...(description && { description }), ...picked(schema, ['default']) };
}

function picked(schema: ContractSchema, keywords: readonly string[]): JsonSchema {
  const kept = keywords.filter((keyword) => schema[keyword] !== undefined && (keyword !== 'format' || formats.has(schema[keyword])));
  return Object.fromEntries(kept.map((keyword) => [keyword, schema[keyword]]));
}

/** A field's schema with what it refers to; what stands beside a reference wins. */
function resolved(schema: JsonSchema | boolean, root: ContractSchema): ContractSchema {
  let current: ContractSchema = typeof schema === 'object' ? schema : {};
  for (let steps = 0; steps < 32; steps += 1) {
    const { $ref, allOf, ...rest } = current;
    const target = $ref === undefined ? undefined : localTarget(root, $ref);
    if (!target && allOf?.length !== 1) break;
    current = { ...target, ...(allOf?.length === 1 ? allOf[0] : allOf && { allOf }), ...rest };
  }
  return current;
}
