/** What stays the same through a run: the tools as they were declared, the sizes of results, the forms of requests. */
import { standardErrorLogger } from '../../../runtime/logger.js';
import type { DeclareOptions, NativeTypes, ToolLike } from '../bridge.js';
import { checkModel, isForced, namesOf, type NormalChoice, readToolChoice, released, type ToolChoice, usableChoice } from '../choice.js';
import { declareTools } from '../declare.js';
import type { CallTarget } from '../execute.js';
import { registryOf } from '../given-registry.js';
import { characters } from '../size/cap.js';
import { ResultSizes } from '../size/sizes.js';
import { markedIds, TruncatedResultStore } from '../size/store.js';
import type { Driver } from './driver.js';
import { defaultPreviewChars, RunEvents } from './events.js';
import { checkMessages } from './message-forms.js';
import type { RunSettings, RunTarget } from './options.js';
import { checkRequestFields } from './request-fields.js';

/** A run that is ready to begin. */
export interface Setup<T extends NativeTypes> {
  readonly driver: Driver<T>;
  readonly events: RunEvents;
  readonly sizes: ResultSizes;
  /** What runs the calls. */
  readonly target: CallTarget;
  /** What is declared. */
  readonly tools: readonly ToolLike[];
  readonly deferredTools: readonly string[];
  readonly isStreaming: boolean;
  request(turn: number, messages: readonly T['message'][]): unknown;
}

/** @throws ToolError INVALID_DEFINITION for options that cannot be; nothing has been sent then */
export function setUp<T extends NativeTypes>(driver: Driver<T>, options: RunSettings<T> & RunTarget): Setup<T> {
  const { model, toolChoice } = options;
  checkRequestFields(options.request, driver.bridge.provider);
  const previewChars = characters(options.toolResultPreviewChars ?? defaultPreviewChars, 'toolResultPreviewChars');
  const events = new RunEvents(options.onEvent, options.logger ?? standardErrorLogger, previewChars);
  const warn = (message: string): void => events.warn(message);
  // A driver of one's own may have messages of its own.
  if ('limits' in driver.bridge) checkMessages(options.messages, driver.bridge.provider, warn);
  const registry = registryOf(options.registry ?? options.tools ?? [], 'runTools', options.logger && { logger: options.logger });
  const own = registry.list(options.context);
  const source = options.registry ?? [options.tools].flat()[0] ?? registry;
  checkModel(model, {
    own: own.length,
    builtIn: options.declare?.builtIn?.length ?? 0,
    hasResponseSchema: options.declare?.responseSchema !== undefined,
  });
  const names = own.map(({ name }) => name);
  const { builtIn = [], mcpServers = [] } = options.declare ?? {};
  const choosable = [...names, ...[...builtIn, ...mcpServers].flatMap(namesOf)];
  const wanted = readToolChoice(toolChoice);
  const choice = usableChoice(wanted.choice, { names: choosable, model, warn: () => {} });
  const parallel = options.parallel ?? wanted.parallel;
  const sizes = new ResultSizes(options, { ...sizesOf(options), model, names, isForced: isForced(choice), warn });
  const tools: ToolLike[] = [...own, ...sizes.definitions];
  const declare = declareOptions(options, sizes.definitions);
  const { deferred } = declareTools(tools, driver.bridge.provider, { ...declare, onWarning: (message) => events.warn(message, source) });
  const native = driver.bridge.toTools(tools, { ...declare, onLoss: undefined });
  const more = { ...driver.bridge.toRequestFields?.(tools, { ...declare, onLoss: undefined }), ...options.request };
  const fieldsFor = (given: ToolChoice | undefined, onWarning: (message: string) => void): Partial<T['choice']> =>
    driver.bridge.toToolChoice(given, tools, {
      model,
      onWarning,
      builtIn,
      mcpServers,
      ...(parallel !== undefined && { parallel }),
      ...(declare.freeText && { freeText: declare.freeText }),
    });
  const asked = choice.mode === 'auto' ? toolChoice : withReader(toolChoice, wanted.choice, sizes.definitions);
  const first = fieldsFor(asked, warn);
  const isReset = isForced(choice) && options.resetToolChoice !== false;
  // Written when it is sent: bridges log what they send.
  const later = (): Partial<T['choice']> => fieldsFor(isReset ? released(choice) : asked, () => {});
  const isStreaming = options.stream === true && driver.stream !== undefined;
  return {
    driver,
    events,
    sizes,
    tools,
    isStreaming,
    target: sizes.target(registry),
    deferredTools: deferred,
    request: (turn, messages) =>
      driver.request({ model, messages, tools: native, choice: turn === 0 ? first : later(), isStreaming, more }),
  };
}

/** What reads on is on the list of what may be called, where there is such a list. There is no reader where the list forces a call. */
function withReader(given: ToolChoice | undefined, choice: NormalChoice, reader: readonly ToolLike[]): ToolChoice | undefined {
  if (reader.length === 0) return given;
  const names = reader.map(({ name }) => name);
  if (choice.mode === 'allowed') return { mode: choice.isForced ? 'required' : 'auto', allowed: [...choice.names, ...names] };
  if (choice.mode !== 'native' || choice.value['type'] !== 'allowed_tools' || !Array.isArray(choice.value['tools'])) return given;
  const tools: unknown[] = choice.value['tools'];
  return { ...choice.value, tools: [...tools, ...names.map((name) => ({ type: 'function', name }))] };
}

/** @param always what must be on the list from the first request on, and so is never hidden */
function declareOptions({ declare, strict, deferTools, model }: RunSettings, always: readonly ToolLike[]): DeclareOptions {
  const isHidden = typeof deferTools === 'function' ? (tool: ToolLike): boolean => !always.includes(tool) && deferTools(tool) : undefined;
  const defer = isHidden ?? deferTools;
  return { ...declare, model, ...(strict !== undefined && { strict }), ...(defer !== undefined && { defer }) };
}

/** What earlier runs cut is known by its markers: those ids are not given again. */
function sizesOf({ contextWindow, truncatedResults, truncatedResultReadChars, messages }: RunSettings): {
  contextWindow?: number;
  store: TruncatedResultStore;
} {
  const store = truncatedResults ?? new TruncatedResultStore();
  if (truncatedResultReadChars) store.retire(markedIds(messages));
  return { store, ...(contextWindow !== undefined && { contextWindow }) };
}
