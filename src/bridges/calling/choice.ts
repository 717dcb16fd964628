/**
 * Which tool a model may or must call: read once from any of the usual forms, checked against the tools and the model,
 * then written in the provider's form by the functions of its bridge.
 */
import { ToolError } from '../../errors.js';
import { shortJson } from '../../schema/words.js';
import type { FreeText } from './bridge.js';
import { modelFacts, unsupportedForcedChoice } from './models.js';
import { isFields } from './shapes.js';

/**
 * `auto`: the model decides (the default). `any`, `required`: at least one call. `none`: no call. An object: that tool.
 * A list: one of these, where the provider has such a list. The forms of OpenAI, Anthropic, Gemini, Bedrock, the AI SDK and DSPy are taken too.
 */
export type ToolChoice = 'auto' | 'any' | 'required' | 'none' | { type: 'tool'; name: string } | readonly string[] | NativeChoice;

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

/** How a provider writes each; without `allowed` it takes no list. Names are the provider's. */
export interface ChoiceForms<T> {
  auto(): T;
  none(): T;
  any(): T;
  tool(name: string): T;
  allowed?(names: readonly string[], isForced: boolean): T;
  /** A choice in the provider's own form that is none of these; without it there is none. */
  native?(value: NativeChoice): T;
  /** The same fields with the switch for several calls in one turn; absent where the provider has none. */
  parallel?(fields: T, isParallel: boolean): T;
}

/** What is said beside a choice. */
export interface ChoiceOptions {
  /** Whether there may be several calls in one turn; the provider decides otherwise. */
  parallel?: boolean;
  /** For what depends on the model. */
  model?: string;
  /** As the tools were declared. */
  freeText?: FreeText;
  /** Hears what a choice cannot say, or names in vain. */
  onWarning?(warning: string): void;
}

type Fields = Record<string, unknown>;

const words: ReadonlyMap<unknown, NormalChoice> = new Map<unknown, NormalChoice>([
  ['auto', { mode: 'auto' }],
  ['any', { mode: 'any' }],
  ['required', { mode: 'any' }],
  ['none', { mode: 'none' }],
]);

/** In objects the words may be in capitals. */
const wordOf = (word: unknown): NormalChoice | undefined => words.get(typeof word === 'string' ? word.toLowerCase() : word);

const named = (name: unknown): NormalChoice | undefined => (typeof name === 'string' ? { mode: 'tool', name } : undefined);

/** The names in a list of names, or of tools as a provider declares them. */
function namesIn(list: unknown): string[] | undefined {
  if (!Array.isArray(list)) return undefined;
  const names = list.map((item: unknown) => {
    if (!isFields(item)) return item;
    return isFields(item['function']) ? item['function']['name'] : item['name'];
  });
  return names.every((name) => typeof name === 'string') ? names : undefined;
}

function allowed(list: unknown, word: unknown): NormalChoice | undefined {
  const names = namesIn(list);
  return names && { mode: 'allowed', names, isForced: wordOf(word ?? 'any')?.mode === 'any' };
}

/** One entry a form; the first that gives something has read it. */
const forms: readonly ((fields: Fields) => NormalChoice | undefined)[] = [
  ({ type, function: inner }) => (type === 'function' && isFields(inner) ? named(inner['name']) : undefined),
  ({ type, name, toolName }) => (type === 'tool' || type === 'function' ? named(name ?? toolName) : undefined),
  ({ type, allowed_tools: inner }) => (type === 'allowed_tools' && isFields(inner) ? allowed(inner['tools'], inner['mode']) : undefined),
  ({ type, mode, tools }) => (type === 'allowed_tools' ? allowed(tools, mode) : undefined),
  ({ mode, allowed: names }) =>
    Array.isArray(names) && names.length > 0 ? ofNames(namesIn(names), wordOf(mode ?? 'any')?.mode === 'any') : undefined,
  ({ mode, allowedFunctionNames: names }) => (Array.isArray(names) && names.length > 0 ? allowed(names, mode) : undefined),
  ({ functionCallingConfig: inner }) => (isFields(inner) ? ofFields(inner) : undefined),
  ({ function_calling_config: inner }) => (isFields(inner) ? ofFields(inner) : undefined),
  ({ mode, name }) => (mode === 'tool' || mode === 'function' ? named(name) : undefined),
  ({ mode }) => wordOf(mode),
  ({ type }) => wordOf(type),
  ({ auto }) => (isFields(auto) ? { mode: 'auto' } : undefined),
  ({ any }) => (isFields(any) ? { mode: 'any' } : undefined),
  ({ tool }) => (isFields(tool) ? named(tool['name']) : undefined),
];

function ofNames(names: string[] | undefined, isForced: boolean): NormalChoice | undefined {
  if (!names) return undefined;
  const [only] = names;
  return names.length === 1 && only !== undefined && isForced ? { mode: 'tool', name: only } : { mode: 'allowed', names, isForced };
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
  const { type, functionCallingConfig: config } = fields;
  const isNative = isFields(config) ? typeof config['mode'] === 'string' : typeof type === 'string' && !ours.has(type);
  return isNative ? { mode: 'native', value: fields } : undefined;
}

/** The choice alone. @throws ToolError INVALID_DEFINITION for what is no choice */
export function normalizeToolChoice(given: unknown): NormalChoice {
  return readToolChoice(given).choice;
}

function listed(given: unknown[]): NormalChoice | undefined {
  return given.every((name) => typeof name === 'string') ? { mode: 'allowed', names: given, isForced: true } : undefined;
}

function parallelIn(fields: Fields): boolean | undefined {
  const { parallel_tool_calls: parallel, disable_parallel_tool_use: isDisabled } = fields;
  if (typeof parallel === 'boolean') return parallel;
  return typeof isDisabled === 'boolean' ? !isDisabled : undefined;
}

function unknownChoice(given: unknown): ToolError {
  const hint = typeof given === 'string' ? ` To force one tool, pass { type: 'tool', name: ${JSON.stringify(given.slice(0, 64))} }.` : '';
  return new ToolError(
    'INVALID_DEFINITION',
    `toolChoice ${shortJson(given, 80)} is none of 'auto', 'any', 'required', 'none', { type: 'tool', name } or a list of names.${hint}`,
  );
}

/** Whether the model must call a tool. */
export function isForced(choice: NormalChoice): boolean {
  return choice.mode === 'allowed' ? choice.isForced : choice.mode !== 'auto' && choice.mode !== 'none';
}

/** What a choice is checked against. */
export interface ChoiceSurroundings {
  /** The tools of the request, by their own names. */
  readonly names: readonly string[];
  readonly model?: string;
  warn(message: string): void;
}

/** The choice without what nobody has: what names nothing usable, or what the model does not support, becomes `auto` with a warning. */
export function usableChoice(choice: NormalChoice, { names, model, warn }: ChoiceSurroundings): NormalChoice {
  const usable = ofKnownNames(choice, names, warn);
  if (model === undefined || !isForced(usable) || modelFacts(model).supportsForcedToolChoice) return usable;
  const what =
    usable.mode === 'tool' ? `the tool '${usable.name}'` : usable.mode === 'allowed' ? `one of ${listOf(usable.names)}` : 'a tool';
  if (unsupportedForcedChoice(model) === 'forward') {
    warn(`The model '${model}' does not support a forced tool choice; that of ${what} is sent all the same.`);
    return usable;
  }
  warn(`The model '${model}' does not support a forced tool choice: that of ${what} is sent as 'auto'.`);
  return usable.mode === 'allowed' ? { ...usable, isForced: false } : { mode: 'auto' };
}

function ofKnownNames(choice: NormalChoice, names: readonly string[], warn: (message: string) => void): NormalChoice {
  if (choice.mode === 'tool' && !names.includes(choice.name)) {
    warn(
      `toolChoice names ${choice.name === '' ? 'no tool' : `'${choice.name}', which is no tool of this request`}: 'auto' is used instead.`,
    );
    return { mode: 'auto' };
  }
  if (choice.mode === 'any' && names.length === 0) {
    warn("toolChoice wants a call, but the request has no tools: 'auto' is used instead.");
    return { mode: 'auto' };
  }
  if (choice.mode !== 'allowed') return choice;
  const known = choice.names.filter((name) => names.includes(name));
  const unknown = choice.names.filter((name) => !names.includes(name));
  if (known.length === 0) {
    warn(
      `toolChoice names ${unknown.length === 0 ? 'no tool' : `${listOf(unknown)}, none of which is a tool of this request`}: 'auto' is used instead.`,
    );
    return { mode: 'auto' };
  }
  if (unknown.length > 0) warn(`toolChoice names ${listOf(unknown)}, which the request does not have: ignored.`);
  return { ...choice, names: known };
}

const listOf = (names: readonly string[]): string => names.map((name) => `'${name}'`).join(', ');

/**
 * The choice as a provider writes it.
 * @param toProvider gives the provider's name of a tool
 * @throws ToolError INVALID_DEFINITION for a list where the provider takes none
 */
export function writeToolChoice<T>(
  choice: NormalChoice,
  forms: ChoiceForms<T>,
  { provider, toProvider = (name) => name }: { provider: string; toProvider?(name: string): string },
): T {
  if (choice.mode === 'tool') return forms.tool(toProvider(choice.name));
  if (choice.mode === 'native') {
    if (forms.native) return forms.native(choice.value);
    throw unknownChoice(choice.value);
  }
  if (choice.mode !== 'allowed') return forms[choice.mode]();
  if (forms.allowed) return forms.allowed(choice.names.map(toProvider), choice.isForced);
  throw new ToolError(
    'INVALID_DEFINITION',
    `${provider} takes no list of tools as toolChoice: pass one name as { type: 'tool', name }, or send only the tools ${listOf(choice.names)}.`,
  );
}

/** The tools of a request, and how the provider calls them. */
export interface NamedTools {
  /** The tools' own names. */
  readonly names: readonly string[];
  toProvider(name: string): string;
}

/**
 * All of it: reads a choice, checks it and writes it. This is a bridge's `toToolChoice`.
 * @returns the fields of the request; none where there are no tools, as providers refuse a choice without
 * @throws ToolError INVALID_DEFINITION for what is no choice, or a list where the provider takes none
 */
export function toolChoiceFields<T extends object>(
  given: ToolChoice | undefined,
  { names, toProvider }: NamedTools,
  forms: ChoiceForms<T>,
  { provider, parallel, model, onWarning: warn = () => {} }: ChoiceOptions & { provider: string },
): Partial<T> {
  const read = readToolChoice(given);
  const choice = usableChoice(read.choice, { names, warn, ...(model !== undefined && { model }) });
  if (names.length === 0) return {};
  const fields = writeToolChoice(choice, forms, { provider, toProvider });
  const isParallel = parallel ?? read.parallel;
  if (isParallel === undefined) return fields;
  if (!forms.parallel) {
    if (!isParallel) warn(`${provider} has no switch for several calls in one turn: there may be some.`);
    return fields;
  }
  return forms.parallel(fields, isParallel);
}

/**
 * Refuses before any request what the model would refuse: built-in tools beside one's own where it takes either,
 * and an answer of a given form by a forced tool where calls cannot be forced.
 * @throws ToolError INVALID_DEFINITION
 */
export function checkModel(
  model: string,
  { builtIn = 0, own = 0, hasResponseSchema = false }: { builtIn?: number; own?: number; hasResponseSchema?: boolean },
): void {
  const known = modelFacts(model);
  if (builtIn > 0 && own > 0 && !known.supportsConcurrentBuiltInAndCustomTools)
    throw new ToolError('INVALID_DEFINITION', `The model '${model}' does not take built-in tools and tools of one's own in one request.`);
  if (hasResponseSchema && own > 0 && !known.supportsForcedToolChoice && !known.supportsNativeOutput)
    throw new ToolError(
      'INVALID_DEFINITION',
      `The model '${model}' is not compatible with a response schema beside tools: it has no structured output of its own, and calls cannot be forced.`,
    );
}
