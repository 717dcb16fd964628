/** `toolmark/openai-agents`: function tools for the OpenAI Agents SDK, which is loaded when tools are made. */
import type { FunctionTool, RunContext } from '@openai/agents-core';
import type { ToolError } from '../errors.js';
import { type WantedTable, withMethods } from '../runtime/option-table.js';
import type { ToolResult } from '../types.js';
import { facts } from './calling/facts.js';
import { failureOf, type NativeSource, type NativeTool, type NativeToolOptions, nativeTools, textAlone } from './calling/native-tools.js';
import { markedText, type ResultPart } from './calling/parts.js';
import { loadAgents } from './openai-agents/load.js';

type MakeTool = typeof import('@openai/agents-core').tool;
type Details = Parameters<FunctionTool['invoke']>[2];

/** What the SDK tells of a call. */
export interface AgentsCall {
  /** Holds the run's own context, as `context`. */
  runContext: RunContext;
  /** The tool call, the signal and more. */
  details: Details;
}

/** How tools are made for the Agents SDK. `extra` gives further options of its `tool()`, such as `needsApproval`, `isEnabled` or guardrails. */
export interface AgentsOptions extends NativeToolOptions<AgentsCall> {
  /** The SDK's module, where there are several or none can be loaded. */
  sdk?: { tool: MakeTool } | undefined;
  /** What the model reads of a failure: `{"error": "…"}` by default. With null a failure is thrown, and ends the run. */
  errorFunction?: ((runContext: RunContext, error: ToolError) => string | Promise<string>) | null | undefined;
}

const more: WantedTable = {
  sdk: withMethods('the module of the SDK', 'tool'),
  errorFunction: { is: 'a function or null', fits: (value) => value === null || typeof value === 'function' },
};

/** The OpenAI Agents SDK. */
export const openaiAgents = {
  provider: 'openai-agents' as const,
  limits: facts['openai-agents'],
  /**
   * Tools for an `Agent`. Strict wherever a tool can be.
   * @throws ToolError DUPLICATE_TOOL, or INVALID_DEFINITION for an option that cannot be, or where the SDK is not installed
   */
  // eslint-disable-next-line typescript/no-explicit-any -- the context of a run is the caller's; the SDK's own types of lists say `any`
  async toTools(source: NativeSource, options: AgentsOptions = {}): Promise<FunctionTool<any>[]> {
    const tools = nativeTools(source, 'openai-agents', options, more);
    const { tool: make } = options.sdk ?? (await loadAgents());
    return tools.map((tool) => functionTool(tool, options, make));
  },
};

/** The SDK makes the tool, since it knows its own by marks; the call goes by the text as the model wrote it. */
function functionTool(native: NativeTool<AgentsCall>, { errorFunction }: AgentsOptions, make: MakeTool): FunctionTool {
  const { name, parameters, strict } = native.declaration;
  const { description } = native;
  const made = make({ ...native.extra, name, description, parameters: parameters as never, strict, execute: () => '' }) as FunctionTool;
  made.invoke = async (runContext, input, details) => {
    const callId = details?.toolCall?.callId;
    const result = await native.run({ args: input, callId, signal: details?.signal, native: { runContext, details } });
    if (!result.isError) return output(native.parts(result));
    if (errorFunction === null) throw failureOf(result);
    return errorFunction ? errorFunction(runContext, failureOf(result)) : errorText(result);
  };
  return made;
}

const errorText = (result: ToolResult): string => markedText(true, failureOf(result).message);

/** Text alone is a text; with media, parts in the SDK's own form. */
function output(parts: readonly ResultPart[]): string | object[] {
  return textAlone(parts) ?? parts.map(outputPart);
}

function outputPart(part: ResultPart): object {
  if (part.type === 'text') return { type: 'text', text: part.text };
  const { data, mimeType: mediaType, name } = part;
  if (part.type === 'image') return { type: 'image', image: { data, mediaType } };
  return { type: 'file', file: { data, mediaType, filename: name ?? 'file' } };
}
