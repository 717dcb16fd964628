/**
 * Which tool a model may or must call: checked against the tools and the model, then written in the provider's form by the
 * functions of its bridge.
 */
import { ToolError } from '../../errors.js';
import type { FreeText } from './bridge.js';
import { geminiConfig, type NativeChoice, type NormalChoice, readToolChoice, type ToolChoice, unknownChoice } from './choice-reading.js';
import { modelFacts, unsupportedForcedChoice } from './models.js';
import { isFields } from './shapes.js';

export { type NativeChoice, type NormalChoice, normalizeToolChoice, readToolChoice, type ToolChoice } from './choice-reading.js';

/** How a provider writes each; without `allowed` it takes no list. Names are the provider's. */
export interface ChoiceForms<T> {
  auto(): T;
  none(): T;
  any(): T;
  tool(name: string): T;
  /** @param builtIn those of the list that are the provider's own; empty where it has no `builtIn` */
  allowed?(names: readonly string[], isForced: boolean, builtIn: readonly object[]): T;
  /** One of the provider's own tools; undefined for one that cannot be chosen. Absent where none can. */
  builtIn?(tool: object): T | undefined;
  /** A choice in the provider's own form that is none of these; undefined for another provider's. Without it there is none. */
  native?(value: NativeChoice): T | undefined;
  /** The same fields with the switch for several calls in one turn; absent where the provider has none. */
  parallel?(fields: T, isParallel: boolean): T;
}

/** What is said beside a choice. */
export interface ChoiceOptions {
  /** Whether there may be several calls in one turn; the provider decides otherwise. */
  parallel?: boolean | undefined;
  /** For what depends on the model. */
  model?: string | undefined;
  /** As the tools were declared. */
  freeText?: FreeText | undefined;
  /** The provider's own tools of the request: they can be chosen like ours, by their name or type. */
  builtIn?: readonly object[] | undefined;
  /** MCP servers that the provider runs, as they were declared: chosen by their label or name, where the provider can. */
  mcpServers?: readonly object[] | undefined;
  /** Hears what a choice cannot say, or names in vain. */
  onWarning?: ((warning: string) => void) | undefined;
}

/** Whether the model must call a tool. */
export function isForced(choice: NormalChoice): boolean {
  if (choice.mode === 'allowed') return choice.isForced;
  // Gemini's own form with a mode that is none of the usual: it forces nothing. Nor does a list in the mode 'auto'.
  if (choice.mode === 'native') return geminiConfig(choice.value) === undefined && choice.value['mode'] !== 'auto';
  return choice.mode !== 'auto' && choice.mode !== 'none';
}

/** What holds after a call was forced: none is any more, but what is not on a list is still not to be called. */
export function released(choice: NormalChoice): ToolChoice {
  if (choice.mode === 'allowed') return { mode: 'auto', allowed: choice.names };
  const isList = choice.mode === 'native' && choice.value['type'] === 'allowed_tools';
  return isList ? { ...choice.value, mode: 'auto' } : 'auto';
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
    usable.mode === 'tool' ? `the tool '${usable.name}'` : usable.mode === 'allowed' ? `one of ${listOf(usable.names)}` : 'some tool';
  if (unsupportedForcedChoice(model) === 'forward') {
    warn(`The model '${model}' cannot be forced to call a tool; that ${what} must be called is sent all the same.`);
    return usable;
  }
  warn(`The model '${model}' cannot be forced to call a tool: toolChoice wants ${what} to be called, and 'auto' is sent instead.`);
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

/** What a choice is written with. */
interface Writing {
  /** For people. */
  readonly provider: string;
  /** Gives the provider's name of one of our tools. */
  toProvider?(name: string): string;
  /** Its own tools, but for those that have the name of one of ours. */
  readonly builtIn?: readonly object[];
  warn?(message: string): void;
}

/**
 * The choice as a provider writes it.
 * @throws ToolError INVALID_DEFINITION for a list where the provider takes none
 */
export function writeToolChoice<T>(choice: NormalChoice, forms: ChoiceForms<T>, writing: Writing): T {
  const { toProvider = (name) => name, builtIn = [] } = writing;
  if (choice.mode === 'tool') {
    const tool = builtIn.find((one) => namesOf(one).includes(choice.name));
    return tool ? ofBuiltIn(choice.name, tool, forms, writing) : forms.tool(toProvider(choice.name));
  }
  if (choice.mode === 'allowed') return ofList(choice, forms, writing);
  if (choice.mode !== 'native') return forms[choice.mode]();
  const native = forms.native?.(choice.value);
  if (native === undefined) throw unknownChoice(choice.value);
  return native;
}

function ofBuiltIn<T>(name: string, tool: object, forms: ChoiceForms<T>, { provider, warn }: Writing): T {
  const fields = forms.builtIn?.(tool);
  if (fields === undefined) warn?.(`${provider} cannot be told to call '${name}', a tool of its own: 'auto' is used instead.`);
  return fields ?? forms.auto();
}

type ListChoice = NormalChoice & { mode: 'allowed' };

function ofList<T>({ names, isForced: must }: ListChoice, forms: ChoiceForms<T>, writing: Writing): T {
  const { provider, toProvider = (name) => name, builtIn = [], warn } = writing;
  if (!forms.allowed)
    throw new ToolError(
      'INVALID_DEFINITION',
      `${provider} takes no list of tools as toolChoice: pass one name as { type: 'tool', name }, or send only the tools ${listOf(names)}.`,
    );
  const isOwn = (name: string): boolean => !builtIn.some((one) => namesOf(one).includes(name));
  const ours = names.filter(isOwn).map(toProvider);
  const others = names.filter((name) => !isOwn(name));
  const chosen = builtIn.filter((one) => others.some((name) => namesOf(one).includes(name)));
  if (chosen.length === 0 || forms.builtIn) return forms.allowed(ours, must, chosen);
  warn?.(`${provider} takes none of its own tools in a list of those that may be called: ${listOf(others)} ignored.`);
  return ours.length === 0 ? forms.auto() : forms.allowed(ours, must, []);
}

/** What one of the provider's tools can be called in a choice: its name, its type, or the only key of those that have neither. */
export function namesOf(tool: object): string[] {
  const { name, type, server_label: label, mcp_server_name: server, custom } = tool as Record<string, unknown>;
  const inner = isFields(custom) ? custom['name'] : undefined;
  const names = [name, type, label, server, inner].filter((one): one is string => typeof one === 'string');
  return names.length > 0 ? names : Object.keys(tool);
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
  tools: NamedTools,
  forms: ChoiceForms<T>,
  { provider, parallel, model, onWarning: warn = () => {}, ...theirs }: ChoiceOptions & { provider: string },
): Partial<T> {
  const builtIn = [...(theirs.builtIn ?? []), ...(theirs.mcpServers ?? [])];
  const read = readToolChoice(given);
  const names = builtIn.length === 0 ? tools.names : [...tools.names, ...builtIn.flatMap(namesOf)];
  const wanted = byType(read.choice, names, forms);
  const choice = usableChoice(wanted, { names, warn, ...(model !== undefined && { model }) });
  // A choice among nothing but tools of its own is known to some providers only.
  if (tools.names.length === 0 && (builtIn.length === 0 || !forms.builtIn)) return {};
  const isOther = (tool: object): boolean => !namesOf(tool).some((name) => tools.names.includes(name));
  const { toProvider } = tools;
  const fields = writeToolChoice(choice, forms, { provider, toProvider, warn, builtIn: builtIn.filter(isOther) });
  const isParallel = parallel ?? read.parallel;
  if (isParallel === undefined) return fields;
  if (!forms.parallel) {
    if (!isParallel) warn(`${provider} has no switch for several calls in one turn: there may be some.`);
    return fields;
  }
  return forms.parallel(fields, isParallel);
}

/** `{ type }` names a tool of the provider's where that has no such form itself. */
function byType<T>(choice: NormalChoice, names: readonly string[], forms: ChoiceForms<T>): NormalChoice {
  if (choice.mode !== 'native') return choice;
  const { type } = choice.value;
  const isTool = typeof type === 'string' && names.includes(type) && forms.native?.(choice.value) === undefined;
  return isTool ? { mode: 'tool', name: type } : choice;
}

/** What a request is to have: how many of each. */
export interface RequestContents {
  builtIn?: number;
  own?: number;
  /** That the provider is to run. */
  mcpServers?: number;
  hasResponseSchema?: boolean;
}

/**
 * Refuses before any request what the model would refuse: built-in tools beside one's own where it takes either, MCP servers that the
 * provider does not run, and an answer of a given form by a forced tool where calls cannot be forced.
 * @throws ToolError INVALID_DEFINITION
 */
export function checkModel(model: string, { builtIn = 0, own = 0, mcpServers = 0, hasResponseSchema = false }: RequestContents): void {
  const known = modelFacts(model);
  if (builtIn > 0 && own > 0 && !known.supportsConcurrentBuiltInAndCustomTools)
    throw new ToolError('INVALID_DEFINITION', `The model '${model}' does not take built-in tools and tools of one's own in one request.`);
  if (mcpServers > 0 && !known.supportsMcpServers)
    throw new ToolError(
      'INVALID_DEFINITION',
      `The provider of the model '${model}' runs no MCP servers: connect to the server here, and give its tools like your own.`,
    );
  if (hasResponseSchema && own > 0 && !known.supportsForcedToolChoice && !known.supportsNativeOutput)
    throw new ToolError(
      'INVALID_DEFINITION',
      `The model '${model}' is not compatible with a response schema beside tools: it has no structured output of its own, and calls cannot be forced.`,
    );
}
