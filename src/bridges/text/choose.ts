/** Which way tools go to a model: natively where it can, in the prompt otherwise. */
import { modelFacts } from '../calling/models.js';
import { scopedChoice } from './scope.js';

/** A model by name, or anything that says itself whether it knows of functions. */
export type ModelLike = string | { readonly supportsFunctionCalling?: boolean | (() => boolean); readonly name?: string };

/** What to choose from: bridges, drivers or clients. */
export interface BridgeChoices<N, T> {
  readonly model: ModelLike;
  readonly native: N;
  readonly text: T;
  /** False: never natively. What the scope says by default (`withBridgeChoice`), and true without one. */
  readonly useNative?: boolean;
}

/** The native one where it is wanted and the model has function calling; the other in silence. */
export function chooseBridge<N, T>({ model, native, text, useNative = scopedChoice().useNative ?? true }: BridgeChoices<N, T>): N | T {
  return useNative && supportsFunctionCalling(model) ? native : text;
}

function supportsFunctionCalling(model: ModelLike): boolean {
  if (typeof model === 'string') return modelFacts(model).supportsFunctionCalling;
  const { supportsFunctionCalling: supports, name } = model;
  if (supports === undefined) return modelFacts(name).supportsFunctionCalling;
  return typeof supports === 'function' ? supports.call(model) : supports;
}

const nativeFields: ReadonlySet<string> = new Set([
  'tools',
  'tool_choice',
  'toolChoice',
  'parallel_tool_calls',
  'parallelToolCalls',
  'toolConfig',
  'tool_config',
]);

/** A request without what only native function calling has. */
export function withoutNativeFields(request: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(request).filter(([name]) => !nativeFields.has(name)));
}
