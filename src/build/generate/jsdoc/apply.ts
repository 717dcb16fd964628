/** Puts what a doc comment says into a schema. */
import type { ContractSchema, JsonValue } from '../../../types.js';
import type { ts } from '../engine.js';
import type { SchemaMaker } from '../handler.js';
import type { Docs, DocTag } from './read.js';
import { contradiction, tagRules, type TagRule } from './tags.js';
import { isRequire, kind, literalText, typesOf, valueFor } from './values.js';

/** A copy of the schema with description, keywords and annotations of the comment. */
export function applyDocs(schema: ContractSchema, docs: Docs, maker: SchemaMaker, node?: ts.Node): ContractSchema {
  if (docs.lost) maker.complain('TM1205', docs.lost);
  let result: ContractSchema = docs.description ? { ...schema, description: docs.description } : schema;
  for (const tag of docs.tags) result = (specials.get(tag.name) ?? applyKeyword)(result, tag, maker);
  const clash = result === schema ? undefined : [result, ...(result.anyOf ?? [])].map(contradiction).find(Boolean);
  if (clash) maker.complain('TM1207', node, ...clash);
  return result;
}

type Apply = (schema: ContractSchema, tag: DocTag, maker: SchemaMaker) => ContractSchema;

/** Tags that are more than a keyword with a value. */
const specials = new Map<string, Apply>([
  ['title', (schema, tag) => (tag.text ? { ...schema, title: tag.text } : schema)],
  ['description', (schema, tag) => (tag.text ? { ...schema, description: tag.text } : schema)],
  ['deprecated', deprecated],
  ['default', defaultValue],
  ['example', example],
  ['examples', examples],
  ['type', jsonType],
  ['secret', (schema) => ({ ...schema, 'x-secret': true })],
  ['nullable', (schema) => ({ anyOf: [schema, { type: 'null' }] })],
  ['pattern', pattern],
  ['additionalProperties', openness],
  ['items', itemsTag],
]);

/** `@additionalProperties true` opens an object. */
function openness(schema: ContractSchema, tag: DocTag, maker: SchemaMaker): ContractSchema {
  const [word] = tag.text.split(/\s+/, 1);
  if (schema.type === 'object' && (word === 'true' || word === 'false')) return { ...schema, additionalProperties: word === 'true' };
  maker.complain('TM1201', tag.node, tag.name, tag.text, 'true or false on an object');
  return schema;
}

function deprecated(schema: ContractSchema, tag: DocTag): ContractSchema {
  const said = tag.text ? `Deprecated: ${tag.text}` : 'Deprecated.';
  return { ...schema, deprecated: true, description: schema.description ? `${schema.description}\n${said}` : said };
}

function applyKeyword(schema: ContractSchema, tag: DocTag, maker: SchemaMaker): ContractSchema {
  if (tag.name.startsWith('items.')) return itemsTag(schema, { ...tag, text: `${tag.name.slice(5)} ${tag.text}` }, maker);
  const rule = tagRules.get(tag.name);
  if (!rule) return schema;
  const value = rule.read(tag.text);
  if (value !== undefined) return setKeyword(schema, tag, value, rule, maker);
  maker.complain('TM1201', tag.node, tag.name, tag.text, rule.wants);
  return schema;
}

/** Sets the keyword where it applies: in the branches of a union that it fits, else on the schema itself. */
function setKeyword(schema: ContractSchema, tag: DocTag, value: unknown, rule: TagRule, maker: SchemaMaker): ContractSchema {
  const fits = (part: ContractSchema): boolean => {
    const types = typesOf(part, (reference) => maker.resolve(reference));
    return types === undefined || rule.types.some((type) => types.has(type));
  };
  if (!fits(schema)) {
    maker.complain('TM1202', tag.node, tag.name, typeWords(schema, maker));
    return schema;
  }
  if (!schema.anyOf) return { ...schema, [tag.name]: value };
  return { ...schema, anyOf: schema.anyOf.map((branch) => (fits(branch) ? { ...branch, [tag.name]: value } : branch)) };
}

function typeWords(schema: ContractSchema, maker: SchemaMaker): string {
  const types = typesOf(schema, (reference) => maker.resolve(reference));
  return types ? [...types].map((type) => `${/^[aeio]/.test(type) ? 'an' : 'a'} ${type}`).join(' or ') : 'it';
}

/** A pattern ends at its closing `$`, when prose follows, or at the end of the line. */
function pattern(schema: ContractSchema, tag: DocTag, maker: SchemaMaker): ContractSchema {
  const [line = '', ...following] = tag.text.split('\n');
  const cut = /^(\^.*?\$)\s+(.*)$/.exec(line) ?? /^(\S*[^\s\\])\s+([A-Za-z][\s\S]*)$/.exec(line);
  const [expression, prose] = cut ? [cut[1] ?? line, [cut[2], ...following]] : [line, following];
  const rest = prose.join(' ').trim();
  const result = applyKeyword(schema, { ...tag, text: expression.trim() }, maker);
  if (!rest) return result;
  maker.complain('TM1204', tag.node, expression, rest);
  return { ...result, description: result.description ? `${result.description}\n${rest}` : rest };
}

/** `@items.minimum 0` and `@items minimum 0`. */
function itemsTag(schema: ContractSchema, tag: DocTag, maker: SchemaMaker): ContractSchema {
  const [, name, text = ''] = /^\.?(\S+)\s*([\s\S]*)$/.exec(tag.text) ?? [];
  if (!name) return schema;
  const apply = specials.get(name) ?? applyKeyword;
  const inner: DocTag = { name, text: text.trim() || 'true', node: tag.node };
  const into = (part: ContractSchema): ContractSchema =>
    typeof part.items === 'object' ? { ...part, items: apply(part.items, inner, maker) } : part;
  const result = schema.anyOf ? { ...schema, anyOf: schema.anyOf.map(into) } : into(schema);
  const reached =
    JSON.stringify(result) !== JSON.stringify(schema) || typeof schema.items === 'object' || schema.anyOf?.some((one) => one.items);
  if (!reached) maker.complain('TM1202', tag.node, `items.${name}`, typeWords(schema, maker));
  return result;
}

const jsonTypes = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']);

/** `@TJS-type integer` narrows the number in the schema; another type replaces it. */
function jsonType(schema: ContractSchema, tag: DocTag, maker: SchemaMaker): ContractSchema {
  const wanted = tag.text.split(/\s+/, 1)[0] ?? '';
  // `@type {number}` is JSDoc's own tag and says nothing new.
  if (tag.text.startsWith('{') || tag.text === '') return schema;
  if (!jsonTypes.has(wanted)) {
    maker.complain('TM1201', tag.node, 'TJS-type', tag.text, 'a type of JSON Schema');
    return schema;
  }
  if (wanted !== 'integer') return { ...schema, type: wanted };
  const narrow = (part: ContractSchema): ContractSchema =>
    part.type === undefined ? part : { ...part, type: Array.isArray(part.type) ? part.type.map(toInteger) : toInteger(part.type) };
  const narrowed = schema.anyOf ? { ...schema, anyOf: schema.anyOf.map(narrow) } : narrow(schema);
  if (!JSON.stringify(narrowed).includes('"integer"')) maker.complain('TM1202', tag.node, 'TJS-type integer', typeWords(schema, maker));
  return narrowed;
}

const toInteger = (type: string): string => (type === 'number' ? 'integer' : type);

function readValue(schema: ContractSchema, tag: DocTag, maker: SchemaMaker): JsonValue | undefined {
  if (isRequire(tag.text)) {
    maker.complain('TM1203', tag.node, tag.name);
    return undefined;
  }
  const digits = schema['x-as'] === 'bigint' ? /^(-?\d+)n$/.exec(tag.text)?.[1] : undefined;
  const value =
    digits ??
    valueFor(
      tag.text,
      typesOf(schema, (reference) => maker.resolve(reference)),
    );
  if (value === undefined) maker.complain('TM1201', tag.node, tag.name, tag.text, 'a constant value');
  return value;
}

function defaultValue(schema: ContractSchema, tag: DocTag, maker: SchemaMaker): ContractSchema {
  if (tag.text === 'undefined') return schema;
  const value = readValue(schema, tag, maker);
  if (value === undefined) return schema;
  maker.expectFit(schema, value, '@default', tag.node);
  return { ...schema, default: value };
}

/** One example a tag. Code in a fence is prose for people. */
function example(schema: ContractSchema, tag: DocTag, maker: SchemaMaker): ContractSchema {
  if (tag.text === '' || tag.text.includes('```') || tag.text.startsWith('<caption>')) return schema;
  const value = readValue(schema, tag, maker);
  return value === undefined ? schema : withExamples(schema, [value], tag, maker);
}

/** A list of examples, or one. */
function examples(schema: ContractSchema, tag: DocTag, maker: SchemaMaker): ContractSchema {
  const list = isRequire(tag.text) ? undefined : literalText(tag.text);
  const types = typesOf(schema, (reference) => maker.resolve(reference));
  const isList = Array.isArray(list) && (!types?.has('array') || list.every(Array.isArray) || !list.some((item) => types.has(kind(item))));
  const isOne = types?.has('array') && Array.isArray(list) && !list.every(Array.isArray);
  return isList && !isOne ? withExamples(schema, list as JsonValue[], tag, maker) : example(schema, tag, maker);
}

function withExamples(schema: ContractSchema, values: JsonValue[], tag: DocTag, maker: SchemaMaker): ContractSchema {
  for (const value of values) maker.expectFit(schema, value, `@${tag.name}`, tag.node);
  return { ...schema, examples: [...(schema.examples ?? []), ...values] };
}
