/** The choice of tools as the Responses API writes it. */
import type { Tool, ToolChoiceFunction, ToolChoiceTypes } from 'openai/resources/responses/responses.js';
import { choiceForms } from '../openai/choice.js';
import type { OpenAIResponsesTypes } from './types.js';

type OneTool = Extract<OpenAIResponsesTypes['choice']['tool_choice'], object>;

/** These say which tools there are, and are none themselves. */
const noTools: ReadonlySet<string> = new Set(['namespace', 'tool_search']);

/** What only has a type is chosen by it. */
function builtIn(tool: object): OneTool | undefined {
  const one = tool as Tool;
  if (noTools.has(one.type)) return undefined;
  // A server that stands among `mcpServers` need not say its type.
  if ('server_label' in one) return { type: 'mcp', server_label: one.server_label };
  if (one.type === 'custom' || one.type === 'function') return { type: one.type, name: one.name };
  return { type: one.type } as ToolChoiceTypes;
}

export const choice = choiceForms<OneTool>({
  named: (name): ToolChoiceFunction => ({ type: 'function', name }),
  builtIn,
  allowed: (tools, mode) => ({ type: 'allowed_tools', mode, tools: tools.map((one) => ({ ...one })) }),
});
