/** `toolmark/gemini`: tools for Gemini's generateContent, typed with `@google/genai`. */
import type { CallableTool, Content, FunctionCall, FunctionDeclaration, Part, Tool } from '@google/genai';
import { objectArguments } from './calling/arguments.js';
import type { Declaration, DeclareOptions, ToolLike } from './calling/bridge.js';
import { defineBridge, type NativeBridge } from './calling/define.js';
import { type CallTarget, executeCalls, type ExecuteOptions } from './calling/execute.js';
import type { RawCall } from './calling/shapes.js';
import { callsIn, partsIn } from './gemini/answer.js';
import { choice } from './gemini/choice.js';
import { idField, responsePart } from './gemini/content.js';
import { GeminiStream } from './gemini/stream.js';
import type { GeminiTypes } from './gemini/types.js';

export type { GeminiTypes } from './gemini/types.js';

const tool = ({ name, description, parameters }: Declaration): Tool => ({
  functionDeclarations: [{ name, ...(description !== undefined && { description }), parametersJsonSchema: parameters }],
});

/** All functions stand in one tool. */
function list(tools: Tool[]): Tool[] {
  const functions = tools.flatMap(({ functionDeclarations = [] }): FunctionDeclaration[] => functionDeclarations);
  return functions.length === 0 ? [] : [{ functionDeclarations: functions }];
}

const callPart = ({ id, name, args }: RawCall): Part => ({
  functionCall: { ...idField(id), name, args: objectArguments(args) },
});

function assistant(text: string, calls: readonly RawCall[]): Content[] {
  return [{ role: 'model', parts: [...(text === '' ? [] : [{ text }]), ...calls.map(callPart)] }];
}

/** Gemini generateContent. The tools, the choice and the rest stand in the `config` of a request. */
export const gemini: NativeBridge<GeminiTypes> = defineBridge<GeminiTypes>({
  provider: 'gemini',
  tool,
  list,
  choice,
  calls: (response) => callsIn(partsIn(response)),
  stream: () => new GeminiStream(),
  assistant,
  results: (pairs) => [{ role: 'user', parts: pairs.map(responsePart) }],
});

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
