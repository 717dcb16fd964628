/** `new Tool({ …, handler })`: a tool whose schemas were written by hand. */
import { checkOptions, toolNamePattern, toolRules } from '../../decorators/options.js';
import { ToolError } from '../../errors.js';
import { copyWithinBounds, SchemaOutOfBounds } from '../../schema/bounds.js';
import { compileSchema } from '../../schema/validator.js';
import type { Constructor, JsonSchema, ReadonlySchema, ToolContext, ToolManifest, ToolOptions } from '../../types.js';
import { type Contents, type Usual, usualCopy } from '../../schema/usual.js';
import { settingsOf, type Settings } from '../settings.js';
import { ClassSource, classOf } from './class-source.js';
import { checkKeywords, checkIsInit, checkIsSchema, checkRoot, checkUnknown, type SchemaOption } from './given-parts.js';
import { withoutArrivals, withoutMarks } from './publish.js';
import { noArguments, isAsyncFunction, type ParameterPlan, type ToolPlan, type ToolSource } from './source.js';
import { wrapOutput } from './wrap-output.js';

/** What makes a tool by hand. */
export interface ToolInit extends ToolOptions {
  name: string;
  /** Of the arguments object: a schema, or a class whose instances they become; absent for a tool without arguments. */
  inputSchema?: JsonSchema | ReadonlySchema | Constructor;
  /** Of the result: a schema or a class; anything but an object is published as `{ result: … }`. */
  outputSchema?: JsonSchema | ReadonlySchema | Constructor | null;
  /** Where the schemas of classes are found; otherwise that of the registry, or of `toolmark/register`. */
  manifest?: ToolManifest | ToolManifest[];
  /** The schemas came from elsewhere: their size is bounded, and their patterns run in linear time. */
  imported?: boolean;
  /** Gets the checked arguments; without it the tool can be listed but not called. */
  handler?(args: Record<string, unknown>, context: ToolContext): unknown;
}

/** The same, where the arguments are instances of a class. */
export interface ClassToolInit<I extends object> extends Omit<ToolInit, 'inputSchema' | 'handler'> {
  inputSchema: Constructor<I>;
  handler?(args: I, context: ToolContext): unknown;
}

/** @throws ToolError INVALID_DEFINITION for a bad name, schema or handler */
export function handlerSource(init: ToolInit): ToolSource {
  checkIsInit(init, 'Tool');
  const { name, handler, scopes, guard } = init;
  if (typeof name !== 'string' || !toolNamePattern.test(name)) {
    throw new ToolError('INVALID_DEFINITION', `${placeOf(name)}: the name must be 1 to 128 characters out of A-Z a-z 0-9 . _ -.`);
  }
  if (handler !== undefined && typeof handler !== 'function') {
    throw new ToolError('INVALID_DEFINITION', `${placeOf(name)}: 'handler' must be a function.`, { toolName: name });
  }
  if (scopes !== undefined) checkOptions({ scopes }, toolRules, placeOf(name));
  if (guard !== undefined) checkOptions({ guard }, toolRules, placeOf(name));
  const { inputSchema, outputSchema } = init;
  if (typeof inputSchema !== 'function' && typeof outputSchema !== 'function') return new HandlerSource(init, inputSchema, outputSchema);
  const [input, output] = [classOf(inputSchema), classOf(outputSchema)];
  const plain = new HandlerSource(init, input ? undefined : inputSchema, output ? undefined : outputSchema);
  return new ClassSource(plain, { input, output, manifest: init.manifest });
}

const placeOf = (name: unknown): string => `new Tool(${JSON.stringify(name)})`;

/** What makes the tool, and is no option of it. */
const parts: ReadonlySet<string> = new Set(['handler', 'imported', 'inputSchema', 'manifest', 'outputSchema'] satisfies (keyof ToolInit)[]);
const knownOptions: ReadonlySet<string> = new Set(Object.keys(toolRules));
/** What is seen to by itself. */
const known: ReadonlySet<string> = new Set([...parts, 'name', 'description']);

/** A class with getters: of a hundred tools that are declared hardly one is called. */
class HandlerSource implements ToolSource {
  readonly name: string;
  readonly options: ToolOptions;
  readonly isImported: boolean;
  readonly #init: ToolInit;
  readonly #handler: ToolInit['handler'];
  readonly #input: GivenSchema | undefined;
  readonly #output: GivenSchema | undefined;
  #settings: Settings | undefined;
  #isAsync: boolean | undefined;

  constructor(init: ToolInit, inputSchema: ToolInit['inputSchema'], outputSchema: ToolInit['outputSchema']) {
    const { name, description, handler, imported = false } = init;
    // Most tools have no other options than these.
    const options: Record<string, unknown> = description === undefined ? { name } : { name, description };
    for (const key of Object.keys(init)) {
      if (known.has(key)) continue;
      if (!imported && !knownOptions.has(key)) checkUnknown(init, key, [...parts, ...knownOptions], placeOf(name));
      options[key] = init[key as keyof ToolInit];
    }
    this.name = name;
    this.options = options;
    this.isImported = imported;
    this.#init = init;
    this.#handler = handler;
    if (inputSchema !== undefined) {
      this.#input = givenSchema(inputSchema as JsonSchema, 'inputSchema', this);
      if (this.#input.schema.type !== 'object') checkRoot(this.#input.schema, this.place, name);
    }
    if (outputSchema !== undefined && outputSchema !== null) this.#output = givenSchema(outputSchema as JsonSchema, 'outputSchema', this);
  }

  get place(): string {
    return placeOf(this.name);
  }

  get inputContents(): Contents | undefined {
    return this.#input?.contents;
  }

  get settings(): Settings {
    return (this.#settings ??= settingsOf());
  }

  isAsync(): boolean {
    return (this.#isAsync ??= isAsyncFunction(this.#handler));
  }

  reachesContext(): boolean {
    return !this.#handler || !reachesArgumentsOnly(this.#handler);
  }

  plan(): ToolPlan {
    try {
      return this.#plan();
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      throw new ToolError('UNSUPPORTED_SCHEMA', `A schema of ${this.place} is nested too deeply.`, { toolName: this.name, cause: error });
    }
  }

  #plan(): ToolPlan {
    const [input, output] = [this.#input, this.#output];
    const outputSchema = unmarked(output, this.isImported);
    const wrapsOutput = outputSchema !== undefined && outputSchema.type !== 'object';
    const plan: ToolPlan = {
      input: objectSchema(unmarked(input, this.isImported)),
      isFinished: isFinished(input) && isFinished(output) && !wrapsOutput,
      wrapsOutput,
      parameters: argumentsAndContext,
      classNamed: noClass,
    };
    if (outputSchema) plan.output = wrapsOutput ? wrapOutput(outputSchema) : outputSchema;
    if (wrapsOutput) plan.naturalOutput = outputSchema;
    const { description, examples } = this.options;
    if (description) plan.description = description;
    if (examples) plan.examples = examples;
    return plan;
  }

  call([args, context]: unknown[]): unknown {
    const { name } = this;
    if (!this.#handler)
      throw new ToolError('NOT_IMPLEMENTED', `Tool '${name}' has no handler, so it cannot be called here.`, { toolName: name });
    return this.#handler.call(this.#init, args as Record<string, unknown>, context as ToolContext);
  }
}

/** A schema of the author's. */
interface GivenSchema {
  schema: JsonSchema;
  /** Of a copy that nobody can change, without marks. */
  contents?: Contents;
}

/** Whether it is published as it is, or there is none. */
const isFinished = (given: GivenSchema | undefined): boolean => !given || given.contents !== undefined;

/** Looked over now, so that a fault is told where it stands and not to a model. @throws ToolError UNSUPPORTED_SCHEMA */
export function givenSchema(
  given: JsonSchema,
  which: SchemaOption,
  source: Pick<ToolSource, 'name' | 'place' | 'isImported'>,
): GivenSchema {
  const { name, isImported } = source;
  const usual = isImported ? undefined : usualIn(given);
  if (usual) return usual;
  const { place } = source;
  checkIsSchema(given, which, place, name);
  if (!isImported) checkKeywords(given, which, place, name);
  const what = `the ${which === 'inputSchema' ? 'input' : 'output'} schema of ${place}`;
  const schema = isImported ? withinBounds(given, what, name) : given;
  compileSchema(schema, what, { isImported });
  return { schema };
}

/** What throws when it is read is told of afterwards. */
function usualIn(given: object): Usual | undefined {
  try {
    return usualCopy(given);
  } catch {
    return undefined;
  }
}

/** Marks of the build step make what a handler does not expect; a schema from elsewhere sets none at all. */
function unmarked(given: GivenSchema | undefined, imported: boolean): JsonSchema | undefined {
  if (!given || isFinished(given)) return given?.schema;
  try {
    return (imported ? withoutMarks : withoutArrivals)(given.schema);
  } catch (error) {
    // One that contains itself is told when it is published.
    if (error instanceof RangeError) return given.schema;
    throw error;
  }
}

/** A copy, which cannot change any more. @throws ToolError UNSUPPORTED_SCHEMA for one that is too large */
function withinBounds(schema: JsonSchema, what: string, toolName: string): JsonSchema {
  try {
    return copyWithinBounds(schema);
  } catch (error) {
    if (!(error instanceof SchemaOutOfBounds)) throw error;
    throw new ToolError('UNSUPPORTED_SCHEMA', `${what}: ${error.message}.`, { toolName, cause: error });
  }
}

export const objectSchema = (schema: JsonSchema = noArguments): JsonSchema =>
  schema.type === 'object' ? schema : Object.freeze({ ...schema, type: 'object' });

/** An arrow function with at most one parameter: nothing in it can tell whether there was a second argument. */
const reachesArgumentsOnly = (handler: (...args: never[]) => unknown): boolean =>
  handler.length < 2 && /^(?:async\b\s*)?(?:[\w$]+|\([^()=.]*\))\s*=>/.test(Function.prototype.toString.call(handler));

const noClass = (): undefined => undefined;

const argumentsAndContext: readonly ParameterPlan[] = [
  { name: 'args', role: 'payload' },
  { name: 'context', role: 'context' },
];
