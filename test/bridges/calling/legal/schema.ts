/** What the request validators share: a walk over a schema, and checks of it. Knows nothing of src/. */
import { Ajv2020 } from 'ajv/dist/2020.js';

export type Json = Record<string, unknown>;

export interface Node {
  schema: Json;
  path: string;
  /** Levels of properties, items and the like above, the root's being 1. */
  level: number;
  /** Keyword that holds this schema; `$defs` for a definition. */
  keyword: string;
}

export const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

const maps = ['properties', '$defs', 'definitions', 'patternProperties', 'dependentSchemas'];
const lists = ['anyOf', 'oneOf', 'allOf', 'prefixItems'];
const singles = ['items', 'additionalProperties', 'not', 'if', 'then', 'else', 'contains', 'propertyNames'];
const deeper = new Set(['properties', 'items', 'additionalProperties', 'prefixItems', 'patternProperties']);

/** Every schema within, as it stands; references are not followed. */
export function nodesOf(root: Json): Node[] {
  const nodes: Node[] = [];
  const visit = (schema: unknown, path: string, level: number, keyword: string): void => {
    if (!isObject(schema)) return;
    nodes.push({ schema, path, level, keyword });
    const next = (sub: unknown, key: string, place: string): void =>
      visit(sub, `${path}/${place}`, key === '$defs' ? 1 : deeper.has(key) ? level + 1 : level, key);
    for (const key of maps)
      if (isObject(schema[key])) for (const [name, sub] of Object.entries(schema[key])) next(sub, key, `${key}/${name}`);
    for (const key of lists) if (Array.isArray(schema[key])) schema[key].forEach((sub, index) => next(sub, key, `${key}/${index}`));
    for (const key of singles) next(schema[key], key, key);
  };
  visit(root, '', 1, '');
  return nodes;
}

const ajv = new Ajv2020({ strict: false, validateFormats: false, meta: true });

/** What is wrong with it as a schema of draft 2020-12, with an object at its root. */
export function basicProblems(root: unknown): string[] {
  if (!isObject(root)) return ['the schema is no object'];
  const problems: string[] = [];
  if (root['type'] !== 'object') problems.push("root type is not 'object'");
  if (!isObject(root['properties'])) problems.push('object schema missing properties');
  problems.push(...metaProblems(root));
  for (const { schema, path } of nodesOf(root)) {
    const reference = schema['$ref'];
    if (reference !== undefined && !(typeof reference === 'string' && isObject(find(root, reference))))
      problems.push(`${path}: ${JSON.stringify(reference)} leads nowhere`);
  }
  return problems;
}

/** A dialect that is named is none that APIs know; whatever it is, the rest has to be of draft 2020-12. */
function metaProblems({ $schema: dialect, ...rest }: Json): string[] {
  const known = 'https://json-schema.org/draft/2020-12/schema';
  const wrong = dialect === undefined || dialect === known ? [] : [`$schema ${JSON.stringify(dialect)}`];
  return ajv.validateSchema(rest) ? wrong : [...wrong, `no JSON Schema: ${ajv.errorsText(ajv.errors)}`];
}

/** Patterns that the validators of some API cannot compile: Python's `re` knows no Unicode classes, OpenAI and Rust no look-around. */
export function patternProblems(root: Json): string[] {
  return nodesOf(root).flatMap(({ schema, path }) => {
    const { pattern, patternProperties, propertyNames } = schema;
    const own = [pattern, ...Object.keys(isObject(patternProperties) ? patternProperties : {}), (propertyNames as Json)?.['pattern']];
    return own
      .filter((one) => one !== undefined && !(typeof one === 'string' && isCommon(one)))
      .map((one) => `${path}: ${JSON.stringify(one)} is not a 'regex'`);
  });
}

function isCommon(pattern: string): boolean {
  if (/\(\?[=!<>P#a-zA-Z-]|\\[ckpPuzAZGKRXQE]|\\x(?![0-9a-fA-F]{2})|\\[1-9]/.test(pattern.replaceAll('\\\\', ''))) return false;
  try {
    return Boolean(new RegExp(pattern, 'u'));
  } catch {
    return false;
  }
}

/** Names of properties that Anthropic refuses, and Converse with it. */
export function keyProblems(root: Json): string[] {
  return nodesOf(root)
    .flatMap(({ schema }) => namesOf(schema))
    .filter((name) => !/^[a-zA-Z0-9_.-]{1,64}$/.test(name))
    .map((name) => `Property keys should match pattern: ${JSON.stringify(name)}`);
}

export function find(root: Json, reference: string): unknown {
  if (!reference.startsWith('#')) return undefined;
  return reference
    .slice(1)
    .split('/')
    .slice(1)
    .reduce<unknown>((at, key) => (isObject(at) ? at[decodeURIComponent(key).replace(/~1/g, '/').replace(/~0/g, '~')] : undefined), root);
}

export const rootProblems = (root: Json, refused: readonly string[]): string[] =>
  refused.filter((keyword) => keyword in root).map((keyword) => `${keyword} at the root`);

export const namesOf = (schema: Json): string[] => Object.keys(isObject(schema['properties']) ? schema['properties'] : {});

export const requiredOf = (schema: Json): string[] => (Array.isArray(schema['required']) ? (schema['required'] as string[]) : []);

export const hasType = (schema: Json, type: string): boolean => [schema['type']].flat().includes(type);

/** A subset of keywords; `where` may refuse more of a schema. */
export function subsetProblems(root: Json, allowed: readonly string[], where: (node: Node) => string | undefined): string[] {
  const names = new Set(allowed);
  return nodesOf(root).flatMap((node) => {
    const strange = Object.keys(node.schema).filter((keyword) => !names.has(keyword));
    const problem = where(node);
    return [
      ...strange.map((keyword) => `${node.path}: '${keyword}' is not supported`),
      ...(problem === undefined ? [] : [`${node.path}: ${problem}`]),
    ];
  });
}

/** Whether a definition contains itself. */
export function isRecursive(root: Json): boolean {
  const leads = (name: string): string[] =>
    nodesOf(find(root, `#/$defs/${name}`) as Json).flatMap(({ schema }) =>
      typeof schema['$ref'] === 'string' ? [schema['$ref'].slice('#/$defs/'.length)] : [],
    );
  return Object.keys(isObject(root['$defs']) ? root['$defs'] : {}).some((start) => {
    const seen = new Set<string>();
    const open = leads(start);
    for (let name = open.pop(); name !== undefined; name = open.pop()) {
      if (name === start) return true;
      if (!seen.has(name)) open.push(...leads(name));
      seen.add(name);
    }
    return false;
  });
}

/** Optional properties and unions, as Anthropic counts them; and all properties. */
export function countOf(root: Json): { optional: number; unions: number; fields: number } {
  const count = { optional: 0, unions: 0, fields: 0 };
  for (const { schema } of nodesOf(root)) {
    const names = namesOf(schema);
    count.fields += names.length;
    count.optional += names.filter((name) => !requiredOf(schema).includes(name)).length;
    for (const keyword of ['anyOf', 'oneOf', 'type']) if (Array.isArray(schema[keyword])) count.unions += 1;
  }
  return count;
}

/** Names that are twice, or not of the pattern. */
export function nameProblems(names: readonly unknown[], pattern: RegExp): string[] {
  const problems = names
    .filter((name) => typeof name !== 'string' || !pattern.test(name))
    .map((name) => `illegal name ${JSON.stringify(name)}`);
  return new Set(names).size < names.length ? [...problems, 'two tools of one name'] : problems;
}

/** Words of tools: absent or a text that is not empty, and not too long. */
export function descriptionProblems(description: unknown, longest = Infinity): string[] {
  if (description === undefined) return [];
  if (typeof description !== 'string' || description === '') return ['an empty description'];
  return description.length > longest ? [`a description of ${description.length} characters`] : [];
}
