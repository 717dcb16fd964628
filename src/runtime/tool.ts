/** A tool: a definition that can be invoked. Made by hand with `new Tool({…})`, or by the registry from a marked method or function. */
import type { Contents } from '../schema/usual.js';
import type { CallOptions, Constructor, Issue, JsonSchema, Repair, ToolAnnotations, ToolDefinition, ToolOptions } from '../types.js';
import { CompiledTool, type Prepared } from './compiled-tool.js';
import { type ClassToolInit, handlerSource, type ToolInit } from './definition/handler-source.js';
import { frozenCopy, publish, withoutMarks } from './definition/publish.js';
import { signatureOf, type SignatureEntry } from './definition/signature.js';
import { rootClass, type ToolPlan, type ToolSource } from './definition/source.js';
import { invoke, invokeSync } from './invocation.js';
import { type ShapedResult, shapeResult } from './result/shape.js';
import type { Settings } from './settings.js';
import { definitionInWords } from './tool-words.js';
import type { StandardResult, StandardSchema } from './standard-schema.js';

const brand = Symbol.for('toolmark.Tool');

const shapeToolResult = (tool: CompiledTool, value: unknown, { limits }: Settings): ShapedResult => shapeResult(tool, value, limits);

const standardResult = (prepared: Prepared): StandardResult<Record<string, unknown>> =>
  prepared.issues ? { issues: prepared.issues } : { value: prepared.args };

/** A definition that can be invoked. `I` is what its handler gets, where that is a class's instance. */
export class Tool<I extends object = object> {
  readonly #source: ToolSource;
  #plan: ToolPlan | undefined;
  #definition: Readonly<ToolDefinition> | undefined;
  #natural: JsonSchema | undefined;
  #compiled: CompiledTool | undefined;
  #input: StandardSchema<Record<string, unknown>> | undefined;
  #notes: Map<object, unknown> | undefined;

  /** @throws ToolError INVALID_DEFINITION for a bad name, schema or handler */
  constructor(init: ClassToolInit<I>);
  constructor(init: ToolInit);
  /** @internal */
  constructor(source: ToolSource, internal: true);
  constructor(given: ClassToolInit<I> | ToolInit | ToolSource, internal = false) {
    this.#source = internal ? (given as ToolSource) : handlerSource(given as ToolInit);
  }

  static {
    // On the prototype, as each tool would pay for one of its own.
    Object.defineProperty(this.prototype, brand, { value: true });
  }

  static [Symbol.hasInstance](value: unknown): boolean {
    if (this !== Tool) return Function.prototype[Symbol.hasInstance].call(this, value);
    return typeof value === 'object' && value !== null && brand in value;
  }

  get name(): string {
    return this.#source.name;
  }

  /** What a model sees; frozen. @throws ToolError UNSUPPORTED_SCHEMA or INVALID_DEFINITION */
  get definition(): Readonly<ToolDefinition> {
    this.#definition ??= publish(this.#source, this.#knownPlan());
    return this.#definition;
  }

  get title(): string | undefined {
    return this.#source.options.title;
  }

  get description(): string | undefined {
    return this.definition.description;
  }

  get inputSchema(): ToolDefinition['inputSchema'] {
    return this.definition.inputSchema;
  }

  get outputSchema(): ToolDefinition['outputSchema'] {
    return this.definition.outputSchema;
  }

  /** The output schema and what fits it are wrapped as `{ result: … }`: protocols of old want an object. */
  get wrapsOutput(): boolean {
    return this.#knownPlan().wrapsOutput;
  }

  /** The output schema as it is where nothing need be wrapped; then the structured content is the `result` of the wrapped one. */
  get naturalOutputSchema(): JsonSchema | undefined {
    const { naturalOutput } = this.#knownPlan();
    this.#natural ??= naturalOutput && frozenCopy(withoutMarks(naturalOutput));
    return this.#natural ?? this.outputSchema;
  }

  /** The class whose instance the handler or method gets as its arguments, where there is one. */
  get inputClass(): Constructor | undefined {
    return this.#source.inputClass ?? rootClass(this.#knownPlan(), 'input');
  }

  /** The class that the result is an instance of, where one is declared. */
  get outputClass(): Constructor | undefined {
    return this.#source.outputClass ?? rootClass(this.#knownPlan(), 'output');
  }

  get annotations(): ToolAnnotations | undefined {
    return this.#source.options.annotations;
  }

  /** What the author gave in the decorator: `tags`, `scopes`, `timeout`, `strict`, `defer`, `meta` and the rest. */
  get options(): Readonly<ToolOptions> {
    return this.#source.options;
  }

  get tags(): readonly string[] {
    return this.#source.options.tags ?? [];
  }

  /** Private to this process; never published. */
  get meta(): Readonly<Record<string, unknown>> | undefined {
    return this.#source.options.meta;
  }

  /** A name for people: the title, the annotations' title, or the name. */
  get displayName(): string {
    const { title, annotations } = this.#source.options;
    return [title, annotations?.title].find((text) => typeof text === 'string' && text.trim() !== '') ?? this.name;
  }

  /** Where the tool comes from, for messages to its author: for example `AtlasService.nearby`. */
  get place(): string {
    return this.#source.place;
  }

  /** The author's function is declared asynchronous, so `callSync` refuses. */
  get isAsync(): boolean {
    return this.#source.isAsync();
  }

  /** The arguments in order, for display. */
  get signature(): readonly SignatureEntry[] {
    return signatureOf(this.definition.inputSchema);
  }

  /** The arguments as a Standard Schema; checks at once, unless a rule is asynchronous. */
  get input(): StandardSchema<Record<string, unknown>> {
    this.#input ??= {
      '~standard': {
        version: 1,
        vendor: 'toolmark',
        validate: (value) => {
          const outcome = this.#known().prepare(value);
          return outcome instanceof Promise ? outcome.then(standardResult) : standardResult(outcome);
        },
      },
    };
    return this.#input;
  }

  /** @internal What a call of the registry would refuse the arguments for; undefined for those that fit, or can be mended. */
  faultsOf(args: unknown): readonly Issue[] | undefined | Promise<readonly Issue[] | undefined> {
    const outcome = this.#known().prepare(args, undefined, true);
    return outcome instanceof Promise ? outcome.then(({ issues }) => issues) : outcome.issues;
  }

  /**
   * Checks the arguments, runs the tool and checks the result.
   * @param args the arguments object, or its JSON text
   * @returns what the method returned
   * @throws ToolError; whatever else the method throws is its `cause`
   */
  async invoke(args: unknown = {}, options: CallOptions = {}): Promise<unknown> {
    return (await this.run(args, options)).value;
  }

  /**
   * The same at once.
   * @throws ToolError ASYNC_TOOL when the tool is asynchronous: use `invoke` then. Where `allowToolAsyncSyncConversion` is on
   * (`withContext`, `configure`) it gives the promise instead
   */
  callSync(args: unknown = {}, options: CallOptions = {}): unknown {
    const shaped = invokeSync(this.#known(), args, options);
    return shaped instanceof Promise ? shaped.then(({ value }) => value) : shaped.value;
  }

  /**
   * @internal Runs the tool and gives the result in every form.
   * @param hear given by who makes results of failures
   */
  run(
    args: unknown,
    options: CallOptions,
    settings: Settings = this.#source.settings,
    hear?: (repairs: readonly Repair[]) => void,
  ): Promise<ShapedResult> {
    return invoke(this.#known(), args, options, settings, { hear, isTold: hear !== undefined, shape: shapeToolResult });
  }

  /** `NAME, whose description is <desc>DESCRIPTION</desc>. It takes arguments {ARGUMENTS}.`; the arguments are JSON. */
  toString(): string {
    return definitionInWords(this.definition);
  }

  /**
   * @internal What others made of the tool, which cannot change, each under an object of its own. A WeakMap of theirs would keep
   * short-lived tools through many collections of garbage.
   */
  noted(key: object): unknown {
    return this.#notes?.get(key);
  }

  /** @internal Keeps what was made of the tool. */
  note(key: object, made: unknown): void {
    (this.#notes ??= new Map()).set(key, made);
  }

  /** @internal What `inputSchema` holds, where that is known. */
  get inputContents(): Contents | undefined {
    return this.#source.inputContents;
  }

  /** @internal Hears where it is to be registered. @returns what settles that, if anything @throws ToolError for classes that are not known there */
  attach(settings: Settings): (() => void) | undefined {
    const settle = this.#source.attach?.(settings);
    if (!settle) return undefined;
    return () => {
      settle();
      this.#forget();
    };
  }

  toJSON(): ToolDefinition {
    return this.definition;
  }

  /** What was made of it before it was registered, and by others, came of no manifest or of another. */
  #forget(): void {
    this.#plan = undefined;
    this.#definition = undefined;
    this.#natural = undefined;
    this.#compiled = undefined;
    this.#notes = undefined;
  }

  #knownPlan(): ToolPlan {
    this.#plan ??= this.#source.plan();
    return this.#plan;
  }

  #known(): CompiledTool {
    this.#compiled ??= new CompiledTool(this.#source, this.#knownPlan(), this.definition);
    return this.#compiled;
  }
}
