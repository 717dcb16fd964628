/** Which tool a model may or must call, read from any of the usual forms. */
import { ToolError } from '../../errors.js';
import { shortJson } from '../../schema/words.js';
import { isFields } from './shapes.js';

/**
 * `auto`: the model decides (the default). `any`, `required`: at least one call. `none`: no call. `{ type: 'tool', name }`: that tool.
 * A list of names: at least one of these, where the provider has such a list. `{ mode: 'auto', allowed: names }`: none but these, and none
 * need be called; with the mode `required`, which is the mode where there is none, the same as the list, or as the one tool in it.
 * The forms of OpenAI, Anthropic, Gemini, Bedrock, Mistral, Cohere, the AI SDK and DSPy are taken too, with `parallel_tool_calls` or
 * `disable_parallel_tool_use` beside them.
 */
export type ToolChoice =
  | 'auto'
  | 'any'
  | 'required'
  | 'none'
  | { type: 'tool'; name: string }
  | readonly string[]
  | { mode?: 'auto' | 'any' | 'required'; allowed: readonly string[] }
  | NativeChoice;

/** A provider's own form. */
export type NativeChoice = { readonly [key: string]: unknown };

/** A choice as it is worked with. */
export type NormalChoice =
  | { readonly mode: 'auto' | 'none' | 'any' }
  | { readonly mode: 'tool'; readonly name: string }
  | {
      readonly mode: 'allowed';
      readonly names: readonly string[];
      /** At least one of them must be called. */
      readonly isForced: boolean;
    }
  /** What only the provider knows, such as one of its built-in tools. */
  | { readonly mode: 'native'; readonly value: NativeChoice };

/** A choice, and what was said beside it. */
export interface ReadChoice {
  readonly choice: NormalChoice;
  /** Whether there may be several calls in one turn, where the form says so. */
  readonly parallel?: boolean;
}

type Fields = Record<string, unknown>;

const words: ReadonlyMap<unknown, NormalChoice> = new Map<unknown, NormalChoice>([
  ['auto', { mode: 'auto' }],
  ['any', { mode: 'any' }],
  ['required', { mode: 'any' }],
  ['none', { mode: 'none' }],
  // Of Cohere.
  ['REQUIRED', { mode: 'any' }],
  ['NONE', { mode: 'none' }],
]);

/** In objects the words may be in capitals. */
const wordOf = (word: unknown): NormalChoice | undefined => words.get(typeof word === 'string' ? word.toLowerCase() : word);

const named = (name: unknown): NormalChoice | undefined => (typeof name === 'string' ? { mode: 'tool', name } : undefined);

/** The names in a list of names, or of tools as a provider declares them. */
function namesIn(list: unknown): string[] | undefined {
  if (!Array.isArray(list)) return undefined;
  const names = list.map((item: unknown) => {
    if (!isFields(item)) return item;
    const inner = [item['function'], item['custom']].find(isFields);
    return inner ? inner['name'] : item['name'];
  });
  return names.every((name) => typeof name === 'string') ? names : undefined;
}

function allowed(list: unknown, word: unknown): NormalChoice | undefined {
  const names = namesIn(list);
  const mode = wordOf(word ?? 'any')?.mode;
  if (mode === 'none') return { mode };
  return names && { mode: 'allowed', names: [...new Set(names)], isForced: mode === 'any' };
}

/** One entry a form; the first that gives something has read it. */
const forms: readonly ((fields: Fields) => NormalChoice | undefined)[] = [
  // Mistral lets the type be left out.
  ({ type = 'function', function: inner }) => (type === 'function' && isFields(inner) ? named(inner['name']) : undefined),
  ({ type, name, toolName }) => (type === 'tool' || type === 'function' ? named(name ?? toolName) : undefined),
  ({ type, allowed_tools: inner }) => (type === 'allowed_tools' && isFields(inner) ? allowed(inner['tools'], inner['mode']) : undefined),
  ({ type, mode, tools }) => (type === 'allowed_tools' ? allowed(tools, mode) : undefined),
  ({ mode, allowed: names }) => (Array.isArray(names) ? withOneAlone(allowed(names, mode)) : undefined),
  ({ mode, allowedFunctionNames: names }) => (Array.isArray(names) && names.length > 0 ? allowed(names, mode) : undefined),
  ({ functionCallingConfig: inner }) => ofConfig(inner),
  ({ function_calling_config: inner }) => ofConfig(inner),
  ({ mode, name }) => (mode === 'tool' || mode === 'function' ? named(name) : undefined),
  ({ type, mode }) => (type === 'allowed_tools' ? undefined : wordOf(mode)),
  ({ type }) => wordOf(type),
  ({ auto }) => (isFields(auto) ? { mode: 'auto' } : undefined),
  ({ any }) => (isFields(any) ? { mode: 'any' } : undefined),
  ({ tool }) => (isFields(tool) ? named(tool['name']) : undefined),
];

/** Of Gemini: without a mode the model decides. */
function ofConfig(config: unknown): NormalChoice | undefined {
  if (!isFields(config)) return undefined;
  return ofFields(config) ?? (config['mode'] === undefined ? { mode: 'auto' } : undefined);
}

/** Where one of a single tool must be called, it is that tool. */
function withOneAlone(choice: NormalChoice | undefined): NormalChoice | undefined {
  if (choice?.mode !== 'allowed' || !choice.isForced || choice.names.length !== 1) return choice;
  return named(choice.names[0]);
}

function ofFields(fields: Fields): NormalChoice | undefined {
  for (const read of forms) {
    const choice = read(fields);
    if (choice) return choice;
  }
  return undefined;
}

/** @throws ToolError INVALID_DEFINITION for what is no choice */
export function readToolChoice(given: unknown): ReadChoice {
  if (given === undefined || given === null) return { choice: { mode: 'auto' } };
  // Warned of where the tools are known: it names none.
  if (given === '') return { choice: { mode: 'tool', name: '' } };
  const choice = Array.isArray(given) ? listed(given) : isFields(given) ? (ofFields(given) ?? nativeOf(given)) : words.get(given);
  if (!choice) throw unknownChoice(given);
  const parallel = isFields(given) ? parallelIn(given) : undefined;
  return { choice, ...(parallel !== undefined && { parallel }) };
}

const ours: ReadonlySet<string> = new Set(['tool', 'function', 'allowed_tools']);

/** A type or mode that nobody here knows is left to the provider. */
function nativeOf(fields: Fields): NormalChoice | undefined {
  const { type, tools } = fields;
  const config = geminiConfig(fields);
  // A list of tools may have some of the provider's own, which have no names.
  const isKnown = typeof type === 'string' && !(type === 'allowed_tools' ? !Array.isArray(tools) : ours.has(type));
  const isNative = config ? typeof config['mode'] === 'string' : isKnown;
  return isNative ? { mode: 'native', value: fields } : undefined;
}

/** What Gemini calls its choice, in either spelling. */
export function geminiConfig({ functionCallingConfig, function_calling_config: other }: NativeChoice): NativeChoice | undefined {
  return [functionCallingConfig, other].find(isFields);
}

/** The choice alone. @throws ToolError INVALID_DEFINITION for what is no choice */
export function normalizeToolChoice(given: unknown): NormalChoice {
  return readToolChoice(given).choice;
}

function listed(given: unknown[]): NormalChoice | undefined {
  return given.every((name) => typeof name === 'string') ? { mode: 'allowed', names: [...new Set(given)], isForced: true } : undefined;
}

function parallelIn(fields: Fields): boolean | undefined {
  const { parallel_tool_calls: parallel, disable_parallel_tool_use: isDisabled } = fields;
  if (typeof parallel === 'boolean') return parallel;
  return typeof isDisabled === 'boolean' ? !isDisabled : undefined;
}

/** What is no choice, and how one looks. */
export function unknownChoice(given: unknown): ToolError {
  const name = isFields(given) ? given['name'] : given;
  const hint = typeof name === 'string' ? ` To force one tool, pass { type: 'tool', name: ${JSON.stringify(name.slice(0, 64))} }.` : '';
  return new ToolError(
    'INVALID_DEFINITION',
    `toolChoice ${shortJson(given, 80)} is none of 'auto', 'any', 'required', 'none', { type: 'tool', name }, a list of names or { mode: 'auto', allowed: names }.${hint}`,
  );
}
