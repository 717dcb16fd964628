/** `toolmark/langchain`: structured tools for LangChain and LangGraph, and out of theirs. `@langchain/core` is loaded when tools are made. */
import type { DynamicStructuredTool, DynamicStructuredToolInput } from '@langchain/core/tools';
import type { RunnableConfig } from '@langchain/core/runnables';
import { flag, type WantedTable } from '../runtime/option-table.js';
import { oneOf } from './calling/declare-options.js';
import { facts } from './calling/facts.js';
import {
  failureOf,
  hasExtra,
  type NativeSource,
  type NativeTool,
  type NativeToolOptions,
  nativeTools,
  textAlone,
} from './calling/native-tools.js';
import { dataUrl, plainText, type ResultPart } from './calling/parts.js';
import { thawed } from './calling/thawed.js';
import { fromTool } from './langchain/from.js';
import { loadMessages, loadTools } from './langchain/load.js';

export type { LangChainToolLike } from './langchain/from.js';

/** What LangChain tells of a call: the config of the run, with `configurable`, `signal`, `metadata` and the tool call. */
export type LangChainCall = RunnableConfig & { toolCall?: { id?: string } };

/** How tools are made for LangChain. `extra` gives a tool's `extras`, which its providers read, such as `cache_control`. */
export interface LangChainOptions extends NativeToolOptions<LangChainCall> {
  /** A failure is a ToolMessage of status `error` by default; `throw` leaves it to the `handleToolErrors` of a ToolNode. */
  onError?: 'message' | 'throw' | undefined;
  /** The agent ends with the result of such a tool. */
  returnDirect?: boolean | undefined;
}

type Func = DynamicStructuredToolInput['func'];
type Modules = [Awaited<ReturnType<typeof loadTools>>, Awaited<ReturnType<typeof loadMessages>>];

const more: WantedTable = { onError: oneOf('message', 'throw'), returnDirect: flag };

/** LangChain. */
export const langchain = {
  provider: 'langchain' as const,
  limits: facts.langchain,
  /**
   * Tools for `bindTools`, a ToolNode or an agent. Their artifact is the structured content.
   * @throws ToolError DUPLICATE_TOOL, or INVALID_DEFINITION for an option that cannot be
   */
  async toTools(source: NativeSource, options: LangChainOptions = {}): Promise<DynamicStructuredTool[]> {
    const tools = nativeTools(source, 'langchain', options, more);
    const modules: Modules = await Promise.all([loadTools(), loadMessages()]);
    return tools.map((tool) => structuredTool(tool, options, modules));
  },
  fromTool,
};

function structuredTool(native: NativeTool<LangChainCall>, options: LangChainOptions, modules: Modules): DynamicStructuredTool {
  const { name, parameters } = native.declaration;
  const { description, extra } = native;
  return new (toolClass(modules[0]))({
    name,
    description,
    schema: thawed(parameters) as DynamicStructuredToolInput['schema'],
    responseFormat: 'content_and_artifact',
    ...(hasExtra(native) && { extras: extra }),
    ...(options.returnDirect !== undefined && { returnDirect: options.returnDirect }),
    func: func(native, options, modules),
  });
}

function func(native: NativeTool<LangChainCall>, { onError }: LangChainOptions, [, { ToolMessage }]: Modules): Func {
  return async (args, _manager, config: LangChainCall = {}) => {
    const callId = config.toolCall?.id;
    const result = await native.run({ args, callId, signal: config.signal, native: config });
    const { structuredContent: artifact } = result;
    if (!result.isError) return [contentOf(native.parts(result)), artifact];
    if (onError === 'throw' || callId === undefined) throw failureOf(result);
    // Some chat models lose the status on the way: the content says it too.
    return [
      new ToolMessage({ status: 'error', content: plainText(result), tool_call_id: callId, name: native.declaration.name }),
      undefined,
    ];
  };
}

type ToolClass = Modules[0]['DynamicStructuredTool'];

/** One class for each module: there may be several copies of LangChain. */
const classes = new WeakMap<ToolClass, ToolClass>();

/**
 * LangChain's own check knows no repair, and its refusal says nothing of what is wrong. A run goes by a view of the tool whose schema takes
 * anything, so that the registry judges; models see the schema of the tool itself.
 */
function toolClass({ DynamicStructuredTool: Base }: Modules[0]): ToolClass {
  const known = classes.get(Base);
  if (known) return known;
  const made = class extends Base {
    override call(...given: Parameters<DynamicStructuredTool['call']>): ReturnType<DynamicStructuredTool['call']> {
      const lenient = Object.create(this, { schema: { value: {} } }) as DynamicStructuredTool;
      return super.call.apply(lenient, given);
    }
  } as ToolClass;
  classes.set(Base, made);
  return made;
}

// ---- results -------------------------------------------------------------------------------------------------------

/** Text alone is a text; with media, content blocks that chat models of all providers convert. */
function contentOf(parts: readonly ResultPart[]): string | object[] {
  return textAlone(parts) ?? parts.map(block);
}

function block(part: ResultPart): object {
  if (part.type === 'text') return { type: 'text', text: part.text };
  const { data, mimeType, name } = part;
  if (part.type === 'image') return { type: 'image_url', image_url: { url: dataUrl(part) } };
  const filename = name ?? 'file';
  return { type: part.type, source_type: 'base64', mime_type: mimeType, data, metadata: { filename } };
}
