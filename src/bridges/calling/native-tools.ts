/** What the bridges to frameworks share: each of our tools as something a framework can run, and what comes of a call. */
import { ToolError } from '../../errors.js';
import type { Registrable, ToolRegistry } from '../../runtime/registry.js';
import type { WantedTable } from '../../runtime/option-table.js';
import { Tool } from '../../runtime/tool.js';
import type { CallOptions, CallSignal, JsonValue, ToolResult } from '../../types.js';
import { asDeclared } from './back.js';
import type { Declaration, DeclareOptions } from './bridge.js';
import { type ParsedCall, ToolCalls } from './calls.js';
import { declareTools, factsOf } from './declare.js';
import { type CallTarget, executeCalls } from './execute.js';
import type { Provider, ProviderFacts } from './facts.js';
import { registryOf } from './given-registry.js';
import { checkNativeOptions } from './native-options.js';
import { jsonOutput } from './output.js';
import { isCommonImage, type MediaPart, partsOf, type ResultPart } from './parts.js';
import { textOf } from './results.js';
import type { ResultSizeOptions } from './size/cap.js';
import { ResultSizes } from './size/sizes.js';
import { TruncatedResultStore } from './size/store.js';

/** Where tools come from: a registry, or what could be registered with one, alone or in a list or a set. */
export type NativeSource = ToolRegistry | Registrable | Iterable<Registrable>;

/** What one framework hands over with a call is its `Call`. */
export interface NativeToolOptions<Call>
  extends Pick<DeclareOptions, 'strict' | 'onLoss' | 'onWarning' | 'examples' | 'extra' | 'model'>, ResultSizeOptions {
  /**
   * What every call is given beside its arguments: `scopes`, `auth`, `headers`, `timeout` and the rest; or a function that makes it of
   * what the framework tells of the call. Given as an object, its scopes also decide which tools there are.
   */
  context?: CallOptions | ((call: Call) => CallOptions | Promise<CallOptions>) | undefined;
  /** Tokens of the model's context window: a quarter of it is the cap of one result. */
  contextWindow?: number | undefined;
  /** Where cut results are kept to be read on; of these tools alone otherwise. */
  truncatedResults?: TruncatedResultStore | undefined;
  /**
   * Which bytes reach the model as such: images of the usual kinds and PDFs by default. The others, or all for false, are told of in
   * words. Say false before a model that takes text only.
   */
  media?: boolean | ((part: MediaPart) => boolean) | undefined;
  /** Hears of each result in full, before it is cut to size. */
  onResult?: ((result: ToolResult) => void) | undefined;
}

/** One call as a framework makes it. */
export interface NativeCall<Call> {
  args: unknown;
  /** The arguments are what `ownArguments` gave. */
  areOwn?: boolean;
  callId?: string;
  signal?: CallSignal;
  native: Call;
}

/** One of our tools, ready to be dressed as a framework's. */
export interface NativeTool<Call> {
  readonly declaration: Declaration;
  /** Never empty: frameworks want one, and APIs refuse an empty one. */
  readonly description: string;
  /** Fields that the user adds to the framework's object. */
  readonly extra: Readonly<Record<string, unknown>>;
  /** The arguments as the tool's own schema has them; what is no object stays as it is. */
  ownArguments(args: unknown): unknown;
  /**
   * Runs the tool. A failure is a result too.
   * @throws the signal's reason, when the framework cancelled the call
   */
  run(call: NativeCall<Call>): Promise<ToolResult>;
  /** The parts of a result that the model gets. */
  parts(result: ToolResult): ResultPart[];
}

/**
 * @param more options that only this framework has
 * @throws ToolError DUPLICATE_TOOL, or INVALID_DEFINITION for an option that cannot be
 */
export function nativeTools<Call>(
  source: NativeSource,
  provider: Provider,
  options: NativeToolOptions<Call>,
  more: WantedTable = {},
): NativeTool<Call>[] {
  const place = `${factsOf(provider).label}: toTools()`;
  checkNativeOptions(place, options, more);
  const registry = registryOf(source, place);
  const { context, strict, onLoss, onWarning, examples, model } = options;
  const own = registry.list(typeof context === 'function' ? {} : context);
  const sizes = sizesOf(options, own);
  const target = sizes.target(registry);
  const { declarations } = declareTools([...own, ...sizes.definitions], provider, { strict, onLoss, onWarning, examples, model });
  const house: House<Call> = { target, sizes, options, limits: factsOf(provider), media: takenMedia(options.media), calls: 0 };
  return declarations.map((declaration) => new DeclaredTool(declaration, house));
}

/** What the tools of one list share. */
interface House<Call> {
  readonly target: CallTarget;
  readonly sizes: ResultSizes;
  readonly options: NativeToolOptions<Call>;
  readonly limits: ProviderFacts;
  readonly media: (part: MediaPart) => boolean;
  /** Calls without an id are told apart by their number. */
  calls: number;
}

class DeclaredTool<Call> implements NativeTool<Call> {
  readonly description: string;
  readonly extra: Readonly<Record<string, unknown>>;

  constructor(
    readonly declaration: Declaration,
    readonly house: House<Call>,
  ) {
    const { description, tool, originalName } = declaration;
    const { extra } = house.options;
    this.description = description ?? tool.title ?? originalName;
    this.extra = ((extra && extra.call(house.options, tool)) ?? noFields) as Readonly<Record<string, unknown>>;
  }

  ownArguments(args: unknown): unknown {
    const [call] = this.#read(args);
    return call?.problem === undefined ? call?.args : (call.raw ?? call.args);
  }

  async run({ args, areOwn = false, callId, signal, native }: NativeCall<Call>): Promise<ToolResult> {
    const { house } = this;
    const given = withContext(house.target, house.options.context, native);
    const turn = house.calls++;
    const read = this.#read(args, callId, areOwn);
    const [result] = await executeCalls(read, given, signal ? { turn, signal } : { turn });
    return outcome(result, { signal, sizes: house.sizes, options: house.options, callId });
  }

  parts(result: ToolResult): ResultPart[] {
    return partsOf(result, this.house.media);
  }

  #read(args: unknown, id?: string, areOwn = false): ParsedCall[] {
    const { originalName: name, tool } = this.declaration;
    const calls = ToolCalls.fromRaw([id === undefined ? { name, args } : { id, name, args }]);
    return areOwn ? calls : asDeclared(calls, [tool], this.house.limits);
  }
}

const noFields: Readonly<Record<string, unknown>> = Object.freeze({});

/** Whether the user adds fields to a tool. */
export const hasExtra = <Call>({ extra }: NativeTool<Call>): boolean => extra !== noFields;

function sizesOf<Call>(options: NativeToolOptions<Call>, own: readonly Tool[]): ResultSizes {
  const { contextWindow, model, truncatedResults, onWarning } = options;
  return new ResultSizes(options, {
    names: own.map(({ name }) => name),
    isForced: false,
    store: truncatedResults ?? new TruncatedResultStore(),
    warn: (message) => onWarning?.(message),
    ...(model !== undefined && { model }),
    ...(contextWindow !== undefined && { contextWindow }),
  });
}

/** Asked for each call, within it: where it fails, the call does. */
function withContext<Call>(target: CallTarget, context: NativeToolOptions<Call>['context'], native: Call): CallTarget {
  if (context === undefined) return target;
  return {
    call: async (call, options) => {
      const given = typeof context === 'function' ? await context(native) : context;
      return target.call(call, { ...given, ...options });
    },
  };
}

interface Surroundings<Call> {
  signal: CallSignal | undefined;
  sizes: ResultSizes;
  options: NativeToolOptions<Call>;
  callId: string | undefined;
}

function outcome<Call>(result: ToolResult | undefined, { signal, sizes, options, callId }: Surroundings<Call>): ToolResult {
  if (!result) throw new ToolError('EXECUTION_FAILED', 'The call has no result.');
  // Frameworks know a cancellation by its reason.
  if (signal?.aborted && result.isError && result.error.code === 'CANCELLED') throw reasonOf(signal, result.error);
  options.onResult?.(result);
  return sizes.fit(result, callId);
}

const reasonOf = ({ reason }: CallSignal, error: ToolError): Error => (reason instanceof Error ? reason : error);

const usualMedia = (part: MediaPart): boolean => isCommonImage(part) || part.mimeType === 'application/pdf';

function takenMedia(media: NativeToolOptions<never>['media'] = usualMedia): (part: MediaPart) => boolean {
  return typeof media === 'function' ? media : () => media;
}

/** A failure for a framework that tells the model of what is thrown: its message is what the model is to read. */
export function failureOf(result: ToolResult): ToolError {
  const text = textOf(result);
  const { error } = result;
  if (error?.message === text) return error;
  return new ToolError(error?.code ?? 'EXECUTION_FAILED', text, { toolName: result.name, cause: error });
}

/** What the tool gave, as JSON, for frameworks that hand on values. What the protocols want wrapped is unwrapped; bytes are told of in words. */
export function outputOf<Call>(result: ToolResult, native: NativeTool<Call>): JsonValue {
  const { tool } = native.declaration;
  const output = jsonOutput(result, textAlone(native.parts(result)) ?? textOf(result)) as JsonValue;
  const isWrapped = tool instanceof Tool && tool.wrapsOutput && output === result.structuredContent;
  return isWrapped ? (output as { result: JsonValue }).result : output;
}

/** The text of parts that are nothing else, one per line. */
export function textAlone(parts: readonly ResultPart[]): string | undefined {
  const texts = parts.flatMap((part) => (part.type === 'text' ? [part.text] : []));
  return texts.length === parts.length ? texts.join('\n') : undefined;
}
