/** What Gemini would answer 400 to in the function declarations of a request. */
import {
  basicProblems,
  descriptionProblems,
  hasType,
  isObject,
  type Json,
  nameProblems,
  namesOf,
  requiredOf,
  subsetProblems,
} from './schema.js';

const keywords =
  '$id $defs $ref $anchor type format title description enum items prefixItems minItems maxItems minimum maximum anyOf oneOf properties additionalProperties required propertyOrdering'.split(
    ' ',
  );
const formats = new Set(['enum', 'date-time', 'int32', 'int64', 'float', 'double']);

function schemaProblems(root: Json): string[] {
  return subsetProblems(root, keywords, ({ schema }) => {
    if ('$ref' in schema) return Object.keys(schema).some((key) => !key.startsWith('$')) ? 'something beside $ref' : undefined;
    if (!('type' in schema) && !('anyOf' in schema) && !('oneOf' in schema)) return 'no type';
    if (Array.isArray(schema['type']) && schema['type'].filter((type) => type !== 'null').length > 1) return 'several types';
    if (typeof schema['format'] === 'string' && !formats.has(schema['format'])) return `format ${schema['format']}`;
    if (hasType(schema, 'array') && !isObject(schema['items']) && !Array.isArray(schema['prefixItems'])) return 'items: missing field';
    if (Array.isArray(schema['enum'])) {
      if (!hasType(schema, 'string')) return 'enum: only allowed for STRING type';
      if (schema['enum'].some((value) => typeof value !== 'string' || value === '')) return 'enum: cannot be empty, must be strings';
    }
    const unknown = requiredOf(schema).filter((name) => !namesOf(schema).includes(name));
    return unknown.length > 0 ? `required: property is not defined: ${unknown.join(', ')}` : undefined;
  });
}

/** The definitions that are reached from each other only through required properties. */
function recursionProblems(root: Json): string[] {
  const defs = isObject(root['$defs']) ? root['$defs'] : {};
  const edges = new Map<string, string[]>();
  const collect = (schema: unknown, into: string[], isOptional: boolean): void => {
    if (!isObject(schema) || isOptional) return;
    if (typeof schema['$ref'] === 'string') into.push(schema['$ref'].slice('#/$defs/'.length));
    const required = new Set(requiredOf(schema));
    for (const name of namesOf(schema)) collect((schema['properties'] as Json)[name], into, !required.has(name));
    for (const key of ['items', 'additionalProperties']) collect(schema[key], into, false);
    for (const key of ['anyOf', 'oneOf', 'prefixItems']) for (const sub of [schema[key] ?? []].flat()) collect(sub, into, false);
  };
  for (const [name, schema] of Object.entries(defs)) {
    const into: string[] = [];
    collect(schema, into, false);
    edges.set(name, into);
  }
  const isEndless = (start: string): boolean => {
    const seen = new Set<string>();
    const open = [...(edges.get(start) ?? [])];
    for (let name = open.pop(); name !== undefined; name = open.pop()) {
      if (name === start) return true;
      if (!seen.has(name)) open.push(...(edges.get(name) ?? []));
      seen.add(name);
    }
    return false;
  };
  return Object.keys(defs)
    .filter(isEndless)
    .map((name) => `${name} contains itself by required properties`);
}

/** `functionDeclarations`. */
export function geminiToolProblems(declarations: readonly Json[]): string[] {
  const problems = nameProblems(
    declarations.map(({ name }) => name),
    /^[A-Za-z_][A-Za-z0-9_.:-]{0,127}$/,
  );
  if (declarations.length > 512) problems.push('more than 512 declarations');
  for (const { name, description, parametersJsonSchema: schema, parameters } of declarations) {
    const found = descriptionProblems(description);
    if (schema !== undefined && parameters !== undefined) found.push('parameters and parametersJsonSchema');
    if (schema !== undefined) found.push(...basicProblems(schema));
    if (isObject(schema)) found.push(...schemaProblems(schema), ...recursionProblems(schema));
    problems.push(...found.map((problem) => `${String(name)}: ${problem}`));
  }
  return problems;
}
