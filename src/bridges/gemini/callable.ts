/** Gemini's callable tools, out of a registry. */
import type { CallableTool, FunctionCall } from '@google/genai';
import type { DeclareOptions, ToolLike } from '../calling/bridge.js';
import { type CallTarget, executeCalls, type ExecuteOptions } from '../calling/execute.js';
import { noRegistry } from '../calling/given-calls.js';
import type { ResultSizeOptions } from '../calling/size/cap.js';
import { ResultSizes } from '../calling/size/sizes.js';
import { gemini } from './bridge.js';

/** What gives the tools of a callable tool and runs them; a ToolRegistry is one. */
export interface CallableSource extends CallTarget {
  list(): readonly ToolLike[];
}

/** How its tools are declared, its calls run and their results cut. */
export type CallableOptions = DeclareOptions & ExecuteOptions & ResultSizeOptions;

/**
 * A tool that the SDK calls by itself (`automaticFunctionCalling`): each call goes through the registry.
 * @throws ToolError INVALID_DEFINITION for an option that cannot be
 */
export function toCallableTool(source: CallableSource, options: CallableOptions = {}): CallableTool {
  const given: Partial<CallableSource> | undefined = source;
  if (typeof given?.list !== 'function' || typeof given.call !== 'function') throw noRegistry('toCallableTool(registry)', source);
  const { maxToolResultChars, truncatedResultReadChars, model, onWarning = () => {} } = options;
  const sizes = new ResultSizes(
    { maxToolResultChars, truncatedResultReadChars },
    { names: source.list().map(({ name }) => name), isForced: false, warn: onWarning, ...(model !== undefined && { model }) },
  );
  const target = sizes.target(source);
  const tools = (): readonly ToolLike[] => [...source.list(), ...sizes.definitions];
  return {
    tool: () => Promise.resolve(gemini.toTools(tools(), options)[0] ?? {}),
    callTool: async (functionCalls: FunctionCall[]) => {
      const parts = functionCalls.map((functionCall) => ({ functionCall }));
      const given = gemini.parseCalls({ candidates: [{ content: { parts } }] }, tools());
      const calls = given.withIds();
      const results = await executeCalls(calls, target, options);
      const fitted = results.map((result, index) => sizes.fit(result, given[index]?.id));
      return gemini.toMessages(calls, fitted, tools()).flatMap(({ parts: answers = [] }) => answers);
    },
  };
}
