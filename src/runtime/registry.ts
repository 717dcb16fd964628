/** The registry: the one place where names are unique and calls come in. */
import { ToolError } from '../errors.js';
import { kindOf, nearest } from '../schema/words.js';
import type { CallOptions, Constructor, Repair, ToolCall, ToolManifest, ToolResult } from '../types.js';
import { sourcesOf, type Resolve } from './definition/items.js';
import type { Limits } from './limits.js';
import type { Logger } from './logger.js';
import { ManifestIndex } from './manifest-index.js';
import { Observers, type RegistryEvents } from './observers.js';
import { checkRegistryOptions } from './registry-options.js';
import { failureResult, successResult } from './result/envelope.js';
import type { RuleOptions } from './rules/index.js';
import { type ErrorDetail, settingsOf, type Settings } from './settings.js';
import { Tool } from './tool.js';

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
}

/** What can be registered: an instance, a class (with `resolve`), a Tool, or a function made with `tool(fn)`. */
export type Registrable = object | Constructor | Tool | ((...args: never[]) => unknown);

/** Holds tools by name and runs calls to them. */
export class ToolRegistry {
  readonly #tools = new Map<string, Tool>();
  readonly #observers: Observers;
  readonly #settings: Settings;
  readonly #index: ManifestIndex;
  readonly #resolve: Resolve | undefined;
  readonly #isRepairing: boolean;

  /** @throws ToolError INVALID_DEFINITION for an unknown option, or a manifest that is none */
  constructor(options: RegistryOptions = {}) {
    checkRegistryOptions(options);
    this.#settings = settingsOf(options);
    this.#observers = new Observers(this.#settings.logger);
    this.#isRepairing = options.repair ?? true;
    this.#index = new ManifestIndex(options.manifest === undefined ? undefined : [options.manifest].flat());
    this.#resolve = options.resolve;
  }

  /**
   * Adds every tool of the items, or none.
   * @throws ToolError DUPLICATE_TOOL, STALE_MANIFEST, or INVALID_DEFINITION for what holds no tools
   */
  register(items: Registrable | readonly Registrable[], options: { resolve?: Resolve } = {}): this {
    const staged = new Map<string, Tool>();
    const makers = { index: this.#index, settings: this.#settings, resolve: options.resolve ?? this.#resolve };
    for (const item of [items].flat(Infinity as 1) as unknown[]) {
      for (const source of item instanceof Tool ? [item] : sourcesOf(item, makers)) {
        const tool = source instanceof Tool ? source : new Tool(source, true);
        this.#refuseDuplicate(tool, staged);
        staged.set(tool.name, tool);
      }
    }
    for (const [name, tool] of staged) this.#tools.set(name, tool);
    if (staged.size > 0) this.#observers.tell('change');
    return this;
  }

  /** Removes a tool; false when it was not there. */
  unregister(nameOrTool: string | Tool): boolean {
    const name = typeof nameOrTool === 'string' ? nameOrTool : nameOrTool.name;
    if (typeof nameOrTool !== 'string' && this.#tools.get(name) !== nameOrTool) return false;
    const removed = this.#tools.delete(name);
    if (removed) this.#observers.tell('change');
    return removed;
  }

  get(name: string): Tool | undefined {
    return this.#tools.get(name);
  }

  /** All tools, in the order of registration. */
  list(): Tool[] {
    return [...this.#tools.values()];
  }

  /** The number of tools. */
  get size(): number {
    return this.#tools.size;
  }

  /**
   * Calls a tool. Never throws for what a model can cause: the result then has `isError`, and its content says what was wrong.
   * @param options what the transport knows of the caller: `signal`, `timeout` (milliseconds), `progress` and more
   */
  async call(call: ToolCall, options: CallOptions = {}): Promise<ToolResult> {
    const { name, callId } = named(call, options);
    const masked = { ...this.#settings, errorDetail: options.errorDetail ?? this.#settings.errorDetail };
    let repairs: readonly Repair[] | undefined;
    const hear = (told: readonly Repair[]): void => {
      repairs = told;
      this.#observers.tell('repair', { toolName: name, ...(callId !== undefined && { callId }), repairs: told });
    };
    try {
      const tool = this.#tools.get(name);
      if (!tool) throw this.#unknown(name);
      const given = { ...options, repair: options.repair ?? this.#isRepairing, ...(callId !== undefined && { callId }) };
      const shaped = await tool.run(call.args ?? {}, given, this.#settings, hear);
      return withRepairs(successResult(name, callId, shaped), repairs);
    } catch (error) {
      return withRepairs(failureResult(name, callId, error, masked), repairs);
    }
  }

  /**
   * Tells what happens: `change` when tools were added or removed, `repair` when arguments were changed so that they fit.
   * @returns what stops it
   */
  on<E extends keyof RegistryEvents>(event: E, listener: (...told: RegistryEvents[E]) => void): () => void {
    return this.#observers.on(event, listener);
  }

  #refuseDuplicate(tool: Tool, staged: ReadonlyMap<string, Tool>): void {
    const other = staged.get(tool.name) ?? this.#tools.get(tool.name);
    if (!other) return;
    const message = `Two tools are named '${tool.name}': ${other.place} and ${tool.place}. Give one another name (@tool({ name })) or its class a prefix (@toolset({ prefix })).`;
    throw new ToolError('DUPLICATE_TOOL', message, { toolName: tool.name });
  }

  #unknown(name: string): ToolError {
    const close = nearest(name, this.#tools.keys());
    const known = [...this.#tools.keys()].slice(0, 12);
    const meant = close ? ` Did you mean '${close}'?` : '';
    const list = known.length > 0 ? ` Known tools: ${known.join(', ')}${this.#tools.size > known.length ? ', …' : ''}.` : '';
    return new ToolError('UNKNOWN_TOOL', `Unknown tool: '${name.slice(0, 128)}'.${meant}${list}`, { toolName: name });
  }
}

const withRepairs = (result: ToolResult, repairs: readonly Repair[] | undefined): ToolResult => (repairs ? { ...result, repairs } : result);

/** What resists being read, or is no text, is the name of no tool. */
function named(call: ToolCall, options: CallOptions): { name: string; callId: string | undefined } {
  try {
    const { name, id } = (call ?? {}) as { name?: unknown; id?: string };
    return { name: typeof name === 'string' ? name : kindOf(name), callId: id ?? options.callId };
  } catch {
    return { name: 'unreadable', callId: options.callId };
  }
}
