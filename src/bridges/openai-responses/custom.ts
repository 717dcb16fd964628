/** Custom tools: the model writes a plain text for them, and no JSON. */
import type { CustomTool, FunctionTool } from 'openai/resources/responses/responses.js';
import type { FreeTextForms } from '../calling/free-text-tools.js';
import { describedText } from '../calling/free-text.js';
import { withChoice } from '../openai/choice.js';
import type { OpenAIResponsesTypes } from './types.js';

type Choice = Extract<OpenAIResponsesTypes['choice']['tool_choice'], object>;

/** How they are declared and chosen. */
export const customTools: FreeTextForms<OpenAIResponsesTypes> = {
  tool: (tool, argument, format) => (tool.type === 'function' ? customTool(tool, argument, format) : tool),
  choice: (fields, isFreeText) => withChoice(fields, (choice) => customChoice(choice, isFreeText)),
};

function customTool({ name, description, parameters, defer_loading }: FunctionTool, argument: string, format?: object): CustomTool {
  return {
    type: 'custom',
    name,
    ...describedText(description, parameters, argument),
    ...(format && { format: format as CustomTool['format'] }),
    ...(defer_loading && { defer_loading }),
  };
}

function customChoice(choice: Choice, isFreeText: (name: unknown) => boolean): Choice {
  if (choice.type === 'function') return isFreeText(choice.name) ? { type: 'custom', name: choice.name } : choice;
  if (choice.type !== 'allowed_tools') return choice;
  return { ...choice, tools: choice.tools.map((one) => (isFreeText(one['name']) ? { ...one, type: 'custom' } : one)) };
}
