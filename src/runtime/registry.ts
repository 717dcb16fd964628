/** The registry: the one place where names are unique and calls come in. */
import { ToolError } from '../errors.js';
import { kindOf } from '../schema/words.js';
import type {
  CallOptions,
  Completion,
  CompletionReference,
  Constructor,
  Guard,
  Repair,
  ToolCall,
  ToolManifest,
  ToolResult,
} from '../types.js';
import { isGranted } from './admission.js';
import { Completions } from './completion/completions.js';
import type { Resolve } from './definition/method-source.js';
import { slipIn } from './given-call.js';
import { gather, type Holdings } from './holdings.js';
import { meantInstead } from './known-names.js';
import type { Limits } from './limits.js';
import type { Logger } from './logger.js';
import { ManifestIndex } from './manifest-index.js';
import { Observers, type RegistryEvents } from './observers.js';
import { Prompt } from './prompts/prompt.js';
import { RegisteredPrompts } from './prompts/registered.js';
import { checkRegisterOptions, flattened, isSeries, ownPlace } from './registration.js';
import { checkRegistryOptions } from './registry-options.js';
import { type ListOptions, RegisteredResources } from './resources/registered.js';
import { Resource } from './resources/resource.js';
import { failureResult, successResult } from './result/envelope.js';
import type { RuleOptions } from './rules/index.js';
import { type ErrorDetail, settingsOf, type Settings } from './settings.js';
import { Shelf } from './shelf.js';
import { Tool } from './tool.js';
import { mendOfTwo, registeredTwice } from './twice.js';

/** Options of a registry; all have defaults. */
export interface RegistryOptions {
  /** What the build step wrote; otherwise the one of `toolmark/register`, when that runs. */
  manifest?: ToolManifest | ToolManifest[];
  /** Gives the instance behind a class that was registered as a class; asked at each call. */
  resolve?: Resolve;
  limits?: Partial<Limits>;
  /** class-validator's `groups`, `always`, `strictGroups`. */
  rules?: RuleOptions;
  /** `message` (the default) lets a model read the message of any error; `masked` of a ToolError only. */
  errorDetail?: ErrorDetail;
  logger?: Logger;
  /** Whether `call` repairs arguments that do not fit, where that loses nothing; true unless it is said otherwise. */
  repair?: boolean;
  /** Asked before every tool, resource, prompt and completion, once the arguments were checked; before a tool's own guard. */
  guard?: Guard;
}

/** What can be registered: an instance, a class (with `resolve`), a Tool, Resource or Prompt, or a function made with `tool(fn)`. */
export type Registrable = object | Constructor | Tool | Resource | Prompt | ((...args: never[]) => unknown);

/** Holds tools, resources and prompts, and runs calls to them. */
export class ToolRegistry {
  /** Resources by URI: lists them and reads them. */
  readonly resources: RegisteredResources;
  /** Prompts by name: lists them and fills them in. */
  readonly prompts: RegisteredPrompts;
  readonly #tools = new Shelf<Tool>(({ name }) => name, duplicate);
  readonly #completions: Completions;
  /** What came from which instance, class or function. */
  readonly #origins = new WeakMap<object, Holdings>();
  readonly #observers: Observers;
  readonly #settings: Settings;
  readonly #index: ManifestIndex;
  readonly #resolve: Resolve | undefined;
  readonly #isRepairing: boolean;

  /** @throws ToolError INVALID_DEFINITION for an unknown option, or a manifest that is none */
  constructor(options: RegistryOptions = {}) {
    checkRegistryOptions(options);
    this.#index = new ManifestIndex(options.manifest === undefined ? undefined : [options.manifest].flat());
    this.#settings = settingsOf(options, this.#index);
    this.#observers = new Observers(this.#settings.logger);
    this.#isRepairing = options.repair ?? true;
    this.#resolve = options.resolve;
    this.resources = new RegisteredResources(this.#settings, this.#observers, (resource) => this.#completions.forget(resource));
    this.prompts = new RegisteredPrompts(this.#settings, this.#observers, (prompt) => this.#completions.forget(prompt));
    const targets = { prompt: (name: string) => this.prompts.get(name), resource: (uri: string) => this.resources.get(uri) };
    this.#completions = new Completions(targets, this.#settings);
  }

  /**
   * Adds all tools, resources, prompts and completions of the items, or none.
   * @param items one, or several in a list, a set or anything else that gives them one by one
   * @throws ToolError DUPLICATE_TOOL, DUPLICATE_RESOURCE, DUPLICATE_PROMPT, STALE_MANIFEST, or INVALID_DEFINITION for what holds nothing
   */
  register(items: Registrable | Iterable<Registrable>, options: { resolve?: Resolve } = {}): this {
    // A second item where the options belong would be left out in silence.
    checkRegisterOptions(options, arguments.length);
    return this.add(items, ownPlace, options.resolve);
  }

  /** @internal The same. @param place who registers them, for messages */
  add(items: Registrable | Iterable<Registrable>, place: string, resolve = this.#resolve): this {
    const makers = { index: this.#index, settings: this.#settings, resolve, place };
    const { all, origins, settlements } = gather(flattened(items, place), makers);
    const targets = {
      prompt: (name: string) => all.prompts.find((prompt) => prompt.name === name) ?? this.prompts.get(name),
      resource: (uri: string) => all.resources.find((resource) => resource.uri === uri) ?? this.resources.get(uri),
    };
    const completions = [...all.completions, ...this.#completions.handMade([...all.prompts, ...all.resources])];
    try {
      const commits = [
        this.#tools.stage(all.tools),
        this.resources.stage(all.resources),
        this.prompts.stage(all.prompts),
        this.#completions.stage(completions, targets),
      ];
      for (const commit of [...commits, ...settlements]) commit();
    } catch (error) {
      const known = { get: (item: object) => this.#origins.get(item), holds: (holdings: Holdings) => this.#holds(holdings) };
      throw registeredTwice(error, origins, known, place);
    }
    for (const [item, holdings] of origins) this.#origins.set(item, holdings);
    this.#tell(all);
    return this;
  }

  /** Removes a tool by its name, or all that came from an item, or from each of several; false when nothing of it was there. */
  unregister(nameOrItem: string | Registrable | Iterable<string | Registrable>): boolean {
    const given = isSeries(nameOrItem) ? flattened(nameOrItem, 'registry.unregister()') : [nameOrItem];
    const leaving = given.map((item) => this.#belongings(item));
    // All at once, so that listeners hear of it once.
    const removed = [
      this.#removeTools(leaving.flatMap(({ tools = [] }) => tools)),
      this.resources.unregister(leaving.flatMap(({ resources = [] }) => resources)),
      this.prompts.unregister(leaving.flatMap(({ prompts = [] }) => prompts)),
      this.#completions.remove(leaving.flatMap(({ completions = [] }) => completions)),
    ];
    return removed.includes(true);
  }

  get(name: string): Tool | undefined {
    return this.#tools.get(name);
  }

  /** The tools that the scopes allow (all without), in the order of registration. */
  list({ scopes }: ListOptions = {}): Tool[] {
    const all = this.#tools.all();
    return scopes === undefined ? all : all.filter(({ options }) => isGranted(options, scopes));
  }

  /** The number of tools. */
  get size(): number {
    return this.#tools.size;
  }

  /**
   * Proposes values for an argument of a prompt or a variable of a resource template: what its `@complete` method gives, or the choices of its type.
   * @param argument its name, and what was typed so far
   * @param others the texts of the other arguments, as far as they are known
   * @returns at most 100 values; none where nobody knows any
   * @throws ToolError UNKNOWN_PROMPT, UNKNOWN_RESOURCE, INVALID_ARGUMENTS, DENIED and what else a call can fail with
   */
  async complete(
    reference: CompletionReference,
    argument: { name: string; value: string },
    others: Record<string, string> = {},
    options: CallOptions = {},
  ): Promise<Completion> {
    return this.#completions.complete(reference, argument, others, options);
  }

  /**
   * Calls a tool. Never throws for what a model can cause: the result then has `isError`, and its content says what was wrong.
   * @param options what the transport knows of the caller: `signal`, `timeout` (milliseconds), `progress` and more
   * @throws ToolError INVALID_DEFINITION for what is no call at all, or calls its arguments otherwise
   */
  async call(call: ToolCall, options: CallOptions = {}): Promise<ToolResult> {
    const { name, callId, slip } = named(call, options);
    if (slip !== undefined) throw new ToolError('INVALID_DEFINITION', `registry.call() ${slip}.`);
    let repairs: readonly Repair[] | undefined;
    const hear = (told: readonly Repair[]): void => {
      repairs = told;
      this.#observers.tell('repair', { toolName: name, ...(callId !== undefined && { callId }), repairs: told });
    };
    try {
      const tool = this.#tools.get(name);
      if (!tool) throw this.#unknown(name, options);
      const given = givenOptions(options, options.repair ?? this.#isRepairing, callId);
      const shaped = await tool.run(call.args ?? {}, given, this.#settings, hear);
      return withRepairs(successResult(name, callId, shaped), repairs);
    } catch (error) {
      return withRepairs(failureResult(name, callId, error, this.#settings, options.errorDetail), repairs);
    }
  }

  /**
   * Tells what happens: `change` when tools were added or removed, `resources` and `prompts` likewise, `resource-updated` (its URI),
   * `repair` when arguments were changed so that they fit.
   * @returns what stops it
   */
  on<E extends keyof RegistryEvents>(event: E, listener: (...told: RegistryEvents[E]) => void): () => void {
    return this.#observers.on(event, listener);
  }

  #holds({ tools, resources, prompts }: Holdings): boolean {
    return (
      tools.some((tool) => this.#tools.get(tool.name) === tool) ||
      resources.some((resource) => this.resources.get(resource.uri) === resource) ||
      prompts.some((prompt) => this.prompts.get(prompt.name) === prompt)
    );
  }

  /** What a name or an item stands for; nothing where it was never registered. */
  #belongings(nameOrItem: unknown): Partial<Omit<Holdings, 'tools'>> & { tools?: readonly (string | Tool)[] } {
    if (typeof nameOrItem === 'string' || nameOrItem instanceof Tool) return { tools: [nameOrItem] };
    if (nameOrItem instanceof Resource) return { resources: [nameOrItem] };
    if (nameOrItem instanceof Prompt) return { prompts: [nameOrItem] };
    return this.#origins.get(nameOrItem as object) ?? {};
  }

  #removeTools(tools: readonly (string | Tool)[]): boolean {
    const removed = this.#tools.remove(tools);
    if (removed.length > 0) this.#observers.tell('change');
    return removed.length > 0;
  }

  #tell({ tools, resources, prompts }: Holdings): void {
    if (tools.length > 0) this.#observers.tell('change');
    if (resources.length > 0) this.#observers.tell('resources');
    if (prompts.length > 0) this.#observers.tell('prompts');
  }

  /** A caller is told only of what it may call. */
  #unknown(name: string, { scopes }: CallOptions): ToolError {
    const known = this.list(scopes ? { scopes } : {}).map((tool) => tool.name);
    return new ToolError('UNKNOWN_TOOL', `Unknown tool: ${name.slice(0, 128)}.${meantInstead(name, known, 'tools')}`, { toolName: name });
  }
}

function duplicate(one: Tool, other: Tool): ToolError {
  const mend = mendOfTwo(one, other, 'Give one another name (@tool({ name })) or its class a prefix (@toolset({ prefix })).');
  return new ToolError('DUPLICATE_TOOL', `Two tools are named '${one.name}': ${one.place} and ${other.place}. ${mend}`, {
    toolName: one.name,
  });
}

const withRepairs = (result: ToolResult, repairs: readonly Repair[] | undefined): ToolResult => (repairs ? { ...result, repairs } : result);

/** Written out, because spreading an object costs as much as checking the arguments does. */
function givenOptions(
  options: CallOptions,
  repair: boolean,
  callId: string | undefined,
): { [K in keyof Required<CallOptions>]: CallOptions[K] } {
  return {
    signal: options.signal,
    timeout: options.timeout,
    repair,
    callId,
    auth: options.auth,
    scopes: options.scopes,
    headers: options.headers,
    meta: options.meta,
    progress: options.progress,
    log: options.log,
    closeStream: options.closeStream,
    elicit: options.elicit,
    sample: options.sample,
    roots: options.roots,
    errorDetail: options.errorDetail,
  };
}

/** What resists being read, or is no text, is the name of no tool. */
function named(call: ToolCall, options: CallOptions): { name: string; callId: string | undefined; slip: string | undefined } {
  try {
    const { name, id, args } = (call ?? {}) as { name?: unknown; id?: string; args?: unknown };
    const isText = typeof name === 'string';
    const slip = isText && args !== undefined ? undefined : slipIn(call);
    return { name: isText ? name : kindOf(name), callId: id ?? options.callId, slip };
  } catch {
    return { name: 'unreadable', callId: options.callId, slip: undefined };
  }
}
