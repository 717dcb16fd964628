/** Tools for the Responses API of OpenAI. */
import type { FunctionTool, Tool } from 'openai/resources/responses/responses.js';
import type { Declaration } from '../calling/bridge.js';
import { defineBridge } from '../calling/define.js';
import { withFreeText } from '../calling/free-text-tools.js';
import { callsIn } from './answer.js';
import { choice } from './choice.js';
import { callItem, resultItem } from './content.js';
import { customTools } from './custom.js';
import { mcpServer } from './mcp.js';
import { outputSchema } from './output.js';
import { ResponsesStream } from './stream.js';
import type { OpenAIResponsesTypes } from './types.js';

/** `strict` is always said: the API takes a silent tool for a strict one, and then fills in what is optional. */
function functionTool(declaration: Declaration): FunctionTool {
  const { name, description, parameters, strict, defer } = declaration;
  return {
    type: 'function',
    name,
    ...(description !== undefined && { description }),
    parameters: { ...parameters },
    strict,
    ...(defer && { defer_loading: true }),
    ...outputSchema(declaration),
  };
}

const functions = defineBridge<OpenAIResponsesTypes>({
  provider: 'openai-responses',
  tool: functionTool,
  search: () => ({ type: 'tool_search' }),
  mcpServer,
  builtIn: (tool) => ((tool as Tool).type === 'mcp' ? mcpServer(tool) : (tool as Tool)),
  choice,
  calls: callsIn,
  stream: () => new ResponsesStream(),
  assistant: (text, calls) => [...(text === '' ? [] : [{ role: 'assistant', content: text } as const]), ...calls.map(callItem)],
  results: (pairs) => pairs.map(resultItem),
  identify: (item, nextId) =>
    item.type === 'function_call' || item.type === 'custom_tool_call' ? { ...item, call_id: nextId() ?? item.call_id } : item,
});

/** Responses. */
export const openaiResponses = withFreeText(functions, customTools);
