/** Tool lists of known servers and of BFCL, and declarations in each provider's wire form. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Declaration, Declarations } from '../../../src/bridges/calling/bridge.js';
import type { Provider } from '../../../src/bridges/calling/facts.js';
import type { JsonSchema, ObjectSchema, ToolDefinition } from '../../../src/types.js';
import { root } from '../../build/support.js';
import {
  anthropicToolProblems,
  bedrockToolProblems,
  chatToolProblems,
  cohereToolProblems,
  geminiToolProblems,
  mistralToolProblems,
  ollamaToolProblems,
  responsesToolProblems,
} from './legal/index.js';

const shared = join(root, '../shared/data');

/** False where the shared data is absent; tests that need it are skipped. */
export const hasData = existsSync(join(shared, 'mcp-tools-list')) && existsSync(join(shared, 'bfcl'));

const read = (...parts: string[]): string => readFileSync(join(shared, ...parts), 'utf8');

/** `tools/list` of known servers, by file. */
export function serverTools(): [string, ToolDefinition[]][] {
  return readdirSync(join(shared, 'mcp-tools-list'))
    .filter((name) => name.endsWith('.json'))
    .map((name) => {
      const dump = JSON.parse(read('mcp-tools-list', name)) as ToolDefinition[] | { tools: ToolDefinition[] };
      return [name, Array.isArray(dump) ? dump : dump.tools];
    });
}

type Raw = Record<string, unknown>;

/** BFCL's words for types, and those of JSON Schema; nothing for any value. */
const types: Readonly<Record<string, string>> = {
  dict: 'object',
  HashMap: 'object',
  float: 'number',
  double: 'number',
  long: 'integer',
  String: 'string',
  char: 'string',
  Boolean: 'boolean',
  tuple: 'array',
  Array: 'array',
  ArrayList: 'array',
  any: '',
};

/** A BFCL schema as JSON Schema. */
export function mapped(raw: Raw): JsonSchema {
  const schema: Raw = { ...raw };
  delete schema['optional'];
  const type = typeof raw['type'] === 'string' ? (types[raw['type']] ?? raw['type']) : '';
  if (type === '') delete schema['type'];
  else schema['type'] = type;
  if (raw['properties'])
    schema['properties'] = Object.fromEntries(Object.entries(raw['properties'] as Raw).map(([name, sub]) => [name, mapped(sub as Raw)]));
  if (raw['items']) schema['items'] = mapped(raw['items'] as Raw);
  return schema;
}

export interface BfclCase {
  id: string;
  tools: ToolDefinition[];
  /** Per tool, what each argument may be. */
  answers: Record<string, Record<string, unknown[]>>[];
}

const sets = ['simple_python', 'simple_java', 'simple_javascript', 'multiple'];
const lines = (name: string): Raw[] =>
  read('bfcl', name)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as Raw);

const toTool = (raw: Raw): ToolDefinition => ({
  name: raw['name'] as string,
  description: raw['description'] as string,
  inputSchema: mapped(raw['parameters'] as Raw) as ObjectSchema,
});

export function bfclCases(): BfclCase[] {
  return sets.flatMap((set) => {
    const answers = new Map(lines(`answer_${set}.json`).map((line) => [line['id'], line['ground_truth'] as BfclCase['answers']]));
    return lines(`BFCL_v4_${set}.json`).map((line) => ({
      id: line['id'] as string,
      tools: (line['function'] as Raw[]).map(toTool),
      answers: answers.get(line['id']) ?? [],
    }));
  });
}

/** All tools of the cases in lists of a hundred; of those with one name, each has its own ending. */
export function bfclBatches(): [string, ToolDefinition[]][] {
  const tools = new Map(bfclCases().flatMap(({ tools: some }) => some.map((tool) => [JSON.stringify(tool), tool])));
  const all = [...tools.values()].map((tool, index) => ({ ...tool, name: `${tool.name}.${index}` }));
  return Array.from({ length: Math.ceil(all.length / 100) }, (_, batch) => [`batch ${batch}`, all.slice(batch * 100, batch * 100 + 100)]);
}

/** The tools of BFCL's simulated systems, by file. */
export function bfclSystems(): [string, ToolDefinition[]][] {
  return readdirSync(join(shared, 'bfcl/multi_turn_func_doc')).map((name) => [name, lines(`multi_turn_func_doc/${name}`).map(toTool)]);
}

const chat = ({ name, description, parameters, strict }: Declaration): object => ({
  type: 'function',
  function: { name, description, parameters, strict },
});
const withoutAbsent = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

/** What a provider would answer 400 to in these declarations; frameworks stand before OpenAI here. */
export function refusalsOf(provider: Provider, { declarations, strict }: Declarations, response?: Record<string, unknown>): string[] {
  const all = withoutAbsent(declarations.map((one) => ({ ...one, tool: undefined }) as unknown as Declaration));
  const check: Record<Provider, () => string[]> = {
    'openai-chat': () => chatToolProblems(all.map(chat)),
    'openai-responses': () =>
      responsesToolProblems(
        all.map(({ name, description, parameters, strict: isStrict }) => ({
          type: 'function',
          name,
          description,
          parameters,
          strict: isStrict,
        })),
      ),
    anthropic: () =>
      anthropicToolProblems(
        all.map(({ name, description, parameters, strict: isStrict }) => ({
          name,
          description,
          input_schema: parameters,
          strict: isStrict,
        })),
        response,
      ),
    gemini: () =>
      geminiToolProblems(all.map(({ name, description, parameters }) => ({ name, description, parametersJsonSchema: parameters }))),
    bedrock: () =>
      bedrockToolProblems(
        all.map(({ name, description, parameters, strict: isStrict }) => ({
          toolSpec: { name, description, strict: isStrict, inputSchema: { json: parameters } },
        })),
      ),
    mistral: () => mistralToolProblems(all.map(chat)),
    cohere: () => cohereToolProblems(all.map(chat), strict.length > 0),
    ollama: () => ollamaToolProblems(all.map(chat)),
    'ai-sdk': () => mistralToolProblems(all.map(chat)),
    langchain: () => mistralToolProblems(all.map(chat)),
    'openai-agents': () => chatToolProblems(all.map(chat)),
    'google-adk': () =>
      geminiToolProblems(all.map(({ name, description, parameters }) => ({ name, description, parametersJsonSchema: parameters }))),
    mastra: () => mistralToolProblems(all.map(chat)),
    text: () => [],
  };
  return check[provider]();
}

/** The choices of one argument: within an object, each property has a list of its own. */
function chosen(value: unknown, schema: JsonSchema | undefined): unknown {
  if (Array.isArray(value)) return value.map((item) => chosen(item, schema?.items as JsonSchema | undefined));
  if (typeof value !== 'object' || value === null || schema?.type !== 'object') return value;
  const entries = Object.entries(value).map(([name, inner]): [string, unknown] => {
    const sub = schema.properties?.[name];
    return [name, Array.isArray(inner) ? chosen(inner[0], sub) : chosen(inner, sub)];
  });
  return Object.fromEntries(entries.filter(([name, inner]) => inner !== '' || schema.required?.includes(name)));
}

/** Accepted arguments of a call: one for each value that an argument may have, the others with their first. */
export function acceptedArguments(choices: Record<string, unknown[]>, schema: JsonSchema): Record<string, unknown>[] {
  const all = Object.entries(choices).map(([name, values]): [string, unknown[]] => [
    name,
    values.map((value) => chosen(value, schema.properties?.[name])),
  ]);
  const first = Object.fromEntries(all.map(([name, [value]]) => [name, value]));
  const isAbsent = (name: string, value: unknown): boolean => value === '' && !schema.required?.includes(name);
  return all
    .flatMap(([name, values]) => values.map((value): Record<string, unknown> => ({ ...first, [name]: value })))
    .map((args) => Object.fromEntries(Object.entries(args).filter(([name, value]) => !isAbsent(name, value))));
}
