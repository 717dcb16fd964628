/** What Anthropic, and Bedrock for its models, would answer 400 to in the tools of a request. */
import {
  basicProblems,
  countOf,
  descriptionProblems,
  hasType,
  isObject,
  isRecursive,
  type Json,
  keyProblems,
  nameProblems,
  patternProblems,
  rootProblems,
  subsetProblems,
} from './schema.js';

const strictKeywords =
  'type description title default enum const anyOf allOf $ref $defs properties required additionalProperties items minItems pattern format'.split(
    ' ',
  );
const formats = new Set(['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'uri', 'ipv4', 'ipv6', 'uuid']);
const refusedAtRoot = ['anyOf', 'oneOf', 'allOf'];

export function strictSchemaProblems(root: Json): string[] {
  const problems = subsetProblems(root, strictKeywords, ({ schema }) => {
    if (typeof schema['format'] === 'string' && !formats.has(schema['format'])) return `format ${schema['format']}`;
    if (typeof schema['minItems'] === 'number' && schema['minItems'] > 1) return 'minItems above 1';
    if (typeof schema['pattern'] === 'string' && /\(\?[=!<]|\\[1-9bB]/.test(schema['pattern'])) return 'a pattern that is not simple';
    if (!['type', 'anyOf', 'allOf', 'enum', 'const', '$ref'].some((keyword) => keyword in schema)) return 'no type';
    const isObjectSchema = hasType(schema, 'object') || 'properties' in schema;
    return isObjectSchema && schema['additionalProperties'] !== false ? 'additionalProperties must be false' : undefined;
  });
  return isRecursive(root) ? [...problems, 'recursion'] : problems;
}

/** Budgets of all strict tools of a request and its response schema. */
export function budgetProblems(strict: readonly Json[], response?: Json): string[] {
  const counts = [...strict, ...(response ? [response] : [])].map(countOf);
  const sum = (key: 'optional' | 'unions'): number => counts.reduce((total, count) => total + count[key], 0);
  const problems: string[] = [];
  if (strict.length > 20) problems.push(`Too many strict tools (${strict.length}). The maximum is 20.`);
  if (sum('optional') > 24) problems.push(`Too many optional parameters (${sum('optional')}). The maximum is 24.`);
  if (sum('unions') > 16) problems.push(`Too many union types (${sum('unions')}). The maximum is 16.`);
  return problems;
}

/** `tools` of Messages; server tools, which have a type, are passed over. */
export function anthropicToolProblems(tools: readonly unknown[], response?: Json): string[] {
  const own = tools.filter((tool): tool is Json => isObject(tool) && (tool['type'] === undefined || tool['type'] === 'custom'));
  const problems = nameProblems(
    own.map(({ name }) => name),
    /^[a-zA-Z0-9_-]{1,128}$/,
  );
  for (const { name, description, input_schema: schema, strict } of own) {
    const found = [...descriptionProblems(description), ...basicProblems(schema)];
    if (isObject(schema)) {
      found.push(
        ...rootProblems(schema, refusedAtRoot),
        ...keyProblems(schema),
        ...patternProblems(schema),
        ...(strict === true ? strictSchemaProblems(schema) : []),
      );
    }
    problems.push(...found.map((problem) => `${String(name)}: ${problem}`));
  }
  const strict = own.filter((tool) => tool['strict'] === true).map((tool) => tool['input_schema'] as Json);
  return [...problems, ...budgetProblems(strict, response)];
}
