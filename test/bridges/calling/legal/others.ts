/** What Bedrock, Mistral, Cohere and Ollama would refuse in the tools of a request. */
import { budgetProblems, strictSchemaProblems as anthropicStrict } from './anthropic.js';
import { functionProblems } from './openai.js';
import {
  basicProblems,
  countOf,
  descriptionProblems,
  hasType,
  isObject,
  type Json,
  keyProblems,
  nameProblems,
  nodesOf,
  patternProblems,
  requiredOf,
  rootProblems,
  subsetProblems,
} from './schema.js';

/** `toolConfig.tools` of Converse. */
export function bedrockToolProblems(tools: readonly unknown[]): string[] {
  const specs = tools.flatMap((tool) => (isObject(tool) && isObject(tool['toolSpec']) ? [tool['toolSpec']] : []));
  const problems = nameProblems(
    specs.map(({ name }) => name),
    /^[a-zA-Z0-9_-]{1,64}$/,
  );
  const schemaOf = (spec: Json): unknown => (isObject(spec['inputSchema']) ? spec['inputSchema']['json'] : undefined);
  for (const spec of specs) {
    const schema = schemaOf(spec);
    const found = [...descriptionProblems(spec['description']), ...basicProblems(schema)];
    if (isObject(schema)) found.push(...keyProblems(schema), ...patternProblems(schema));
    if (isObject(schema) && spec['strict'] === true)
      found.push(...anthropicStrict(schema), ...rootProblems(schema, ['anyOf', 'oneOf', 'allOf']));
    else if (isObject(schema))
      found.push(
        ...rootProblems(
          schema,
          Object.keys(schema).filter((key) => !['type', 'properties', 'required'].includes(key)),
        ),
      );
    problems.push(...found.map((problem) => `${String(spec['name'])}: ${problem}`));
  }
  const strict = specs.filter((spec) => spec['strict'] === true).map((spec) => schemaOf(spec) as Json);
  return [...problems, ...budgetProblems(strict)];
}

/** `tools` of Mistral. */
export function mistralToolProblems(tools: readonly unknown[]): string[] {
  const functions = tools.map((tool) => (isObject(tool) && isObject(tool['function']) ? tool['function'] : {}));
  const missing = functions.filter(({ parameters }) => !isObject(parameters)).map(({ name }) => `${String(name)}: no parameters`);
  // OpenAI's bounds on numbers and descriptions are not Mistral's: only what is about names and schemas counts.
  const found = functionProblems(functions, /^[a-zA-Z0-9_-]{1,64}$/).filter(
    (problem) => !/a description of|more than 128 tools/.test(problem),
  );
  return [...missing, ...found];
}

// Its page of structured outputs: no composition, no ranges, no `additionalProperties`; a required property in each object.
const cohereKeywords = 'type title description enum const $ref $defs properties required items format'.split(' ');
const cohereFormats = new Set(['date-time', 'uuid', 'date', 'time']);

function cohereStrictProblems(root: Json): string[] {
  return subsetProblems(root, cohereKeywords, ({ schema }) => {
    if (typeof schema['format'] === 'string' && !cohereFormats.has(schema['format'])) return `format ${schema['format']}`;
    const isObjectSchema = hasType(schema, 'object') || 'properties' in schema;
    return isObjectSchema && requiredOf(schema).length === 0 ? 'no required property' : undefined;
  });
}

/** `tools` of Cohere v2; `isStrict` is the request's `strict_tools`. */
export function cohereToolProblems(tools: readonly unknown[], isStrict = false): string[] {
  const functions = tools.map((tool) => (isObject(tool) && isObject(tool['function']) ? tool['function'] : {}));
  const problems = nameProblems(
    functions.map(({ name }) => name),
    /^[A-Za-z_][A-Za-z0-9_]*$/,
  );
  let fields = 0;
  for (const { name, parameters, description } of functions) {
    const found = [...descriptionProblems(description), ...basicProblems(parameters)];
    if (isObject(parameters)) {
      fields += countOf(parameters).fields;
      found.push(...patternProblems(parameters), ...(isStrict ? cohereStrictProblems(parameters) : []));
    }
    problems.push(...found.map((problem) => `${String(name)}: ${problem}`));
  }
  return isStrict && fields > 200 ? [...problems, `${fields} fields`] : problems;
}

/** `tools` of Ollama: what its server would drop in silence counts as refused. */
export function ollamaToolProblems(tools: readonly unknown[]): string[] {
  const functions = tools.map((tool) => (isObject(tool) && isObject(tool['function']) ? tool['function'] : {}));
  const known = 'type description enum anyOf properties required items'.split(' ');
  return [
    ...nameProblems(
      functions.map(({ name }) => name),
      /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/,
    ),
    ...functions.flatMap(({ name, parameters }) => {
      const found = basicProblems(parameters);
      if (isObject(parameters)) found.push(...subsetProblems(parameters, known, () => undefined));
      if (isObject(parameters) && nodesOf(parameters).some(({ schema }) => '$ref' in schema)) found.push('a reference');
      return found.map((problem) => `${String(name)}: ${problem}`);
    }),
  ];
}
