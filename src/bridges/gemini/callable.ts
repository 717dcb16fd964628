/** Gemini's callable tools, out of a registry. */
import type { CallableTool, FunctionCall } from '@google/genai';
import type { DeclareOptions, ToolLike } from '../calling/bridge.js';
import { type CallTarget, executeCalls, type ExecuteOptions } from '../calling/execute.js';
import { gemini } from './bridge.js';

/** What gives the tools of a callable tool and runs them; a ToolRegistry is one. */
export interface CallableSource extends CallTarget {
  list(): readonly ToolLike[];
}

/** A tool that the SDK calls by itself (`automaticFunctionCalling`): each call goes through the registry. */
export function toCallableTool(source: CallableSource, options: DeclareOptions & ExecuteOptions = {}): CallableTool {
  const tools = (): readonly ToolLike[] => source.list();
  return {
    tool: () => Promise.resolve(gemini.toTools(tools(), options)[0] ?? {}),
    callTool: async (functionCalls: FunctionCall[]) => {
      const parts = functionCalls.map((functionCall) => ({ functionCall }));
      const calls = gemini.parseCalls({ candidates: [{ content: { parts } }] }, tools()).withIds();
      const results = await executeCalls(calls, source, options);
      return gemini.toMessages(calls, results, tools()).flatMap(({ parts: answers = [] }) => answers);
    },
  };
}
