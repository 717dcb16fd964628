/** Tools for Gemini's generateContent. */
import type { Content, FunctionDeclaration, Part, Tool } from '@google/genai';
import { objectArguments } from '../calling/arguments.js';
import type { Declaration } from '../calling/bridge.js';
import { defineBridge, type NativeBridge } from '../calling/define.js';
import type { NextId } from '../calling/identify.js';
import type { RawCall } from '../calling/shapes.js';
import { callsIn, partsIn } from './answer.js';
import { choice } from './choice.js';
import { idField, responsePart } from './content.js';
import { GeminiStream } from './stream.js';
import type { GeminiTypes } from './types.js';

/** JSON Schema rather than the narrower `Schema` of the API, in which less can be said. */
const tool = ({ name, description, parameters, output }: Declaration): Tool => ({
  functionDeclarations: [
    {
      name,
      ...(description !== undefined && { description }),
      parametersJsonSchema: parameters,
      ...(output && { responseJsonSchema: output }),
    },
  ],
});

/** All functions stand in one tool. */
function list(tools: Tool[]): Tool[] {
  const functions = tools.flatMap(({ functionDeclarations = [] }): FunctionDeclaration[] => functionDeclarations);
  return functions.length === 0 ? [] : [{ functionDeclarations: functions }];
}

const callPart = ({ id, name, args }: RawCall): Part => ({
  functionCall: { ...idField(id), name, args: objectArguments(args) },
});

function withId(part: Part, nextId: NextId): Part {
  const { functionCall } = part;
  if (!functionCall) return part;
  const { id, ...call } = functionCall;
  return { ...part, functionCall: { ...idField(nextId() ?? id), ...call } };
}

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
  identify: ({ parts = [], ...content }, nextId) => ({ ...content, parts: parts.map((part) => withId(part, nextId)) }),
});
