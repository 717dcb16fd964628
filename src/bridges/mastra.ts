/** `toolmark/mastra`: tools for Mastra's agents, in the shape that its `createTool` takes and gives. Nothing of Mastra is loaded. */
import type { JsonValue, ObjectSchema } from '../types.js';
import { oneOf } from './calling/declare-options.js';
import { facts } from './calling/facts.js';
import { failureOf, type NativeSource, type NativeTool, type NativeToolOptions, nativeTools, outputOf } from './calling/native-tools.js';
import { isFields } from './calling/shapes.js';
import { thawed } from './calling/thawed.js';

/** What Mastra tells of a call. */
export interface MastraCall {
  readonly toolCallId?: string;
  readonly abortSignal?: AbortSignal;
  /** Mastra's context of the request: `RuntimeContext` in 0.x, `RequestContext` in 1.x. */
  readonly requestContext?: { get(key: string): unknown };
  /** All that Mastra handed over, first and second argument. */
  readonly given: readonly unknown[];
}

/** How tools are made for Mastra. `extra` gives further fields of a tool, such as `requireApproval`. */
export interface MastraOptions extends Omit<NativeToolOptions<MastraCall>, 'media' | 'examples'> {
  /** A failure is given to the model as `{ error: true, message }` by default, as Mastra's own refusals are; `throw` has Mastra log and wrap it. */
  onError?: 'return' | 'throw' | undefined;
}

/** What a failure is for the model. */
export interface MastraFailure {
  error: true;
  message: string;
}

/** A tool of Mastra. */
export interface MastraTool {
  id: string;
  description: string;
  inputSchema: ObjectSchema;
  execute(first: unknown, second?: unknown): Promise<JsonValue | MastraFailure>;
}

/** Mastra. */
export const mastra = {
  provider: 'mastra' as const,
  limits: facts.mastra,
  /**
   * The `tools` of an `Agent`, each by a legal name.
   * @throws ToolError DUPLICATE_TOOL, or INVALID_DEFINITION for an option that cannot be
   */
  toTools(source: NativeSource, options: MastraOptions = {}): Record<string, MastraTool> {
    // Without a prototype: a model may call for `constructor`.
    const tools = Object.create(null) as Record<string, MastraTool>;
    for (const tool of nativeTools(source, 'mastra', { ...options, media: false }, { onError: oneOf('return', 'throw') }))
      tools[tool.declaration.name] = mastraTool(tool, options);
    return tools;
  },
};

function mastraTool(native: NativeTool<MastraCall>, { onError }: MastraOptions): MastraTool {
  const { name, parameters } = native.declaration;
  const { description } = native;
  return {
    ...native.extra,
    id: name,
    description,
    inputSchema: thawed(parameters),
    execute: async (first, second) => {
      const { args, call } = readCall(first, second);
      const result = await native.run({ args, callId: call.toolCallId, signal: call.abortSignal, native: call });
      if (!result.isError) return outputOf(result, native);
      if (onError === 'throw') throw failureOf(result);
      return { error: true, message: failureOf(result).message };
    },
  };
}

/** 0.x hands over one object with the arguments in it as `context`; 1.x the arguments first. */
function readCall(first: unknown, second: unknown): { args: unknown; call: MastraCall } {
  const options = isFields(second) ? second : {};
  const isOld = isFields(first) && 'context' in first && 'runtimeContext' in first;
  const agent = isFields(options['agent']) ? options['agent'] : {};
  const call = {
    toolCallId: options['toolCallId'] ?? agent['toolCallId'],
    abortSignal: options['abortSignal'],
    requestContext: isOld ? first['runtimeContext'] : options['requestContext'],
    given: [first, second],
  } as MastraCall;
  return { args: isOld ? first['context'] : first, call };
}
