/** What OpenAI would answer 400 to in the tools of a request. */
import {
  basicProblems,
  descriptionProblems,
  hasType,
  isObject,
  type Json,
  nameProblems,
  namesOf,
  nodesOf,
  patternProblems,
  requiredOf,
  rootProblems,
  subsetProblems,
} from './schema.js';

const strictKeywords =
  'type description title enum const anyOf $ref $defs properties required additionalProperties items minItems maxItems minimum maximum exclusiveMinimum exclusiveMaximum multipleOf pattern format'.split(
    ' ',
  );
const formats = new Set(['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'ipv4', 'ipv6', 'uuid']);
const refusedAtRoot = ['anyOf', 'oneOf', 'allOf', 'enum', 'not'];

export function strictSchemaProblems(root: Json): string[] {
  const problems = subsetProblems(root, strictKeywords, ({ schema, level }) => {
    if (level > 10) return 'more than 10 levels';
    if ('$ref' in schema) return Object.keys(schema).length > 1 ? '$ref with siblings' : undefined;
    if (!('type' in schema) && !('anyOf' in schema)) return "schema must have a 'type' key";
    if (typeof schema['format'] === 'string' && !formats.has(schema['format'])) return `format ${schema['format']}`;
    if (hasType(schema, 'array') && !isObject(schema['items'])) return 'array schema missing items';
    if (!hasType(schema, 'object') && !('properties' in schema)) return enumProblem(schema);
    if (schema['additionalProperties'] !== false) return "'additionalProperties' is required to be supplied and to be false";
    const [names, required] = [namesOf(schema).sort(), [...requiredOf(schema)].sort()];
    return names.join('\0') === required.join('\0') ? undefined : "'required' must include every key in properties, and only those";
  });
  const nodes = nodesOf(root).map(({ schema }) => schema);
  const values = nodes.flatMap((schema) => (Array.isArray(schema['enum']) ? schema['enum'] : []));
  if (nodes.reduce((sum, schema) => sum + namesOf(schema).length, 0) > 5000) problems.push('more than 5000 properties');
  if (values.length > 1000) problems.push('more than 1000 enum values');
  return problems;
}

function enumProblem(schema: Json): string | undefined {
  const values = schema['enum'];
  if (!Array.isArray(values)) return undefined;
  if (new Set(values).size < values.length) return 'a value twice in enum';
  const texts = values.filter((value): value is string => typeof value === 'string');
  return texts.length > 250 && texts.join('').length > 15_000 ? 'too long an enum' : undefined;
}

export function lenientSchemaProblems(root: Json): string[] {
  return nodesOf(root).flatMap(({ schema, path }) => {
    const isArray = hasType(schema, 'array');
    return isArray && !isObject(schema['items']) ? [`${path}: array schema missing items`] : [];
  });
}

interface Function_ {
  name?: unknown;
  description?: unknown;
  parameters?: unknown;
  strict?: unknown;
}

export function functionProblems(functions: readonly Function_[], pattern: RegExp): string[] {
  const problems = nameProblems(
    functions.map(({ name }) => name),
    pattern,
  );
  if (functions.length > 128) problems.push('more than 128 tools');
  for (const { name, description, parameters = { type: 'object', properties: {} }, strict } of functions) {
    const found = [...descriptionProblems(description, 1024), ...basicProblems(parameters)];
    if (isObject(parameters)) {
      found.push(...rootProblems(parameters, refusedAtRoot));
      found.push(
        ...patternProblems(parameters),
        ...(strict === true ? strictSchemaProblems(parameters) : lenientSchemaProblems(parameters)),
      );
    }
    problems.push(...found.map((problem) => `${String(name)}: ${problem}`));
  }
  return problems;
}

/** `tools` of Chat Completions. */
export function chatToolProblems(tools: readonly unknown[]): string[] {
  const wrong = tools.filter((tool) => !isObject(tool) || tool['type'] !== 'function' || !isObject(tool['function']));
  if (wrong.length > 0) return ['a tool that is no function'];
  return functionProblems(
    tools.map((tool) => (tool as { function: Function_ }).function),
    /^[a-zA-Z0-9_-]{1,64}$/,
  );
}

/** `tools` of Responses; tools of OpenAI's own are passed over. */
export function responsesToolProblems(tools: readonly unknown[]): string[] {
  const functions = tools.filter((tool): tool is Json => isObject(tool) && tool['type'] === 'function');
  const silent = functions.filter(({ strict }) => typeof strict !== 'boolean').map(({ name }) => `${String(name)}: no 'strict'`);
  return [...silent, ...functionProblems(functions, /^[a-zA-Z0-9_-]{1,128}$/)];
}
